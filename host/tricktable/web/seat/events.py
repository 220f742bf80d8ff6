"""The newest entries of a game as sentences for a listener, each with its number. No secrets."""

from collections.abc import Collection, Iterator
from enum import IntEnum
from itertools import islice
from typing import Final, NamedTuple

from tricktable.rules.entries import Dealt, Declared, Happening, Held, Moved, Played, Shown
from tricktable.rules.record import Record, Step
from tricktable.rules.topics import topic_of
from tricktable.table.desk.moment import Acts
from tricktable.text.language import _
from tricktable.text.names import NEXT
from tricktable.text.sentences import (
    Name,
    Picture,
    Sentence,
    list_in_words,
    paragraph,
    sentence,
    speaker,
    spoken,
    whole,
)

Names = tuple[str, ...]
MOST: Final = 12
"""This many entries a page is told of; a phone that was away for longer asks for the table."""


class EventKind(IntEnum):
    """What an entry is to a listener; a number, because pages hold no words but messages."""

    CARD = 0
    """A card in the middle of a trick."""
    TRICK = 1
    """A card that completes its trick."""
    WORD = 2
    """All else."""


class Event(NamedTuple):
    """One entry as it is heard."""

    seq: int
    words: str
    """Whole sentences."""
    kind: EventKind


def events(
    record: Record,
    names: Names,
    acts: Acts | None,
    noted: Collection[int] = (),
    retold: Collection[int] = (),
) -> tuple[Event, ...]:
    """The newest entries that are news for everybody, the oldest first; 0 is the game's beginning.

    Args:
        acts: those that count, the newest on top; they say what corrections have changed.
        noted: entries that the table's own line tells of already.
        retold: plays that what the cards have proved tells of: these have no words in a trick.
    """
    steps = (
        each
        for each in record.newest_first()
        if not isinstance(each.entry, Held) and each.seq not in noted
    )
    found = [_event(record, step, names) for step in islice(steps, MOST)]
    if len(found) < MOST:
        title = _(record.header.rules.title)
        begins = sentence("A new game: {title}", title=title)
        found.append(Event(0, whole(begins), EventKind.WORD))
    news = [*_corrections(record, names, acts), *(each for each in found if each.words)]
    return tuple(
        sorted(
            each._replace(words="") if each.kind is EventKind.CARD and each.seq in retold else each
            for each in news
        )
    )


def _event(record: Record, step: Step, names: Names) -> Event:
    entry = step.entry
    if isinstance(entry, Played) and not step.after.trick:
        table = step.after.tabletop()
        if table.last and table.last_winner is not None:
            cards = [
                sentence("{who} {card}", who=Name(names[seat]), card=Picture(card.code))
                for seat, card in table.last
            ]
            winning = next(card for seat, card in table.last if seat == table.last_winner)
            took = sentence(
                "{who} took trick {number} with {card}",
                who=Name(names[table.last_winner]),
                number=sum(table.tally),
                card=Picture(winning.code),
            )
            return Event(
                step.seq,
                paragraph(whole(list_in_words(cards, NEXT)), whole(took)),
                EventKind.TRICK,
            )
    if isinstance(entry, Played):
        trick = step.after.trick
        words = _("{who} led {card}") if len(trick) == 1 else _("{who} played {card}")
        who = Name(names[entry.seat])
        played = sentence(words, who=who, card=Picture(entry.card.code))
        return Event(step.seq, whole(played), EventKind.CARD)
    said = entry_sentence(record, entry, names)
    return Event(step.seq, whole(said) if said else "", EventKind.WORD)


def entry_sentence(record: Record, entry: Happening, names: Names) -> Sentence:
    """The entry without a full stop; empty if it is secret."""
    header = record.header
    match entry:
        case Dealt(dealer):
            # Who deals next is said before, and would sound like the same again.
            return sentence("{who} dealt", who=speaker(dealer, names))
        case Played(seat, card):
            who = Name(names[seat])
            return sentence("{who} played {card}", who=who, card=Picture(card.code))
        case Shown(seat, card):
            words = _(header.rules.laying.recorded(seat, header))
            return sentence(words, who=speaker(seat, names), card=Picture(card.code))
        case Moved(seat, source, target, number):
            topic = topic_of(header.rules, f"{source}>{target}")
            return topic.say(speaker(seat, names), number)
        case Declared(seat, what, value):
            topic = topic_of(header.rules, what)
            if topic.secrecy == "whole":
                return ()
            return topic.say(speaker(seat, names), None if topic.is_quiet else value)
    return ()


def _corrections(record: Record, names: Names, acts: Acts | None) -> Iterator[Event]:
    """What the acts since the newest entry have changed, each with its own number."""
    last, number = record.last, record.seq
    for _nth in range(MOST):
        if acts is None or (last is not None and number <= last.seq):
            return
        act = acts.newest
        touched = {seq: before for seq, before, _after in reversed(act.changes)}
        words = [_correction(record, seq, before, names) for seq, before in sorted(touched.items())]
        if said := paragraph(*words):
            yield Event(number, said, EventKind.WORD)
        number, acts = number - len(act.changes), acts.below


def _correction(record: Record, seq: int, before: Happening | None, names: Names) -> str:
    """What has become of entry `seq`, and in which trick; empty if that is secret or no change."""
    after = record.counts(seq)
    if before is None or isinstance(before, Held) or before == after:
        return ""
    number = record.before(seq).tabletop().number if isinstance(before, Played) else 0
    was, now = (
        spoken(entry_sentence(record, each, names)) if each is not None else ""
        for each in (before, after)
    )
    if not was:
        return ""
    if not now:
        if number:
            return _("Taken out of trick {number}: {was}.", number=number, was=was)
        return _("Taken out: {was}.", was=was)
    if number:
        return _(
            "Corrected in trick {number}: {now}. Before: {was}.", number=number, now=now, was=was
        )
    return _("Corrected: {now}. Before: {was}.", now=now, was=was)
