"""The house rules of TriATri in words; `rules.py` carries them out."""

from typing import Final

from tricktable.rules.options import Options, by_name, choice
from tricktable.text.language import message

OPTIONS: Final[Options] = by_name(
    (
        choice("imitation", message("Imitations"), "A3").of(
            carry=message("An imitation takes the winning card at its present worth."),
            recompute_exchange=message(
                "An imitation swaps places with the winning card; each card's worth depends "
                "on its new place."
            ),
            recompute_copy=message(
                "An imitation becomes a copy of the winning card; each card's worth depends "
                "on its place."
            ),
        ),
        choice("leader_must_follow", message("Leader must follow"), "A8").of(
            yes=message("The player who names the prize must follow its colour too."),
            no=message("The player who names the prize may play any card."),
        ),
        choice("tie_two_colours", message("Ties in two colours"), "A20").of(
            dominant=message(
                "When three or more cards in two colours tie, the dominant colour wins."
            ),
            last=message("When three or more cards in two colours tie, the last one wins."),
        ),
        choice("three_tie_vs_imitation", message("Three tied and an imitation"), "A16").of(
            fourth=message(
                "When three tie for the start and the fourth shows an imitation, the fourth starts."
            ),
            redo=message(
                "When three tie for the start and the fourth shows an imitation, all show again."
            ),
        ),
        choice("final_tie", message("Final tie"), "A29").of(
            shared=message("Players with equal points and gems share the place."),
            playoff_none=message(
                "Players with equal points and gems stay tied; there is no playoff."
            ),
        ),
        choice("deck", message("Deck"), "A32").of(
            custom=message("The game's own cards are used."),
            standard_map=message(
                "Standard cards are used: hearts are fire, spades water, clubs wood, and the "
                "J, Q and K of diamonds imitations."
            ),
        ),
    )
)
