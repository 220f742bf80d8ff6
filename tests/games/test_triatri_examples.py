"""TriATri: the worked examples of its rulings, by number (docs/games/triatri.md)."""

from itertools import permutations

import pytest

from players.triatri import begun, prize, trick
from records.lines import record_of
from referees.triatri import best, deck, number, row_of, value
from tricktable.games.triatri import GAME as TRIATRI
from tricktable.games.triatri.rules import card_worths, points, winner
from tricktable.rules.cards import card


def plan(players, **options):
    """What does not change in a game with these house rules."""
    defaults = {key: option.default for key, option in TRIATRI.options(players, {}).items()}
    return TRIATRI.start(players, defaults | options).plan


def led(*cards, colour="R", **options):
    """The record of a round whose first trick, for a gem of this colour, has these cards."""
    left = sorted((each for each in deck(len(cards)) if each not in cards), key=number)
    start = [left.pop(), *left[: len(cards) - 1]]
    return record_of(len(cards), begun(*start) + trick(0, colour, *cards), "triatri", **options)


def outcome(*cards, **options):
    """What each card counts at the end of a trick, and which place has won, from 1."""
    record = led(*cards, **options)
    values = [
        worth for _, worth in card_worths(list(map(card, cards)), plan(len(cards), **options))
    ]
    assert values == [worth for _, worth in row_of(cards, options)]
    return values, record.state.starter + 1


@pytest.mark.parametrize(
    ("cards", "values", "place"),
    [
        ("3R 6B 6G 5B", [3, 12, 12, 5], 3),  # 1
        ("4R 2B 3R 4B", [4, 8, 3, 8], 4),  # 2
        ("6R 2B 4G 2R", [6, 8, 8, 8], 4),  # 3
        ("5R 2R 2B", [5, 2, 8], 3),  # 4
        ("5B 2G 2R", [5, 8, 8], 3),  # 5
        ("3G 2R 8G 3R", [3, 8, 8, 6], 2),  # 6
        ("3R 2B 4G 8B", [3, 8, 8, 8], 3),  # 7
        ("4R 3B X1", [4, 0, 6], 3),  # 8
        ("X1 5R 4B", [0, 5, 8], 3),  # 9
        ("X1 X2", [0, 0], 2),  # 10
        ("6G X1", [0, 6], 2),  # 11
        ("X1 2R", [0, 2], 2),  # 11
        ("3R 4B X1 5G", [3, 0, 8, 10], 4),  # 12
        ("3R X1 4B X2", [0, 3, 0, 8], 4),  # 13
        ("3R 4B 4G X1", [3, 8, 0, 8], 4),  # 14
    ],
)
def test_examples_1_to_14_a_trick(cards, values, place):
    assert outcome(*cards.split()) == (values, place)


def test_example_7_the_last_of_three_wins_by_house_rule():
    assert outcome(*"3R 2B 4G 8B".split(), tie_two_colours="last") == ([3, 8, 8, 8], 4)


@pytest.mark.parametrize(
    ("imitation", "values", "place"),
    [
        ("carry", [4, 0, 6], 3),
        ("recompute_exchange", [4, 0, 3], 1),
        ("recompute_copy", [4, 6, 3], 2),
    ],
)
def test_example_8_the_key_to_what_an_imitation_takes(imitation, values, place):
    assert outcome("4R", "3B", "X1", imitation=imitation) == (values, place)


@pytest.mark.parametrize(
    ("cards", "starter"),
    [("7R 7B 3G", 1), ("8R 8B 8G 2R", 3), ("5R 5B 5G", None), ("X1 X2", None), ("X1 2R", 1)],
)
def test_example_15_who_starts(cards, starter):
    record = record_of(len(cards.split()), begun(*cards.split()), "triatri")
    told = {"seat": starter, "what": "reveal" if starter is None else "prize"}
    assert record.summary()["next"] == told


@pytest.mark.parametrize(
    ("gems", "stock", "total"),
    [
        ((2, 1, 1), (2, 3, 4), 3),
        ((3, 2, 0), (1, 4, 6), -3),
        ((4, 0, 0), (2, 6, 6), 8),
        ((2, 2, 1), (1, 1, 2), -1),
        ((0, 3, 0), (4, 0, 3), 0),
        ((1, 1, 1), (5, 5, 5), 1),
        ((1, 1, 0), (5, 5, 6), -2),
        ((3, 1, 1), (2, 4, 4), 5),
    ],
)
def test_example_16_scores(gems, stock, total):
    assert points(gems, stock) == total


def test_example_17_a_whole_table():
    table = [(2, 1, 1), (1, 2, 0), (0, 1, 2)]
    assert [points(gems, (3, 2, 3)) for gems in table] == [4, 0, 1]


TWO_SETS = [
    *begun("6R", "2R"),
    *trick(0, "R", "6B", "3R"),
    *trick(0, "B", "5B", "2B"),
    *trick(0, "G", "6G", "2G"),
    *trick(0, "R", "5G", "3B"),
    *trick(0, "B", "5R", "3G"),
    *begun("6R", "2R"),
    *trick(0, "G", "6G", "2G"),
]
"""Seat 0 takes two gems of each colour; its green six of round 2 ends the game."""


def test_example_18_two_of_each_colour_end_the_game_at_once():
    told = record_of(2, TWO_SETS, "triatri").summary()
    assert (told["status"], told["winner"]) == ("finished", [0])
    assert told["detail"]["points"] == [100, 0]
    assert (told["detail"]["ended_by"], told["detail"]["trick"]) == ("two_sets", 1)


def test_example_18_with_the_last_gem_of_a_colour_the_trick_is_finished():
    lines = [
        *begun("6R", "2R"),
        *trick(0, "B", "6B", "2B"),
        *trick(0, "B", "5B", "3B"),
        *trick(0, "B", "6G", "4B"),
        *trick(0, "B", "5G", "2G"),
        *trick(0, "B", "5R", "3G"),
        *begun("6R", "2R"),
        *trick(0, "R", "5R", "3R"),
        *trick(0, "B", "6B", "2B"),
    ]
    record = record_of(2, lines[:-1], "triatri")
    told = record.summary()
    assert (told["status"], told["detail"]["stock"][1]) == ("playing", 0)
    told = record_of(2, lines, "triatri").summary()
    assert (told["detail"]["ended_by"], told["detail"]["round"]) == ("colour_gone", 2)
    assert (told["detail"]["trick"], told["status"]) == (2, "finished")
    assert told["detail"]["points"] == [-2, 0]


@pytest.mark.parametrize(("second", "gems"), [("6B", [[0, 0, 0], [1, 0, 0]]), ("2G", None)])
def test_example_19_an_own_gem_as_prize(second, gems):
    lines = [*begun("6R", "2R"), *trick(0, "R", "5R", "3R"), prize(0, "R", "own")]
    record = record_of(2, lines, "triatri")
    before = record.summary()["detail"]
    assert (before["gems"], before["stock"]) == ([[1, 0, 0], [0, 0, 0]], [5, 6, 6])
    lines += trick(0, "R", "4R", second)[1:]
    after = record_of(2, lines, "triatri").summary()["detail"]
    assert (after["gems"], after["stock"]) == (gems or before["gems"], before["stock"])


@pytest.mark.parametrize(
    ("prize_colour", "hand", "legal"),
    [("R", "4R 6B X1", "4R X1"), ("R", "6B X1", "6B X1"), ("G", "3G 8R X2", "3G X2")],
)
def test_example_20_what_may_be_played(prize_colour, hand, legal):
    """Whatever is not legal is proved to be a revoke when the hand has been read."""
    for each in hand.split():
        start = begun("8B", "7G", "5B", "4G")
        held = [{"kind": "held", "seat": 0, "card": mine} for mine in hand.split()]
        lines = [*start, *held, *trick(0, prize_colour, each, "2B", "2G", "2R")[:2]]
        found = record_of(4, lines, "triatri").findings(0)
        assert bool(found) is (each not in legal.split())


def test_useful_check_one_player_alone_holds_gems_of_one_colour():
    assert [points((n, 0, 0), (6 - n, 6, 6)) for n in range(1, 7)] == [5, 8, 9, 8, 5, 0]


# --- A3: every trick with an imitation ----------------------------------------------------------


def tricks_with_imitation(players):
    """Every order of cards in a trick that has an imitation; imitations look alike."""
    alike = [each if each[0] != "X" else "X" for each in deck(players)]
    for cards in sorted(set(permutations(alike, players))):
        if "X" in cards:
            names = iter(["X1", "X2", "X3"])
            yield [next(names) if each == "X" else each for each in cards]


def copied_with_value(cards):
    """The place that wins if an imitation copies the winning card with its worth."""
    row = []
    for each in cards:
        if each[0] == "X" and row:
            row.append(row[best(row, "dominant")])
        else:
            row.append((each, value(each, row[-1][0] if row else None)))
    return best(row, "dominant")


@pytest.mark.parametrize(
    ("players", "tricks", "exchanged", "copied"),
    [(2, 31, 0, 0), (3, 918, 4.6, 11.4), (4, 34524, 11.5, 18.8)],
)
def test_a3_how_often_it_matters_what_an_imitation_takes(players, tricks, exchanged, copied):
    carry, exchange, copy = (
        plan(players, imitation=how) for how in ("carry", "recompute_exchange", "recompute_copy")
    )
    every = list(tricks_with_imitation(players))
    changed = [0, 0]
    for cards in every:
        lies = tuple(enumerate(map(card, cards)))
        place = winner(lies, carry)
        assert place == copied_with_value(cards)
        changed[0] += winner(lies, exchange) != place
        changed[1] += winner(lies, copy) != place
    shares = [round(100 * count / len(every), 1) for count in changed]
    assert (len(every), shares) == (tricks, [exchanged, copied])
