"""Gestures: how people at the table make one record entry with cards, buttons and keys.

Things said use the seat's button and the keys that the display would list; rare ones
use the menu; secrets use the seat's own phone. Waits for the table after each gesture.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from tricktable.rules import codec
from tricktable.rules.cards import Card
from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Entry,
    Happening,
    Held,
    Moved,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.keypad import NUMBER_KEYS
from tricktable.rules.record import Record
from tricktable.rules.topics import topic_of
from tricktable.rules.values import JsonValue
from tricktable.sim.acts import AWAY_MS
from tricktable.sim.perform.watch import Apart, BoardHands, TableWatch
from tricktable.store.decks import Deck, Decks
from tricktable.table import commands
from tricktable.table.desk.desk import Desk
from tricktable.table.desk.face_down import is_read_at_once
from tricktable.table.desk.keys import keypad_offers, row_of
from tricktable.table.desk.laid_card import ways_to_lay
from tricktable.table.desk.menu import menu_keys
from tricktable.table.desk.moment import OWN_READERS, Acts, Moment, is_possible
from tricktable.table.table import Table


class Task(NamedTuple):
    """One entry to make."""

    entry: Entry
    seq: int
    record: Record
    """The record before it."""

    @property
    def name(self) -> str:
        """The entry for messages."""
        return f"entry {self.seq} ({codec.write_entry(self.entry)})"


class Gestures:
    """Makes entries at one table. Mutable: it remembers where cards have lain."""

    def __init__(
        self, table: Table, hands: BoardHands, decks: Iterable[Deck], watch: TableWatch
    ) -> None:
        self._table = table
        self._hands = hands
        self._tags = {code: uid for deck in decks for uid, code in deck.tags.items()}
        self._watch = watch
        self._laid: set[tuple[int, str]] = set()

    def make(self, task: Task) -> None:
        """Make the entry and wait until the table has it. Raises: Apart."""
        self._settle()
        match task.entry:
            case Dealt(seat):
                self._say(task, seat, "dealt", None)
            case Declared(said_by, topic, value):
                self._declare(task, said_by, topic, value)
            case Moved():
                self._move(task, task.entry)
            case Played() | Held() | Shown():
                self._lay_one(task, task.entry)
            case Struck() | Corrected():
                self._take_back(task, task.entry)
        self._watch.until(lambda view: view.view and view.view.seq == task.seq, task.name)

    def _settle(self) -> None:
        """Leave the table's own questions open: the record says what comes next."""
        view = self._table.view()
        if view.asked is not None or view.desk.is_stopped:
            self._press("UNDO")

    # --- one gesture after the other --------------------------------------------------------------

    def _do(self, gesture: Callable[[], None], what: str) -> None:
        """Do it, and wait until the table has taken it in."""
        before = self._watch.acts_taken_in
        gesture()
        self._watch.until_heard(before + 1, what)

    def _press(self, *keys: str) -> None:
        for key in keys:
            self._do(lambda key=key: self._hands.press(key), f"key {key}")  # type: ignore[misc]

    def _button(self, seat: int, is_long: bool = False) -> None:
        at = seat % OWN_READERS
        self._do(lambda: self._hands.button(at, is_long), f"the button of seat {seat}")

    def _single_out(self, task: Task, seat: int | None) -> None:
        """At shared readers, choose the seat whose card or button comes next."""
        if seat is None or task.record.header.seats <= OWN_READERS:
            return
        desk = self._table.view().desk
        due = desk.moving[0].seat if len(desk.moving) == 1 else task.record.state.next.seat
        if desk.chosen != seat and (due != seat or desk.reading not in (None, seat)):
            self._press(NUMBER_KEYS[seat + 1], "OK")

    def _lay(self, task: Task, reader: int, card: Card) -> None:
        code = task.record.header.pack.printed_code(card.code)
        if (reader, code) in self._laid:
            self._hands.rest(AWAY_MS)
        self._laid.add((reader, code))
        self._do(lambda: self._hands.lay(reader, self._tags[code]), task.name)
        self._hands.lift(reader)

    # --- something said ---------------------------------------------------------------------------

    def _declare(self, task: Task, seat: int | None, topic: str, value: JsonValue) -> None:
        offers = task.record.state.offers()
        if any(each.what == topic and each.is_secret for each in offers):
            # A secret is said on a phone: at the keypad everybody would see it.
            self._ask(commands.Declare(topic, seat, value))
        elif topic_of(task.record.header.rules, topic).is_rare:
            self._choose(task, topic)
            if self._table.view().asked is not None:
                assert seat is not None
                self._press(NUMBER_KEYS[seat + 1])
        else:
            self._say(task, 0 if seat is None else seat, topic, value)

    def _say(self, task: Task, seat: int, what: str, value: JsonValue) -> None:
        """Press the seat's button, then keys if that leaves a choice."""
        self._single_out(task, seat)
        self._button(seat)
        record = task.record
        mine = keypad_offers(record.header.rules, record.state.offers(), seat)
        self._press(*row_of(mine, what, value))

    def _choose(self, task: Task, line: str) -> None:
        """Choose a menu line."""
        keys = menu_keys(self._moment(task), line)
        if keys is None:
            raise Apart(f"{task.name}: the menu does not offer it")
        self._press("MENU", *keys)

    def _moment(self, task: Task, other_way: bool = False) -> Moment:
        """The desk, as far as people can see it."""
        view = self._table.view()
        desk = Desk(reading=view.desk.reading, other_way=other_way)
        return Moment(desk, task.record, Decks(), view.names, self._table.history)

    # --- cards ------------------------------------------------------------------------------------

    def _lay_one(self, task: Task, entry: Played | Held | Shown) -> None:
        seat = entry.seat
        self._single_out(task, seat)
        self._read_hand(seat, isinstance(entry, Held))
        self._single_out(task, seat)
        # First as it lies, for at most tables that is right; the button is pressed only where it
        # must be.
        if not self._becomes(task, entry, False):
            if not self._becomes(task, entry, True) or seat is None:
                raise Apart(f"{task.name}: at this table that card would be taken for another move")
            self._button(seat)
        at = task.record.header.seats if seat is None else seat % OWN_READERS
        self._lay(task, at, entry.card)

    def _becomes(self, task: Task, entry: Played | Held | Shown, other_way: bool) -> bool:
        """Whether the card, laid now, becomes this entry."""
        moment = self._moment(task, other_way)
        ways = ways_to_lay(moment, task.record, entry.seat, entry.card)
        first = next((each for each in ways if is_possible(task.record, each)), None)
        return type(first) is type(entry)

    def _read_hand(self, seat: int | None, begins: bool) -> None:
        """Switch hand scanning on or off with a long press, if needed."""
        if seat is not None and (self._table.view().desk.reading == seat) != begins:
            self._button(seat, is_long=True)

    def _move(self, task: Task, entry: Moved) -> None:
        what, seat = f"{entry.source}>{entry.target}", entry.seat
        if entry.cards == ():
            self._ask(commands.Move(seat, entry.source, entry.target, 0, []))
            return
        self._read_hand(seat, False)
        self._single_out(task, seat)
        if entry.cards is None:
            self._say(task, seat, what, entry.number)
            if self._table.view().desk.moving:
                self._press("OK")
            return
        self._lay_all(task, entry, what)

    def _lay_all(self, task: Task, entry: Moved, what: str) -> None:
        """Lay the cards of a move one by one; the button ends it if their number is free."""
        assert entry.cards is not None
        offers = task.record.state.offers()
        offer = next(each for each in offers if each.what == what and entry.seat in each.seats)
        if not is_read_at_once(task.record, entry.seat):
            self._say(task, entry.seat, what, entry.number)
        for card in entry.cards:
            self._lay(task, entry.seat % OWN_READERS, card)
        if len(offer.values) > 1:
            self._button(entry.seat)

    # --- what is put right ------------------------------------------------------------------------

    def _take_back(self, task: Task, entry: Struck | Corrected) -> None:
        """Undo, redo and the newest card through the board; anything earlier from a page."""
        last = task.record.last
        history = self._table.history
        if isinstance(entry, Struck):
            if _takes_back(history.done, entry):
                self._press("UNDO")
                return
        elif _brings_back(history.undone, entry):
            self._choose(task, "redo")
            return
        elif last is not None and last.seq == entry.seq:
            if _is_other_seat(last.entry, entry.entry):
                self._choose(task, "reseat")
                self._press(NUMBER_KEYS[_seat(entry.entry) + 1])
                return
            if isinstance(entry.entry, (Played, Shown, Held)) and _is_other_card(
                last.entry, entry.entry
            ):
                self._choose(task, "mend")
                self._lay(task, 0, entry.entry.card)
                return
        self._ask(commands.Enter(codec.fields_of(entry)))

    def _ask(self, request: commands.Request) -> None:
        answer = self._table.ask(request)
        if not answer.is_done:
            raise Apart(answer.reason)


def _takes_back(done: Acts | None, entry: Struck) -> bool:
    """Whether UNDO does just this."""
    changes = done.newest.changes if done else ()
    return len(changes) == 1 and changes[0][0] == entry.seq and changes[0][1] is None


def _brings_back(undone: Acts | None, entry: Corrected) -> bool:
    """Whether the menu's redo does just this."""
    changes = undone.newest.changes if undone else ()
    if len(changes) != 1:
        return False
    seq, _, after = changes[0]
    return (seq, type(after), after) == (entry.seq, type(entry.entry), entry.entry)


def _seat(entry: Happening) -> int:
    seat = entry.dealer if isinstance(entry, Dealt) else entry.seat
    assert seat is not None
    return seat


def _is_other_seat(was: Happening, right: Happening) -> bool:
    """Whether only the seat was wrong."""
    if type(was) is not type(right) or was == right:
        return False
    if isinstance(was, Dealt):
        return True
    assert not isinstance(right, Dealt)
    return right.seat is not None and was._replace(seat=right.seat) == right


def _is_other_card(was: Happening, right: Played | Shown | Held) -> bool:
    """Whether only the card was wrong."""
    return type(was) is type(right) and right.seat == was.seat and right != was
