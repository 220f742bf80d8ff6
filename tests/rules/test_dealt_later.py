"""Hands of which a part is dealt only once somebody has taken, as in Belote and Klaberjass."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import pytest

from tricktable.rules.cards import BY_CODE, STANDARD, Card, cards_in, mask
from tricktable.rules.deal import STOCK, Layout, filled_up
from tricktable.rules.entries import Dealt, Declared, Held, Impossible, Played, Shown
from tricktable.rules.game import Offer
from tricktable.rules.stretches import Step
from tricktable.rules.trick_game import TrickGame
from tricktable.rules.tricks import playable
from tricktable.rules.verdicts import PUBLIC, REFEREE, Finding

DECK = mask(card for card in STANDARD if card.rank >= 7)
SEATS, HAND, LATER = 4, 8, 3


@dataclass(frozen=True)
class Taking(TrickGame):
    """Thirty-two cards for four: five, one turned up, and the rest once somebody takes it."""

    TURNS_UP = True
    FIRST = "take"

    deck: int = DECK
    size: int = HAND
    later: int = LATER
    gives: bool = True
    """Whoever takes gets the card that was turned up."""

    def values(self):
        return ("pass", "take") if self.phase == "take" else ()

    def offers(self):
        more = (Offer("pair", (self.due,)),) if self.phase == "play" else ()
        return (*super().offers(), *more)

    def said(self, seat, topic, value):
        if topic == "pair":
            return self.knowing(seat, BY_CODE["KH"]).knowing(seat, BY_CODE["QH"])
        if value == "pass":
            return self.having(due=self.after(seat))
        return (self.dealt_out(seat) if self.gives else self.dealt_out()).asking("play")

    def scored(self):
        return self.over()


def course(seed: int) -> tuple[list[Step], list[Layout], set[int], list[tuple[Finding, ...]]]:
    """A deal by chance in which any card may come: steps, layouts, revokes and findings."""
    chance, state = Random(seed), Taking(SEATS)
    pack = [*cards_in(DECK)]
    chance.shuffle(pack)
    hands = [[pack.pop() for _ in range(HAND - LATER)] for _ in range(SEATS)]
    turned = pack.pop()
    dealt = Layout((*map(mask, hands), turned.bit), {STOCK: tuple(pack)})
    taker = chance.randrange(SEATS)
    entries = [Dealt(3), Shown(3, turned)]
    entries += [Declared(seat, "take", "pass") for seat in range(taker)]
    entries += [Declared(taker, "take", "take")]
    judge, steps, lying, revokes, found = state.judge(PUBLIC), [], [], set(), []
    while state.phase != "over":
        before, seq = state, len(steps) + 1
        entry = entries[seq - 1] if seq <= len(entries) else _played(before, hands, chance)
        if isinstance(entry, Played):
            if not playable(mask(hands[entry.seat]), before.trick) & entry.card.bit:
                revokes.add(seq)
            hands[entry.seat].remove(entry.card)
        state = before.apply(entry)
        judge.watch(before, entry, seq, state)
        steps.append(Step(seq, entry, state))
        if seq == len(entries):
            hands[taker].append(turned)
            for hand in hands:
                hand += [pack.pop() for _ in range(HAND - len(hand))]
        beside = () if state.phase != "take" else (0,)
        lying.append(Layout((*map(mask, hands), *beside), {STOCK: tuple(pack)}))
        found.append(tuple(judge.findings()))
    assert filled_up(dealt, steps[:1], chance) == dealt
    return [Step(0, Dealt(3), dealt), *steps], lying, revokes, found


def _played(state: Taking, hands: list[list[Card]], chance: Random) -> Played:
    return Played(state.due, chance.choice(hands[state.due]))


@pytest.fixture(params=range(16))
def played(request):
    return course(request.param)


def test_the_rest_is_dealt_when_somebody_takes_and_the_card_turned_up_is_theirs(played):
    (first, *steps), lying, *_ = played
    for number in range(2, len(steps) + 1):
        there = filled_up(first.after, steps[:number], Random(1))
        assert there.hands[:SEATS] == lying[number - 1].hands[:SEATS]
        assert there.piles == lying[number - 1].piles
    assert not any(lying[-1].hands)


def test_what_has_yet_to_be_dealt_is_the_stock(played):
    for _, entry, after in played[0][1:]:
        table = after.tabletop()
        assert table.of == HAND
        assert table.stock == (SEATS * LATER if after.phase in ("turn_up", "take") else 0)
        assert (table.turned is None) == (after.phase != "take")
        if isinstance(entry, Declared) and entry.value == "take":
            assert table.taken_up == (entry.seat, after.turned)


def test_each_revoke_is_found_and_nothing_else(played):
    steps, _, revokes, found = played
    told = {each.seq for each in found[-1]}
    assert told == revokes
    begun = next(step.seq for step in steps[1:] if step.after.phase == "play")
    assert found[begun - 1] == ()


def test_a_card_turned_up_and_taken_proves_a_revoke_of_its_taker():
    entries = [Dealt(3), Shown(3, BY_CODE["7H"]), Declared(0, "take", "take")]
    entries += [Played(0, BY_CODE["AS"])]
    entries += [Played(seat, BY_CODE[code]) for seat, code in ((1, "7S"), (2, "8S"), (3, "9S"))]
    entries += [Played(3, BY_CODE["AH"]), Played(0, BY_CODE["7D"])]
    state, judge = Taking(SEATS), Taking(SEATS).judge(PUBLIC)
    for seq, entry in enumerate(entries, start=1):
        before, state = state, state.apply(entry)
        judge.watch(before, entry, seq, state)
    rules = [
        (each.seq, each.seat, each.grade) for each in judge.findings() if each.rule == "follow"
    ]
    assert rules == [(9, 0, "proved")]


def test_a_hand_is_full_with_what_it_has_been_dealt():
    state = Taking(SEATS).apply(Dealt(3)).apply(Shown(3, BY_CODE["7H"]))
    for code in ("AS", "KS", "QS", "JS", "TS"):
        state = state.apply(Held(0, BY_CODE[code]))
    with pytest.raises(Impossible, match="full"):
        state.apply(Held(0, BY_CODE["9S"]))
    after = state.apply(Declared(0, "take", "take"))
    assert after.apply(Held(0, BY_CODE["9S"])).known[0].bit_count() == 7
    assert state.to_deal == 5
    assert after.to_deal == 8


def test_a_card_turned_up_may_stay_where_it_lies():
    state = Taking(SEATS, size=7, later=2, gives=False)
    for entry in (Dealt(3), Shown(3, BY_CODE["7H"]), Declared(0, "take", "take")):
        state = state.apply(entry)
    assert state.tabletop().turned == BY_CODE["7H"]
    with pytest.raises(Impossible, match="out"):
        state.apply(Played(0, BY_CODE["7H"]))


def test_cards_that_are_told_of_must_be_free():
    begun = Taking(SEATS).apply(Dealt(3)).apply(Shown(3, BY_CODE["7H"]))
    taken = begun.apply(Held(1, BY_CODE["KH"])).apply(Declared(0, "take", "take"))
    with pytest.raises(Impossible, match="hand"):
        taken.apply(Declared(0, "pair", None))
    laid = begun.apply(Declared(0, "take", "take")).apply(Played(0, BY_CODE["KH"]))
    with pytest.raises(Impossible, match="out"):
        laid.apply(Declared(1, "pair", None))
    judge = begun.judge(REFEREE)
    assert judge.findings() == []


def test_what_a_hand_has_played_may_still_be_told_of():
    state = Taking(SEATS).apply(Dealt(3)).apply(Shown(3, BY_CODE["7H"]))
    state = state.apply(Declared(0, "take", "take")).apply(Played(1, BY_CODE["KH"]))
    after = state.having(due=1).apply(Declared(1, "pair", None))
    assert after.known[1] == mask((BY_CODE["KH"], BY_CODE["QH"]))
