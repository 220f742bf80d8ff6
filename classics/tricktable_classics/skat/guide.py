"""How Skat is played, for people who have never seen it."""

from typing import Final

from tricktable.rules.guide import Detail, Grid, Guide
from tricktable.text.language import message

GUIDE: Final = Guide(
    goal=(
        message(
            "One player plays alone against the other two, for more than half of the 120 points in "
            "the cards. An auction decides who that is, and that player chooses the game."
        ),
    ),
    turn=(
        message(
            "Everybody gets ten of the 32 cards from seven to ace. Two lie face down: the skat."
        ),
        message(
            "The second player after the dealer names values, 18, 20, 22 and so on, and the first "
            "holds each or passes. Then the dealer bids in the same way to the one who is left. "
            "The last one left plays alone, for a game that is worth at least the last bid."
        ),
        message(
            "The declarer picks up the skat, discards two cards and announces a game; or leaves "
            "it, and plays hand. The player at the dealer’s left leads."
        ),
        message(
            "In a suit game the suit is trump, and above it the four jacks: J♣ is the highest, "
            "then J♠, J♥ and J♦. In grand only the jacks are trump. In null nothing is, and the "
            "declarer must take no trick."
        ),
        message(
            "Clockwise, everybody plays a trump if a trump was led, else a card of the suit led, "
            "and any card if they have none. The highest trump takes the trick; without a trump, "
            "the highest card of the suit led. Whoever took it leads next."
        ),
    ),
    end=(message("36 deals are a list. Whoever has most points then wins."),),
    score=(
        message(
            "An ace counts 11, a ten 10, a king 4, a queen 3, a jack 2. With the skat, the "
            "declarer needs 61; the others win with 60."
        ),
        message(
            "A game scores its base times a number: the jacks from J♣ down that the declarer has "
            "without a gap, or lacks, and 1 more for the game. A game that is lost costs "
            "twice as much."
        ),
    ),
    trump=message("The declarer names it. The jacks are always trumps, but in null."),
    details=(
        Detail(
            message("What a game is worth"),
            (
                Grid(
                    (message("game"), message("base")),
                    (
                        ("♦", "9"),
                        ("♥", "10"),
                        ("♠", "11"),
                        ("♣", "12"),
                        (message("Grand"), "24"),
                    ),
                ),
                message(
                    "With J♣ and J♠, but not J♥, you are “with 2”; without J♣ and J♠, but with J♥, "
                    "“without 2”. Both count 2, and the game 1: in hearts that is 3 × 10. In a "
                    "suit game the trumps below the jacks count on. The skat counts, too."
                ),
                message(
                    "Each of these is 1 more: hand, schneider (the others have 30 points or "
                    "fewer), schneider announced, schwarz (they have no trick), schwarz announced, "
                    "ouvert."
                ),
            ),
            ("S5", "S6"),
        ),
        Detail(
            message("Null"),
            (
                Grid(
                    ("", message("with the skat"), message("hand")),
                    (
                        (message("Null"), "23", "35"),
                        (message("Null ouvert"), "46", "59"),
                    ),
                ),
                message("Here A K Q J 10 9 8 7 is the order of all cards."),
            ),
            ("S4", "S5"),
        ),
        Detail(
            message("Overbid"),
            (
                message(
                    "If the game turns out to be worth less than the bid, it is lost, and counts "
                    "the next multiple of its base that reaches the bid, twice."
                ),
            ),
            ("S7",),
        ),
    ),
)
