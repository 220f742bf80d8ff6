"""A player by chance, for games that bring none: legal, and to the end of whatever is offered."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rig.hands import SelfPlay
from rig.table import Rig
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.deal import COMMON, evenly
from tricktable.rules.entries import Declared
from tricktable.rules.player import ByChance, Misfit, OpenTable
from tricktable.rules.record import Record
from tricktable.rules.verdicts import REFEREE
from tricktable.rules.view import view
from tricktable.sim.acts import LayOnReader, Shuffle
from tricktable.sim.autoplay import FAST
from tricktable.sim.places import Places
from tricktable.table import commands

MOST_ENTRIES = 250
TRICK_GAMES = [
    *(("torite", players, {}) for players in (2, 3, 4)),
    *(("triatri", players, {}) for players in (2, 3, 4)),
    ("etori", 4, {}),
    ("etori", 6, {}),
    ("troika", 4, {}),
    ("troika", 4, {"variant": "saskatchewan"}),
]


def played_by_chance(game: str, players: int, options: dict[str, str], seed: int) -> Record:
    """A record that the player by chance has made, until the game is over or long enough."""
    line = {"record": codec.FORMAT, "game": game, "players": players, "options": options}
    record, places = Record(codec.read_header(json.dumps(line), GAMES)), Places(seed)
    brain = ByChance(Random(seed))
    while record.state.status == "playing" and record.seq < MOST_ENTRIES:
        places.follow(1, record)
        now = view(record)
        assert places.known is not None
        entry = brain(OpenTable(now, places.known, places.hands(), 1))
        assert entry is not None, f"nobody does anything at {now.next_what}"
        assert not isinstance(entry, Misfit), f"an empty hand at {now.next_what}"
        if isinstance(entry, Declared) and entry.value is None:
            entry = entry._replace(value=places.count_backs(entry.topic))
        record.add(entry)
    return record


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "players", "options"), TRICK_GAMES)
def test_a_game_plays_itself_legally(game, players, options, seed):
    record = played_by_chance(game, players, options, seed)
    assert record.state.status == "finished" or record.seq == MOST_ENTRIES
    improper = {each.rule for each in record.findings(REFEREE)}
    assert improper <= {"starter"}, "who holds the start card, only the game's own player looks"


def test_chance_makes_other_games_of_other_seeds():
    first, again, other = (played_by_chance("torite", 4, {}, seed) for seed in (1, 1, 2))
    assert [*first.steps()] == [*again.steps()]
    assert [*first.steps()] != [*other.steps()]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SelfPlay:
    """A table that plays a game by itself which says nothing of deals and players."""
    plain = replace(GAMES["etori"], name="plain", deal=COMMON, player=ByChance)
    monkeypatch.setitem(GAMES, plain.name, plain)  # type: ignore[arg-type]
    rig = Rig(tmp_path)
    rig.table.board_is("live")
    assert rig.ask(commands.NewGame("plain", 4, [], {"stop_when_decided": "yes"})).is_done
    return SelfPlay(rig, 5, FAST)


def test_a_game_that_says_nothing_of_it_is_played_through_and_begun_again(table):
    for games in (1, 2):
        lays = [each.act for each in table.game() if isinstance(each.act, LayOnReader)]
        record = table.rig.record
        assert record.header.game == "plain"
        assert table.rig.view.games == games
        assert record.state.status == "finished"
        assert record.findings(REFEREE) == []
        assert len(lays) >= 4 * 13 / 2
    assert not any(isinstance(each.act, Shuffle) for each in table.acts(60))


def test_so_many_cards_are_dealt_to_each_and_the_rest_is_the_stock():
    header = codec.read_header(
        json.dumps({"record": codec.FORMAT, "game": "etori", "players": 4, "options": {}}), GAMES
    )
    whole = COMMON.deal(header, header.start(), Random(1))
    assert [hand.bit_count() for hand in whole.hands] == [13] * 4
    assert whole.piles == {}
    some = evenly(lambda *_: 5)(header, header.start(), Random(1))
    assert [hand.bit_count() for hand in some.hands] == [5] * 4
    assert {name: len(cards) for name, cards in some.piles.items()} == {"stock": 32}
    assert not {card.bit for card in some.piles["stock"]} & {*some.hands}
