"""Lines of play: legal, complete where they win, and none where nothing can be won."""

from random import Random

import pytest

from tricktable.games.torite.foresight import LineOfPlay, OpenHands, after, look
from tricktable.rules.cards import STANDARD, card, cards_in, mask
from tricktable.rules.tricks import playable


def dealt(seed, seats=4):
    """Hands, who leads, and the suit set aside."""
    pack = [each for each in STANDARD if seats == 4 or each.rank >= 5]
    Random(seed).shuffle(pack)
    hands = tuple(mask(pack[13 * seat : 13 * seat + 13]) for seat in range(seats))
    return OpenHands(hands, (0,) * seats, seed % seats, (), pack[-1].suit if seats == 3 else -1)


def followed(at, line):
    """The position at the end of a line, each of its plays checked on the way."""
    for seat, each in line.plays:
        seats = len(at.hands)
        present = {other for other, _ in at.trick}
        order = [other % seats for other in range(at.leader, at.leader + seats)]
        assert seat == next(other for other in order if other not in present)
        assert each.bit & playable(at.hands[seat], at.trick)
        at = after(at, seat, each)
    return at


# Not every deal can be won; for these a line is found.
@pytest.mark.parametrize("seed", [0, 1, 3, 4, 5, 6, 7])
@pytest.mark.parametrize(("seats", "target"), [(4, [0, 2, 4, 6]), (3, [0, 4, 8])])
def test_a_winning_line_wins(seed, seats, target):
    start = dealt(seed, seats)
    line = look(start, Random(seed), 3000)
    assert line.wins
    end = followed(start, line)
    assert sorted(end.tally) == target
    kept = [next(cards_in(hand)).suit for hand in end.hands]
    assert len({*kept, start.aside} - {-1}) == 4
    assert end.trick == ()


@pytest.mark.parametrize("seed", range(12))
def test_a_line_that_goes_astray_is_legal_as_far_as_it_goes(seed):
    start = dealt(seed)
    followed(start, look(start, Random(seed), 1))


@pytest.mark.parametrize("played", [1, 2, 3])
def test_a_line_goes_on_from_the_middle_of_a_trick(played):
    start = dealt(3)
    line = look(start, Random(3), 3000)
    at = start
    for seat, each in line.plays[: 8 + played]:
        at = after(at, seat, each)
    again = look(at, Random(4), 3000)
    assert again.wins
    assert sorted(followed(at, again).tally) == [0, 2, 4, 6]


def test_a_card_played_out_of_turn_stays_where_it_lies():
    start = dealt(3)
    out_of_turn = (start.leader + 2) % 4
    at = after(start, start.leader, next(cards_in(start.hands[start.leader])))
    at = after(at, out_of_turn, next(cards_in(playable(at.hands[out_of_turn], at.trick))))
    line = look(at, Random(1), 3000)
    assert [seat for seat, _ in line.plays[:2]] == [(start.leader + 1) % 4, (start.leader + 3) % 4]


def test_nothing_is_looked_for_once_the_counts_are_lost():
    lost = dealt(1)._replace(tally=(7, 0, 0, 0))
    assert look(lost, Random(1), 10_000) == LineOfPlay((), False)


def test_a_game_that_is_over_is_won_or_not():
    suits = [card("2C").bit, card("3D").bit, card("4H").bit, card("5S").bit]
    won = OpenHands(tuple(suits), (0, 6, 2, 4), 1)
    assert look(won, Random(1), 1) == LineOfPlay((), True)
    two_hearts = won._replace(hands=(card("6H").bit, *suits[1:]))
    assert look(two_hearts, Random(1), 1) == LineOfPlay((), False)


def test_the_same_chance_finds_the_same_line():
    assert look(dealt(7), Random(7), 500) == look(dealt(7), Random(7), 500)
