"""What a board's builder can set: board.json on its flash, which newer programs keep. Pure."""

import json
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from tricktable.board.flash import CannotFlash
from tricktable.board.flash.firmware import File

PLACE: Final = "board.json"


class BoardSetting(NamedTuple):
    """One thing that can be set, to a whole number."""

    usual: int
    least: int
    most: int
    about: str
    part: str = ""
    """What a hello calls it; empty if it does not say."""


SETTINGS: Final[Mapping[str, BoardSetting]] = {
    "reader_khz": BoardSetting(1000, 125, 2500, "how fast the bus to the readers is, in kHz"),
    "breadboard": BoardSetting(0, 0, 1, "whether it is a breadboard: one reader, one button"),
    "readers": BoardSetting(4, 1, 4, "how many readers it has", "readers"),
    "buttons": BoardSetting(4, 0, 4, "how many seat buttons it has", "seats"),
    "lamps": BoardSetting(4, 0, 4, "how many lamps it has", "lights"),
    "keypad": BoardSetting(1, 0, 1, "whether it has the keypad", "keys"),
    "buzzer": BoardSetting(1, 0, 1, "whether it has the buzzer", "buzzer"),
}
"""By name. firmware/pico/equipment.py reads them and has the same bounds."""


def settings_of_words(words: Iterable[str]) -> dict[str, int]:
    """The settings in words like `reader_khz=500`. Raises: CannotFlash."""
    wishes = {}
    for word in words:
        name, _, value = word.partition("=")
        wishes[name] = number(name, value)
    return wishes


def number(name: str, value: str) -> int:
    """The value of the setting with this name, as somebody wrote it. Raises: CannotFlash."""
    setting = SETTINGS.get(name)
    if setting is None:
        known = ", ".join(SETTINGS)
        raise CannotFlash(f"There is no setting {name!r}: a board has {known}")
    is_number = value.isascii() and value.isdecimal() and len(value) < 10
    if not is_number or not setting.least <= int(value) <= setting.most:
        raise CannotFlash(
            f"{name} is {setting.about}: a whole number from {setting.least} to {setting.most} "
            f"(usually {setting.usual}), not {value!r}"
        )
    return int(value)


def settings_of_hello(parts: Mapping[str, str]) -> dict[str, int]:
    """The settings of a board as far as its hello tells them."""
    return {
        name: min(int(parts[setting.part]), setting.most)
        for name, setting in SETTINGS.items()
        if parts.get(setting.part, "").isdecimal()
    }


def settings_file(before: bytes, wishes: Mapping[str, int]) -> File:
    """The board's file with these changes; drops what cannot be read of the old one."""
    try:
        known = json.loads(before)
    except (ValueError, RecursionError):
        known = None
    kept = {name: known[name] for name in SETTINGS if isinstance(known, dict) and name in known}
    return File(PLACE, json.dumps(kept | dict(wishes)).encode())
