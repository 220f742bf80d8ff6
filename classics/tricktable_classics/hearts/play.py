"""Hands that play Hearts by themselves."""

from typing import Final

from tricktable.rules.cards import Card
from tricktable.rules.player import CardChoice, by_hand
from tricktable_classics.hearts.position import Position
from tricktable_classics.hearts.rules import PENALTIES


def _card(choice: CardChoice[Position]) -> Card:
    """Whatever takes no penalties: else the worst card that is got rid of for nothing."""
    choose = max if choice.loses else min
    return choose(
        choice.loses or choice.may, key=lambda card: (card.bit & PENALTIES > 0, card.rank)
    )


PLAYER: Final = by_hand({}, _card)
