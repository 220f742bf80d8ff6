"""The JSON that the interface gives: a struct for each shape. Decides nothing.

`GameJson` is called `Game` in the interface's own description: `described` drops the ending.
Entries are those of records (docs/reference/record.md), field for field.
"""

from __future__ import annotations

from msgspec import Struct

from tricktable.rules.values import JsonValue
from tricktable.web.api.closed_sets import (
    Awaited,
    BoardState,
    Caller,
    Care,
    ClockState,
    EntryKind,
    GameName,
    Grade,
    Offered,
    Status,
    SuitLed,
    Trump,
    Way,
)


class BriefJson(Struct, frozen=True):
    """One table in the list of all."""

    code: str
    version: int
    board: BoardState
    """`without` where there has never been one."""
    game: GameName | None
    status: Status | None
    names: list[str]
    asleep_since: str | None = None
    """When it was played last, if nobody has been there for a while: then only a request for the
    table itself tells its game and names. Null for all others."""


class TablesJson(Struct, frozen=True):
    """All tables of this host."""

    tables: list[BriefJson]


class NextJson(Struct, frozen=True):
    """What is awaited, and from whom if it is exactly one."""

    seat: int | None
    what: Awaited


class FindingJson(Struct, frozen=True):
    """Something improper, as the reference of records lists it."""

    rule: str
    grade: Grade
    seat: int | None
    seq: int
    proof: list[int]


class SummaryJson(Struct, frozen=True):
    """What the running record means to anybody in the room: section "The summary" of records."""

    game: GameName
    players: int
    status: Status
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
    led: SuitLed | None
    best: int | None
    cards: list[LaidJson]
    last: list[LaidJson]
    last_winner: int | None
    tally: list[int]
    trump: Trump


class OfferedJson(Struct, frozen=True):
    """Something that can be said or moved now."""

    what: Offered
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


class WaitingJson(Struct, frozen=True):
    """A phone that asks for a seat."""

    seat: int
    number: str
    """The two digits that the phone and the table show."""


class LayingJson(Struct, frozen=True):
    """What a card laid now means."""

    ways: list[Way]
    """The kinds of entry that it can be, the likeliest first."""
    can_be_nobodys: bool
    """Whether the card may belong to the table, so that `seat` is null."""


class TendingJson(Struct, frozen=True):
    """How far the work on a deck has come."""

    what: Care
    deck: str
    """Empty until a card shows which deck it is."""
    card: str
    """The card to lay now, or the last one laid if any may come."""
    done: int
    of: int
    missing: list[str]


class StateJson(Struct, frozen=True):
    """One table as anybody in the room may see it."""

    code: str
    version: int
    """Counts up with every change, and starts anew with the program."""
    board: BoardState
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
    is_locked: bool
    """Whether only the host may write; cards on readers still count."""
    are_seats_open: bool
    """Whether a phone may sit down on a free seat by itself."""
    waiting: list[WaitingJson]
    """The phones that ask for seats."""
    laying: LayingJson | None
    """What a card laid or entered now means; null where none can be."""
    tending: TendingJson | None
    """Set while a deck is being learnt or checked: the game waits."""


class EntryJson(Struct, frozen=True, omit_defaults=True):
    """An entry of the running record as anybody in the room may know it."""

    seq: int
    kind: EntryKind
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


class DoneJson(Struct, frozen=True):
    """It is done."""

    game: int
    """The game that ran then, or began with it; 0 before the first."""
    seq: int
    """The newest entry of its record then."""
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


class ChoiceJson(Struct, frozen=True):
    """One value of a house rule."""

    value: JsonValue
    words: str
    """What it means, as a sentence."""


class OptionJson(Struct, frozen=True):
    """One house rule."""

    name: str
    title: str
    values: list[ChoiceJson]
    """The default first."""
    form: str
    """What else it may be, in words, where that is too much to list; else empty."""


class TopicJson(Struct, frozen=True):
    """Something that can be said or moved."""

    name: Offered
    title: str
    form: str
    """What its value may be, in words."""
    is_secret: bool


class KnownGameJson(Struct, frozen=True):
    """A game that can be played here."""

    name: GameName
    title: str
    line: str
    """What it is, in a sentence."""
    players: list[int]


class KnownGamesJson(Struct, frozen=True):
    """All games that can be played here."""

    games: list[KnownGameJson]


class GameRulesJson(Struct, frozen=True):
    """A game for so many players: its house rules, and what is said and awaited in it."""

    name: GameName
    title: str
    players: int
    seats: int
    options: list[OptionJson]
    topics: list[TopicJson]
    awaits: list[Awaited]
    """What its `next.what` can be."""


class PrefilledJson(Struct, frozen=True):
    """A new game as the host's page would begin it: send `game` back to begin it."""

    game: NewGamePrefilledJson
    lineups: list[list[str]]
    """Who sat where before, the newest first."""
    people: list[str]
    """Everybody who has played here, the most recent first."""


class NewGamePrefilledJson(Struct, frozen=True):
    """What `beginGame` takes."""

    game: GameName
    players: int
    names: list[str]
    options: dict[str, JsonValue]
    """Those of the last game of its kind."""
    dealer: int | None


class SeatJson(Struct, frozen=True):
    """A seat, and the phones that have it or want it."""

    seat: int
    name: str
    has_phone: bool
    waiting: str | None
    """The digits of the phone that asks for it."""
    can_be_given_back: bool
    """Whether another phone had it before."""


class ConsoleJson(Struct, frozen=True):
    """What the host's console knows of a table beyond what anybody may see."""

    seats: list[SeatJson]
    can_undo: bool
    can_redo: bool
    is_kept: bool
    """Whether a console, or a program with a pen, keeps the score."""
    fault: str | None
    """Why nothing is being saved, with the journal's path."""
    board_id: str | None
    can_close: bool
    """Whether the table can be put away: nobody has played there, and it is not the only one."""


class PenTakenJson(Struct, frozen=True):
    """Who keeps the score now."""

    pen: str
    """Empty if nobody does."""


class TrialJson(Struct, frozen=True):
    """What would change, and has not: the summary as it is, and as it would be."""

    before: SummaryJson
    after: SummaryJson


class OpenedJson(Struct, frozen=True):
    """A table that was opened."""

    code: str


class TableBoardsJson(Struct, frozen=True):
    """Which table has which board."""

    boards: dict[str, str]
    """The board's id by the table's code; a table without one is not listed."""


class KnownPersonJson(Struct, frozen=True):
    """Somebody whose name is in the journal."""

    name: str
    games: int


class PeopleJson(Struct, frozen=True):
    """Everybody whose name is in the journal, at any table."""

    people: list[KnownPersonJson]


class AnnouncementJson(Struct, frozen=True):
    """Something that every table is told."""

    id: int
    text: str
    at: str
    until: str
    """When it ends by itself."""


class CallJson(Struct, frozen=True):
    """A table that needs the organiser."""

    table: str
    at: str
    """Since when."""
    by: Caller
    seat: int | None
    """Whose phone it was, if it was a seat's."""
    is_answered: bool
    """Whether the organiser is on the way."""


class RoundTimerJson(Struct, frozen=True):
    """The round timer."""

    state: ClockState
    ends: str | None
    """When it ends, or ended; null while it is paused."""
    left_s: float


class ClubJson(Struct, frozen=True):
    """What all tables share."""

    announcements: list[AnnouncementJson]
    """Those that stand, the oldest first."""
    calls: list[CallJson]
    """Those that are open, the oldest first."""
    round: RoundTimerJson | None
    is_locked: bool
    """Whether all tables are locked."""
    trouble: str | None
    """Why nothing is being saved."""
    is_saved: bool
    """Whether what was asked for is on the disk."""


class TableGlanceJson(Struct, frozen=True):
    """One table as the organiser sees it among all."""

    code: str
    is_asleep: bool
    """Whether it is not in memory, because nobody is there; the rest is as it was when it was."""
    game: str
    where: str
    """How far the game is: its deal and trick, in words."""
    headline: str
    """What it waits for."""
    newest: str
    """The newest card, announcement or trick, in words."""
    question: str
    """What the table asks; empty if nothing."""
    faults: list[str]
    """What the organiser had better look at."""
    board: BoardState | None
    names: list[str]
    is_paused: bool
    is_locked: bool


class ClubOverviewJson(Struct, frozen=True):
    """The club, and every table at a glance."""

    club: ClubJson
    tables: list[TableGlanceJson]


class KnownDeckJson(Struct, frozen=True):
    """A deck without the numbers of its tags."""

    name: str
    colour: str
    kind: str
    cards: int
    is_in_play: bool


class BegunDeckJson(Struct, frozen=True):
    """A deck whose enrolment is unfinished."""

    name: str
    colour: str
    done: int
    of: int


class DeckChangedJson(Struct, frozen=True):
    """The decks of the house after a change."""

    decks: list[str]
    """Their names."""


class KnownDecksJson(Struct, frozen=True):
    """All decks that the table knows."""

    decks: list[KnownDeckJson]
    begun: list[BegunDeckJson]
    """Those whose cards have not all been learnt."""
    controls: dict[str, int]
    """How many control cards there are for each act."""
