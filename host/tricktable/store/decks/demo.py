"""Decks for the simulated table: always the same tags, so that nobody has to enrol them."""

from __future__ import annotations

import hashlib

from tricktable.store.decks.deck import KINDS, STANDARD52, Deck


def demo_deck(colour: str = "red", kind: str = STANDARD52) -> Deck:
    """A deck for the simulated table: always the same tag numbers, different for each colour.

    Seven bytes like NXP's stickers (NTAG213/215/216, 8.5.1): 04 first.
    """
    of = colour if kind == STANDARD52 else f"{colour} {kind}"
    tags = {_demo_uid(f"{of} {code}"): code for code in KINDS[kind].codes}
    return Deck(f"demo {of}", colour, kind, tags)


def demo_decks() -> tuple[Deck, ...]:
    """A red one of each kind, the standard one first."""
    return tuple(demo_deck("red", kind) for kind in KINDS)


def _demo_uid(seed: str) -> str:
    chosen = hashlib.sha256(seed.encode()).digest()
    # ISO/IEC 14443-3: the fourth of seven bytes is no cascade tag either, so its top bit stays 0.
    return bytes((0x04, *chosen[:2], chosen[2] & 0x7F, *chosen[3:5], 0x80)).hex().upper()
