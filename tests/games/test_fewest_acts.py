"""Each game with the fewest acts: what people must say beside laying cards, and no more.

The cards of whole tidy games are laid, and of all that was said only what nobody else can know.
Every card counts, and the game comes to the same end. How often something must be said in a deal
stands in one table for each game.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise, starmap
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from games.cases import CASES
from players.every_game import by_chance
from records.lines import entry
from referees.witness import standing
from rig.table import Rig
from thorough import FACTOR
from tricktable.rules.entries import Dealt, Impossible
from tricktable.rules.game import Header, State
from tricktable.rules.record import Record
from tricktable.rules.values import JsonValue
from tricktable.table import commands
from tricktable.table.views import LIVE, WITHOUT

Line = Mapping[str, JsonValue]

MUST_SAY: Mapping[str, frozenset[str]] = {
    "torite": frozenset(),
    "etori": frozenset(),
    "triatri": frozenset({"prize"}),
    "troika": frozenset({"bid", "trump"}),
}
"""What must be said in each game of tricks, by the topics of records, and nothing else."""


class Kind(NamedTuple):
    """A kind of table."""

    game: str
    players: int
    variant: str = ""


KINDS = [
    *(Kind("torite", players) for players in (1, 2, 3, 4)),
    *(Kind("etori", players) for players in (4, 6)),
    *(Kind("triatri", players) for players in (2, 3, 4)),
    Kind("troika", 4, "base"),
    Kind("troika", 4, "saskatchewan"),
]
ONE_OF_EACH = [Kind("torite", 3), Kind("etori", 4), Kind("triatri", 3), *KINDS[-2:]]
"""Those tables at which each seat has a reader of its own."""


def is_needed(line: Line, before: State) -> bool:
    """Whether people must do this: lay a card, or say what the cards do not show."""
    if line["kind"] in ("played", "shown"):
        return True
    if line["kind"] != "declared" or line["topic"] not in ("bid", "trump", "prize"):
        return False
    # All three colours are in the stock until the game ends (A22): a prize is always a choice.
    choices = [each.values for each in before.offers() if each.what == line["topic"]]
    assert all(len(values) > 1 for values in choices), "the table could have said it"
    return True


class Told(NamedTuple):
    """A game as it was played."""

    rig: Rig
    """A table at which it has begun."""
    lines: list[Line]
    """What people must do."""
    record: Record
    """With all that was done and said, but for hands that were read."""
    most: list[Counter[str]]
    """How often each topic must be said, deal by deal."""


def begun(tmp_path: Path, kind: Kind, seed: int) -> Told:
    """A game of this kind; no hand is read."""
    case = CASES[kind.game]
    while True:
        played = by_chance(Random(seed), kind.game, kind.players, is_tidy=True)
        lines: list[Line] = [json.loads(json.dumps(each)) for each in played.lines]
        is_kind = played.header.options.get(case.variants, "") == kind.variant
        if is_kind and not any(_is_odd(kind.game, each) for each in lines):
            break
        seed += 1000
    rig = Rig(tmp_path)
    options = dict(played.header.given)
    assert rig.ask(commands.NewGame(kind.game, kind.players, [], options)).is_done
    told, needed, most = Record(played.header), list[Line](), list[Counter[str]]()
    for line in lines:
        if line["kind"] == "held":
            continue
        if line["kind"] == "dealt":
            most.append(Counter())
        if is_needed(line, told.state):
            needed.append(line)
            if line["kind"] == "declared":
                most[-1][str(line["topic"])] += 1
        # Which cards lay in the kitty or were discarded, nobody says.
        told.add(entry(told, {key: each for key, each in line.items() if key != "cards"}))
    return Told(rig, needed, told, most)


def _is_odd(name: str, line: Line) -> bool:
    """Whether people chose to say more than the game asks for."""
    changes_trump = name == "etori" and line.get("topic") == "trump"
    return changes_trump or line.get("topic") == "misdeal"


def outcome(record: Record) -> dict[str, object]:
    """How the game came out."""
    summary = record.summary()
    return {key: summary[key] for key in ("status", "winner", "detail", "next")}


def said_in(record: Record, presumed: frozenset[int]) -> list[Counter[str]]:
    """What people have said beside laying cards, deal by deal."""
    deals = list[Counter[str]]()
    for seq, happened, _ in record.steps():
        if isinstance(happened, Dealt):
            deals.append(Counter())
        elif seq not in presumed and type(happened).__name__ not in ("Played", "Shown"):
            deals[-1][str(getattr(happened, "topic", "move"))] += 1
    return deals


def assert_came_out(game: Told) -> None:
    """It came to the same end, and nobody had to say more than that, in any deal."""
    record = game.rig.record
    assert outcome(record) == outcome(game.record)
    presumed = game.rig.table.snapshot().presumed
    assert said_in(record, presumed) == game.most
    assert {*(topic for each in game.most for topic in each)} <= MUST_SAY[record.header.game]
    deals = [step.seq for step in record.steps() if isinstance(step.entry, Dealt)]
    assert {*deals} <= presumed


@pytest.mark.parametrize("seed", range(2 * FACTOR))
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_game_needs_only_what_nobody_else_can_know(tmp_path, kind, seed):
    game = begun(tmp_path, kind, seed)
    for line in game.lines:
        done = game.rig.ask(commands.Enter(line))
        assert done.is_done, (line, done.reason)
    assert_came_out(game)


def by_reader(rig: Rig, line: Line) -> bool:
    """Lay the card on its seat's reader; one that is nobody's on the table's own."""
    record, seat, card = rig.table.record(), line["seat"], line["card"]
    assert record is not None
    rig.lay(str(card), seat if isinstance(seat, int) else record.header.seats)
    return True


def by_phone(rig: Rig, line: Line) -> bool:
    """Lay the card from the phone of its seat."""
    record = rig.record
    asked = {"card": line["card"], "seat": line["seat"], "game": 1, "seen": record.seq}
    if line["seat"] in record.header.dummy_seats:
        asked["how"] = line["kind"]
    return rig.ask(commands.LayOwn(**asked)).is_done  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("lay", "kind"),
    [
        *((by_reader, kind) for kind in ONE_OF_EACH),
        *((by_phone, kind) for kind in (Kind("torite", 1), Kind("etori", 6), *ONE_OF_EACH)),
    ],
    ids=lambda each: each.__name__ if callable(each) else str(each),
)
def test_so_it_is_with_readers_and_with_phones(tmp_path, lay, kind):
    game = begun(tmp_path, kind, 7)
    game.rig.table.board_is(LIVE if lay is by_reader else WITHOUT)
    for line in game.lines:
        is_card = line["kind"] != "declared"
        done = lay(game.rig, line) if is_card else game.rig.ask(commands.Enter(line)).is_done
        assert done, (line, game.rig.said)
    assert_came_out(game)


@pytest.mark.parametrize("seed", range(FACTOR))
@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_undo_brings_back_exactly_what_was_before_each_act(tmp_path, kind, seed):
    rig, lines, _, _ = begun(tmp_path, kind, seed)
    chance = Random(seed)
    for line in lines:
        before, then = rig.happenings, rig.table.snapshot().presumed
        assert rig.ask(commands.Enter(line)).is_done, line
        if chance.random() < 0.3:
            after = rig.happenings
            assert rig.ask(commands.Undo()).is_done
            assert rig.happenings == before
            assert rig.table.snapshot().presumed == then
            assert rig.ask(commands.Redo()).is_done
            assert rig.happenings == after
        if chance.random() < 0.02:
            known = rig.table.snapshot().presumed
            rig.restart()
            assert rig.table.snapshot().presumed == known


@pytest.mark.parametrize("seed", range(2 * FACTOR))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_tredici_needs_targets_and_what_was_set_aside(tmp_path, players, seed):
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
    moved = [each for each in rig.happenings if type(each).__name__ == "Moved"]
    assert len(moved) > 2 * said


# --- whole games of Tredici -----------------------------------------------------------------------

CALLS = ("kische", "draw")
TURN = ("target", "ace", "tredici", *CALLS)


def said_by_people(lines: list[Line], seats: int, is_own_turn: bool) -> Iterator[int]:
    """The lines that people must say in Tredici, by number: what nobody else can know.

    A turn in which no card is set aside follows from the next act. Only a whole round of them would
    not show, nor would one before a call that anybody may make between two turns.
    """
    silent = list[int]()
    for number, line in enumerate(lines):
        if line["kind"] == "moved" and (line["from"], line["to"]) == ("hand", "stack"):
            if not line["count"]:
                silent.append(number)
                if len(silent) < seats:
                    continue
        elif line.get("topic") not in TURN:
            continue
        elif line["topic"] in CALLS and not is_own_turn and silent:
            yield silent[-1]
        yield number
        silent.clear()


@pytest.mark.parametrize("seed", range(2 * FACTOR))
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_of_tredici_needs_only_what_nobody_else_can_know(tmp_path, players, seed):
    header, lines, told = _tredici(players, seed)
    rig = Rig(tmp_path)
    assert rig.ask(commands.NewGame("tredici", players, [], dict(header.given))).is_done
    own = header.options["kische_when"] == "own_turn"
    said = [*said_by_people(lines, header.seats, own)]
    for number in said:
        done = rig.ask(commands.Enter(lines[number]))
        assert done.is_done, (lines[number], done.reason)
    record = rig.record
    reached = Record(header)
    for line in lines[: said[-1] + 1]:
        reached.add(entry(reached, line))
    assert outcome(record) == outcome(reached)
    presumed = rig.table.snapshot().presumed
    spoken = [step for step in record.steps() if step.seq not in presumed]
    assert len(spoken) == len(said)
    assert told.seq > len(said), "the rest went without saying"


def _tredici(players: int, seed: int) -> tuple[Header, list[Line], Record]:
    """A game in which no card was read, and no ace declared twice in a row by one seat."""
    while True:
        game = CASES["tredici"].by_chance(Random(seed), players, is_tidy=True)
        lines: list[Line] = [json.loads(json.dumps(each)) for _, each in standing(game.lines)]
        lines = [
            {key: each for key, each in line.items() if key != "cards"}
            for line in lines
            if line["kind"] != "held"
        ]
        told = Record(game.header)
        try:
            for line in lines:
                told.add(entry(told, line))
        except Impossible:
            seed += 100  # an ace that was seen decides how many cards are drawn
            continue
        own = game.header.options["kische_when"] == "own_turn"
        said = [lines[each] for each in said_by_people(lines, game.header.seats, own)]
        if said[-1].get("topic") == "tredici" or any(starmap(_is_twice, pairwise(said))):
            seed += 100
            continue
        return game.header, lines, told


def _is_twice(one: Line, other: Line) -> bool:
    """Whether one act looks like the other once more, as a press that bounces does."""
    return one == other and one.get("topic") == "ace"
