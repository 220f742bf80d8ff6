"""Each game's page: it is there, it names every option and every ruling, and quotes the table."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.cases import CASES
from players import etori, triatri, troika
from players.torite import DEALT, declared, played, plays
from records.lines import record_of
from referees.torite import ALL_SEEING, PUBLIC
from tricktable.games import GAMES
from tricktable.rules.findings import plain_finding
from tricktable.rules.options import COMMON, Options, Values, in_words
from tricktable.rules.view import view
from tricktable.text.sentences import with_signs

FOLDER = Path(__file__).parents[2] / "docs" / "games"
PAGES = {name: case.page for name, case in CASES.items()}
RULINGS = {
    game: [f"{page.letter}{number}" for number in range(1, page.rulings + 1)]
    for game, page in PAGES.items()
}


def offered(game: str) -> Iterator[Options]:
    """The house rules that a game can have, those of the fewest players first."""
    fewest, *_ = sorted(GAMES[game].players)
    for given in PAGES[game].given:
        players = sum(map(len, given.get("teams", []))) or fewest
        yield GAMES[game].options(players, given)


def tables(game: str) -> Iterator[dict[str, Values]]:
    """What each of these can be."""
    for options in offered(game):
        yield {name: option.values for name, option in options.items()}


def page(game):
    return (FOLDER / f"{game}.md").read_text(encoding="utf-8")


def rows(game):
    """The cells of each line of a page's tables."""
    lines = page(game).splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if "|" in line]


def told_of(game, option):
    """What a page says behind the first mention of an option: the rest of its row or paragraph."""
    paragraphs = re.sub(r"\n(?=\S)(?![|*#])", " ", page(game))
    line = next(line for line in paragraphs.splitlines() if f"`{option}`" in line)
    return line.split(f"`{option}`", 1)[1]


def test_every_game_has_its_page_and_every_page_its_game():
    assert {path.stem for path in FOLDER.glob("*.md")} == set(GAMES) == set(RULINGS)


@pytest.mark.parametrize("game", GAMES)
def test_a_page_begins_with_the_games_title(game):
    assert page(game).startswith(f"# {GAMES[game].title}\n")


OPTIONS = {game: dict.fromkeys(key for table in tables(game) for key in table) for game in GAMES}


@pytest.mark.parametrize(
    ("game", "option"), [(game, option) for game, options in OPTIONS.items() for option in options]
)
def test_a_page_names_each_option_with_its_values_default_first(game, option):
    """A value to be written is quoted; what is too long to list stands in words: `45`, 0 to 99."""
    told = told_of(game, option)
    values, *others = [table[option] for table in tables(game) if option in table]
    quoted = re.findall(r"`([^`]+)`", told)
    listed = [str(value) for value in values if is_listed(value)]
    assert quoted[: len(listed[:1])] == listed[:1]
    for value in values:
        word = f"`{value}`" if is_listed(value) else in_words((value,))
        assert word in told, f"{option} can be {in_words(values)}"
        told = told.split(word, 1)[1]
    assert {str(value) for each in others for value in each if is_listed(value)} <= set(quoted)


def is_listed(value):
    """Whether it is one value, and not many in one word."""
    return isinstance(value, str | int)


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_stands_on_the_page_once_with_what_was_settled(game):
    letter = RULINGS[game][0][0]
    settled = [row for row in rows(game) if re.fullmatch(rf"{letter}\d+", row[0])]
    assert [row[0] for row in settled] == RULINGS[game]
    assert all(question and ruling for _, question, ruling, _ in settled)


@pytest.mark.parametrize("game", GAMES)
def test_a_house_rule_has_the_numbers_of_the_rulings_that_it_settles_otherwise(game):
    letter = RULINGS[game][0][0]
    told, last = {}, []
    for row in rows(game):
        if not re.fullmatch(rf"{letter}\d+", row[0]):
            continue
        named = re.findall(r"`([a-z_0-9]+)`:", row[3])
        last = last if row[3] == "the same" else named
        for option in last:
            told.setdefault(option, []).append(row[0])
    for options in offered(game):
        common = {each.name for each in COMMON}
        ruled = {name: [*each.rulings] for name, each in options.items() if name not in common}
        assert ruled == {name: told.get(name, []) for name in ruled}


@pytest.mark.parametrize("game", GAMES)
def test_a_page_mentions_no_ruling_that_does_not_exist(game):
    letter = RULINGS[game][0][0]
    assert set(re.findall(rf"\b{letter}\d+\b", page(game))) == set(RULINGS[game])


def moments_of_the_torite():
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
    yield PUBLIC, record_of(4, lines)
    yield ALL_SEEING, record_of(4, lines[:9])
    yield 0, record_of(4, [*nowhere, *plays("2C", "2D", "3D", "4D")])


def moments_of_etori():
    dealt, plays = etori.dealt, etori.plays
    for viewpoint, lines in (
        (PUBLIC, [dealt(1), *plays(0, "5C 2D 3C 4C"), *plays(0, "6C AC")]),
        (ALL_SEEING, [dealt(1), played("held", 1, "5H"), *plays(0, "4H 2C 3H 2H")]),
        (PUBLIC, [dealt(1), *plays(0, "2H 3C 4C 5C"), *plays(0, "6C")]),
        (PUBLIC, [dealt(1), played("played", 3, "2C")]),
    ):
        yield viewpoint, record_of(4, lines, "etori")


def moments_of_triatri():
    begun, prize, shows, trick = triatri.begun, triatri.prize, triatri.shows, triatri.trick
    start = begun("7R", "3R", "2R")
    revoke = trick(0, "B", "6B", "6G", "4B")
    for viewpoint, lines in (
        (PUBLIC, [*start, *revoke, prize(1, "B"), played("played", 1, "3B")]),
        (PUBLIC, [*begun("5R", "5B", "5G"), *shows("7R", "3B", "4G"), *revoke[:3]]),
        (ALL_SEEING, [*start, played("held", 1, "4B"), *revoke[:3]]),
        (PUBLIC, [*begun("7B", "6B", "5B"), *trick(0, "R", "7G", "6G", "X1")]),
        (PUBLIC, [*start, prize(0, "B"), played("played", 2, "5B")]),
    ):
        yield viewpoint, record_of(3, lines, "triatri")


def moments_of_troika():
    revoke = plays("AS", "8H", "8S", "9S")
    tricks = troika.tricks(0, troika.taking(0, 8))
    discarded = [line if line["card"] != "3S" else line | {"card": "7S"} for line in tricks]
    for viewpoint, variant, lines in (
        (PUBLIC, "base", [*revoke, *plays("TS", "KS")]),
        (ALL_SEEING, "base", [played("held", 1, "KS"), *revoke]),
        (PUBLIC, "base", [*plays("8S", "8H", "9H", "TH"), played("played", 0, "8D")]),
        (PUBLIC, "base", [*plays("AS", "8S", "JS", "TS"), played("played", 1, "9S")]),
        (PUBLIC, "saskatchewan", discarded),
    ):
        lines = [*troika.begun("7N"), *lines]
        yield viewpoint, record_of(4, lines, "troika", variant=variant)


@pytest.mark.parametrize(
    ("game", "moments", "count", "written"),
    [
        ("torite", moments_of_the_torite, 5, with_signs),
        ("etori", moments_of_etori, 4, str),
        ("triatri", moments_of_triatri, 5, str),
        ("troika", moments_of_troika, 5, str),
    ],
)
def test_a_page_quotes_what_the_table_says_of_improper_plays(game, moments, count, written):
    told = {
        written(plain_finding(each, ("Ann", "Bo", "Cy", "Di")))
        for viewpoint, record in moments()
        for each in view(record, viewpoint).remarks
    }
    quoted = set(re.findall(r"\| \*([^*]+)\* \|", page(game)))
    assert len(quoted) == count
    assert quoted <= told if game == "torite" else quoted == told


def test_troikas_page_says_who_deals():
    """Anybody may deal first: who that is, the first jack says. Then the deal goes clockwise."""
    text = " ".join(page("troika").split())
    assert "the player who gets the first jack deals. Then the deal passes clockwise." in text
    start = record_of(4, [], "troika")
    assert start.state.offers()[0].seats == (0, 1, 2, 3)
    for first in range(4):
        lines = troika.deal("7", troika.taking(0, 8), dealer=first)
        assert record_of(4, lines, "troika").state.next == ((first + 1) % 4, "deal")
