"""What a search says of the last tricks, beside every card laid through the game's own rules.

The rules take each card and count what it brings; no search of ours, and none of its bounds.
"""

from random import Random

import pytest

from rules.review.positions import NEVER, played
from tricktable.rules.cards import cards_in
from tricktable.rules.entries import Held, Played, Shown
from tricktable.rules.review.open_cards import open_deals
from tricktable.rules.review.playout import playout_from
from tricktable.rules.review.review import LAST_CARDS, review
from tricktable.rules.review.rounds import Earlier, Ways
from tricktable.rules.verdicts import REFEREE


def legal(hand, trick):
    """By the printed suit, as in all these games."""
    cards = [*cards_in(hand)]
    return [each for each in cards if trick and each.suit == trick[0][1].suit] or cards


def futures(state, hands):
    """Each card that may be laid now, with the state and the hands after it."""
    seat = state.due
    for card in legal(hands[seat], state.trick):
        left = (*hands[:seat], hands[seat] ^ card.bit, *hands[seat + 1 :])
        yield card, state.apply(Played(seat, card)), left


def lying(record, seq):
    """The hands before this entry: all that was laid or shown from there on."""
    hands = [0] * record.header.seats
    for step in record.steps_from(seq):
        if isinstance(step.entry, (Played, Shown)) and step.entry.seat is not None:
            hands[step.entry.seat] |= step.entry.card.bit
        if step.after.next.what == "deal":
            break
    return tuple(hands)


def ending(record, tricks):
    """The moments of the first deal's last tricks: number, state and hands before a card."""
    moments = next(open_deals(record)).moments
    for each in moments[-tricks * len(moments[0].at.hands) :]:
        yield each.seq, each.state, lying(record, each.seq)


def asked(record, seq, card):
    """What a search finds once this card is laid instead."""
    return playout_from(record, seq - 1, [card]).outlook(Random(1), lambda: NEVER)


# --- together -----------------------------------------------------------------------------------


def scores(state, hands, aside, known):
    """The scores of all ways to win."""
    key = state.due, state.trick, state.tally, hands
    if key not in known:
        if state.phase == "play":
            after = [scores(now, left, aside, known) for _, now, left in futures(state, hands)]
            known[key] = frozenset().union(*after)
        else:
            for seat, hand in enumerate(hands):
                state = state.apply(Shown(seat, next(cards_in(hand))))
            for each in aside:
                state = state.apply(each)
            known[key] = frozenset([state.position((), REFEREE).score] if state.winner(()) else [])
    return known[key]


def nearly_won(count, seed, tricks):
    """A game that goes a way to win until these last tricks, and on by chance."""
    record, chance = played("torite", count, seed), Random(seed)
    first = next(each.seq for each in record.steps() if isinstance(each.entry, Played))
    made = playout_from(record, first - 1)
    _, way = Ways(made.goal, made.starts, chance).find(made.at, Earlier(), NEVER)
    cards = [each.card for each in way if isinstance(each, Played)]
    for card in cards[: -tricks * record.header.seats]:
        assert made.lay(card)
    while made.due >= 0:
        made.lay(chance.choice(made.may()))
    return made.record


@pytest.mark.parametrize(("count", "seed"), [(4, 5), (4, 8), (3, 1), (3, 2)])
def test_all_can_win_after_a_card_if_the_rules_know_a_way(count, seed):
    record, known, answers = nearly_won(count, seed, 3), {}, set()
    aside = [
        step.entry
        for step in record.steps()
        if isinstance(step.entry, Shown) and step.entry.seat is None
    ]
    for seq, state, hands in ending(record, 3):
        for card, after, left in futures(state, hands):
            if after.phase != "play":
                continue
            can = bool(scores(after, left, aside, known))
            assert asked(record, seq, card).can_be_won is can, (seq, card)
            answers.add(can)
    assert answers == {True, False}


# --- sides --------------------------------------------------------------------------------------


def made_by(state, side):
    """What this side has, as the rules count it."""
    if hasattr(state, "captured"):
        deals, now = state.match.deals, state.captured[side].bit_count()
        return deals[0].faces[side] if deals else now
    deals = state.match.deals
    return deals[0].points[side] if deals else state.taken.points[side]


def value(state, hands, side, known):
    """What this side makes if everybody plays their best."""
    if state.match.deals:
        return made_by(state, side)
    key = state.due, state.trick, hands, made_by(state, side)
    if key not in known:
        pick = max if state.due % 2 == side else min
        known[key] = pick(value(now, left, side, known) for _, now, left in futures(state, hands))
    return known[key]


@pytest.mark.parametrize(
    ("name", "seed"), [("troika", 1), ("troika", 2), ("etori", 1), ("etori", 7)]
)
def test_a_side_makes_after_a_card_what_the_rules_count_in_the_end(name, seed):
    record, known, told = played(name, 4, seed), {}, set()
    for seq, state, hands in ending(record, 3):
        made = playout_from(record, seq - 1)
        side = min(made.goal.side) % 2
        for card, after, left in futures(state, hands):
            if after.match.deals:
                continue
            points = value(after, left, side, known)
            assert asked(record, seq, card).points == points, (seq, card)
            told.add(points)
    assert len(told) > 1


# --- the last card ------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_prize_could_be_taken_with_each_card_that_takes_it_and_is_no_revoke(count):
    """The judge has seen all hands: so it knows each revoke at once."""
    record, found = played("triatri", count, 4), 0
    told = review(record, Random(1), lambda: NEVER)
    for deal, review_of_deal in zip(open_deals(record), told, strict=True):
        if review_of_deal.kind != LAST_CARDS:
            continue
        missed = {each.seq: {*each.cards} for each in review_of_deal.missed}
        for each in deal.moments:
            seat, laid = each.played
            if each.taker is None or seat != each.at.due:
                continue
            hand = lying(record, each.seq)[seat]
            could = {card for card in cards_in(hand) if takes(record, each.seq, seat, card)}
            assert missed.get(each.seq, set()) == (set() if laid in could else could)
            found += bool(missed.get(each.seq))
    assert found


def takes(record, seq, seat, card):
    """Whether this card takes the trick without a revoke."""
    tried = record.until(seq - 1)
    for other in cards_in(lying(record, seq)[seat] & ~card.bit):
        tried.add(Held(seat, other))
    now = tried.add(Played(seat, card))
    is_revoke = any((each.seq, each.rule) == (now, "follow") for each in tried.findings(REFEREE))
    return tried.state.tabletop().last_winner == seat and not is_revoke
