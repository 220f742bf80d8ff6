"""The house rules of The Torite in words; what they do is for its rules."""

from __future__ import annotations

from typing import Final

from tricktable.rules.options import Options, by_name, choice
from tricktable.text.language import message

OPTIONS: Final[Options] = by_name(
    (
        choice(  # T15
            "score_cards_2p",
            message("Score cards with two"),
            {
                "round2": message("With two or one, the score counts the cards kept in round 2."),
                "round1": message("With two or one, the score counts the cards kept in round 1."),
            },
        ),
        choice(  # T1
            "set_aside",
            message("Card left over"),
            {
                "down_suit_visible": message(
                    "With three, the card left over lies face down and shows its suit."
                ),
                "face_up": message("With three, the card left over lies face up."),
                "hidden": message(
                    "With three, the card left over lies face down and shows nothing."
                ),
            },
        ),
        choice(  # T16
            "stop_when_lost",
            message("Stop when lost"),
            {
                "ask": message(
                    "When round 1 leaves no way to win, the table asks whether to stop."
                ),
                "auto": message("When round 1 leaves no way to win, the game stops."),
                "never": message("Round 2 is played also when it can no longer be won."),
            },
        ),
        choice(  # T22
            "show_suit_counts",
            message("Show suit counts"),
            {
                "no": message("How many cards of each suit a hand has, only the backs tell."),
                "yes": message(
                    "How many cards of each suit a hand has is shown once the hand was read."
                ),
            },
        ),
    )
)
