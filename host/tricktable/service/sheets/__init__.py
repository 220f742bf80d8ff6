"""What each game's page says below the cards: a file for each game, and the tricks of a deal.

Every sheet is made of a public view, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from tricktable.rules.cards import SUITS
from tricktable.rules.trick_sheets import trick_sheets
from tricktable.rules.view import AnyView
from tricktable.service.sheets import etori, torite, tredici, triatri, troika
from tricktable.text.language import _
from tricktable.text.parts import Name, Row, Sentence, Sheet, Sign, counts, sentence

SHEETS: Final[Mapping[str, Callable[[AnyView, tuple[str, ...]], tuple[Sheet, ...]]]] = {
    "torite": torite.sheets,
    "triatri": triatri.sheets,
    "etori": etori.sheets,
    "tredici": tredici.sheets,
    "troika": troika.sheets,
}


def sheets(view: AnyView, names: tuple[str, ...]) -> tuple[Sheet, ...]:
    """The game's own sheets, and the tricks of the deal so far."""
    return (*SHEETS[view.game](view, names), *_tricks(view, names))


def _tricks(view: AnyView, names: tuple[str, ...]) -> Iterator[Sheet]:
    prizes: Any = [said.value for said in view.said if said.topic == "prize"]
    signs = [Sign(each["colour"]) for each in prizes]
    return trick_sheets(view.tricks, view.of, signs, names)


def suit_counts(hands: Sequence[Sequence[int] | None], names: tuple[str, ...]) -> tuple[Sheet, ...]:
    """How many cards of each suit the hands that were read have, where a house rule shows it."""
    known = [(name, hand) for name, hand in zip(names, hands, strict=False) if hand is not None]
    if not known:
        return ()
    heads: list[Sentence] = [sentence("Suits in hand"), *((Sign(suit),) for suit in SUITS)]
    rows = tuple(Row((Name(name),), counts(list(hand))) for name, hand in known)
    return (Sheet("suits", _("Suits in hand"), tuple(heads), rows, is_plain=True),)
