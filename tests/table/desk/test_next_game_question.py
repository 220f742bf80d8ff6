"""A card laid after the end of a game: the table asks, keeps it, and never begins by itself."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import pytest

from players import every_game
from rig.table import Rig
from tricktable.rules.entries import Dealt, Played
from tricktable.table import commands

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Fi", *"GHIJKLM"]


def ended(tmp_path: Path, game: str, players: int, seed: int) -> Rig:
    """A game by chance that has come to its end."""
    played = every_game.by_chance(Random(seed), game, players, is_tidy=game != "tredici")
    rig = Rig(tmp_path)
    new = commands.NewGame(game, players, NAMES[:players], played.header.given)
    assert rig.ask(new).is_done
    for line in played.lines:
        assert rig.ask(commands.Enter(line)).is_done
    assert rig.view.view is not None
    assert rig.view.view.is_over
    return rig


ETORI: Final = ("etori", 4, 4)
ENDED: Final = (("torite", 4, 0), ("tredici", 2, 1), ("triatri", 4, 0), ETORI)
"""Games that chance plays to their end: of Troika it plays three deals, which are too few."""


@pytest.fixture(params=ENDED, ids=lambda each: each[0])
def rig(tmp_path: Path, request: pytest.FixtureRequest) -> Rig:
    return ended(tmp_path, *request.param)


def first_card(rig: Rig) -> str:
    assert rig.view.header is not None
    return rig.view.header.pack.kind.cards[-1].code


def test_it_asks_and_waits(rig: Rig) -> None:
    games = rig.view.games
    rig.lay(first_card(rig), 1)
    assert rig.view.asked is not None
    assert rig.view.asked.text == "The game is over. A new one?"
    assert rig.view.games == games
    rig.restart()
    assert rig.view.asked is not None
    rig.press("2")
    assert rig.view.asked is None
    assert rig.view.games == games
    assert rig.view.view is not None
    assert rig.view.view.is_over


def test_the_card_counts_in_the_next_game(rig: Rig) -> None:
    before, header = rig.view.games, rig.view.header
    rig.lay(first_card(rig), 1)
    rig.lay(first_card(rig), 1)
    rig.press("OK")
    assert rig.view.games == before + 1
    assert rig.view.header is not None
    assert header is not None
    assert rig.view.header.given == header.given
    record = rig.table.record()
    assert record is not None
    dealt = [step.entry for step in record.steps() if isinstance(step.entry, Dealt)]
    assert len(dealt) == 1
    assert rig.table.snapshot().presumed
    seen = [getattr(step.entry, "card", None) for step in record.steps()]
    waits = [each.card for each in rig.view.desk.early]
    assert (
        header.game == "tredici" or first_card(rig) in [each.code for each in seen if each] + waits
    )


def test_all_cards_of_the_first_trick_are_kept(tmp_path: Path) -> None:
    rig = ended(tmp_path, *ETORI)
    rig.lay("2C", 3)
    rig.lay("3C", 0)
    rig.press("OK")
    record = rig.table.record()
    assert record is not None
    played = [tuple(step.entry) for step in record.steps() if isinstance(step.entry, Played)]
    assert [(seat, card.code) for seat, card in played] == [(3, "2C"), (0, "3C")]
    assert not [each for each in record.findings() if each.rule == "turn"]
    assert rig.said.startswith("Presumed: ")
    rig.press("UNDO")
    assert [type(step.entry) for step in record.steps()][-1] is Played


def test_a_card_that_a_page_enters_is_asked_about_too(rig: Rig) -> None:
    games = rig.view.games
    answer = rig.ask(commands.Lay(first_card(rig), 1))
    assert not answer.is_done
    assert answer.reason == "The game is over. A new one?"
    assert rig.ask(commands.Reply("OK", rig.view.version)).is_done
    assert rig.view.games == games + 1
