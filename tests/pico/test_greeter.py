"""The greeter of a board that nobody switches off: its clock wraps after twelve days."""

from types import SimpleNamespace
from typing import Final

import pytest

import greeter
import machine
import pins
from simulated import shims
from simulated.board import Board
from simulated.usb import Console
from simulated.wiring import Wiring
from soak.virtual import VirtualSimulation
from tablewire.frame import Decoder, encode

DAY_MS: Final = 86_400_000
QUESTION: Final = encode("W 1 1 5F3A11C3")


class SafeMode:
    """A board whose program has failed, in virtual time."""

    next_ns = 0

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._board = Board(Wiring(pins))
        monkeypatch.setattr(machine, "board", self._board)
        simulation = VirtualSimulation(self._board, self)
        self._line = simulation.line
        console = Console(self._line)
        monkeypatch.setattr(greeter, "time", shims.Time(simulation))
        monkeypatch.setattr(greeter, "select", shims.Select(simulation))
        monkeypatch.setattr(greeter, "sys", SimpleNamespace(stdin=console, stdout=console))
        self._decoder = Decoder()
        self._greeter = greeter.Greeter("safe", "safe=why", True)

    def visit(self, _: object) -> int:
        """Nobody does anything while it waits."""
        self.next_ns = self._board.wiring.clock.ns + 1_000_000
        return 0

    def rests(self, ms: int) -> None:
        """Let time pass in which nothing comes; it looks at its clock each hour."""
        for _ in range(0, ms, DAY_MS // 24):
            self._board.wiring.clock.spend(min(ms, DAY_MS // 24) * 1_000_000)
            self._greeter.listen(0)

    def asked(self) -> list[str]:
        """What it says to a host that asks, and in the five seconds after that."""
        said = b""
        for second in range(6):
            self._line.take(QUESTION)
            self._greeter.listen(0)
            said += self._line.drain()
            self._line.note_fetch(len(said))
            self._board.wiring.clock.spend(1_000_000_000 if second < 5 else 0)
        return [str(body) for body in self._decoder.feed(said)]


@pytest.mark.parametrize("days", [1, 5, 7, 12, 13, 20, 40])
def test_a_safe_mode_that_stands_for_days_greets_and_beats_like_a_new_one(monkeypatch, days):
    board = SafeMode(monkeypatch)
    for round_ in (1, 2):
        board.rests(days * DAY_MS)
        said = board.asked()
        kinds = "".join(body[0] for body in said)
        assert kinds == "HB" * 6
        beats = [int(body.split(" ")[2]) for body in said if body.startswith("B")]
        assert beats[0] >= days * round_ * DAY_MS
