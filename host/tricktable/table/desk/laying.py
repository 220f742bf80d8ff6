"""What a card becomes when it is laid on a reader or typed: an entry, a question or a note.

Which entry it is depends on what comes next in the game, on the seat button pressed before, and
on what the game accepts. Never names cards scanned in secret. Decides, and does no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tricktable.rules.cards import BY_CODE, Card
from tricktable.rules.entries import Corrected, Happening, Held, Impossible, Played, Shown
from tricktable.rules.keypad import NUMBERS
from tricktable.rules.laying import Stands
from tricktable.rules.presumed import LAID, READ, choice
from tricktable.rules.record import Record
from tricktable.store.decks import Found, KnownCard, OtherDeck, UnknownTag
from tricktable.table.desk import early_cards, first_game, missed
from tricktable.table.desk.assuming import with_dealer_shown, with_presumed
from tricktable.table.desk.changes import ActRow, Changes, EntryRow, desk_change, told
from tricktable.table.desk.desk import Asking, CardCorrection
from tricktable.table.desk.moment import Moment, who_and_what
from tricktable.table.desk.moving import being_read, read_on
from tricktable.table.notes import Note, Question, of_refusal
from tricktable.text.language import message

Laid = Played | Shown | Held
"""What a card can become."""

# --- readers and tags ----------------------------------------------------------------------------


def laid(now: Moment, reader: int, found: KnownCard | OtherDeck | UnknownTag) -> Changes:
    """Take a card, or a tag that is not a card, laid on a reader."""
    seat, at_table = place_of(now, reader)
    match found:
        case OtherDeck(deck, code):
            return [told(Note("other_deck", seat, code, deck.colour))]
        case UnknownTag():
            return [told(Note("unknown_tag" if now.decks.decks else "no_deck", seat))]
        case KnownCard(_, code):
            return lay(now, seat, at_table, BY_CODE[code])


def found_by(now: Moment, uid: str) -> Found:
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
    return BY_CODE[code if now.record is None else now.record.header.pack.typed(code)]


def place_of(now: Moment, reader: int) -> tuple[int | None, bool]:
    """The seat whose reader it is, and whether it is the table's own.

    Shared readers belong to the seat that was chosen, is scanning, or is next to act.
    """
    if now.is_shared:
        return speaker(now, reader), False
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
        return [told(first_game.none_yet(seat, card.code))]
    if desk.is_paused:
        return [told(Note("paused", seat))]
    # The next card read is the right one, whoever's reader it is laid on.
    if desk.mending is not None:
        return mend(record, desk.mending, card)
    if seat is None and not at_table:
        return [told(Note("whose_turn" if now.is_shared else "whose", None, card.code))]
    ways = ways_to_lay(now, record, seat, card)
    if not ways:
        return [told(Note("not_a_seat", None, card.code))]
    if desk.is_stopped:
        return asked_after_the_end(now, ways[0])
    moving = being_read(now, record, seat)
    if moving is not None:
        return read_on(now, record, moving, card)
    try:
        return counted(now, record, lambda later: ways_to_lay(now, later, seat, card))
    except Impossible as refusal:
        return _refused(record, likeliest(record, ways), refusal)


def counted(now: Moment, record: Record, ways: Callable[[Record], Sequence[Laid]]) -> Changes:
    """A card as it counts, whether a reader, the host's page or a seat's phone brings it.

    That is an entry, a question, or a card that waits. `ways` says what it can mean after a record,
    the likeliest first: one thing at least. Raises: Impossible.
    """
    entry = likeliest(record, ways(record))
    try:
        record.check(entry)
    except Impossible as refusal:
        # First what must have happened before, such as a deal that nobody entered: then the card
        # counts now, and need not wait as one that was laid early.
        what = READ if isinstance(entry, Held) else LAID
        presumed = with_presumed(now, record, entry.seat, what, ways)
        if presumed is None and isinstance(entry, Played):
            presumed = early_cards.kept(now, record, entry)
        if isinstance(presumed, Impossible) or presumed is None:
            why = presumed or refusal
            asked = asked_about(now, record, entry, why)
            if asked is None:
                raise why from None
            return asked
        # A card of the last trick that is read again may lie there still: that is no new deal.
        if not isinstance(entry, Held) and (entry.seat, entry.card) in _on_table(record):
            if choice(record):
                return [told(Note("lies_already", entry.seat, entry.card.code))]
            return [desk_change(asking=Asking("anew", entry.seat, detail=entry.card.code))]
        return presumed
    return with_dealer_shown(now, record, entry, ways) or [EntryRow(entry)]


def likeliest(record: Record, ways: Sequence[Laid]) -> Laid:
    """What the card means: the first way that is possible; else, if it was seen before, that one.

    Else the first, which says why not: people meant that.
    """
    why = [_refused_because(record, each) for each in ways]
    for because in ("", "already_seen"):
        if because in why:
            return ways[why.index(because)]
    return ways[0]


def _refused_because(record: Record, entry: Laid) -> str:
    try:
        record.check(entry)
    except Impossible as refusal:
        return refusal.because
    return ""


def after_presumed(
    now: Moment, record: Record, seat: int | None, card: Card
) -> Changes | Impossible | None:
    """The card, after what must have happened before it; see `with_presumed`."""
    is_read = now.desk.reading == seat
    return with_presumed(
        now,
        record,
        seat,
        READ if is_read else LAID,
        lambda later: ways_to_lay(now, later, seat, card),
    )


def ways_to_lay(now: Moment, record: Record, seat: int | None, card: Card) -> list[Laid]:
    """What the card can mean, the likeliest first; nothing if there is no seat."""
    stands = stands_for(record, seat)
    if seat is None:
        return [Shown(None, card)] if stands.of_nobody else []
    if now.desk.reading == seat and stands.may_be_read:
        return [Held(seat, card)]
    ways: list[Laid] = [
        Shown(seat, card) if way == "shown" else Played(seat, card) for way in stands.ways
    ]
    return ways[::-1] if now.desk.other_way else ways


def stands_for(record: Record, seat: int | None) -> Stands:
    """What a card of this seat means now; None for a card that is nobody's."""
    return record.header.rules.laying.stands(record.header, record.state.next, seat)


def _refused(record: Record, entry: Laid, refusal: Impossible) -> Changes:
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
        return [told(note)]
    seat_missed = missed.last_awaited(record)
    if refusal.because == "twice_in_trick" and seat_missed is not None:
        return [told(Note("missed", seat_missed, card.code))]
    return [told(of_refusal(refusal, seat, card.code))]


def asked_about(now: Moment, record: Record, entry: Laid, refusal: Impossible) -> Changes | None:
    """The question about a card that cannot be recorded; None if it is simply refused.

    Was a card that has been seen before misread? Has the next game begun? Never about a card that
    lies face down.
    """
    if isinstance(entry, Held):
        return None
    if refusal.because == "over":
        return asked_after_the_end(now, entry)
    if refusal.because != "already_seen" or refusal.seq is None:
        return None
    earlier = record.step(refusal.seq)
    if earlier and earlier.entry == entry and _is_last(record, entry):
        return [told(Note("lies_already", entry.seat, entry.card.code))]
    return [desk_change(question=Question(entry.seat, entry.card.code, refusal.seq))]


def asked_after_the_end(now: Moment, entry: Laid) -> Changes:
    """Ask whether the next game has begun with this card, and keep it until that is answered.

    The game is over, or was stopped before its end.
    """
    if isinstance(entry, Held):
        return [told(Note("stopped", entry.seat))]
    asking, seat = now.desk.asking, entry.seat
    laid = asking.detail.split() if asking is not None and asking.about == "next_game" else []
    this = f"{'' if seat is None else seat}:{entry.card.code}"
    cards = [*dict.fromkeys((*laid, this))]
    return [desk_change(asking=Asking("next_game", detail=" ".join(cards)), typed="")]


def _is_last(record: Record, entry: Happening) -> bool:
    """Whether a card scanned again lies where it was scanned before: then there is no question."""
    is_there = isinstance(entry, Played) and tuple(entry) in _on_table(record)
    return isinstance(entry, Shown) or is_there


def _on_table(record: Record) -> set[tuple[int | None, Card]]:
    """The cards of the trick that lies there, each with its seat."""
    table = record.state.tabletop()
    return {(seat, card) for seat, card in (*table.trick, *(table.last if not table.trick else ()))}


def mend(record: Record, mending: CardCorrection, card: Card) -> Changes:
    """Put the right card into the earlier entry, then take in the waiting card."""
    step = record.step(mending.seq)
    if step is None or not isinstance(step.entry, (Played, Shown, Held)):
        return [told(Note("not_now", detail=message("that card was taken back")), mending=None)]
    right = step.entry._replace(card=card)
    try:
        trial = record.fork()
        trial.add(Corrected(mending.seq, right))
    except Impossible as refusal:
        return [told(_no_mending(step.entry, card, refusal), mending=None)]
    changes = [EntryRow(Corrected(mending.seq, right))]
    if not mending.card:
        return changes
    waiting = type(step.entry)(mending.seat, BY_CODE[mending.card])  # type: ignore[arg-type]
    if not stands_for(trial, mending.seat).may_be_read:
        waiting = Shown(mending.seat, waiting.card)
    try:
        trial.add(waiting)
    except Impossible as refusal:
        return [*changes, told(of_refusal(refusal, mending.seat, mending.card))]
    both = [*changes, EntryRow(waiting)]
    return [ActRow(message("both cards"), len(both)), *both]


def _no_mending(entry: Happening, card: Card, refusal: Impossible) -> Note:
    """Why that entry cannot have had the card, in a person's words, without entry numbers."""
    seat, _ = who_and_what(entry)
    if isinstance(entry, Held):
        return Note("not_there", seat)
    if refusal.because in ("already_seen", "breaks_later"):
        return Note("cannot_be", seat, card.code, refusal.message)
    return of_refusal(refusal, seat, card.code)
