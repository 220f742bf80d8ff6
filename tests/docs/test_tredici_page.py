"""Tredici's page says who is purged by each kisché and which targets are free then."""

import re
from pathlib import Path

import pytest

from records.lines import header
from tricktable.games.tredici.house_rules import LARGEST_WITHOUT_TEAMS
from tricktable.rules.cards import SUITS
from tricktable.rules.entries import BadLine, Dealt, Declared, Impossible, Moved
from tricktable.rules.options import even_teams

PAGE = (Path(__file__).parents[2] / "docs" / "games" / "tredici.md").read_text(encoding="utf-8")
WORDS = " ".join(PAGE.split())
LETTERS = dict(zip("♣♦♥♠", SUITS, strict=True))
CASES = re.findall(r"^\| ([^|]+) \| ([♣♦♥♠]+) \| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)


def called(suits):
    """The state after seat 0 has called, where the seats collect these suits."""
    game = header(len(suits), "tredici")
    state = game.start().apply(Dealt(len(suits) - 1))
    for seat, suit in enumerate(suits):
        state = state.apply(Declared(seat, "target", LETTERS[suit]))
        state = state.apply(Moved(seat, "hand", "stack", 1, None))
    return state.apply(Declared(0, "kische", None))


def free(state, seat):
    """The suits that this seat may choose now."""
    found = set()
    for sign, letter in LETTERS.items():
        try:
            state.apply(Declared(seat, "target", letter))
        except Impossible:
            continue
        found.add(sign)
    return found


def test_every_named_case_is_there():
    names = [name for name, *_ in CASES]
    assert len(CASES) == len(set(names)) == 10


@pytest.mark.parametrize(("name", "suits", "who", "new"), CASES, ids=[case[0] for case in CASES])
def test_a_kische_does_what_the_page_says(name, suits, who, new):
    state = called(suits)
    purged = set(state.kische.purged)
    assert purged == {
        "the caller": {0},
        "the other": {1},
        "all but the caller": set(range(1, len(suits))),
    }.get(who, {seat for seat in range(1, len(suits)) if suits[seat] == who[-1]})
    by_suit = dict(re.findall(r"for (.): ([♣♦♥♠ ]+)", new)) or dict.fromkeys("♣♦♥♠", new)
    for seat in purged:
        assert free(state, seat) == set(by_suit[suits[seat]].split())


def test_a_suit_that_only_the_purged_had_is_free_and_ones_own_is_not():
    """Two had hearts and two spades: who loses spades may not keep them, who loses hearts may."""
    state = called("♥♥♠♠")
    assert "♠" in free(state, 1)
    assert "♠" not in free(state, 2)
    assert "A suit that only other purged players had is free." in WORDS


def test_there_are_as_many_teams_as_the_page_says_and_neighbours_by_default():
    assert "two to four teams, and team-mates sit next to each other" in WORDS
    for players in range(LARGEST_WITHOUT_TEAMS + 1, 14):
        teams = even_teams(players)
        assert 2 <= len(teams) <= 4
        assert [seat for team in teams for seat in team] == list(range(players))
        header(players, "tredici", teams=teams)
    for wrong in ([list(range(8))], [[seat, seat + 5] for seat in range(5)]):
        with pytest.raises(BadLine):
            header(sum(map(len, wrong)), "tredici", teams=wrong)
