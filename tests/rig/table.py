"""A whole table without its board: what the board would say goes in, what people see comes out.

The journal is a real one in a folder of the test's own; cards are told by the demo's tags.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rig.preparations import new_journal
from tricktable.board.picture import picture
from tricktable.house.narrator import Narrator
from tricktable.rules.cards import card
from tricktable.rules.entries import Happening
from tricktable.rules.record import Record
from tricktable.rules.view import AnyView, view
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import Journal, open_journal
from tricktable.table import commands
from tricktable.table.answers import Answer
from tricktable.table.desk.desk import Desk
from tricktable.table.notes import Prompt
from tricktable.table.table import Table
from tricktable.table.views import LIVE, TableView
from tricktable.text.language import NO_MESSAGE

BOOT = "0A1B2C3D"
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
STRANGER = "04FFFFFFFFFF81"


def pressed(view: TableView, seat: int, length: str = "short") -> tuple[str, ...]:
    """What a board that shows this tells of a button, pressed by somebody who has read it."""
    word = json.loads(picture(view)).get("h", {seat: ""})[seat]
    return ("Y", str(seat), word) if length == "long" and word else ("S", str(seat), length)


def as_seen(record: Record, names: Sequence[str] = (), code: str = "7KQ") -> TableView:
    """A table where this record is being played, as all may see it."""
    seen = view(record)
    seen = seen.with_names(tuple(names)[: seen.seats] or seen.names)
    return TableView(
        code=code,
        version=record.seq,
        names=seen.names,
        view=seen,
        header=record.header,
        asked=None,
        desk=Desk(),
        board=LIVE,
        board_word=NO_MESSAGE,
        trouble=None,
        games=1,
    )


def with_desk(view: TableView, **more: object) -> TableView:
    """The view where this lies on the desk."""
    return replace(view, desk=view.desk.with_changes(more))


class RecordingAudience:
    """All who look: remembers every view and every line that the terminal would show."""

    def __init__(self) -> None:
        self.views: list[TableView] = []
        self.lines: list[str] = []
        self._narrator = Narrator(self.lines.append)

    def show(self, view: TableView) -> None:
        """Look."""
        self.views.append(view)
        self._narrator.show(view)


class Onlooker:
    """Reads what has become of a table and of the game there."""

    table: Table

    @property
    def view(self) -> TableView:
        """What everybody sees now."""
        return self.table.view()

    @property
    def record(self) -> Record:
        """The record of the game that runs, at a table where one does."""
        record = self.table.record()
        assert record is not None
        return record

    @property
    def game(self) -> AnyView:
        """What everybody sees of that game."""
        game = self.view.view
        assert game is not None
        return game

    @property
    def prompt(self) -> Prompt:
        """What the table asks, where it asks."""
        prompt = self.view.asked
        assert prompt is not None
        return prompt

    @property
    def options(self) -> dict[str, str]:
        """What can be answered now: the words by their keys."""
        return dict(self.prompt.options)

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The record's entries, as they stand in the journal."""
        return [json.loads(row.body) for row in self.table.rows() if row.kind == "entry"]

    @property
    def trick(self) -> list[tuple[int, str]]:
        """The cards that lie before everybody, with their seats."""
        return [*self.game.trick]

    @property
    def happenings(self) -> list[Happening]:
        """What has happened in that game and counts."""
        return [step.entry for step in self.record.steps()]


class Rig(Onlooker):
    """A table, and the hands at it."""

    def __init__(
        self,
        folder: Path,
        journal: Journal | None = None,
        boot: str = BOOT,
        code: str = "7KQ",
    ) -> None:
        self.path = folder / "journal.db"
        self.code = code
        self.decks = Decks((demo_deck("red"), demo_deck("blue"), demo_deck("red", "triatri")))
        self.shelf = Shelf(self.decks)
        self.boot = boot
        self.now_ms = 0
        """The table's clock stands still until a test moves it."""
        self._seq = 0
        self.journal = journal or new_journal(self.path)
        self.sit()

    def sit(self) -> None:
        """Take the table as its journal has it, as a host does that has just started."""
        self.everybody = RecordingAudience()
        self.table = Table(
            self.code, self.journal, self.shelf, self.everybody, lambda: NOON, lambda: self.now_ms
        )
        self._seq = self.table.newest_durable(self.boot)

    def restart(self) -> None:
        """Close the journal and start anew from what it holds."""
        self.journal.close()
        self.journal = open_journal(self.path)
        self.sit()

    def names(self, code: str) -> bool:
        """Whether anything that everybody sees names this card; a ranking names them all."""
        return code in re.sub(r"ranking_of\(.*?\)", "", repr(self.view))

    @property
    def said(self) -> str:
        """What the table tells now, as a sentence."""
        return self.view.asks_and_note

    def event(self, what: str, *args: str) -> None:
        """The board's next event."""
        self._seq += 1
        what, *words = "\0".join((what, *args)).split("\0")  # new strings, as a wire's words are
        self.table.hear(self.boot, self._seq, what, words)

    def lay(self, code: str, seat: int) -> None:
        """A card is laid on a reader, of the red decks."""
        red, _, triatri = self.decks.decks
        deck = red if code in red.tags.values() else triatri
        self.event("C", str(seat), deck.tag_of(card(code).code))

    def press(self, *keys: str) -> None:
        """Keys are pressed, one after the other."""
        for key in keys:
            self.event("K", key)

    def choose(self, *lines: str) -> None:
        """Lines of the menu are chosen, each under the one before, wherever each stands."""
        self.press("MENU")
        for line in lines:
            while True:
                keys = {words: key for key, words in self.options.items()}
                if line in keys:
                    break
                assert "more" in keys, f"the menu has no {line!r}"
                self.press(keys["more"])
            self.press(keys[line])

    def button(self, seat: int, length: str = "short") -> None:
        """A seat's button is pressed, by somebody who has read what the display shows."""
        self.event(*pressed(self.view, seat, length))

    def ask(self, request: commands.Request) -> Answer:
        """A page asks for something."""
        return self.table.ask(request)

    def begin(
        self, players: int = 4, dealer: int = 0, leader: int = 0, names: Sequence[str] = ()
    ) -> None:
        """A game has begun, and somebody leads."""
        self.ask(commands.NewGame("torite", players, list(names), abandon=True))
        self.button(dealer)
        self.button(leader)

    def play(self, plays: str) -> None:
        """Cards are laid in order: `0:QH 1:2H`."""
        for each in plays.split():
            seat, _, code = each.partition(":")
            self.lay(code, int(seat))
