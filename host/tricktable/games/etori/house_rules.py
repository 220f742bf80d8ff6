"""The house rules of Etori in words; `rules.py` carries them out."""

from typing import Final

from tricktable.rules.options import Options, by_name, choice
from tricktable.text.language import message

OPTIONS: Final[Options] = by_name(
    (
        choice(
            "aces",
            message("Aces"),
            {
                "dealt": message("Payment depends on the aces dealt to the winners."),
                "captured": message("Payment depends on the aces the winners captured."),
            },
            rulings=("E1", "E2"),
        ),
        choice(
            "rensho_any_time",
            message("When to play the Rensho"),
            {
                "no": message("The Rensho follows suit like any card."),
                "yes": message("The Rensho may be played at any time."),
            },
            rulings=("E12",),
        ),
        choice(
            "payment",
            message("Payment"),
            {
                "seed": message(
                    "4 chips with no ace, 2 with only minor aces, otherwise 1, 2 or 4 by faces "
                    "captured."
                ),
                "plain": message(
                    "1 chip for 9 to 11 faces, 2 for 12 to 15, 4 for all 16, whatever the aces."
                ),
            },
            rulings=("E19",),
        ),
        choice(
            "deal",
            message("Deal"),
            {
                "losers": message("The losers deal next."),
                "rotate": message("The team of the next seat deals next."),
            },
            rulings=("E5",),
        ),
        choice(
            "six_first_lead",
            message("First lead with six"),
            {
                "winners": message("With six, the winners of the previous deal lead first."),
                "newcomers": message("With six, the team that sat out leads first."),
            },
            rulings=("E7",),
        ),
        choice(
            "six_end",
            message("End with six"),
            {
                "elimination": message(
                    "With six, a team with no chips is out; the others play on."
                ),
                "first_bust_most_chips": message(
                    "With six, the game ends as soon as a team runs out of chips."
                ),
            },
            rulings=("E17",),
        ),
        choice(
            "direction",
            message("Direction"),
            {
                "clockwise": message("Play goes clockwise."),
                "anticlockwise": message("Play goes anticlockwise."),
            },
            rulings=("E11",),
        ),
        choice(
            "stop_when_decided",
            message("Stop when decided"),
            {
                "no": message("A deal is played until all sixteen faces are captured."),
                "yes": message("A deal ends as soon as the payment is certain."),
            },
            rulings=("E4",),
        ),
        choice(
            "trump_change",
            message("Trump change"),
            {
                "off": message("Spades are trump."),
                "on": message(
                    "Trump may be changed before the first card; then the ace of spades is the "
                    "Rensho."
                ),
            },
            rulings=("E14",),
        ),
    )
)
