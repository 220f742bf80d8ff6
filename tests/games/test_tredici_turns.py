"""Tredici: its rulings about turns and piles that run out, D1 to D13 (docs/games/tredici.md)."""

import pytest

from players.torite import declared, played
from players.tredici import (
    TEAMS,
    apply,
    aside,
    dealt,
    discards,
    draws,
    exchange,
    gives,
    moved,
    piled,
    ready,
    table,
    targets,
    turn,
)
from records.lines import refused
from records.moments import add, awaited, detail, possible
from tricktable.rules.entries import Impossible, Moved


def test_d1_nothing_set_aside_at_first():
    record = table(2, *ready("SH", [0, 0]))
    assert possible(record, discards(0, 3), draws(0, 0), aside(0, 0)) == [0]
    assert awaited(add(record, discards(0, 3), draws(0, 3))) == (0, "stack")


def test_d2_discard_draw_set_aside_in_this_order():
    record = table(2, *ready("SH", [0, 0]))
    seen = []
    for line in exchange(0):
        seen.append(awaited(record)[1])
        add(record, line)
    assert seen == ["discard", "draw", "stack"]
    assert awaited(record) == (1, "discard")


def test_d3_an_ace_costs_the_whole_hand_and_not_three():
    record = table(2, *ready("SH", [2, 1]), draws(0, "AH 2C"), aside(0, 0), *turn(1, 1, 1))
    assert possible(record, discards(0, 3), discards(0, 7)) == [1]
    record = table(2, *ready("SH", [2, 1]), draws(0, "AH 2S"), aside(0, "2S"), *turn(1, 1, 1))
    assert possible(record, draws(0, 1), discards(0, 3), discards(0, 6)) == [2]
    assert possible(add(record, discards(0, 6)), draws(0, 6), draws(0, 7)) == [1]


def test_d4_an_ace_in_the_deal_does_not_count():
    lines = [dealt(1), *targets("SH"), played("held", 0, "AH"), aside(0, 1), aside(1, 1)]
    assert awaited(table(2, *lines)) == (0, "draw")
    assert refused(table(2, *lines[:3]), declared(0, "ace"))


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (0, 2, 1)])
def test_d4_an_ace_read_in_the_dealt_hand_counts_by_house_rule(order):
    """Whether it is read before the target is chosen, after it, or after the stack."""
    first = [played("held", 0, "AH"), declared(0, "target", "S"), aside(0, 1)]
    steps = [first[n] for n in order]
    if order == (0, 2, 1):
        steps = [first[1], first[2], first[0]]
    lines = [dealt(1), *steps, declared(1, "target", "H"), aside(1, 1)]
    assert awaited(table(2, *lines, deal_ace_counts="yes")) == (0, "discard")
    own = [*lines, discards(0, 6)]
    assert awaited(table(2, *own, deal_ace_counts="yes")) == (0, "draw")


def test_d4_an_ace_of_the_deal_counts_though_more_is_read_of_the_hand():
    read = [played("held", 0, code) for code in ("AH", "2C", "AD")]
    lines = [dealt(1), *targets("SH"), *read, aside(0, 1), aside(1, 1)]
    for reading in (lines, [line for line in lines if line != read[2]]):
        assert awaited(table(2, *reading, deal_ace_counts="yes")) == (0, "discard")


def test_d4_an_own_ace_in_the_deal_is_no_trouble():
    lines = [dealt(1), played("held", 0, "AS"), *targets("SH"), aside(0, 1), aside(1, 1)]
    assert awaited(table(2, *lines, deal_ace_counts="yes")) == (0, "draw")


def test_d4_an_ace_of_the_deal_may_be_declared_by_house_rule():
    record = table(2, dealt(1), *targets("S-"), deal_ace_counts="yes")
    assert possible(record, declared(0, "ace"), declared(1, "ace")) == [0]
    add(record, declared(0, "ace"))
    assert refused(record, declared(0, "ace"))  # once
    add(record, declared(1, "target", "H"), aside(1, 1))
    assert refused(record, declared(1, "ace"))  # before the cards are set aside
    assert awaited(add(record, aside(0, 1))) == (0, "discard")


def test_d4_an_ace_read_after_the_setup_does_not_count():
    lines = [*ready("SH", [1, 1]), played("held", 0, "AH"), *turn(0, 1, 1), *turn(1, 1, 1)]
    assert awaited(table(2, *lines, deal_ace_counts="yes")) == (0, "draw")


def test_d4_teams_read_each_hand_for_itself():
    lines = [dealt(4), played("held", 1, "AH"), declared(0, "target", "S")]
    lines += [declared(2, "target", "H"), *[aside(seat, 1) for seat in range(5)]]
    record = table(5, *lines, *turn(0, 1, 1), teams=TEAMS, deal_ace_counts="yes")
    assert awaited(record) == (1, "discard")


def test_d4_a_hand_read_as_a_whole_has_no_other_ace():
    hand = [played("held", 0, code) for code in "2C 3C 4C 5C 6C 7C AS".split()]
    record = table(2, dealt(1), *targets("SH"), *hand, deal_ace_counts="yes")
    assert refused(record, declared(0, "ace"))


def test_d5_an_ace_counts_in_the_turn_in_which_it_was_drawn():
    record = table(2, *ready("SH", [1, 1]), draws(0, "AH"), aside(0, 0), *turn(1, 1, 1))
    add(record, discards(0, 7), draws(0, "2C 3C 4C 5C 6C 7C 8C"), aside(0, 0), *turn(1, 1, 1))
    assert possible(record, discards(0, 7), discards(0, 3)) == [1]


def test_d5_the_flag_goes_although_the_ace_was_given_away():
    """The ace is given for the new pile at once; the whole hand is still due."""
    lines = [*ready("SHD", [3, 1, 1]), draws(0, "AH"), *gives(1, 2)]
    record = table(3, *lines, moved(0, "hand", "draw", "AH"), hand_size=17)
    add(record, draws(0, 2), aside(0, 2), *turn(1, 1, 0), *gives(0, 1, 2), *turn(2, 1, 1))
    assert awaited(record) == (0, "discard")
    assert possible(record, *[discards(0, n) for n in range(17)]) == [detail(record)["hands"][0]]


def test_d6_an_ace_of_the_target_suit_has_no_effect():
    record = table(2, *ready("SH", [1, 1]), draws(0, "AS"))
    assert refused(record, declared(0, "ace"))
    assert awaited(add(record, aside(0, 1), *turn(1, 1, 1))) == (0, "draw")


@pytest.mark.parametrize(("size", "due"), [(1, 1), (2, 2), (3, 3), (4, 3), (7, 3)])
def test_d7_three_of_choice_or_all_there_are(size, due):
    record = table(2, *ready("SH", [0, 0]), hand_size=size)
    assert possible(record, *[discards(0, n) for n in range(8)]) == [due]


def test_d8_a_draw_goes_on_with_the_discards():
    record = table(2, *ready("SH", [3, 0]), *turn(0, 3, 2), discards(1, 3), hand_size=24)
    assert (detail(record)["draw"], detail(record)["discard"]) == (1, 3)
    assert possible(record, draws(1, 1), draws(1, 3)) == [1]
    add(record, draws(1, 3))
    assert (detail(record)["draw"], detail(record)["discard"]) == (1, 0)


@pytest.mark.parametrize("value", ["yes", "no"])
def test_d9_shuffling_changes_no_summary(value):
    assert detail(table(2, *ready("SH", [1, 1]), shuffle_discards=value))["draw"] == 38


def test_d10_eager_the_piles_have_run_out_as_soon_as_both_are_empty():
    record = table(4, *ready("SHDC", [0, 0, 0, 0]), hand_size=13)
    assert awaited(record) == (None, "give")
    lines = [*ready("SHD", [1, 1, 1]), draws(0, 1)]
    record = table(3, *lines, hand_size=17)
    assert awaited(record) == (0, "stack")  # the last card was drawn: set aside first
    assert awaited(add(record, aside(0, 1))) == (None, "give")


def test_d10_lazy_only_when_somebody_must_draw():
    record = table(4, *ready("SHDC", [0, 1, 0, 0]), hand_size=13, runout="lazy")
    assert awaited(record) == (0, "discard")
    add(record, *exchange(0))  # draws its own three cards again
    assert (detail(record)["draw"], awaited(record)) == (0, (None, "give"))
    add(record, *gives(3, 2, 1))
    assert (awaited(record), detail(record)["hand_size"]) == ((0, "give"), 13)
    add(record, *gives(0))
    assert (awaited(record), detail(record)["hand_size"]) == ((1, "draw"), 12)
    assert possible(record, draws(1, 0), draws(1, 1)) == [1]


def test_d10_lazy_in_the_middle_of_a_draw():
    record = table(3, *ready("SHD", [3, 1, 1]), draws(0, 1), hand_size=17, runout="lazy")
    assert awaited(record) == (None, "give")
    assert awaited(add(record, *gives(0, 1, 2))) == (0, "draw")


def test_d10_lazy_a_turn_may_end_with_both_piles_empty():
    record = table(3, *ready("SHD", [1, 0, 1]), *turn(0, 1, 1), hand_size=17, runout="lazy")
    assert (detail(record)["draw"], awaited(record)) == (0, (1, "discard"))


def test_d11_what_is_due_stays_due():
    record = table(3, *ready("SHD", [3, 1, 1]), draws(0, 1), hand_size=17)
    assert (awaited(record), detail(record)["hands"]) == ((None, "give"), [15, 16, 16])
    add(record, *gives(0, 1, 2))
    assert (detail(record)["hand_size"], detail(record)["hands"]) == (16, [14, 15, 15])
    assert possible(record, draws(0, 1), draws(0, 2), draws(0, 3)) == [1]
    assert awaited(add(record, draws(0, 2))) == (0, "stack")


def test_d11_piles_may_run_out_again_in_the_same_draw():
    record = table(2, *ready("SH", [7, 1]), draws(0, 2), hand_size=25)
    add(record, *gives(0, 1))
    assert possible(record, draws(0, 2)) == [0]
    add(record, draws(0, 2))
    assert (awaited(record), detail(record)["hand_size"]) == ((None, "give"), 24)
    add(record, *gives(0, 1), draws(0, 2), *gives(0, 1))
    assert possible(record, draws(0, 1)) == [0]  # seven in all
    assert awaited(add(record, draws(0, 1))) == (0, "stack")


def test_d12_an_empty_hand_gives_nothing():
    state = piled(3, "SHD", (8, 1, 1), (4, 0, 6), 1)
    state = apply(state, Moved(0, "draw", "hand", 1, None))
    assert state.next.what == "give"
    assert state.awaited == (0, 2)
    with pytest.raises(Impossible):
        state.apply(Moved(1, "hand", "draw", 1, None))


@pytest.mark.parametrize(
    ("draw_at", "hands", "is_drawn"),
    [(1, (2, 2, 0), True), (0, (2, 2, 0), False), (1, (2, 3, 0), False), (0, (1, 1, 0), True)],
)
def test_d13_drawn_when_every_hand_is_played_out(draw_at, hands, is_drawn):
    """Seat 2 has been purged: its empty hand counts as played out, and so does an uncalled 13."""
    size = max(hands)
    state = piled(3, "SHD", (13, 1, 0), hands, 0, draw_at=draw_at)
    state = state._replace(phase="stack", begun=True, hand_size=size, purged=frozenset({2}))
    state = apply(state, Moved(0, "hand", "stack", 0, None))
    state = apply(state, *(Moved(seat, "hand", "draw", 1, None) for seat in (1, 0)))
    assert state.hand_size == size - 1
    assert (state.status, state.winner([])) == (("drawn", []) if is_drawn else ("playing", None))


@pytest.mark.parametrize("runout", ["eager", "lazy"])
def test_d13_if_nobody_has_a_card_to_give_the_game_is_drawn(runout):
    lines = [dealt(3), *targets("SHDC"), *[aside(seat, 13) for seat in range(4)]]
    record = table(4, *lines, hand_size=13, draw_at=0, runout=runout)
    assert (record.summary()["status"], detail(record)["hand_size"]) == ("drawn", 12)
    assert detail(record)["stacks"] == [13] * 4
