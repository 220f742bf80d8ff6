"""What people do at the tables while all breaks, and what they were told. Test support.

This is the bookkeeping that is independent of the program: one line for each answer that said that
something is saved, flushed before the next thing is asked for.
"""

import hashlib
import http.client
import json
import threading
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from chaos.hosts import Host
from players.torite import play
from rig.patience import PATIENCE_S

WAIT_S: Final = 2.0
"""Somebody whose request is not answered by then asks again."""
_SAVED: Final = (200, 201)


class Act(NamedTuple):
    """Something that somebody wants to happen once."""

    table: str
    key: str
    method: str
    path: str
    body: Mapping[str, Any]


class Seated(NamedTuple):
    """A phone that has a seat."""

    table: str
    seat: int
    token: str
    home: str
    """Its address."""


class Heard(NamedTuple):
    """An answer, and what was to be seen when it came."""

    status: int
    """0 if there was none in time."""
    said: Any
    host: str
    """Who was asked."""
    may_be_late: bool
    """Whether the host stood still meanwhile, and may read the request when it goes on."""
    people: str
    """Who first sits in the game that the answer speaks of, as that host shows it; or empty."""


class Book:
    """What was asked for and what was acknowledged, in a file of its own."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a", buffering=1)
        self._lock = threading.Lock()
        self.asked: dict[str, Act] = {}
        self._keys: dict[str, str] = {}
        """The keys of all acts, by their digests."""
        self.acknowledged: dict[str, Act] = {}
        self.last: dict[str, str] = {}
        """By table, what the newest answer that was no acknowledgement said."""
        self.answers: dict[str, list[Heard]] = {}
        """What was answered to each act, in order."""
        self.happened: list[str] = []
        """The events at the board, in order, by their sources."""
        self.confirmed: list[str] = []
        """Those of them which the board was told it need not keep."""
        self.seated: list[Seated] = []

    def ask(self, act: Act) -> None:
        """Note that it is about to be asked for."""
        self._note("asks", json.dumps(act))
        self.asked[act.key] = act
        self._keys[hashlib.sha256(act.key.encode()).hexdigest()[:32]] = act.key

    def key_of(self, stored: str) -> str:
        """The key that a row has in its own form: after the kind of caller, a digest."""
        digest = stored.split(".", 1)[1]
        return self._keys.get(digest, digest)

    def acknowledge(self, act: Act) -> None:
        """Note that a host said that it is saved."""
        self._note("told", json.dumps(act))
        self.acknowledged[act.key] = act

    def answer(self, act: Act, heard: Heard) -> None:
        """Note an answer, whatever it is."""
        self._note("answer", f"{act.key} {heard}")
        self.answers.setdefault(act.key, []).append(heard)

    def close(self) -> None:
        """No line more."""
        self._file.close()

    def happens(self, source: str) -> None:
        """Note that something has happened at the board."""
        self._note("happens", source)
        self.happened.append(source)

    def is_kept(self, source: str) -> None:
        """Note that a host told the board that this event is saved."""
        self._note("kept", source)
        self.confirmed.append(source)

    def sit(self, guest: Seated) -> None:
        """Note that every host shows that this phone sits."""
        self._note("sits", json.dumps(guest))
        self.seated.append(guest)

    def _note(self, what: str, words: str) -> None:
        with self._lock:
            self._file.write(f"{what} {words}\n")


def asked(
    host: Host,
    method: str,
    path: str,
    body: object = None,
    key: str = "",
    home: str = "127.0.0.1",
    wait_s: float = WAIT_S,
) -> tuple[int, Any]:
    """Ask a host from this address; the status and the answer, 0 and why if there was none."""
    port = host.port
    if port is None:
        return 0, "it does not serve"
    headers = {"Content-Type": "application/json", "Connection": "close"}
    if key:
        headers["Idempotency-Key"] = key
    line = http.client.HTTPConnection("127.0.0.1", port, wait_s, (home, 0))
    try:
        said = None if body is None else json.dumps(body)
        line.request(method, f"/api/v1/tables{path}", said, headers)
        answer = line.getresponse()
        content = answer.read()
        if answer.headers.get_content_subtype() == "jsonl":
            return answer.status, content.decode()
        return answer.status, json.loads(content)
    except (OSError, http.client.HTTPException, ValueError) as fault:
        return 0, repr(fault)
    finally:
        line.close()


class Person(threading.Thread):
    """Does one thing after the other, each until it is saved, at whichever host answers."""

    def __init__(
        self,
        name: str,
        acts: Iterator[Act],
        hosts: Sequence[Host],
        book: Book,
        chance: Random,
    ) -> None:
        super().__init__(name=name, daemon=True)
        self._acts, self._hosts, self._book = acts, hosts, book
        self._chance = chance
        # Each has an address: hosts count how often one asks.
        self._home = f"127.0.{chance.randrange(1, 250)}.{chance.randrange(1, 250)}"
        self._done: list[Act] = []
        self._again: deque[Act] = deque()
        self._ends = threading.Event()
        self._gives_up = threading.Event()
        self.pace_s = 0.08

    def do_again(self, keys: Collection[str]) -> None:
        """Do these first, which the table shows no more, then go on."""
        self._again.extend(act for act in self._done if act.key in keys)

    def end(self) -> None:
        """Let the act under way be the last."""
        self._ends.set()

    def give_up(self) -> None:
        """Let it end, saved or not."""
        self._ends.set()
        self._gives_up.set()

    def run(self) -> None:
        """See above."""
        host = self._chance.choice(self._hosts)
        for act in self._acts:
            if self._ends.wait(self._chance.random() * self.pace_s):
                return
            self._book.ask(act)
            while not self._gives_up.is_set():
                due = self._again[0] if self._again else act
                if self._is_saved(due, host):
                    self._acknowledge(due)
                    if due is act:
                        self._done.append(act)
                        break
                    self._again.popleft()
                self._gives_up.wait(self._chance.random() * 0.1)
                if self._chance.random() < 0.5:
                    host = self._chance.choice(self._hosts)
            if self._chance.random() < 0.2:
                host = self._chance.choice(self._hosts)

    def _acknowledge(self, act: Act) -> None:
        self._book.acknowledge(act)

    def _is_saved(self, act: Act, host: Host) -> bool:
        before, home = host.stops, self._home
        # All is well again at the end: then an answer comes, however slow the computer is.
        wait_s = PATIENCE_S if self._ends.is_set() else WAIT_S
        status, said = asked(host, act.method, act.path, act.body, act.key, home, wait_s)
        may_be_late = host.stops != before or host.is_stopped
        people = self._people(host, act, said) if status in (*_SAVED, 202) else ""
        self._book.answer(act, Heard(status, said, host.home.name, may_be_late, people))
        if status in _SAVED and said.get("is_saved", True):
            return True
        self._book.last[act.table] = f"{act.method} {act.path} {act.body}: {status} {said}"
        return False

    def _people(self, host: Host, act: Act, said: Any) -> str:
        """Who first sits in the game that this host says it is in; empty if it shows another."""
        status, table = asked(host, "GET", f"/{act.table}", home=self._home)
        if status != 200 or table["games"] != said.get("game") or not table["names"]:
            return ""
        return str(table["names"][0])


class Restless(Person):
    """Does one thing after the other, each until it is saved or refused for good."""

    def _is_saved(self, act: Act, host: Host) -> bool:
        return super()._is_saved(act, host) or is_final(self._book.answers[act.key][-1])

    def _acknowledge(self, act: Act) -> None:
        if not is_final(self._book.answers[act.key][-1]):
            super()._acknowledge(act)


def is_final(heard: Heard) -> bool:
    """Whether an answer refuses something for good."""
    kind = str(heard.said.get("type", "")) if isinstance(heard.said, dict) else ""
    return 400 <= heard.status < 500 and not kind.endswith((":under-way", ":slowly"))


def cards(table: str, seed: int) -> Iterator[Act]:
    """A game's entries, one after the other."""
    for number, line in enumerate(play(Random(seed), 4).lines):
        yield Act(table, f"card-{table}-{number:04}", "POST", f"/{table}/entries", line)


def names(table: str) -> Iterator[Act]:
    """A seat gets ever other names."""
    for number in range(10_000):
        body = {"name": f"N{number}"}
        key = f"name-{table}-{number:04}"
        yield Act(table, key, "PUT", f"/{table}/seats/{number % 4}/name", body)


def games(table: str) -> Iterator[Act]:
    """Another game begins, and the one before is left."""
    for number in range(10_000):
        people = [f"G{number}{letter}" for letter in "abcd"]
        body = {
            "game": "torite",
            "players": 4,
            "names": people,
            "dealer": 0,
            "abandon": True,
        }
        yield Act(table, f"game-{table}-{number:04}", "POST", f"/{table}/games", body)


def hurried(table: str, chance: Random) -> Iterator[Act]:
    """Cards for whichever game runs, and what was entered changed, struck or taken back."""
    for number in range(10_000):
        key, seat = f"{table}-{number:04}", number % 4
        body = {"kind": "played", "seat": seat, "card": _card(chance)}
        entry = f"/{table}/entries/{chance.randrange(1, 8)}"
        match chance.choice(("card", "card", "card", "correct", "strike", "undo")):
            case "card":
                yield Act(table, f"hurried-{key}", "POST", f"/{table}/entries", body)
            case "correct":
                # Whichever game runs, its first entry says who has dealt.
                deal = {"kind": "dealt", "dealer": seat}
                yield Act(table, f"correct-{key}", "PUT", f"/{table}/entries/1", deal)
            case "strike":
                yield Act(table, f"strike-{key}", "DELETE", entry, {})
            case _:
                yield Act(table, f"undo-{key}", "POST", f"/{table}/undo", {})


def _card(chance: Random) -> str:
    return chance.choice("23456789TJQK") + chance.choice("CDHS")
