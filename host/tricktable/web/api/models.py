"""The JSON that answers carry: a struct for each shape. Decides nothing.

`GameJson` is called `Game` in the API's description: `schemas` drops the ending.
Entries are those of records (docs/reference/record.md), field for field.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from tricktable.store.reviews import ClaimOutlookJson, DealReviewJson
from tricktable.web.api.enums import (
    BoardState,
    Caller,
    Care,
    ClockState,
    Declaration,
    Detail,
    GameName,
    Grade,
    OfferKind,
    OfferToSeat,
    Options,
    Place,
    Status,
    StepName,
    SuitLed,
    Trump,
    Value,
    Way,
)


class BriefJson(Struct, frozen=True):
    """One table in the list of tables."""

    code: str
    version: int
    board: BoardState
    """`without` if the table has never had one."""
    game: GameName | None
    status: Status | None
    names: list[str]
    asleep_since: str | None = None
    """When the table was last played, if nobody has used it for a while; otherwise null. To see
    the game and names of such a table, ask for the table itself."""


class TableListJson(Struct, frozen=True):
    """All tables of this host."""

    tables: list[BriefJson]


class NextJson(Struct, frozen=True):
    """The next step, and whose turn it is if it is exactly one player's."""

    seat: int | None
    what: StepName


class FindingJson(Struct, frozen=True):
    """An irregularity, as listed in the reference of records."""

    rule: str
    grade: Grade
    seat: int | None
    seq: int
    proof: list[int]


class SummaryJson(Struct, frozen=True):
    """The running record as the room may see it: see "The summary" in the reference of records."""

    game: GameName
    players: int
    status: Status
    seq: int
    next: NextJson
    winner: list[int] | None
    findings: list[FindingJson]
    detail: Detail
    """What only this game has: see "`detail` by game" in the reference of records."""


class LaidJson(Struct, frozen=True):
    """A card and who played it."""

    seat: int
    card: str


class TrickJson(Struct, frozen=True):
    """The current trick and the one before."""

    number: int
    of: int
    led: SuitLed | None
    best: int | None
    cards: list[LaidJson]
    last: list[LaidJson]
    last_winner: int | None
    tally: list[int]
    trump: Trump


class BoundsJson(Struct, frozen=True):
    """Whole numbers, too many to list."""

    least: int
    most: int


class OfferedJson(Struct, frozen=True):
    """Something that can be said or moved now."""

    what: OfferToSeat
    """`dealt`, what is said, or for a move both places, as in `hand>stack`."""
    kind: OfferKind
    """The kind of entry that it makes."""
    step: StepName | None
    """The word in `next.what` that waits for it; null if the game never waits for it."""
    seats: list[int | None]
    """Who may; null for the table. Of `dealt`, who may be the dealer."""
    values: list[Value]
    """What may be said, or how many cards may move; empty if that is too much to list."""
    numbers: BoundsJson | None
    """These numbers may be said, too; null if none or if they are listed."""
    is_secret: bool
    """Whether only that seat may know the value."""


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
    """What laying a card now means."""

    ways: list[Way]
    """The kinds of entry it can make, likeliest first."""
    can_be_nobodys: bool
    """Whether the card may belong to the table; then `seat` is null."""


class TendingJson(Struct, frozen=True):
    """Progress of enrolling or checking a deck."""

    what: Care
    deck: str
    """Empty until a card shows which deck it is."""
    card: str
    """The card to lay now, or the last one laid if any card may come next."""
    done: int
    of: int
    missing: list[str]


class StateJson(Struct, frozen=True):
    """One table as anybody in the room may see it."""

    code: str
    version: int
    """Increases with every change; starts over when the program restarts."""
    board: BoardState
    board_word: str
    """Why the board is refused."""
    trouble: str | None
    """Why nothing is being saved."""
    names: list[str]
    games: int
    """How many games have been begun, including the present one."""
    is_paused: bool
    note: str
    question: QuestionJson | None
    summary: SummaryJson | None
    """Null before the first game."""
    options: Options
    """All house rules of the game."""
    trick: TrickJson | None
    offers: list[OfferedJson]
    is_locked: bool
    """Whether only the host may enter anything. Cards on readers still count."""
    are_seats_open: bool
    """Whether a phone may take a free seat without being accepted."""
    waiting: list[WaitingJson]
    """The phones that ask for seats."""
    chairs: list[str]
    """At a table without a game the name on each chair, empty while it is free; else none."""
    laying: LayingJson | None
    """What laying or entering a card now means; null if no card can be laid."""
    tending: TendingJson | None
    """Set while a deck is being enrolled or checked. The game pauses meanwhile."""


TableEvent = Annotated[StateJson | int | list[str], Meta(title="TableEvent")]
"""The data of an event of a table's stream: `state`, `beat` or `hosts`."""
ClubEvent = Annotated[int | list[str], Meta(title="ClubEvent")]
"""The data of an event of the club's stream: `changed`, `beat` or `hosts`."""


class _RoomEntry(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """An entry of the running record, as the room may know it: its fields are those of records."""

    seq: int
    """Its number in the record."""
    is_struck: bool = False
    """Whether it was recorded by mistake and no longer counts."""
    is_secret: bool = False
    """Whether its contents are only for one seat and the table; they are left out."""
    is_presumed: bool = False
    """Whether the table filled it in from what came next, and nobody has corrected it."""


class DealtEntryJson(_RoomEntry, frozen=True, omit_defaults=True, tag_field="kind", tag="dealt"):
    """A deal began."""

    dealer: int


class HeldEntryJson(_RoomEntry, frozen=True, omit_defaults=True, tag_field="kind", tag="held"):
    """A card was scanned into a player's hand. Which one is secret."""

    seat: int


class ShownEntryJson(_RoomEntry, frozen=True, omit_defaults=True, tag_field="kind", tag="shown"):
    """A card was turned face up; it belongs to the table if `seat` is null."""

    seat: int | None
    card: str


class PlayedEntryJson(_RoomEntry, frozen=True, omit_defaults=True, tag_field="kind", tag="played"):
    """A card was played to the trick."""

    seat: int
    card: str


class MovedEntryJson(
    _RoomEntry,
    frozen=True,
    omit_defaults=True,
    tag_field="kind",
    tag="moved",
    rename={"source": "from", "target": "to"},
):
    """Cards were moved from one place to another."""

    seat: int
    source: Place
    target: Place
    count: int


class DeclaredEntryJson(
    _RoomEntry, frozen=True, omit_defaults=True, tag_field="kind", tag="declared"
):
    """Something was said at the table. If the whole of it is secret, only that it was said."""

    seat: int | UnsetType | None = UNSET
    """Null if the table said it."""
    topic: Declaration | UnsetType = UNSET
    value: Value = None


EntryJson = Annotated[
    DealtEntryJson
    | HeldEntryJson
    | ShownEntryJson
    | PlayedEntryJson
    | MovedEntryJson
    | DeclaredEntryJson,
    Meta(title="Entry"),
]
"""An entry of the running record."""


class EntryListJson(Struct, frozen=True):
    """Entries of the running record, oldest first."""

    game: int
    seq: int
    """The number of the newest entry, counting strikes and corrections."""
    entries: list[EntryJson]


class DoneJson(Struct, frozen=True):
    """The request has been carried out."""

    game: int
    """The number of the game at that moment; 0 before the first."""
    seq: int
    """The number of the newest entry of its record at that moment."""
    is_saved: bool
    """Whether it is on the disk. If not, play continues and it is saved as soon as possible."""


class GameJson(Struct, frozen=True):
    """A game at the table, finished or running."""

    number: int
    began: str
    game: str
    players: int
    options: Options
    """The house rules that differ from the game's defaults."""
    names: list[str] | None
    entries: int


class GameListJson(Struct, frozen=True):
    """All games of a table, oldest first."""

    games: list[GameJson]


class ClaimJson(Struct, frozen=True):
    """A claim on what is left of a hand."""

    seat: int
    is_shared: bool
    """Whether it is that all have won, and not that the seat takes all tricks that are left."""
    waits: list[int]
    """The seats whose phones have not laid it open yet."""
    is_open: bool
    """Whether it lies open: before that nothing is looked at."""
    outlook: ClaimOutlookJson | None
    """Null before it lies open, and if there was no time to find out."""


class GameReviewJson(Struct, frozen=True):
    """What the deals of a game could have become."""

    game: GameName
    """The game's name."""
    deals: list[DealReviewJson]


class ChoiceJson(Struct, frozen=True):
    """One value of a house rule."""

    value: Value
    words: str
    """What it means, in a sentence."""


class OptionJson(Struct, frozen=True):
    """One house rule."""

    name: str
    title: str
    values: list[ChoiceJson]
    """The default first."""
    form: str
    """Describes further values when there are too many to list; otherwise empty."""
    numbers: BoundsJson | None
    """It may have these values, too; null if none or if they are listed."""
    rulings: list[str]
    """The numbers of the game's rulings that it settles otherwise."""


class TopicJson(Struct, frozen=True):
    """Something that can be said or moved."""

    name: OfferToSeat
    title: str
    form: str
    """Describes the values it may have."""
    is_secret: bool


class KnownGameJson(Struct, frozen=True):
    """A game that can be played here."""

    name: GameName
    title: str
    line: str
    """The game in a sentence."""
    players: list[int]


class KnownGamesJson(Struct, frozen=True):
    """All games that can be played here."""

    games: list[KnownGameJson]


class GameRulesJson(Struct, frozen=True):
    """A game for this many players: its house rules, announcements and steps."""

    name: GameName
    title: str
    players: int
    seats: int
    options: list[OptionJson]
    topics: list[TopicJson]
    awaits: list[StepName]
    """Possible values of `next.what`."""


class PrefilledJson(Struct, frozen=True):
    """A new game, filled in as on the host's page. Send `game` back to begin it."""

    game: NewGamePrefilledJson
    lineups: list[list[str]]
    """Earlier line-ups, newest first."""
    people: list[str]
    """Everybody who has played here, most recent first."""


class NewGamePrefilledJson(Struct, frozen=True):
    """The body of a `beginGame` request."""

    game: GameName
    players: int
    names: list[str]
    options: Options
    """The house rules of the last game of this kind."""
    dealer: int | None


class SeatJson(Struct, frozen=True):
    """A seat, with the phone that has it and the one that asks for it."""

    seat: int
    name: str
    has_phone: bool
    waiting: str | None
    """The digits of the phone that asks for this seat."""
    can_be_given_back: bool
    """Whether another phone had this seat before."""


class ConsoleJson(Struct, frozen=True):
    """What only the host's page shows about a table."""

    seats: list[SeatJson]
    can_undo: bool
    can_redo: bool
    is_kept: bool
    """Whether somebody, at a host's page or a program, has the scorekeeper's pen."""
    fault: str | None
    """Why nothing is being saved, with the journal's path."""
    board_id: str | None
    can_close: bool
    """Whether the table can be closed: nobody has played there, and it is not the only one."""


class PenTakenJson(Struct, frozen=True):
    """Who has the scorekeeper's pen now."""

    pen: str
    """Empty if nobody has it."""


class TrialJson(Struct, frozen=True):
    """The preview of a change: the summary as it is, and as it would be."""

    before: SummaryJson
    after: SummaryJson


class OpenedJson(Struct, frozen=True):
    """A table that was opened."""

    code: str


class TableBoardsJson(Struct, frozen=True):
    """Which table has which board."""

    boards: dict[str, str]
    """Board ids by table code. Tables without a board are not listed."""


class KnownPersonJson(Struct, frozen=True):
    """A person named in the journal."""

    name: str
    games: int


class PersonListJson(Struct, frozen=True):
    """Everybody named in the journal, at any table."""

    people: list[KnownPersonJson]


class AddressJson(Struct, frozen=True):
    """Where guests' phones reach this host."""

    url: str
    """The start of every link and code that guests get."""
    address: str
    """The address of this computer that it names; empty if a setting says where guests go."""
    others: list[str]
    """Other addresses of this computer to which guests can be sent."""


class AnnouncementJson(Struct, frozen=True):
    """An announcement to every table."""

    id: int
    text: str
    at: str
    until: str
    """When it disappears by itself."""


class CallJson(Struct, frozen=True):
    """A table's call for the organiser."""

    table: str
    at: str
    """When the table called."""
    by: Caller
    seat: int | None
    """The seat whose phone called, if it was a phone."""
    is_answered: bool
    """Whether the organiser is on the way."""


class RoundTimerJson(Struct, frozen=True):
    """The round timer."""

    state: ClockState
    ends: str | None
    """When the round ends or ended; null while it is paused."""
    left_s: float


class ClubJson(Struct, frozen=True):
    """What all tables share."""

    announcements: list[AnnouncementJson]
    """The announcements shown now, oldest first."""
    calls: list[CallJson]
    """The open calls, oldest first."""
    round: RoundTimerJson | None
    is_locked: bool
    """Whether all tables are locked."""
    trouble: str | None
    """Why nothing is being saved."""
    is_saved: bool
    """Whether the change is on the disk."""


class TableGlanceJson(Struct, frozen=True):
    """One table in the organiser's overview."""

    code: str
    is_asleep: bool
    """Whether the table is asleep because nobody uses it; the rest is its last known state."""
    game: str
    where: str
    """The present deal and trick, in words."""
    headline: str
    """What the game is waiting for, in words."""
    newest: str
    """The newest card, announcement or trick, in words."""
    question: str
    """The question that the table asks; empty if none."""
    faults: list[str]
    """Problems that need the organiser."""
    board: BoardState | None
    names: list[str]
    is_paused: bool
    is_locked: bool


class ClubOverviewJson(Struct, frozen=True):
    """The club, and every table at a glance."""

    club: ClubJson
    tables: list[TableGlanceJson]


class KnownDeckJson(Struct, frozen=True):
    """A deck, without its tags' numbers."""

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
    """The decks' names."""


class KnownDecksJson(Struct, frozen=True):
    """All decks that the table knows."""

    decks: list[KnownDeckJson]
    begun: list[BegunDeckJson]
    """Decks only partly enrolled."""
    controls: dict[str, int]
    """How many control cards there are for each act."""
