"""A club's evening for tests: real tables, a plain client of the API, and games by chance.

What a game came to is also told by the referee of its rules, from the lines alone.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from random import Random
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from players.every_game import by_chance
from referees.witness import Line
from rig.patience import PATIENCE_S
from tricktable.rules import codec
from tricktable.table import commands
from web.room import CODE, TOKEN, Room, ask

API = "/api/v1/club/competition"
TOTALS = ("totals", "chips", "points")
"""Where the details of a summary have each side's total."""
POOL = 4
"""How many games are made up: more would only take longer."""


class Told(NamedTuple):
    """An answer of the interface."""

    status: int
    body: Any


class Plain:
    """A program that knows the API's address and the host's token, and nothing else."""

    def __init__(self, url: str) -> None:
        self._url = url

    def get(self, path: str = "") -> Any:
        """What the competition's interface answers."""
        told = self.send("GET", path)
        assert told.status == 200, told
        return told.body

    def post(self, path: str = "", **body: object) -> Any:
        """What it answers to an act that must be done."""
        told = self.send("POST", path, body)
        assert told.status in (200, 201), told
        return told.body

    def send(self, method: str, path: str, body: object = None, **headers: str) -> Told:
        """Its answer, whatever it is."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"X-Host-Token": TOKEN, **headers}
        if data is not None:
            sent["Content-Type"] = "application/json"
        request = Request(self._url + API + path, data, sent, method=method)
        try:
            with urlopen(request, timeout=PATIENCE_S) as answer:
                return Told(answer.status, _read(answer.read()))
        except HTTPError as fault:
            return Told(fault.code, _read(fault.read()))


def _read(text: bytes) -> Any:
    return json.loads(text) if text[:1] in (b"{", b"[") else text.decode("utf-8-sig")


class Parlour:
    """A room with several tables, and games to play there, each with what its referee says."""

    def __init__(self, room: Room, tables: int, game: str, players: int, seed: int = 1) -> None:
        self.room, self.game, self.players = room, game, players
        self.codes = [CODE, *(f"T{number:02}" for number in range(2, tables + 1))]
        for code in self.codes[1:]:
            room.another(code)
        chance = self._chance = Random(seed)
        first = by_chance(chance, game, players, is_tidy=True)
        self.options = dict(first.header.given)
        """The house rules of all these games."""
        self._pool = [first.lines]
        while len(self._pool) < POOL:
            more = by_chance(chance, game, players, is_tidy=True)
            if dict(more.header.given) == self.options:
                self._pool.append(more.lines)
        self.played: dict[tuple[str, int], list[Line]] = {}
        """Every game that was played, by table and number: its lines."""

    def play(self, code: str, *, card_by_card: bool = False) -> None:
        """Play one of the games at a table, where one has just begun.

        Unless card by card, it is begun anew with a whole record, as from another score-keeper.
        """
        table, lines = self.room.tables[code], self._chance.choice(self._pool)
        if card_by_card:
            for line in lines:
                ask(table, commands.Enter(line))
        else:
            header = table.view().header
            assert header is not None
            fields = (codec.header_fields(header), *lines)
            ask(table, commands.TakeIn(tuple(json.dumps(each).encode() for each in fields)))
        self.played[code, table.view().games] = list(lines)

    def judged(self, lines: Sequence[Line]) -> Mapping[str, Any]:
        """What the referee says of these lines."""
        referee = import_module(f"referees.{self.game}").Referee
        told: Mapping[str, Any] = referee(self.players, lines, self.options).summary()
        return told

    def totals(self, code: str, number: int) -> list[int]:
        """Each side's total of a game, from its referee alone."""
        detail = self.judged(self.played[code, number])["detail"]
        found: list[int] = next(detail[key] for key in TOTALS if key in detail)
        return found

    def sums(self, told: Any) -> dict[str, int]:
        """Everybody's sum by name, added up from what the referees say."""
        names = {each["number"]: " – ".join(each["people"]) for each in told["entrants"]}
        sums = Counter(dict.fromkeys(names.values(), 0))
        for each in told["rounds"]:
            for meeting in each["meetings"]:
                for number in meeting["games"]:
                    totals = self.totals(meeting["code"], number)
                    for side, total in zip(meeting["sides"], totals, strict=True):
                        for entrant in side:
                            sums[names[entrant]] += total
        return dict(sums)


def scores(told: Any) -> dict[str, float]:
    """Everybody's score by name, as the interface has it."""
    return {each["name"]: each["score"] for each in told["standings"]}
