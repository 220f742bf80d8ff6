"""The house rules of Hearts in words; what they do is for its rules."""

from __future__ import annotations

from typing import Final

from tricktable.rules.options import always, choice, number
from tricktable.text.language import message

OPTIONS: Final = always(
    number(
        "until",
        message("Played to"),
        (100, range(10, 501)),
        message("The game ends when somebody has {number} points."),
    ),
    choice(
        "pass",
        message("Passing"),
        {
            "rotate": message("Cards are passed in another direction in each deal."),
            "left": message("Cards are always passed to the left."),
            "none": message("No cards are passed."),
        },
        ("H2",),
    ),
    choice(
        "moon",
        message("The moon"),
        {
            "others": message("Whoever takes all penalties gives 26 points to the others."),
            "off": message("Whoever takes all penalties takes 26 points off."),
        },
        ("H7",),
    ),
    choice(
        "jack",
        message("The jack of diamonds"),
        {
            "no": message("The jack of diamonds counts nothing."),
            "yes": message("The jack of diamonds takes 10 points off."),
        },
        ("H6",),
    ),
    choice(
        "broken",
        message("Broken hearts"),
        {
            "heart": message("Hearts are broken when a heart is played."),
            "queen": message("The queen of spades breaks hearts too."),
        },
        ("H5",),
    ),
    choice(
        "first_trick",
        message("First trick"),
        {
            "clean": message("No penalties are played to the first trick."),
            "any": message("Penalties may be played to the first trick."),
        },
        ("H4",),
    ),
)
