"""The house rules of The Torite in words; `rules.py` carries them out."""

from typing import Final

from tricktable.rules.options import Options, by_name, choice
from tricktable.text.language import message

OPTIONS: Final[Options] = by_name(
    (
        choice(
            "score_cards_2p",
            message("Score cards with two"),
            {
                "round2": message("With two or one, the score counts the cards kept in round 2."),
                "round1": message("With two or one, the score counts the cards kept in round 1."),
            },
            rulings=("T15",),
        ),
        choice(
            "set_aside",
            message("Leftover card"),
            {
                "down_suit_visible": message(
                    "With three, the leftover card lies face down; its back shows the suit."
                ),
                "face_up": message("With three, the leftover card lies face up."),
                "hidden": message(
                    "With three, the leftover card lies face down; its suit is hidden."
                ),
            },
            rulings=("T1",),
        ),
        choice(
            "stop_when_lost",
            message("Stop when lost"),
            {
                "ask": message(
                    "When round 1 leaves no way to win, the table asks whether to stop."
                ),
                "auto": message("When round 1 leaves no way to win, the game stops."),
                "never": message("Round 2 is played even if the game can no longer be won."),
            },
            rulings=("T16",),
        ),
        choice(
            "show_suit_counts",
            message("Show suit counts"),
            {
                "no": message("Suit counts can be seen only from the card backs."),
                "yes": message("Suit counts are shown once the hand has been read."),
            },
            rulings=("T22",),
        ),
    )
)
