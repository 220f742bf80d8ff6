"""The virtual table as the computer player sees it, and how hands make an entry there."""

from typing import NamedTuple

from tricktable.rules.cards import RANKS, Card
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Moved, Played, Shown
from tricktable.rules.keypad import keys_of_card
from tricktable.rules.player import Misfit, OpenTable
from tricktable.rules.position import Position
from tricktable.rules.view import AnyView
from tricktable.sim.acts import Act, Button, LayOnReader, Press, Say, Shuffle
from tricktable.table.views import TableView


class Sight(NamedTuple):
    """The table as a player sees it."""

    hands: tuple[int, ...]
    """Masks of the cards in each hand, neither laid nor played."""
    readers: tuple[tuple[str, ...], ...]
    """What lies on each reader."""
    table: TableView
    known: Position | None = None
    """The state of the game, with every secret the table knows."""
    read: frozenset[str] = frozenset()
    """What lies on a reader and is in the record."""


def open_table(sight: Sight, view: AnyView) -> OpenTable[Position]:
    """The table as a game's own player sees it."""
    known = view.position if sight.known is None else sight.known
    return OpenTable(view, known, sight.hands, sight.table.games)


def act_of(decision: Happening | Misfit, sight: Sight, view: AnyView) -> Act:
    """The acts that make this the table's next entry."""
    match decision:
        case Played(seat, card) | Shown(seat, card) | Held(seat, card):
            return _lay(sight, view, seat, card)
        case Dealt(seat):
            return Button(seat) if _buttons_say(sight, view, "dealt", seat) else Say("dealt", seat)
        case Declared(seat, topic, None) if seat is not None and _buttons_say(
            sight, view, topic, seat
        ):
            return Button(seat)
        case Declared(seat, topic, value):
            return Say(topic, seat, value)
        case Moved(seat, source, target, number):
            return Say(f"{source}>{target}", seat, number)
    return Shuffle()


def _lay(sight: Sight, view: AnyView, seat: int | None, card: Card) -> Act:
    """Lay it on the seat's reader; on a shared one, once the seat is chosen.

    A card of no seat goes on the reader after those of the seats; if none is left, it is typed.
    """
    table = sight.table
    stations, has_keys = table.equipment
    if seat is None and view.seats < stations:
        return LayOnReader(card.code, view.seats)
    if seat is None:
        return _key_for(table.desk.typed, card) if has_keys else LayOnReader(card.code, 0)
    # Where readers are shared, the next card is taken for that of the seat which is awaited.
    is_meant = (view.next_seat if table.desk.chosen is None else table.desk.chosen) == seat
    if len(table.names) > stations and not is_meant and not has_keys:
        return Button(0)
    if len(table.names) > stations and view.next_seat != seat and table.desk.chosen != seat:
        key = "A" if seat == 0 else RANKS[seat - 1]
        return Press("OK") if table.desk.typed == key else Press(key)
    return LayOnReader(card.code, seat % stations)


def _key_for(typed: str, card: Card) -> Act:
    """The next of three keys: rank, suit, OK."""
    rank, suit = keys_of_card(card.code)
    return Press("OK" if typed == rank + suit else suit if typed == rank else rank)


def _buttons_say(sight: Sight, view: AnyView, what: str, seat: int) -> bool:
    """Whether the seat's button alone says it, as it does if only one thing can be said.

    In a game that may have more seats than the board has buttons, it is always said aloud.
    """
    mine = [each for each in view.offers if {seat, None} & {*each.seats}]
    is_alone = len(mine) == 1 and mine[0].what == what and mine[0].values == (None,)
    is_own = max(view.rules.players) <= sight.table.equipment.stations
    return is_alone and not mine[0].is_secret and is_own
