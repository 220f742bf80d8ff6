"""What these games say alike."""

from tricktable.rules.position import P
from tricktable.rules.topics import Keypad, SeatPage, Topic
from tricktable.text.language import message


def lies_open(title: str, line: str, can: str = "") -> Topic[P, None]:
    """A seat lays its hand open.

    Args:
        title: a message: that it lies open.
        line: a message: the same in the keypad's list.
        can: a message for whoever does not know what follows.
    """
    return Topic(
        name="open",
        title=title,
        bidding=None,
        acts=message("{who} lays the hand open"),
        due=message("to lay open"),
        does="to lay the hand open",
        said=message("{who} lays the hand open"),
        page=SeatPage(title=message("Lay your hand open"), button=message("It lies open"), can=can),
        keypad=Keypad(line=line),
    )
