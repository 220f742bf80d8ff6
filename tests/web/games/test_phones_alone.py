"""Whole games with phones alone: each person's phone is a plain client of a real server.

Every card is one that the seat's page offers, in the form in which it offers it, and so is all
that is said. Nothing goes through the host's page, and there is no board.
"""

import http.client
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from html import unescape
from itertools import count
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

import pytest

from games.cases import CASES
from records.lines import entry
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from tricktable.web import limits
from tricktable.web.seat.seat import TOKEN_HEADER
from tricktable.web.site import site_of
from web.room import CODE, Room, ask, sit

Line = Mapping[str, Any]
Sent = list[tuple[str, str]]

PATH = f"/t/{CODE}/seat"


class Kind(NamedTuple):
    """A kind of table at which phones do something that they do at no other."""

    game: str
    players: int
    variant: str = ""
    seed: int = 1
    """From which on a game is looked for: here a short one in which all is said that can be."""


KINDS = (
    Kind("torite", 1),  # a dummy's cards
    Kind("torite", 2),
    Kind("torite", 3),  # a card that is nobody's
    Kind("torite", 4),
    Kind("triatri", 3, seed=17),
    Kind("etori", 4, seed=12),
    Kind("etori", 6, seed=12),  # two sit out
    Kind("troika", 4, "base"),
    Kind("troika", 4, "saskatchewan"),  # a kitty
    Kind("tredici", 2, seed=15),
    Kind("tredici", 5, seed=15),  # in teams
)


def test_there_is_a_kind_of_each_game():
    assert {kind.game for kind in KINDS} == {*CASES}


class Form(NamedTuple):
    """One form of a seat's page."""

    action: str
    fields: Mapping[str, str]
    """What it has hidden."""
    keys: frozenset[tuple[str, str]]
    """What can be touched in it, by name and value."""
    has_counts: bool


def forms_in(page: str) -> Iterator[Form]:
    """The forms of a page, as a browser with scripts has them."""
    shown = re.sub(r"<noscript>.*?</noscript>", "", page, flags=re.S)
    for action, inside in re.findall(r'<form[^>]*action="([^"]*)"[^>]*>(.*?)</form>', shown, re.S):
        tags = [_attributes(tag) for tag in re.findall(r"<(?:input|button)([^>]*)>", inside)]
        hidden = {tag["name"]: tag["value"] for tag in tags if tag.get("type") == "hidden"}
        keys = {
            (tag["name"], tag["value"])
            for tag in tags
            if "name" in tag and "value" in tag and "disabled" not in tag
        }
        codes = " ".join(re.findall(r'data-keys="([^"]*)"', inside)).replace("/", " ").split()
        keys |= {("card", code[:2]) for code in codes}
        has_counts = any(tag.get("name") == "count" for tag in tags)
        yield Form(action, hidden, frozenset(keys - {*hidden.items()}), has_counts)


def _attributes(tag: str) -> dict[str, str]:
    found = re.findall(r'([\w-]+)(?:="([^"]*)")?', tag)
    return {name: unescape(value) for name, value in found}


class Phone:
    """The phone of one seat: it reads its own page, and sends forms that stand there."""

    def __init__(self, url: str, seat: int, token: str) -> None:
        address = urlsplit(url)
        self._line = http.client.HTTPConnection(address.hostname or "", address.port)
        self._headers = {TOKEN_HEADER: token, "Origin": url}
        self.seat = seat

    def page(self) -> str:
        """What this phone alone is shown now."""
        self._line.request("GET", f"{PATH}/own", headers=self._headers)
        answer = self._line.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, text
        return text

    def send(self, form: Form, more: Sent) -> None:
        """Send the form with what was touched, and insist that it is taken."""
        body = urlencode([*form.fields.items(), *more])
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        self._line.request("POST", form.action, body, {**self._headers, **kind})
        answer = self._line.getresponse()
        text = answer.read().decode()
        assert answer.status == 200, re.findall(r'id="refusal"[^>]*>(.*?)</p>', text, re.S) or text

    def close(self) -> None:
        self._line.close()


class Evening:
    """A table without a board, and a phone for each person at it."""

    def __init__(self, room: Room, url: str, seats: range) -> None:
        self.room = room
        self.phones = [Phone(url, seat, sit(room.table, seat)) for seat in seats]

    def do(self, line: Line) -> None:
        """Do on a phone what this line of the record says."""
        seat = line["dealer"] if line["kind"] == "dealt" else line["seat"]
        own = [phone for phone in self.phones if phone.seat == seat]
        for phone in own or self.phones:
            for form in forms_in(phone.page()):
                touched = touches(form, line)
                if touched is not None:
                    return phone.send(form, touched)
        raise AssertionError(f"no phone offers {line}")


def touches(form: Form, line: Line) -> Sent | None:
    """What to touch in this form so that it says this line; None if it is another form."""
    match line["kind"]:
        case "played" | "shown":
            return _card(form, line)
        case "dealt":
            value = "null"
            what = "dealt"
        case "moved":
            value, what = json.dumps(line["count"]), f"{line['from']}>{line['to']}"
        case _:
            value, what = json.dumps(line.get("value")), line["topic"]
    if form.action != f"{PATH}/say" or form.fields.get("what") != what:
        return None
    if form.has_counts:
        return [("count", str(each)) for row in line["value"] for each in row]
    if both := re.fullmatch(r'"(\d+)([NL]?)"', value):  # a number, then its kind
        steps = [("part", both[1]), ("rest", both[2] or "T")]
        if {*steps} <= form.keys:
            return steps
    said = next((key for key in form.keys if _is_same(key, value)), None)
    if said is None:
        return None
    named = [("card", code) for code in line.get("cards") or ()]
    return [said, *named] if {*named} <= form.keys else None


def _is_same(key: tuple[str, str], value: str) -> bool:
    return key[0] == "value" and json.loads(key[1]) == json.loads(value)


def _card(form: Form, line: Line) -> Sent | None:
    whose = "nobody" if line["seat"] is None else str(line["seat"])
    is_so = form.fields.get("how") in (None, line["kind"]) and form.fields.get("seat") == whose
    touched = ("card", line["card"])
    return [touched] if form.action == f"{PATH}/lay" and is_so and touched in form.keys else None


def played(kind: Kind) -> tuple[Record, list[Line]]:
    """A game of this kind as it is played: its record, and what happened, but for hands scanned."""
    case = CASES[kind.game]
    for seed in count(kind.seed):
        game = case.by_chance(Random(seed), kind.players, is_tidy=True)
        if game.header.options.get(case.variants, "") == kind.variant:
            break
    lines: list[Line] = [json.loads(json.dumps(each)) for each in game.lines]
    record = Record(game.header)
    lines = [line for line in lines if line["kind"] != "held"]
    for line in lines:
        record.add(entry(record, line))
    return record, lines


@pytest.mark.parametrize("kind", KINDS, ids=str)
def test_a_whole_game_is_played_with_phones_alone(tmp_path, kind):
    told, lines = played(kind)
    header = told.header
    room = Room(tmp_path)
    hours = count(0, 3_600_000)
    site_of(room.app).allowance = None  # the database has a clock of its own
    limits.init_app(room.app, lambda: next(hours))  # hands are not as quick as this
    room.table.board_is(WITHOUT)
    ask(room.table, commands.NewGame(header.game, header.players, [], dict(header.given)))
    with room.served() as url, ExitStack() as left:
        evening = Evening(room, url, range(header.players))
        for phone in evening.phones:
            left.callback(phone.close)
        for line in lines:
            evening.do(line)
    record = room.table.record()
    room.close()
    assert record.summary() == told.summary()
