"""The house rules of Skat in words; what they do is for its rules."""

from typing import Final

from tricktable.rules.options import always, choice, number
from tricktable.text.language import message

OPTIONS: Final = always(
    number(
        "deals",
        message("Deals"),
        (36, range(1, 97)),
        message("{number} deals are a list."),
        rulings=("S10",),
    ),
    choice("list", message("The list"), "S8").of(
        plain=message("Each game scores its value, a lost one twice as much."),
        seeger=message(
            "Besides, 50 for a game that is won, −50 for one that is lost, and 40 for "
            "each of the others."
        ),
    ),
    choice("passed", message("Everybody passes"), "S9").of(
        again=message("If everybody passes, the next player deals."),
        ramsch=message("If everybody passes, ramsch is played."),
    ),
    choice("contra", message("Contra and re"), "S11").of(
        no=message("Nobody doubles a game."),
        yes=message(
            "Before the first card an opponent may double the game with contra, and "
            "the declarer again with re."
        ),
    ),
)
