"""The house rules of Euchre in words; what they do is for its rules."""

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
    choice("stick", message("Stick the dealer"), "R4").of(
        yes=message("If everybody passes twice, the dealer must name a suit."),
        no=message("If everybody passes twice, the cards are thrown in."),
    ),
    choice("defend", message("Defend alone"), "R5").of(
        no=message("Both defenders play against a maker who plays alone."),
        yes=message("A defender may play alone against a maker who does."),
    ),
)
