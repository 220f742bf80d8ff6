"""How Troika is played, for people who have never seen it. Its page in docs is made of this."""

from typing import Final

from tricktable.games.troika.rules import low_height
from tricktable.rules.cards import cards_in
from tricktable.rules.game import Header
from tricktable.rules.guide import Detail, Guide, Ladder, by_ranking, ladders
from tricktable.text.language import message


def _ladders(header: Header) -> tuple[Ladder, ...]:
    """The ranks, and where Low can be bid those of Low."""
    if header.options["variant"] != "saskatchewan":
        return by_ranking(header)
    specials_win = header.options["low_specials"] == "highest"
    cards = cards_in(header.deck)
    low = ladders(cards, lambda card: low_height(card, specials_win), title=message("In Low"))
    return (*by_ranking(header), *low)


GUIDE: Final = Guide(
    goal=(
        message(
            "Two against two; partners sit opposite each other. Each side bids how many points it "
            "will take in a deal. The first side with 52 points or more at the end of a deal wins."
        ),
        message(
            "Each of the eight tricks counts one point. 5♥ adds five points to the trick that it "
            "is in, and 3♠ takes three away."
        ),
    ),
    turn=(
        message(
            "Everybody gets eight cards. From the dealer’s left, everybody bids once: pass, or a "
            "number of points from 6 to 12, either with a trump or “No”, without one. A bid must "
            "be higher than the highest so far, and No is higher than the same number with a "
            "trump. The dealer comes last, and needs only to equal the highest bid. If all others "
            "pass, the dealer must bid."
        ),
        message("The highest bidder names the trump suit, unless the bid was No, and leads."),
        message(
            "Clockwise, everybody plays a card of the suit led if they have one, and any card if "
            "they do not. The highest trump takes the trick; without a trump, the highest card of "
            "the suit led. The player who took it leads the next trick."
        ),
    ),
    end=(
        message(
            "A deal ends after eight tricks, and its points are scored. Then the next player "
            "clockwise deals, until a side has 52 points or more."
        ),
    ),
    score=(
        message(
            "Bidders who took at least what they bid score all their points. Otherwise they lose "
            "the number that they bid. In No, either is doubled."
        ),
        message(
            "The others score their points, which may be less than zero and are never doubled. But "
            "a side that had 45 or more before the deal gains points only by bidding; it can still "
            "lose them."
        ),
    ),
    trump=message("Trump is the suit that the highest bidder names. In No there is none."),
    ladders=_ladders,
    details=(
        Detail(
            message("The cards and the deal"),
            (
                message(
                    "A, K, Q, J, 10, 9 and 8 of every suit, and below them 7♣, 7♦, 5♥ and 3♠: 32 "
                    "cards. They rank in this order, also as trump."
                ),
                message(
                    "For the first deal, cards are dealt face up around the table; the player "
                    "who gets the first jack deals. Then the deal passes clockwise."
                ),
            ),
            ("K1", "K2", "K27"),
        ),
        Detail(
            message("Misdeal"),
            (
                message(
                    "A player whose hand has nothing but 10s, 9s, 8s and 7s may throw it in before "
                    "bidding; the same dealer deals again."
                ),
            ),
            ("K25", "K26"),
        ),
        Detail(
            message("Bids"),
            (
                message(
                    "You do not name the suit in your bid. From the lowest to the highest: 6, "
                    "6 No, 7, 7 No … 12 No. After 8 No, the dealer must bid 8 No to equal it, not "
                    "8. The dealer may pass if somebody has bid."
                ),
            ),
            ("K6", "K10", "K11", "K12", "K13", "K14"),
        ),
        Detail(
            message("Points and score"),
            (
                message(
                    "A side has one point for each of its tricks, five more if it took 5♥, three "
                    "less if it took 3♠. The two sides together always have ten; one side can have "
                    "−2 to 12. Points are compared with the bid before anything is doubled."
                ),
                message(
                    "Example: the bid is 7 No, and the bidders take six tricks with both special "
                    "cards: 6 + 5 − 3 = 8 points. They score 16, the others 2. With four such "
                    "tricks they would have 6 points and lose 14; the others would score 4."
                ),
            ),
            ("K15", "K16", "K17", "K18", "K20", "K21", "K22", "K29", "K30"),
        ),
        Detail(
            message("Saskatchewan"),
            (
                message(
                    "With 7♠ and 7♥ there are 34 cards; two lie face down, the kitty. Bids begin "
                    "at 7, and there is one more kind: “Low”, without trump, higher than No of the "
                    "same number. It scores like No."
                ),
                message(
                    "The highest bidder names the trump, takes the kitty without showing it, and "
                    "discards any two cards face down, but neither 5♥ nor 3♠."
                ),
                message(
                    "In Low the ranks are reversed: 7 is strongest and the ace weakest, and below "
                    "the ace are 5♥ and 3♠."
                ),
            ),
            ("K3", "K4", "K5", "K7", "K8", "K9", "K24", "K33"),
        ),
    ),
)
