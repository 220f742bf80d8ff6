"""What is said at a table of Spades: the bids, what is awaited, and what was improper."""

from __future__ import annotations

from typing import Final

from tricktable.rules import phases
from tricktable.rules.findings import barred
from tricktable.rules.options import Form
from tricktable.rules.phases import Acting
from tricktable.rules.topics import AnyTopic, Console, Keypad, SeatPage, Topic, heading
from tricktable.text.language import _, message
from tricktable.text.sentences import Sentence, Strong
from tricktable_classics.spades.position import BLIND, Bid, Position
from tricktable_classics.spades.rules import ALL, TOO_EARLY


def _is_bid(value: object) -> bool:
    return value == BLIND or (type(value) is int and 0 <= value <= ALL)


def _words(bid: Bid) -> Sentence:
    if bid == BLIND:
        return (Strong(_("blind nil")),)
    return (Strong(str(bid) if bid else _("nil")),)


BID: Final[Topic[Position, Bid]] = Topic(
    name="bid",
    title=message("Bid"),
    form=Form(_is_bid, f"a number from 0 to {ALL}, or {BLIND}"),
    words=_words,
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


PHASES: Final = phases.of(
    {
        "bid": Acting(
            message("{who} to bid"),
            "to bid",
            message("Your bid"),
            message("Say how many tricks you will take. Your partner’s bid is added."),
        ),
    }
)
IMPROPER: Final = barred({TOO_EARLY: message("{who} led {card} before spades were broken.")})
