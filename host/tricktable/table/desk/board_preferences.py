"""The table's board preferences: how loud and how bright. Decides, and does no I/O."""

from typing import Final

from tricktable.rules.keypad import LIST_KEYS
from tricktable.table.desk.changes import Changes, note_row
from tricktable.table.desk.desk import BRIGHTNESS, SOUNDS, OpenDialogue
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note, Prompt
from tricktable.text.language import Message, message

_BRIGHT: Final = (
    message("darkest"),
    message("dark"),
    message("bright"),
    message("brightest"),
)
_LOUD: Final = (message("off"), message("quiet"), message("loud"))
"""The words for `SOUNDS`, which are the same."""


def ask_sound(now: Moment, _: OpenDialogue) -> Prompt:
    """Ask how loud the board should be."""
    question = Message("Sound: {what}", {"what": Message(now.desk.sound)})
    return Prompt(question, _options(_LOUD))


def take_sound(_: Moment, __: OpenDialogue, key: str) -> Changes:
    """Set how loud the board is."""
    place = LIST_KEYS.find(key)
    if not 0 <= place < len(SOUNDS):
        return [note_row(Note("no_such_answer"))]
    note = Note("sound_is", detail=SOUNDS[place])
    return [note_row(note, sound=SOUNDS[place], asking=None)]


def ask_brightness(now: Moment, _: OpenDialogue) -> Prompt:
    """Ask how bright the board should be."""
    now_is = Message(_BRIGHT[now.desk.brightness - 1])
    return Prompt(Message("Brightness: {what}", {"what": now_is}), _options(_BRIGHT))


def _options(words: tuple[str, ...]) -> tuple[tuple[str, Message], ...]:
    return tuple(zip(LIST_KEYS, map(Message, words), strict=False))


def take_brightness(_: Moment, __: OpenDialogue, key: str) -> Changes:
    """Set how bright the board is."""
    place = LIST_KEYS.find(key)
    if not 0 <= place < len(BRIGHTNESS):
        return [note_row(Note("no_such_answer"))]
    note = Note("brightness_is", detail=_BRIGHT[place])
    return [note_row(note, brightness=BRIGHTNESS[place], asking=None)]
