"""What is said at a table of Oh Hell: how many tricks somebody will take."""

from __future__ import annotations

from typing import Final

from oh_hell.position import Position
from tricktable.rules.options import Form
from tricktable.rules.topics import AnyTopic, Console, Keypad, SeatPage, Topic, heading
from tricktable.text.language import message
from tricktable.text.sentences import Strong

MOST: Final = 17
"""Three people can have this many cards each, and one is left to turn up."""


def _is_bid(value: object) -> bool:
    return type(value) is int and 0 <= value <= MOST


BID: Final[Topic[Position, int]] = Topic(
    name="bid",
    title=message("Bid"),
    form=Form(_is_bid, f"a number from 0 to {MOST}"),
    words=lambda number: (Strong(str(number)),),
    due=message("to bid"),
    said=message("{who} bids {value}"),
    console=Console(heading(message("{who} bids"), message("The bid"))),
    page=SeatPage(title=message("How many tricks will you take?"), button=message("Bid")),
    keypad=Keypad(
        line=message("bid"),
        question=message("{who} bids how many?"),
        is_always_asked=True,
    ),
)

TOPICS: Final[tuple[AnyTopic[Position], ...]] = (BID,)
