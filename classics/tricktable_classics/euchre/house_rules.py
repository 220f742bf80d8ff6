"""The house rules of Euchre in words; what they do is for its rules."""

from __future__ import annotations

from typing import Final

from tricktable.rules.options import always, choice, number
from tricktable.text.language import message

OPTIONS: Final = always(
    number(
        "until",
        message("Played to"),
        (10, range(2, 26)),
        message("The first side with {number} points wins."),
    ),
    choice(
        "stick",
        message("Stick the dealer"),
        {
            "yes": message("If everybody passes twice, the dealer must name a suit."),
            "no": message("If everybody passes twice, the cards are thrown in."),
        },
        ("R4",),
    ),
    choice(
        "defend",
        message("Defend alone"),
        {
            "no": message("Both defenders play against a maker who plays alone."),
            "yes": message("A defender may play alone against a maker who does."),
        },
        ("R5",),
    ),
)
