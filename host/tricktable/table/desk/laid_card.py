"""What a card becomes when it is laid on a reader or typed: an entry, a question or a note.

Which entry it is depends on what comes next in the game, on the seat button pressed before, and
on what the game accepts. Never names cards scanned in secret. Decides, and does no I/O.
"""

from tricktable.rules.cards import BY_CODE, Card
from tricktable.rules.entries import Held, Impossible, Played, Shown
from tricktable.rules.keypad import NUMBERS
from tricktable.rules.laying import CardMeaning
from tricktable.rules.presumptions import LAID, READ
from tricktable.rules.record import Record
from tricktable.store.decks import KnownCard, OtherDeck, TagMeaning, UnknownTag
from tricktable.table.desk import first_game, missed_card
from tricktable.table.desk.accept import Denied, Intent, accept, changes_of, likeliest, mend
from tricktable.table.desk.changes import Changes, note_row
from tricktable.table.desk.face_down import being_read, read_on
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note, of_refusal

LaidEntry = Played | Shown | Held
"""What a card can become."""

# --- readers and tags ----------------------------------------------------------------------------


def take_card(now: Moment, reader: int, found: KnownCard | OtherDeck | UnknownTag) -> Changes:
    """Take a card, or a tag that is not a card, laid on a reader."""
    seat, at_table = place_of(now, reader)
    match found:
        case OtherDeck(deck, code):
            return [note_row(Note("other_deck", seat, code, deck.colour))]
        case UnknownTag():
            return [note_row(Note("unknown_tag" if now.decks.decks else "no_deck", seat))]
        case KnownCard(_, code):
            return lay(now, seat, at_table, BY_CODE[code])


def found_by(now: Moment, uid: str) -> TagMeaning:
    """The card of this tag, as the running game uses it."""
    found = now.decks_of_game.find(uid)
    if isinstance(found, KnownCard) and now.record is not None:
        return KnownCard(found.deck, now.record.header.pack.read(found.card))
    return found


def typed_card(now: Moment) -> Card | None:
    """The card that has been fully typed; suits stand in for keys that the keypad lacks."""
    code = now.desk.typed
    if len(code) < 2:
        return None
    return BY_CODE[code if now.record is None else now.record.header.pack.keyed_card(code)]


def place_of(now: Moment, reader: int) -> tuple[int | None, bool]:
    """The seat whose reader it is, and whether it is the table's own.

    Shared readers belong to the seat that was chosen, is scanning, or is next to act; where a card
    of nobody is awaited instead, they are the table's own.
    """
    if now.is_shared:
        seat, record = speaker(now, reader), now.record
        if seat is not None or record is None or now.desk.typed:
            return seat, False
        return None, bool(stands_for(record, None).of_nobody)
    seats = now.record.header.seats if now.record else 4
    return (reader, False) if reader < seats else (None, True)


def speaker(now: Moment, button: int) -> int | None:
    """Whose button or reader this is; nobody's if it is shared and nobody is singled out."""
    if not now.is_shared or now.record is None:
        return button
    desk = now.desk
    if len(desk.typed) == 1:
        number = NUMBERS.get(desk.typed, 0)
        return number - 1 if 1 <= number <= now.record.header.seats else None
    if desk.chosen is not None:
        return desk.chosen
    if desk.reading is not None:
        return desk.reading
    if len(desk.moving) == 1:
        return desk.moving[0].seat
    return now.record.state.next.seat


# --- cards ---------------------------------------------------------------------------------------


def lay(now: Moment, seat: int | None, at_table: bool, card: Card) -> Changes:
    """Take a card laid on a seat's reader, or `at_table` on the table's own, or typed."""
    desk, record = now.desk, now.record
    if record is None:
        return [note_row(first_game.none_yet(seat, card.code))]
    if desk.is_paused:
        return [note_row(Note("paused", seat))]
    # The next card read is the right one, whoever's reader it is laid on.
    if desk.mending is not None:
        return mend(record, desk.mending, card)
    if seat is None and not at_table:
        return [note_row(Note("whose_turn" if now.is_shared else "whose", None, card.code))]
    ways = ways_to_lay(now, record, seat, card)
    if not ways:
        return [note_row(Note("not_a_seat", None, card.code))]
    moving = None if desk.is_stopped else being_read(now, record, seat)
    if moving is not None:
        return read_on(now, record, moving, card)
    outcome = accept(now, record, act_of_card(now, seat, card), may_ask=True)
    if isinstance(outcome, Denied) and isinstance(outcome.why, Impossible):
        return _refuse(record, likeliest(record, ways), outcome.why)
    return changes_of(outcome)


def act_of_card(now: Moment, seat: int | None, card: Card) -> Intent:
    """What laying the card on this seat's reader does."""
    is_read = now.desk.reading == seat
    what = READ if is_read else LAID
    return Intent(seat, what, lambda later: ways_to_lay(now, later, seat, card))


def ways_to_lay(now: Moment, record: Record, seat: int | None, card: Card) -> list[LaidEntry]:
    """What the card can mean, the likeliest first; nothing if there is no seat."""
    stands = stands_for(record, seat)
    if seat is None:
        return [Shown(None, card)] if stands.of_nobody else []
    if now.desk.reading == seat and stands.may_be_read:
        return [Held(seat, card)]
    ways: list[LaidEntry] = [
        Shown(seat, card) if way == "shown" else Played(seat, card) for way in stands.ways
    ]
    return ways[::-1] if now.desk.other_way else ways


def stands_for(record: Record, seat: int | None) -> CardMeaning:
    """What a card of this seat means now; None for a card that is nobody's."""
    return record.header.rules.laying.stands(record.header, record.state.next, seat)


def _refuse(record: Record, entry: LaidEntry, refusal: Impossible) -> Changes:
    seat, card = entry
    if isinstance(entry, Held):
        # A card face down is nobody's business, whatever is wrong with it.
        match refusal.because:
            case "not_now":
                note = of_refusal(refusal, seat)
            case "over" | "full_hand":
                note = of_refusal(refusal, seat)._replace(detail="")
            case "not_in_deck":
                note = of_refusal(refusal, seat, card.code)._replace(detail="")
            case _:
                note = Note("not_there", seat)
        return [note_row(note)]
    seat_missed = missed_card.last_awaited(record)
    if refusal.because == "twice_in_trick" and seat_missed is not None:
        return [note_row(Note("missed", seat_missed, card.code))]
    return [note_row(of_refusal(refusal, seat, card.code))]
