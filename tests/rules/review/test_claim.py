"""Claims that lie open, beside a referee that tries every layout, every plan and every answer."""

from itertools import permutations
from random import Random

import pytest

from rules.review.positions import NEVER
from rules.review.test_from_seat import lawful, moments
from tricktable.rules.cards import STANDARD, cards_in, mask
from tricktable.rules.hands import newest_deal
from tricktable.rules.review.claim import KnownHands, claim_outlook, takes_all
from tricktable.rules.review.from_seat import seat_outlook
from tricktable.rules.review.layouts import Layouts
from tricktable.rules.review.open_cards import OpenCards
from tricktable.rules.review.playout import begun
from tricktable.rules.review.sides import Sides


def told(record, seat, hand):
    return claim_outlook(record, seat, [*cards_in(hand)], Random(1), lambda: NEVER)


def at_end(record, tricks):
    """Each moment of a deal's last tricks: the record then, and the deal with all its cards."""
    for seq, _ in moments(record):
        made, now = begun(record, seq), record.until(seq)
        table = now.state.tabletop()
        if made is not None and table.of - sum(table.tally) <= tricks:
            yield now, made


def layouts_of(record, made, seat):
    """Every way in which the others' cards may lie, by dealing them in every order."""
    deal, hands = newest_deal(record), made.at.hands
    lain = [step.entry.card for step in deal if type(step.entry).__name__ == "Played"]
    hidden = record.header.deck & ~mask(lain) & ~hands[seat]
    sizes = [0 if other == seat else each.bit_count() for other, each in enumerate(hands)]
    suits, void = made.at.ranking.suits, [set() for _ in sizes]
    for each in made.deals[0].moments:
        trick = each.at.trick
        if each.seq <= record.seq and trick and suits[each.played.card] != suits[trick[0][1]]:
            void[each.played.seat].add(suits[trick[0][1]])
    layouts = set()
    for order in permutations(cards_in(hidden)):
        lies, left = [], [*order]
        for size in sizes:
            lies.append(left[:size])
            left = left[size:]
        if not any(suits[card] in void[at] for at, lie in enumerate(lies) for card in lie):
            masks = [*map(mask, lies)]
            layouts.add((*masks[:seat], hands[seat], *masks[seat + 1 :]))
    return layouts


class Referee:
    """Divides all layouts by what is laid, and so follows each plan to its end."""

    def __init__(self, at, seat, layouts):
        self.at, self.seat, self.layouts = at, seat, layouts

    def holds(self, at=None, layouts=None):
        at, layouts = at or self.at, self.layouts if layouts is None else layouts
        (mine,) = {each[self.seat] for each in layouts}
        if not mine and not at.trick:
            return True
        moves = {}
        for each in layouts:
            now = at._replace(hands=each)
            for card in now.legal():
                then = now.after(card)
                moves.setdefault(card, (then, set()))[1].add(then.hands)
        answers = (self._then(at, then, some) for then, some in moves.values())
        return any(answers) if at.due == self.seat else all(answers)

    def _then(self, at, then, some):
        if sum(then.tally) > sum(at.tally) and then.due != self.seat:
            return False
        return self.holds(then, some)


def agree(answer, referee):
    assert answer.holds == referee.holds()
    if answer.holds is False:
        assert answer.hands in referee.layouts
        assert (answer.card is None) is not referee.holds(layouts={answer.hands})


@pytest.mark.parametrize("seed", [1, 21, 22])
def test_a_claim_of_all_tricks_holds_if_one_plan_answers_every_layout(seed):
    record, compared = lawful("troika", 4, seed), 0
    for now, made in at_end(record, 2):
        for seat, hand in made.hands().items():
            answer = told(now, seat, hand)
            if answer is not None:
                compared += 1
                agree(answer, Referee(made.at, seat, layouts_of(now, made, seat)))
    assert compared > 4


@pytest.mark.parametrize(("seats", "size", "deals"), [(3, 3, 50), (4, 2, 20)])
def test_claims_on_small_decks_hold_as_the_referee_says(seats, size, deals):
    found = []
    for seed in range(deals):
        chance = Random(seed)
        deck = chance.sample(STANDARD, seats * size)
        if seed % 2:  # with all the high cards, more claims hold
            deck.sort(key=lambda card: -card.rank)
        hand, rest = deck[:size], deck[size:]
        void = frozenset({chance.randrange(4)}) if seed % 3 == 0 else frozenset()
        room = [size] * (seats - 1)
        suits = [[card for card in rest if card.suit == suit] for suit in range(4)]
        layouts = Layouts(suits, room, [void, *[frozenset()] * (seats - 2)])
        if not layouts.count():
            continue
        hands = (mask(hand), *[0] * (seats - 1))
        due, trump = chance.choice([0, 0, 0, 1]), chance.choice(["", *"CDHS"])
        known = KnownHands(
            OpenCards(hands, (0,) * seats, due, trump=trump),
            (*range(seats),),
            seats,
            frozenset({0}),
            mask(rest),
            (0, *room, 0),
            (0, sum(1 << suit for suit in void), *[0] * (seats - 1)),
            size,
            Sides(frozenset({0})),
        )
        every = {(hands[0], *map(mask, each)) for each in layouts.each()}
        answer = takes_all(known, chance, NEVER)
        agree(answer, Referee(known.at, 0, every))
        found.append(answer.holds)
    assert {*found} == {True, False}


@pytest.mark.parametrize("seed", [5, 8])
def test_all_have_won_if_each_layout_has_a_way(seed):
    record, compared = lawful("torite", 4, seed), 0
    for now, made in at_end(record, 1):
        for seat, hand in made.hands().items():
            known = seat_outlook(record, now.seq, seat, Random(1), lambda: NEVER, NEVER)
            if known is not None and known.is_exact:
                answer = told(now, seat, hand)
                # A claim counts no suits on backs, so it is made in these layouts and others.
                assert known.won == known.layouts or not answer.holds
                assert bool(answer.hands) is not answer.holds
                if answer.hands:
                    lies = made.at._replace(hands=answer.hands)
                    found = made.supposing(lies, made.goal, made.starts, Random(1), lambda: NEVER)
                    assert found.can_be_won is False
                compared += 1
    assert compared > 4
