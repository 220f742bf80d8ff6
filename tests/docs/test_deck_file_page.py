"""The page of the deck file says what the program reads: kinds, limits, fields, an example."""

import json
from pathlib import Path

import pytest

from tricktable.store.decks import (
    ACTS,
    FORMAT,
    KINDS,
    MAX_FILE_BYTES,
    demo_deck,
    read_deck,
    write_deck,
)
from tricktable.store.decks.deck import MAX_NAME_CHARS
from tricktable.store.decks.shelf import BEGUN_SUFFIX, CONTROLS_FILE, DECK_SUFFIX, MAX_DECKS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "reference" / "deck-file.md").read_text()
FLAT = " ".join(PAGE.split())


def test_every_field_and_kind_is_there():
    for word in (*json.loads(write_deck(demo_deck())), *KINDS, FORMAT):
        assert f"`{word}`" in PAGE


@pytest.mark.parametrize(
    "words",
    [
        f"1 to {MAX_NAME_CHARS} printable characters",
        f"at most {MAX_FILE_BYTES // 1024} KiB",
        f"at most {MAX_DECKS} decks",
        f"`*{DECK_SUFFIX}`",
        f"`*{BEGUN_SUFFIX}`",
        f"`{CONTROLS_FILE}`",
        *(f"`{act}`" for act in ACTS),
        *(f"`{kind.codes[0]}`" for kind in KINDS.values()),
    ],
)
def test_the_limits_are_those_of_the_program(words):
    assert words in FLAT or words.strip("`") in FLAT


def test_the_example_is_a_deck_once_it_has_all_its_cards():
    example = json.loads(PAGE.split("```json\n")[1].split("```")[0])
    more = {uid: code for uid, code in demo_deck().tags.items() if code not in ("2C", "3C")}
    deck = read_deck(json.dumps({**example, "tags": example["tags"] | more}))
    assert (deck.name, deck.tag_of("3C")) == ("red deck", "04B1C2D3E4F580")
