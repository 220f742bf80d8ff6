"""An evening of a club: three hosts, one PostgreSQL, ten tables: two of every game.

Two hosts have five boards each, the third has none and serves phones. Two of the tables play a
competition. In the middle a host is killed, whose boards the other takes, and the database crashes;
in the last third the phones' host is killed, and they go on at another. One guest follows a table
through all of it. At the end all hosts show the games that were played, their results are those of
the referees, and the competition's result, as a sheet for a spreadsheet and as the page that is
printed, is the sum of what the referees say.
"""

import csv
import io
import json
import re
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from html.parser import HTMLParser
from http.client import HTTPException
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import psycopg
import pytest

from board.link.board import Board
from chaos.acts import asked
from chaos.hosts import Host
from games.cases import CASES
from players.every_game import USUAL
from referees.torite import PUBLIC
from referees.witness import Line
from rig.patience import PATIENCE_S, until
from rig.postgres import Postgres
from rig.scripts import Entered, Script, Told, scripted
from tricktable.board.link.cable import HAS_PTY
from tricktable.rules.verdicts import REFEREE
from tricktable.store.decks import Folder, ShelfChange, demo_decks
from tricktable.store.replay import replay
from web.competition.parlour import Plain
from web.competition.parlour import Told as Answered

pytestmark = pytest.mark.skipif(not HAS_PTY, reason="boards need pseudo-terminals")

TABLES: Final = 10
TOKEN: Final = "a-token-for-a-whole-evening"
COMPETITION: Final = "triatri"
"""The game of those tables that play one."""
MOST_STEPS: Final = (18, 150)
"""Long games are left in the middle of a deal, but for those of the competition.

Eighteen steps at each table leave whoever is killed some at every one of them, before and after.
"""
AT_ONCE: Final = 4
"""This many things happen at a table before its board knows that the first of them is saved."""
STEP_S: Final = 0.02


class Organiser(Plain):
    """Who runs the competition, at one of the hosts."""

    def __init__(self, host: Host) -> None:
        super().__init__(f"http://127.0.0.1:{host.port}")

    def send(self, method: str, path: str, body: object = None, **headers: str) -> Answered:
        """See `Plain.send`."""
        return super().send(method, path, body, **{"X-Host-Token": TOKEN, **headers})


class Floor(threading.Thread):
    """All boards of a room, served by one thread."""

    def __init__(self, boards: Sequence[Board]) -> None:
        super().__init__(name="floor", daemon=True)
        self._boards = boards
        self._is_on = True

    def run(self) -> None:
        """Serve them until `close`."""
        while self._is_on:
            for board in self._boards:
                board.serve()
            time.sleep(STEP_S)

    def close(self) -> None:
        """Switch them off."""
        self._is_on = False
        self.join(PATIENCE_S)
        for board in self._boards:
            board.close()


class Evening:
    """One table's evening: what its board and its phones still have to tell."""

    def __init__(self, code: str, number: int, board: Board, script: Script) -> None:
        self.code, self.board, self.script = code, board, script
        self._home = f"127.0.1.{number + 1}"
        self._left = deque(enumerate(script.steps))
        self.names: Sequence[str] = ()
        """Who sits there, in the competition; empty at other tables."""
        self.said: object = ""
        """What a phone was told last."""

    def __str__(self) -> str:
        left = [step for _, step in self._left]
        return f"{self.code} {self.script.game}: {len(left)} left, {left[:2]}, {self.said}"

    def is_over(self) -> bool:
        """Whether all was told, and saved."""
        return not self._left and not self.board.session.backlog

    def begin(self, host: Host) -> None:
        """Begin the game."""
        new = {"game": self.script.game, "players": self.script.players,
               "options": dict(self.script.options)}  # fmt: skip
        status, said = self._asked(host, "games", new, "begin")
        assert status == 201, said

    def go_on(self, phones: Host) -> bool:
        """Let the next thing happen, if it can; whether it did."""
        if not self._left:
            return False
        number, step = self._left[0]
        if isinstance(step, Told):
            if self.board.session.backlog >= AT_ONCE or not self.board.emit(step.what, *step.args):
                return False
        elif self.board.session.backlog or not self._is_entered(phones, number, step):
            return False
        self._left.popleft()
        return True

    def _is_entered(self, phones: Host, number: int, step: Entered) -> bool:
        """Enter it at a phone's host; whether that is saved."""
        for at, line in enumerate(step.lines):
            status, self.said = self._asked(phones, "entries", line, f"{number}-{at}")
            # Refused until the phone shows the card before.
            if status not in (200, 201) or not self.said["is_saved"]:
                return False
        return True

    def _asked(self, host: Host, path: str, body: object, key: str) -> tuple[int, Line]:
        full = f"evening-{self.code}-{key}"
        return asked(host, "POST", f"/{self.code}/{path}", body, full, self._home)


class Club:
    """A database, three hosts with their own folders, and boards."""

    def __init__(self, folder: Path, server: Postgres, boards: Sequence[Board]) -> None:
        self.server, self.url = server, server.database()
        half = len(boards) // 2
        # The second has a place for each board of the first, into which nothing is plugged yet.
        self._free = [folder / f"port{number}" for number in range(half)]
        self._moving = boards[:half]
        mine, others = _ports(boards[:half]), _ports(boards[half:])
        rooms = (mine, [*others, *map(str, self._free)], ())
        self.hosts = [self._host(folder / f"h{n}", room) for n, room in enumerate(rooms)]

    def carry_over(self) -> None:
        """Plug the first host's boards into the second."""
        for place, port in zip(self._free, _ports(self._moving), strict=True):
            place.symlink_to(port)

    def _host(self, home: Path, ports: Sequence[str]) -> Host:
        words = [word for port in ports for word in ("--port", port)]
        host = Host(home, "--database", self.url, *words)
        (home / "data").mkdir()
        (home / "data" / "settings.toml").write_text(f'host_token = "{TOKEN}"')
        for deck in demo_decks():
            Folder(home / "data" / "decks").put(ShelfChange(deck.name, deck))
        return host

    def homes(self) -> dict[str, str]:
        """The table of each board, by its number."""
        with psycopg.connect(self.url) as shell:
            return dict(shell.execute('SELECT board, "table" FROM home').fetchall())


def _ports(boards: Sequence[Board]) -> list[str]:
    return [port for board in boards for port in board.ports()]


def play(evenings: Sequence[Evening], phones: Host, steps: int) -> int:
    """Let this many things happen, or as many as there can be; how many did."""
    done = 0
    ends = time.monotonic() + 1.0
    while done < steps and time.monotonic() < ends:
        some = sum(evening.go_on(phones) for evening in evenings)
        if some:
            done, ends = done + some, time.monotonic() + 1.0
        else:
            time.sleep(STEP_S)
    return done


def record(host: Host, code: str) -> list[str]:
    """The record of a table's game, as a host gives it to whoever keeps it.

    None of its lines while the host says nothing: one that has just started reads every table.
    """
    status, text = asked(host, "GET", f"/{code}/games/1/record?secrets=yes")
    assert status in (0, 200), text
    return str(text).splitlines() if status else []


def entries(lines: Sequence[str]) -> list[Line]:
    """The entries of a record, without what was only presumed to have been said."""
    read = [json.loads(line) for line in lines[1:]]
    return [{key: line[key] for key in line if key != "presumed"} for line in read]


def begin(evenings: Sequence[Evening], host: Host) -> None:
    """Begin all games: those of the competition by its first round."""
    in_it = [each for each in evenings if each.script.game == COMPETITION]
    for evening in evenings:
        if evening not in in_it:
            evening.begin(host)
    script = in_it[0].script
    organiser = Organiser(host)
    organiser.post(
        title="Monday",
        game=script.game,
        players=script.players,
        options=dict(script.options),
        movement="swiss",
        rounds=1,
        sat_out=0,
        entrants=[[f"P{number:02}"] for number in range(len(in_it) * script.players)],
    )
    told = organiser.post("/rounds", round=1, tables=[each.code for each in in_it])
    assert told["not_seated"] == []
    for meeting in told["rounds"][0]["meetings"]:
        (evening,) = (each for each in in_it if each.code == meeting["code"])
        evening.names = meeting["seats"]


def judged(script: Script, viewpoint: int) -> Line:
    """What the game's referee says of it."""
    referee = CASES[script.game].referee
    assert referee is not None
    return referee(script.players, script.lines, dict(script.options)).summary(viewpoint)


def by_referees(evenings: Sequence[Evening]) -> dict[str, float]:
    """What everybody in the competition has won, by their names."""
    sums: dict[str, float] = {}
    for evening in evenings:
        if evening.names:
            totals = judged(evening.script, PUBLIC)["detail"]["points"]
            sums.update(zip(evening.names, totals, strict=True))
    return sums


class Guest(threading.Thread):
    """A phone that follows one table; if its host goes, it goes to one that the host has named."""

    def __init__(self, host: Host, code: str) -> None:
        super().__init__(name="guest", daemon=True)
        self._path = f"/t/{code}/live"
        self._others: list[str] = []
        self._is_on = True
        self.at = f"http://127.0.0.1:{host.port}"
        """The host that it follows."""
        self.has = ""
        """The tag of the newest view."""
        self.is_unsaved = False
        """Whether that view says that nothing is being saved."""

    def run(self) -> None:
        """Follow until `close`."""
        while self._is_on:
            with suppress(OSError, HTTPException):
                self._follow()
            for there in (self.at, *self._others):
                with suppress(OSError, HTTPException), urlopen(f"{there}/here", timeout=1):
                    self.at = there
                    break

    def close(self) -> None:
        """Follow no longer."""
        self._is_on = False
        self.join(PATIENCE_S)

    def _follow(self) -> None:
        with urlopen(self.at + self._path, timeout=PATIENCE_S) as stream:
            fields: dict[str, str] = {}
            for line in stream:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                fields[field] = fields.get(field, "") + value
                if not field:
                    self._take(fields)
                    fields = {}
                if not self._is_on:
                    return

    def _take(self, event: Mapping[str, str]) -> None:
        if event.get("event") == "hosts":
            self._others = json.loads(event["data"])
        elif event.get("event") == "view":
            self.is_unsaved = "Nothing is being saved" in event["data"]
            self.has = event["id"].partition(".")[0]  # not which version it is at that host


def newest(host: Host, code: str) -> str:
    """The tag of the view that a host draws a table's page with."""
    found = re.search(r'data-has="(\w+)"', shown(host, f"/t/{code}"))
    return found[1]


def shown(host: Host, path: str) -> str:
    """What a host answers a guest."""
    with urlopen(f"http://127.0.0.1:{host.port}{path}", timeout=PATIENCE_S) as answer:
        text: bytes = answer.read()
    return text.decode("utf-8-sig")


def sheet(printed: str) -> dict[str, float]:
    """The result as a host gives it for a spreadsheet."""
    return {each["name"]: float(each["score"]) for each in csv.DictReader(io.StringIO(printed))}


class Paper(HTMLParser):
    """The rows of the tables on a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        """A row or a cell begins."""
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td") and self.rows:
            self.rows[-1].append("")

    def handle_data(self, data: str) -> None:
        """More of a cell."""
        if self.rows and self.rows[-1]:
            self.rows[-1][-1] += data


def on_paper(page: str) -> dict[str, float]:
    """The result as the page has it that is printed: the place and the name, rounds, the score."""
    found = ((re.fullmatch(r"\s*\d+\.\s(P\d\d)\s*", row[0]), row) for row in Paper(page).rows)
    return {name[1]: float(row[2].strip().replace("\u2212", "-")) for name, row in found if name}


def test_an_evening_of_three_hosts_comes_out_as_it_was_played(server, tmp_path):
    scripts = [
        scripted(game, count, CASES[game].needed(count), seed, MOST_STEPS[game == COMPETITION])
        for seed in (1, 2)
        for game, count in USUAL
    ]
    boards = [Board(f"{n + 1:08X}", board_id=f"E6614C31{n:08X}") for n in range(TABLES)]
    floor = Floor(boards)
    with ExitStack() as stack:
        stack.callback(floor.close)
        floor.start()
        club = Club(tmp_path, server, boards)
        one, other, phones = club.hosts
        for number, host in enumerate(club.hosts, start=1):
            stack.callback(host.kill)
            host.start()
            known = min(number * TABLES // 2, TABLES)
            until(lambda known=known: len(club.homes()) == known)  # type: ignore[misc]
        tables = club.homes()
        until(lambda: len(asked(phones, "GET", "")[1]["tables"]) == TABLES)
        evenings = [
            Evening(tables[board.id], n, board, scripts[n % len(scripts)])
            for n, board in enumerate(boards)
        ]
        begin(evenings, phones)
        whole = sum(len(evening.script.steps) for evening in evenings)

        guest = Guest(phones, evenings[0].code)
        stack.callback(guest.close)
        guest.start()

        done = play(evenings, phones, whole // 3)
        one.kill()
        club.carry_over()
        done += play(evenings, phones, whole // 6)
        until(lambda: all(board.is_settled() for board in boards))  # the other host has them all
        server.stop("immediate")
        done += play(evenings, phones, whole // 6)
        until(lambda: guest.is_unsaved)  # whoever looks is told
        server.start()
        until(lambda: not guest.is_unsaved)
        done += play(evenings, phones, whole // 12)
        assert done < whole, "it was over before everything broke"
        phones.kill()
        until(
            lambda: not play(evenings, other, whole) and all(each.is_over() for each in evenings),
            lambda: "; ".join(str(each) for each in evenings if not each.is_over()),
        )
        until(lambda: guest.at == f"http://127.0.0.1:{other.port}")  # the guest went along
        until(lambda: guest.has == newest(other, evenings[0].code))
        one.start()
        phones.start()

        for evening in evenings:
            script = evening.script
            lines = record(other, evening.code) or record(other, evening.code)
            assert entries(lines) == script.lines
            for host in (one, phones):
                until(lambda host=host: record(host, evening.code) == lines)  # type: ignore[misc]  # noqa: B023
            kept = replay(line.encode() for line in lines)
            assert kept.summary(REFEREE) == judged(script, REFEREE)
        for host in club.hosts:
            assert sheet(Organiser(host).get("/result")) == by_referees(evenings)
            assert sheet(shown(host, "/competition/result.csv")) == by_referees(evenings)
            assert on_paper(shown(host, "/competition/result")) == by_referees(evenings)
