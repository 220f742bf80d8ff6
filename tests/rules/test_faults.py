"""A game that fails where it may only refuse: what is raised, and that its table goes on."""

import argparse
import json
import logging
import re
from dataclasses import replace

import pytest

from rig.compilation import AS_WRITTEN
from rig.table import Rig
from tricktable.games import GAMES, blame, blame_game
from tricktable.rules.cards import card
from tricktable.rules.deal import COMMON
from tricktable.rules.entries import Dealt, Impossible, Moved, Played
from tricktable.rules.faults import GameFault, fault_of, next_state, place_of
from tricktable.rules.presumptions import PresumptionRules
from tricktable.table import commands

ETORI = GAMES["etori"]
PLACE = r"ZeroDivisionError at test_faults\.py:\d+, in Failing\.apply"
FAULT = "Failing has a fault and cannot continue. Begin another game with MENU."


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
    game = replace(
        ETORI,
        name="failing",
        title="Failing",
        start=start,
        presuming=PresumptionRules(),
        deal=COMMON,
    )
    monkeypatch.setitem(GAMES, "failing", game)
    rig = Rig(tmp_path)
    assert rig.table.ask(commands.NewGame("failing", 4)).is_done
    assert rig.table.ask(commands.Deal(3)).is_done
    return rig


def test_what_a_game_raises_is_told_with_its_place_and_what_it_refuses_as_ever():
    options = {name: each.default for name, each in ETORI.options(4, {}).items()}
    dealt = next_state(start(4, options), Dealt(3))
    with pytest.raises(GameFault, match=rf"^{PLACE}$"):
        next_state(dealt, Played(0, card("2C")))
    with pytest.raises(Impossible):
        next_state(dealt, Moved(0, "hand", "discard", 1, None))


@AS_WRITTEN
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
    assert re.fullmatch(f"Failing cannot go on: {PLACE}", line)


@AS_WRITTEN
def test_its_table_begins_another_game_after_a_restart_too(rig):
    rig.lay("2C", 0)
    rig.restart()
    assert rig.said == FAULT
    assert rig.table.ask(commands.NewGame("torite", 4)).is_done
    assert rig.table.ask(commands.Deal(3)).is_done
    assert rig.view.view.title == "The Torite"


# --- whatever else a game raises -----------------------------------------------------------------


class Unjudged:
    """A judge that cannot watch a card, as one of Etori does."""

    def __init__(self, inner):
        self.inner = inner

    def watch(self, before, entry, seq, after):
        if isinstance(entry, Played):
            raise LookupError
        self.inner.watch(before.inner, entry, seq, after.inner)

    def findings(self):
        return self.inner.findings()

    def copy(self):
        return Unjudged(self.inner.copy())


class Blind(Failing):
    """Etori, which takes every card, and then fails where it is asked for `part`."""

    part = ""

    def apply(self, entry):
        return type(self)(self.inner.apply(entry))

    def _or_fail(self, part, *args):
        if part == self.part and self.inner.trick:
            raise Impossible("it is too dark")
        return getattr(self.inner, part)(*args)

    def tabletop(self):
        return None if self.part == "values" and self.inner.trick else self._or_fail("tabletop")

    def offers(self):
        return self._or_fail("offers")

    def position(self, findings, viewpoint):
        return self._or_fail("position", findings, viewpoint)

    def winner(self, findings):
        return self._or_fail("winner", findings)

    def judge(self, viewpoint):
        inner = self.inner.judge(viewpoint)
        return Unjudged(inner) if self.part == "judge" else _Seen(inner)


class _Seen(Unjudged):
    """The same judge, which sees everything."""

    def watch(self, before, entry, seq, after):
        self.inner.watch(before.inner, entry, seq, after.inner)

    def copy(self):
        return _Seen(self.inner.copy())


@pytest.fixture
def dealt(tmp_path, monkeypatch):
    """Makes a table at which a game has been dealt that fails in one of its parts."""

    def made(part):
        failing = type("Failing", (Blind,), {"part": part})
        game = replace(
            ETORI,
            name="failing",
            title="Failing",
            presuming=PresumptionRules(),
            start=lambda players, options: failing(ETORI.start(players, options)),
            deal=COMMON,
        )
        monkeypatch.setitem(GAMES, "failing", game)
        rig = Rig(tmp_path)
        assert rig.table.ask(commands.NewGame("failing", 4)).is_done
        assert rig.table.ask(commands.Deal(3)).is_done
        return rig

    return made


@pytest.mark.parametrize(
    ("part", "raised"),
    [
        ("tabletop", r"Impossible at test_faults\.py:\d+, in Blind\.tabletop"),
        ("offers", r"Impossible at test_faults\.py:\d+, in Blind\.offers"),
        ("winner", r"Impossible at test_faults\.py:\d+, in Blind\.winner"),
        ("position", r"Impossible at test_faults\.py:\d+, in Blind\.position"),
        ("judge", r"LookupError at test_faults\.py:\d+, in Unjudged\.watch"),
        ("values", r"AttributeError at \w+\.py:\d+, in \w+"),
    ],
)
def test_wherever_a_game_fails_its_table_names_it_and_begins_another(dealt, caplog, part, raised):
    rig = dealt(part)
    with caplog.at_level(logging.ERROR):
        rig.lay("2C", 0)
        assert rig.said == FAULT
        answer = rig.table.ask(commands.Lay("3C", 1))
        assert (answer.is_done, answer.reason) == (False, FAULT)
        assert not isinstance(rig.table.try_out(commands.Lay("3C", 1)), Exception)
        rig.press("MENU")
        rig.press("UNDO")
        rig.table.ask(commands.Rename(0, "Ann"))
    assert {
        each for each in caplog.messages if not re.fullmatch(rf".* cannot go on: {raised}", each)
    } == set()
    assert rig.view.names[0] == "Ann"
    rig.restart()
    assert rig.table.ask(commands.NewGame("etori", 4)).is_done
    assert rig.table.ask(commands.Deal(3)).is_done
    rig.lay("2C", 0)
    assert (rig.view.view.title, rig.view.view.seq) == (ETORI.title, 2)


def test_a_seat_that_cannot_be_shown_puts_the_game_away_for_all(dealt, caplog, monkeypatch):
    rig = dealt("")
    assert rig.table.claim(0, "phone").is_done
    rig.button(0, "long")
    monkeypatch.setattr(Blind, "position", _position_for_all)
    with caplog.at_level(logging.ERROR):
        sitting = rig.table.phone_view("phone")
    assert (sitting.record, sitting.table.view, rig.view.view) == (None, None, None)
    assert rig.said == FAULT
    (line,) = caplog.messages
    assert line.endswith("in _position_for_all")


def _position_for_all(state, findings, viewpoint):
    if viewpoint >= 0:
        raise KeyError(viewpoint)
    return state.inner.position(findings, viewpoint)


@AS_WRITTEN
def test_a_game_that_cannot_begin_is_named_and_the_one_that_runs_goes_on(rig, monkeypatch, caplog):
    def unstarted(players, options):
        raise RuntimeError

    game = replace(ETORI, name="unstarted", title="Unstarted", options=unstarted)
    monkeypatch.setitem(GAMES, "unstarted", game)
    answer = rig.table.ask(commands.NewGame("unstarted", 4, abandon=True))
    told = "Unstarted has a fault and cannot continue. Begin another game with MENU."
    assert (answer.is_done, answer.reason) == (False, told)
    assert rig.view.view.title == "Failing"
    assert "Unstarted cannot go on: RuntimeError at test_faults.py" in caplog.text


def test_our_own_faults_are_blamed_on_no_game():
    assert blame(TypeError()) is None
    assert blame(TypeError(), GAMES["torite"]) is None
    with pytest.raises(ZeroDivisionError), blame_game(GAMES["torite"]):
        raise ZeroDivisionError
    with pytest.raises(OSError, match="disk"), blame_game(GAMES["torite"]):
        raise OSError("disk")


def test_what_an_installed_game_hands_over_is_its_own():
    game = replace(ETORI, title="Failing", start=start)
    with pytest.raises(GameFault, match="TypeError at ") as told, blame_game(game):
        sorted(None)
    assert told.value.title == "Failing"


def test_the_place_is_the_innermost():
    with pytest.raises(KeyError) as told:
        card("??")
    assert re.fullmatch(r"KeyError at cards\.py:\d+, in card", place_of(told.value))


def test_the_place_is_the_innermost_however_long_the_way():
    def outer():
        inner()

    def inner():
        raise LookupError

    for deepest, fails in (("inner", inner), ("inner", outer)):
        with pytest.raises(LookupError) as told:
            fails()
        assert place_of(told.value).endswith(f".{deepest}")
    with pytest.raises(LookupError) as here:
        raise LookupError
    assert place_of(here.value).endswith("in test_the_place_is_the_innermost_however_long_the_way")


# --- what our code raises while an installed game runs -------------------------------------------


def _whist(players, options):
    return ETORI.start(players, options)


_whist.__module__ = "whist.rules"
WHIST = replace(ETORI, title="Whist", start=_whist)


def raised(fault):
    """This, raised by code that is not the game's, and in its innermost function."""

    def inner():
        raise fault

    try:
        inner()
    except Exception as caught:  # noqa: BLE001 - whatever it is
        return caught


@pytest.mark.parametrize("fault", [TypeError(), LookupError(), ZeroDivisionError()])
def test_an_installed_game_answers_for_values_that_our_code_cannot_use(fault):
    told = fault_of(raised(fault), WHIST, is_running=True)
    place = r"at test_faults\.py:\d+, in raised\.<locals>\.inner"
    assert re.fullmatch(f"{type(fault).__name__} {place}", str(told))
    assert told.title == "Whist"
    assert fault_of(raised(fault), WHIST, is_running=False) is None
    assert fault_of(raised(fault), ETORI, is_running=True) is None, "it is ours"


@pytest.mark.parametrize(
    "fault",
    [
        OSError(),
        FileNotFoundError(),
        UnicodeDecodeError("utf-8", b"", 0, 0, ""),
        json.JSONDecodeError("", "", 0),
        argparse.ArgumentTypeError(),
    ],
)
def test_it_does_not_answer_for_files_nor_for_what_a_library_says_of_its_own(fault):
    assert fault_of(raised(fault), WHIST, is_running=True) is None
