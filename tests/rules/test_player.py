"""What the player by chance answers at a moment: all that it can, over many chances."""

from dataclasses import replace
from random import Random

import pytest

from records.lines import record_of
from tricktable.rules.cards import card, mask
from tricktable.rules.entries import Dealt, Declared, Moved, Played, Shown
from tricktable.rules.game import Offer
from tricktable.rules.laying import PLAYED, SHOWN
from tricktable.rules.player import MISFIT, ByChance, OpenTable, by_hand, offer, trick_of
from tricktable.rules.topics import A_SUIT, Topic
from tricktable.rules.tricks import Bar
from tricktable.rules.verdicts import OwnRule
from tricktable.rules.view import view

ONLY = (("AC", "2D"), ("3C", "KD"), ("4C",), ())
"""What four players hold, the last of them nothing."""


def moment(**fields):
    """A moment of four players in which nothing is offered and nobody acts."""
    base = {"next_what": "wait", "awaited": (), "offers": (), "laid": None, "led": None}
    return replace(view(record_of(4)), **(base | fields))


def answers(now, hands=ONLY):
    """Everything that is answered by one chance or another."""
    masks = tuple(mask(map(card, hand)) for hand in hands)
    table = OpenTable(now, now.position, masks, 1)
    return {ByChance(Random(seed))(table) for seed in range(60)}


@pytest.mark.parametrize(
    ("offered", "said"),
    [
        (Offer("bid", (1,), (6, "pass")), {Declared(1, "bid", 6), Declared(1, "bid", "pass")}),
        (Offer("bid", (0, 2)), {Declared(0, "bid", None), Declared(2, "bid", None)}),
        (Offer("bid", (None,), ()), {Declared(None, "bid", None)}),
        (Offer("bid", (1, None), (0,)), {Declared(1, "bid", 0), Declared(None, "bid", 0)}),
    ],
)
def test_what_is_waited_for_is_said_by_any_seat_that_may_with_any_value(offered, said):
    other = Offer("protest", (3,))
    assert answers(moment(next_what="bid", offers=(other, offered))) == said
    assert answers(moment(next_what="bid", awaited=(3,), offers=(offered, other))) == said


def test_a_deal_is_somebodys_who_may_deal_and_the_first_seats_if_it_is_nobodys():
    other = Offer("protest", (3,))
    offers = (other, Offer("dealt", (1, 2)))
    assert answers(moment(next_what="deal", offers=offers)) == {Dealt(1), Dealt(2)}
    assert answers(moment(next_what="deal", offers=(Offer("dealt", (None,)),))) == {Dealt(0)}


@pytest.mark.parametrize(
    ("offered", "moved"),
    [
        (
            Offer("hand>discard", (2,), (1, 3)),
            {Moved(2, "hand", "discard", each, None) for each in (1, 3)},
        ),
        (Offer("kitty>hand", (None,), (2,)), {Moved(0, "kitty", "hand", 2, None)}),
        (Offer("kitty>hand", (1,)), {Moved(1, "kitty", "hand", 0, None)}),
        (Offer("kitty>hand", (1,), ()), {Moved(1, "kitty", "hand", 0, None)}),
    ],
)
def test_a_move_is_of_as_many_cards_as_are_offered(offered, moved):
    assert answers(moment(next_what=offered.what, offers=(offered,))) == moved


def test_where_no_offer_is_waited_for_those_who_are_due_choose_among_theirs():
    offers = (
        Offer("wish", (0, 1, 2), ("C",)),
        Offer("protest", (3,)),
        Offer("colour", (None,), ("H",)),
    )
    table = Declared(None, "colour", "H")
    assert answers(moment(awaited=(1, 2), offers=offers)) == {
        Declared(1, "wish", "C"),
        Declared(2, "wish", "C"),
        table,
    }
    assert answers(moment(awaited=(3,), offers=offers)) == {Declared(3, "protest", None), table}
    assert answers(moment(offers=offers)) == {table}


def test_of_several_moves_the_first_is_made_before_anything_is_said():
    moves = (Offer("kitty>hand", (1, 2), (2,)), Offer("hand>discard", (1,), (2,)))
    offers = (Offer("wish", (1,), ("C",)), *moves)
    assert answers(moment(awaited=(1,), offers=offers)) == {Moved(1, "kitty", "hand", 2, None)}
    assert answers(moment(awaited=(3,), offers=offers), (*ONLY[:3], ("5S",))) == {
        Played(3, card("5S"))
    }


@pytest.mark.parametrize(
    ("awaited", "led", "played"),
    [
        ((0,), None, [(0, "AC"), (0, "2D")]),
        ((0,), "D", [(0, "2D")]),
        ((0,), "S", [(0, "AC"), (0, "2D")]),
        ((1, 2), None, [(1, "3C"), (1, "KD"), (2, "4C")]),
        ((1, 2), "D", [(1, "KD"), (2, "4C")]),
    ],
)
def test_any_card_that_follows_is_played_by_any_seat_that_must(awaited, led, played):
    expected = {Played(seat, card(code)) for seat, code in played}
    for laid in (None, PLAYED):
        for what in ("play", "wait"):
            now = moment(next_what=what, awaited=awaited, led=led, laid=laid)
            assert answers(now) == expected


def test_a_card_is_played_before_anything_else_is_said():
    rare = Offer("protest", (0,))
    played = {Played(2, card("4C"))}
    assert answers(moment(next_what="play", awaited=(2,), offers=(rare,))) == played
    rare = Offer("protest", (2,))
    assert answers(moment(next_what="play", awaited=(2,), offers=(rare,))) == played
    shown = moment(awaited=(2,), offers=(rare,), laid=SHOWN)
    assert answers(shown) == {Shown(2, card("4C"))}


def test_where_cards_are_shown_any_of_the_hand_is_whatever_was_led():
    now = moment(awaited=(0, 2), laid=SHOWN, led="D")
    assert answers(now) == {Shown(0, card("AC")), Shown(0, card("2D")), Shown(2, card("4C"))}


def test_a_card_beside_the_seats_is_shown_by_the_table_when_no_seat_must_act():
    now, beside = moment(laid=SHOWN), (*ONLY, (), ("7H", "8H"))
    assert answers(now, beside) == {Shown(None, card("7H")), Shown(None, card("8H"))}
    assert answers(replace(now, awaited=(2,)), beside) == {Shown(2, card("4C"))}
    assert answers(now) == answers(now, (*ONLY, ())) == {None}


def test_an_empty_hand_that_must_act_does_not_fit_the_game():
    assert answers(moment(next_what="play", awaited=(3,))) == {MISFIT}
    assert answers(moment(awaited=(3,), laid=SHOWN)) == {MISFIT}


def test_an_offer_is_found_by_its_topic_and_a_trick_is_told_in_cards():
    bid, wish = Offer("bid", (1,)), Offer("wish", (1,))
    now = moment(offers=(bid, wish, Offer("wish", (2,))), trick=((3, "QH"), (0, "7R")))
    assert (offer(now, "bid"), offer(now, "wish"), offer(now, "plot")) == (bid, wish, None)
    assert trick_of(now) == ((3, card("QH")), (0, card("7R")))
    assert trick_of(moment()) == ()


def decided(brain, now, hands=ONLY):
    """What a player answers whose chance plays no part."""
    masks = tuple(mask(map(card, hand)) for hand in hands)
    return brain(Random(0))(OpenTable(now, now.position, masks, 1))


def test_a_card_turned_up_is_the_one_beside_the_seats_and_an_open_hand_is_shown_from_its_highest():
    turning = moment(next_what="turn_up", next_seat=1, awaited=(1,))
    assert answers(turning, (*ONLY, ("9H",))) == {Shown(1, card("9H"))}
    opening = moment(next_what="open", next_seat=0, awaited=(0,))
    assert answers(opening) == {Shown(0, card("2D"))}
    assert answers(replace(opening, next_seat=3, awaited=(3,))) == {Declared(3, "open", None)}


def test_what_the_hand_does_not_say_or_may_not_say_is_left_to_chance():
    now = moment(next_what="bid", awaited=(1,), offers=(Offer("bid", (1,), (6, "pass")),))
    assert decided(by_hand({"bid": lambda _table, _seat: 6}), now) == Declared(1, "bid", 6)
    for brain in (by_hand({"bid": lambda _table, _seat: 7}), by_hand({})):
        assert decided(brain, now).value in (6, "pass")
    moving = moment(next_what="hand>kitty", awaited=(0,), offers=(Offer("hand>kitty", (0,), (2,)),))
    player = by_hand({"hand>kitty": lambda _table, _seat: 2})
    assert decided(player, moving) == Moved(0, "hand", "kitty", 2, None)


@pytest.mark.parametrize(
    ("answer", "done"),
    [("H", Declared(0, "sing", "H")), ("C", Played(0, card("2D"))), (None, Played(0, card("2D")))],
)
def test_what_may_be_said_beside_a_card_is_said_if_it_is_offered(answer, done):
    now = moment(next_what="play", awaited=(0,), offers=(Offer("sing", (0,), ("D", "H")),))
    rules = replace(now.rules, topics=(Topic("sing", "Sing", A_SUIT), *now.rules.topics))
    player = by_hand({"sing": lambda _table, _seat: answer}, lambda turn: turn.may[-1])
    assert decided(player, replace(now, rules=rules), (("AC", "2D"),)) == done
    others = replace(now, rules=rules, awaited=(1,))
    assert decided(player, others, (("AC",), ("2D",))) == Played(1, card("2D"))


@pytest.mark.parametrize(
    ("trick", "led", "may", "takes"),
    [((), None, ["2D", "AC"], ["2D", "AC"]), (((3, "5C"),), "C", ["AC"], ["AC"])],
)
def test_a_turn_has_the_cards_that_may_be_played_and_those_that_take_the_trick(
    trick, led, may, takes
):
    seen = []
    best = 3 if trick else None
    now = moment(next_what="play", awaited=(0,), trick=trick, led=led, best=best)
    brain = by_hand({}, lambda turn: seen.append(turn) or turn.may[0])
    assert decided(brain, now).seat == 0
    (turn,) = seen
    assert sorted(each.code for each in turn.may) == sorted(may)
    assert sorted(each.code for each in turn.takes) == sorted(takes)
    assert not turn.is_partners
    assert not turn.loses


def test_where_several_may_lead_the_one_does_who_has_a_card_that_is_not_barred():
    others = mask(map(card, ("AC", "2D", "3C", "4C")))
    now = moment(next_what="play", awaited=(0, 1), bars=(Bar(OwnRule("opening"), others, others),))
    assert decided(by_hand({}, lambda turn: turn.may[0]), now) == Played(1, card("KD"))
