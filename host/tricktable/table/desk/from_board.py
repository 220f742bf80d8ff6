"""Events from the board (cards, keys, buttons, faults) as changes. Decides, and does no I/O."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from tablewire.messages import KEYS
from tricktable.store.decks import Control, KnownCard
from tricktable.table.desk import control, deck_work
from tricktable.table.desk.changes import Changes, DeskRow, note_row
from tricktable.table.desk.keypad import press_key, press_seat
from tricktable.table.desk.laid_card import found_by, place_of, take_card
from tricktable.table.desk.menu import is_for_help
from tricktable.table.desk.moment import Moment
from tricktable.table.desk.seats import admit_phone
from tricktable.table.desk.wrong_wires import of_wires
from tricktable.table.note_kinds import About
from tricktable.table.notes import MOST_NAMED, Note


def hear(now: Moment, what: str, args: Sequence[str]) -> Changes:
    """The changes from one board event: at least one, and the first carries its source."""
    if not is_known(what, args):  # a newer firmware has more to say, a broken one anything
        return [note_row(Note("unknown_event", detail=what))]
    return _EVENTS[what].handle(now, *args)


def hear_late(now: Moment, what: str, args: Sequence[str]) -> Changes:
    """The changes from an event that is older than the game: its card, key or button had none.

    A card is named, and so are those that came before it.
    """
    is_by_hand = is_known(what, args) and what in _BY_HANDS
    if not is_by_hand or now.desk.tending is not None:
        return hear(now, what, args)
    told = now.desk.note
    before = told.detail if told is not None and told.about == "lapsed" else ""
    cards = before.split(", ") if isinstance(before, str) and before else []
    found = found_by(now, args[1]) if what == "C" else None
    if not isinstance(found, KnownCard):
        return [DeskRow({"note": told if cards else None})]
    named = [*cards, found.card][-MOST_NAMED:]
    return [note_row(Note("lapsed", detail=", ".join(named)))]


def note_restart(missing: int) -> Changes:
    """The board has restarted; at least `missing` events that it had not sent are lost."""
    return [note_row(Note("board_restarted", detail=str(missing) if missing else ""))]


def is_known(what: str, args: Sequence[str]) -> bool:
    """Whether these words are something a board may say."""
    # A seat that there is not ended the line while a name was asked, and each later start with it.
    form = _EVENTS.get(what)
    return form is not None and form.fits(args)


def _hear_card(now: Moment, reader: str, uid: str) -> Changes:
    if now.desk.tending is not None:
        return deck_work.take_tag(now, now.desk.tending, uid)
    found = found_by(now, uid)
    if isinstance(found, Control) and now.desk.is_locked:
        return _LOCKED
    if isinstance(found, Control):
        return control.do_act(now, int(reader), found.act)
    return take_card(now, int(reader), found)


def _hear_collision(now: Moment, reader: str) -> Changes:
    return [note_row(Note("two_cards", _seat_of(now, reader)))]


def _hear_unreadable(now: Moment, reader: str, reason: str) -> Changes:
    return [note_row(Note("unreadable", _seat_of(now, reader), detail=reason))]


def _hear_reader(now: Moment, reader: str, state: str) -> Changes:
    at = int(reader)
    dead = {each for each in now.desk.dead_readers if each != at}
    if state == "dead":
        dead.add(at)
    about: About = "reader_dead" if state == "dead" else "reader_ok"
    if now.equipment.stations == 1:
        about = "only_reader_dead" if state == "dead" else "only_reader_ok"
    return [note_row(Note(about, _seat_of(now, reader)), dead_readers=sorted(dead))]


def _hear_fault(now: Moment, words: str) -> Changes:
    said = words.replace("_", " ")
    if key := _STUCK_KEY.fullmatch(said):
        return [note_row(Note("key_stuck", detail=key[1]))]
    if button := _STUCK_BUTTON.fullmatch(said):
        return [note_row(Note("button_stuck", _seat_of(now, button[1])))]
    if wires := of_wires(said):
        return [note_row(Note("wires", detail=wires))]
    return [note_row(Note("board_fault", detail=said))]


_STUCK_KEY: Final = re.compile(rf"key ({'|'.join(KEYS)}) is stuck")
_STUCK_BUTTON: Final = re.compile(r"the button of seat ([0-9]) is stuck")
"""As worded by tableboard.companion."""


def _hear_seat(now: Moment, seat: str, length: str) -> Changes:
    button, is_long = int(seat), length == "long"
    is_undo = is_long and not now.equipment.has_keys
    if now.desk.is_locked and (is_undo or not is_long):
        return _LOCKED
    return press_seat(now, button, is_long)


def _hear_consent(now: Moment, seat: str, word: str) -> Changes:
    return admit_phone(now, int(seat), word)


def _hear_key(now: Moment, key: str) -> Changes:
    # While cards are seen to, the host does that.
    if now.desk.is_locked and now.desk.tending is None and not is_for_help(now, key):
        return _LOCKED
    return press_key(now, key)


_LOCKED: Final = (note_row(Note("locked")),)


def _seat_of(now: Moment, reader: str) -> int | None:
    """The person that a remark about a reader is for."""
    return place_of(now, int(reader))[0]


_NUMBER: Final = re.compile("[0-9]{1,2}")
"""The highest reader or seat: no table has more."""


class _Form(NamedTuple):
    """How the words of an event are read."""

    handle: Callable[..., Changes]
    words: int
    begins_with_number: bool = True
    ends: Sequence[str] = ()
    """What the last word may be; empty if it may be anything."""

    def fits(self, args: Sequence[str]) -> bool:
        """Whether the words can be read this way."""
        if len(args) != self.words or (self.ends and args[-1] not in self.ends):
            return False
        return not self.begins_with_number or _NUMBER.fullmatch(args[0]) is not None


_BY_HANDS: Final = ("C", "K", "S")
"""What people do at a table; the rest says how the board is, or names the phone that it is for."""
_EVENTS: Final[Mapping[str, _Form]] = {
    "C": _Form(_hear_card, 2),
    "X": _Form(_hear_collision, 1),
    "U": _Form(_hear_unreadable, 2),
    "R": _Form(_hear_reader, 2, ends=("dead", "ok")),
    "K": _Form(_hear_key, 1, begins_with_number=False),
    "S": _Form(_hear_seat, 2, ends=("short", "long")),
    "Y": _Form(_hear_consent, 2),
    "F": _Form(_hear_fault, 1, begins_with_number=False),
}
