"""What is said at a table of Oh Hell: how many tricks somebody will take; and a card turned up."""

from __future__ import annotations

from typing import Final

from oh_hell.position import Position
from tricktable.rules.laying import CardMeaning, Laying, laying
from tricktable.rules.options import Form
from tricktable.rules.topics import AnyTopic, Console, Keypad, SeatPage, Topic, heading
from tricktable.text.language import Message, message
from tricktable.text.sentences import Strong, sentence

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
    told=lambda who, number, _view: f"{who} bids {number}",
    said=lambda who, number: sentence("{who} bids {bid}", who=who, bid=str(number)),
    console=Console(heading(message("{who} bids"), message("The bid"))),
    page=SeatPage(title=message("How many tricks will you take?"), button=message("Bid")),
    keypad=Keypad(
        line=message("bid"),
        question=lambda who, _keys, _names: Message("{who} bids how many?", {"who": who}),
        is_always_asked=True,
    ),
)

TOPICS: Final[tuple[AnyTopic[Position], ...]] = (BID,)
LAYING: Final[Laying[Position]] = laying(
    {"turn_up": CardMeaning(("shown",), message("Card turned up"))}
)
