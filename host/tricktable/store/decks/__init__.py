"""Decks: which tag is on which card, and how that is learned, kept and checked. Knows no table."""

from tricktable.store.decks.controls import ACTS, Control, Controls
from tricktable.store.decks.deck import (
    CUT,
    KINDS,
    STANDARD52,
    BadDeck,
    Deck,
    Decks,
    KnownCard,
    OtherDeck,
    TagMeaning,
    UnknownTag,
    code_of,
    demo_deck,
    demo_decks,
    is_cut,
    kind_named,
    renamed,
    uid_fault,
)
from tricktable.store.decks.enrolment import Enrolment
from tricktable.store.decks.file import FORMAT, MAX_FILE_BYTES, decode, read_deck, write_deck
from tricktable.store.decks.shelf import Folder, Shelf, ShelfChange

__all__ = [
    "ACTS",
    "CUT",
    "FORMAT",
    "KINDS",
    "MAX_FILE_BYTES",
    "STANDARD52",
    "BadDeck",
    "Control",
    "Controls",
    "Deck",
    "Decks",
    "Enrolment",
    "Folder",
    "KnownCard",
    "OtherDeck",
    "Shelf",
    "ShelfChange",
    "TagMeaning",
    "UnknownTag",
    "code_of",
    "decode",
    "demo_deck",
    "demo_decks",
    "is_cut",
    "kind_named",
    "read_deck",
    "renamed",
    "uid_fault",
    "write_deck",
]
