"""One card from the reader on: to the journal, to the board's display, to a phone.

The board is the shipped firmware on simulated chips at its own speed, the host the whole program.
A card is laid at any moment of its reader's polls, so these are in the figures.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple

import psutil

from bench.host import CODE, DECK, Host, Stages, started
from bench.measure import percentile
from bench.phones import Phones
from bench.report import Row
from board.link.board import Happening, happenings
from players.every_game import by_chance
from players.torite import play
from tableboard import tags
from tricktable.board.link.simulated_board import SimulatedBoard
from tricktable.rules import codec

MOST_COMMITTED = 1.25
"""At most so many times what the board and its port take of the same way."""
MOST_SEEN_MS = 60
MOST_BESIDE_SEARCHES = 1.1
BEGUN_S = 1.0
"""Processor time after which a process has read its record, and searches."""
IDLE = 19
"""The priority of the host's reviews."""
ROUNDS = 6
"""The first warms up."""
CARDS_A_ROUND = 24
SETTLED_S = 0.1
"""A display that has not changed for so long shows all that it will."""
LIFTED_S = 0.25
"""After so long a reader counts as empty: see tableboard.tags."""
WAIT_S = 60


class Card(NamedTuple):
    """From the moment in which a card was laid, in ms."""

    read: float
    """Its bytes were in the program: until then the board and its port had it."""
    committed: float
    visible: float
    heard: float


def rows() -> Iterable[Row]:
    """Two games and a half, card by card."""
    with (
        tempfile.TemporaryDirectory() as folder,
        SimulatedBoard.start(seed=7) as board,
        started(Path(folder), board.port) as host,
    ):
        table = Table(board, host)
        table.meet()
        cards = table.cards()
        rounds, searched = [], []
        for _ in range(ROUNDS):
            rounds.append([next(cards) for _ in range(CARDS_A_ROUND)])
            with searching():
                searched.append([next(cards) for _ in range(CARDS_A_ROUND)])
        rounds, searched = rounds[1:], searched[1:]
        table.close()
    polls = f"an empty reader is polled each {tags.EMPTY_MS} ms, {len(board.lights())} readers"
    yield _committed(rounds, polls)
    display = "wall time; on a real board a whole display takes 23 ms more (I2C at 400 kHz)"
    yield _row("visible on the board's display", rounds, "visible", MOST_SEEN_MS, display)
    yield _row("received by one phone", rounds, "heard", MOST_SEEN_MS)
    yield _beside_searches(rounds, searched)


@contextmanager
def searching() -> Iterator[None]:
    """Every processor searches for a review, as the host lets it: at the lowest priority."""
    game = by_chance(Random(5), "etori", 4, is_tidy=True)
    lines = [codec.write_header(game.header), *map(json.dumps, game.lines)]
    words = [sys.executable, "-m", "tricktable", "review", "--json", "--seconds=600", "-"]
    searches = [
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        for _ in range(os.cpu_count() or 1)
    ]
    try:
        for each in searches:
            os.setpriority(os.PRIO_PROCESS, each.pid, IDLE)
            assert each.stdin is not None
            each.stdin.write("".join(f"{line}\n" for line in lines).encode())
            each.stdin.close()
        while any(psutil.Process(each.pid).cpu_times().user < BEGUN_S for each in searches):
            assert all(each.poll() is None for each in searches), "nothing is searched for so long"
            time.sleep(SETTLED_S)
        yield
    finally:
        for each in searches:
            each.kill()
            each.wait()


def _beside_searches(rounds: list[list[Card]], searched: list[list[Card]]) -> Row:
    """A card's way while every processor searches, beside the same way before it."""
    quiet, busy = _p95s(rounds, "heard"), _p95s(searched, "heard")
    ratio = statistics.median(its / ours for its, ours in zip(busy, quiet, strict=True))
    return Row(
        "card laid on a simulated reader, received by one phone while all processors search, p95",
        f"{ratio:.2f} x",
        f"<= {MOST_BESIDE_SEARCHES} x",
        ratio <= MOST_BESIDE_SEARCHES,
        f"{statistics.median(busy):.1f} ms; {statistics.median(quiet):.1f} ms without searches",
    )


def _p95s(rounds: list[list[Card]], stage: str) -> list[float]:
    return [percentile([getattr(card, stage) for card in each], 95) for each in rounds]


def _committed(rounds: list[list[Card]], polls: str) -> Row:
    """Beside the reading of the same cards: how fast the board was is the business of `board`."""
    read, committed = _p95s(rounds, "read"), _p95s(rounds, "committed")
    ratio = statistics.median(ours / its for ours, its in zip(committed, read, strict=True))
    return Row(
        "card laid on a simulated reader, event committed, p95",
        f"{ratio:.2f} x",
        f"<= {MOST_COMMITTED} x",
        ratio <= MOST_COMMITTED,
        f"{statistics.median(committed):.1f} ms; read from the port {statistics.median(read):.1f} "
        f"ms; {polls}",
    )


def _row(what: str, rounds: list[list[Card]], stage: str, most_ms: int, beside: str = "") -> Row:
    p95_ms = statistics.median(_p95s(rounds, stage))
    return Row(
        f"card laid on a simulated reader, {what}, p95",
        f"{p95_ms:.1f} ms",
        f"<= {most_ms} ms",
        p95_ms <= most_ms,
        beside,
    )


class Table:
    """A board with its host and phones, and hands that lay cards on it."""

    def __init__(self, board: SimulatedBoard, host: Host, phones: int = 1) -> None:
        self._board = board
        self._host = host
        self._phones = Phones(host.address, CODE, phones)
        self._chance = Random(1)
        self._screen = b""
        self._changed_ns = 0
        self._lifted_s = [0.0] * 4
        board.on_change(self._look)
        self._look()  # it may have changed for the last time already

    def close(self) -> None:
        """Hang up the phones."""
        self._phones.close()

    def meet(self) -> None:
        """Wait until the host has shown the board its first picture."""
        self._until(lambda: any(self._board.screen()))
        self._settle(0)

    def cards(self, watch: Callable[[int, str], None] = lambda *_: None) -> Iterator[Card]:
        """Games without end; what became of each card that was played.

        `watch` is told of each card that all phones have heard of: when it was laid, in ns, and
        its tag.
        """
        for seed in range(ROUNDS):
            events = list(happenings(play(Random(seed), 4), DECK, is_next=seed > 0))
            last_play = len(events) - len(self._lifted_s)  # then each seat shows what it kept
            for number, event in enumerate(events):
                times_ns = self._act(event, is_shown=number < last_play)
                if event[0] == "C" and number < last_play:
                    watch(times_ns[0], event[2])
                    yield Card(*((end - times_ns[0]) / 1e6 for end in times_ns[1:]))

    def _act(self, act: Happening, is_shown: bool) -> tuple[int, ...]:
        """Do it; when it was begun, read, committed, seen on the display and heard by the phone."""
        what, place, *uid = act
        if what == "C":
            self._pause(self._lifted_s[int(place)] + LIFTED_S - time.monotonic())
            self._pause(self._chance.random() * 4 * tags.EMPTY_MS / 1000)
        self._host.stages()
        self._phones.forget()
        began_ns = time.monotonic_ns()
        if what == "C":
            self._board.lay(int(place), *uid)
        elif what == "S":
            self._board.button(int(place))
        else:
            self._board.press(place)
        self._until(self._phones.have_all)
        if is_shown:
            self._settle(began_ns)
        if what == "C":
            self._board.lift(int(place))
            self._lifted_s[int(place)] = time.monotonic()
        heard_ns = max(self._phones.heard.values())
        stages = self._stages()
        return began_ns, stages.read, stages.committed, self._changed_ns, heard_ns

    def _stages(self) -> Stages:
        """Those of the one event there was; phones may hear of it before it is through."""
        noted: list[Stages] = []

        def is_noted() -> bool:
            noted.extend(self._host.stages())
            return bool(noted)

        self._until(is_noted)
        (stages,) = noted
        return stages

    def _look(self) -> None:
        screen = self._board.screen()
        if screen != self._screen:
            self._screen, self._changed_ns = screen, time.monotonic_ns()

    def _settle(self, since_ns: int) -> None:
        """Wait for a change of the display since then, and until it changes no more."""
        self._until(lambda: self._changed_ns > since_ns)
        self._until(lambda: time.monotonic_ns() - self._changed_ns > SETTLED_S * 1e9)

    def _until(self, is_so: Callable[[], object]) -> None:
        until = time.monotonic() + WAIT_S
        while not is_so():
            assert time.monotonic() < until, self._board.crash
            self._phones.wait(SETTLED_S / 10)

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._phones.wait(left)
