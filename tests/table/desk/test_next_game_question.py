"""A card laid after the end of a game: the table asks, keeps it, and never begins by itself."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest

from board.gallery import RECORDS
from players import every_game
from referees.witness import Line
from rig.table import Rig
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import Dealt, Played, Shown
from tricktable.rules.values import HouseRules
from tricktable.table import commands
from tricktable.table.views import WITHOUT

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Fi", *"GHIJKLM"]


def ended(tmp_path: Path, game: str, players: int, seed: int) -> Rig:
    """A game that has come to its end: one by chance, if chance plays that one to its end."""
    is_long = game == "troika"
    options, entries = _recorded(game, players) if is_long else _chanced(game, players, seed)
    rig = Rig(tmp_path)
    assert rig.ask(commands.NewGame(game, players, NAMES[:players], options)).is_done
    for line in entries:
        assert rig.ask(commands.Enter(line)).is_done
    assert rig.game.is_over
    return rig


def _chanced(game: str, players: int, seed: int) -> tuple[HouseRules, Sequence[Line]]:
    played = every_game.by_chance(Random(seed), game, players, is_tidy=game != "tredici")
    return played.header.given, played.lines


def _recorded(game: str, players: int) -> tuple[HouseRules, Sequence[Line]]:
    """Of Troika chance plays three deals, which are too few."""
    lines = (RECORDS / f"{game}-{players}.jsonl").read_text(encoding="utf-8").splitlines()
    header, *entries = map(json.loads, lines)
    return header.get("options", {}), entries


ETORI: Final = ("etori", 4, 4)
TROIKA: Final = ("troika", 4, 0)
ENDED: Final = (("torite", 4, 0), ("tredici", 2, 1), ("triatri", 4, 0), ETORI, TROIKA)


@pytest.fixture(params=ENDED, ids=lambda each: each[0])
def rig(tmp_path: Path, request: pytest.FixtureRequest) -> Rig:
    return ended(tmp_path, *request.param)


def first_card(rig: Rig) -> str:
    return rig.view.header.pack.kind.cards[-1].code


def test_it_asks_and_waits(rig):
    games = rig.view.games
    rig.lay(first_card(rig), 1)
    assert rig.prompt.text == "The game is over. A new one?"
    assert rig.view.games == games
    rig.restart()
    assert rig.view.asked is not None
    rig.press("2")
    assert rig.view.asked is None
    assert rig.view.games == games
    assert rig.game.is_over


def test_the_card_counts_in_the_next_game(rig):
    before, header = rig.view.games, rig.view.header
    rig.lay(first_card(rig), 1)
    rig.lay(first_card(rig), 1)
    rig.press("OK")
    assert rig.view.games == before + 1
    assert rig.view.header is not None
    assert rig.view.header.given == header.given
    record = rig.record
    dealt = [step.entry for step in record.steps() if isinstance(step.entry, Dealt)]
    assert len(dealt) == 1
    assert rig.table.snapshot().presumed
    seen = [getattr(step.entry, "card", None) for step in record.steps()]
    waits = [each.card for each in rig.view.desk.early]
    assert (
        header.game == "tredici" or first_card(rig) in [each.code for each in seen if each] + waits
    )


def test_cards_of_the_next_troika_wait_for_its_bids(tmp_path):
    rig = ended(tmp_path, *TROIKA)
    dealt = [step.entry for step in rig.table.record().steps() if isinstance(step.entry, Dealt)]  # type: ignore[union-attr]
    rig.lay("AS", 3)
    rig.lay("KS", 0)
    rig.press("OK")
    assert [(each.seat, each.card) for each in rig.view.desk.early] == [(3, "AS"), (0, "KS")]
    assert [step.entry for step in rig.record.steps()] == [Dealt((dealt[-1].dealer + 1) % 4)]
    assert "by rotation" in rig.said


def test_a_card_that_cannot_be_is_told_instead_of_what_the_others_showed(tmp_path):
    rig = ended(tmp_path, *ETORI)
    rig.lay("2C", 3)
    rig.lay("3C", 3)
    rig.press("OK")
    assert len(rig.table.snapshot().presumed) == 1
    assert rig.said == "Di has already played to this trick."


def test_all_cards_of_the_first_trick_are_kept(tmp_path):
    rig = ended(tmp_path, *ETORI)
    rig.lay("2C", 3)
    rig.lay("3C", 0)
    rig.press("OK")
    record = rig.record
    played = [tuple(step.entry) for step in record.steps() if isinstance(step.entry, Played)]
    assert [(seat, card.code) for seat, card in played] == [(3, "2C"), (0, "3C")]
    assert not [each for each in record.findings() if each.rule == "turn"]
    assert rig.said.startswith("We assumed that ")
    rig.press("UNDO")
    assert [type(step.entry) for step in record.steps()][-1] is Played


# --- a game that was stopped before its end ------------------------------------------------------


@pytest.fixture
def stopped(tmp_path: Path) -> Rig:
    """The Torite for two, lost in round 1 and stopped there."""
    rig = Rig(tmp_path)
    rig.ask(commands.NewGame("torite", 2, NAMES[:2], {"stop_when_lost": "auto"}, 0))
    rig.ask(commands.Declare("pairing", None, [[1, 2], [3, 4]]))
    for rank in "23456789TJQKA":
        rig.play(f"0:{rank}S 1:{rank}H")
    assert rig.view.desk.is_stopped
    return rig


def played(rig: Rig) -> list[tuple[int, str]]:
    entries = (step.entry for step in rig.record.steps())
    return [(each.seat, each.card.code) for each in entries if isinstance(each, Played)]


def lay_at_a_reader(rig: Rig) -> None:
    rig.lay("2C", 1)


def type_it(rig: Rig) -> None:
    rig.press("2", "C")
    rig.button(1)


def enter_it_at_the_host(rig: Rig) -> None:
    answer = rig.ask(commands.Lay("2C", 1))
    assert (answer.is_done, answer.reason) == (False, "The game was stopped. A new one?")


def lay_it_from_a_phone(rig: Rig) -> None:
    answer = rig.ask(commands.LayOwn(1, "2C", rig.view.games, rig.record.seq))
    assert (answer.is_done, answer.reason) == (False, "The game was stopped. A new one?")


@pytest.mark.parametrize(
    "act", [lay_at_a_reader, type_it, enter_it_at_the_host, lay_it_from_a_phone]
)
def test_a_card_after_a_stop_is_asked_about_however_it_comes(stopped, act):
    before = played(stopped)
    act(stopped)
    assert stopped.view.asked.text == "The game was stopped. A new one?"
    assert stopped.view.asked.options == (
        ("OK", "same game again"),
        ("2", "no, tidying up"),
        ("3", "no, we play on"),
    )
    assert played(stopped) == before
    stopped.restart()
    stopped.press("OK")
    assert (stopped.view.games, played(stopped)) == (2, [(1, "2C")])
    assert (
        stopped.said == "We assumed that the stacks are in order, and Bo deals by rotation. Wrong?"
    )


def test_a_first_card_that_shows_another_dealer_is_told_without_the_first(stopped):
    stopped.lay("2C", 0)
    stopped.press("OK")
    assert stopped.said == "We assumed that the stacks are in order, and Ann deals. Wrong?"
    assert played(stopped) == [(0, "2C")]


@pytest.mark.parametrize("key", ["2", "UNDO"])
def test_who_tidies_up_after_a_stop_leaves_the_game_stopped(stopped, key):
    before = played(stopped)
    stopped.lay("2C", 1)
    stopped.press(key)
    assert stopped.view.asked is None
    assert stopped.said == "Stopped here. OK: next game. UNDO: play on."
    assert (stopped.view.games, played(stopped)) == (1, before)


def test_who_plays_on_after_a_stop_loses_no_card(stopped):
    before = played(stopped)
    stopped.lay("2C", 0)
    stopped.lay("2D", 1)
    stopped.press("3")
    assert not stopped.view.desk.is_stopped
    assert stopped.view.asked is None
    assert (stopped.view.games, played(stopped)) == (1, [*before, (0, "2C"), (1, "2D")])


def test_a_card_read_face_down_after_a_stop_is_nobodys_business(stopped):
    stopped.button(1, "long")
    stopped.lay("2C", 1)
    assert stopped.view.asked is None
    assert stopped.said.startswith("Stopped here.")


def test_a_card_corrected_after_a_stop_is_asked_about_no_further(stopped):
    stopped.choose("correct", "wrong last card")
    stopped.lay("AD", 1)
    assert stopped.view.asked is None
    record = stopped.table.record()
    assert [step.entry for step in record.steps()][-1] == Shown(1, BY_CODE["AD"])


def test_a_table_without_keys_names_none_when_it_stops(stopped):
    stopped.table.board_is(WITHOUT)
    assert stopped.said == "Stopped here. The host begins the next game."


# --- pages ---------------------------------------------------------------------------------------


def test_a_card_that_a_page_enters_is_asked_about_too(rig):
    games = rig.view.games
    answer = rig.ask(commands.Lay(first_card(rig), 1))
    assert not answer.is_done
    assert answer.reason == "The game is over. A new one?"
    assert rig.ask(commands.Reply("OK", rig.view.version)).is_done
    assert rig.view.games == games + 1
