"""House rules: which values they can have, and how a refusal names them."""

import json
from dataclasses import replace

import pytest

from records.lines import header
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.entries import BadLine
from tricktable.rules.options import Form, Option, allows, by_name, even_teams, in_words, number
from tricktable.rules.options import teams as rule_of_teams
from tricktable.text.language import verbatim

LIMIT = (45, range(100), "none")
PAIR = (Form(lambda value: isinstance(value, list) and len(value) == 2, "two of anything"),)


@pytest.mark.parametrize("value", [0, 45, 99, "none"])
def test_a_value_of_the_list_or_of_a_range_is_allowed(value):
    assert allows(LIMIT, value)


@pytest.mark.parametrize("value", [-1, 100, 10**30, 45.0, True, "45", "None", None, [45], {}])
def test_a_value_of_another_kind_is_not(value):
    assert not allows(LIMIT, value)


def test_one_and_true_are_two_values():
    assert allows((1, 0), 1)
    assert not allows((1, 0), True)
    assert not allows((1, 0), 0.0)


def test_a_form_is_asked():
    assert allows(PAIR, [1, None])
    assert not allows(PAIR, [1])


def test_the_values_are_told_in_words():
    assert in_words(LIMIT) == "45, 0 to 99, none"
    assert in_words(PAIR) == "two of anything"
    assert in_words(by_name(())["hand_scan"].values) == "off, optional, required"


def test_a_number_is_told_in_a_sentence_and_a_word_in_its_own():
    words = {"none": "No number of points ends it."}
    rule = number("limit", "Limit", LIMIT, "{number} points end it.", words)
    assert str(rule.meaning(12)) == "12 points end it."
    assert str(rule.meaning("none")) == "No number of points ends it."
    assert str(number("size", "Size", (7,), "{number} cards.").meaning(7)) == "7 cards."


def house_rules(players, given):
    """A game whose rules hang together."""
    if players == 4 and "pairs" not in given:
        raise BadLine("four players say who are the pairs")
    size = 52 // players
    table = {"size": (min(7, size), range(1, size + 1)), "limit": LIMIT}
    table |= {"pairs": PAIR} if players == 4 else {}
    return {name: Option(name, name, values, verbatim) for name, values in table.items()}


def options_of(players, **options):
    game = replace(
        GAMES["torite"], name="pairs", players=frozenset({2, 4, 13}), options=house_rules
    )
    line = {"record": codec.FORMAT, "game": "pairs", "players": players, "options": options}
    return codec.read_header(json.dumps(line), {"pairs": game}).options


def test_a_default_can_depend_on_the_players():
    assert options_of(2) == {"size": 7, "limit": 45}
    assert options_of(13) == {"size": 4, "limit": 45}
    assert options_of(2, size=26, limit="none") == {"size": 26, "limit": "none"}


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (2, {"size": 27}, "option size cannot be 27; it can be: 7, 1 to 26"),
        (2, {"limit": "45"}, 'option limit cannot be "45"; it can be: 45, 0 to 99, none'),
        (2, {"pairs": [1, 2]}, 'pairs has no option "pairs"; it has: limit, size'),
        (4, {"pairs": [1]}, r"option pairs cannot be \[1\]; it can be: two of anything"),
        (4, {}, "four players say who are the pairs"),
    ],
)
def test_what_makes_no_game_is_malformed_and_the_message_says_what_does(players, options, message):
    with pytest.raises(BadLine, match=message):
        options_of(players, **options)


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        (5, [[0, 1, 2], [3, 4]]),
        (6, [[0, 1], [2, 3], [4, 5]]),
        (8, [[0, 1], [2, 3], [4, 5], [6, 7]]),
    ],
)
def test_teams_are_as_even_as_can_be(players, teams):
    assert even_teams(players) == teams


@pytest.mark.parametrize("count", range(1, 6))
def test_there_are_two_to_four_teams(count):
    teams = [list(range(at, 10, count)) for at in range(count)]
    assert allows(rule_of_teams(10).values, teams) == (2 <= count <= 4)


def test_teams_are_told_by_the_numbers_of_their_seats():
    sentence = rule_of_teams(5).meaning([[0, 3], [1, 2, 4]])
    assert str(sentence) == "Teams: seats 1 and 4; seats 2 and 3 and 5."


@pytest.mark.parametrize(
    "teams",
    [
        [[0, 1, 2, 3, 4]],
        [[0], [1], [2], [3], [4]],
        [[0, 1], [2, 3]],
        [[0, 1], [2, 3, 5]],
        [[0, 1], [1, 2, 3, 4]],
        [[0, 1, 2, 3, 4], []],
        [[0, 1.0], [2, 3, 4]],
        [[0, True], [2, 3, 4]],
        {"0": [0, 1], "1": [2, 3, 4]},
        [[0, 1], "234"],
        [[0, 1], [2, 3, 4], "no list"],
        [[0, 1], [2, 3, 4, None]],
    ],
)
def test_what_are_no_teams_of_five_is_refused(teams):
    assert header(5, "tredici", teams=[[0, 1], [2, 3, 4]]).options["teams"]
    with pytest.raises(BadLine):
        header(5, "tredici", teams=teams)
