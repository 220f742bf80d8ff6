"""Hands that play by themselves: what they do next, and when. Pure: no clock.

A player sees the open hands, the readers and the public view, and answers with one act at a
time. It never acts on what has not been recorded: a card stays on its reader until the table has
it, and one that was not read is lifted and laid again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from tricktable.rules.player import Brain
from tricktable.rules.position import Position
from tricktable.rules.view import AnyView
from tricktable.sim.acts import AWAY_MS, Act, Button, LayOnReader, Lift, Press
from tricktable.sim.sight import Sight, act_of, open_table
from tricktable.table.notes import MISREAD

FIRST: Final = Press("4")
"""Begins the first game at a table that has none."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long hands take, in milliseconds: from … to, drawn afresh for each act."""

    think: tuple[int, int] = (1200, 2500)
    """Before a card is laid, a button pressed, a question answered."""
    lift: tuple[int, int] = (350, 600)
    """Before a card that was read is lifted."""
    trick: int = 1800
    """More before a trick is led: time to look at the one before."""
    game: int = 12_000
    """More before the next game: time to read the result."""
    patience: int = 4000
    """Until a card that was not read is laid again."""


HUMAN: Final = Pace()
FAST: Final = Pace((0, 0), (0, 0), 0, game=1500)
"""As fast as the machine can follow, except for a glance at the result."""


class Player:
    """Plays all hands at one table. Call `next` after each change and as time passes. Mutable."""

    def __init__(self, seed: int, pace: Pace = HUMAN) -> None:
        self._rng = Random(seed)
        self._pace = pace
        self._seen: tuple[object, ...] = ()
        self._act: Act | None = None
        self._due_ms = 0
        self._lifted: dict[int, tuple[Sequence[str], int]] = {}
        """By reader: what was lifted from it last, and when."""
        self._game: tuple[int, str] | None = None
        self._brain: Brain[Position] | None = None

    def next(self, sight: Sight, now_ms: int) -> Act | None:
        """The act due now, or None for nothing yet. The caller must carry it out."""
        seen = _basis(sight)
        if seen != self._seen:
            self._seen = seen
            self._act = self._decide(sight)
            self._due_ms = max(now_ms + self._delay(sight, self._act), self._seen_gone_ms())
        if now_ms < self._due_ms:
            return None
        act, self._act = self._act, None
        self._due_ms = now_ms + self._pace.patience
        act = act or _unread(sight) or self._decide(sight)
        if isinstance(act, Lift):
            self._lifted[act.reader] = sight.readers[act.reader], now_ms
        return act

    def rest(self) -> None:
        """Let somebody else play: forget the pending act."""
        self._seen, self._act = (), None

    def _delay(self, sight: Sight, act: Act | None) -> int:
        pace, view = self._pace, sight.table.view
        if act is None:
            return pace.patience
        if isinstance(act, Lift):
            return self._rng.randint(*pace.lift)
        delay = self._rng.randint(*pace.think)
        if isinstance(act, LayOnReader) and view is not None and not view.trick and view.last:
            delay += pace.trick
        if act in (Press("OK"), Button(0)) and view is not None and view.is_over:
            delay += pace.game
        return delay

    def _seen_gone_ms(self) -> int:
        """When the reader has surely seen that the card which it is given again was gone."""
        if isinstance(self._act, LayOnReader):
            cards, lifted_ms = self._lifted.get(self._act.reader, ((), 0))
            if self._act.card in cards:
                return lifted_ms + AWAY_MS
        return 0

    def _decide(self, sight: Sight) -> Act | None:
        table = sight.table
        for reader, tokens in enumerate(sight.readers):
            if tokens:
                return Lift(reader) if sight.read.issuperset(tokens) else None
        # Nothing is done while the board cannot hear it: all of it would have to be done again.
        if table.board != "live":
            return None
        has_keys = table.equipment.has_keys
        going_on = Press("OK") if has_keys else Button(0)
        if table.desk.is_paused:
            return going_on
        if table.asked is not None:
            # The question is about a card seen before, which this player never lays again on
            # purpose.
            return Press(MISREAD) if has_keys else Button(0, long=True)
        view = table.view
        if view is None:
            return FIRST
        if view.is_over or table.desk.is_stopped:
            return going_on
        decision = self._brain_of(table.games, view)(open_table(sight, view))
        return None if decision is None else act_of(decision, sight, view)

    def _brain_of(self, games: int, view: AnyView) -> Brain[Position]:
        """The brain for this game; a new game gets a new one."""
        if self._brain is None or self._game != (games, view.game):
            self._game = (games, view.game)
            # Made anew: what it remembers of the last game is of other hands.
            self._brain = view.rules.player(self._rng)
        return self._brain


def _basis(sight: Sight) -> tuple[object, ...]:
    """Everything a decision is based on: while it stays the same, so does the act."""
    table, view = sight.table, sight.table.view
    moment = None if view is None else (view.seq, view.next_what, view.next_seat)
    desk = table.desk
    lying = (table.board, table.asked, table.games, desk.typed, desk.chosen, desk.is_paused)
    return sight.hands, sight.readers, lying, moment


def _unread(sight: Sight) -> Act | None:
    """After too long a wait: lift the card on a reader, which was not scanned."""
    return next((Lift(reader) for reader, tokens in enumerate(sight.readers) if tokens), None)
