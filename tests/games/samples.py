"""Games by chance as the suite needs them: their moments, and what a real host has drawn of each.

Kept for as long as tests run, so that a game is played once for all that is tried with it.
"""

import json
import os
import tempfile
import traceback
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, cast

import pytest

from games.case import GameCase, header_of
from records.lines import entry
from referees.witness import Line, standing
from tricktable.games import GAMES
from tricktable.rules.game import AnyGame, Header, State
from tricktable.rules.record import Record
from tricktable.rules.view import AnyView, view
from tricktable.table import commands
from tricktable.table.views import TableView
from tricktable.text.language import add_messages
from tricktable.web.seat.seat import TOKEN_HEADER
from web.room import CODE, Room, ask, sit

MARKUP = "<i id=x>"
"""No page may have this as a tag: somebody is called so."""
NAMES = (
    f"{MARKUP}A&n\"n'</i>",
    "Maximiliane-Charlott",
    "ゆき",
    *("Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ivy", "Jo", "Kim"),
)
"""Names full of markup, of twenty characters, and of letters that are drawn wider."""


MOST_CALLS = 8
"""Of those that led to a page that cannot be made."""
SCORED_WITHIN = 8
"""This many games are played at most until one is scored."""


@contextmanager
def known(game: AnyGame) -> Iterator[None]:
    """Play this game at real tables, installed or not, in the languages that it brings."""
    add_messages(game.start.__module__)
    games = cast("dict[str, AnyGame]", GAMES)
    before = games.get(game.name)
    games[game.name] = game
    try:
        yield
    finally:
        if before is None:
            del games[game.name]
        else:
            games[game.name] = before


class Course(NamedTuple):
    """One game that was played."""

    header: Header
    lines: list[Line]
    states: list[State]
    """Before the first entry, and after each."""
    views: list[AnyView]
    """As everybody saw them."""


@lru_cache(maxsize=64)
def courses(case: GameCase, seed: int = 1, is_tidy: bool = False) -> tuple[Course, ...]:
    """A game by chance with each number of players."""
    return tuple(course_of(case, players, seed, is_tidy) for _, players in case.tables)


_STOPPED: Final = set[GameCase]()
"""The cases of which a game could not be played to its end."""


def course_of(case: GameCase, players: int, seed: int, is_tidy: bool = False) -> Course:
    """A game by chance; a tidy one has no word about an earlier entry.

    Where one cannot be played, the test that finds it fails and says why; those after it are
    skipped.
    """
    if case in _STOPPED:
        pytest.skip("a game by chance cannot be played: the test that failed first says why")
    try:
        return _played(case, players, seed, is_tidy)
    except Exception as fault:  # noqa: BLE001 - told below
        told = _told(fault)
    _STOPPED.add(case)
    words = f"{case.game.title}, {players} players: a game by chance cannot be played"
    pytest.fail(f"{words}: {told}", pytrace=False)


def _told(fault: Exception, most: int = 0) -> str:
    """A fault, and the calls that led to it, without those of this suite before them; the last."""
    folder = str(Path(__file__).parent)
    calls = [*traceback.extract_tb(fault.__traceback__)]
    own = [number for number, call in enumerate(calls) if call.filename.startswith(folder)]
    within = calls[own[-1] + 1 :][-most:]
    lines = traceback.format_exception_only(fault) + traceback.format_list(within)
    return "".join(lines).rstrip()


def _played(case: GameCase, players: int, seed: int, is_tidy: bool) -> Course:
    played = case.by_chance(Random(f"{seed}/{players}"), players, is_tidy)
    lines = [line for _, line in standing(played.lines)] if is_tidy else played.lines
    names = NAMES[: played.header.players]
    header = header_of(case.game, players, dict(played.header.given), names)
    record = Record(header)
    states, views = [record.state], [view(record)]
    for line in lines:
        record.add(entry(record, line))
        states.append(record.state)
        views.append(view(record))
    return Course(header, lines, states, views)


def phase_of(seen: AnyView) -> tuple[object, ...]:
    """What makes a moment another one to look at."""
    lies = bool(seen.trick), bool(seen.last), bool(seen.findings)
    return (seen.next_what, *lies, seen.status, len(seen.awaited) == 1)


# --- what a host draws ---------------------------------------------------------------------------


class Drawn(NamedTuple):
    """One moment of a game at a real table, with what was got from its host."""

    lines: list[Line]
    """All entries so far."""
    table: TableView
    before: TableView
    pages: dict[str, str]
    """What each address gave; its status, if it gave nothing."""
    own: dict[int, str]
    """The own part of some seats' pages."""


PAGES: dict[str, str] = {
    "guest": f"/t/{CODE}",
    "game": f"/t/{CODE}/game",
    "evening": f"/t/{CODE}/evening",
    "wall": f"/t/{CODE}/wall",
    "seat": f"/t/{CODE}/seat",
    "host": f"/host/t/{CODE}",
    "scores": f"/host/t/{CODE}/export/scores",
    "sheet": f"/host/t/{CODE}/export/sheet",
    "state": f"/api/v1/tables/{CODE}",
}


class Moments:
    """Moments of a game, each drawn when somebody looks so far, and kept."""

    def __init__(self, case: GameCase) -> None:
        self._case, self._found = case, list[Drawn]()
        self._source: Generator[Drawn, None, None] | None = None
        self._has_failed = False

    def __iter__(self) -> Iterator[Drawn]:
        if self._source is None:
            ends = {self._case.tables[0][1], self._case.tables[-1][1]}
            self._source = _drawn([_scored(self._case, players) for players in sorted(ends)])
        for number in count():
            if number == len(self._found):
                if self._has_failed:
                    pytest.skip("a moment cannot be drawn: the test that failed first says why")
                try:
                    self._found.append(next(self._source))
                except StopIteration:
                    return
                except (Exception, pytest.fail.Exception):
                    self._has_failed = True
                    raise
            yield self._found[number]

    def close(self) -> None:
        """Draw no more of them."""
        if self._source is not None:
            self._source.close()


@lru_cache(maxsize=16)
def drawn(case: GameCase) -> Moments:
    """Each phase that the game reached at its smallest and its largest table."""
    return Moments(case)


def _drawn(played: Sequence[Course]) -> Generator[Drawn, None, None]:
    seen = set[tuple[object, ...]]()
    for course in played:
        with hosting(course) as room:
            tokens = {seat: sit(room.table, seat) for seat in range(min(course.header.seats, 2))}
            before = room.table.view()
            for number in range(len(course.lines) + 1):
                if number:
                    ask(room.table, commands.Enter(course.lines[number - 1]))
                now = room.table.view()
                assert now.view is not None
                moment = (course.header.players, *phase_of(now.view))
                if moment not in seen or number == len(course.lines):
                    seen.add(moment)
                    lines = course.lines[:number]
                    yield Drawn(lines, now, before, _got(room), _own(room, tokens))
                before = now


def _scored(case: GameCase, players: int) -> Course:
    """A game of which something was scored, if any of a few was."""
    course = course_of(case, players, 1)
    for seed in range(2, SCORED_WITHIN):
        if course.header.rules.score(course.views[-1]).deals:
            break
        course = course_of(case, players, seed)
    return course


@contextmanager
def hosting(course: Course) -> Iterator[Room]:
    """A real host at which this game has begun."""
    header = course.header
    with tempfile.TemporaryDirectory(dir=os.environ.get("PYTEST_DEBUG_TEMPROOT")) as folder:
        room = Room(Path(folder))
        try:
            names = [*(header.names or ())]
            ask(
                room.table, commands.NewGame(header.game, header.players, names, dict(header.given))
            )
            yield room
        finally:
            room.close()


def now(room: Room) -> Record:
    """The game as it has been played there so far."""
    return room.record


def _got(room: Room) -> dict[str, str]:
    answers = {name: _fetched(room, name, path) for name, path in PAGES.items()}
    return {
        name: answer.text if answer.status_code == 200 else str(answer.status_code)
        for name, answer in answers.items()
    }


def _own(room: Room, tokens: dict[int, str]) -> dict[int, str]:
    path = f"/t/{CODE}/seat/own"
    return {
        seat: _fetched(room, "own", path, {TOKEN_HEADER: token}).text
        for seat, token in tokens.items()
    }


def _fetched(room: Room, name: str, path: str, headers: dict[str, str] | None = None) -> Any:
    """What the host answers; where a page cannot be made, the test fails and says why."""
    room.app.config["PROPAGATE_EXCEPTIONS"] = True
    try:
        return room.app.test_client().get(path, headers=headers)
    except Exception as fault:  # noqa: BLE001 - told below
        told = _told(fault, MOST_CALLS)
    pytest.fail(f"the page {name} cannot be made: {told}", pytrace=False)


# --- everything that could be said ---------------------------------------------------------------


def offered(course: Course) -> dict[str, list[Any]]:
    """All that was offered at any time, by what it is: its values, each once."""
    found: dict[str, dict[str, Any]] = {}
    for state in course.states:
        for offer in state.offers():
            values = found.setdefault(offer.what, {})
            values.update({json.dumps(value): value for value in offer.values})
    for line in course.lines:
        if line["kind"] == "declared":
            values = found.setdefault(str(line["topic"]), {})
            values[json.dumps(line.get("value"))] = line.get("value")
    return {what: [*values.values()] for what, values in found.items()}


def line_of(what: str, seat: int | None, value: Any) -> Line:
    """The line of a record that says what is offered."""
    source, _, target = what.partition(">")
    if what == "dealt":
        return {"kind": "dealt", "dealer": seat}
    if target:
        return {"kind": "moved", "seat": seat, "from": source, "to": target, "count": value}
    return {"kind": "declared", "seat": seat, "topic": what, "value": value}


def some(chance: Random, things: Sequence[Any], most: int) -> list[Any]:
    """This many of these at most, in their order."""
    at = sorted(chance.sample(range(len(things)), min(most, len(things))))
    return [things[index] for index in at]
