"""The moment that a decision is based on: the desk, the record, its history, who waits. A value."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple

from tricktable.games import GAMES, blame_game
from tricktable.rules import codec
from tricktable.rules.entries import Dealt, Entry, Happening, Impossible, Played, Shown
from tricktable.rules.faults import GameFault
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.rules.values import HouseRules
from tricktable.store.decks import Decks, Enrolment
from tricktable.table.club_notice import NOTHING_SAID, ClubNotice
from tricktable.table.desk.changes import Changes, GameRow, TextRow, note_row
from tricktable.table.desk.desk import Chair, Desk, of_a_game
from tricktable.table.memory import Memory
from tricktable.table.notes import Note
from tricktable.text.language import Message

# The Pico has 26 pins, and a table with four stations uses 24 (docs/explanation/power.md).
OWN_READERS: Final = 4
"""The readers and buttons of a whole board."""


class Equipment(NamedTuple):
    """What a board has, as far as decisions depend on it."""

    stations: int = OWN_READERS
    """Readers that have a button each; with more seats than these, they are shared."""
    has_keys: bool = True
    """Whether it has a keypad; otherwise its buttons confirm and undo, and phones do the rest."""

    @classmethod
    def from_hello(cls, parts: Mapping[str, str]) -> Equipment:
        """As a board's hello tells them; what it does not tell is there."""
        readers, keys, buttons = (
            int(told) if (told := parts.get(name, "")).isascii() and told.isdecimal() else usual
            for name, usual in (("readers", OWN_READERS), ("keys", 1), ("seats", OWN_READERS))
        )
        return cls(max(1, min(readers, buttons or readers, OWN_READERS)), keys > 0)


WHOLE_BOARD: Final = Equipment()


class WaitingPhone(NamedTuple):
    """A phone that waits to sit somewhere."""

    number: str
    """Two digits that phone and table show, so that people see which phone it is."""
    word: str
    """The word the board sends if a button is held for this phone; new for each claim."""
    name: str = ""
    """What its owner is called, who takes a chair before a game."""


class LeftGame(NamedTuple):
    """A game that another one has followed, with all that it takes to take it up again."""

    number: int
    """Of all games ever begun at this table, from 1."""
    record: Record
    names: tuple[str, ...]
    """Who sat there, seat by seat …"""
    persons: tuple[str, ...]
    """… and who of the table's people that was (`persons`)."""
    rows: tuple[tuple[str, str], ...]
    """Kind and body of each row with entries, or that says what entries are together."""
    desk: Desk
    before: LeftGame | None
    """The one that this game followed, if nothing was recorded here but its deal."""

    @property
    def is_unfinished(self) -> bool:
        """Whether it can be played on; folds it, once."""
        if self.desk.is_stopped:
            return False
        try:
            with blame_game(self.record.header.rules, may_refuse=False):
                return self.record.state.status == "playing"
        except GameFault:
            return False

    @property
    def title(self) -> Message:
        """What people call the game."""
        return Message(self.record.header.rules.title)

    @property
    def numbers(self) -> frozenset[int]:
        """The games that can be taken up: this one, and those before it."""
        before = self.before.numbers if self.before else frozenset()
        return before | {self.number} if self.is_unfinished else before

    def changes(self) -> Changes:
        """The rows that take it up again: it begins once more, with its people and all entries.

        So whatever reads rows finds a whole game there, and undo goes back as far as before.
        """
        header = next_header(self.record.header, self.names)
        return [
            GameRow(header, continues=self.number, persons=self.persons),
            *(TextRow(kind, text) for kind, text in self.rows),
            note_row(Note("taken_up", detail=self.title), **of_a_game(self.desk)),
        ]


def is_blank(record: Record) -> bool:
    """Whether nothing that counts was recorded but who deals."""
    return all(isinstance(each, Dealt) for each in record.happenings())


class Moment(NamedTuple):
    """Everything that a decision is based on."""

    desk: Desk
    record: Record | None
    decks: Decks
    names: tuple[str, ...]
    """Who sits at the table now, seat by seat."""
    history: History
    begun: tuple[Enrolment, ...] = ()
    """The decks whose enrolment is not finished."""
    claims: Mapping[int, WaitingPhone] = MappingProxyType({})
    """The seats that phones are waiting for, each with its phone."""
    presumed: frozenset[int] = frozenset()
    """The entries of the record that the table presumed and nobody has corrected, by number."""
    club: ClubNotice = NOTHING_SAID
    left: LeftGame | None = None
    """The unfinished game that can be taken up again: nothing was recorded since but a deal."""
    chairs: tuple[Chair, ...] = ()
    """Those of a table without a game, taken or free; none where there is one …"""
    next_chairs: tuple[Chair, ...] = ()
    """… and then those of its people, for when they choose another."""
    equipment: Equipment = WHOLE_BOARD
    """Those of its board."""
    memory: Memory = Memory()

    @property
    def is_in_play(self) -> bool:
        """Whether a game is being played that nobody would leave unasked.

        It is not over, nobody has given it up, and something but its deal has been recorded.
        """
        if self.record is None or self.desk.is_stopped or is_blank(self.record):
            return False
        return self.record.state.status == "playing"

    @property
    def decks_of_game(self) -> Decks:
        """The decks; the one in play is the one this game uses, if any."""
        if self.record is None:
            return self.decks
        return self.decks.of_kind(self.record.header.pack.kind.name)

    @property
    def is_shared(self) -> bool:
        """Whether there are more seats than readers and buttons."""
        seats = OWN_READERS if self.record is None else self.record.header.seats
        return seats > self.equipment.stations


class Act(NamedTuple):
    """Something done in one go: each entry it touched, as it counted before and after."""

    name: str
    """Empty for one entry; otherwise what people call it."""
    changes: tuple[tuple[int, Happening | None, Happening | None], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Acts:
    """A pile of acts: one more costs the same however many there are."""

    newest: Act
    below: Acts | None
    count: int


def _push(act: Act, below: Acts | None) -> Acts:
    return Acts(act, below, 1 + (below.count if below else 0))


class History(NamedTuple):
    """The acts that can be undone and those that have been; None if there are none."""

    done: Acts | None = None
    undone: Acts | None = None

    def with_act(self, act: Act, kind: str) -> History:
        """The history after an act; `undo` and `redo` move the newest one across."""
        if kind == "undo" and self.done:
            return History(self.done.below, _push(self.done.newest, self.undone))
        if kind == "redo" and self.undone:
            return History(_push(self.undone.newest, self.done), self.undone.below)
        return History(_push(act, self.done))

    @property
    def depth(self) -> int:
        """How many acts can be undone."""
        return self.done.count if self.done else 0


def who_and_what(entry: Happening) -> tuple[int | None, str | None]:
    """The seat and the card that an entry mentions in public, if it has them."""
    seat = entry.dealer if isinstance(entry, Dealt) else entry.seat
    return seat, entry.card.code if isinstance(entry, (Played, Shown)) else None


def is_possible(record: Record, entry: Entry) -> bool:
    """Whether the record could take the entry now."""
    try:
        record.check(entry)
    except Impossible:
        return False
    return True


# --- games ---------------------------------------------------------------------------------------


def first_header(
    players: int, game: str = next(iter(GAMES)), given: HouseRules | None = None
) -> Header:
    """A game of a new table: the default one, by the book unless house rules are given.

    Raises: BadLine, for a game that is not known or not for this number of people.
    """
    rules = GAMES.get(game)
    if given is None:
        given = rules.usual(players) if rules and players in rules.players else {}
    line = {"record": codec.FORMAT, "game": game, "players": players, "options": {**given}}
    return codec.read_header(json.dumps(line), GAMES)


def next_header(header: Header, names: Sequence[str], rotate: int = 0) -> Header:
    """The same game again with the same house rules; everybody moves on by `rotate` seats."""
    people = list(names[: header.players])
    by = rotate % header.players
    return replace(header, names=tuple(people[-by:] + people[:-by] if by else people))
