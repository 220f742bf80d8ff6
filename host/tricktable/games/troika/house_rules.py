"""The house rules of Troika in words; `rules.py` carries them out."""

from typing import Final

from tricktable.rules.options import Option, Options, by_name, choice, number
from tricktable.rules.values import Chosen
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
        choice(
            "variant",
            message("Variant"),
            {
                "base": message("32 cards, no kitty, no Low bids."),
                "saskatchewan": message("Saskatchewan: 34 cards, a kitty of two, and Low bids."),
            },
        ),
        choice(
            "nt_increase",
            message("No trump raises the target"),
            {
                "off": message("52 points win."),
                "on": message("52 points win; 62 once a bid without trump has been made."),
            },
            rulings=("K23",),
        ),
        _min_bid(6),
        choice(
            "double_defenders",
            message("Double defenders"),
            {
                "no": message("The defenders' points are never doubled."),
                "yes": message("Without trump the defenders' points are doubled too."),
            },
            rulings=("K15",),
        ),
        number(
            "bid_out",
            message("Bid out"),
            (45, range(100), "none"),
            message("A side with {number} points or more scores only by bidding."),
            {"none": message("Defenders always score.")},
            rulings=("K18",),
        ),
        choice(
            "bid_out_62",
            message("Bid out at 62"),
            {
                "same": message("When 62 points win, that limit stays the same."),
                55: message("When 62 points win, that limit is 55."),
                56: message("When 62 points win, that limit is 56."),
            },
            rulings=("K19",),
        ),
        choice(
            "win",
            message("Win"),
            {
                "any": message("Any side with enough points wins."),
                "only_bidders": message("A side wins only at the end of a deal it bid for."),
            },
            rulings=("K22",),
        ),
        choice(
            "low_specials",
            message("Low specials"),
            {
                "lowest": message("In Low the five of hearts and three of spades rank lowest."),
                "highest": message("In Low the five of hearts and three of spades rank highest."),
            },
            rulings=("K4",),
        ),
        choice(
            "low_rank",
            message("Low rank"),
            {
                "above_no": message("Low outranks No of the same number."),
                "equal_no": message("Low ranks equal with No of the same number."),
            },
            rulings=("K5",),
        ),
        choice(
            "kitty",
            message("Kitty"),
            {
                "after_trump": message("Trump is named before the kitty is taken."),
                "before_trump": message("The kitty is taken before trump is named."),
            },
            rulings=("K7",),
        ),
        choice(
            "all_pass",
            message("When all pass"),
            {
                "dealer_forced": message("If three players pass, the dealer must bid."),
                "redeal": message("If everybody passes, the same dealer deals again."),
            },
            rulings=("K12",),
        ),
        choice(
            "misdeal",
            message("Misdeal"),
            {
                "on": message(
                    "A hand of only tens, nines, eights and sevens may be called a misdeal."
                ),
                "off": message("No hand counts as a misdeal."),
            },
            rulings=("K25",),
        ),
        choice(
            "minus_loses",
            message("Losing score"),
            {
                "off": message("No score is low enough to lose."),
                52: message("A side at minus 52 or below loses."),
            },
            rulings=("K28",),
        ),
        choice(
            "overtricks",
            message("Overtricks"),
            {
                "yes": message("Points above the bid count."),
                "no": message("Points above the bid do not count."),
            },
            rulings=("K29",),
        ),
        choice(
            "kaiser_bid",
            message("Bid of twelve No"),
            {
                "off": message("Twelve No is a bid like any other."),
                "on": message("Twelve No decides the game, made or failed."),
            },
            rulings=("K31",),
        ),
    )
)


def options(_: int, given: Chosen) -> Options:
    """The house rules; the lowest bid depends on the variant."""
    if given.get("variant") != "saskatchewan":
        return OPTIONS
    return {**OPTIONS, "min_bid": _min_bid(SASKATCHEWAN_MIN_BID)}
