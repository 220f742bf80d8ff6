"""Tredici: its rulings, each by its number (docs/games/tredici.md), and its flow, step by step."""

import pytest

from players.torite import declared, played
from players.tredici import aside, dealt, discards, draws, gives, moved, ready, targets, turn
from records.lines import entry, header, record_of, refused
from referees.torite import ALL_SEEING, PUBLIC
from tricktable.rules.entries import Declared, Impossible, Malformed, Moved
from tricktable.rules.piles import EMPTY, Pile
from tricktable.rules.view import view

TEAMS = [[0, 1], [2, 3, 4]]
KISCHE = [declared(seat, "kische") for seat in range(4)]
DRAW = declared(None, "draw")


def table(players, *lines, **options):
    """The record of these entries."""
    return record_of(players, lines, "tredici", **options)


def detail(record, viewpoint=PUBLIC):
    """The game's part of the summary."""
    return record.summary(viewpoint)["detail"]


def awaited(record):
    """Whom and what the table waits for."""
    told = record.summary()["next"]
    return told["seat"], told["what"]


def add(record, *lines):
    """Take in more entries."""
    for line in lines:
        record.add(entry(record, line))
    return record


def possible(record, *lines):
    """Which of these entries are possible now, by their places."""
    return [n for n, line in enumerate(lines) if not refused(record, line)]


def exchange(seat, kept=0):
    """A turn of a seat that set nothing aside before."""
    return [discards(seat, 3), draws(seat, 3), aside(seat, kept)]


def piled(players, suits, counts, hands, draw, **options):
    """A moment in which seat 0 is to draw as many as its hand lacks, with no discards."""
    state = table(players, *ready(suits, [1] * players), **options).state
    return state._replace(
        stacks=tuple(map(Pile, counts)),
        hands=tuple(map(Pile, hands)),
        draw=Pile(draw),
        discard=EMPTY,
    )


def apply(state, *entries):
    """The state after more entries."""
    for each in entries:
        state = state.apply(each)
    return state


# --- rulings (6b) -------------------------------------------------------------------------------


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
    assert state.felt().outlook["seats"] == [0, 2]
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


def test_d14_once_in_the_game():
    record = table(3, *ready("SHD", [1, 1, 1]), KISCHE[1], declared(1, "target", "C"))
    assert possible(record, *KISCHE[:3]) == []


def test_d14_once_for_each_seat_by_house_rule():
    record = table(3, *ready("SHD", [1, 1, 1]), KISCHE[1], kische_limit="player")
    add(record, declared(1, "target", "C"))
    assert possible(record, *KISCHE[:3]) == [0, 2]
    add(record, KISCHE[0], declared(0, "target", "H"))
    assert possible(record, *KISCHE[:3]) == [2]
    assert detail(record)["kische"] == 0


def test_d14_seats_count_not_teams():
    lines = [dealt(4), declared(1, "target", "S"), declared(2, "target", "H")]
    lines += [aside(seat, 1) for seat in range(5)]
    record = table(
        5, *lines, KISCHE[0], declared(1, "target", "C"), teams=TEAMS, kische_limit="player"
    )
    assert possible(record, *KISCHE[:3]) == [1, 2]


def test_d14_without_limit_by_house_rule():
    record = table(2, *ready("SH", [1, 1]), kische_limit="unlimited")
    for suit in "CDCD":
        add(record, KISCHE[0], declared(0, "target", suit))
    assert possible(record, *KISCHE[:2]) == [0, 1]


def test_d15_between_turns():
    """Whoever calls: the next seat's turn is due, and nothing of it has been recorded."""
    record = table(2, dealt(1))
    called = []
    lines = [*targets("SH"), aside(0, 0), aside(1, 1), *exchange(0, 2), *turn(1, 1, 1)]
    for line in lines:
        called.append(possible(record, *KISCHE[:2]))
        add(record, line)
    assert called == [[], [], [], [], [0, 1], [], [], [0, 1], []]
    assert possible(record, *KISCHE[:2]) == [0, 1]


def test_d15_not_while_cards_are_given_or_a_target_is_chosen():
    record = table(4, *ready("SHDC", [0] * 4), hand_size=13, kische_limit="unlimited")
    assert possible(record, *KISCHE) == []
    add(record, *gives(0, 1, 2, 3))
    assert possible(record, *KISCHE) == [0, 1, 2, 3]
    assert possible(add(record, KISCHE[0]), *KISCHE) == []


def test_d15_again_after_the_piles_ran_out_before_a_turn():
    """Lazy: cards given before the first draw are a run-out's; of the turn nothing is recorded."""
    lines = [*ready("SHDC", [0, 1, 0, 0]), *exchange(0)]
    record = table(4, *lines, hand_size=13, runout="lazy", kische_limit="unlimited")
    assert possible(record, *KISCHE) == []
    add(record, *gives(0, 1, 2, 3))
    assert (awaited(record), possible(record, *KISCHE)) == ((1, "draw"), [0, 1, 2, 3])


def test_d15_only_in_the_own_turn_by_house_rule():
    record = table(2, *ready("SH", [1, 1]), kische_when="own_turn")
    assert possible(record, *KISCHE[:2]) == [0]
    assert possible(add(record, *turn(0, 1, 1)), *KISCHE[:2]) == [1]


def test_d16_new_cards_come_in_the_next_own_turn():
    record = table(3, *ready("SSD", [1, 1, 1]), KISCHE[0], declared(1, "target", "H"))
    assert awaited(record) == (0, "draw")
    add(record, *turn(0, 1, 0))
    assert detail(record)["hands"] == [7, 0, 6]
    assert possible(record, draws(1, 6), draws(1, 7), aside(1, 0)) == [1]
    add(record, draws(1, 7), aside(1, 2))
    assert awaited(record) == (2, "draw")


def test_d16_the_seat_whose_turn_is_due_may_be_purged():
    record = table(2, *ready("SH", [1, 1]), KISCHE[0], declared(0, "target", "C"))
    assert possible(record, draws(0, 1), draws(0, 7), discards(0, 3)) == [1]


def test_d16_piles_may_run_out_while_a_new_hand_is_drawn():
    """Twice: five cards in all, for a hand that shrinks from six to four meanwhile."""
    state = piled(3, "SHS", (1, 1, 0), (5, 5, 0), 2)
    state = state._replace(turn=2, purged=frozenset({2}), hand_size=6)
    gives_each = [Moved(seat, "hand", "draw", 1, None) for seat in (0, 1, 2)]
    state = apply(state, Moved(2, "draw", "hand", 2, None), *gives_each)
    assert (state.hand_size, [hand.size for hand in state.hands]) == (5, [4, 4, 1])
    state = apply(state, Moved(2, "draw", "hand", 3, None), *gives_each)
    assert (state.next.what, state.draw.size) == ("draw", 3)
    state = apply(state, Moved(2, "draw", "hand", 1, None))
    assert (state.next.what, [hand.size for hand in state.hands]) == ("stack", [3, 3, 4])


def test_d16_now_each_purged_seat_draws_at_once_by_house_rule():
    record = table(4, *ready("HSSS", [1] * 4), KISCHE[2], purge_redraw="now")
    assert detail(record)["purged"] == [1, 3]
    add(record, declared(1, "target", "C"), declared(3, "target", "D"))
    seen = []
    for line in (draws(3, 7), aside(3, 2), draws(1, 7), aside(1, 0)):
        seen.append((awaited(record), possible(record, *KISCHE, DRAW)))
        add(record, line)
    assert seen == [((3, "draw"), []), ((3, "stack"), []), ((1, "draw"), []), ((1, "stack"), [])]
    assert awaited(record) == (0, "draw")  # the turn that was due goes on
    add(record, *turn(0, 1, 1))
    assert awaited(record) == (1, "discard")  # it set nothing aside in its small turn


def test_d16_now_the_caller_draws_last_of_a_team():
    lines = [dealt(4), declared(1, "target", "S"), declared(2, "target", "H")]
    lines += [aside(seat, 1) for seat in range(5)]
    record = table(5, *lines, KISCHE[0], teams=TEAMS, purge_redraw="now")
    assert detail(record)["purged"] == [0, 1]
    add(record, declared(0, "target", "C"))
    assert awaited(record) == (1, "draw")
    assert awaited(add(record, *turn(1, 7, 2))) == (0, "draw")
    assert awaited(add(record, *turn(0, 7, 2))) == (0, "draw")
    assert detail(record)["stacks"] == [4, 3]


def test_d16_now_an_ace_counts_in_the_turn_after():
    record = table(2, *ready("SH", [1, 1]), KISCHE[1], purge_redraw="now")
    add(record, declared(1, "target", "C"), draws(1, "AH 2C 3C 4C 5C 6C 7C"), aside(1, 6))
    assert awaited(add(record, *turn(0, 1, 1))) == (1, "discard")
    assert possible(record, discards(1, 1)) == [0]


def test_d16_now_piles_are_turned_and_may_run_out():
    """All 48 cards of hands lie with the discards; each purged seat draws what there is."""
    lines = [dealt(3), *targets("HHHH"), *[aside(seat, 3) for seat in range(4)]]
    record = table(4, *lines, hand_size=13, runout="lazy", purge_redraw="now")
    assert awaited(record) == (None, "give")
    add(record, *gives(0, 1, 2, 3), draws(0, 3), aside(0, 0), KISCHE[0])
    assert detail(record)["hands"] == [12, 0, 0, 0]
    add(record, *[declared(seat, "target", "S") for seat in (1, 2, 3)])
    add(record, draws(1, 12), aside(1, 12))
    assert (detail(record)["draw"], detail(record)["discard"]) == (25, 0)
    add(record, draws(2, 12), aside(2, 0), draws(3, 12), aside(3, 0))
    assert awaited(record) == (1, "draw")
    assert (detail(record)["draw"], detail(record)["stacks"]) == (1, [3, 12, 0, 0])


def test_d17_a_new_target_is_chosen_before_the_new_hand():
    record = table(2, *ready("SH", [1, 1]), KISCHE[0])
    assert (awaited(record), detail(record)["hands"][0]) == ((0, "target"), 0)
    assert refused(record, draws(0, 7))


def test_d18_the_own_suit_may_be_kept_by_house_rule():
    lines = [*ready("SHD", [1, 1, 1]), KISCHE[0]]
    suits = [declared(0, "target", suit) for suit in "CDHS"]
    assert possible(table(3, *lines), *suits) == [0]
    assert possible(table(3, *lines, purge_keep_suit="always_ok"), *suits) == [0, 3]


def test_d19_the_only_free_suit_may_be_the_own():
    record = table(4, *ready("HSDC", [1] * 4), KISCHE[0])
    suits = [declared(0, "target", suit) for suit in "CDHS"]
    assert possible(record, *suits) == [2]
    add(record, suits[2])
    assert (detail(record)["stacks"][0], detail(record)["hands"][0]) == (0, 0)


def test_d20_two_may_choose_the_same_suit():
    record = table(4, *ready("HSSD", [1] * 4), KISCHE[0])
    assert awaited(record) == (None, "target")
    add(record, declared(2, "target", "C"))
    assert awaited(record) == (1, "target")
    add(record, declared(1, "target", "C"))
    assert detail(record, ALL_SEEING)["targets"] == ["H", "C", "C", "D"]


def test_d20_in_turn_order_each_sees_what_is_free_by_house_rule():
    """From the caller's left; only C is free, so that the last may take the old suit again."""
    record = table(4, *ready("HSSD", [1] * 4), KISCHE[3], purge_collision="in_turn_order")
    assert detail(record)["purged"] == [1, 2]
    assert awaited(record) == (1, "target")
    suits = [declared(seat, "target", suit) for seat in (1, 2) for suit in "CDHS"]
    assert possible(record, *suits) == [0]
    add(record, suits[0])
    assert awaited(record) == (2, "target")
    assert possible(record, *suits) == [7]


def test_d20_in_turn_order_begins_at_the_callers_left():
    record = table(4, *ready("SHSS", [1] * 4), KISCHE[2], purge_collision="in_turn_order")
    assert detail(record)["purged"] == [0, 3]
    assert awaited(record) == (3, "target")
    add(record, declared(3, "target", "C"))
    assert possible(record, *[declared(0, "target", suit) for suit in "CDHS"]) == [1]


def test_d20_in_turn_order_the_own_suit_is_free_until_it_is_taken_by_house_rule():
    rules = {"purge_collision": "in_turn_order", "purge_keep_suit": "always_ok"}
    record = table(4, *ready("HSSD", [1] * 4), KISCHE[3], **rules)
    suits = [declared(seat, "target", suit) for seat in (1, 2) for suit in "CDHS"]
    assert possible(record, *suits) == [0, 3]
    assert possible(add(record, suits[3]), *suits) == [4]


def test_d20_in_turn_order_of_teams():
    teams = [[4, 0], [1, 2], [3, 5]]
    lines = [dealt(5), declared(0, "target", "S"), declared(1, "target", "H")]
    lines += [declared(3, "target", "H"), *[aside(seat, 1) for seat in range(6)]]
    record = table(6, *lines, KISCHE[2], teams=teams, purge_collision="in_turn_order")
    assert (detail(record)["purged"], awaited(record)) == ([3, 5], (None, "target"))
    record = table(6, *lines, declared(4, "kische"), teams=teams, purge_collision="in_turn_order")
    assert detail(record)["purged"] == [1, 2, 3, 5]
    # From seat 4: seat 5 comes first, and with it the third team.
    third, second = declared(3, "target", "C"), declared(1, "target", "D")
    assert possible(record, second, third) == [1]
    assert possible(add(record, third), second, third) == [0]


def test_d21_purged_cards_lie_with_the_discards():
    record = table(3, *ready("SSD", [2, 3, 1]))
    before = detail(record)
    after = detail(add(record, KISCHE[2]))
    assert before["discard"] == 0
    assert after["discard"] == 14
    assert (after["stacks"], after["hands"], after["draw"]) == (
        [0, 0, 1],
        [0, 0, 6],
        before["draw"],
    )


def test_d21_a_purge_does_not_turn_the_discards():
    """Lazy: both piles are empty; the next draw finds the purged cards where they were put."""
    record = table(4, *ready("SHDC", [0, 1, 0, 0]), hand_size=13, runout="lazy")
    add(record, KISCHE[1], declared(1, "target", "H"))
    assert (detail(record)["draw"], detail(record)["discard"]) == (0, 13)
    assert awaited(record) == (0, "discard")
    add(record, discards(0, 3), draws(0, 3))
    assert (detail(record)["draw"], detail(record)["discard"]) == (13, 0)


def test_d22_and_d23_the_caller_is_safe_when_others_share_a_suit():
    assert detail(table(3, *ready("HSS", [1] * 3), KISCHE[0]))["purged"] == [1, 2]
    assert detail(table(2, *ready("HH", [1] * 2), KISCHE[0]))["purged"] == [1]
    assert detail(table(2, *ready("HS", [1] * 2), KISCHE[0]))["purged"] == [0]


def all_but(suit_count, **options):
    """Seat 0 has set aside so many cards of two players with 26 each."""
    return table(2, dealt(1), *targets("SH"), aside(0, suit_count), hand_size=26, **options)


def test_d24_thirteen_cards_win_when_they_are_called():
    record = all_but(13)
    assert (record.summary()["status"], awaited(record)) == ("playing", (1, "stack"))
    told = add(record, declared(0, "tredici")).summary()
    assert (told["status"], told["winner"]) == ("finished", [0])
    assert told["next"] == {"seat": None, "what": "over"}


def test_d24_or_at_once_by_house_rule():
    told = all_but(13, auto_call="yes").summary()
    assert (told["status"], told["winner"]) == ("finished", [0])
    assert all_but(12, auto_call="yes").summary()["status"] == "playing"


def test_d24_at_once_before_the_pile_is_turned():
    state = piled(2, "SH", (12, 1), (7, 7), 0, auto_call="yes")
    state = state._replace(phase="stack", begun=True, discard=Pile(5))
    state = apply(state, Moved(0, "hand", "stack", 1, None))
    assert (state.winner([]), state.draw.size, state.discard.size) == ([0], 0, 5)


def test_d25_a_false_call_is_refused_and_costs_nothing():
    record = all_but(12)
    assert possible(record, declared(0, "tredici"), declared(1, "tredici")) == []
    assert possible(all_but(13), declared(0, "tredici"), declared(1, "tredici")) == [0]


@pytest.mark.parametrize(
    ("counts", "suits", "is_offered"),
    [
        ((6, 7, 0), "SSH", True),
        ((6, 6, 1), "SSS", True),
        ((6, 6, 0), "SSH", False),
        ((13, 0, 1), "SSH", False),
        ((6, 7, 1), "SHD", False),
    ],
)
def test_d26_a_dead_game_may_be_drawn_when_no_call_is_left(counts, suits, is_offered):
    state = piled(3, suits, counts, (6, 6, 6), 5)
    with pytest.raises(Impossible):
        state.apply(Declared(None, "draw", None))  # somebody may call kisché
    state = state._replace(kische=state.kische._replace(callers=(0,)))
    if is_offered:
        assert state.apply(Declared(None, "draw", None)).status == "drawn"
    else:
        with pytest.raises(Impossible):
            state.apply(Declared(None, "draw", None))


@pytest.mark.parametrize(
    ("limit", "callers", "is_offered"),
    [("player", (0, 1), False), ("player", (0, 1, 2), True), ("unlimited", (0, 1, 2), False)],
)
def test_d26_the_calls_that_are_left(limit, callers, is_offered):
    state = piled(3, "SSH", (6, 7, 0), (6, 6, 6), 5, kische_limit=limit)
    state = state._replace(kische=state.kische._replace(callers=callers))
    try:
        assert is_offered is (state.apply(Declared(None, "draw", None)).status == "drawn")
    except Impossible:
        assert not is_offered


@pytest.mark.parametrize(("draw_at", "is_offered"), [(1, [True, True]), (0, [False, True])])
def test_a_draw_when_every_hand_is_played_out(draw_at, is_offered):
    for most, offered in enumerate(is_offered[::-1]):
        state = piled(2, "SH", (3, 3), (most, 0), 5, draw_at=draw_at)
        try:
            told = state.apply(Declared(None, "draw", None))
            assert offered
            assert (told.status, told.winner([])) == ("drawn", [])
        except Impossible:
            assert not offered


def test_a_draw_is_agreed_on_between_turns():
    state = piled(2, "SH", (3, 3), (1, 1), 5)._replace(begun=True)
    with pytest.raises(Impossible):
        state.apply(Declared(None, "draw", None))


@pytest.mark.parametrize(
    ("players", "size", "draw"),
    [(2, 7, 38), (4, 7, 24), (7, 7, 3), (8, 6, 4), (9, 5, 7), (10, 5, 2), (11, 4, 8), (13, 4, 0)],
)
def test_d27_and_d28_the_hands_of_many(players, size, draw):
    options = {} if players < 5 else {"teams": [[0], list(range(1, players))]}
    record = table(players, **options)
    before = {"hands": [0] * players, "draw": 52, "discard": 0, "hand_size": size}
    assert before.items() <= detail(record).items()
    add(record, dealt())
    assert (detail(record)["hands"], detail(record)["draw"]) == ([size] * players, draw)


@pytest.mark.parametrize(("players", "most"), [(2, 26), (3, 17), (4, 13), (8, 6), (13, 4)])
def test_d27_other_hands_by_house_rule(players, most):
    options = {} if players < 5 else {"teams": [[0], list(range(1, players))]}
    for size in (1, most):
        assert detail(table(players, hand_size=size, **options))["hand_size"] == size
    for size in (0, most + 1, -1, 7.0, True, "7", None):
        with pytest.raises(Malformed):
            header(players, "tredici", hand_size=size, **options)


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        (4, [[0, 1], [2, 3]]),
        (5, None),
        (5, [[0, 1, 2, 3, 4]]),
        (5, [[0], [1], [2], [3], [4]]),
        (5, [[0, 1], [2, 3]]),
        (5, [[0, 1], [1, 2, 3, 4]]),
        (5, [[0, 1], [2, 3, 5]]),
        (5, [[0, 1, 2, 3, 4], []]),
        (5, [[False, True], [2, 3, 4]]),
        (5, [[0.0, 1], [2, 3, 4]]),
        (5, [0, 1, 2, 3, 4]),
        (5, "01"),
        (5, {"0": [1]}),
    ],
)
def test_d29_teams_hold_every_seat_once(players, teams):
    with pytest.raises(Malformed):
        header(players, "tredici", teams=teams)
    if players == 5:
        with pytest.raises(Malformed):
            header(players, "tredici")


def test_d29_a_team_is_one_owner():
    record = table(5, dealt(4), teams=TEAMS)
    assert detail(record)["owners"] == TEAMS
    assert awaited(record) == (None, "target")
    add(record, declared(1, "target", "S"))
    assert refused(record, declared(0, "target", "H"))
    assert awaited(record) == (None, "target")  # any of three seats
    add(record, aside(0, 2), declared(4, "target", "H"), *[aside(n, 3) for n in (1, 2, 3)])
    assert (awaited(record), detail(record)["stacks"]) == ((4, "stack"), [5, 6])
    add(record, aside(4, 0), *turn(0, 2, 2))
    assert (awaited(record), detail(record)["stacks"]) == ((1, "draw"), [7, 6])


def test_d29_a_team_wins_together_and_any_of_it_calls():
    teams = [[3, 1], [0, 2, 4]]
    lines = [dealt(4), declared(1, "target", "S"), declared(4, "target", "H")]
    record = table(5, *lines, aside(1, 7), aside(3, 6), teams=teams)
    assert possible(record, *[declared(seat, "tredici") for seat in range(5)]) == [1, 3]
    told = add(record, declared(3, "tredici")).summary()
    assert (told["winner"], told["detail"]["stacks"]) == ([1, 3], [13, 0])


def test_d29_the_last_team_of_one_seat_is_that_seat():
    record = table(5, dealt(4), declared(2, "target", "S"), teams=[[0], [1, 2, 3, 4]])
    assert awaited(record) == (0, "target")


def test_d30_and_d31_counts_are_public_and_how_discards_lie_changes_nothing():
    for value in ("down", "up"):
        record = table(2, *ready("SH", [5, 1]), discard_face=value)
        assert detail(record)["stacks"] == [5, 1]
        assert view(record).outlook["stacked"] == [[3, 2], [1]]


# --- setup --------------------------------------------------------------------------------------


def test_before_the_deal():
    record = table(3)
    assert awaited(record) == (None, "deal")
    assert detail(record) == {
        "stacks": [0, 0, 0],
        "hands": [0, 0, 0],
        "draw": 52,
        "discard": 0,
        "hand_size": 7,
        "kische": None,
        "targets": [None, None, None],
        "purged": [],
        "owners": [[0], [1], [2]],
    }
    early = [*targets("SSS"), aside(0, 0), draws(0, 7), KISCHE[0], DRAW, declared(0, "tredici")]
    assert possible(record, *early, played("held", 0, "2C"), declared(0, "ace")) == []


def test_targets_and_stacks_come_in_any_order_each_once():
    record = table(3, dealt(0))
    assert refused(record, dealt(0))
    assert refused(record, aside(0, 1))  # no target yet
    add(record, declared(2, "target", "S"))
    assert possible(record, aside(2, 0), aside(1, 0), declared(2, "target", "H")) == [0]
    add(record, aside(2, 1))
    assert (awaited(record), refused(record, aside(2, 0))) == ((None, "target"), True)
    add(record, declared(0, "target", "H"))
    assert awaited(record) == (1, "target")  # the last of several
    add(record, declared(1, "target", "H"))
    assert awaited(record) == (None, "stack")
    add(record, aside(1, 7))
    assert awaited(record) == (0, "stack")
    add(record, aside(0, 0))
    assert awaited(record) == (1, "draw")  # the dealer's left


@pytest.mark.parametrize(("count", "is_possible"), [(0, True), (7, True), (8, False)])
def test_from_no_card_to_the_whole_hand_is_set_aside(count, is_possible):
    record = table(2, dealt(1), *targets("SH"))
    assert refused(record, aside(0, count)) is not is_possible


def test_a_stack_has_thirteen_cards_at_most():
    record = table(2, dealt(1), *targets("SH"), hand_size=26)
    assert possible(record, *[aside(0, n) for n in range(16)]) == list(range(14))
    record = table(5, dealt(4), declared(0, "target", "S"), aside(0, 7), teams=TEAMS)
    assert possible(record, *[aside(1, n) for n in range(8)]) == list(range(7))


def test_only_the_target_suit_is_set_aside():
    record = table(2, dealt(1), *targets("SH"))
    assert possible(record, aside(0, "2S 3H"), aside(0, "2S 3S"), aside(0, "")) == [1, 2]


# --- a turn -------------------------------------------------------------------------------------


def test_turns_go_clockwise_from_the_dealers_left():
    record = table(3, *ready("SHD", [1, 1, 1], dealer=1))
    seats = []
    for _ in range(4):
        seats.append(awaited(record)[0])
        add(record, *turn(seats[-1], 1, 1))
    assert seats == [2, 0, 1, 2]


def test_another_seat_or_count_or_way_is_impossible():
    record = table(3, *ready("SHD", [2, 0, 1]))
    others = [draws(0, 1), draws(0, 3), draws(1, 2), discards(0, 2), aside(0, 0), *gives(0)]
    assert possible(record, draws(0, 2), *others) == [0]
    places = ("hand", "draw", "discard", "stack", "kitty")
    ways = [moved(0, source, goal, 2) for source in places for goal in places]
    assert possible(record, *ways) == [ways.index(draws(0, 2))]
    add(record, draws(0, 2))
    assert possible(record, aside(1, 0), aside(0, 8), draws(0, 0), aside(0, 7)) == [3]
    add(record, aside(0, 0))
    assert possible(record, discards(1, 3), discards(1, 2), discards(0, 3), draws(1, 0)) == [0]


def test_no_card_is_played_or_shown():
    for record in (table(2), table(2, dealt()), table(2, *ready("SH", [1, 1]))):
        for kind in ("played", "shown"):
            assert refused(record, played(kind, 0, "2C"))
        assert refused(record, played("shown", None, "2C"))
        others = [declared(0, "leader"), declared(0, "bid", "7"), declared(0, "trump", "S")]
        others += [declared(0, "misdeal"), declared(0, "prize", {"colour": "R", "from": "own"})]
        assert possible(record, *others) == []


def test_a_seat_must_speak():
    record = table(2, dealt())
    silent = [declared(None, "target", "S"), declared(None, "ace"), declared(None, "tredici")]
    assert possible(record, *silent, declared(None, "kische")) == []
    record = table(2, *ready("SH", [1, 1]), draws(0, 1))
    assert possible(record, *silent, declared(None, "kische")) == []


def test_an_empty_draw_pile_is_turned_at_the_end_of_a_turn():
    lines = [*ready("SH", [1, 0]), *turn(0, 1, 1), discards(1, 3), draws(1, 3)]
    record = table(2, *lines, hand_size=24)
    assert (detail(record)["draw"], detail(record)["discard"]) == (0, 3)
    add(record, aside(1, 0))
    assert (detail(record)["draw"], detail(record)["discard"]) == (3, 0)
    assert awaited(record) == (0, "draw")


def test_an_ace_is_declared_once_after_the_whole_draw_by_who_drew():
    record = table(3, *ready("SHD", [3, 1, 1]), hand_size=17)
    assert refused(record, declared(0, "ace"))
    add(record, draws(0, 1))
    assert possible(record, declared(0, "ace"), declared(1, "ace")) == []  # cards are still due
    add(record, *gives(0, 1, 2))
    assert refused(record, declared(0, "ace"))
    add(record, draws(0, 2))
    assert possible(record, declared(0, "ace"), declared(1, "ace")) == [0]
    add(record, declared(0, "ace"))
    assert refused(record, declared(0, "ace"))
    assert refused(add(record, aside(0, 0)), declared(0, "ace"))


def test_an_ace_that_was_named_need_not_be_declared():
    record = table(2, *ready("SH", [1, 1]), draws(0, "AH"))
    assert not refused(record, declared(0, "ace"))
    assert refused(add(record, declared(0, "ace")), declared(0, "ace"))


def test_an_ace_that_nobody_drew_is_not_declared():
    record = table(2, *ready("SH", [2, 1]), draws(0, "KH AS"))
    assert refused(record, declared(0, "ace"))


@pytest.mark.parametrize(("first", "rest"), [("2C", 2), (1, "2C 3C"), ("AH", "2C 3C")])
def test_an_ace_may_be_among_the_cards_of_either_part_of_a_draw(first, rest):
    lines = [*ready("SHD", [3, 1, 1]), draws(0, first), *gives(0, 1, 2), draws(0, rest)]
    record = table(3, *lines, hand_size=17)
    assert not refused(record, declared(0, "ace"))


def test_an_ace_not_declared_is_not_known():
    record = table(2, *ready("SH", [1, 1]), draws(0, 1), aside(0, 1), *turn(1, 1, 1))
    assert awaited(record) == (0, "draw")


def test_the_whole_hand_may_be_no_card():
    """Seat 0 has given its ace away, and it was its last card: nothing is left to discard."""
    state = piled(3, "SHD", (5, 1, 1), (1, 3, 3), 0)
    state = state._replace(
        phase="stack", turn=2, begun=True, hand_size=3, aces=frozenset({0}), set_aside=(2, 1, 1)
    )
    state = apply(state, Moved(2, "hand", "stack", 0, None))
    state = apply(state, *(Moved(seat, "hand", "draw", 1, None) for seat in (0, 1, 2)))
    assert (state.hands[0].size, state.next.seat, state.next.what) == (0, 0, "draw")
    state = apply(state, Moved(0, "draw", "hand", 2, None))
    assert state.next.what == "stack"
    assert 0 not in state.aces


# --- running out --------------------------------------------------------------------------------


def test_every_seat_with_a_hand_gives_one_card_in_any_order():
    record = table(4, *ready("SHDC", [1, 1, 1, 1]), hand_size=13)
    assert awaited(record) == (None, "give")
    assert possible(record, *gives(0, 1, 2, 3)) == [0, 1, 2, 3]
    assert possible(record, moved(0, "hand", "draw", 0), moved(0, "hand", "draw", 2)) == []
    add(record, *gives(2))
    assert (possible(record, *gives(0, 1, 2, 3)), detail(record)["draw"]) == ([0, 1, 3], 1)
    add(record, *gives(3, 0))
    assert (awaited(record), detail(record)["hand_size"]) == ((1, "give"), 13)
    add(record, *gives(1))
    assert (awaited(record), detail(record)["hand_size"]) == ((0, "draw"), 12)
    assert detail(record)["hands"] == [11, 11, 11, 11]
    assert possible(record, *gives(0), *KISCHE) == [1, 2, 3, 4]


def test_tredici_may_be_called_while_cards_are_given_and_targets_chosen():
    record = table(2, *ready("SH", [13, 1]), hand_size=26)
    assert awaited(record) == (None, "give")
    assert possible(record, declared(0, "tredici"), declared(1, "tredici")) == [0]
    add(record, *gives(0, 1), KISCHE[1])
    assert awaited(record) == (1, "target")
    assert possible(record, declared(0, "tredici")) == [0]


def test_a_purged_seat_gives_nothing_before_it_has_drawn():
    state = piled(3, "SHS", (1, 1, 1), (6, 6, 6), 0)._replace(discard=Pile(5))
    state = apply(state, Declared(0, "kische", None), Declared(2, "target", "D"))
    state = state._replace(discard=EMPTY, draw=Pile(1))
    state = apply(state, Moved(0, "draw", "hand", 1, None), Moved(0, "hand", "stack", 0, None))
    assert (state.next.what, state.felt().outlook["seats"]) == ("give", [0, 1])


# --- kisché -------------------------------------------------------------------------------------


def test_a_purge_clears_the_ace():
    record = table(2, *ready("SH", [1, 1]), draws(0, "AH"), aside(0, 0), KISCHE[0])
    add(record, declared(0, "target", "C"), *turn(1, 1, 1))
    assert awaited(record) == (0, "draw")


def test_only_who_was_purged_chooses_once():
    record = table(4, *ready("HSSD", [1] * 4), KISCHE[0])
    choices = [declared(seat, "target", "C") for seat in range(4)]
    assert possible(record, *choices) == [1, 2]
    assert possible(record, draws(0, 1), aside(0, 0), dealt(), DRAW) == []
    add(record, choices[1])
    assert possible(record, *choices) == [2]
    assert possible(add(record, choices[2]), *choices) == []


def test_a_suit_announced_by_who_stays_is_taken():
    record = table(3, *ready("SSD", [1] * 3), KISCHE[0])
    assert possible(record, *[declared(1, "target", suit) for suit in "CDHS"]) == [0, 2]


def test_targets_are_known_to_those_who_may():
    record = table(3, dealt(2), *targets("SS-"))
    seen = {viewpoint: detail(record, viewpoint)["targets"] for viewpoint in (PUBLIC, 0, 1, 2)}
    assert seen == {
        PUBLIC: [None] * 3,
        0: ["S", None, None],
        1: [None, "S", None],
        2: [None] * 3,
    }
    assert detail(record, ALL_SEEING)["targets"] == ["S", "S", None]


def test_after_kische_who_stays_is_public_and_who_goes_is_secret_again():
    record = table(3, *ready("SSD", [1] * 3), KISCHE[0])
    for viewpoint in (PUBLIC, ALL_SEEING, 0, 1, 2):
        assert detail(record, viewpoint)["targets"] == ["S", None, "D"]
    add(record, declared(1, "target", "C"))
    assert detail(record)["targets"] == detail(record, 0)["targets"] == ["S", None, "D"]
    assert detail(record, 1)["targets"] == detail(record, ALL_SEEING)["targets"] == ["S", "C", "D"]


def test_a_second_kische_makes_the_others_public_and_the_purged_secret():
    record = table(3, *ready("SSD", [1] * 3), KISCHE[0], kische_limit="unlimited")
    add(record, declared(1, "target", "C"), KISCHE[2])
    assert detail(record)["targets"] == ["S", "C", None]
    assert (detail(record)["kische"], detail(record)["purged"]) == (2, [2])


def test_team_mates_know_their_target():
    record = table(5, dealt(4), declared(1, "target", "S"), teams=TEAMS)
    seen = [detail(record, seat)["targets"][0] for seat in range(5)]
    assert seen == ["S", "S", None, None, None]


def test_the_latest_caller_and_the_purged_stay_in_the_summary():
    record = table(2, *ready("SS", [1, 1]), KISCHE[0], declared(1, "target", "C"))
    add(record, *turn(0, 1, 1), *turn(1, 7, 2))
    assert (detail(record)["kische"], detail(record)["purged"]) == (0, [1])


# --- what is known of the cards -------------------------------------------------------------------


def test_a_card_is_known_to_lie_where_it_was_named():
    record = table(2, *ready("SH", [1, 1]), draws(0, "2C"))
    assert refused(record, played("held", 1, "2C"))
    assert not refused(record, played("held", 0, "2C"))
    add(record, aside(0, 0))
    assert possible(record, draws(1, "2C"), draws(1, "3C")) == [1]


@pytest.mark.parametrize(("count", "is_known"), [(0, True), (2, False), (3, True)])
def test_it_is_known_until_some_but_not_all_leave_unnamed(count, is_known):
    """The three cards of a hand; the ace is one of them."""
    record = table(2, dealt(1), *targets("SH"), played("held", 0, "AS"), hand_size=3)
    add(record, aside(0, count))
    assert refused(record, played("held", 1, "AS")) is is_known


def test_named_cards_leave_the_others_known():
    record = table(2, dealt(1), *targets("SH"), played("held", 0, "2C"), aside(0, "3S"))
    assert refused(record, played("held", 1, "2C"))
    assert refused(record, played("held", 1, "3S"))


def test_others_cannot_leave_where_too_few_would_stay():
    known = [played("held", 0, code) for code in ("2C", "3C")]
    record = table(2, dealt(1), *targets("SH"), *known, hand_size=3)
    assert possible(record, aside(0, "4S"), aside(0, "4S 5S"), aside(0, 2), aside(0, 3)) == [
        0,
        2,
        3,
    ]


def test_a_hand_shows_no_more_cards_than_it_has():
    record = table(2, dealt(1), played("held", 0, "2C"), hand_size=1)
    assert possible(record, played("held", 0, "3C"), played("held", 0, "2C")) == [1]


def test_cards_may_be_read_from_the_deal_to_the_end():
    record = table(2, *ready("SH", [1, 1]), draws(0, 1))
    assert not refused(record, played("held", 1, "2C"))
    record = all_but(13)
    assert not refused(record, played("held", 1, "2C"))
    assert refused(add(record, declared(0, "tredici")), played("held", 1, "2C"))


def test_cards_of_other_decks_do_not_lie_here():
    record = table(2, dealt(1), *targets("SH"))
    assert possible(record, aside(0, "7R"), aside(0, "X1"), played("held", 0, "X1")) == []


def test_cards_of_a_purged_seat_are_known_to_be_discarded():
    record = table(2, dealt(1), *targets("SH"), played("held", 0, "2C"))
    add(record, aside(0, "3S"), aside(1, 1), KISCHE[0], declared(0, "target", "C"))
    assert possible(record, played("held", 1, "2C"), played("held", 1, "3S")) == []
    assert refused(record, draws(0, "2C 3C 4C 5C 6C 7C 8C"))  # the draw pile has enough


def test_a_pile_that_is_turned_stays_known():
    lines = [
        *ready("SH", [1, 0]),
        *turn(0, 1, 1),
        discards(1, "2C 3C 4C"),
        draws(1, 3),
        aside(1, 0),
    ]
    record = table(2, *lines, hand_size=24)
    assert detail(record)["draw"] == 3
    assert possible(record, draws(0, "2C"), draws(0, "5C"), played("held", 0, "3C")) == [0]


def test_a_draw_over_both_piles_takes_the_draw_pile_first():
    lines = [*ready("SH", [3, 0]), *turn(0, 3, 2), discards(1, "2C 3C 4C")]
    record = table(2, *lines, hand_size=24)
    assert (detail(record)["draw"], detail(record)["discard"]) == (1, 3)
    assert possible(record, draws(1, "2C 3C 4C"), draws(1, "2C 3C 5C"), draws(1, "2C 5C 6C")) == [1]


def test_unnamed_moves_are_impossible_by_their_counts_alone():
    """Seat 0 is known to hold no spade, and sets cards aside all the same."""
    hand = [played("held", 0, code) for code in ("2C", "3C")]
    record = table(2, dealt(1), *targets("SH"), *hand, hand_size=2)
    assert possible(record, aside(0, 1), aside(0, 2), aside(0, "2C")) == [0, 1]


def test_the_order_of_named_cards_means_nothing():
    one = table(2, *ready("SH", [2, 1]), draws(0, "2C AH"))
    other = table(2, *ready("SH", [2, 1]), draws(0, "AH 2C"))
    assert one.state == other.state


# --- the end ------------------------------------------------------------------------------------


def test_nothing_happens_after_the_end_but_words_about_earlier_entries():
    record = add(all_but(13), declared(0, "tredici"))
    late = [dealt(), aside(1, 0), declared(0, "tredici"), DRAW, KISCHE[0], played("held", 0, "2C")]
    assert possible(record, *late) == []
    add(record, {"kind": "corrected", "seq": 4, "entry": aside(0, 13)})
    assert refused(record, {"kind": "corrected", "seq": 4, "entry": aside(0, 12)})
    add(record, {"kind": "struck", "seq": 5})
    assert record.summary()["status"] == "playing"
