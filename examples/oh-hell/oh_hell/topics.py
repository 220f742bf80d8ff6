"""What is said at a table of Oh Hell: how many tricks somebody will take."""

from typing import Final

from oh_hell.position import Position
from tricktable.rules.options import whole
from tricktable.rules.topics import AnyTopic, Topic, number_bid
from tricktable.text.language import message

MOST: Final = 17
"""Three people can have this many cards each, and one is left to turn up."""
BID: Final[Topic[Position, int]] = number_bid(
    whole(0, MOST), message("Say how many tricks you will take, no more and no fewer.")
)
TOPICS: Final[tuple[AnyTopic[Position], ...]] = (BID,)
