"""Each game with the fewest words: what people must say beside laying cards, and no more.

The cards of whole tidy games are laid, and of all that was said only what nobody else can know.
Every card counts, and the game comes to the same end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

import pytest

from players.every_game import by_chance
from records.lines import entry
from rig.table import Rig
from tricktable.rules.entries import Dealt, Happening
from tricktable.rules.record import Record
from tricktable.rules.values import JsonValue
from tricktable.table import commands

Line = Mapping[str, JsonValue]

SAID = {
    "torite": set[str](),
    "etori": set[str](),
    "triatri": {"prize"},
    "troika": {"bid", "trump"},
}
"""What must be said in each game of tricks, by the topics of records."""
SILENT = {"dealt", "held"}
PRESUMED = {"leader", "pairing", "stacks"}
KINDS = [
    *(("torite", players) for players in (2, 3, 4)),
    *(("etori", players) for players in (4, 6)),
    *(("triatri", players) for players in (2, 3, 4)),
    ("troika", 4),
]


def needed(lines: list[Line]) -> Iterator[Line]:
    """The lines without those that nobody need say."""
    for line in lines:
        if line["kind"] not in SILENT and line.get("topic") not in PRESUMED:
            yield line


def counting(rig: Rig) -> list[Happening]:
    record = rig.table.record()
    assert record is not None
    return [step.entry for step in record.steps()]


def begun(tmp_path: Path, name: str, players: int, seed: int) -> tuple[Rig, list[Line], Record]:
    """A table, what happened in a game of this kind, and its record; no hand is read."""
    while True:
        played = by_chance(Random(seed), name, players, is_tidy=True)
        lines: list[Line] = [json.loads(json.dumps(each)) for each in played.lines]
        if not any(_is_odd(name, each) for each in lines):
            break
        seed += 1000
    rig = Rig(tmp_path)
    assert rig.ask(commands.NewGame(name, players, [], dict(played.header.given))).is_done
    told = Record(played.header)
    for line in lines:
        if line["kind"] != "held":
            told.add(entry(told, line))
    return rig, lines, told


def _is_odd(name: str, line: Line) -> bool:
    """Whether people chose to say more than the game asks for."""
    changes_trump = name == "etori" and line.get("topic") == "trump"
    return changes_trump or line.get("topic") == "misdeal" or line["kind"] == "moved"


def outcome(record: Record) -> dict[str, object]:
    """How the game came out."""
    summary = record.summary()
    return {key: summary[key] for key in ("status", "winner", "detail", "next")}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "players"), KINDS)
def test_a_game_needs_only_what_nobody_else_can_know(
    tmp_path: Path, name: str, players: int, seed: int
) -> None:
    rig, lines, told = begun(tmp_path, name, players, seed)
    said = set[JsonValue]()
    for line in needed(lines):
        done = rig.ask(commands.Enter(line))
        assert done.is_done, (line, done.reason)
        if line["kind"] == "declared":
            said.add(line["topic"])
    assert said <= SAID[name]
    record = rig.table.record()
    assert record is not None
    assert outcome(record) == outcome(told)
    deals = [step.seq for step in record.steps() if isinstance(step.entry, Dealt)]
    assert {*deals} <= rig.table.snapshot().presumed


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("name", "players"), KINDS)
def test_undo_brings_back_exactly_what_was_before_each_act(
    tmp_path: Path, name: str, players: int, seed: int
) -> None:
    rig, lines, _told = begun(tmp_path, name, players, seed)
    chance = Random(seed)
    for line in needed(lines):
        before, then = counting(rig), rig.table.snapshot().presumed
        assert rig.ask(commands.Enter(line)).is_done, line
        if chance.random() < 0.3:
            after = counting(rig)
            assert rig.ask(commands.Undo()).is_done
            assert counting(rig) == before
            assert rig.table.snapshot().presumed == then
            assert rig.ask(commands.Redo()).is_done
            assert counting(rig) == after
        if chance.random() < 0.02:
            known = rig.table.snapshot().presumed
            rig.restart()
            assert rig.table.snapshot().presumed == known


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tredici_needs_targets_and_what_was_set_aside(
    tmp_path: Path, players: int, seed: int
) -> None:
    chance = Random(seed)
    rig = Rig(tmp_path)
    teams: dict[str, JsonValue] = {} if players < 5 else {"teams": [[0, 2, 4], [1, 3]]}
    assert rig.ask(commands.NewGame("tredici", players, [], teams)).is_done
    owners = [[seat] for seat in range(players)] if players < 5 else [[0, 2, 4], [1, 3]]
    for number, seats in enumerate(owners):
        assert rig.ask(commands.Declare("target", seats[0], "CDHS"[number % 4])).is_done
    for seat in range(players):  # whoever says nothing here has set none aside
        if chance.random() < 0.5 or seat == 0:
            assert rig.ask(commands.Move(seat, "hand", "stack", 1)).is_done
    said, seat, turns = 0, 0, 0
    while turns < 30 and rig.view.view is not None and not rig.view.view.is_over:
        turns += 1
        if turns == 1 or chance.random() < 0.6:
            done = rig.ask(commands.Move(seat, "hand", "stack", 1))
            if not done.is_done:
                break  # thirteen lie there, or the hands are all but empty
            said += 1
        seat = (seat + 1) % players
    assert said > 5
    moved = [each for each in counting(rig) if type(each).__name__ == "Moved"]
    assert len(moved) > 2 * said
