"""What these games say alike."""

from __future__ import annotations

from typing import Final

from tricktable.rules.phases import Acting
from tricktable.rules.position import P
from tricktable.rules.topics import Console, Keypad, SeatPage, Topic, heading
from tricktable.text.language import message


def lies_open(title: str, line: str) -> Topic[P, None]:
    """A seat lays its hand open.

    Args:
        title: a message: that it lies open.
        line: a message: the same in the keypad's list.
    """
    return Topic(
        name="open",
        title=title,
        bidding=None,
        due=message("to lay open"),
        said=message("{who} lays the hand open"),
        console=Console(heading(message("{who} lays the hand open"), title)),
        page=SeatPage(title=message("Lay your hand open"), button=message("It lies open")),
        keypad=Keypad(line=line),
    )


LAYING_OPEN: Final = Acting(
    message("{who} lays the hand open"),
    "to lay the hand open",
    message("Lay your hand open"),
    is_routine=True,
)
