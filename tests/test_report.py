"""The summary as a person reads it in a terminal, for games of every kind."""

import json
from random import Random

import pytest

from players import Manners, arranged, play
from records import record_of
from tricktable import replay
from tricktable.report import report
from tricktable.rules.verdicts import PUBLIC, REFEREE

WIN = arranged(4, [[0] * 6 + [1] * 4 + [2] * 2], [["AS", "KH", "QD", "JC"]])
OPEN = """\
The Torite, North, East, South, West
After 4 entries: trick 1: hearts led, QH 2S, South to play.

       tricks  kept
North  0       -
East   0       -
South  0       -
West   0       -"""


def test_a_game_under_way() -> None:
    lines = [
        {"kind": "dealt", "dealer": 0},
        {"kind": "declared", "seat": 0, "topic": "leader"},
        {"kind": "played", "seat": 0, "card": "QH"},
        {"kind": "played", "seat": 1, "card": "2S"},
    ]
    assert report(record_of(4, lines), PUBLIC) == OPEN


def test_a_game_that_was_won() -> None:
    said = report(record_of(4, WIN.lines), PUBLIC).splitlines()
    assert said[1].startswith("Over after ")
    assert "Won, " in said[1]
    assert said[3].split() == ["tricks", "kept"]
    assert [line.split()[0] for line in said[4:]] == ["North", "East", "South", "West"]
    assert [line.split()[1] for line in said[4:]] == ["6", "4", "2", "0"]
    assert [line.split()[2] for line in said[4:]] == ["AS", "KH", "QD", "JC"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_two_rounds_have_two_columns_and_three_players_a_card_set_aside(players: int) -> None:
    said = report(record_of(players, play(Random(players), players).lines), PUBLIC)
    assert ("kept in round 2" in said) == (players < 3)
    assert ("Set aside: " in said) == (players == 3)
    assert all(line == line.rstrip() for line in said.splitlines())


@pytest.mark.parametrize("seed", range(8))
def test_every_finding_is_named_with_its_entry(seed: int) -> None:
    manners = Manners(revokes=0.3, hurries=0.2, boasts=0.5, reads=0.3)
    record = record_of(4, play(Random(seed), 4, manners).lines)
    for viewpoint in (PUBLIC, REFEREE):
        said = report(record, viewpoint)
        for found in record.findings(viewpoint):
            assert f"  entry {found.seq}: " in said


def test_names_cannot_paint_the_terminal() -> None:
    names = ["\x1b[2J\x1b]0;x\x07", "\u202egnirts", "a\nb\tc", "雪"]
    header = {"record": "tricktable/1", "game": "torite", "players": 4, "names": names}
    record = replay.replay([json.dumps(header).encode()])
    said = report(record, PUBLIC)
    assert "雪" in said
    assert said.replace("\n", "").isprintable()
    rows = said.splitlines()[-4:]
    assert rows[2] == "a b c       0       -"
    assert rows[3] == "雪          0       -"  # two columns wide
