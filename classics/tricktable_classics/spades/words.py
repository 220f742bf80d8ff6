"""What is said at a table of Spades: the bids, and what was improper."""

from typing import Final

from tricktable.rules.findings import barred
from tricktable.rules.options import whole
from tricktable.rules.topics import AnyTopic, Topic, bid_of_tricks
from tricktable.text.language import _, message
from tricktable.text.sentences import Sentence, Strong
from tricktable_classics.spades.position import BLIND, Bid, Position
from tricktable_classics.spades.rules import ALL, TOO_EARLY


def _words(bid: Bid) -> Sentence:
    if bid == BLIND:
        return (Strong(_("blind nil")),)
    return (Strong(str(bid) if bid else _("nil")),)


BID: Final[Topic[Position, Bid]] = bid_of_tricks(
    whole(0, ALL, BLIND),
    message("Say how many tricks you will take. Your partner’s bid is added."),
    _words,
)
TOPICS: Final[tuple[AnyTopic[Position], ...]] = (BID,)


IMPROPER: Final = barred({TOO_EARLY: message("{who} led {card} before spades were broken.")})
