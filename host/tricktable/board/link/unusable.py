"""Why the board at a port cannot be used, in any language. Opens nothing."""

from collections.abc import Mapping
from typing import Final

from tablewire.host import Mismatch, TooNew, TooOld
from tricktable.text.language import Message, message

_MISMATCHES: Final[Mapping[type[Mismatch], str]] = {
    TooOld: message(
        "This board's firmware is too old for this host (it speaks protocol {protocol}): "
        "put the firmware that came with this host onto the board."
    ),
    TooNew: message(
        "This board's firmware is too new for this host (it speaks protocol {protocol}): "
        "update Tricktable on this computer."
    ),
}


class Unusable(Exception):
    """Raised if what is at a port cannot be used."""

    def __init__(self, words: Message) -> None:
        """Raise it with why, for a person."""
        super().__init__(words)
        self.words = words


def refusal(mismatch: Mismatch) -> Message:
    """That the board speaks no protocol of this host, and what to do."""
    lo, hi = mismatch.lo, mismatch.hi
    return Message(_MISMATCHES[type(mismatch)], {"protocol": lo if lo == hi else f"{lo}–{hi}"})
