"""The house rules of Bridge in words; what they do is for its rules."""

from __future__ import annotations

from tricktable.rules.options import Options, by_name, choice, number
from tricktable.text.language import message


def options(_: int, __: object) -> Options:
    """The house rules of two sides."""
    return by_name(
        (
            choice(
                "scoring",
                message("Scoring"),
                {
                    "rubber": message("A rubber is played: two games."),
                    "duplicate": message("Each deal is scored by itself, as a board of duplicate."),
                },
                ("B5", "B6"),
            ),
            number(
                "boards",
                message("Boards"),
                (4, range(1, 33)),
                message("Without a rubber {number} boards are played."),
                rulings=("B6",),
            ),
            choice(
                "honours",
                message("Honours"),
                {
                    "yes": message("Honours in one hand count in a rubber."),
                    "no": message("Honours do not count."),
                },
                ("B7",),
            ),
        )
    )
