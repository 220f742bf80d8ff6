"""Tredici: its rulings about what is called, who plays and what is seen, D14 to D31."""

import pytest

from players.torite import declared
from players.tredici import (
    DRAW,
    KISCHE,
    TEAMS,
    all_but,
    apply,
    aside,
    dealt,
    discards,
    draws,
    exchange,
    gives,
    piled,
    ready,
    table,
    targets,
    turn,
)
from records.lines import header, refused
from records.moments import add, awaited, detail, possible
from referees.torite import ALL_SEEING
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import BadLine, Declared, Impossible, Moved
from tricktable.rules.piles import Pile
from tricktable.rules.view import view


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


@pytest.mark.parametrize("first", [1, 7, 10, 12])
def test_d24_at_once_whatever_was_set_aside_before(first):
    state = piled(2, "SH", (first, 1), (13, 7), 7, auto_call="yes")._replace(phase="stack")
    nearly, after = (Moved(0, "hand", "stack", 13 - first - less, None) for less in (1, 0))
    assert apply(state, nearly).status == "playing"
    assert apply(state, after).winner([]) == [0]


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
        with pytest.raises(BadLine):
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
    with pytest.raises(BadLine):
        header(players, "tredici", teams=teams)
    if players == 5:
        with pytest.raises(BadLine):
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
        assert view(record).position.stacked == ((3, 2), (1,))


def test_cards_named_in_a_stack_stay_its_owners_secret_when_everybody_knows_the_suit():
    lines = [dealt(1), *targets("SSD"), aside(0, "9S 4S"), aside(1, 1), aside(2, "2D")]
    record = table(3, *lines)
    nine_and_four = {BY_CODE["9S"], BY_CODE["4S"]}
    assert view(record, 0).position.named == (nine_and_four, set(), set())
    add(record, KISCHE[0])
    assert view(record, 2).position.targets == ("S", None, "D")
    assert view(record, 2).position.named == (set(), set(), {BY_CODE["2D"]})
    assert view(record).position.named == (set(), set(), set())
    assert view(record, 0).position.named[0] == nine_and_four
