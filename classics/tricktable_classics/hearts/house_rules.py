"""The house rules of Hearts in words; what they do is for its rules."""

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
    choice("pass", message("Passing"), "H2").of(
        rotate=message("Cards are passed in another direction in each deal."),
        left=message("Cards are always passed to the left."),
        none=message("No cards are passed."),
    ),
    choice("moon", message("The moon"), "H7").of(
        others=message("Whoever takes all penalties gives 26 points to the others."),
        off=message("Whoever takes all penalties takes 26 points off."),
    ),
    choice("jack", message("The jack of diamonds"), "H6").of(
        no=message("The jack of diamonds counts nothing."),
        yes=message("The jack of diamonds takes 10 points off."),
    ),
    choice("broken", message("Broken hearts"), "H5").of(
        heart=message("Hearts are broken when a heart is played."),
        queen=message("The queen of spades breaks hearts too."),
    ),
    choice("first_trick", message("First trick"), "H4").of(
        clean=message("No penalties are played to the first trick."),
        any=message("Penalties may be played to the first trick."),
    ),
)
