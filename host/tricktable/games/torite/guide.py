"""How The Torite is played, for people who have never seen it. Its page in docs is made of this."""

from typing import Final

from tricktable.rules.guide import Detail, Guide
from tricktable.text.language import message

GUIDE: Final = Guide(
    goal=(
        message("You play together: the whole table wins or loses. To win, do both of these:"),
        message(
            "Share out the twelve tricks exactly. With four players, one of you takes 6 tricks, "
            "one 4, one 2 and one none; with three, 8, 4 and none. It does not matter who takes "
            "which."
        ),
        message(
            "Each of you keeps one card to the end. The kept cards must all be of different suits."
        ),
    ),
    turn=(
        message(
            "The backs of the cards show their suits, so everybody can see how many cards of each "
            "suit you have. Ranks are secret. Talk about anything but ranks, and give no hints."
        ),
        message(
            "Everybody gets 13 cards. The player with 2♣ leads first (three players: 5♣), and may "
            "lead any card."
        ),
        message(
            "Clockwise, everybody plays a card of the suit led if they have one, and any card if "
            "they do not. The highest spade takes the trick; without a spade, the highest card of "
            "the suit led. The player who took it leads the next trick."
        ),
    ),
    end=(
        message(
            "After twelve tricks everybody shows the card that is left. One deal is a whole game."
        ),
    ),
    score=(
        message(
            "If you have won, take the rank of the card kept by the player with most tricks, "
            "subtract the rank of the card kept by the player with fewest, and add 12. A jack is "
            "11, a queen 12, a king 13, an ace 14. Four players can score 0 to 24, three players "
            "3 to 21."
        ),
        message("A game that is lost has no score."),
    ),
    trump=message("Trump is always {S}. Nobody has to trump, and trump may be led at any time."),
    details=(
        Detail(
            message("Three players"),
            (
                message(
                    "Leave out the 2s, 3s and 4s. Deal 13 of the remaining 40 cards to each player "
                    "and set the last one aside, face down. It counts as a kept card: all four "
                    "must be of different suits."
                ),
                message("If the card set aside is 5♣, the player with 6♣ leads first."),
            ),
            ("T1", "T2", "T3", "T4", "T5", "T6"),
        ),
        Detail(
            message("Two players"),
            (
                message(
                    "Deal all 52 cards into four stacks of 13. Looking only at the backs, agree "
                    "who plays which stack in round 1 and which in round 2. In neither round may "
                    "both of you have the same number of cards of every suit. If no such pairing "
                    "is left, deal again."
                ),
                message(
                    "The dealer leads to round 1, the winner of its last trick to round 2. To win, "
                    "one round must end 8–4 and the other 4–8, and the four cards kept must be of "
                    "four suits."
                ),
                message(
                    "The score uses the cards kept in round 2: that of the player who took 8 "
                    "tricks in it, less that of the player who took 4, plus 12."
                ),
            ),
            ("T11", "T12", "T13", "T14", "T15", "T16"),
        ),
        Detail(
            message("One player"),
            (
                message(
                    "Play as with two, against a dummy; you deal and pair the stacks. Before each "
                    "round turn up one card of each suit in the dummy’s hand. You look only at "
                    "your own hand and at cards that are face up."
                ),
                message(
                    "You choose the dummy’s cards, face up or face down; the dummy must follow "
                    "suit too, and leads when it took the trick. After it plays a face-up card, "
                    "turn up another of that suit, if there is one."
                ),
            ),
            ("T17", "T18", "T19", "T20", "T21"),
        ),
        Detail(
            message("Not following suit"),
            (
                message(
                    "A revoke is announced with its proof, and not punished. But no game is won "
                    "while one stands."
                ),
            ),
            ("T10",),
        ),
    ),
)
