"""What is said at a table of Spades: the bids."""

from typing import Final

from tricktable.rules.options import whole
from tricktable.rules.topics import AnyTopic, Topic, number_bid
from tricktable.text.language import _, message
from tricktable.text.sentences import Sentence, Strong
from tricktable_classics.spades.position import BLIND, Bid, Position
from tricktable_classics.spades.rules import ALL


def _words(bid: Bid) -> Sentence:
    if bid == BLIND:
        return (Strong(_("blind nil")),)
    return (Strong(str(bid) if bid else _("nil")),)


BID: Final[Topic[Position, Bid]] = number_bid(
    whole(0, ALL, BLIND),
    message("Say how many tricks you will take. Your partner’s bid is added."),
    _words,
)
TOPICS: Final[tuple[AnyTopic[Position], ...]] = (BID,)
