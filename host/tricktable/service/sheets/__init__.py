"""What each game's page says below the cards: a file for each game, and the tricks of a deal.

Every sheet is made of a public view, and of nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tricktable.rules.view import View
from tricktable.service.parts import Sheet
from tricktable.service.sheets import etori, torite, tredici, triatri, troika
from tricktable.service.sheets.tricks import tricks

SHEETS: Final[Mapping[str, Callable[[View, tuple[str, ...]], tuple[Sheet, ...]]]] = {
    "torite": torite.sheets,
    "triatri": triatri.sheets,
    "etori": etori.sheets,
    "tredici": tredici.sheets,
    "troika": troika.sheets,
}


def sheets(view: View, names: tuple[str, ...]) -> tuple[Sheet, ...]:
    """The game's own sheets, and the tricks of the deal so far."""
    return (*SHEETS[view.game](view, names), *tricks(view, names))
