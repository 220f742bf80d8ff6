"""What a player says with the seat's button and the keys after it. Decides, and does no I/O."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from tricktable.rules import codec
from tricktable.rules.entries import (
    BadLine,
    Corrected,
    Dealt,
    Declared,
    Happening,
    Held,
    Impossible,
    Moved,
    Played,
    Shown,
)
from tricktable.rules.record import Record
from tricktable.rules.topics import topic_of
from tricktable.rules.values import JsonValue
from tricktable.table.desk.accept import Denied, Intent, accept, changes_of, entry_rows
from tricktable.table.desk.changes import Changes, EntryRow, desk_change, note_row
from tricktable.table.desk.desk import DeskFields, OpenDialogue, ScannedMove
from tricktable.table.desk.face_down import is_read_at_once, moves_of
from tricktable.table.desk.keys import KeyedCall, KeypadOffer, follow, keypad_offers, label
from tricktable.table.desk.laid_card import stands_for
from tricktable.table.desk.moment import Moment, is_possible, who_and_what
from tricktable.table.desk.presumption import early, stands
from tricktable.table.notes import Note, Prompt, of_refusal
from tricktable.text.language import Message, message
from tricktable.text.names import seat_name


def speak(now: Moment, record: Record, seat: int) -> Changes:
    """Let this seat say something: at once, or with more keys."""
    if not _sayable(now, record, seat):
        note = _nothing_to_say(now, record, seat)
        return [note_row(note, **_turn(now, record, seat)).and_also(**_selection(note))]
    return _go_on(now, OpenDialogue("say", seat), ())


def asked_at_a_key(now: Moment) -> Changes:
    """The question to whoever has to answer it before any card can be laid; empty if there is none.

    Whoever types a number then bids: no card can be meant.
    """
    record, desk = now.record, now.desk
    if record is None or now.is_shared or desk.is_stopped or desk.page != "table":
        return []
    seat, is_reading = record.state.next.seat, desk.reading is not None
    if seat is None or is_reading or desk.mending is not None or stands(now, record) is not None:
        return []
    asked = follow(_sayable(now, record, seat), seat, (), now.names)
    return [desk_change(asking=OpenDialogue("say", seat))] if isinstance(asked, Prompt) else []


def _sayable(now: Moment, record: Record, seat: int) -> list[KeypadOffer]:
    """What is due; if nothing is, what can be said because the rest would be presumed."""
    rules = record.header.rules
    due = keypad_offers(rules, record.state.offers(), seat)
    return due or keypad_offers(rules, [*early(now, record)], seat)


def _nothing_to_say(now: Moment, record: Record, seat: int) -> Note:
    offers = record.state.offers()
    if any(each.is_secret and seat in each.seats for each in offers):
        return Note("on_phone", seat)
    if _can_turn(record, seat):
        shows = stands_for(record, seat).ways[0] == "shown"
        return Note("turned_up" if shows == now.desk.other_way else "played_next", seat)
    rules = record.header.rules
    common = next((each for each in offers if not topic_of(rules, each.what).is_rare), None)
    if common is not None and not any(each.is_secret for each in offers):
        due = [each for each in common.seats if each is not None]
        if not due:
            return Note("not_now", seat, detail=Message("only the whole table can say that"))
        return Note("not_now", seat, detail=Message("only {seats} can say that", {"seats": due}))
    if record.state.status != "playing":
        return Note("over", seat)
    if now.desk.is_stopped:
        return Note("stopped", seat)
    if now.is_shared and not now.equipment.has_keys:
        return Note("passed_on", (seat + 1) % record.header.seats)
    return Note("cancelled" if now.desk.chosen == seat else "button", seat)


def _selection(note: Note) -> DeskFields:
    """The press that selects a seat for the next card also cancels that."""
    if note.about not in ("button", "passed_on", "cancelled"):
        return {}
    return {"chosen": None if note.about == "cancelled" else note.seat}


def _can_turn(record: Record, seat: int) -> bool:
    """Whether the seat's button decides what its next card means."""
    return len(stands_for(record, seat).ways) > 1


def _turn(now: Moment, record: Record, seat: int) -> DeskFields:
    return {"other_way": not now.desk.other_way} if _can_turn(record, seat) else {"typed": ""}


def _go_on(now: Moment, asking: OpenDialogue, keys: tuple[str, ...]) -> Changes:
    """Where these keys lead: an entry, the next question, or nothing."""
    assert now.record is not None and asking.seat is not None
    keys = (*asking.keys, *keys)
    found = follow(_sayable(now, now.record, asking.seat), asking.seat, keys, now.names)
    if found is None:
        return [note_row(Note("no_such_answer"))]
    if isinstance(found, Prompt) and not now.equipment.has_keys:
        return [note_row(Note("say_on_phone", asking.seat))]
    if isinstance(found, Prompt):
        return [desk_change(asking=asking._replace(keys=keys), typed="")]
    return say(now, now.record, found)


def say(now: Moment, record: Record, said: KeyedCall) -> Changes:
    """Finish it: make the entry, or first scan the cards of the chosen move."""
    entry = entry_of(said)
    # Cards of a move that is said early are only counted: the seat's reader waits for none.
    is_due = isinstance(entry, Moved) and bool(moves_of(record, entry.seat))
    if isinstance(entry, Moved) and is_due and not is_read_at_once(record, entry.seat):
        moving = ScannedMove(entry.seat, said.what, ())
        note = Note(
            "cards_read",
            entry.seat,
            detail=Message("{number} of {of}", {"number": 0, "of": entry.number}),
        )
        return [note_row(note, asking=None, moving=[*now.desk.moving, moving])]
    outcome = accept(now, record, Intent(said.seat, said.what, lambda _: [entry]))
    if isinstance(outcome, Denied) and isinstance(outcome.why, Impossible):
        return [note_row(of_refusal(outcome.why, said.seat), asking=None)]
    return changes_of(outcome)


def entry_of(said: KeyedCall) -> Happening:
    """The entry that says it."""
    source, _, target = said.what.partition(">")
    if target:
        assert said.seat is not None
        assert isinstance(said.value, int)
        return Moved(said.seat, source, target, said.value, None)
    if said.what == "dealt":
        assert said.seat is not None
        return Dealt(said.seat)
    return Declared(said.seat, said.what, said.value)


def ask_say(now: Moment, asking: OpenDialogue) -> Prompt | None:
    """What the next keys can say."""
    assert now.record is not None and asking.seat is not None
    mine = _sayable(now, now.record, asking.seat)
    found = follow(mine, asking.seat, asking.keys, now.names)
    return found if isinstance(found, Prompt) else None


def take_say(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Take one more key of it."""
    return _go_on(now, asking, (key,))


class _Trumpless(NamedTuple):
    """What can be said now without a trump."""

    one: KeypadOffer
    question: Callable[[str], Message]
    values: Mapping[str, JsonValue]
    """Each by its first key, the one for its number."""


def _trumpless(record: Record) -> _Trumpless | None:
    for offer in record.state.offers():
        one = KeypadOffer(topic_of(record.header.rules, offer.what), offer)
        way = one.topic.keypad.without_trump
        if way is not None:
            values = {row[0]: value for row, value in one.ways.items() if way.fits(value)}
            return _Trumpless(one, way.question, values) if values else None
    return None


def say_no_trump(now: Moment, record: Record, seat: int | None) -> Changes:
    """Let this seat bid no trump: at once, if a number was typed or only one is left."""
    found = _trumpless(record)
    if found is None:
        return [note_row(Note("not_now", detail=Message("you cannot bid no trump now")))]
    offer, values = found.one.offer, found.values
    if seat not in offer.seats:
        reason = Message("only {seats} can say that", {"seats": list(offer.seats)})
        return [note_row(Note("not_now", seat, detail=reason))]
    asking = now.desk.asking
    keyed = asking.keys[:1] if asking is not None and asking.about == "say" else ()
    ways = [values[key] for key in keyed if key in values] or list(values.values())
    if len(ways) == 1:
        return say(now, record, KeyedCall(offer.what, seat, ways[0]))
    return [desk_change(asking=OpenDialogue("no_trump", seat), typed="")]


def ask_no_trump(now: Moment, asking: OpenDialogue) -> Prompt | None:
    """Ask for the number of a no-trump bid."""
    assert now.record is not None
    found = _trumpless(now.record)
    if found is None:
        return None
    question = found.question(seat_name(asking.seat, now.names))
    return Prompt(question, tuple((key, label(found.one, (), key)) for key in found.values))


def take_no_trump(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Take the number."""
    assert now.record is not None
    found = _trumpless(now.record)
    if found is None or key not in found.values:
        return [note_row(Note("no_such_answer"))]
    return say(now, now.record, KeyedCall(found.one.offer.what, asking.seat, found.values[key]))


def reseat(record: Record, seq: int, seat: int) -> Changes:
    """Move entry `seq` to another seat, in one step."""
    was = record.happening(seq)
    if was is None:
        return [note_row(Note("nothing_to_undo"), asking=None)]
    correction = Corrected(seq, of_seat(was, seat))
    if isinstance(was, Dealt):
        try:
            return entry_rows(record, correction)
        except Impossible as refusal:
            return [note_row(of_refusal(refusal, seat), asking=None)]
    if not _can_be(record, correction):
        return [
            note_row(
                Note("not_now", seat, detail=message("that seat cannot have played it")),
                asking=None,
            )
        ]
    return [EntryRow(correction)]


def of_seat(entry: Happening, seat: int) -> Happening:
    """The same entry, of another seat."""
    right: Happening = Dealt(seat) if isinstance(entry, Dealt) else entry._replace(seat=seat)
    assert isinstance(right, (Dealt, Declared, Held, Moved, Played, Shown))
    return right


def other_seats(record: Record, seq: int) -> list[int]:
    """The other seats of which entry `seq` could be just as well."""
    was = record.counts(seq)
    mine = None if was is None else who_and_what(was)[0]
    if was is None or mine is None:
        return []
    others = (seat for seat in range(record.header.seats) if seat != mine)
    return [seat for seat in others if _can_be(record, Corrected(seq, of_seat(was, seat)))]


def _can_be(record: Record, correction: Corrected) -> bool:
    return is_possible(record, correction) and _can_be_written(record, correction)


def _can_be_written(record: Record, entry: Corrected) -> bool:
    """Whether a journal would take it; False if a seat says what only the table can."""
    try:
        codec.read_back(entry, record.header)
    except BadLine:
        return False
    return True
