"""Tredici: its flow, step by step (docs/games/tredici.md)."""

import pytest

from players.torite import declared, played
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
from referees.torite import ALL_SEEING, PUBLIC
from tricktable.games.tredici.display import _hands
from tricktable.games.tredici.topics import SETTING_ASIDE
from tricktable.rules.entries import Declared, Moved
from tricktable.rules.piles import EMPTY, Pile
from tricktable.rules.topics import OfferToSeat
from tricktable.rules.view import view

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
    assert (state.next.what, state.awaited) == ("give", (0, 1))


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


@pytest.mark.parametrize(
    ("counts", "owners", "words"),
    [
        ([3], 6, "hand 3"),
        ([3, 4], 4, "3 4"),
        ([2] * 7, 2, "2 2 2 2 2 2 2"),
        ([2] * 5, 3, "10 in hand"),
        ([1, 2, 3, 4], 4, "10"),
    ],
)
def test_hands_of_a_team_stand_beside_each_other_where_there_is_room(counts, owners, words):
    assert _hands(counts, owners) == words


# --- a seat's page ------------------------------------------------------------------------------


@pytest.mark.parametrize("own", ["C", "D", "H", "S"])
def test_who_sets_cards_aside_may_touch_those_of_the_own_suit_and_no_others(own):
    other = "S" if own != "S" else "H"
    record = table(2, dealt(1), *targets(own + other))
    for seat, suit in enumerate(own + other):
        names = ("Ann", "Bo")
        to = OfferToSeat(view(record, seat), record.header, seat, names, (), (0, 1))
        offered = SETTING_ASIDE.page.names(to)
        thirteen = [f"{rank}{suit}" for rank in "AKQJT98765432"]
        assert [each.code for each in offered.cards] == thirteen
        assert offered.shut == frozenset()


def test_before_a_suit_is_chosen_no_card_can_be_touched():
    record = table(2, dealt(1))
    to = OfferToSeat(view(record, 0), record.header, 0, ("Ann", "Bo"), (), (0, 1))
    assert SETTING_ASIDE.page.names(to) is None
