"""How the hands of each game decide: sensible, legal, and no more than that. A file for each game.

A brain sees the open hands and the public view, and answers with one act, or none while it waits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from tricktable.demo.acts import Act
from tricktable.demo.brains import etori, torite, tredici, triatri, troika
from tricktable.demo.sight import Sight
from tricktable.rules.view import AnyView

Brain = Callable[[Sight, AnyView], Act | None]

BRAINS: Final[Mapping[str, Callable[[Random], Brain]]] = {
    "torite": torite.Brain,
    "triatri": triatri.Brain,
    "etori": etori.Brain,
    "tredici": tredici.Brain,
    "troika": troika.Brain,
}
"""For each game how to make a brain, from its source of chance."""
