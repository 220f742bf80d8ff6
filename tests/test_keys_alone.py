"""No tag is needed: games of all five kinds by keys and seats' buttons alone, each card typed.

What is secret (Tredici's suits) is said on the seat's own phone, as people do.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from board.gallery import RECORDS
from tricktable.board.link.line import Line
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.board.picture import picture
from tricktable.games.triatri.deck import STANDARD_MAP
from tricktable.sim.perform import Performance, Script, script
from tricktable.sim.perform.watch import BoardHands, TableWatch, WatchedTable
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import open_journal
from tricktable.table.table import Table
from tricktable.table.views import LIVE

SPEED = 20.0
DECKS = (demo_deck("red"), demo_deck("red", "triatri"))
CODES = {uid: code for deck in DECKS for uid, code in deck.tags.items()}
TYPED = {stands_for: code for code, stands_for in STANDARD_MAP.items()}
"""What is typed for a card of TriATri."""
MATCHES = ("etori-4", "troika-4")
"""Of many deals: through the firmware only the first of them."""
WHOLE = ("torite-3", "triatri-3", "tredici-3")
BEGUN = ("torite-1",)
"""Not to its end: what only the dummy has is in it."""


class TypingHands:
    """Hands that have no cards: they type each one and press the button of its seat."""

    def __init__(self, hands: BoardHands, table: Table) -> None:
        self._hands = hands
        self._table = table
        self.press, self.button, self.rest = hands.press, hands.button, hands.rest

    def lay(self, reader: int, uid: str) -> None:
        """Type the card of that tag."""
        code = CODES[uid]
        for key in TYPED.get(code, code):
            self.press(key)
        record = self._table.record()
        if record is not None and reader < record.header.seats:
            self.button(reader)
        else:
            self.press("OK")

    def lift(self, reader: int) -> None:
        """There is nothing to lift."""


class Events:
    """Hands without a board: each press is the event that the board would send."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._seq = 0

    def _hear(self, what: str, *words: str) -> None:
        self._seq += 1
        self._table.hear("0A1B2C3D", self._seq, what, words)

    def press(self, key: str) -> None:
        """Press a key."""
        self._hear("K", key)

    def button(self, seat: int, long: bool = False) -> None:
        """Press a seat's button."""
        self._hear("S", str(seat), "long" if long else "short")

    def lay(self, reader: int, uid: str) -> None:
        """Nobody has a tag."""
        raise AssertionError(reader, uid)

    def lift(self, reader: int) -> None:
        """Nobody has a tag."""

    def rest(self, ms: int) -> None:
        """No time passes."""


def written(name: str, first_deal: bool = False) -> Script:
    """The record of that name, or its first deal."""
    lines = (RECORDS / f"{name}.jsonl").read_bytes().splitlines()
    deals = [place for place, line in enumerate(lines) if json.loads(line).get("kind") == "dealt"]
    return script(lines[: deals[1]] if first_deal else lines)


@pytest.fixture
def watch() -> TableWatch:
    return TableWatch()


@pytest.fixture
def table(tmp_path: Path, watch: TableWatch) -> Iterator[WatchedTable]:
    with closing(open_journal(tmp_path / "journal.db")) as journal:
        yield WatchedTable("KEYS", journal, Shelf(Decks(DECKS)), watch)


@pytest.mark.parametrize("name", [*WHOLE, *BEGUN, *MATCHES])
def test_a_game_is_entered_without_a_card(table, watch, name):
    table.board_is(LIVE)
    wanted = written(name)
    hands = TypingHands(Events(table), table)
    record = Performance(table, hands, DECKS, watch).play(wanted)
    assert record.seq == len(wanted.entries)


@pytest.mark.parametrize("name", [*WHOLE, *MATCHES])
def test_a_game_is_played_at_the_board_without_a_card(table, watch, name):
    wanted = written(name, first_deal=name in MATCHES)
    with ExitStack() as open_things:
        board = open_things.enter_context(SimulatedBoard.start(speed=SPEED))
        line = Line(table, board.ports, picture)
        line.start()
        open_things.callback(line.stop)
        hands = TypingHands(board, table)
        record = Performance(table, hands, DECKS, watch, board).play(wanted)
    assert record.seq == len(wanted.entries)
    if name in WHOLE:
        assert record.state.next.what == "over"
