"""The house rules of Bridge in words; what they do is for its rules."""

from typing import Final

from tricktable.rules.options import always, choice, number
from tricktable.text.language import message

OPTIONS: Final = always(
    choice("scoring", message("Scoring"), "B5", "B6").of(
        rubber=message("A rubber is played: two games."),
        duplicate=message("Each deal is scored by itself, as a board of duplicate."),
    ),
    number(
        "boards",
        message("Boards"),
        (4, range(1, 33)),
        message("Without a rubber {number} boards are played."),
        rulings=("B6",),
    ),
    choice("honours", message("Honours"), "B7").of(
        yes=message("Honours in one hand count in a rubber."),
        no=message("Honours do not count."),
    ),
)
