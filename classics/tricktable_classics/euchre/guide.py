"""How Euchre is played, for people who have never seen it."""

from typing import Final

from tricktable.rules.guide import TRICKS, Detail, Guide
from tricktable.text.language import message

GUIDE: Final = Guide(
    goal=(message("The side that makes trump has to take at least three of the five tricks."),),
    turn=(
        message(
            "Everybody gets five of the 24 cards from nine to ace. The dealer turns up the next "
            "one: its suit may become trump."
        ),
        message(
            "From the dealer’s left, everybody passes or orders it up. Once somebody has, its suit "
            "is trump, and the dealer takes the card up and discards another, face down. If all "
            "pass, it is turned down, and everybody may name another suit; the dealer must, if "
            "nobody else has."
        ),
        TRICKS,
        message(
            "The highest trump is the jack of trumps, the next one the other jack of its colour, "
            "which is a trump, too. Then come A, K, Q, 10 and 9."
        ),
        message("Whoever makes trump may say that they play alone: their partner sits out."),
    ),
    end=(message("The first side with 10 points wins."),),
    score=(
        message(
            "The makers score 1 point for three or four tricks and 2 for all five, or 4 if one "
            "of them played alone. If they take fewer than three, the others score 2."
        ),
    ),
    trump=message("Trump is made anew in each deal."),
    details=(
        Detail(
            message("The bowers"),
            (
                message(
                    "If hearts are trump, J♥ is the highest card, and J♦ the next. J♦ is a heart "
                    "then: whoever has it follows hearts with it, and not diamonds."
                ),
            ),
            ("R1",),
        ),
        Detail(
            message("Alone"),
            (
                message(
                    "A lone player’s partner lays the cards face down. If the player at the "
                    "dealer’s left sits out, the next one leads."
                ),
            ),
            ("R3", "R5"),
        ),
    ),
)
