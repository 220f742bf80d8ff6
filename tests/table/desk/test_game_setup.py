"""A new game by keys: which, how many, and every house rule that its sheet has."""

from typing import Any

import pytest

from games.cases import CASES
from players.every_game import KINDS
from rig.table import Rig
from tricktable.games import GAMES
from tricktable.rules.options import Form, allows
from tricktable.table import commands
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.game_setup import ask_count
from tricktable.text.board import ANSWER_LINES


def lines(rig: Rig) -> dict[str, str]:
    """What is listed, by its words."""
    return {words: key for key, words in rig.prompt.options}


def begin(rig: Rig, game: str, players: int) -> None:
    """The rules of a new game are listed."""
    rig.choose("game", "new game", GAMES[game].title)
    if len(GAMES[game].players) > 1:
        rig.press({1: "A", 10: "T", 11: "J", 12: "Q", 13: "K"}.get(players, str(players)))


def rule(rig: Rig, name: str) -> None:
    """The values of one rule are listed."""
    while not (key := next((k for w, k in lines(rig).items() if w.startswith(f"{name}:")), "")):
        rig.press("9")
    rig.press(key)


def given(rig: Rig) -> dict[str, Any]:
    """The house rules of the game that has begun."""
    return dict(rig.view.header.given)


def test_a_game_begins_by_the_book_with_ok(rig):
    begin(rig, "etori", 6)
    rig.press("OK")
    assert (rig.view.header.game, rig.view.header.players, given(rig)) == ("etori", 6, {})


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_every_value_of_every_rule_can_be_keyed(rig, game, players):
    begin(rig, game, players)
    options = GAMES[game].options(players, CASES[game].needed(players))
    known = {name: option.values for name, option in options.items()}
    listed = {}
    for _ in range(9):
        assert len(lines(rig)) <= ANSWER_LINES + 1, "the display has no more lines"
        listed |= lines(rig)
        rig.press("9")
    for name, values in known.items():
        if any(isinstance(each, Form) for each in values) or values == (values[0],):
            continue
        assert any(words.startswith(f"{name.replace('_', ' ')}: ") for words in listed), name
    for name, values in known.items():
        if len(values) < 2 or any(isinstance(each, (Form, range)) for each in values):
            continue
        rule(rig, name.replace("_", " "))
        words = str(values[-1]).replace("_", " ")
        rig.press(lines(rig)[words])
        if name == "variant":
            rule(rig, name)
            rig.press(lines(rig)[str(values[0])])
    rig.press("OK")
    assert rig.view.header is not None
    for name, value in given(rig).items():
        assert allows(rig.view.header.rules.options(players, given(rig))[name].values, value)
        if name not in ("teams", "variant"):
            assert value == known[name][-1]


def test_a_number_is_keyed_digit_by_digit_and_a_word_by_its_suit(rig):
    begin(rig, "troika", 4)
    rule(rig, "bid out")
    rig.press("OK")  # nothing keyed yet
    assert rig.said == "That key does nothing here."
    rig.press("A", "T", "T", "OK")  # 100 is too many
    assert rig.said == "That key does nothing here."
    rig.press("UNDO", "OK")
    assert "bid out: 10" in lines(rig)
    rule(rig, "bid out")
    rig.press("C", "OK")
    assert given(rig) == {"bid_out": "none"}


def test_a_rule_says_what_it_means_now(rig):
    begin(rig, "torite", 4)
    rule(rig, "hand scan")
    assert rig.prompt.text == "Now: Hands need not be read."


def test_what_another_rule_makes_impossible_is_let_go(rig):
    begin(rig, "troika", 4)
    rule(rig, "min bid")
    rig.press("2")
    rule(rig, "variant")
    rig.press("3")
    assert "min bid: 7" not in lines(rig)  # 6 was chosen and stays possible
    rig.press("OK")
    assert given(rig) == {"variant": "saskatchewan", "min_bid": 6}


def test_the_same_game_again_starts_from_its_rules_and_keeps_its_people(rig):
    rules: dict[str, object] = {"hand_scan": "optional"}
    rig.ask(commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", "Di"], rules))
    begin(rig, "torite", 4)
    assert "hand scan: optional" in lines(rig)
    rule(rig, "revoke action")
    rig.press("3", "OK")
    assert given(rig) == {"hand_scan": "optional", "revoke_action": "undo"}
    begin(rig, "troika", 4)
    rig.press("OK")
    assert (given(rig), rig.view.names) == ({}, ("Ann", "Bo", "Cy", "Di"))


def test_undo_leads_back_key_by_key_and_a_restart_loses_nothing(rig):
    begin(rig, "torite", 4)
    rule(rig, "hand scan")
    rig.press("3")
    rig.restart()
    assert "hand scan: optional" in lines(rig)
    rig.press("UNDO", "UNDO")
    assert "hand scan: off" in lines(rig)


def test_a_key_that_leads_nowhere_changes_nothing(rig):
    begin(rig, "torite", 4)
    before = rig.view.asked
    for key in ("H", "8", "J"):
        rig.press(key)
        assert (rig.view.asked, rig.said) == (before, "That key does nothing here.")


def test_of_many_possible_numbers_the_first_and_the_last_key_are_shown():
    """All of them have no room on a display."""
    game = max(GAMES, key=lambda name: len(GAMES[name].players))
    now: Any = None
    asked = ask_count(now, OpenDialogue("", detail=game))
    keys = [key for key, _ in asked.options]
    assert [words for words, _ in asked.rows] == [f"{keys[0]}-{keys[-1]}"]
    assert keys[0] != keys[-1]
