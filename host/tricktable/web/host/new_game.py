"""The new game form, filled in with what the table remembers: three taps start a game.

Seats and house rules are those of the last game of its kind. Every rule is a sentence of the
house-rule sheet, and the changed ones are shown. Starts nothing itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode

from tricktable.games import GAMES
from tricktable.rules.options import TEAMS, Form, Option, Options, Values, seats_by_team
from tricktable.rules.values import Chosen, JsonValue
from tricktable.table.memory import Lineup, Memory
from tricktable.text.language import _
from tricktable.text.sentences import Name, Part, Sentence

MOST_LINEUPS: Final = 5
"""How many are offered. Older ones are typed, or completed by the browser from the names."""
BOOK: Final = "book"
"""Asks for the game's default house rules."""


class Value(NamedTuple):
    """One value of a house rule."""

    json: str
    """Empty for the default, which a record can leave out."""
    words: str
    is_default: bool
    is_chosen: bool


class Rule(NamedTuple):
    """One house rule with all its values, the default first."""

    key: str
    title: str
    values: tuple[Value, ...]

    @property
    def changed(self) -> str:
        """The sentence for the chosen value; empty if it is the default."""
        return next((each.words for each in self.values if each.is_chosen and each.json), "")


class Seats(NamedTuple):
    """A seating that was used before, or that one moved on by a seat."""

    names: Lineup
    is_rotated: bool
    is_chosen: bool

    @property
    def words(self) -> Sentence:
        """The names, seat by seat."""
        made: list[Part] = []
        for name in self.names:
            made += [" · ", Name(name or "–")]
        return tuple(made[1:])


class Start(NamedTuple):
    """The form for one game with a given number of players."""

    game: str
    title: str
    players: int
    options: tuple[Rule, ...]
    teams: tuple[int, ...]
    """Each seat's team at the start; empty in a game without teams."""
    lineups: tuple[Seats, ...]
    people: tuple[str, ...]
    """Everybody known, as suggestions while typing a name."""
    rules: str
    """`book` if the last game's house rules are not wanted."""
    query: str
    """The query string that shows this form again."""

    @property
    def names(self) -> Lineup:
        """Who would sit where."""
        chosen = (each.names for each in self.lineups if each.is_chosen)
        return next(chosen, ("",) * self.players)

    @property
    def changed(self) -> tuple[str, ...]:
        """The house rules that differ from the game's defaults."""
        return tuple(each.changed for each in self.options if each.changed)


def start(asked: Mapping[str, str], memory: Memory) -> Start | None:
    """The form asked for with `new=GAME:4`; None if there is no such game.

    `seats` chooses a line-up by its place in the list; `rules=book` chooses the default house
    rules.
    """
    name, __, count = asked.get("new", "").partition(":")
    game = GAMES.get(name)
    if game is None or not count.isdecimal() or int(count[:3]) not in game.players:
        return None
    players = int(count)
    by_book = asked.get("rules") == BOOK
    kept = {} if by_book else memory.rules.get((name, players), {})
    options, lists = _rules(name, players, kept)
    wanted = asked.get("seats", "0")
    chosen = int(wanted) if wanted.isascii() and wanted.isdecimal() and len(wanted) < 3 else 0
    shown = (_rule(option, kept) for name, option in options.items() if name != TEAMS)
    return Start(
        name,
        _(game.title),
        players,
        tuple(shown),
        tuple(_team(lists, seat) for seat in range(players)) if lists else (),
        tuple(_lineups(memory, players, chosen)),
        memory.people,
        BOOK if by_book else "",
        urlencode({"new": asked["new"], "seats": chosen, "rules": BOOK if by_book else ""}),
    )


def _rules(game: str, players: int, kept: Chosen) -> tuple[Options, Sequence[Sequence[int]]]:
    """The game's house rules, and its teams if any."""
    usual = GAMES[game].usual(players)
    lists = seats_by_team(kept) or seats_by_team(usual)
    return GAMES[game].options(players, {**usual, TEAMS: lists} if lists else usual), lists


def _team(lists: Sequence[Sequence[int]], seat: int) -> int:
    return next(team for team, seats in enumerate(lists) if seat in seats)


def _lineups(memory: Memory, players: int, chosen: int) -> Iterator[Seats]:
    """The last line-up of that size, the same moved on a seat, and the ones before."""
    fitting = [each for each in memory.lineups if len(each) == players]
    if not fitting:
        return
    newest, *others = fitting
    offered = [(newest, False)]
    if players > 1:
        offered.append(((*newest[-1:], *newest[:-1]), True))
    offered += [(each, False) for each in others]
    for number, (names, is_rotated) in enumerate(offered[:MOST_LINEUPS]):
        yield Seats(names, is_rotated, number == chosen)


def _rule(option: Option, kept: Chosen) -> Rule:
    listed = list(dict.fromkeys(_listed(option.values)))
    chosen = kept.get(option.name, listed[0])
    shown = (
        Value(
            "" if number == 0 else json.dumps(value),
            str(option.meaning(value)),
            number == 0,
            value == chosen,
        )
        for number, value in enumerate(listed)
    )
    return Rule(option.name, _(option.title), tuple(shown))


def _listed(values: Values) -> Iterator[JsonValue]:
    for value in values:
        if isinstance(value, range):
            yield from value
        elif not isinstance(value, Form):
            yield value
