"""Cards that move face down: counted, or scanned one by one. Never names one; does no I/O."""

from collections.abc import Sequence

from tricktable.rules.cards import BY_CODE, STANDARD, Card
from tricktable.rules.entries import Impossible, Moved, Played
from tricktable.rules.faults import next_state
from tricktable.rules.game import Offer
from tricktable.rules.record import Record
from tricktable.table.desk.accept import Denied, accept, act_of, changes_of
from tricktable.table.desk.changes import Changes, note_row
from tricktable.table.desk.desk import ScannedMove
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note
from tricktable.text.language import Message, message


def moves_of(record: Record, seat: int | None) -> list[Offer]:
    """The moves of cards that this seat can make now."""
    if seat is None:
        return []
    return [
        each for each in record.state.offers() if ">" in each.what and each.seats.count(seat) > 0
    ]


def is_read_at_once(record: Record, seat: int | None) -> bool:
    """Whether a card that this seat lays belongs to a move that nobody has announced.

    False if it may be played or there are several moves (as when taking a kitty).
    """
    if seat is None or len(moves_of(record, seat)) != 1:
        return False
    try:
        next_state(record.state, Played(seat, STANDARD[0]))
    except Impossible as refusal:
        return refusal.because == "not_now"
    return False


def being_read(now: Moment, record: Record, seat: int | None) -> ScannedMove | None:
    """The move that the seat's next card belongs to, if the table scans its cards."""
    moves = [each.what for each in moves_of(record, seat)]
    begun = now.desk.moving_of(seat)
    if begun is not None and begun.what in moves:
        return begun
    if seat is None or now.desk.reading == seat or not is_read_at_once(record, seat):
        return None
    (only,) = moves
    return ScannedMove(seat, only, ())


def read_on(now: Moment, record: Record, moving: ScannedMove, card: Card) -> Changes:
    """Take one more card of a move."""
    if card.code in moving.cards:
        return [note_row(Note("read_already", moving.seat))]
    offer = next(each for each in moves_of(record, moving.seat) if each.what == moving.what)
    due = max(_counts(offer))
    more = moving._replace(cards=(*moving.cards, card.code))
    if len(more.cards) > due:
        return [note_row(Note("so_many", moving.seat, detail=str(due)))]
    if len(more.cards) == due and len(offer.values) == 1:
        return finish_moving(now, record, more)
    others = [each for each in now.desk.moving if each.seat != moving.seat]
    read: str | Message = str(len(more.cards))
    if len(offer.values) == 1:
        read = Message("{number} of {of}", {"number": len(more.cards), "of": due})
    note = Note("cards_read", moving.seat, detail=read)
    return [note_row(note, moving=[*others, more], typed="", asking=None)]


def finish_moving(now: Moment, record: Record, moving: ScannedMove) -> Changes:
    """Finish the move: either all its cards were scanned, or none, and they are only counted."""
    source, _, target = moving.what.partition(">")
    offer = next((each for each in moves_of(record, moving.seat) if each.what == moving.what), None)
    others = [each for each in now.desk.moving if each.seat != moving.seat]
    if offer is None:
        return [
            note_row(
                Note("not_now", moving.seat, detail=message("those cards cannot be moved")),
                moving=others,
            )
        ]
    number, cards = len(moving.cards), tuple(BY_CODE[code] for code in moving.cards)
    counts = _counts(offer)
    # None was read: the move is only counted, as at a table that reads no hands.
    if not number and len(counts) == 1:
        number = counts[0]
    if number not in counts:
        return [note_row(Note("so_many", moving.seat, detail=_so_many(counts)))]
    entry = Moved(moving.seat, source, target, number, cards or None)
    outcome = accept(now, record, act_of(entry))
    if isinstance(outcome, Denied):
        # Without the reason, which might tell where one of these cards lies.
        return [note_row(Note("not_there", moving.seat), moving=others)]
    return changes_of(outcome)


def _counts(offer: Offer) -> Sequence[int]:
    return [count for count in offer.values if isinstance(count, int)]


def _so_many(counts: Sequence[int]) -> str | Message:
    match counts:
        case [only]:
            return str(only)
    return Message("{least} to {most}", {"least": counts[0], "most": counts[-1]})
