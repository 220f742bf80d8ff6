"""The house rules of The Torite in words; `rules.py` carries them out."""

from typing import Final

from tricktable.rules.options import Options, by_name, choice
from tricktable.text.language import message

OPTIONS: Final[Options] = by_name(
    (
        choice("score_cards_2p", message("Score cards with two"), "T15").of(
            round2=message("With two or one, the score counts the cards kept in round 2."),
            round1=message("With two or one, the score counts the cards kept in round 1."),
        ),
        choice("set_aside", message("Leftover card"), "T1").of(
            down_suit_visible=message(
                "With three, the leftover card lies face down; its back shows the suit."
            ),
            face_up=message("With three, the leftover card lies face up."),
            hidden=message("With three, the leftover card lies face down; its suit is hidden."),
        ),
        choice("stop_when_lost", message("Stop when lost"), "T16").of(
            ask=message("When round 1 leaves no way to win, the table asks whether to stop."),
            auto=message("When round 1 leaves no way to win, the game stops."),
            never=message("Round 2 is played even if the game can no longer be won."),
        ),
        choice("show_suit_counts", message("Show suit counts"), "T22").of(
            no=message("Suit counts can be seen only from the card backs."),
            yes=message("Suit counts are shown once the hand has been read."),
        ),
    )
)
