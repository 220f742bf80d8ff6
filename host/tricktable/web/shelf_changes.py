"""What a host may do with whole decks: rename, delete, take in, give out. Knows no form.

A deck that is renamed stays in play where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tricktable.store.decks import BadDeck, decode, read_deck, renamed, write_deck
from tricktable.table import commands, notes
from tricktable.table.table import Table
from tricktable.text.language import _
from tricktable.web.tables import all_tables, off_hub

Change = Callable[[Sequence["Table"]], None]
"""Given the tables of the house, of which there is at least one. Raises: BadDeck, OSError."""


def refusal_of(change: Change) -> str:
    """Do it. Returns why it cannot be done, or an empty string."""
    tables = all_tables()
    try:
        off_hub(lambda: change([*tables.values()]))  # one that sleeps may play with the deck
    except BadDeck as fault:
        return sentence_of(fault)
    except OSError as fault:
        return _("Not saved: {fault}.", fault=fault.strerror or "the disk fails")
    return ""


def sentence_of(fault: BadDeck) -> str:
    """Why a deck cannot be read or changed, as a sentence."""
    return notes.sentence(notes.Note("not_now", detail=fault.message), ())


def rename(old: str, new: str, colour: str) -> Change:
    """Change a deck's name, and the colour of its backs if one is given."""

    def change(tables: Sequence[Table]) -> None:
        players = [each for each in tables if each.decks.in_play == old]
        tables[0].shelf.rename(old, new.strip(), colour)
        for each in players:
            each.ask(commands.PlayWith(new.strip()))

    return change


def delete(name: str) -> Change:
    """Delete a deck, whole or unfinished."""
    return lambda tables: tables[0].shelf.delete(name)


def take_in(file: bytes, name: str) -> Change:
    """Add the deck of a file, under another name if one is given."""

    def change(tables: Sequence[Table]) -> None:
        deck = read_deck(decode(file))
        tables[0].shelf.add(renamed(deck, name.strip() or deck.name, deck.colour))

    return change


def file_of(name: str) -> str:
    """The deck as a file. Raises: BadDeck, if there is none."""
    tables = all_tables()
    return off_hub(lambda: write_deck(next(iter(tables.values())).shelf.decks.deck(name)))


def names() -> list[str]:
    """The decks of the house, by name."""
    tables = all_tables()
    return off_hub(lambda: [deck.name for deck in next(iter(tables.values())).shelf.decks.decks])
