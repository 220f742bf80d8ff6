"""A game that fails where it may only refuse: what is raised, and that its table goes on."""

import logging
from dataclasses import replace

import pytest

from rig.table import Rig
from tricktable.games import GAMES
from tricktable.rules.cards import card
from tricktable.rules.entries import Dealt, Impossible, Moved, Played
from tricktable.rules.faults import GameFault, next_state
from tricktable.table import commands

ETORI = GAMES["etori"]
FAULT = "Failing has a fault and cannot go on. Begin another game with MENU."


class Failing:
    """Etori, which cannot take a card."""

    def __init__(self, inner):
        self.inner = inner

    def __getattr__(self, name):
        return getattr(self.inner, name)

    def apply(self, entry):
        if isinstance(entry, Played):
            raise ZeroDivisionError
        return Failing(self.inner.apply(entry))


def start(players, options):
    """Its first state."""
    return Failing(ETORI.start(players, options))


@pytest.fixture
def rig(tmp_path, monkeypatch):
    """A table at which it has been dealt."""
    game = replace(ETORI, name="failing", title="Failing", start=start)
    monkeypatch.setitem(GAMES, "failing", game)
    rig = Rig(tmp_path)
    assert rig.table.ask(commands.NewGame("failing", 4)).is_done
    assert rig.table.ask(commands.Deal(3)).is_done
    return rig


def test_what_a_game_raises_is_told_with_its_place_and_what_it_refuses_as_ever():
    options = {name: each.default for name, each in ETORI.options(4, {}).items()}
    dealt = next_state(start(4, options), Dealt(3))
    with pytest.raises(GameFault, match=r"^ZeroDivisionError at test_faults\.py:\d+$"):
        next_state(dealt, Played(0, card("2C")))
    with pytest.raises(Impossible):
        next_state(dealt, Moved(0, "hand", "discard", 1, None))


def test_whatever_brings_the_card_the_table_says_so_once_in_its_log_and_keeps_no_entry(rig, caplog):
    with caplog.at_level(logging.ERROR):
        rig.lay("2C", 0)
        assert (rig.said, rig.view.view.seq) == (FAULT, 1)
        rig.press("2", "C")
        rig.button(0)
        assert (rig.said, rig.view.view.seq) == (FAULT, 1)
        answer = rig.table.ask(commands.Lay("2C", 0), "a-key")
        assert (answer.is_done, answer.reason) == (False, FAULT)
        tried = rig.table.try_out(commands.Lay("2C", 0))
        assert (tried.is_done, tried.reason) == (False, FAULT)
    (line,) = caplog.messages
    assert line.startswith("Failing cannot go on: ZeroDivisionError at test_faults.py:")


def test_its_table_begins_another_game_after_a_restart_too(rig):
    rig.lay("2C", 0)
    rig.restart()
    assert rig.said == FAULT
    assert rig.table.ask(commands.NewGame("torite", 4)).is_done
    assert rig.table.ask(commands.Deal(3)).is_done
    assert rig.view.view.title == "The Torite"
