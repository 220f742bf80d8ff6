"""How cards are dealt at random and where entries move them, card by card."""

from collections.abc import Mapping
from random import Random

import pytest

from records.lines import header
from tricktable.rules.cards import Card, card, cards_in, mask
from tricktable.rules.deal import (
    COMMON,
    EVENLY,
    STOCK,
    Layout,
    evenly,
    follow_entries,
    handling_of_passes,
    highest,
    layout_after,
    lowest,
    no_passes,
    not_counted,
    spread,
)
from tricktable.rules.entries import Dealt, Declared, Held, Moved, Played, Shown
from tricktable.rules.game import Header, State
from tricktable.rules.stretches import Step

FOUR = header(4)
DECK = "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC"


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(card(code) for code in codes.split())


def lay(*hands: str, **piles: str) -> Layout:
    return Layout(
        tuple(mask(cards(codes)) for codes in hands),
        {name: cards(codes) for name, codes in piles.items()},
    )


def shuffled(codes: str, seed: int) -> list[Card]:
    """The cards in the order in which this chance shuffles them."""
    made = sorted(cards(codes))
    Random(seed).shuffle(made)
    return made


# --- where cards lie -----------------------------------------------------------------------------

LYING = lay("2C AC", "3C KC", "4C", draw="5C 6C 7C", kitty="8C")


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (
            LYING.without(cards("KC 6C 9C")),
            lay("2C AC", "3C", "4C", draw="5C 7C", kitty="8C"),
        ),
        (LYING.without(cards("8C 4C")), lay("2C AC", "3C KC", "", draw="5C 6C 7C", kitty="")),
        (LYING.without(()), LYING),
        (
            LYING.out_of_hands(mask(cards("AC 3C 5C"))),
            lay("2C", "KC", "4C", draw="5C 6C 7C", kitty="8C"),
        ),
        (LYING.out_of_hands(0), LYING),
        (
            LYING.with_hand(0, cards("9C TC")),
            lay("2C AC 9C TC", "3C KC", "4C", draw="5C 6C 7C", kitty="8C"),
        ),
        (
            LYING.with_hand(2, cards("9C")),
            lay("2C AC", "3C KC", "4C 9C", draw="5C 6C 7C", kitty="8C"),
        ),
        (
            LYING.with_pile("draw", cards("TC 9C")),
            lay("2C AC", "3C KC", "4C", draw="5C 6C 7C TC 9C", kitty="8C"),
        ),
        (
            LYING.with_pile("won", cards("TC")),
            lay("2C AC", "3C KC", "4C", draw="5C 6C 7C", kitty="8C", won="TC"),
        ),
    ],
)
def test_each_change_moves_only_its_own_cards(after, expected):
    assert after == expected


# --- dealing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "size", "left"), [(4, 2, 3), (2, 5, 1), (3, 3, 2), (1, 11, 0), (11, 1, 0), (3, 0, 11)]
)
def test_hands_are_dealt_one_after_another_from_the_shuffled_deck(seats, size, left):
    order = shuffled(DECK, 5)
    dealt = spread(seats, size, mask(cards(DECK)), Random(5), "rest")
    assert [{*cards_in(hand)} for hand in dealt.hands] == [
        {*order[start : start + size]} for start in [size * seat for seat in range(seats)]
    ]
    assert dealt.piles == ({"rest": tuple(order[len(order) - left :])} if left else {})


def by_seats(head: Header, _: State) -> int:
    return head.seats - 2


@pytest.mark.parametrize(
    ("deal", "size", "dealt_of", "rest"),
    [
        (EVENLY, 13, 52, {}),
        (COMMON.deal, 13, 52, {}),
        (evenly(5), 5, 52, {STOCK: 32}),
        (evenly(by_seats), 2, 52, {STOCK: 44}),
        (evenly(0, mask(cards(DECK)), "left"), 2, 11, {"left": 3}),
        (evenly(1, mask(cards(DECK))), 1, 11, {STOCK: 7}),
        (handling_of_passes(no_passes).deal, 13, 52, {}),
    ],
)
def test_everybody_is_dealt_the_same_number_and_the_rest_is_one_pile(deal, size, dealt_of, rest):
    assert FOUR.deck.bit_count() == 52
    layout = deal(FOUR, FOUR.start(), Random(1))
    assert [hand.bit_count() for hand in layout.hands] == [size] * 4
    assert {name: len(pile) for name, pile in layout.piles.items()} == rest
    everything = sum(layout.hands) + sum(mask(pile) for pile in layout.piles.values())
    assert everything == (FOUR.deck if dealt_of == 52 else mask(cards(DECK)))


# --- which cards move ----------------------------------------------------------------------------

CHOOSING = lay("9C 2D KH", "3C QS 5D 3H", draw="4S JS 2S")


@pytest.mark.parametrize(
    ("choose", "seat", "source", "number", "chosen"),
    [
        (lowest, 0, "hand", 2, "2D 9C"),
        (highest, 0, "hand", 2, "KH 9C"),
        (lowest, 1, "hand", 3, "3C 3H 5D"),
        (highest, 1, "hand", 3, "QS 5D 3C"),
        (lowest, 1, "hand", 0, ""),
        (highest, 1, "hand", 9, "QS 5D 3C 3H"),
        (lowest, 1, "draw", 2, "2S JS"),
        (highest, 1, "draw", 2, "2S JS"),
        (lowest, 1, "draw", 9, "2S JS 4S"),
        (highest, 1, "won", 1, ""),
        (lowest, 1, "won", 1, ""),
        (lowest, 1, "pile", 1, ""),
        (highest, 1, "floor", 1, ""),
    ],
)
def test_the_ends_of_a_hand_move_and_the_top_of_a_pile(choose, seat, source, number, chosen):
    entry = Moved(seat, source, "kitty", number, None)
    assert tuple(choose(CHOOSING, entry)) == cards(chosen)


@pytest.mark.parametrize(
    ("target", "codes", "expected"),
    [
        ("hand", "2S", lay("9C 2D KH", "3C QS 5D 3H 2S", draw="4S JS")),
        ("hand", "KH", lay("9C 2D", "3C QS 5D 3H KH", draw="4S JS 2S")),
        ("floor", "QS 3C", lay("9C 2D KH", "5D 3H", draw="4S JS 2S", floor="QS 3C")),
        ("kitty", "JS", lay("9C 2D KH", "3C QS 5D 3H", draw="4S 2S", kitty="JS")),
        ("draw", "4S", lay("9C 2D KH", "3C QS 5D 3H", draw="JS 2S 4S")),
    ],
)
def test_moved_cards_leave_where_they_were(target, codes, expected):
    assert layout_after(CHOOSING, Moved(1, "any", target, 1, None), cards(codes)) == expected


# --- entries -------------------------------------------------------------------------------------


def to_the_right(entry: Moved, _: object) -> Mapping[int, int]:
    """Whoever discards two cards: the seat before takes up all it has passed."""
    return {entry.seat: (entry.seat - 1) % 3} if entry.number == 2 else {}


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ((), lay("2C AC", "3C KC", "4C", draw="5C 6C 7C", kitty="8C")),
        (
            (Dealt(0), Held(1, card("3C")), Declared(0, "bid", 1)),
            lay("2C AC", "3C KC", "4C", draw="5C 6C 7C", kitty="8C"),
        ),
        # played from any hand, shown from anywhere
        (
            (Played(0, card("AC")), Played(0, card("3C")), Played(0, card("5C"))),
            lay("2C", "KC", "4C", draw="5C 6C 7C", kitty="8C"),
        ),
        (
            (Shown(None, card("6C")), Shown(1, card("KC"))),
            lay("2C AC", "3C", "4C", draw="5C 7C", kitty="8C"),
        ),
        # named cards, and the lowest or the top ones where nobody named them
        (
            (Moved(1, "hand", "kitty", 1, cards("KC")),),
            lay("2C AC", "3C", "4C", draw="5C 6C 7C", kitty="8C KC"),
        ),
        (
            (Moved(1, "hand", "kitty", 1, None), Moved(1, "draw", "hand", 1, None)),
            lay("2C AC", "KC 7C", "4C", draw="5C 6C", kitty="8C 3C"),
        ),
        # what a hand has passed, in one move or two, is taken up; what came from a pile is not
        (
            (Moved(0, "hand", "kitty", 2, None),),
            lay("", "3C KC", "4C 2C AC", draw="5C 6C 7C", kitty="8C"),
        ),
        (
            (
                Moved(1, "draw", "kitty", 1, None),
                Moved(1, "hand", "kitty", 1, None),
                Moved(1, "draw", "won", 2, None),
            ),
            lay("2C AC 3C", "KC", "4C", draw="", kitty="8C 7C", won="6C 5C"),
        ),
        (
            (
                Moved(1, "hand", "kitty", 1, cards("KC")),
                Moved(1, "hand", "kitty", 1, cards("3C")),
                Moved(2, "hand", "kitty", 1, None),
                Moved(1, "draw", "kitty", 2, None),
                Moved(1, "draw", "kitty", 2, cards("5C")),
            ),
            lay("2C AC 3C KC", "", "", draw="", kitty="8C 4C 7C 6C 5C"),
        ),
    ],
)
def test_cards_lie_where_the_entries_have_moved_them(said, expected):
    steps = [Step(seq, each, FOUR.start()) for seq, each in enumerate(said, 1)]
    assert follow_entries(taken_up=to_the_right)(LYING, steps, Random(1)) == expected
    assert handling_of_passes(to_the_right).follow(LYING, steps, Random(1)) == expected


def test_without_a_rule_nobody_takes_up_what_was_passed():
    entry = Moved(0, "hand", "kitty", 2, None)
    step = Step(1, entry, FOUR.start())
    kept = lay("", "3C KC", "4C", draw="5C 6C 7C", kitty="8C 2C AC")
    assert COMMON.follow(LYING, [step], Random(1)) == kept
    assert COMMON.taken_up(entry, step.after) == {}
    assert handling_of_passes(to_the_right).taken_up is to_the_right
    assert not_counted("any", LYING) is None
