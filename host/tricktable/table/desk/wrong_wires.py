"""What a board says of its wires, read so that each language can say it. Decides nothing."""

from __future__ import annotations

import re
from typing import Final

from tricktable.text.language import Message, message

_READER, _DISPLAY = r"reader (?P<number>[1-4]): ", "display: "
_CHECK, _EXCHANGE = "check (?P<what>.+)", "exchange (?P<one>.+) and (?P<other>.+)"
_FINDINGS: Final = tuple(
    (re.compile(said), words)
    for said, words in (
        (_READER + _CHECK, message("reader {number}: check {what}")),
        (_READER + _EXCHANGE, message("reader {number}: exchange {one} and {other}")),
        (_DISPLAY + _CHECK, message("display: check {what}")),
        (_DISPLAY + _EXCHANGE, message("display: exchange {one} and {other}")),
        (_DISPLAY + "no pull-ups on (?P<what>.+)", message("display: no pull-ups on {what}")),
        (_DISPLAY + "5 V on (?P<what>.+)", message("display: 5 V on {what}")),
        (
            "button (?P<number>[1-4]): move its wire from (?P<one>.+) to (?P<other>.+)",
            message("button {number}: move its wire from {one} to {other}"),
        ),
    )
)
"""As firmware/pico/wires.py words them."""
_WIRES: Final = re.compile("(reader [1-4]|display): .+")


def of_wires(said: str) -> Message | str:
    """A fault in a board's words, or in these if it is a newer one's; empty: about no wire."""
    for finding, words in _FINDINGS:
        if found := finding.fullmatch(said):
            return Message(words, dict(found.groupdict()))
    return said if _WIRES.fullmatch(said) else ""
