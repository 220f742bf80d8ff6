"""The JSON that the interface takes and gives: a struct for each shape. Decides nothing.

`GameJson` is called `Game` in the interface's own description: `described` drops the ending.

Entries are those of records (docs/reference/record.md), field for field. Requests may have no
members but those named here, so a misspelt one is refused, not ignored.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tricktable.rules.values import JsonValue
from tricktable.table import commands
from tricktable.table.commands import CardCode, Seat

Place = Literal["hand", "draw", "discard", "stack", "kitty"]
Topic = Annotated[str, Meta(pattern="^[a-z]{1,20}$")]
Count = Annotated[int, Meta(ge=0, le=52)]


# --- what is asked ------------------------------------------------------------------------------


class DealtJson(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="dealt"):
    """A deal begins."""

    dealer: Seat


class HeldJson(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="held"):
    """A card was read in a hand."""

    seat: Seat
    card: CardCode


class ShownJson(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="shown"):
    """A card turned up for all; the table's own, if `seat` is null."""

    seat: Seat | None
    card: CardCode


class PlayedJson(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="played"):
    """A card played to the trick."""

    seat: Seat
    card: CardCode


class MovedJson(
    Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="moved",
    rename={"source": "from", "target": "to"},
):
    """Cards moved from one place to another."""

    seat: Seat
    source: Place
    target: Place
    count: Count
    cards: list[CardCode] | UnsetType = UNSET


class DeclaredJson(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="declared"
):
    """Something said at the table; who may say what now, the table's `offers` tell."""

    seat: Seat | None
    topic: Topic
    value: JsonValue = None


Happening = Annotated[
    DealtJson | HeldJson | ShownJson | PlayedJson | MovedJson | DeclaredJson,
    Meta(title="Happening"),
]
"""An entry that is no word about another one."""


class NewGameJson(commands.NewGame, frozen=True, forbid_unknown_fields=True):
    """A game begins; what was played before stays in the journal."""

    abandon: bool = False
    """Whether a game that runs is given up for it; else it is refused."""


# --- what is answered ---------------------------------------------------------------------------


class BriefJson(Struct, frozen=True):
    """One table in the list of all."""

    code: str
    version: int
    board: str
    """`live`, `silent`, `absent`, `refused`, or `without` where there has never been one."""
    game: str | None
    status: str | None
    names: list[str]


class TablesJson(Struct, frozen=True):
    """All tables of this host."""

    tables: list[BriefJson]


class NextJson(Struct, frozen=True):
    """What is awaited, and from whom if it is exactly one."""

    seat: int | None
    what: str


class FindingJson(Struct, frozen=True):
    """Something improper, as the reference of records lists it."""

    rule: str
    grade: str
    seat: int | None
    seq: int
    proof: list[int]


class SummaryJson(Struct, frozen=True):
    """What the running record means to anybody in the room: section "The summary" of records."""

    game: str
    players: int
    status: str
    seq: int
    next: NextJson
    winner: list[int] | None
    findings: list[FindingJson]
    detail: dict[str, JsonValue]


class LaidJson(Struct, frozen=True):
    """A card and who played it."""

    seat: int
    card: str


class TrickJson(Struct, frozen=True):
    """The running trick and the one before."""

    number: int
    of: int
    led: str | None
    best: int | None
    cards: list[LaidJson]
    last: list[LaidJson]
    last_winner: int | None
    tally: list[int]
    trump: str


class OfferedJson(Struct, frozen=True):
    """Something that can be said or moved now."""

    what: str
    seats: list[int | None]
    values: list[JsonValue]
    is_secret: bool


class AnswerableJson(Struct, frozen=True):
    """One way to answer a question."""

    key: str
    words: str


class QuestionJson(Struct, frozen=True):
    """What the table asks."""

    text: str
    options: list[AnswerableJson]


class StateJson(Struct, frozen=True):
    """One table as anybody in the room may see it."""

    code: str
    version: int
    """Counts up with every change, and starts anew with the program."""
    board: str
    board_word: str
    """Why a board is refused."""
    trouble: str | None
    """Why nothing is being saved."""
    names: list[str]
    games: int
    """How many games have been begun: the running or finished one is the last."""
    is_paused: bool
    note: str
    question: QuestionJson | None
    summary: SummaryJson | None
    """Null before the first game."""
    options: dict[str, JsonValue]
    """The house rules, complete."""
    trick: TrickJson | None
    offers: list[OfferedJson]


class EntryJson(Struct, frozen=True, omit_defaults=True):
    """An entry of the running record as anybody in the room may know it."""

    seq: int
    kind: str
    is_struck: bool = False
    is_secret: bool = False
    """What it says is for one seat and the table alone."""
    is_presumed: bool = False
    """Nobody said it: the table took it from what came next, and nobody has corrected it."""
    seat: int | None = None
    dealer: int | None = None
    card: str | None = None
    topic: str | None = None
    value: JsonValue = None
    move: str | None = None
    """From one place to another: `hand>discard`."""
    count: int | None = None


class EntriesJson(Struct, frozen=True):
    """Entries of the running record, oldest first."""

    game: int
    seq: int
    """The newest entry there is, of strikes and corrections too."""
    entries: list[EntryJson]


class AddedJson(Struct, frozen=True):
    """The record took an entry in."""

    game: int
    seq: int
    is_saved: bool
    """Whether it is on the disk; if not, the table plays on and saves it when there is room."""


class GameJson(Struct, frozen=True):
    """A game that the table has played or plays."""

    number: int
    began: str
    game: str
    players: int
    options: dict[str, JsonValue]
    """Those that differ from the game's defaults."""
    names: list[str] | None
    entries: int


class GamesJson(Struct, frozen=True):
    """All games of a table, oldest first."""

    games: list[GameJson]


class KnownDeckJson(Struct, frozen=True):
    """A deck without the numbers of its tags."""

    name: str
    colour: str
    kind: str
    cards: int
    is_in_play: bool


class KnownDecksJson(Struct, frozen=True):
    """All decks that the table knows."""

    decks: list[KnownDeckJson]
