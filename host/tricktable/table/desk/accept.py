"""What an act becomes: entries, a card that waits, a question or a refusal. Decided here alone.

Readers, keys, the host's page, phones and programs only make the act, and word what it came to.
Decides, and does no I/O.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from tricktable.rules.cards import BY_CODE, Card
from tricktable.rules.dealer import are_all_kept, change_of
from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Entry,
    Happening,
    Held,
    Impossible,
    Moved,
    Played,
    Shown,
)
from tricktable.rules.presumptions import DEALT, LAID, READ, choice, once_chosen
from tricktable.rules.record import Record
from tricktable.table.desk.changes import ActRow, Changes, EntryRow, desk_change, group, note_row
from tricktable.table.desk.desk import CardCorrection, EarlyCard, OpenDialogue
from tricktable.table.desk.moment import Moment, who_and_what
from tricktable.table.desk.presumption import with_dealer_shown, with_presumed
from tricktable.table.note_kinds import About
from tricktable.table.notes import Note, Question, of_refusal
from tricktable.text.language import message

DEALER = message("the change of dealer")
E = TypeVar("E", bound=Entry)


class Intent(NamedTuple):
    """Something that somebody does or says."""

    seat: int | None
    """Who; None for the table."""
    what: str
    """As in `presumed.Attempt`."""
    ways: Callable[[Record], Sequence[Entry]]
    """What it can mean after a record, the likeliest first: one thing at least.

    Raises: Impossible.
    """


@dataclass(frozen=True, slots=True)
class Accepted:
    """It counts: its entries, after those that it shows to have happened before."""

    changes: Changes


@dataclass(frozen=True, slots=True)
class Waits:
    """It lies on the desk until people have made a choice, and is played then."""

    changes: Changes


@dataclass(frozen=True, slots=True)
class Asks:
    """It counts for nothing until people have answered a question."""

    changes: Changes


@dataclass(frozen=True, slots=True)
class Denied:
    """It cannot be."""

    why: Impossible | Note
    """A note, where the table says it in its own words at every door."""


Outcome = Accepted | Waits | Asks | Denied


def act_of(entry: Entry) -> Intent:
    """The act that can mean this entry only."""
    match entry:
        case Played(seat) | Shown(seat):
            return Intent(seat, LAID, lambda _: [entry])
        case Held(seat):
            return Intent(seat, READ, lambda _: [entry])
        case Moved(seat, source, target):
            return Intent(seat, f"{source}>{target}", lambda _: [entry])
        case Declared(seat, topic):
            return Intent(seat, topic, lambda _: [entry])
        case Dealt(seat):
            return Intent(seat, DEALT, lambda _: [entry])
    return Intent(None, "", lambda _: [entry])


def accept(now: Moment, record: Record, act: Intent, *, may_ask: bool = False) -> Outcome:
    """What the act becomes.

    Args:
        now: the moment of the act.
        record: the record of the running game.
        act: the act, as its door brings it.
        may_ask: whether a card lies there, so that the table asks people what is odd about it, or
            lets it wait for a choice; a word, and what a program enters, is refused instead.
    """
    ways = act.ways(record)
    if may_ask and now.desk.is_stopped:
        return _after_the_end(now, ways[0])
    entry = likeliest(record, ways)
    try:
        entries = change_of(record, entry)
    except Impossible as refusal:
        return _not_as_it_is(now, record, act, entry, refusal, may_ask)
    shown = with_dealer_shown(now, record, entry, act.ways)
    return Accepted(shown or _rows_of(entry, entries))


def in_new_deal(now: Moment, record: Record, act: Intent) -> Outcome:
    """The act after what must have happened before it, whatever lies there now."""
    presumed = with_presumed(now, record, act.seat, act.what, act.ways)
    if presumed is None or isinstance(presumed, Impossible):
        return Denied(presumed or Note("not_there", act.seat))
    return Accepted(presumed)


def entry_rows(record: Record, entry: Entry) -> Changes:
    """The rows of the entry; of one that changes a dealer, with the words that move with it.

    Raises: Impossible.
    """
    return _rows_of(entry, change_of(record, entry))


def changes_of(outcome: Outcome) -> Changes:
    """The rows of what an act became. Raises: Impossible, if it was refused with that."""
    if not isinstance(outcome, Denied):
        return outcome.changes
    if isinstance(outcome.why, Impossible):
        raise outcome.why
    return [note_row(outcome.why)]


def likeliest(record: Record, ways: Sequence[E]) -> E:
    """What the act means: the first way that is possible; else, if it was seen before, that one.

    Else the first, which says why not: people meant that.
    """
    if len(ways) == 1:
        return ways[0]
    why = [record.why_not(each) for each in ways]
    for because in ("", "already_seen"):
        if because in why:
            return ways[why.index(because)]
    return ways[0]


def _rows_of(entry: Entry, entries: Sequence[Entry]) -> Changes:
    if len(entries) == 1:
        return [EntryRow(entry)]
    assert isinstance(entry, Corrected) and isinstance(entry.entry, Dealt)
    about: About = "dealer_changed" if are_all_kept(entries) else "words_struck"
    return [*group(DEALER, entries), note_row(Note(about, entry.entry.dealer))]


# --- an act that is impossible as the record is --------------------------------------------------


def _not_as_it_is(
    now: Moment, record: Record, act: Intent, entry: Entry, refusal: Impossible, may_ask: bool
) -> Outcome:
    # First what must have happened before, such as a deal that nobody entered: then the card
    # counts now, and need not wait as one that was laid early.
    found = with_presumed(now, record, act.seat, act.what, act.ways)
    counts = None if found is None or isinstance(found, Impossible) else Accepted(found)
    why = found if isinstance(found, Impossible) else refusal
    if not may_ask:
        return counts or Denied(why)
    waits = _early(now, record, entry) if found is None else None
    if isinstance(waits, Impossible):
        why, waits = waits, None
    if outcome := counts or waits:
        return _of_last_trick(record, entry) or outcome
    return _question(now, record, entry, why) or Denied(why)


def _of_last_trick(record: Record, entry: Entry) -> Outcome | None:
    """A card of the last trick that is read again may lie there still: that is no new deal."""
    if not isinstance(entry, Played | Shown) or (entry.seat, entry.card) not in _on_table(record):
        return None
    if choice(record):
        return Denied(Note("lies_already", entry.seat, entry.card.code))
    return Asks([desk_change(asking=OpenDialogue("anew", entry.seat, detail=entry.card.code))])


def _early(now: Moment, record: Record, entry: Entry) -> Outcome | Impossible | None:
    """The card waits; None if no choice has to be made. If it cannot be played then, why not."""
    if not isinstance(entry, Played):
        return None
    seat, card = entry
    if now.desk.waits(seat, card):
        return Denied(Note("lies_already", seat, card.code))
    if any(each.card == card.code for each in now.desk.early):
        return Denied(Note("already_seen", seat, card.code))
    laid = [(each.seat, BY_CODE[each.card]) for each in now.desk.early]
    try:
        if once_chosen(record, [*laid, (seat, card)]) is None:
            return None
    except Impossible as refusal:
        return refusal
    early = [*now.desk.early, EarlyCard(seat, card.code, now.history.depth)]
    return Waits([desk_change(early=early, typed="", chosen=None, question=None)])


def _question(now: Moment, record: Record, entry: Entry, why: Impossible) -> Outcome | None:
    """The question about a card that cannot be recorded; None if it is simply refused.

    Was a card that has been seen before misread? Has the next game begun? Never about a card that
    lies face down.
    """
    if not isinstance(entry, Played | Shown):
        return None
    if why.because == "over":
        return _after_the_end(now, entry)
    if why.because != "already_seen" or why.seq is None:
        return None
    earlier = record.step(why.seq)
    if earlier and earlier.entry == entry and _is_last(record, entry):
        return Denied(Note("lies_already", entry.seat, entry.card.code))
    return Asks([desk_change(question=Question(entry.seat, entry.card.code, why.seq))])


def _after_the_end(now: Moment, entry: Entry) -> Outcome:
    """Ask whether the next game has begun with this card, and keep it until that is answered.

    The game is over, or was stopped before its end.
    """
    assert isinstance(entry, Played | Shown | Held)
    if isinstance(entry, Held):
        return Denied(Note("stopped", entry.seat))
    asking, seat = now.desk.asking, entry.seat
    laid = asking.detail.split() if asking is not None and asking.about == "next_game" else []
    this = f"{'' if seat is None else seat}:{entry.card.code}"
    cards = [*dict.fromkeys((*laid, this))]
    return Asks([desk_change(asking=OpenDialogue("next_game", detail=" ".join(cards)), typed="")])


def _is_last(record: Record, entry: Happening) -> bool:
    """Whether a card scanned again lies where it was scanned before: then there is no question."""
    is_there = isinstance(entry, Played) and tuple(entry) in _on_table(record)
    return isinstance(entry, Shown) or is_there


def _on_table(record: Record) -> set[tuple[int | None, Card]]:
    """The cards of the trick that lies there, each with its seat."""
    table = record.state.tabletop()
    return {(seat, card) for seat, card in (*table.trick, *(table.last if not table.trick else ()))}


# --- the right card for an earlier entry ---------------------------------------------------------


def mend(record: Record, mending: CardCorrection, card: Card) -> Changes:
    """Put the right card into the earlier entry, then take in the waiting card."""
    step = record.step(mending.seq)
    if step is None or not isinstance(step.entry, (Played, Shown, Held)):
        return [note_row(Note("not_now", detail=message("that card was taken back")), mending=None)]
    right = step.entry._replace(card=card)
    try:
        trial = record.fork()
        trial.add(Corrected(mending.seq, right))
    except Impossible as refusal:
        return [note_row(_no_mending(step.entry, card, refusal), mending=None)]
    changes = [EntryRow(Corrected(mending.seq, right))]
    if not mending.card:
        return changes
    waiting = type(step.entry)(mending.seat, BY_CODE[mending.card])  # type: ignore[arg-type]
    rules = trial.header.rules
    if not rules.laying.stands(trial.header, trial.state.next, mending.seat).may_be_read:
        waiting = Shown(mending.seat, waiting.card)
    try:
        trial.add(waiting)
    except Impossible as refusal:
        return [*changes, note_row(of_refusal(refusal, mending.seat, mending.card))]
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
