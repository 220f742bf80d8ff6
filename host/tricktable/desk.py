"""The desk: what lies between the cards and the record, and what each act at the table becomes.

A question that waits for its answer, a card half typed, a hand that is being read: all this is
kept in the journal too, so that a restart loses none of it. Decides, and does no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from tricktable.decks import Decks, Known, OtherDeck
from tricktable.games import GAMES
from tricktable.notes import CORRECT, MISREAD, OTHER_DECK, Note, Question
from tricktable.rules import codec
from tricktable.rules.cards import BY_CODE, RANKS, SUITS, Card
from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Entry,
    Happening,
    Held,
    Impossible,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.game import Header
from tricktable.rules.record import Record


class Mending(NamedTuple):
    """An earlier entry is being corrected: the next card read is the right one for it."""

    seq: int
    seat: int | None
    card: str
    """The seat and card that wait until then."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What is on the desk now. Immutable."""

    note: Note | None = None
    question: Question | None = None
    mending: Mending | None = None
    typed: str = ""
    """What has been keyed in of a card: nothing, a rank, or a whole card code."""
    reading: int | None = None
    """The seat whose cards are being read into its hand."""
    page: str = "table"
    """What the board shows: `table`, or `qr` to join."""
    dead_readers: tuple[int, ...] = ()
    undone: tuple[int, ...] = ()
    """Entries that UNDO has struck, newest last, until something else happens."""

    def with_changes(self, body: Mapping[str, Any]) -> Desk:
        """The desk after a journal row of kind `desk`."""
        made: dict[str, Any] = dict(body)
        for key, form in (("note", Note), ("question", Question), ("mending", Mending)):
            if made.get(key) is not None:
                made[key] = form(*made[key])
        for key in ("dead_readers", "undone"):
            if key in made:
                made[key] = tuple(made[key])
        return replace(self, **made)

    def cleared(self) -> Desk:
        """The desk after an entry: whatever was asked, told or typed is settled."""
        return replace(self, note=None, question=None, mending=None, typed="", undone=())


class Change(NamedTuple):
    """One row to be: its kind (`game`, `entry`, `desk`) and its body."""

    kind: str
    body: Mapping[str, Any]


Changes = Sequence[Change]


def entry_change(entry: Entry) -> Change:
    """The row of a record entry."""
    return Change("entry", codec.fields_of(entry))


def told(note: Note, **more: object) -> Change:
    """The row that tells the table something, and changes what else is given."""
    return Change("desk", {"note": note, **more})


class Moment(NamedTuple):
    """All that a decision rests on."""

    desk: Desk
    record: Record | None
    decks: Decks
    names: tuple[str, ...]
    """Who sits at the table now, seat by seat."""


# --- what the board says -------------------------------------------------------------------------


def hear(now: Moment, what: str, args: Sequence[str]) -> Changes:
    """What an event of the board becomes: at least one change, the first one carries its source."""
    form = _EVENTS.get(what)
    if form is None or not form.fits(args):  # a newer firmware has more to say
        return [told(Note("unknown_event", detail=what))]
    return form.handle(now, *args)


def _hear_card(now: Moment, reader: str, uid: str) -> Changes:
    at = int(reader)
    match now.decks.find(uid):
        case Known(_, code):
            return lay(now, *_seat_of(now, at), BY_CODE[code])
        case OtherDeck(deck, code):
            return [told(Note("other_deck", _seat_of(now, at)[0], code, deck.colour))]
        case _:
            return [told(Note("unknown_tag", _seat_of(now, at)[0]))]


def _hear_collision(now: Moment, reader: str) -> Changes:
    return [told(Note("two_cards", _seat_of(now, int(reader))[0]))]


def _hear_unreadable(now: Moment, reader: str, reason: str) -> Changes:
    return [told(Note("unreadable", _seat_of(now, int(reader))[0], detail=reason))]


def _hear_reader(now: Moment, reader: str, state: str) -> Changes:
    at = int(reader)
    dead = {each for each in now.desk.dead_readers if each != at}
    if state == "dead":
        dead.add(at)
    note = Note(f"reader_{state}", _seat_of(now, at)[0])
    return [told(note, dead_readers=sorted(dead))]


def _hear_fault(_now: Moment, words: str) -> Changes:
    return [told(Note("board_fault", detail=words.replace("_", " ")))]


def _hear_seat(now: Moment, seat: str, length: str) -> Changes:
    return press_seat(now, int(seat), is_long=length == "long")


def _hear_key(now: Moment, key: str) -> Changes:
    return press_key(now, key)


class _Form(NamedTuple):
    """How the words of an event are taken."""

    handle: Callable[..., Changes]
    words: int
    begins_with_number: bool = True

    def fits(self, args: Sequence[str]) -> bool:
        """Whether the words can be taken so."""
        if len(args) != self.words:
            return False
        return args[0].isdecimal() or not self.begins_with_number


_EVENTS: Final[Mapping[str, _Form]] = {
    "C": _Form(_hear_card, 2),
    "X": _Form(_hear_collision, 1),
    "U": _Form(_hear_unreadable, 2),
    "R": _Form(_hear_reader, 2),
    "K": _Form(_hear_key, 1, begins_with_number=False),
    "S": _Form(_hear_seat, 2),
    "F": _Form(_hear_fault, 1, begins_with_number=False),
}


def _seat_of(now: Moment, reader: int) -> tuple[int | None, bool]:
    """The seat of a reader, and whether it has none: then it is the table's own."""
    seats = now.record.header.seats if now.record else len(_ALL_SEATS)
    return (reader, False) if reader < seats else (None, True)


_ALL_SEATS: Final = range(4)


# --- cards ---------------------------------------------------------------------------------------


def lay(now: Moment, seat: int | None, at_table: bool, card: Card) -> Changes:
    """A card was laid on a seat's reader, or `at_table` on the table's own, or typed."""
    desk, record = now.desk, now.record
    if record is None:
        return [told(Note("no_game", seat, card.code))]
    if desk.mending is not None:
        return _mend(record, desk.mending, card)
    entry: Happening
    if record.state.next.what == "show":
        entry = Shown(None if at_table else seat, card)
    elif seat is None:
        return [told(Note("not_a_seat", None, card.code))]
    elif desk.reading == seat:
        entry = Held(seat, card)
    else:
        entry = Played(seat, card)
    try:
        record.fork().add(entry)
    except Impossible as refusal:
        return _refused(record, entry, refusal)
    return [entry_change(entry)]


def _refused(record: Record, entry: Played | Shown | Held, refusal: Impossible) -> Changes:
    seat, card = entry
    if refusal.because == "already_seen" and refusal.seq is not None:
        earlier = record.step(refusal.seq)
        if earlier and earlier.entry == entry and _is_last(record, entry):
            return [told(Note("lies_already", seat, card.code))]
        return [Change("desk", {"question": Question(seat, card.code, refusal.seq), "note": None})]
    return [told(Note(refusal.because, seat, card.code, refusal.reason))]


def _is_last(record: Record, entry: Happening) -> bool:
    """Whether a card that is read once more still lies where it was read: no question then."""
    felt = record.state.felt()
    on_table = {
        (seat, card) for seat, card in (*felt.trick, *(felt.last if not felt.trick else ()))
    }
    return isinstance(entry, Shown) or (isinstance(entry, Played) and tuple(entry) in on_table)


def _mend(record: Record, mending: Mending, card: Card) -> Changes:
    """Put the right card into the earlier entry, then take in the card that has waited."""
    step = record.step(mending.seq)
    if step is None or not isinstance(step.entry, (Played, Shown, Held)):
        return [told(Note("not_now", detail="that card was taken back"), mending=None)]
    right = step.entry._replace(card=card)
    try:
        trial = record.fork()
        trial.add(Corrected(mending.seq, right))
    except Impossible as refusal:
        return [told(_no_mending(step.entry, card, refusal), mending=None)]
    waiting = type(step.entry)(mending.seat, BY_CODE[mending.card])  # type: ignore[arg-type]
    if trial.state.next.what == "show":
        waiting = Shown(mending.seat, waiting.card)
    changes = [entry_change(Corrected(mending.seq, right))]
    try:
        trial.add(waiting)
    except Impossible as refusal:
        return [*changes, told(Note(refusal.because, mending.seat, mending.card, refusal.reason))]
    return [*changes, entry_change(waiting)]


def _no_mending(entry: Happening, card: Card, refusal: Impossible) -> Note:
    """Why the card cannot have been that entry's: as a person sees it, without entry numbers."""
    seat, _ = who_and_what(entry)
    is_elsewhere = refusal.because in ("already_seen", "breaks_later")
    return Note("cannot_be" if is_elsewhere else refusal.because, seat, card.code, refusal.reason)


# --- keys and buttons ----------------------------------------------------------------------------


def press_seat(now: Moment, seat: int, is_long: bool) -> Changes:
    """A seat button: I deal, I lead, the typed card is mine; long: my hand is being read."""
    record, desk = now.record, now.desk
    if record is None:
        return [told(Note("no_game", seat))]
    if seat >= record.header.seats:
        return [told(Note("not_a_seat"))]
    if is_long:
        begins = desk.reading != seat
        return [
            told(Note("reading" if begins else "hand_read", seat), reading=seat if begins else None)
        ]
    if len(desk.typed) == 2:
        return lay(now, seat, False, BY_CODE[desk.typed])
    entry: Happening
    match record.state.next.what:
        case "deal":
            entry = Dealt(seat)
        case "leader":
            entry = Declared(seat, "leader", None)
        case _:
            return [told(Note("button", seat))]
    return [entry_change(entry)]


def press_key(now: Moment, key: str) -> Changes:
    """A key: part of a card, an answer, or OK, UNDO, MENU."""
    desk = now.desk
    if desk.question is not None and key in (MISREAD, CORRECT, OTHER_DECK, "UNDO"):
        return answer(now, key)
    if key == "UNDO":
        return _press_undo(now)
    if key == "OK":
        return _press_ok(now)
    if key == "MENU":
        return [Change("desk", {"page": "table" if desk.page == "qr" else "qr", "note": None})]
    if now.record is None and key in ("3", "4"):
        return [game_change(first_header(int(key)))]
    # D is diamonds and no rank; no key is both.
    if key in SUITS and desk.typed:
        return [Change("desk", {"typed": desk.typed[0] + key, "note": None})]
    if key in RANKS:
        return [Change("desk", {"typed": key, "note": None})]
    return [told(Note("rank_first"))]


def _press_ok(now: Moment) -> Changes:
    record, desk = now.record, now.desk
    if len(desk.typed) == 2 and record is not None:
        awaited = record.state.next
        if awaited.seat is None and awaited.what != "show":
            return [told(Note("whose", card=desk.typed))]
        return lay(now, awaited.seat, awaited.seat is None, BY_CODE[desk.typed])
    if record is not None and record.state.status != "playing":
        return [game_change(replace(record.header, names=now.names[: record.header.players]))]
    return [Change("desk", {"page": "table", "note": None})]


def _press_undo(now: Moment) -> Changes:
    desk = now.desk
    if desk.typed or desk.mending is not None:
        return [Change("desk", {"typed": "", "mending": None, "note": None})]
    return undo(now)


def answer(now: Moment, key: str) -> Changes:
    """The answer to the open question, by its key; UNDO means misread."""
    question = now.desk.question
    if question is None:
        return [told(Note("no_question"))]
    settled = {"question": None}
    if key == CORRECT:
        mending = Mending(question.earlier, question.seat, question.card)
        return [Change("desk", {**settled, "mending": mending, "note": None})]
    if key == OTHER_DECK:
        return [told(Note("put_away", question.seat, question.card), **settled)]
    return [told(Note("not_counted", question.seat, question.card), **settled)]


def undo(now: Moment) -> Changes:
    """Strike the last entry that counts."""
    record = now.record
    last = None if record is None else record.last
    if last is None:
        return [told(Note("nothing_to_undo"))]
    seat, card = who_and_what(last.entry)
    note = Note("undone", seat, card)
    return [entry_change(Struck(last.seq)), told(note, undone=[*now.desk.undone, last.seq])]


def redo(now: Moment) -> Changes:
    """Take the newest undo back."""
    record, undone = now.record, now.desk.undone
    again = record.worded(undone[-1]) if record is not None and undone else None
    if again is None:
        return [told(Note("nothing_to_redo"))]
    return [
        entry_change(Corrected(undone[-1], again)),
        Change("desk", {"undone": undone[:-1]}),
    ]


def who_and_what(entry: Happening) -> tuple[int | None, str | None]:
    """The seat and the card that an entry speaks of, where it has them."""
    seat = entry.dealer if isinstance(entry, Dealt) else entry.seat
    return seat, entry.card.code if isinstance(entry, (Played, Shown, Held)) else None


# --- games ---------------------------------------------------------------------------------------


def game_change(header: Header) -> Change:
    """The row that begins a new game."""
    return Change("game", codec.header_fields(header))


def first_header(players: int) -> Header:
    """The game of a table that nobody has told anything: The Torite, by the book."""
    return codec.read_header(
        f'{{"record":"{codec.FORMAT}","game":"torite","players":{players}}}', GAMES
    )
