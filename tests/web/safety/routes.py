"""Every address that the service answers, read from its own map, so that none is forgotten.

And what a host holds, to see whether an address has changed it.
"""

import itertools
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, Final, NamedTuple

from flask import Flask
from werkzeug.routing import Rule

from board.checkup.board import facts
from tricktable.board.checkup import Facts
from tricktable.sim import acts
from tricktable.sim import page as demo_page
from tricktable.store.journal import Journal
from tricktable.table import commands
from tricktable.table.answers import Answer
from tricktable.web import doctor, limits
from tricktable.web.host import decks, forms
from tricktable.web.site import site_of
from tricktable.web.table_registry import BoardSettings, SettingOffer, WifiWish
from web.room import CODE, Room, begin, lay, sit

FILLED: Final = {"code": (CODE,), "filename": ("style.css",)}
"""What stands in the gaps of addresses; in others a 1, which is some number and some word."""
ACTIONS: Final = {"host.act": (*forms.ACTIONS,), "decks.act": (*decks.AT_A_READER, "delete")}
QUESTIONS: Final = (
    "",
    "?lang=ja&correct=1&new=troika&after=1&secrets=yes",
    "?seq=1&seat=1&card=2C&dealer=1&players=4&game=torite&action=undo&name=Zoe&token=x",
)
"""What may be asked of any page; the last is what forms send, where only a POST may."""


FOR_ALL: Final = (
    ("POST", f"/t/{CODE}/seat/claim"),
    ("POST", f"/t/{CODE}/seat/leave"),
    ("POST", f"/t/{CODE}/seat/say"),
    ("POST", f"/t/{CODE}/seat/lay"),
    ("POST", f"/t/{CODE}/seat/take_back"),
    ("POST", f"/t/{CODE}/seat/again"),
    ("POST", f"/t/{CODE}/seat/look"),
    ("POST", f"/t/{CODE}/seat/keep"),
    ("POST", "/people"),
    ("POST", f"/t/{CODE}/seat/help"),
    ("POST", f"/t/{CODE}/help"),
    ("POST", "/api/v1/people/own"),
    ("POST", "/api/v1/people/own/forget"),
    ("POST", "/demo/act"),
)
"""What a guest may ask that is no GET. Where it is a seat's, its token decides."""
STREAMS: Final = {
    f"/t/{CODE}/live",
    f"/t/{CODE}/overlay/live",
    f"/t/{CODE}/changes/live",
    f"/api/v1/tables/{CODE}/live",
    "/club/live",
    "/api/v1/club/live",
    "/demo/live",
}


class Asked(NamedTuple):
    """One way to ask the service."""

    method: str
    path: str
    endpoint: str


def reads(app: Flask) -> list[str]:
    """Every address that can be got, none with a question."""
    return [each.path for each in _all(app) if each.method == "GET"]


def writes(app: Flask) -> list[Asked]:
    """Whatever else can be asked."""
    return [each for each in _all(app) if each.method != "GET"]


def _all(app: Flask) -> Iterator[Asked]:
    for rule in app.url_map.iter_rules():
        for path in _paths(rule):
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield Asked(method, path, rule.endpoint)


def _paths(rule: Rule) -> Iterator[str]:
    ways: list[dict[str, Any]] = [{}]
    for gap in rule.arguments:
        words = ACTIONS.get(rule.endpoint, ("1",)) if gap == "action" else FILLED.get(gap, (1,))
        ways = [{**way, gap: word} for way in ways for word in words]
    for way in ways:
        built = rule.build(way)
        assert built is not None, rule
        yield built[1]


class Hands:
    """Stands where a virtual table and a house with its lines would; remembers what was to be done.

    Another table is opened at an address that is there, so that its page can be shown.
    """

    code = CODE

    def __init__(self) -> None:
        self.done: list[acts.Act | bool | str] = []
        self.boards = {CODE: "E6614C311B7E6F35"}

    def do(self, act: acts.Act) -> None:
        """Keep it."""
        self.done.append(act)

    def examine(self, test: bool) -> Mapping[str, Facts]:
        """Keep it too; a board is well."""
        self.done.append(test)
        return {CODE: facts()}

    def open_table(self) -> str:
        """Keep that one was to be opened."""
        self.done.append("open")
        return CODE

    def close_table(self, code: str) -> Answer:
        """Keep that it was to be put away."""
        self.done.append(code)
        return Answer(True)

    def swap_boards(self, code: str, other: str) -> Answer:
        """Keep which tables were to change boards."""
        self.done += [code, other]
        return Answer(True)

    def board_versions(self, code: str) -> tuple[str, str] | None:
        """Say that each board is old."""
        return ("0.0.9", "0.1.0") if code in self.boards else None

    def update_board(self, code: str) -> Answer:
        """Keep whose board was to be updated."""
        self.done.append(code)
        return Answer(True)

    def board_settings(self, code: str) -> BoardSettings | None:
        """Say that each board's readers can be set."""
        one = SettingOffer("readers", 1, 4, 4)
        return BoardSettings((one,), takes_wifi=True) if code in self.boards else None

    def set_board(self, code: str, wishes: Mapping[str, int], wifi: WifiWish | None) -> Answer:
        """Keep whose board was to be set, and how."""
        self.done += [code, *wishes, str(wifi)]
        return Answer(True)


class House:
    """All that a host may serve, in the middle of an evening; nobody asks it too often."""

    def __init__(
        self, folder: Path, reached: Callable[[Journal], Journal] = lambda journal: journal
    ) -> None:
        self._journal = folder / "journal.db"
        self.room = Room(folder, reached=reached)
        self.hands = Hands()
        self.room.app.register_blueprint(
            demo_page.blueprint([self.hands], demo_page.scenes(self.room.feed))
        )
        self.room.app.register_blueprint(doctor.blueprint(self.hands.examine))
        site_of(self.room.app).registry = self.hands
        ticks = itertools.count(step=60_000)
        site_of(self.room.app).allowance = None  # the database has a clock of its own
        limits.init_app(self.room.app, lambda: next(ticks))
        begin(self.room.table)
        self.token = sit(self.room.table, 2)
        self.room.table.ask(commands.Enter({"kind": "held", "seat": 2, "card": "KD"}))
        lay(self.room.table, "1:2C 2:9H 3:3C")
        self.room.table.ask(commands.Strike(5))
        self.here = self.room.app.test_client()
        """A browser on the host's own machine."""
        self.guest = self.room.app.test_client()
        self.guest.environ_base = {**self.guest.environ_base, "REMOTE_ADDR": "192.168.1.50"}

    def state(self) -> list[object]:
        """Everything that somebody could have changed: on the disk, in the table, on the way."""
        table = self.room.table
        with closing(sqlite3.connect(self._journal)) as journal:
            kept = [*journal.iterdump()]
        known = [table.view(), table.history, table.snapshot().places]
        known += [self.room.shelf.decks, self.room.shelf.enrolments]
        return [kept, *known, list(self.hands.done)]
