"""The rulings that scores rest on, each in one sentence. Their numbers are those of docs/games.

Where a house rule decides, the sentence of the value that the game is played by is given.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from tricktable.service.reckoning.account import Ruling
from tricktable.text.language import _, message

RULINGS: Final[Mapping[str, str]] = {
    "T5": message("The card set aside counts for the four suits, too."),
    "T6": message(
        "The rank kept with most tricks, less the rank kept with fewest, plus 12; never cut off."
    ),
    "T7": message("A lost game has no score."),
    "T10": message("No game is won while a revoke stands."),
    "T15:round2": message("Of two rounds, the cards kept in round 2 count."),
    "T15:round1": message("Of two rounds, the cards kept in round 1 count."),
    "A2": message("An imitation changes places with the card that is winning."),
    "A3:carry": message("The card that an imitation takes keeps what it counts."),
    "A3:recompute_exchange": message("After an exchange every card counts where it now lies."),
    "A3:recompute_copy": message("An imitation becomes a copy; every card counts where it lies."),
    "A21": message("Where another card would count twice, a 2 counts four times."),
    "A22": message("A colour is gone as soon as its last gem of the stock is named."),
    "A23": message("Two gems of every colour win, even if a colour is gone as well."),
    "A25": message(
        "Sets of three colours first (+1), then of two (−2); what is left counts as many points"
        " as gems of its colour lie in the stock."
    ),
    "A27": message("A colour that has gone from the stock counts 0."),
    "A31": message("Two gems of every colour are shown as 100 points."),
    "E1:dealt": message("The aces that were dealt to the winners decide what is paid."),
    "E1:captured": message("The aces that the winners captured decide what is paid."),
    "E2": message("Eight each: the team that has the Rensho loses."),
    "E3": message("Eight each is paid as any other number up to eleven."),
    "E4:yes": message("The deal stops as soon as nothing can change what is paid."),
    "E14": message("The Rensho and the ace of trumps take the place of the black aces."),
    "E16": message("Nobody pays more than they have."),
    "E19:plain": message("9 to 11 faces cost 1 chip, 12 to 15 cost 2, all 16 cost 4."),
    "D13": message("The game is drawn when every hand has hardly a card left."),
    "D21": message("The cards of who is purged go to the discards, those in stacks, too."),
    "D22": message("Who shares a suit with anybody is purged, but the caller only if nobody is."),
    "D24:no": message("Thirteen cards win when they are called."),
    "D24:yes": message("Thirteen cards win by themselves."),
    "D30": message("Everybody may count the stacks."),
    "K15:no": message("In No and Low what the bidders score counts twice."),
    "K15:yes": message("In No and Low what both sides score counts twice."),
    "K16": message("The points taken must reach the bid, before they count twice."),
    "K17": message("What a side has before the deal decides whether it scores without bidding."),
    "K20": message("Such a side still loses points."),
    "K23": message("Once a bid of No is made, 62 points are needed for the rest of the game."),
    "K29:no": message("Of points beyond the bid none are scored."),
    "K30": message("Points may add up to less than nothing."),
    "K31:on": message("A bid of 12 No decides the game."),
}
"""By number; behind a colon the value of the house rule that it holds for."""


def rulings(numbers: Iterable[str]) -> tuple[Ruling, ...]:
    """These rulings, each once, in the order given."""
    return tuple(
        Ruling(number.partition(":")[0], _(RULINGS[number])) for number in dict.fromkeys(numbers)
    )
