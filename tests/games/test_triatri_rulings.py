"""TriATri: its rulings, each by its number (docs/games/triatri.md)."""

from itertools import permutations

import pytest

from players.torite import played
from players.triatri import begun, dealt, prize, round_of_2, shows, table, trick, worth
from records.lines import findings, refused
from records.moments import add, awaited, detail
from referees.torite import ALL_SEEING
from tricktable.games import GAMES
from tricktable.games.triatri.rules import card_worths
from tricktable.rules.cards import card
from tricktable.rules.view import view


def worths(cards, plan):
    """What each card of a trick is worth in the end."""
    return [worth for _, worth in card_worths([card(each) for each in cards.split()], plan)]


@pytest.mark.parametrize(("players", "highest", "fakes"), [(2, 6, 2), (3, 7, 1), (4, 8, 3)])
def test_a1_each_number_of_players_has_its_deck(players, highest, fakes):
    record = table(players, dealt())
    for number in range(2, 9):
        for colour in "RBG":
            line = played("shown", 0, f"{number}{colour}")
            assert refused(record, line) is (number > highest)
    for number in (1, 2, 3):
        assert refused(record, played("shown", 0, f"X{number}")) is (number > fakes)


def test_a2_an_imitation_changes_places_with_the_winning_card():
    record = table(3, *begun("7R", "3R", "2R"), *trick(0, "R", "4R", "3B", "X1")[:3])
    assert worth(record) == [4, 6]
    assert detail(add(record, played("played", 2, "X1")))["gems"] == [[0] * 3, [0] * 3, [1, 0, 0]]


def test_a3_the_default_carries_the_worth_along():
    assert GAMES["triatri"].options(3, {})["imitation"].default == "carry"


@pytest.mark.parametrize("tie", ["dominant", "last"])
def test_a4_of_two_tied_cards_an_imitation_takes_the_one_that_would_win(tie):
    start = begun("8B", "3B", "3G", "2G")
    lines = [*start, *trick(0, "R", "3R", "2B", "8R", "X1")]
    record = table(4, *lines[:-1], tie_two_colours=tie)
    assert (worth(record), view(record).best) == ([3, 8, 8], 1)  # water over fire
    plan = table(4, dealt(), tie_two_colours=tie).state.plan
    assert worths("3R 2B 8R X1", plan) == [3, 0, 8, 8]
    after = table(4, *lines, tie_two_colours=tie)
    assert (detail(after)["gems"][3], view(after).last_winner) == ([1, 0, 0], 3)


@pytest.mark.parametrize(
    ("cards", "worth"),
    [("3R 4B X1 5G", 10), ("3R 4B X1 5R", 5), ("X1 5R", 5), ("X1 5B", 5), ("X1 5G", 5)],
)
def test_a5_a_card_behind_an_imitation_looks_at_the_card_that_came_to_lie_there(cards, worth):
    assert worths(cards, table(4, dealt()).state.plan)[-1] == worth


def test_a6_of_two_imitations_the_last_wins():
    record = table(2, *begun("6R", "2R"), *trick(0, "B", "X1", "X2"))
    assert awaited(record) == (1, "prize")


def test_a7_the_first_card_is_doubled_by_nothing():
    record = table(2, *begun("6B", "2B"), *trick(0, "R", "6R", "3R"), *trick(0, "B", "4B")[:2])
    assert worth(record) == [4]


@pytest.mark.parametrize(("value", "is_found"), [("yes", True), ("no", False)])
def test_a8_the_starter_follows_the_prize_too_unless_by_house_rule(value, is_found):
    lines = [*begun("6R", "2R"), *trick(0, "R", "6B", "3R"), *trick(0, "G", "5R", "2G")]
    found = findings(table(2, *lines, leader_must_follow=value))
    assert found == ([("follow", "proved", 0, 5, (5, 8))] if is_found else [])


def test_a9_without_the_colour_any_card_may_be_played():
    lines = [*begun("6B", "2B"), *trick(0, "R", "6R", "3G"), *trick(0, "G", "6G", "2G")]
    assert findings(table(2, *lines)) == []


def test_a10_an_imitation_may_be_played_with_the_colour_in_hand():
    hand = [played("held", 1, card) for card in ("3R", "X1")]
    record = table(2, *begun("6B", "2B"), *hand, *trick(0, "R", "6R", "X1"))
    assert (findings(record), findings(record, 1), findings(record, ALL_SEEING)) == ([], [], [])


def test_a11_the_winner_of_a_trick_names_the_next_prize():
    record = table(2, *begun("6B", "2B"), *trick(0, "R", "3R", "5R"))
    assert (awaited(record), detail(record)["starter"]) == ((1, "prize"), 1)


def test_a12_an_own_gem_goes_to_the_winner():
    lines = [*begun("6B", "2B"), *trick(0, "R", "5R", "3R"), *trick(0, "R", "4R", "6R")]
    lines[-3] = prize(0, "R", "own")
    assert detail(table(2, *lines[:-1]))["gems"] == [[1, 0, 0], [0, 0, 0]]
    assert detail(table(2, *lines))["gems"] == [[0, 0, 0], [1, 0, 0]]


def test_a12_only_a_gem_of_the_one_who_names_it():
    record = table(2, *begun("6B", "2B"), *trick(0, "R", "3R", "5R"))
    assert refused(record, prize(1, "B", "own"))
    assert not refused(record, prize(1, "R", "own"))
    assert refused(table(2, *begun("6B", "2B")), prize(0, "R", "own"))


def test_a13_an_own_gem_may_be_named_while_the_stock_has_that_colour():
    record = table(2, *begun("6B", "2B"), *trick(0, "R", "5R", "3R"), prize(0, "R", "own"))
    assert detail(record)["stock"] == [5, 6, 6]


def test_a14_the_cards_that_decided_are_out_for_the_round_only():
    record = table(2, *begun("6R", "2R"), prize(0, "R"))
    assert refused(record, played("played", 0, "6R"))
    assert refused(record, played("held", 0, "6R"))
    assert not refused(table(2, *round_of_2(0, "RrrrR"), dealt()), played("shown", 1, "6R"))


@pytest.mark.parametrize(("one", "other"), ["RB", "BR", "BG", "GB", "GR", "RG"])
def test_a15_of_two_highest_the_dominant_colour_starts(one, other):
    record = table(2, *begun(f"5{one}", f"5{other}"))
    dominant = {("B", "R"), ("G", "B"), ("R", "G")}
    assert awaited(record) == (0 if (one, other) in dominant else 1, "prize")


@pytest.mark.parametrize("cards", list(permutations(["5R", "5B", "5G", "2R"])))
def test_a15_of_three_highest_of_four_the_fourth_starts(cards):
    for value in ("fourth", "redo"):
        record = table(4, *begun(*cards), three_tie_vs_imitation=value)
        assert awaited(record) == (cards.index("2R"), "prize")


@pytest.mark.parametrize(("value", "told"), [("fourth", (2, "prize")), ("redo", (None, "reveal"))])
def test_a16_three_highest_against_an_imitation(value, told):
    record = table(4, *begun("5R", "5B", "X1", "5G"), three_tie_vs_imitation=value)
    assert awaited(record) == told


def test_a17_cards_are_taken_back_until_somebody_starts():
    record = table(3, *begun("5R", "5B", "5G"))
    assert awaited(record) == (None, "reveal")
    add(record, *shows("5R", "5B", "5G"), *shows("4R", "4B", "4G"))
    assert (awaited(record), detail(record)["starter"]) == ((None, "reveal"), None)
    add(record, *shows("5R", "3B", "4G"))
    assert (awaited(record), detail(record)["starter"]) == ((0, "prize"), 0)
    assert not refused(add(record, prize(0, "B")), played("played", 1, "5B"))
    assert refused(record, played("played", 0, "5R"))


@pytest.mark.parametrize(
    ("cards", "starter"), [("X1 X2 X3 2R", 3), ("5R X1 X2 3G", 0), ("3G X1 5B X2", 2)]
)
def test_a18_and_a19_imitations_below_the_highest_number_do_not_matter(cards, starter):
    assert awaited(table(4, *begun(*cards.split()))) == (starter, "prize")


@pytest.mark.parametrize(("value", "third"), [("dominant", 2), ("last", 3)])
def test_a20_three_tied_of_two_colours(value, third):
    start = begun("8R", "3B", "2G", "3G")
    record = table(4, *start, *trick(0, "B", "3R", "2B", "4G", "8B"), tie_two_colours=value)
    assert awaited(record) == (third, "prize")


@pytest.mark.parametrize("value", ["dominant", "last"])
def test_a20_two_tied_always_go_to_the_dominant(value):
    start = begun("8B", "3B", "2G", "3G")
    record = table(4, *start, *trick(0, "R", "3R", "2B", "8R", "4R"), tie_two_colours=value)
    assert awaited(record) == (1, "prize")


@pytest.mark.parametrize(("before", "worth"), [("3R", 8), ("3B", 2), ("3G", 2), ("X1", 2)])
def test_a21_a_two_counts_four_times_only_where_others_count_twice(before, worth):
    assert worths(f"{before} 2B", table(2, dealt()).state.plan)[-1] == worth


def test_a22_the_stock_loses_a_gem_when_it_is_named_and_the_game_ends_with_that_trick():
    lines = [*round_of_2(0, "BBBBB"), *round_of_2(0, "B")]
    record = table(2, *lines[:-2])
    assert detail(record)["stock"] == [6, 0, 6]
    assert (awaited(record), record.summary()["status"]) == ((0, "play"), "playing")
    add(record, *lines[-2:])
    assert (detail(record)["ended_by"], detail(record)["trick"]) == ("colour_gone", 1)
    assert awaited(record) == (None, "over")


def test_a22_the_last_gem_of_a_colour_in_the_last_trick_of_all():
    record = table(2, *round_of_2(0, "BBBBb"), *round_of_2(0, "Bbbbb"), *round_of_2(0, "bbbbB"))
    assert (detail(record)["round"], detail(record)["ended_by"]) == (3, "colour_gone")


def test_a23_two_sets_come_before_a_colour_that_is_gone():
    lines = [*round_of_2(0, "RRGGB"), *round_of_2(1, "BBBB")]
    record = table(2, *lines, *trick(1, "B", "3R", "5R"))
    assert (detail(record)["gems"][0], detail(record)["stock"]) == ([2, 2, 2], [4, 0, 4])
    assert (detail(record)["ended_by"], record.summary()["winner"]) == ("two_sets", [0])


def test_a24_two_sets_may_come_together_over_several_rounds():
    record = table(2, *round_of_2(0, "RRGGB"), *round_of_2(0, "B"))
    assert (detail(record)["ended_by"], detail(record)["round"]) == ("two_sets", 2)


def test_a25_and_a26_no_set_may_be_broken_up():
    """Three of a kind would count more alone, but a set of three colours is taken first."""
    record = table(2, *round_of_2(0, "RRRBG"))
    assert detail(record)["gems"][0] == [3, 1, 1]
    assert detail(record)["points"] == [1 + 2 * 3, 0]


def test_a27_a_colour_that_ran_out_counts_nothing():
    record = table(2, *round_of_2(0, "BBBBB"), *round_of_2(0, "B"))
    assert (detail(record)["gems"][0], detail(record)["points"]) == ([0, 6, 0], [0, 0])


def test_a28_the_others_are_ranked_as_always():
    record = table(2, *round_of_2(1, "RBbbb"), *round_of_2(0, "RRGGB"), *round_of_2(0, "B"))
    assert detail(record)["points"] == [100, -2]


@pytest.mark.parametrize("value", ["shared", "playoff_none"])
def test_a29_more_gems_win_a_tie_and_else_it_is_shared(value):
    shared = [*round_of_2(0, "Rrrrr"), *round_of_2(1, "Bbbbb"), *round_of_2(1, "bbbbb")]
    told = table(2, *shared, final_tie=value).summary()
    assert (told["detail"]["points"], told["winner"]) == ([5, 5], [0, 1])
    assert (told["status"], told["detail"]["ended_by"]) == ("finished", "three_rounds")
    gems = [*round_of_2(0, "RRRRR"), *round_of_2(1, "Bbbbb"), *round_of_2(1, "bbbbb")]
    told = table(2, *gems, final_tie=value).summary()
    assert (told["detail"]["points"], told["winner"]) == ([5, 5], [0])


def test_a30_the_cards_left_over_may_be_those_that_nobody_has():
    """Two void claims: five unseen reds may all lie aside with two players, not with four."""
    lines = [*begun("6B", "2B"), *trick(0, "R", "6G", "5G")]
    assert findings(table(2, *lines)) == []
    lines = [*begun("8B", "7B", "6B", "5B"), *trick(0, "R", "8G", "7G", "6G", "5G")]
    assert findings(table(4, *lines)) == [("follow", "someone", None, 9, ())]


def test_a31_two_sets_count_100():
    record = table(2, *round_of_2(0, "RRGGB"), *round_of_2(0, "B"))
    assert detail(record)["points"] == [100, 0]


@pytest.mark.parametrize("value", ["custom", "standard_map"])
def test_a32_an_ordinary_deck_is_written_with_the_same_cards(value):
    record = table(2, dealt(), deck=value)
    assert refused(record, played("shown", 0, "6H"))
    assert not refused(record, played("shown", 0, "6R"))
