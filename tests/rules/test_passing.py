"""Cards passed from hand to hand: where they lie, and what is known of the hands afterwards."""

import random
from collections.abc import Collection
from dataclasses import replace
from random import Random

import pytest

from records.lines import record_with
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.cards import SUIT_MASKS, Card, card, cards_in, mask
from tricktable.rules.deal import DISCARD, Layout, handling_of_passes, highest
from tricktable.rules.entries import Happening, Moved, Played
from tricktable.rules.follow import Follow
from tricktable.rules.hands import hand
from tricktable.rules.stretches import Step

SEATS = 3
LEFT = {seat: (seat + 1) % SEATS for seat in range(SEATS)}


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(card(code) for code in codes.split())


def to_the_left(entry: Moved, after: object) -> dict[int, int]:
    """Once three have passed, each takes up the cards of its right-hand neighbour."""
    return LEFT if after == "all" else {}


DEALT = Layout(tuple(mask(cards(each)) for each in ("2C 3C AC", "2D 3D AD", "2H 3H AH")), {})


def passes(seat: int, codes: str = "") -> Moved:
    named = cards(codes)
    return Moved(seat, "hand", DISCARD, 1, named or None)


def lying(*said: Happening) -> Layout:
    follow = handling_of_passes(to_the_left, choose=highest).follow
    moves = sum(isinstance(each, Moved) for each in said)
    steps, moved = list[Step](), 0
    for seq, each in enumerate(said, 1):
        moved += isinstance(each, Moved)
        after = "all" if isinstance(each, Moved) and moved == moves == SEATS else "some"
        steps.append(Step(seq, each, after))  # type: ignore[arg-type]
    return follow(DEALT, steps, Random(1))


def test_passed_cards_lie_aside_until_the_last_one_has_passed():
    now = lying(passes(1, "2D"), passes(0))
    assert now.piles[DISCARD] == cards("2D AC")
    assert now.hands == (mask(cards("2C 3C")), mask(cards("3D AD")), mask(cards("2H 3H AH")))


def test_then_everybody_takes_up_what_was_meant_for_them():
    now = lying(passes(1, "2D"), passes(0), passes(2, "AH"))
    assert now.piles[DISCARD] == ()
    assert now.hands == (
        mask(cards("2C 3C AH")),
        mask(cards("3D AD AC")),
        mask(cards("2H 3H 2D")),
    )
    gone = lying(passes(1, "2D"), passes(0), passes(2, "AH"), Played(0, card("AH")))
    assert gone.hands[0] == mask(cards("2C 3C"))


DECK = mask(cards("2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 5H 2S 3S"))
SIZE = 4


@pytest.mark.parametrize("seed", range(60))
def test_the_judge_knows_after_a_pass_what_a_new_one_knows_who_is_told_what_is_known(seed):
    chance = random.Random(seed)
    dealt = list(evenly_of(DECK, chance))
    unseen = [(DECK & suit).bit_count() for suit in SUIT_MASKS]
    outside = DECK.bit_count() - SEATS * SIZE
    judge = Follow(unseen, [SIZE] * SEATS, outside)
    read: list[dict[Card, int]] = [{} for _ in range(SEATS)]
    seq = 0
    for seat, held in enumerate(dealt):
        for each in [each for each in held if chance.random() < 0.5]:
            seq += 1
            judge.names(seat, each, seq)
            judge.test(seq)
            read[seat][each] = seq
    giving = {seat: chance.sample(held, 2) for seat, held in enumerate(dealt)}
    given = {seat: each if chance.random() < 0.5 else None for seat, each in giving.items()}
    seq += 1
    judge.passes(given, LEFT, seq)
    judge.test(seq)

    fresh = Follow(unseen, [SIZE] * SEATS, outside)
    for giver, each in given.items():
        tell(fresh, giver, read[giver] if each is not None else {}, each or (), seq)
    hands = [[each for each in held if each not in giving[seat]] for seat, held in enumerate(dealt)]
    for seat, gave in giving.items():
        hands[LEFT[seat]] += gave
    for _ in range(SIZE):
        owed = None
        for seat in range(SEATS):
            seq += 1
            laid = hands[seat].pop(chance.randrange(len(hands[seat])))
            for each in (judge, fresh):
                each.plays(seat, laid, owed, seq)
                each.test(seq)
            owed = laid.suit if owed is None else owed
            assert sorted(judge.findings()) == sorted(fresh.findings())


def tell(
    judge: Follow, giver: int, read: dict[Card, int], gave: Collection[Card], seq: int
) -> None:
    """What a hand kept of what was read in it, and what its neighbour took up."""
    for each, shown_by in read.items():
        if each not in gave:
            judge.names(giver, each, shown_by)
    for each in gave:
        judge.names(LEFT[giver], each, seq)


def evenly_of(deck: int, chance: random.Random) -> list[list[Card]]:
    every = [*cards_in(deck)]
    chance.shuffle(every)
    return [every[SIZE * seat : SIZE * (seat + 1)] for seat in range(SEATS)]


def test_a_seat_knows_the_cards_that_it_has_taken_up():
    tredici = GAMES["tredici"]
    first = '{"record": "tricktable/1", "game": "tredici", "players": 3}'
    to_the_next = handling_of_passes(lambda entry, _: {entry.seat: entry.seat + 1})
    game = replace(tredici, deal=to_the_next)
    lines = (
        {"kind": "dealt", "dealer": 0},
        {"kind": "held", "seat": 1, "card": "QH"},
        {"kind": "held", "seat": 1, "card": "2C"},
        {"kind": "declared", "seat": 1, "topic": "target", "value": "H"},
        {"kind": "moved", "seat": 1, "from": "hand", "to": "stack", "count": 2}
        | {"cards": ["QH", "3H"]},
    )
    record = record_with(codec.read_header(first, {game.name: game}), lines)
    assert [hand(record, seat) for seat in range(3)] == [(), cards("2C"), cards("QH 3H")]
