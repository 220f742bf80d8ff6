"""Whole games as one table's board and phones tell them, made by hands that play by themselves.

Told again to another table in this order, they make the same record there: test support.
"""

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from referees.witness import Line
from rig.hands import SelfPlay
from rig.table import Rig
from tricktable.rules import codec
from tricktable.rules.values import JsonValue
from tricktable.sim.autoplay import FAST
from tricktable.table import commands
from tricktable.table.answers import Answer
from tricktable.table.views import LIVE


class Told(NamedTuple):
    """What a board tells: its event and the words that say more."""

    what: str
    args: tuple[str, ...]


class Entered(NamedTuple):
    """What is entered on a phone or on the host's page."""

    lines: tuple[Line, ...]
    """The entries that come of it, as a record has them."""


class Script(NamedTuple):
    """One game, or its beginning."""

    game: str
    players: int
    options: Mapping[str, JsonValue]
    steps: Sequence[Told | Entered]
    lines: list[Line]
    """The record that it makes, without its header."""


def scripted(
    game: str, players: int, options: Mapping[str, JsonValue], seed: int, most: int
) -> Script:
    """A game by this seed until it is over, or until this many things were told."""
    with tempfile.TemporaryDirectory() as folder:
        rig = _Dictating(Path(folder))
        rig.table.board_is(LIVE)
        rig.ask(commands.NewGame(game, players, [], options))
        rig.steps.clear()
        for _ in SelfPlay(rig, seed, FAST).acts():
            if rig.game.is_over or len(rig.steps) >= most:
                break
        rig.journal.close()
        return Script(game, players, options, rig.steps, rig.lines(after=0))


class _Dictating(Rig):
    """A table that notes what it is told."""

    def __init__(self, folder: Path) -> None:
        self.steps: list[Told | Entered] = []
        super().__init__(folder)

    def lines(self, after: int) -> list[Line]:
        """The entries of its record after this one."""
        record = self.table.record()
        steps = [] if record is None else [*record.steps()][after:]
        return [codec.fields_of(step.entry) for step in steps]

    def event(self, what: str, *args: str) -> None:
        """See `Rig.event`."""
        self.steps.append(Told(what, args))
        super().event(what, *args)

    def ask(self, request: commands.Request) -> Answer:
        """See `Rig.ask`."""
        before = len(self.lines(0))
        answer = super().ask(request)
        self.steps.append(Entered(tuple(self.lines(before))))
        return answer
