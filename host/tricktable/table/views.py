"""What a table shows, as values: its view, its places, what one phone may know.

Pages, displays, the terminal and the virtual table are made from these. Changes nothing.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from tricktable.rules.game import Header, Offer
from tricktable.rules.laying import CardMeaning
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC, Viewpoint
from tricktable.rules.view import AnyView, view
from tricktable.table import notes
from tricktable.table.answers import Answer, Trial
from tricktable.table.club_notice import NOTHING_SAID, ClubNotice
from tricktable.table.desk import deck_work, early_cards, keypad, presumption, seats
from tricktable.table.desk.deck_work import DeckProgress
from tricktable.table.desk.desk import Desk
from tricktable.table.desk.moment import (
    WHOLE_BOARD,
    Acts,
    Equipment,
    History,
    LeftGame,
    Moment,
    WaitingPhone,
)
from tricktable.table.memory import Memory
from tricktable.table.note_kinds import About
from tricktable.table.notes import Note, Prompt
from tricktable.table.rematch import RematchOffer
from tricktable.table.seating import PhoneState, SeatOccupancy
from tricktable.table.story import Story
from tricktable.text.language import Message
from tricktable.text.sentences import paragraph

LIVE: Final = "live"
"""The board answers."""
SILENT: Final = "silent"
"""The board has been silent for a while, or its cable is out."""
ABSENT: Final = "absent"
"""This table's board has not been found since the host started."""
WITHOUT: Final = "without"
"""No board has ever come to this table: people play without one."""
REFUSED: Final = "refused"
"""There is a board that cannot be used: `board_word` says why."""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as anybody in the room may see it. Pages and displays are made from it."""

    code: str
    version: int
    """Goes up with every change."""
    names: tuple[str, ...]
    view: AnyView | None
    """The running or finished game; None before the first."""
    header: Header | None
    asked: Prompt | None
    """The open question."""
    desk: Desk
    """As anybody may see it: `Desk.in_public`."""
    board: str
    board_word: Message
    """What to say of the board besides; a REFUSED one has such a sentence."""
    trouble: str | None
    """Why nothing is being saved, as a translatable message that names no file; else None."""
    games: int
    """How many games have begun at this table."""
    suit_counts: tuple[tuple[int, ...] | None, ...] = ()
    """Of each hand that was read whole, its clubs, diamonds, hearts and spades; empty unless the
    house rule `show_suit_counts` shows them."""
    deck_work: DeckProgress | None = None
    """Set while a deck is being enrolled or checked and the game waits."""
    has_deck: bool = True
    """Whether any deck is known, so that nobody needs to type cards."""
    claims: tuple[tuple[int, WaitingPhone], ...] = ()
    """The seats that phones are waiting for, each with its phone."""
    has_buttons: bool = True
    """Whether seat buttons let phones in; otherwise the host does."""
    equipment: Equipment = WHOLE_BOARD
    """What the board has."""
    early: tuple[Offer, ...] = ()
    """What a seat can say before what the game waits for, which the table then presumes."""
    row: int = 0
    """The journal's newest row of this table, once all that waits for room is saved."""
    at: str = ""
    """When that row was written, wall time; empty if there is none, or if it does not say."""
    card_means: CardMeaning | None = None
    """What a card laid now means, even if the table presumes what is missing before it, or if it
    has to wait for a choice."""
    waits: Note | None = None
    """The sentence about the cards that wait for a choice; None if none wait."""
    awaits: Message | None = None
    """That choice."""
    club: ClubNotice = NOTHING_SAID
    """What the club says to this table."""
    rematch: RematchOffer | None = None
    """Another game of the same people that somebody offers once this one is over."""
    chairs: tuple[str, ...] = ()
    """At a table without a game the name on each chair, empty while it is free; else none."""
    phones: frozenset[int] = frozenset()
    """The seats or chairs that have a phone."""
    is_at_keys: bool = False
    """Whether `asked` is what somebody is looking up at the board's keys."""

    @property
    def question(self) -> Prompt | None:
        """The open question, if it is everybody's: the board's menu stays on its display."""
        return None if self.is_at_keys else self.asked

    @property
    def has_shared_button(self) -> bool:
        """Whether a press says nothing for a seat: it names one that might answer after another."""
        if self.view is None or self.equipment.has_keys:
            return False
        return self.view.seats > self.equipment.stations and len(self.view.awaited) != 1

    @property
    def is_without_board(self) -> bool:
        """Whether people play without a board: cards come from phones and the host's page."""
        return self.board == WITHOUT

    @property
    def are_seats_open(self) -> bool:
        """Whether a phone may take a free seat, or before a game a free chair, by itself."""
        if self.chairs:
            return not (self.desk.is_door_closed or self.desk.is_locked)
        return self.desk.are_seats_open and self.is_without_board and not self.desk.is_locked

    @property
    def has_free_seats(self) -> bool:
        """Whether a phone that comes now may sit down: at a table without a board, or a game."""
        players = self.header.players if self.header else len(self.chairs)
        is_free = any(seat not in self.phones for seat in range(players))
        return is_free and (bool(self.chairs) or self.is_without_board)

    @property
    def asks_and_note(self) -> str:
        """What the table says: who is waiting to sit down, and the note; empty for neither."""
        return paragraph(*self.asks, self.note_text)

    @property
    def is_note_of_keys(self) -> bool:
        """Whether the note is for whoever is at the board's keys."""
        return self.desk.note is not None and self.desk.note.about in notes.OF_KEYS

    @property
    def to_all(self) -> str:
        """The same without what concerns one phone, or whoever is at the board's keys, alone.

        It asks nothing: whoever reads it on a wall can answer nobody.
        """
        note = self.desk.note
        is_of_one = self.is_note_of_keys or (note and note.about in notes.OF_ONE_PHONE)
        told = "" if is_of_one else self._note_sentence(is_for_display=True)
        return paragraph(*self.asks, told)

    @property
    def note_text(self) -> str:
        """The note as a sentence; without one, the club's announcement, or nothing."""
        return self._note_sentence() or self.club.summary

    @property
    def note_on_display(self) -> str:
        """As `note_text`, in the fewer words that some notes have where nobody is asked."""
        return self._note_sentence(is_for_display=True) or self.club.summary

    def _note_sentence(self, *, is_for_display: bool = False) -> str:
        """The note as a sentence; empty if there is none."""
        stopped = Note("stopped") if self.desk.is_stopped and self.asked is None else None
        note, has_board = self.desk.note or self.waits or stopped, not self.is_without_board
        if note is None:
            return ""
        has_keys = self.equipment.has_keys
        return notes.sentence(
            note, self.names, has_board, has_keys=has_keys, is_for_display=is_for_display
        )

    @property
    def asks(self) -> tuple[str, ...]:
        """For each waiting phone, a sentence on how to let it in."""
        about: About = "claims" if self.has_buttons else "claims_shared"
        return tuple(
            notes.sentence(Note(about, seat, detail=waiting.number), self.names)
            for seat, waiting in self.claims
        )


class Snapshot(NamedTuple):
    """Everything the host's pages show of a table, at one moment: its parts fit together."""

    view: TableView
    record: Record | None
    """The running game's, to be read and not added to; None before the first."""
    places: tuple[SeatOccupancy, ...]
    """As many as there are names."""
    memory: Memory
    history: History
    """What can be undone and redone."""
    writer: str | None
    """The host's page that keeps the score."""
    fault: str
    """Why nothing is being saved, with the journal's path, for the host only; else empty."""
    row: int
    """The newest row's number."""
    trial: Trial | Answer | None
    """The effect of the given request, if any."""
    presumed: frozenset[int] = frozenset()
    """The entries that the table presumed and nobody has corrected, by number."""
    left: LeftGame | None = None
    """As in `Moment`."""
    began: str = ""
    """When the running game began, as its row has it; empty before the first."""


class PhoneView(NamedTuple):
    """One phone at the table, with everything it may know."""

    known: PhoneState
    seat: int | None
    """Its seat, or the one it waits for; None if its owner has no seat in this game."""
    left_ms: int
    """How much longer it waits for the button."""
    table: TableView
    """The game as its seat sees it, if it has one; else as everybody does."""
    record: Record | None
    """For the seat's own questions, read-only; None if it has no seat."""
    places: tuple[SeatOccupancy, ...]
    presumed: frozenset[int] = frozenset()
    """As in `Snapshot`."""
    acts: Acts | None = None
    """The acts that count; None if there are none, or for a phone without a seat."""

    @property
    def own_seat(self) -> int | None:
        """Where its owner sits in this game; None if they have no seat in it, or wait for one."""
        return self.seat if self.known.sits else None


class Audience(Protocol):
    """Shows the newest view of a table to people."""

    def show(self, view: TableView) -> None:
        """Show it; returns at once."""


def draw_for(
    story: Story,
    now: Moment,
    seat: int | None,
    *,
    version: int,
    board: tuple[str, Message],
    trouble: str | None,
    board_tells_presses: bool,
    club: ClubNotice,
    rematch: RematchOffer | None,
    phoned: Collection[str],
) -> TableView:
    """The table as that seat sees it; as everybody does, if none is given.

    `phoned` are the people whose phones have seats; `board` is how the board is, and its word;
    `board_tells_presses` whether it says which press of a button was for a phone that waits;
    `club` what the table has heard from the club; `rematch` what is offered.
    """
    record, names = story.record, now.names
    viewpoint: Viewpoint = PUBLIC if seat is None else seat
    seen = None if record is None else view(record, viewpoint).with_names(names)
    return TableView(
        code=story.code,
        version=version,
        names=names,
        view=seen,
        header=record.header if record else None,
        asked=_open_question(now),
        desk=now.desk.in_public(),
        board=board[0],
        board_word=board[1],
        trouble=trouble,
        club=club,
        rematch=rematch if seen is not None and seen.is_over else None,
        games=story.games,
        suit_counts=record.header.rules.suit_counts(record) if record else (),
        deck_work=deck_work.progress(now),
        early=tuple(presumption.early(now, record)) if record else (),
        row=story.seq,
        at=story.at,
        card_means=presumption.stands(now, record) if record else None,
        waits=early_cards.told_of(now, record) if record else None,
        awaits=early_cards.awaited_choice(now, record) if record else None,
        has_deck=bool(now.decks.decks),
        claims=tuple(now.claims.items()),
        has_buttons=board[0] != WITHOUT and board_tells_presses and seats.has_buttons(now),
        equipment=now.equipment,
        chairs=tuple(chair.name for chair in now.chairs),
        phones=frozenset(number for number, person in enumerate(story.persons) if person in phoned),
        is_at_keys=now.desk.question is None and keypad.is_looked_up(now),
    )


def _open_question(now: Moment) -> Prompt | None:
    """The open question; None while a deck is being enrolled or checked."""
    if now.desk.tending is not None:
        return None
    if now.record is not None and now.desk.question is not None:
        return notes.ask(now.desk.question, now.names, now.record)
    return keypad.question(now)
