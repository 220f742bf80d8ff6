"""The worked examples of The Torite, by their numbers in the rulings (3c)."""

import pytest

from players.torite import (
    DEALT,
    ENDS,
    FOUR,
    FOUR_SUITS,
    PAIRED,
    SIDES,
    THREE,
    arranged,
    declared,
    played,
    plays,
)
from records.lines import detail, dummy, entry, findings, lost, record_of, refused, summary


def test_example_1_the_best_win_scores_24():
    told = summary(arranged(4, [FOUR], [FOUR_SUITS]))
    assert told["winner"] == [0, 1, 2, 3]
    assert (told["detail"]["won"], told["detail"]["score"]) == (True, 24)
    assert told["findings"] == []


def test_example_2_a_win_with_0_is_a_win():
    told = summary(arranged(4, [FOUR], [["2H", "7S", "9D", "AC"]]))
    assert told["winner"] == [0, 1, 2, 3]
    assert (told["detail"]["won"], told["detail"]["score"]) == (True, 0)


def test_example_3_two_hearts_kept_do_not_win():
    told = lost(arranged(4, [FOUR], [["AH", "7H", "9D", "2S"]]))
    assert told["rounds"][0]["tricks"] == [6, 4, 2, 0]


def test_example_4_other_counts_do_not_win():
    told = lost(arranged(4, [[0] * 5 + [1] * 4 + [2] * 3], [FOUR_SUITS]))
    assert told["rounds"][0]["tricks"] == [5, 4, 3, 0]


def test_example_5_three_players_score_16():
    told = detail(arranged(3, [THREE], [["9S", "KH", "5D"]], "JC"))
    assert (told["won"], told["score"], told["set_aside"]) == (True, 16, "JC")


def test_example_6_the_card_set_aside_counts():
    lost(arranged(3, [THREE], [["9S", "KH", "5D"]], "6H"))


@pytest.mark.parametrize(("most", "fewest", "score"), [("A", "5", 21), ("5", "A", 3)])
def test_example_7_three_players_score_3_to_21(most, fewest, score):
    game = arranged(3, [THREE], [[most + "S", "KH", fewest + "D"]], "JC")
    assert detail(game)["score"] == score


@pytest.mark.parametrize("leader", [0, 1, 2])
def test_example_8_with_5c_aside_the_holder_of_6c_leads(leader):
    game = arranged(3, [THREE], [["9S", "KH", "6D"]], "5C")
    holder = next(line["seat"] for line in game.lines if line["kind"] == "declared")
    named = next(n for n, line in enumerate(game.lines, 1) if line.get("card") == "6C")
    game.lines[1] = declared(leader, "leader")
    found = [each for each in summary(game)["findings"] if each["rule"] == "starter"]
    aside = len(game.lines)
    assert named < aside
    told = {"rule": "starter", "grade": "proved", "seat": leader, "seq": 2, "proof": [2, aside]}
    assert found == ([] if leader == holder else [told])


@pytest.mark.parametrize("leader", [0, 1, 2, 3])
def test_example_8_with_four_players_the_holder_of_2c_leads(leader):
    record = record_of(4, [DEALT, declared(leader, "leader"), played("played", 3, "2C")])
    found = [each for each in findings(record) if each[0] == "starter"]
    assert found == ([] if leader == 3 else [("starter", "proved", leader, 2, (2, 3))])


@pytest.mark.parametrize(
    ("codes", "seat"),
    [
        (["9H", "KH", "2S", "AC"], 2),
        (["4C", "JC", "AD", "TC"], 1),
        (["3S", "9S", "AH", "KS"], 3),
    ],
)
def test_example_9_who_wins_a_trick(codes, seat):
    record = record_of(4, [DEALT, declared(0, "leader"), *plays(*codes)])
    assert record.summary()["next"] == {"seat": seat, "what": "play"}
    assert record.summary()["detail"]["rounds"][0]["tricks"][seat] == 1


def test_example_10_a_heart_played_later_proves_the_revoke():
    lines = [DEALT, declared(0, "leader"), *plays("AC", "KC", "QC", "JC")]
    lines += plays("AH", "KH", "QH", "3D")  # entry 10: seat 3 does not follow
    lines += [*plays("AS", "KS", "QS", "JS"), *plays("AD", "KD", "QD", "JD")]
    record = record_of(4, [*lines, *plays("9H", "7H", "6H")])
    assert findings(record) == []
    record.add(entry(record, played("played", 3, "8H")))
    assert findings(record) == [("follow", "proved", 3, 10, (10, 22))]


def test_example_10_a_heart_kept_proves_the_revoke():
    game = arranged(4, [FOUR], [["AH", "7C", "9D", "2S"]])
    *_, last, kept = (n for n, line in enumerate(game.lines) if line.get("seat") == 0)
    club = game.lines[last]["card"]
    game.lines[last], game.lines[kept] = played("played", 0, "AH"), played("shown", 0, club)
    (told,) = summary(game)["findings"]
    assert (told["seat"], told["seq"], told["proof"]) == (0, last + 1, [last + 1, kept + 1])


def stacks(*of_four):
    """Stack counts as rulings.md writes them (spades first), as the record does (clubs first)."""
    return declared(None, "stacks", [list(reversed(counts)) for counts in of_four])


@pytest.mark.parametrize("players", [1, 2])
def test_example_11_no_pairing_of_equal_hands(players):
    """T11."""
    counts = stacks((4, 3, 3, 3), (4, 3, 3, 3), (2, 4, 4, 3), (3, 3, 3, 4))
    record = record_of(players, [DEALT, counts])
    assert record.summary()["next"] == {"seat": None, "what": "pairing"}
    a, b, c, d = 1, 2, 3, 4
    by_rounds = {  # round 1 then round 2: A+B / C+D
        ((a, b), (c, d)): False,
        ((c, d), (b, a)): False,
        ((a, c), (b, d)): True,
        ((a, d), (b, c)): True,
        ((c, b), (a, d)): True,
    }
    for ((first, second), (third, fourth)), is_legal in by_rounds.items():
        pairing = declared(None, "pairing", [[first, third], [second, fourth]])
        assert refused(record, pairing) is not is_legal


@pytest.mark.parametrize("players", [1, 2])
def test_example_12_three_equal_stacks_are_dealt_again(players):
    """T12."""
    counts = stacks((4, 3, 3, 3), (4, 3, 3, 3), (4, 3, 3, 3), (1, 4, 4, 4))
    record = record_of(players, [DEALT, counts])
    assert record.summary()["next"]["what"] == "deal"
    for line in (counts, PAIRED[1], played("played", 0, "2C"), played("held", 0, "2C")):
        assert refused(record, line)
    record.add(entry(record, DEALT))
    assert record.summary()["next"]["what"] == "stacks"
    record.add(entry(record, PAIRED[1]))  # nothing is known of the new stacks


@pytest.mark.parametrize(
    ("options", "score"),
    [({}, 20), ({"score_cards_2p": "round2"}, 20), ({"score_cards_2p": "round1"}, 5)],
)
def test_example_13_two_players_score_20(options, score):
    told = detail(arranged(2, SIDES, ENDS), **options)
    assert (told["won"], told["score"]) == (True, score)
    assert [each["tricks"] for each in told["rounds"]] == [[8, 4], [4, 8]]
    assert [each["kept"] for each in told["rounds"]] == ENDS


def test_example_14_seven_to_five_cannot_be_won_any_more():
    game = arranged(2, ([0] * 7 + [1] * 5, SIDES[1]), ENDS)
    first = record_of(2, game.lines[: 2 + 24])
    assert first.summary()["detail"]["rounds"][0]["tricks"] == [7, 5]
    assert first.summary()["detail"]["possible"] is False
    lost(game)


def test_example_15_both_rounds_to_the_same_player():
    game = arranged(2, (SIDES[0], SIDES[0]), ENDS)
    assert [each["tricks"] for each in lost(game)["rounds"]] == [[8, 4], [8, 4]]


@pytest.mark.parametrize(
    ("takers", "after", "possible"),
    [
        ([0] * 7 + [1] * 3 + [2] * 2, 6, True),
        ([0] * 7 + [1] * 3 + [2] * 2, 7, False),
        ([3] * 7 + [1] * 3 + [2] * 2, 7, False),
        ([0, 1, 2] * 3 + [0] * 3, 8, True),  # 3, 3, 2, 0
        ([0, 1, 2] * 3 + [0] * 3, 9, False),  # 3, 3, 3, 0
        ([0] * 4 + [1] * 3 + [2] + [1] * 4, 8, True),  # 4, 3, 1, 0
        ([0, 1, 2, 3] + [0] * 8, 3, True),  # 1, 1, 1, 0
        ([0, 1, 2, 3] + [0] * 8, 4, False),  # 1, 1, 1, 1
    ],
)
def test_example_16_whether_the_counts_can_still_win(takers, after, possible):
    game = arranged(4, [takers], [FOUR_SUITS])
    told = record_of(4, game.lines[: 2 + 4 * after]).summary()["detail"]
    assert sum(told["rounds"][0]["tricks"]) == after
    assert told["possible"] is possible


def test_example_17_a_face_up_card_is_played_and_one_more_of_its_suit_turned_up():
    record = dummy(played("played", 1, "7H"))
    assert record.summary()["next"] == {"seat": 1, "what": "play"}
    assert not refused(record, played("shown", 1, "KH"))
    assert refused(record, played("shown", 1, "KS"))
    assert not refused(record, played("played", 1, "3C"))  # turning up is never awaited
    again = dummy(played("played", 1, "7H"), played("shown", 1, "KH"))
    assert refused(again, played("shown", 1, "4H"))  # one is enough


def test_example_17_an_unseen_card_is_played_and_nothing_turned_up():
    record = dummy(played("played", 1, "8H"))
    assert refused(record, played("shown", 1, "KH"))
    assert findings(record) == []


def test_example_17_not_a_club_while_a_heart_lies_there():
    record = dummy(played("played", 1, "9C"))
    assert findings(record) == [("follow", "proved", 1, 8, (8, 4))]
