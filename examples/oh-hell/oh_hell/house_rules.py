"""The house rules of Oh Hell in words; what they do is for its rules."""

from tricktable.rules.options import Options, by_name, choice, number
from tricktable.text.language import message


def options(players: int, _: object) -> Options:
    """The house rules of this many players: a card must be left to turn up."""
    most = 51 // players
    return by_name(
        (
            number(
                "longest",
                message("Longest hand"),
                (min(7, most), range(1, most + 1)),
                message("The longest hands have {number} cards."),
            ),
            choice("hook", message("Hook")).of(
                yes=message("The dealer may not make the bids come out even."),
                no=message("The dealer may bid any number."),
            ),
        )
    )
