"""How the table likes its board: how loud and how bright. Decides, and does no I/O."""

from __future__ import annotations

from typing import Final

from tricktable.desk.keys import LIST_KEYS
from tricktable.desk.moment import BRIGHTNESS, SOUNDS, Asking, Changes, Moment, told
from tricktable.notes import Asked, Note

_BRIGHT: Final = ("darkest", "dark", "bright", "brightest")


def ask_sound(now: Moment, _: Asking) -> Asked:
    """How loud."""
    return Asked(f"Sound: {now.desk.sound}", tuple(zip(LIST_KEYS, SOUNDS, strict=False)))


def take_sound(_: Moment, __: Asking, key: str) -> Changes:
    """So loud."""
    place = LIST_KEYS.find(key)
    if not 0 <= place < len(SOUNDS):
        return [told(Note("no_such_answer"))]
    note = Note("sound_is", detail=SOUNDS[place])
    return [told(note, sound=SOUNDS[place], asking=None)]


def ask_brightness(now: Moment, _: Asking) -> Asked:
    """How bright."""
    now_is = _BRIGHT[now.desk.brightness - 1]
    return Asked(f"Brightness: {now_is}", tuple(zip(LIST_KEYS, _BRIGHT, strict=False)))


def take_brightness(_: Moment, __: Asking, key: str) -> Changes:
    """So bright."""
    place = LIST_KEYS.find(key)
    if not 0 <= place < len(BRIGHTNESS):
        return [told(Note("no_such_answer"))]
    note = Note("brightness_is", detail=_BRIGHT[place])
    return [told(note, brightness=BRIGHTNESS[place], asking=None)]
