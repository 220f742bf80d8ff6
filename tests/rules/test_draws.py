"""Hands that draw from a stock after each trick, as in Briscola and Schnapsen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

import pytest

from tricktable.rules.cards import BY_CODE, STANDARD, SUITS, Card, mask, worth
from tricktable.rules.deal import STOCK, Layout, filled_up
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Impossible, Played, Shown
from tricktable.rules.game import Offer
from tricktable.rules.stretches import Step
from tricktable.rules.trick_game import TrickGame
from tricktable.rules.tricks import playable
from tricktable.rules.verdicts import PUBLIC, REFEREE, Finding

DECK = mask(card for card in STANDARD if card.rank >= 10)


@dataclass(frozen=True)
class Drawing(TrickGame):
    """Twenty cards for two, of which each has five in hand."""

    DRAWS = True
    TURNS_UP = True

    deck: int = DECK
    size: int = 5
    rule: str = "never"

    @property
    def follows(self):
        return {"never": False, "always": True, "later": not self.stock}[self.rule]

    @property
    def trump(self):
        return -1 if self.turned is None else self.turned.suit

    def begun(self):
        return self.having(phase="turn_up", due=self.dealer)

    def turned_up(self):
        return self.having(phase="play", due=self.after(self.dealer))

    def scored(self):
        return self.over()


class Course(NamedTuple):
    """A deal that was played with all cards open to the test alone."""

    steps: tuple[Step, ...]
    hands: tuple[tuple[int, ...], ...]
    """After each of them, as masks."""
    revokes: frozenset[int]
    dealt: Layout
    found: tuple[tuple[Finding, ...], ...]
    """What everybody knows after each of them."""


def course(seed: int, rule: str, seats: int = 2) -> Course:
    """One deal by chance, in which any card may come."""
    chance, state = Random(seed), Drawing(seats, rule=rule, size=5 if seats == 2 else 2)
    pack = [card for card in STANDARD if card.bit & DECK]
    chance.shuffle(pack)
    hands = [[pack.pop() for _ in range(state.size)] for _ in range(seats)]
    dealt = Layout((*map(mask, hands), pack[-1].bit), {STOCK: tuple(pack[:-1])})
    turned = pack.pop()
    stock = [turned, *pack]
    judge, steps, lying, revokes, found = state.judge(PUBLIC), [], [], set(), []
    entry: Happening | None = Dealt(0)
    while entry is not None:
        before, seq = state, len(steps) + 1
        if isinstance(entry, Played):
            seat, card = entry
            hand = mask(hands[seat])
            may = playable(hand, before.trick) if before.follows else hand
            revokes |= set() if may & card.bit else {seq}
            hands[seat].remove(card)
        state = before.apply(entry)
        judge.watch(before, entry, seq, state)
        if isinstance(entry, Played) and not state.trick and stock:
            taker = state.tabletop().last_winner
            for place in range(seats):
                hands[(taker + place) % seats].append(stock.pop())
        steps.append(Step(seq, entry, state))
        lying.append(tuple(map(mask, hands)))
        found.append(tuple(judge.findings()))
        assert state.tabletop().stock == len(stock) * (state.phase != "over")
        match state.phase:
            case "turn_up":
                entry = Shown(0, turned)
            case "play":
                entry = Played(state.due, chance.choice(hands[state.due]))
            case _:
                entry = None
    return Course(tuple(steps), tuple(lying), frozenset(revokes), dealt, tuple(found))


def courses(rule: str) -> Iterator[Course]:
    for seed in range(30):
        yield course(seed, rule, seats=2 if seed % 2 else 4)


def test_the_deal_lasts_until_all_cards_are_played():
    for each in courses("never"):
        assert sum(isinstance(step.entry, Played) for step in each.steps) == 20
        assert each.steps[-1].after.phase == "over"
        assert not any(each.hands[-1])


def test_where_any_card_may_be_played_there_is_no_suit_to_follow_and_nobody_is_blamed():
    for each in courses("never"):
        assert {step.after.tabletop().owed for step in each.steps} == {None}
        assert each.found[-1] == ()


@pytest.mark.parametrize("rule", ["always", "later"])
def test_only_what_was_a_revoke_is_found(rule):
    proved = 0
    for each in courses(rule):
        for step, found in zip(each.steps, each.found, strict=True):
            by_then = {seq for seq in each.revokes if seq <= step.seq}
            named = {one.seq for one in found if one.grade == "proved"}
            assert named <= by_then
            assert by_then or not found
        proved += len({one.seq for one in each.found[-1] if one.grade == "proved"})
    assert proved > 20


def test_once_the_stock_is_drawn_every_revoke_is_found():
    for each in courses("later"):
        assert {one.seq for one in each.found[-1] if one.grade == "proved"} == each.revokes


def test_the_card_turned_up_lies_there_until_it_is_drawn():
    for each in courses("never"):
        last = each.steps[1].entry.card
        for step in each.steps[1:]:
            table = step.after.tabletop()
            assert table.turned == (last if table.stock else None)
        at = next(at for at, step in enumerate(each.steps) if at > 1 and not step.after.stock)
        with pytest.raises(Impossible):
            each.steps[at - 2].after.apply(Played(each.steps[at - 2].after.due, last))


def test_the_virtual_table_moves_the_same_cards():
    for each in courses("never"):
        for upto in range(2, len(each.steps) + 1):
            lying = filled_up(each.dealt, each.steps[:upto], Random(1))
            assert lying.hands[: len(each.hands[0])] == each.hands[upto - 1]


def test_a_hand_can_be_read_whenever_it_has_drawn():
    each = course(1, "never")
    state = next(step.after for step in each.steps if step.after.stock == 6)
    free = next(
        card for card in STANDARD if card.bit & DECK & ~state.gone and not _is_known(state, card)
    )
    assert state.read(0, free).known[0] & free.bit


def test_a_card_that_was_read_proves_a_revoke_after_draws_too():
    state = Drawing(2, rule="always")
    judge = state.judge(REFEREE)
    laid = [(1, "KH"), (0, "QH"), (1, "KC"), (0, "QS")]
    entries = [
        Dealt(0),
        Shown(0, BY_CODE["TD"]),
        Held(0, BY_CODE["AC"]),
        *(Played(seat, BY_CODE[code]) for seat, code in laid),
    ]
    for seq, entry in enumerate(entries, start=1):
        before, state = state, state.apply(entry)
        judge.watch(before, entry, seq, state)
    assert judge.findings() == [Finding(7, "follow", "proved", 0, (7, 3), BY_CODE["AC"])]


EXCHANGE = Declared(1, "exchange", None)


class Exchanging(Drawing):
    """Whoever leads may lay the ten of trumps down for the card turned up, or close the stock."""

    def offers(self):
        is_led = self.phase == "play" and not self.trick
        told = ("exchange", "close") if is_led else ()
        return (*super().offers(), *(Offer(each, (self.due,)) for each in told))

    def said(self, seat, topic, _):
        ten = BY_CODE["T" + SUITS[self.turned.suit]]
        return self.exchanged(seat, ten) if topic == "exchange" else self.closed()


def begun(*entries: Happening, rule: str = "later"):
    """After these entries of a deal in which the ace of diamonds lies turned up: state, judge."""
    state = Exchanging(2, rule=rule)
    judge, steps = state.judge(REFEREE), []
    for seq, entry in enumerate((Dealt(0), Shown(0, BY_CODE["AD"]), *entries), start=1):
        before, state = state, state.apply(entry)
        judge.watch(before, entry, seq, state)
        steps.append(Step(seq, entry, state))
    return state, judge, steps


def test_a_card_is_exchanged_for_the_one_turned_up():
    ten, ace = BY_CODE["TD"], BY_CODE["AD"]
    state, judge, steps = begun(Held(1, ten), EXCHANGE)
    assert state.tabletop().turned is ten
    with pytest.raises(Impossible):
        state.apply(Played(0, ace))
    with pytest.raises(Impossible):
        state.apply(Played(1, ten))
    assert state.apply(Played(1, ace)).tabletop().trick == ((1, ace),)
    assert judge.findings() == []
    dealt = Layout((0, ten.bit, ace.bit), {STOCK: (BY_CODE["KS"],)})
    assert filled_up(dealt, steps[1:], Random(1)).hands[1] == ace.bit
    with pytest.raises(Impossible, match="no card lies turned up"):
        begun(Declared(1, "close", None), EXCHANGE)


@pytest.mark.parametrize("there", ["stock", "other hand"])
def test_an_exchange_of_a_card_that_lies_elsewhere_counts_as_it_was_said(there):
    """On the virtual table anybody can say so: no card is lost, and that hand has the card."""
    ten, ace, king, queen = (BY_CODE[code] for code in ("TD", "AD", "KS", "QS"))
    _, _, steps = begun(EXCHANGE)
    if there == "stock":
        dealt = Layout((queen.bit, king.bit, ace.bit), {STOCK: (ten,)})
        left = Layout((queen.bit, ace.bit, 0), {STOCK: (king,)})
    else:
        dealt = Layout((ten.bit, king.bit, ace.bit), {STOCK: (queen,)})
        left = Layout((king.bit, ace.bit, 0), {STOCK: (queen,)})
    assert filled_up(dealt, steps[1:], Random(1)) == left


def test_what_an_exchange_brought_is_known_to_be_in_that_hand():
    laid = [Played(1, BY_CODE["KH"]), Played(0, BY_CODE["AH"]), Played(0, BY_CODE["QD"])]
    _, judge, _ = begun(EXCHANGE, *laid, Played(1, BY_CODE["QS"]), rule="always")
    assert judge.findings() == [Finding(7, "follow", "proved", 1, (7, 3), BY_CODE["AD"])]


class Singing(Drawing):
    """Whoever leads may tell of a king and queen."""

    def offers(self):
        return (*super().offers(), Offer("sing", (self.due,), tuple(SUITS)))

    def said(self, seat, _, suit):
        return self.knowing(seat, BY_CODE["K" + suit]).knowing(seat, BY_CODE["Q" + suit])


def test_cards_that_were_told_of_prove_a_revoke():
    state = Singing(2, rule="always")
    judge = state.judge(PUBLIC)
    entries = [
        Dealt(0),
        Shown(0, BY_CODE["AD"]),
        Declared(1, "sing", "H"),
        *(Played(seat, BY_CODE[code]) for seat, code in ((0, "AH"), (1, "AS"))),
    ]
    for seq, entry in enumerate(entries, start=1):
        before, state = state, state.apply(entry)
        judge.watch(before, entry, seq, state)
    found = {(each.seq, each.seat, each.rule, each.grade) for each in judge.findings()}
    assert found == {(4, 0, "turn", "proved"), (5, 1, "follow", "proved")}


def test_nobody_draws_from_a_closed_stock():
    laid = [Played(1, BY_CODE["KH"]), Played(0, BY_CODE["AH"])]
    state, judge, steps = begun(Declared(1, "close", None), *laid)
    table = state.tabletop()
    assert (table.stock, table.turned, table.of) == (0, None, 5)
    assert state.trump == BY_CODE["AD"].suit
    dealt = Layout((BY_CODE["AH"].bit, BY_CODE["KH"].bit), {STOCK: (BY_CODE["KS"],)})
    assert filled_up(dealt, steps[1:], Random(1)).hands == (0, 0)
    after = state.apply(Played(0, BY_CODE["KC"])).apply(Played(1, BY_CODE["AC"]))
    assert after.tabletop().number == 3
    assert judge.findings() == []


def _is_known(state: Drawing, card: Card) -> bool:
    return any(known & card.bit for known in state.known)


def test_cards_are_worth_what_their_ranks_are():
    cards = mask(BY_CODE[code] for code in ("AS", "TS", "7S", "KH"))
    assert worth(cards, {"A": 11, "T": 10, "K": 4}) == 25
