"""Every game has all that a game must have, and nobody sees of it what is another's secret."""

import ast
import json
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from games.cases import CASES
from players.every_game import KINDS, by_chance
from records.hostile import record_of
from records.lines import header
from records.secrets import assert_alike, entries, otherwise, while_secret
from thorough import examples
from tricktable.games import GAMES
from tricktable.rules.view import view

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"


def text(*path):
    """A file of the project."""
    return ROOT.joinpath(*path).read_text(encoding="utf-8")


# --- what belongs to a game ---------------------------------------------------------------------


def test_every_game_has_its_folder_and_every_folder_its_game():
    folders = {path.parent.name for path in (ROOT / "host/tricktable/games").glob("*/rules.py")}
    assert folders == set(GAMES)
    assert all(game.name == name for name, game in GAMES.items())


@pytest.mark.parametrize("name", GAMES)
def test_a_games_rules_name_its_page(name):
    assert f"docs/games/{name}.md" in text("host", "tricktable", "games", name, "rules.py")
    assert text("docs", "games", f"{name}.md").startswith(f"# {GAMES[name].title}\n")


@pytest.mark.parametrize("name", CASES)
def test_every_worked_example_of_a_game_is_a_test(name):
    tests = text("tests", "games", f"test_{name}_examples.py")
    tried = set()
    for numbers in re.findall(r"def test_examples?((?:_(?:\d+|to|and))+)_", tests):
        for first, last in re.findall(r"(\d+)(?:_to_(\d+))?", numbers):
            tried |= set(range(int(first), int(last or first) + 1))
    assert tried == set(range(1, CASES[name].page.examples + 1))


def tests_of(name):
    """The text of each test of a game that asserts something, with what stands right above it."""
    for path in sorted((TESTS / "games").glob(f"test_{name}*.py")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for node in ast.walk(ast.parse("\n".join(lines))):
            is_test = isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
            if is_test and any(isinstance(each, (ast.Assert, ast.With)) for each in ast.walk(node)):
                first = min(each.lineno for each in (node, *node.decorator_list)) - 1
                while lines[first - 1].startswith("#"):
                    first -= 1
                yield "\n".join(lines[first : node.end_lineno])


@pytest.mark.parametrize("name", CASES)
def test_every_ruling_of_a_page_is_tried(name):
    """By a test that says so; a number that stands beside the tests tries nothing."""
    tests = "\n".join(tests_of(name))
    rulings = re.findall(r"(?m)^\| ([A-Z]\d+) \|", text("docs", "games", f"{name}.md"))
    assert rulings
    untried = [
        each for each in rulings if not re.search(rf"(?i)(?<![a-z0-9]){each}(?![0-9])", tests)
    ]
    assert untried == []


@pytest.mark.parametrize("name", CASES)
def test_every_game_is_played_step_by_step_against_a_referee(name):
    plays = text("tests", "games", CASES[name].against)
    assert CASES[name].referee.__module__ == f"referees.{name}"
    assert f"from referees.{name} import" in plays or f"{name}.KIND" in plays
    assert f'"{name}"' in plays or name == "torite"
    assert "class Table(AnyTable)" in plays


@pytest.mark.parametrize("name", CASES)
def test_every_game_runs_the_suite(name):
    tests = text("tests", "games", f"test_{name}_suite.py")
    assert f"from games.{name}.case import CASE" in tests
    assert "(EveryGame)" in tests


# --- whom the table waits for, and who wins together --------------------------------------------


def moments(kind, seeds=range(3)):
    """The states of a few games of this kind, from the first to the last."""
    for seed in seeds:
        game = by_chance(Random(seed), *kind)
        yield game.header.start()
        yield from (step.after for step in record_of(game).steps())


@pytest.mark.parametrize("kind", KINDS)
def test_a_trick_that_is_played_has_the_number_of_those_before_it_and_one(kind):
    for state in moments(kind):
        table = state.tabletop()
        assert state.next.what != "play" or table.number == sum(table.tally) + 1


@pytest.mark.parametrize(
    ("name", "players", "options", "owners"),
    [
        ("torite", 4, {}, ((0,), (1,), (2,), (3,))),
        ("torite", 1, {}, ((0,), (1,))),
        ("triatri", 3, {}, ((0,), (1,), (2,))),
        ("etori", 4, {}, ((0, 2), (1, 3))),
        ("etori", 6, {}, ((0, 3), (1, 4), (2, 5))),
        ("troika", 4, {}, ((0, 2), (1, 3))),
        ("tredici", 3, {}, ((0,), (1,), (2,))),
        ("tredici", 5, {"teams": [[0, 2, 4], [1, 3]]}, ((0, 2, 4), (1, 3))),
    ],
)
def test_who_wins_together(name, players, options, owners):
    assert header(players, name, **options).owners == owners


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("torite", {1, 2, 3, 4}),
        ("tredici", {*range(2, 14)}),
        ("triatri", {2, 3, 4}),
        ("etori", {4, 6}),
        ("troika", {4}),
    ],
)
def test_how_many_can_play(name, players):
    assert GAMES[name].players == players


# --- public means public ------------------------------------------------------------------------


tables = st.sampled_from(list(GAMES)).flatmap(
    lambda name: st.sampled_from([kind for kind in KINDS if kind[0] == name])
)
games = st.builds(
    lambda kind, seed, is_tidy: by_chance(Random(seed), *kind, is_tidy=is_tidy),
    tables,
    st.integers(0, 2**32),
    st.booleans(),
)
games = games | games.map(lambda game: while_secret(CASES[game.header.game], game))
chances = st.integers(0, 2**32).map(Random)


@examples(12)
@given(games, chances)
def test_what_all_may_see_does_not_depend_on_secrets(game, chance):
    """Summaries to the byte, and views with all that pages and displays are made of."""
    said = entries(game)
    other = otherwise(chance, CASES[game.header.game], game, said)
    event(f"{game.header.game}: {'other' if other != said else 'no'} secrets")
    assert_alike(game, said, other, lambda record: (json.dumps(record.summary()), view(record)))


@examples(12)
@given(games, chances)
def test_what_a_seat_may_see_does_not_depend_on_the_secrets_of_others(game, chance):
    seat = chance.randrange(game.header.seats)
    teams = game.header.options.get("teams") or [[each] for each in range(game.header.seats)]
    partners = next(team for team in teams if seat in team)
    said = entries(game)
    other = otherwise(chance, CASES[game.header.game], game, said, spared=partners)
    assert_alike(
        game, said, other, lambda record: (json.dumps(record.summary(seat)), view(record, seat))
    )
