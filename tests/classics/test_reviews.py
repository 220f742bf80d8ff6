"""A review lays what the rules of its game allow, and says nothing where it cannot obey them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import pytest

from classics.test_hearts import TestHearts as InHearts
from classics.test_spades import TestSpades as InSpades
from records.lines import record_with
from rules.review.positions import NEVER
from tricktable.rules.cards import ALL, SUITS, card, cards_in, mask
from tricktable.rules.entries import Dealt
from tricktable.rules.entries import Played as Laid
from tricktable.rules.ranking import PRINTED, Ranking
from tricktable.rules.record import Record
from tricktable.rules.review.claim import can_claim, claim_outlook
from tricktable.rules.review.from_seat import seat_outlook
from tricktable.rules.review.open_cards import open_deals
from tricktable.rules.review.playout import playout_from
from tricktable.rules.review.puzzles import PuzzleSearch, puzzle
from tricktable.rules.review.review import NO_GOAL, TOO_MANY, parts, review, review_without_search
from tricktable.rules.review.rounds import SharedWin
from tricktable.rules.review.sides import Sides
from tricktable.rules.review.trick_counts import TrickCounts
from tricktable.rules.review.words import headline, reasons
from tricktable.rules.tricks import Bar
from tricktable.rules.verdicts import OwnRule
from tricktable.text.sentences import spoken
from tricktable_classics.spades.rules import Spades, start

ACES = mask(card(f"A{suit}") for suit in SUITS)
ALLOWED = "", "hidden", "running"


@pytest.mark.parametrize("case", [InHearts.case, InSpades.case], ids=["hearts", "spades"])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_too_early_is_not_laid_in_a_review(case, seed):
    made = case.lasting(Random(seed), 4, 3)
    shut = [each.shut for each in parts(record_with(made.header, made.lines))]
    assert "" in shut
    assert {*shut} <= {*ALLOWED}


@dataclass(frozen=True)
class Strict(Spades):
    """The trick must be beaten, or trumped."""

    @property
    def duties(self):
        return (self.heading, self.trumping, self.overtrumping)


@dataclass(frozen=True)
class Odd(Spades):
    """Whoever has an ace plays no lower card."""

    @property
    def duties(self):
        return (Bar(OwnRule("aces"), self.deck & ~ACES, ACES),)


@dataclass(frozen=True)
class Free(Spades):
    """Nobody need follow suit."""

    @property
    def follows(self):
        return False


def played_as(of_game):
    """A game of Spades by chance, in which such rules held."""
    made = InSpades.case.lasting(Random(1), 4, 2)

    def begin(players, options):
        return of_game(**vars(start(players, options)))

    rules = replace(made.header.rules, start=begin)
    return record_with(replace(made.header, rules=rules), made.lines)


def shut_of(of_game):
    """Why each deal of such a game has no review."""
    return {each.shut for each in parts(played_as(of_game))}


def test_a_review_obeys_duties_that_games_share_and_says_nothing_where_there_are_others():
    assert "" in shut_of(Strict)
    assert shut_of(Strict) <= {*ALLOWED}
    assert NO_GOAL in shut_of(Odd)


def test_a_claim_is_proved_only_where_the_search_obeys_all_rules():
    for rules, can in ((Spades, True), (Strict, True), (Odd, False), (Free, False)):
        record = played_as(rules)
        first = next(iter(open_deals(record)))
        hands = {each.seq: each.at.hands[0] for each in first.moments[-12:]}
        told = [
            claim_outlook(record, seq - 1, 0, [*cards_in(hand)], Random(1), lambda: NEVER)
            for seq, hand in hands.items()
            if hand and can_claim(record.until(seq - 1), 0)
        ]
        assert any(each is not None and each.holds is not None for each in told) is can, rules


OF_LARGE = PRINTED._replace(
    letters=tuple("CDHSX"[min(each.suit, 4)] for each in ALL),
    masks=tuple(mask(each for each in ALL if each.suit == suit) for suit in range(4)),
)


@dataclass(frozen=True)
class Large(Spades):
    """Sixteen cards in each hand, which is more than a search has room for."""

    FIRST = "play"

    deck: int = mask(ALL[:64])
    size: int = 16
    must_break: bool = False
    ranking: Ranking = OF_LARGE

    def scored(self):
        return self.over()


@pytest.mark.parametrize(
    "goal",
    [Sides(frozenset({0, 2})), TrickCounts((4, 4, 4, 4)), SharedWin(frozenset({((4,) * 4,)}))],
    ids=lambda goal: type(goal).__name__,
)
def test_a_deal_that_is_too_large_is_never_told_as_one_that_time_ran_out_for(goal):
    made = InSpades.case.lasting(Random(1), 4, 1)
    rules = replace(made.header.rules, start=lambda *_: Large(4), goal=lambda *_: goal)
    record, cards = Record(replace(made.header, rules=rules)), [*ALL[:64]]
    Random(1).shuffle(cards)
    hands = [cards[seat::4] for seat in range(4)]
    record.add(Dealt(0))
    while record.state.status == "playing":
        due = record.state.due
        record.add(Laid(due, hands[due].pop()))
    (told,) = review(record, Random(1), lambda: lambda: False)
    assert (told.kind, told.is_cut_short) == (TOO_MANY, False)
    assert [spoken(each) for each in (headline(told, ()), *reasons(told, ()))] == [
        "This deal has too many cards for a search.",
        "A search has room for about 60 cards; more time would not help.",
    ]
    assert review_without_search(record) == (told,)
    assert playout_from(record, 40) is None
    assert seat_outlook(record, 40, 0, Random(1), lambda: lambda: False, lambda: False) is None
    assert puzzle(record, Random(1), lambda: lambda: False) == PuzzleSearch()
