"""The house rules of TriATri in words; what they do is for its rules."""

from __future__ import annotations

from typing import Final

from tricktable.rules.options import Options, by_name, choice
from tricktable.text.language import message

OPTIONS: Final[Options] = by_name(
    (
        choice(  # A3
            "imitation",
            message("Imitations"),
            {
                "carry": message("An imitation takes the winning card with the worth that it has."),
                "recompute_exchange": message(
                    "An imitation changes places with the winning card; every card is worth "
                    "what it is where it then lies."
                ),
                "recompute_copy": message(
                    "An imitation becomes a copy of the winning card; every card is worth what "
                    "it is where it then lies."
                ),
            },
        ),
        choice(  # A8
            "leader_must_follow",
            message("Leader must follow"),
            {
                "yes": message("Who names the prize must play its colour too."),
                "no": message("Who names the prize may play any card."),
            },
        ),
        choice(  # A20
            "tie_two_colours",
            message("Ties in two colours"),
            {
                "dominant": message(
                    "Of three or more tied cards of two colours, the dominant colour wins."
                ),
                "last": message("Of three or more tied cards of two colours, the last one wins."),
            },
        ),
        choice(  # A16
            "three_tie_vs_imitation",
            message("Three tied and an imitation"),
            {
                "fourth": message(
                    "When three tie for the start and the fourth shows an imitation, the "
                    "fourth starts."
                ),
                "redo": message(
                    "When three tie for the start and the fourth shows an imitation, all show "
                    "again."
                ),
            },
        ),
        choice(  # A29
            "final_tie",
            message("Final tie"),
            {
                "shared": message("Equal points and equal gems share the place."),
                "playoff_none": message(
                    "Equal points and equal gems stay tied; nothing more is played for it."
                ),
            },
        ),
        choice(  # A32
            "deck",
            message("Deck"),
            {
                "custom": message("The game's own cards are used."),
                "standard_map": message(
                    "Standard cards stand in: hearts are fire, spades water, clubs wood, and "
                    "J, Q and K of diamonds imitations."
                ),
            },
        ),
    )
)
