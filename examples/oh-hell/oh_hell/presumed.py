"""What the table presumes in Oh Hell: the deal, as soon as it is known whose it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from oh_hell.rules import OhHell
from tricktable.rules.game import State
from tricktable.rules.presumed import LAID, Presuming, dealt_in_turn


def early(state: State) -> Iterator[tuple[int, str]]:
    """The dealer's card, turned up before anybody has said that the cards are dealt."""
    assert isinstance(state, OhHell)
    if state.phase == "deal" and state.due >= 0:
        yield state.due, LAID


PRESUMING: Final = Presuming(dealt_in_turn, early)
