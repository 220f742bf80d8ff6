"""One entry of a record as a sentence for pages and terminals. Reveals no secret."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tricktable.rules.entries import Dealt, Declared, Happening, Held, Moved, Played, Shown
from tricktable.rules.topics import topic_of
from tricktable.text.names import Names
from tricktable.text.sentences import Name, Picture, Sentence, sentence, speaker

if TYPE_CHECKING:
    from tricktable.rules.game import Header


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
