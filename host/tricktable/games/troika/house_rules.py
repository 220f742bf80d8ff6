"""The house rules of Troika in words; `rules.py` carries them out."""

from typing import Final

from tricktable.rules.options import Option, Options, by_name, choice, number
from tricktable.rules.values import HouseRules
from tricktable.text.language import message

SASKATCHEWAN_MIN_BID: Final = 7  # K14: one more than Troika's, whose bidders have no kitty


def _min_bid(usual: int) -> Option:
    return number(
        "min_bid",
        message("Lowest bid"),
        (usual, range(5, 9)),
        message("The lowest bid is {number}."),
        rulings=("K14",),
    )


OPTIONS: Final[Options] = by_name(
    (
        choice("variant", message("Variant")).of(
            base=message("32 cards, no kitty, no Low bids."),
            saskatchewan=message("Saskatchewan: 34 cards, a kitty of two, and Low bids."),
        ),
        choice("nt_increase", message("No trump raises the target"), "K23").of(
            off=message("52 points win."),
            on=message("52 points win; 62 once a bid without trump has been made."),
        ),
        _min_bid(6),
        choice("double_defenders", message("Double defenders"), "K15").of(
            no=message("The defenders' points are never doubled."),
            yes=message("Without trump the defenders' points are doubled too."),
        ),
        number(
            "bid_out",
            message("Bid out"),
            (45, range(100), "none"),
            message("A side with {number} points or more scores only by bidding."),
            {"none": message("Defenders always score.")},
            rulings=("K18",),
        ),
        choice("bid_out_62", message("Bid out at 62"), "K19").of(
            {
                "same": message("When 62 points win, that limit stays the same."),
                55: message("When 62 points win, that limit is 55."),
                56: message("When 62 points win, that limit is 56."),
            }
        ),
        choice("win", message("Win"), "K22").of(
            any=message("Any side with enough points wins."),
            only_bidders=message("A side wins only at the end of a deal it bid for."),
        ),
        choice("low_specials", message("Low specials"), "K4").of(
            lowest=message("In Low the five of hearts and three of spades rank lowest."),
            highest=message("In Low the five of hearts and three of spades rank highest."),
        ),
        choice("low_rank", message("Low rank"), "K5").of(
            above_no=message("Low outranks No of the same number."),
            equal_no=message("Low ranks equal with No of the same number."),
        ),
        choice("kitty", message("Kitty"), "K7").of(
            after_trump=message("Trump is named before the kitty is taken."),
            before_trump=message("The kitty is taken before trump is named."),
        ),
        choice("all_pass", message("When all pass"), "K12").of(
            dealer_forced=message("If three players pass, the dealer must bid."),
            redeal=message("If everybody passes, the same dealer deals again."),
        ),
        choice("misdeal", message("Misdeal"), "K25").of(
            on=message("A hand of only tens, nines, eights and sevens may be called a misdeal."),
            off=message("No hand counts as a misdeal."),
        ),
        choice("minus_loses", message("Losing score"), "K28").of(
            {
                "off": message("No score is low enough to lose."),
                52: message("A side at minus 52 or below loses."),
            }
        ),
        choice("overtricks", message("Overtricks"), "K29").of(
            yes=message("Points above the bid count."),
            no=message("Points above the bid do not count."),
        ),
        choice("kaiser_bid", message("Bid of twelve No"), "K31").of(
            off=message("Twelve No is a bid like any other."),
            on=message("Twelve No decides the game, made or failed."),
        ),
    )
)


def options(_: int, given: HouseRules) -> Options:
    """The house rules; the lowest bid depends on the variant."""
    if given.get("variant") != "saskatchewan":
        return OPTIONS
    return {**OPTIONS, "min_bid": _min_bid(SASKATCHEWAN_MIN_BID)}
