"""A club in processes: hosts with hands at all their tables, and phones by the thousand.

The hosts are the program's own houses on one journal. What is simulated: boards, for hands tell a
table directly what its line would have read; and phones, which are sockets that read a table's
stream and draw nothing. All clocks are the monotonic one, which the processes of a machine share.
"""

import os
import sys
import threading
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import NamedTuple

import psutil

from bench.child import child
from bench.phone_crowd import Crowd
from board.link.board import happenings
from players.torite import play
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import Row, open_journal
from tricktable.table.table import Table

DECK = demo_deck("red")
HANDS = 16
"""Threads that tell a host what happens at its tables: each table has one, as it has one line."""
SETTLES_S = 3.0
_AT = "2026-11-23T19:00:00.000000+00:00"
_Events = Sequence[tuple[str, ...]]
_GAMES = 6
"""This many different games are played; tables of one game are at different cards of it."""


class Card(NamedTuple):
    """Something that was told at a table."""

    table: str
    due: int
    """When its board would have told it, in ns."""
    durable: int
    """When it was saved and sent off to phones, in ns."""


class Load(NamedTuple):
    """What is played."""

    each_s: float
    """From one card at a table to its next."""
    cards: int
    """At each table."""


def furnished(journal: str, tables: int) -> list[str]:
    """Open this many tables in this journal; their codes."""
    codes = [f"T{number:04}" for number in range(tables)]
    opened = open_journal(journal)
    for first in range(0, tables, 100):
        some = codes[first : first + 100]
        opened.append([Row(code, 1, _AT, None, "opened", "{}") for code in some])
    opened.close()
    return codes


class Host:
    """One host, seen from here."""

    def __init__(self, process: int, port: int, control: Connection) -> None:
        self.process = psutil.Process(process)
        self.address = ("127.0.0.1", port)
        self._control = control

    def play(self, tables: Sequence[str], load: Load, start: int) -> None:
        """Let hands play at these tables from then on; returns at once."""
        self._control.send((list(tables), load, start))

    def played(self, patience_s: float) -> list[Card]:
        """What was told, once all of it was."""
        assert self._control.poll(patience_s), "the hands never came to an end"
        told: list[Card] = self._control.recv()
        return told

    def processor_s(self) -> float:
        """What it has taken of processors."""
        times = self.process.cpu_times()
        return float(times.user + times.system)


@contextmanager
def started(folder: Path, journal: str, ports: Sequence[str] = ()) -> Iterator[Host]:
    """A host of this journal, which looks for boards at these ports.

    The key of a board on the network is in the file `key` beside its folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with child(_serve, str(folder), journal, [*ports]) as host:
        yield Host(*host)


def _serve(control: Connection, folder: str, journal: str, ports: Sequence[str]) -> None:
    from tricktable.app import open_house
    from tricktable.settings import Settings
    from tricktable.web import Server, serve

    sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - the terminal, until the process ends
    settings = Settings(
        data=Path(folder),
        database=journal,
        http_host="127.0.0.1",
        http_port=0,
        trusted_hosts=("127.0.0.1", "localhost"),
        streams_in_total=12_000,
        host_token="x" * 22,
        board_key_file=str(Path(folder).parent / "key"),
    )
    with open_house(settings, Shelf(Decks((DECK,))), lambda: ports) as house:
        hands = threading.Thread(target=_answer, args=(control, house.tables), daemon=True)

        def ready(server: Server) -> None:
            house.welcome(server)
            house.start()
            control.send(server.port)
            hands.start()

        serve(house.app(), house.settings, house.feed, ready)


def _answer(control: Connection, tables: Mapping[str, Table]) -> None:
    while True:
        try:
            codes, load, start = control.recv()
        except EOFError:
            return
        control.send(_play(tables, codes, load, start))


def _play(tables: Mapping[str, Table], codes: Sequence[str], load: Load, start: int) -> list[Card]:
    """Tell all of it; each hand its own tables, so that none is told two things at once."""
    games = [play(Random(seed), 4) for seed in range(_GAMES)]
    first = [list(happenings(game, DECK)) for game in games]
    later = [list(happenings(game, DECK, is_next=True)) for game in games]
    told: list[list[Card]] = [[] for _ in range(HANDS)]
    step = int(load.each_s * 1e9 / max(len(codes), 1))

    def play_some(hand: int) -> None:
        mine = [*enumerate(codes)][hand::HANDS]
        for number in range(load.cards):
            for place, code in mine:
                due = start + int(number * load.each_s * 1e9) + place * step
                if (wait_s := (due - time.monotonic_ns()) / 1e9) > 0:
                    time.sleep(wait_s)
                boot, seq, what, args = _happening(first, later, place, number)
                tables[code].hear(f"{start & 0xFFFF:04X}{boot}", seq, what, args)
                told[hand].append(Card(code, due, time.monotonic_ns()))

    threads = [threading.Thread(target=play_some, args=(hand,)) for hand in range(HANDS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [*chain.from_iterable(told)]


def _happening(
    first: Sequence[_Events], later: Sequence[_Events], place: int, number: int
) -> tuple[str, int, str, list[str]]:
    """The next thing at a table, as its board tells it; games follow one another."""
    turn, events = 0, first[place % len(first)]
    while number >= len(events):
        number -= len(events)
        turn += 1
        events = later[(place + turn) % len(later)]
    what, *args = events[number]
    return f"{turn:04X}", number + 1, what, args


# --- what came of it ------------------------------------------------------------------------------


class Times(NamedTuple):
    """What cards took, in ms; infinite for one that a phone never showed."""

    durable: list[float]
    last: list[float]
    """From the card to the last of the phones at the host that has the table."""
    elsewhere: list[float]
    """To the last of those at another host; empty if there are none."""

    @property
    def whole(self) -> list[float]:
        """To the last of all its phones, at either host."""
        return [*map(max, self.last, self.elsewhere)] if self.elsewhere else self.last

    @property
    def lost(self) -> int:
        """Of how many cards a phone never heard."""
        return sum(each == float("inf") for each in (*self.last, *self.elsewhere))


def times(cards: Sequence[Card], own: Crowd, other: Crowd | None) -> Times:
    """When each card was durable and seen, counted from when its board would have told it."""

    def last(crowd: Crowd, card: Card) -> float:
        return max(_after(heard, card.due) for heard in crowd.heard[card.table]) / 1e6

    return Times(
        [(card.durable - card.due) / 1e6 for card in cards],
        [last(own, card) for card in cards if card.table in own.heard],
        [last(other, card) for card in cards if card.table in other.heard] if other else [],
    )


def _after(heard: Sequence[int], due: int) -> float:
    at = bisect_left(heard, due)
    return heard[at] - due if at < len(heard) else float("inf")
