"""Hands that play by themselves at a table without its board: each act becomes the board's event.

The clock is an argument, so a whole evening takes no longer than its entries.
"""

from collections.abc import Iterator
from typing import NamedTuple

from rig.table import Rig
from tricktable.sim.acts import Act, Button, LayOnReader, Lift, Press, Say, Shuffle
from tricktable.sim.autoplay import HUMAN, Pace, Player
from tricktable.sim.places import Places
from tricktable.sim.sight import Sight
from tricktable.sim.stage import request_to_say
from tricktable.table import commands

STEP_MS = 50


class Done(NamedTuple):
    """An act, when it was done, and what the player saw just before."""

    at_ms: int
    act: Act
    sight: Sight


class SelfPlay:
    """A rig, the places of its cards and a player."""

    def __init__(self, rig: Rig, seed: int, pace: Pace = HUMAN) -> None:
        self.rig = rig
        self.places = Places(seed)
        self.player = Player(seed, pace)
        self.now_ms = 0
        self._view = self.rig.view

    @property
    def sight(self) -> Sight:
        """What the player sees now."""
        if self._view.version != self.rig.table.version:
            self._view = self.rig.view
            self.places.follow(self._view.games, self.rig.table.record())
        readers = tuple(tuple(tokens) for tokens in self.places.readers)
        return Sight(self.places.hands(), readers, self._view, self.places.known, self.places.read)

    def acts(self, most: int = 10_000) -> Iterator[Done]:
        """What the player does, step by step of the clock; each act has been carried out."""
        for _ in range(most):
            self.now_ms += STEP_MS
            sight = self.sight
            act = self.player.next(sight, self.now_ms)
            if act is not None:
                self.carry_out(act)
                yield Done(self.now_ms, act, sight)

    def game(self) -> list[Done]:
        """What is done until a game is over, its last card lifted."""
        done = []
        for each in self.acts():
            done.append(each)
            view = self.rig.view.view
            if view is not None and view.next_what == "over" and not any(self.places.readers):
                return done
        raise AssertionError("the game did not end")

    def carry_out(self, act: Act) -> None:
        """Do it, as the stage and the board would."""
        match act:
            case LayOnReader(token, reader):
                self.places.lay(token, reader)
                self.rig.lay(token, reader)
            case Lift(reader):
                self.places.readers[reader].clear()
            case Press(key):
                self.rig.press(key)
            case Button(seat, is_long):
                self.rig.button(seat, "long" if is_long else "short")
            case Say(what, seat, value):
                answer = self.rig.ask(request_to_say(what, seat, value, self.places))
                assert answer.is_done, (act, answer.reason)
            case Shuffle():
                self.rig.ask(commands.NextGame())
            case _:
                raise AssertionError(f"no player does {act}")
