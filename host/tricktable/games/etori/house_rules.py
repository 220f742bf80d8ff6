"""The house rules of Etori in words; `rules.py` carries them out."""

from typing import Final

from tricktable.rules.options import Options, by_name, choice
from tricktable.text.language import message

OPTIONS: Final[Options] = by_name(
    (
        choice("aces", message("Aces"), "E1", "E2").of(
            dealt=message("Payment depends on the aces dealt to the winners."),
            captured=message("Payment depends on the aces the winners captured."),
        ),
        choice("rensho_any_time", message("When to play the Rensho"), "E12").of(
            no=message("The Rensho follows suit like any card."),
            yes=message("The Rensho may be played at any time."),
        ),
        choice("payment", message("Payment"), "E19").of(
            seed=message(
                "4 chips with no ace, 2 with only minor aces, otherwise 1, 2 or 4 by faces "
                "captured."
            ),
            plain=message(
                "1 chip for 9 to 11 faces, 2 for 12 to 15, 4 for all 16, whatever the aces."
            ),
        ),
        choice("deal", message("Deal"), "E5").of(
            losers=message("The losers deal next."),
            rotate=message("The team of the next seat deals next."),
        ),
        choice("six_first_lead", message("First lead with six"), "E7").of(
            winners=message("With six, the winners of the previous deal lead first."),
            newcomers=message("With six, the team that sat out leads first."),
        ),
        choice("six_end", message("End with six"), "E17").of(
            elimination=message("With six, a team with no chips is out; the others play on."),
            first_bust_most_chips=message(
                "With six, the game ends as soon as a team runs out of chips."
            ),
        ),
        choice("direction", message("Direction"), "E11").of(
            clockwise=message("Play goes clockwise."),
            anticlockwise=message("Play goes anticlockwise."),
        ),
        choice("stop_when_decided", message("Stop when decided"), "E4").of(
            no=message("A deal is played until all sixteen faces are captured."),
            yes=message("A deal ends as soon as the payment is certain."),
        ),
        choice("trump_change", message("Trump change"), "E14").of(
            off=message("Spades are trump."),
            on=message(
                "Trump may be changed before the first card; then the ace of spades is the Rensho."
            ),
        ),
    )
)
