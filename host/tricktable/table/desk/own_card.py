"""A card that a seat lays from its phone, and what a seat takes back. Decides, and does no I/O.

The card is the seat's own, or one that no person could lay: a dummy's, or nobody's.

A phone can be slow, its button pressed twice, or its page old: each press names the entry that its
page showed last. A press that came before is recognised and does nothing; one meant for another
moment is refused. An improper card is taken like any other.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tricktable.rules.cards import BY_CODE, Card
from tricktable.rules.entries import (
    Dealt,
    Declared,
    Happening,
    Held,
    Impossible,
    Moved,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.laying import Way
from tricktable.rules.presumptions import LAID, is_as_presumed
from tricktable.rules.record import Record, Step
from tricktable.table import commands
from tricktable.table.desk import acts, early_cards
from tricktable.table.desk.accept import Intent, accept, changes_of, likeliest, mend
from tricktable.table.desk.changes import Changes, EntryRow, note_row
from tricktable.table.desk.desk import CardCorrection, EarlyCard
from tricktable.table.desk.laid_card import LaidEntry, stands_for
from tricktable.table.desk.moment import Moment, is_possible
from tricktable.table.notes import Note


def lay(now: Moment, record: Record, asked: commands.LayOwn) -> Changes:
    """The changes for a card laid from its own seat's phone. Raises: Impossible."""
    seat, card = asked.seat, BY_CODE[asked.card]
    must_be_played(now, record, seat)
    since = [*record.steps_from(asked.seen + 1)]
    laid = {_card_of(step, seat) for step in since} - {None}
    if card in laid or (seat is not None and now.desk.waits(seat, card)):
        return []  # pressed twice, or the answer was lost on its way
    is_same_deal = _is_same_deal(record, since, asked)
    is_corrected = record.seq - asked.seen != len(since)
    if laid or is_corrected or not is_same_deal:
        raise moved_on()
    if now.desk.mending is not None:
        return _mend(record, now.desk.mending, asked)
    act = Intent(seat, LAID, lambda later: [likeliest_entry(later, seat, card, asked.how)])
    return changes_of(accept(now, record, act, may_ask=True))


def _mend(record: Record, mending: CardCorrection, asked: commands.LayOwn) -> Changes:
    """The right card for an earlier entry: only from the phone of the seat whose entry it is."""
    was = record.counts(mending.seq)
    if isinstance(was, (Held, Played, Shown)) and was.seat != asked.seat:
        raise Impossible("the right card must be laid first, in place of the wrong one")
    return mend(record, mending, BY_CODE[asked.card])


def played_by(record: Record, seat: int) -> tuple[int, ...]:
    """The dummies whose cards this seat's phone may lay: any without a person, or an open hand."""
    lies = record.state.tabletop().dummy
    own = (lies.seat,) if lies is not None and lies.by == seat else ()
    return (*record.header.dummy_seats, *own)


def beside(record: Record, seat: int) -> Iterator[int | None]:
    """Whose cards this seat's phone may lay beside its own: dummies', and now nobody's (None)."""
    yield from played_by(record, seat)
    is_awaited = (
        record.header.rules.laying.card_meaning(record.header, record.state.next) is not None
    )
    if is_awaited and stands_for(record, None).of_nobody:
        yield None


def _is_same_deal(record: Record, since: list[Step], asked: commands.LayOwn) -> bool:
    """Whether the card is still meant for the cards that its seat holds.

    A card laid before anybody has dealt shows that somebody has; who says so meanwhile, or lays
    another card that shows it too, changes nothing.
    """
    match [step.seq for step in since if isinstance(step.entry, Dealt)]:
        case []:
            return True
        case [deal] if asked.seat is not None:
            return is_as_presumed(record, asked.seen, deal, asked.seat, LAID)
    return False


def likeliest_entry(
    record: Record, seat: int | None, card: Card, how: Way | None = None
) -> LaidEntry:
    """What this card of this seat, or of nobody, becomes: the likeliest that is possible.

    `how` chooses, where it can be either. Raises: Impossible, if none can be nobody's now.
    """
    return _likeliest(record, seat, card, _ways(record, seat, how))


def refusals(
    record: Record, seat: int | None, cards: Iterable[Card], how: Way | None = None
) -> dict[Card, str]:
    """Why each of these cards cannot be laid now, as `Impossible.because`; empty if it can."""
    try:
        ways = _ways(record, seat, how)
    except Impossible as refusal:
        return dict.fromkeys(cards, refusal.because)
    return {card: record.why_not(_likeliest(record, seat, card, ways)) for card in cards}


def _ways(record: Record, seat: int | None, how: Way | None) -> list[Way]:
    """What any card may become. Raises: Impossible, if nothing."""
    if seat is None:
        must_be_of_nobody(record)
        return ["shown"]
    if ways := [way for way in stands_for(record, seat).ways if how in (None, way)]:
        return ways
    raise Impossible("that card cannot be laid like this now")


def _likeliest(record: Record, seat: int | None, card: Card, ways: Sequence[Way]) -> LaidEntry:
    return likeliest(
        record,
        [
            Played(seat, card) if seat is not None and way == "played" else Shown(seat, card)
            for way in ways
        ],
    )


def must_be_of_nobody(record: Record) -> None:
    """Check that a card can be nobody's now. Raises: Impossible."""
    if not stands_for(record, None).of_nobody:
        raise Impossible("say whose card it is")


def take_back(now: Moment, record: Record, asked: commands.TakeBack) -> Changes:
    """The changes when a seat takes back what it has just laid or said. Raises: Impossible."""
    seat, seq = asked.seat, asked.seq
    must_be_played(now, record, seat)
    if now.desk.is_stopped:
        raise Impossible("the game has been stopped")
    if not seq:
        waiting = None if seat is None else early_cards.of(now, seat)
        return early_cards.taken_back(now, waiting) if waiting else []  # pressed twice
    was = record.happening(seq)
    if was is not None and _is_of(was, seat) and record.counts(seq) is None:
        return []  # pressed twice
    done = now.history.done
    if newest_of(record, seat) != seq or not done:
        raise moved_on()
    if seq != record.seq:  # a secret: what others have chosen since stays
        return [EntryRow(Struck(seq)), note_row(Note("undone", seat))]
    # What the table inferred from it goes with it: they are one act.
    if done.newest.changes[-1][0] != seq:
        raise moved_on()
    return acts.undo(now)


class NewestCard(NamedTuple):
    """A card that was laid, and its entry's number; 0 while it waits for a choice."""

    seq: int
    card: Card
    seat: int | None
    """Whose it is; None for nobody's."""


def newest_of(record: Record, seat: int | None) -> int:
    """The number of this seat's card, or of what it said, if nothing depends on it; else 0.

    It is the newest entry of all, or a secret while others still choose theirs.
    Nobody's card is of None; what the whole table said is of no seat, and has none.
    """
    last = record.last
    if last is not None and last.seq == record.seq and _is_of(last.entry, seat):
        return record.seq
    secrets = {each.what for each in record.state.offers() if each.is_secret}
    for step in record.newest_first():
        if not isinstance(step.entry, Declared) or step.entry.topic not in secrets:
            return 0
        if _is_of(step.entry, seat):
            return step.seq if is_possible(record, Struck(step.seq)) else 0
    return 0


def asked_back(record: Record, seat: int) -> int:
    """The number of what this seat laid or said last in the running deal, if others acted since.

    0 if there is none, or if it can be taken back without asking.
    """
    begins = acts.deal_begins(record) or 0
    for step in record.newest_first():
        if step.seq < begins:
            break
        if _is_of(step.entry, seat):
            return 0 if newest_of(record, seat) == step.seq else step.seq
    return 0


def _is_of(entry: Happening, seat: int | None) -> bool:
    match entry:
        case Played() | Shown():
            return entry.seat == seat
        case Dealt(dealer):
            return dealer == seat
        case Declared() | Moved():
            return seat is not None and entry.seat == seat
    return False


def just_laid(record: Record, seat: int | None, early: Sequence[EarlyCard]) -> NewestCard | None:
    """This seat's card that can be taken back: one that waits, or the newest entry of all."""
    for each in early:
        if each.seat == seat:
            return NewestCard(0, BY_CODE[each.card], seat)
    last = record.last
    card = _card_of(last, seat) if last and last.seq == record.seq else None
    return None if last is None or card is None else NewestCard(last.seq, card, seat)


def _card_of(step: Step, seat: int | None) -> Card | None:
    """The card of this seat that was laid in that step, if one was."""
    entry = step.entry
    return entry.card if isinstance(entry, (Played, Shown)) and entry.seat == seat else None


def must_be_played(now: Moment, record: Record, seat: int | None) -> None:
    """Check that this seat plays, and that all may write. Raises: Impossible."""
    if seat is not None and seat >= record.header.seats:
        raise Impossible("that seat is empty in this game")
    if now.desk.is_locked:
        raise Impossible("the table is locked; ask the scorekeeper")


def moved_on() -> Impossible:
    """What was asked is meant for another moment: the table has changed since."""
    return Impossible("the table has moved on. Look again")
