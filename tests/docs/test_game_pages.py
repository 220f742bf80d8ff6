"""Each game's page: it is there, it names every option and every ruling, and quotes the table."""

import re
from pathlib import Path

import pytest

from players import DEALT, declared, played, plays
from records import record_of
from referee import ALL_SEEING, PUBLIC
from tricktable import words
from tricktable.games import GAMES
from tricktable.rules.view import view

FOLDER = Path(__file__).parents[2] / "docs" / "games"
RULINGS = {"torite": [f"T{number}" for number in range(1, 24)]}


def page(game):
    return (FOLDER / f"{game}.md").read_text(encoding="utf-8")


def rows(game):
    """The cells of each line of a page's tables."""
    lines = page(game).splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]


def test_every_game_has_its_page_and_every_page_its_game():
    assert {path.stem for path in FOLDER.glob("*.md")} == set(GAMES) == set(RULINGS)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_begins_with_the_games_title(game):
    assert page(game).startswith(f"# {GAMES[game].title}\n")


@pytest.mark.parametrize(
    ("game", "option"), [(name, key) for name, game in GAMES.items() for key in game.options]
)
def test_a_page_names_each_option_with_its_values_default_first(game, option):
    paragraphs = re.sub(r"\n(?=\S)(?![|*#])", " ", page(game))
    told = next(line for line in paragraphs.splitlines() if f"`{option}`" in line)
    values = [str(value) for value in GAMES[game].options[option]]
    after = re.findall(r"`([^`]+)`", told.split(f"`{option}`", 1)[1])
    assert after[: len(values)] == values


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_stands_on_the_page_once_with_what_was_settled(game):
    letter = RULINGS[game][0][0]
    settled = [row for row in rows(game) if re.fullmatch(rf"{letter}\d+", row[0])]
    assert [row[0] for row in settled] == RULINGS[game]
    assert all(question and ruling for _, question, ruling, _ in settled)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_mentions_no_ruling_that_does_not_exist(game):
    letter = RULINGS[game][0][0]
    assert set(re.findall(rf"\b{letter}\d+\b", page(game))) == set(RULINGS[game])


def test_the_torites_page_quotes_what_the_table_says():
    lines = [
        DEALT,
        declared(1, "leader"),
        played("held", 2, "3H"),
        *plays("9H", "2D", "KH", "2H", first=1),
        played("played", 3, "3C"),
        played("played", 1, "4C"),
        played("played", 2, "3H"),
        played("played", 0, "2C"),
    ]
    hand = "2C 3C 4C 5C 6C 7C 8C 9C TC 2H 3H 4H 5H".split()
    nowhere = [DEALT, *[played("held", 0, card) for card in hand], declared(0, "leader")]
    told = {
        words.finding(each, ("Ann", "Bo", "Cy", "Di"))
        for viewpoint, of in (
            (PUBLIC, lines),
            (ALL_SEEING, lines[:9]),
            (0, [*nowhere, *plays("2C", "2D", "3D", "4D")]),
        )
        for each in view(record_of(4, of), viewpoint).remarks
    }
    quoted = set(re.findall(r"\| \*([^*]+)\* \|", page("torite")))
    assert len(quoted) == 5
    assert quoted <= told
