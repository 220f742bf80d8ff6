"""How Etori is played, for people who have never seen it. Its page in docs is made of this."""

from typing import Final

from tricktable.games.etori.rules import ACES
from tricktable.rules.game import Header
from tricktable.rules.guide import Detail, Grid, Guide, Ladder, by_ranking
from tricktable.text.language import message


def _ladders(header: Header) -> tuple[Ladder, ...]:
    """The Rensho, which is none of its suit's ranks, above all others."""
    rensho = Ladder("", (ACES[0].code,), message("The Rensho takes any trick"))
    return (rensho, *by_ranking(header))


GUIDE: Final = Guide(
    goal=(
        message(
            "You play in teams of two; partners sit opposite each other. In each deal, two teams "
            "catch the sixteen face cards with their tricks: A, K, Q and J of every suit. Nine or "
            "more win the deal."
        ),
        message(
            "The losers pay chips to the winners. Every team begins with five chips: win them all."
        ),
    ),
    turn=(
        message(
            "All 52 cards are dealt, thirteen to each. Either player of the team that did not deal "
            "leads first. The two may agree which of them, but must say nothing about their cards."
        ),
        message(
            "Clockwise, everybody plays a card of the suit led if they have one, and any card if "
            "they do not."
        ),
        message(
            "A♣ is the Rensho: it takes any trick. Without it, the highest spade takes the trick; "
            "without a spade, the highest card of the suit led. The player who took it leads the "
            "next trick."
        ),
        message(
            "The Rensho is a club. When clubs are led, it must be played if it is the only club in "
            "the hand; when another suit is led, it can be played only by a player who has none of "
            "that suit."
        ),
    ),
    end=(
        message(
            "A deal ends with the trick in which the sixteenth face card falls; cards still in "
            "hand are not played. The losers deal next."
        ),
        message("A team without chips has lost, and the game is over."),
    ),
    score=(
        message(
            "The team with nine or more face cards wins the deal. With eight each, the team that "
            "was dealt the Rensho loses."
        ),
        message(
            "Winners who were dealt no ace get 4 chips, and with red aces only 2 chips. With A♣ or "
            "A♠ or both they get 1 chip for 8 to 11 face cards, 2 for 12 to 15 and 4 for all "
            "sixteen. Nobody pays more than they have."
        ),
    ),
    trump=message("Trump is always {S}. Nobody has to trump, and trump may be led at any time."),
    ladders=_ladders,
    details=(
        Detail(
            message("Six players"),
            (
                message(
                    "Three teams: two play, and the one that deals sits out. Turns skip its "
                    "players. The winners of the last deal lead; in the first deal the team of the "
                    "dealer’s left neighbour does."
                ),
                message(
                    "A team without chips is out. The other two play on until one has all fifteen "
                    "chips; the one that did not win deals next."
                ),
            ),
            ("E6", "E7", "E8", "E17"),
        ),
        Detail(
            message("The payment"),
            (
                Grid(
                    (message("the winners were dealt"), message("they get")),
                    (
                        (message("no ace"), message("4 chips")),
                        (
                            message("one or both red aces, and no black one"),
                            message("2 chips"),
                        ),
                        (
                            message("A♣ or A♠ or both"),
                            message("1 chip for 8 to 11 faces, 2 for 12 to 15, 4 for all 16"),
                        ),
                    ),
                ),
                message(
                    "Example: eleven faces against five, and the winners were dealt A♠ and A♥: "
                    "1 chip. The same with only A♥: 2 chips. With no ace at all: 4 chips."
                ),
            ),
            ("E1", "E2", "E3", "E16"),
        ),
        Detail(
            message("The Rensho"),
            (
                message(
                    "When the Rensho is led, the others follow clubs. A♠ is the highest trump "
                    "below it. A player who does not follow clubs has no club, not even the Rensho."
                ),
            ),
            ("E12", "E13", "E15"),
        ),
    ),
)
