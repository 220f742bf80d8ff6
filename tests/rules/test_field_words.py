"""`help` of what games are made of: every field, and its words."""

import pydoc
from dataclasses import dataclass

import pytest

from tricktable.rules.field_words import field_words
from tricktable.rules.game import Game, Offer
from tricktable.rules.topics import Keypad, SeatPage, Topic
from tricktable.rules.trick_game import TrickGame
from tricktable.rules.view import View


@field_words
@dataclass(frozen=True, slots=True)
class Deal:
    """A deal."""

    number: int
    """From 1 on:

    the first one is 1.
    """
    gains: tuple[int, ...] = (0, 0)


def test_it_has_the_words_below_each_field_and_what_it_is_by_default():
    assert Deal.__doc__ == (
        "A deal.\n\nnumber: int\n    From 1 on:\n\n    the first one is 1."
        "\n\ngains: tuple[int, ...] = (0, 0)"
    )
    assert "Deal(*, number, gains)" in pydoc.render_doc(Deal, renderer=pydoc.plaintext)


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (Game, "seats: Callable[[int], int] = lambda players: players"),
        (TrickGame, "The cards known to be or to have been in the hand"),
        (Topic, "What stands at the place of a seat"),
        (SeatPage, "columns: int = 0"),
        (Keypad, "The keys for a value"),
        (Offer, "Who may say or do it"),
        (View, 'each with its seat: `(0, "KH")`'),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_a_stranger_is_told_what_the_fields_mean(shown, words):
    told = pydoc.render_doc(shown, renderer=pydoc.plaintext)
    assert words.lower() in told.lower()
    said = told.partition("Method resolution")[0]
    assert " at 0x" not in said
    assert max(map(len, said.splitlines())) < 1_000
