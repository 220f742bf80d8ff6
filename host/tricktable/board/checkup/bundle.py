"""The part of a board's facts that may be sent to a helper. Lets nothing through by default.

A bundle holds only numbers, versions and our own words: whatever a person, a tag or a port could
have put into a text stays out of it.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tablewire.checkup import BOARD_PART, DISPLAY_PART, HEALTH, KEYS_PART, READER_PART
from tablewire.messages import KEYS
from tricktable.board.checkup.facts import Facts, count, word

_VERSIONS: Final = ("tricktable", "python", "platform")
_STATES: Final = ("live", "silent", "absent", "refused")


def bundle(facts: Facts) -> dict[str, object]:
    """What may leave the house: never a name, an id, an address or a token, whatever came in."""
    return {
        "versions": {name: _plain(facts.versions.get(name, "")) for name in _VERSIONS},
        "board": facts.state if facts.state in _STATES else "?",
        "firmware": _plain(facts.firmware),
        "parts": {name: facts.has[name] for name in _PARTS if _is_size(facts.has.get(name, ""))},
        "link": {name: facts.link[name] for name in LINK if name in facts.link},
        "health": _parts(facts.health or {}),
        "errors": [our_part(error) for error in facts.errors],
    }


LINK: Final = (
    *("openings", "bad_frames", "strays", "doubles", "gaps", "resent", "lost", "unreceived"),
    *("silence_ms", "free"),
)
"""What a line counts."""
_PARTS: Final = ("readers", "keys", "seats", "lights", "display", "buzzer", "health")


def _is_size(word: str) -> bool:
    return re.fullmatch(r"\d{1,3}(x\d{1,3})?", word, re.ASCII) is not None


def _plain(word: str) -> str:
    """A version in the style of Python's or ours, or the name of a system."""
    form = r"[0-9]{1,3}(\.[0-9]{1,3}){1,3}((a|b|rc|\.dev)[0-9]{1,3})?|linux|darwin|win32"
    return word if re.fullmatch(form, word, re.ASCII) else "?"


def _parts(health: Mapping[str, tuple[str, ...]]) -> dict[str, dict[str, object]]:
    """What each part reported: counts, chip versions and protocol words, by name."""
    return {
        part: dict(_values(health, part))
        for part in health
        if re.fullmatch(rf"{READER_PART}\d|{DISPLAY_PART}|{KEYS_PART}|{BOARD_PART}", part)
    }


def _values(health: Mapping[str, tuple[str, ...]], part: str) -> Iterator[tuple[str, object]]:
    for name in HEALTH.get(part, HEALTH[READER_PART]):
        if name in _TELLING:
            told = word(health, part, name)
            yield name, told if _TELLING[name](told) else "?"
        elif name == "ms":  # an id can be as long a number
            yield "minutes", count(health, part, name) // 60_000
        else:
            yield name, min(count(health, part, name), _MANY)


_MANY: Final = 999_999
"""Replaces a higher count: the shortest all-digit id has eight digits."""


def _is_key(told: str) -> bool:
    return told in KEYS or re.fullmatch(r"seat\d", told, re.ASCII) is not None


_TELLING: Final[Mapping[str, Callable[[str], bool]]] = {
    "version": lambda told: re.fullmatch(r"[0-9A-F]{2}", told, re.ASCII) is not None,
    "test": ("ok", "bad", "none", "dead").__contains__,
    "ok|dead": ("ok", "dead").__contains__,
    "bus": lambda told: re.fullmatch(r"\d{3,5}(,\d{3,5}){1,8}", told, re.ASCII) is not None,
    "stuck": lambda told: told == "-" or all(map(_is_key, told.split(","))),
}
"""What is no count, and whether it may be told."""
_PINS: Final = r"( (MISO|MOSI|SCK|SDA|SCL|RST|GND|VCC|3\.3V)( \(GP\d{1,2}\))?(,| and)?)+"
_SAYINGS: Final = re.compile(
    r"restarted after a fault|the flash is full or broken|the display does not answer"
    rf"|key ({'|'.join(KEYS)}) is stuck"
    r"|the button of seat \d is stuck|port: (Busy|OSError|SerialException|SerialTimeoutException)"
    rf"|(reader \d|display): (check|exchange|no pull-ups on|5 V on){_PINS}"
    r"|button \d: move its wire from GP\d{1,2} to GP\d{1,2}",
    re.ASCII,
)
FILES: Final = (
    *("backlog", "board", "buzzer", "companion", "credit", "drawings", "equipment", "frame"),
    *("glyphs", "greeter", "keypad", "keys", "lamps", "lights", "limits", "loader", "main"),
    *("mfrc522", "network_pipe", "pack", "pins", "program", "receiver", "report", "rescue", "ring"),
    *("rounds", "safe", "screens", "sealed", "serial_pipe", "settings", "sounds", "ssd1306"),
    *("strokes", "tags", "upload", "wires", "words"),
)
"""The firmware's files: the place of a fault may be shown."""
_RAISED: Final = re.compile(
    rf"(({'|'.join(FILES)})\.py, line \d{{1,4}}(, in [a-z_]{{1,24}})?|picture \d{{1,7}}): "
    r"((Assertion|Attribute|Import|Index|Key|Memory|Name|NotImplemented|OS|Runtime|Type|Value"
    r"|Unicode|ZeroDivision)Error|Exception)\b",
    re.ASCII,
)


def our_part(error: str) -> str:
    """The part of an error that can only be ours: of an exception its place and kind, no text."""
    if _SAYINGS.fullmatch(error):
        return error
    raised = _RAISED.match(error)
    return raised[0] if raised else f"({len(error)} other characters)"
