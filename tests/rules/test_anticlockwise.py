"""A game that goes anticlockwise is its clockwise one in a mirror, wherever the order is seen."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from docs.first_card import GAME as FIRST
from docs.first_card import FirstCard
from games.case import GameCase, Slips, by_its_own_player, header_of
from records.lines import record_with
from rules.review.positions import NEVER
from rules.review.test_from_seat import moments
from tricktable.rules import lesson
from tricktable.rules.cards import cards_in
from tricktable.rules.display import trick
from tricktable.rules.entries import Played
from tricktable.rules.options import whole
from tricktable.rules.page import table
from tricktable.rules.passing import PassingGame
from tricktable.rules.review.claim import claim_outlook
from tricktable.rules.review.playout import playout_from
from tricktable.rules.review.review import review
from tricktable.rules.review.sides import Sides
from tricktable.rules.review.trick_counts import TrickCounts
from tricktable.rules.topics import number_bid
from tricktable.rules.view import view

SIDE = frozenset({0, 2})
BIDDING = replace(
    FIRST,
    goal=lambda *_: Sides(SIDE, needed=3),
    players=frozenset(range(3, 8)),
    topics=(number_bid(whole(0, 2), "Say a number."),),
    start=lambda players, _: Bidding(players),
)
MIRRORED = replace(BIDDING, start=lambda players, _: Bidding(players, step=-1))


@dataclass(frozen=True)
class Bidding(FirstCard):
    """Everybody bids before the first card."""

    FIRST = "bid"

    def values(self):
        return (0, 1, 2) if self.phase == "bid" else ()


def mirrored(lines, count):
    """The same entries with every seat at its place in the mirror."""
    kinds = ("seat", "dealer")
    return [
        {key: -value % count if key in kinds else value for key, value in line.items()}
        for line in lines
    ]


def both(count, seed=1):
    """A game by chance, and the same in the mirror."""
    play = by_its_own_player(BIDDING, Slips(0, 0, 0))
    game = GameCase(BIDDING, Path(), plays=play).by_chance(random.Random(seed), count)
    other = header_of(MIRRORED, count, {})
    names = tuple(game.header.seat_names[-seat % count] for seat in range(count))
    yield game.header, game.lines
    yield replace(other, names=names), mirrored(game.lines, count)


@pytest.mark.parametrize("count", range(3, 8))
def test_turns_pages_and_displays_are_those_of_a_mirror(count):
    one, other = both(count)
    for number in range(len(one[1]) + 1):
        here, there = (view(record_with(header, lines[:number])) for header, lines in (one, other))
        seats = [here.next_seat, here.dealer, here.best, here.last_winner, here.highest]
        turned = [there.next_seat, there.dealer, there.best, there.last_winner, there.highest]
        assert turned == [None if seat is None else -seat % count for seat in seats]
        assert [each.name for each in table(there).places] == [
            each.name for each in table(here).places
        ] or not (here.trick or here.awaited)
        if count > 4 or not here.trick:
            continue
        left, right = trick(here, {}), trick(there, {})
        assert sorted(left.names) == sorted(right.names)
        follows = [(left.names[seat], code) for seat, code in left.cards]
        assert [(right.names[seat], code) for seat, code in right.cards] == follows
        at = {name: place for place, name in enumerate(right.names)}
        due = here.names[here.next_seat] if here.next_seat is not None else ""
        before = here.names[here.trick[-1][0]]
        # The next column is that of whoever comes next, as the board draws it.
        assert not due or due not in at or at[due] == (at[before] + 1) % count


@pytest.mark.parametrize("seed", range(4))
def test_reviews_and_claims_answer_as_in_the_mirror(seed):
    one, other = (record_with(*told) for told in both(4, seed))
    (here,), (there,) = (review(each, random.Random(1), lambda: NEVER) for each in (one, other))
    assert here.kind == there.kind == "sides"
    assert there._replace(side=here.side) == here
    asked = 0
    for seq, seat in moments(one)[-12:]:
        made = playout_from(one, seq)
        assert made is not None
        hand = [*cards_in(made.hands()[seat])]
        answers = [
            claim_outlook(record, seq, at, hand, random.Random(1), lambda: NEVER)
            for record, at in ((one, seat), (other, -seat % 4))
        ]
        kinds = [answer and answer.holds for answer in answers]
        assert kinds[0] == kinds[1]
        asked += kinds[0] is not None
    assert asked


def test_a_goal_whose_search_knows_no_such_turns_has_no_review():
    header, lines = [*both(4)][1]
    game = replace(header.rules, goal=lambda *_: TrickCounts((1, 1, 1, 2)))
    record = record_with(replace(header, rules=game), lines)
    (told,) = review(record, random.Random(1), lambda: NEVER)
    assert told.kind == "no_goal"
    assert claim_outlook(record, record.seq, 0, [], random.Random(1), lambda: NEVER) is None


def test_cards_are_passed_to_the_left_whichever_way_round_play_goes():
    class ToTheLeft(PassingGame):
        pass_to = 1

    assert [ToTheLeft(4, step=step).taker(3) for step in (1, -1)] == [0, 0]


def test_a_lesson_plays_its_tricks_so():
    plays = lesson.plays(0, "AC KC QC", 3, step=-1)
    assert [seat for seat, _ in plays] == [0, 2, 1]
    assert all(isinstance(each, Played) for each in plays)
