"""The Torite without people: where its cards are, what the computer plays, what is presumed."""

from random import Random

import pytest

from games.alone import (
    DEALS_AGAIN,
    LAST,
    dealt_cards,
    decided,
    early,
    lying,
    masks,
    open_table,
    plays,
    presumed,
    said,
)
from players.torite import ENDS, FOUR, FOUR_SUITS, PAIRED, SIDES, THREE, arranged, declared, played
from players.torite import plays as in_turn
from records.lines import record_of
from records.moments import add
from tricktable.rules.cards import STANDARD, card, mask
from tricktable.rules.deal import Layout
from tricktable.rules.presumptions import LAID, READ

DEALT = {"kind": "dealt", "dealer": 0}
STACKS = [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]


def dealt(dealer):
    """The deal."""
    return {**DEALT, "dealer": dealer}


def cards(codes):
    """These cards, in this order."""
    return tuple(card(code) for code in codes.split())


def hand(codes):
    """The mask of these cards."""
    return mask(cards(codes))


# --- the cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "hands", "stacks"), [(4, [13] * 4, 0), (3, [13] * 3 + [1], 0), (2, [0, 0], 4)]
)
def test_every_seat_or_every_stack_has_thirteen_cards(players, hands, stacks):
    lies = dealt_cards(record_of(players))
    assert [each.bit_count() for each in lies.hands] == hands
    assert {name: len(pile) for name, pile in lies.piles.items()} == {
        f"stack{number}": 13 for number in range(1, stacks + 1)
    }


def test_who_plays_alone_has_a_dummy():
    assert dealt_cards(record_of(1)).hands == (0, 0)
    assert len(dealt_cards(record_of(1)).piles) == 4


LIES = Layout(
    (0, 0),
    {
        "stack1": cards("2C 3C"),
        "stack2": cards("2D 3D"),
        "stack3": cards("2H 3H"),
        "stack4": cards("2S 3S"),
    },
)


def test_stacks_lie_there_until_they_are_paired():
    assert lying(record_of(2, [DEALT]), LIES) == LIES


def test_of_each_pair_one_stack_is_the_hand_and_the_other_waits():
    lines = [DEALT, declared(None, "pairing", [[4, 1], [2, 3]])]
    assert lying(record_of(2, lines), LIES) == Layout(
        masks(2, {0: "2S 3S", 1: "2D 3D"}), {"stack1": cards("2C 3C"), "stack3": cards("2H 3H")}
    )


def test_in_the_second_round_the_others_are_the_hands():
    game = arranged(2, SIDES, ENDS)
    first = [line for line in game.lines if line["kind"] != "dealt"][: 1 + 24 + 2]  # 3S was kept
    assert lying(record_of(2, [DEALT, *first]), LIES) == Layout(masks(2, {0: "2D 3D", 1: "2S"}), {})


def test_what_was_played_or_shown_is_in_no_hand():
    lies = Layout(masks(4, {0: "QH 2H", 1: "KH 3H", 2: "4H", 3: "5C 5H"}), {})
    lines = [DEALT, declared(0, "leader"), played("held", 3, "5C"), *in_turn("QH", "KH")]
    assert lying(record_of(4, lines), lies).hands == masks(
        4, {0: "2H", 1: "3H", 2: "4H", 3: "5C 5H"}
    )


def test_the_dummys_cards_stay_in_its_hand_until_they_are_played():
    lines = [*PAIRED, *(played("shown", 1, code) for code in ("2H", "QS"))]
    lies = Layout((0, 0), {**LIES.piles, "stack3": cards("2H 3H QS")})
    record = record_of(1, lines)
    assert lying(record, lies).hands[1] == hand("2H 3H QS")
    add(record, played("played", 0, "5H"), played("played", 1, "2H"))
    assert lying(record, lies).hands[1] == hand("3H QS")


def test_the_backs_of_the_stacks_show_their_suits():
    count = record_of(2).header.rules.deal.counted
    lies = Layout((0, 0), {**LIES.piles, "stack1": cards("2C 3C 4D 5S 6S 7S")})
    assert count("stacks", lies) == [[2, 1, 0, 3], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 2]]
    assert count("leader", lies) is None
    assert count("stacks", Layout((0, 0), {})) == [[0] * 4] * 4


# --- the player of three and four hands ---------------------------------------------------------


def suits_of_four():
    """Each seat has a whole suit."""
    return {
        seat: " ".join(each.code for each in STANDARD if each.suit == seat) for seat in range(4)
    }


@pytest.mark.parametrize(("game", "dealer"), [(1, 0), (2, 1), (4, 3), (5, 0)])
def test_each_game_is_dealt_by_the_next_seat(game, dealer):
    assert decided(record_of(4), suits_of_four(), game=game) == dealt(dealer)


def test_the_holder_of_the_start_card_leads():
    hands = {0: "3C", 1: "3D", 2: "2C KH", 3: "AS"}
    assert decided(record_of(4, [DEALT]), hands) == declared(2, "leader")
    hands = {0: "7C", 1: "5C", 2: "6C", 3: "9D"}
    assert decided(record_of(3, [DEALT]), hands) == declared(1, "leader")
    hands = {0: "7C", 1: "8C", 2: "6C", 3: "5C"}
    assert decided(record_of(3, [DEALT]), hands) == declared(2, "leader")
    hands = {0: "7C", 1: "8C", 2: "9C", 3: "TC"}
    assert decided(record_of(3, [DEALT]), hands) == declared(0, "leader")


def ending(taken, kept, tricks_left):
    """A whole game for four, without its last tricks and all that was shown."""
    game = arranged(4, [taken], [kept])
    lines = [line for line in game.lines if line["kind"] != "shown"]
    record = record_of(4, lines[: len(lines) - 4 * tricks_left])
    hands = {seat: set(cards) for seat, cards in enumerate(game.hands[0])}
    for line in lines[: len(lines) - 4 * tricks_left]:
        if line["kind"] == "played":
            hands[line["seat"]].discard(line["card"])
    return record, {seat: " ".join(sorted(codes)) for seat, codes in hands.items()}


class Closed(Random):
    """Chance that may be asked until it is closed."""

    is_closed = False

    def sample(self, among, count, /):
        """This many of these."""
        assert not self.is_closed
        return super().sample(among, count)


def test_it_thinks_once_and_keeps_to_a_line_that_wins():
    record, hands = ending(FOUR, FOUR_SUITS, 5)
    chance = Closed(1)
    player = record.header.rules.player(chance)
    left = {seat: set(codes.split()) for seat, codes in hands.items()}
    while record.state.next.what == "play":
        line = said(player(open_table(record, {n: " ".join(codes) for n, codes in left.items()})))
        chance.is_closed = True
        add(record, line)
        left[line["seat"]].discard(line["card"])


@pytest.mark.parametrize("tricks", range(1, 6))
def test_it_plays_the_rest_so_that_the_table_wins(tricks):
    record, hands = ending(FOUR, FOUR_SUITS, tricks)
    player = record.header.rules.player(Random(1))
    left = {seat: set(codes.split()) for seat, codes in hands.items()}
    while record.state.next.what == "play":
        line = said(player(open_table(record, {n: " ".join(codes) for n, codes in left.items()})))
        add(record, line)
        left[line["seat"]].discard(line["card"])
    for seat in range(4):
        line = said(player(open_table(record, {n: " ".join(codes) for n, codes in left.items()})))
        assert line["kind"] == "shown"
        assert line["seat"] == seat
        add(record, line)
        left[seat].discard(line["card"])
    assert record.summary()["detail"]["won"] is True
    assert record.findings(0) == []


def test_where_nothing_can_be_won_it_plays_its_lowest_card_that_follows():
    lines = [DEALT, declared(0, "leader"), *in_turn("QH")]
    record = record_of(4, lines)
    assert plays(record, 1, "KH 4H 2C") == "4H"
    assert plays(record, 1, "KC 4S 2C") == "2C"
    assert decided(record, {0: "2H"}) == DEALS_AGAIN


def test_kept_cards_are_shown_in_order_and_the_one_set_aside_last():
    game = arranged(3, [THREE], [["AH", "7C", "9D"]], aside="5S")
    lines = [line for line in game.lines if line["kind"] != "shown"]
    record = record_of(3, lines)
    hands = {0: "AH", 1: "7C", 2: "9D", 3: "5S"}
    for seat, code in ((0, "AH"), (1, "7C"), (2, "9D"), (None, "5S")):
        line = decided(record, hands)
        assert line == played("shown", seat, code)
        add(record, line)
    assert decided(record, hands) is None


def test_an_empty_hand_shows_nothing():
    lines = [line for line in arranged(4, [FOUR], [FOUR_SUITS]).lines if line["kind"] != "shown"]
    record = record_of(4, lines)
    assert decided(record, {1: "7C"}) == played("shown", 1, "7C")
    assert decided(record, {}) == DEALS_AGAIN


# --- the player of one and two hands ------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2])
def test_one_and_two_count_the_stacks_and_pair_them_somehow(players):
    record = record_of(players)
    assert decided(record, {}, game=2) == DEALT
    assert decided(add(record, DEALT), {}) == declared(None, "stacks")
    add(record, declared(None, "stacks", STACKS))
    first, last = decided(record, {}), decided(record, {}, LAST)
    assert (first["topic"], first["seat"]) == ("pairing", None)
    assert first["value"] != last["value"]


DUMMY = {0: "2C AC", 1: "2H 3H QS"}


def test_the_dummy_turns_up_a_card_of_each_suit_that_it_has():
    record = record_of(1, PAIRED)
    assert decided(record, DUMMY) == played("shown", 1, "2H")
    assert decided(record, DUMMY, LAST) == played("shown", 1, "QS")
    add(record, played("shown", 1, "2H"))
    assert decided(record, DUMMY) == played("shown", 1, "QS")
    add(record, played("shown", 1, "QS"))
    assert decided(record, DUMMY) == played("played", 0, "AC")


def test_who_has_taken_the_last_trick_leads_the_second_round():
    """Here the dummy has nothing to turn up."""
    takers = [1] * 4 + [0] * 8
    game = arranged(1, (takers, [0] * 4 + [1] * 8), ENDS).lines
    record = record_of(1, game[: 2 + 24 + 2])
    assert record.state.next.what == "turn_up"
    assert decided(record, {0: "2D KD"}) == played("played", 0, "2D")
    assert decided(record, {0: "2D KD", 1: "4C"}) == played("shown", 1, "4C")


PLAYING = [DEALT, declared(None, "pairing", [[1, 2], [3, 4]])]


def test_it_plays_high_while_it_needs_tricks_and_low_afterwards():
    record = record_of(2, PLAYING)
    assert plays(record, 0, "2C KH 5D") == "KH"
    assert decided(record, {1: "2C"}) == DEALS_AGAIN
    record = record_of(2, [*PLAYING, played("played", 0, "QH")])
    assert plays(record, 1, "2H KH AD") == "KH"
    assert plays(record, 1, "2C KD 3S") == "KD"
    winners = [*SIDES]
    game = arranged(2, winners, ENDS).lines
    second = record_of(2, game[: 2 + 24 + 2])
    seat = second.state.next.seat
    assert seat == 1
    assert plays(second, 1, "2H KH") == "KH", "who took four takes eight now"
    add(second, played("played", 1, "QD"))
    assert plays(second, 0, "2D KD") == "2D", "who took eight takes four"
    first = record_of(2, game[: 2 + 2 * 8])
    assert first.state.tabletop().tally == (8, 0)
    assert plays(first, 0, "2D KD") == "2D"
    one_less = record_of(2, game[: 2 + 2 * 7])
    assert plays(one_less, 0, "2D KD") == "KD"


def test_one_and_two_show_what_they_have_kept():
    game = arranged(2, SIDES, ENDS).lines
    record = record_of(2, game[: 2 + 24])
    assert decided(record, {0: "TH", 1: "3S"}) == played("shown", 0, "TH")
    add(record, played("shown", 0, "TH"))
    assert decided(record, {0: "", 1: "3S"}) == played("shown", 1, "3S")
    whole = record_of(2, game)
    assert whole.state.status == "finished"
    assert decided(whole, {0: "TH"}) is None


# --- what is presumed ---------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_the_first_card_shows_that_its_player_leads_and_the_one_before_dealt(players):
    record = record_of(players)
    names = record.header.seat_names
    for seat in range(players):
        before = (seat - 1) % players
        deal = (dealt(before), f"{names[before]} deals")
        assert presumed(record, seat) == [deal, (declared(seat, "leader"), f"{names[seat]} leads")]
        assert presumed(record, seat, READ) == presumed(record, seat, "leader") == [deal]
    assert presumed(record, None) == []
    begun = add(record, dealt(0))
    assert presumed(begun, 2) == [(declared(2, "leader"), f"{names[2]} leads")]
    assert presumed(begun, 2, READ) == presumed(begun, None) == []
    assert presumed(add(begun, declared(1, "leader")), 1) == []


def test_of_two_players_the_dealer_leads_with_stacks_in_order():
    record = record_of(2)
    names = record.header.seat_names
    stacks = (declared(None, "pairing", [[1, 2], [3, 4]]), "the stacks are in order")
    for seat in (0, 1):
        assert presumed(record, seat) == [(dealt(seat), f"{names[seat]} deals"), stacks]
        assert presumed(record, seat, READ) == presumed(record, seat, "stacks") == []
    assert presumed(record, None) == []
    begun = add(record, dealt(1))
    assert presumed(begun, 0) == presumed(begun, None) == [stacks]
    assert presumed(begun, 0, READ) == []
    counted = add(begun, declared(None, "stacks", STACKS))
    assert presumed(counted, 0) == []


def test_alone_there_is_one_dealer_whatever_is_done():
    record = record_of(1)
    deal = (dealt(0), f"{record.header.seat_names[0]} deals")
    for seat in (0, 1, None):
        assert presumed(record, seat, "stacks") == [deal]
        assert presumed(record, seat)[0] == deal


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_seat_can_lay_a_card_before_anybody_says_who_dealt_or_leads(players):
    seats = [(seat, LAID) for seat in range(max(players, 2))]
    record = record_of(players)
    assert early(record) == seats
    assert early(add(record, DEALT)) == seats
    said_next = declared(0, "leader") if players > 2 else declared(None, "stacks", STACKS)
    assert early(add(record, said_next)) == []
