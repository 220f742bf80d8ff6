"""The decks for TriATri: its own 24 cards, or part of a standard deck."""

from typing import Final

from tricktable.rules.cards import ALL, COLOURS, JOKERS, STANDARD
from tricktable.rules.deck import STANDARD52, DeckKind, Pack
from tricktable.rules.game import Header
from tricktable.text.language import message

SUIT_OF_COLOUR: Final = dict(zip(COLOURS, "HSC", strict=True))
STANDARD_MAP: Final = {
    **{rank + suit: rank + colour for colour, suit in SUIT_OF_COLOUR.items() for rank in "2345678"},
    **dict(zip(("JD", "QD", "KD"), ("X1", "X2", "X3"), strict=True)),
}
"""With a standard deck (A32), and on any keypad, hearts are fire, spades water, clubs wood."""

TRIATRI: Final = DeckKind(
    name="triatri",
    cards=ALL[len(STANDARD) : -len(JOKERS)],
    title=message("24 cards of TriATri"),
    enrol=message("enrol a TriATri deck"),
    called="{colour} TriATri",
    keyed=STANDARD_MAP,
)
OWN: Final = Pack(TRIATRI)
MAPPED: Final = Pack(STANDARD52, STANDARD_MAP)


def pack(header: Header) -> Pack:
    """The deck chosen by the house rule (A32)."""
    return OWN if header.options["deck"] == "custom" else MAPPED
