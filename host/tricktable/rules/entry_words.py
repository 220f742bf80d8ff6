"""One entry of a record as a sentence for pages and terminals. Reveals no secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktable.rules.entries import Dealt, Declared, Happening, Held, Moved, Played, Shown
from tricktable.rules.topics import topic_of
from tricktable.text.language import _
from tricktable.text.names import Names
from tricktable.text.sentences import Name, Picture, Sentence, sentence, speaker

if TYPE_CHECKING:
    from tricktable.rules.game import Header
    from tricktable.rules.record import Record


def entry_words(entry: Happening, names: Names, header: Header) -> Sentence:
    """What was recorded; for a face-down card, only that it was scanned."""
    rules = header.rules
    match entry:
        case Dealt(dealer):
            return topic_of(rules, "dealt").say(Name(names[dealer]), None)
        case Played(seat, card):
            return sentence("{who} {card}", who=Name(names[seat]), card=Picture(card.code))
        case Shown(shown_by, card):
            words = rules.laying.recorded(shown_by, header)
            return sentence(words, who=speaker(shown_by, names), card=Picture(card.code))
        case Held(seat):
            return sentence("{who}: one card in hand was read", who=Name(names[seat]))
        case Moved(seat, source, target, number):
            return topic_of(rules, f"{source}>{target}").say(Name(names[seat]), number)
        case Declared(said_by, what, value):
            topic, who = topic_of(rules, what), speaker(said_by, names)
            if topic.is_quiet:
                return sentence("{who} made a secret choice", who=who)
            return topic.say(who, value)
    return (type(entry).__name__,)


def entry_name(record: Record, seq: int, names: Names) -> Sentence:
    """Entry `seq`, struck or not, as a thing to change; empty if it is no event."""
    entry = record.happening(seq) if seq else None
    if entry is None:
        return ()
    return entry_named(entry, names, record.header, record.before(seq).tabletop().number)


def entry_named(entry: Happening, names: Names, header: Header, trick: int) -> Sentence:
    """The entry as a thing to change, `Bo’s A♥ in trick 2`; `trick` is that of a card played."""
    whose = entry.dealer if isinstance(entry, Dealt) else entry.seat
    if whose is None:
        return (_("what the table said"),) if isinstance(entry, Declared) else _picture(entry)
    who = Name(names[whose])
    match entry:
        case Dealt():
            return sentence("{who}’s deal", who=who)
        case Played(_seat, card):
            played = Picture(card.code)
            return sentence("{who}’s {card} in trick {trick}", who=who, card=played, trick=trick)
        case Shown(_seat, card):
            return sentence("{who}’s {what}", who=who, what=Picture(card.code))
        case Held():
            return sentence("the card read in {who}’s hand", who=who)
        case Moved():
            return sentence("the cards {who} moved", who=who)
    topic = topic_of(header.rules, entry.topic)
    if topic.is_quiet:
        return sentence("{who}’s secret choice", who=who)
    value = topic.value_words(entry.value) if topic.secrecy == "none" else ()
    if not value:
        return sentence("what {who} said", who=who)
    return sentence("{who}’s {what}", who=who, what=value)


def _picture(entry: Happening) -> Sentence:
    return (Picture(entry.card.code),) if isinstance(entry, Shown) else ()
