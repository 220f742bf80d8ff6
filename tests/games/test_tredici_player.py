"""Tredici without people: who is dealt which cards, what is moved, chosen and presumed there."""

from dataclasses import replace

import pytest

from games.alone import (
    FIRST,
    LAST,
    First,
    Last,
    dealt_cards,
    decided,
    early,
    lying,
    masks,
    open_table,
    presumed,
    said,
)
from players.torite import declared
from players.tredici import (
    DRAW,
    KISCHE,
    TEAMS,
    all_but,
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
from records.moments import add
from tricktable.games.tredici.player import LONGEST
from tricktable.games.tredici.rules import Kische
from tricktable.rules.cards import STANDARD, card
from tricktable.rules.deal import Layout
from tricktable.rules.player import offer
from tricktable.rules.verdicts import PUBLIC, REFEREE

SPADES = ready("SHD", [1, 2, 1])
"""Three players have set cards aside, and the first draws one."""


def cards(codes: str):
    """These cards, in this order."""
    return tuple(card(code) for code in codes.split())


# --- the cards ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "size"), [(2, 7), (4, 7), (9, 5), (13, 4)])
def test_everybody_has_a_hand_and_the_rest_is_drawn(players, size):
    teams = {"teams": [[*range(players)][n::2] for n in range(2)]} if players > 4 else {}
    lies = dealt_cards(table(players, dealt(), **teams))
    assert [hand.bit_count() for hand in lies.hands] == [size] * players
    assert {name: len(pile) for name, pile in lies.piles.items()} == {
        "draw": 52 - size * players,
        "discard": 0,
    }


HANDS = {0: "9C JC 4D JD AH 2S 3S", 1: "2C 8H QH KH TS JS QS", 2: "3C 4C TC 5D KD AD 9S"}
TOP = "6C 7C 8C"


def laid(hands: dict[int, str]) -> Layout:
    """These hands, and all other cards in the draw pile."""
    gone = {*" ".join(hands.values()).split(), *TOP.split()}
    rest = " ".join(each.code for each in STANDARD if each.code not in gone)
    return Layout(masks(len(hands), hands), {"draw": cards(f"{rest} {TOP}"), "discard": ()})


LIES = laid(HANDS)


def after(*lines, lies=LIES, begun=SPADES):
    """Where the cards lie once everybody has set cards aside, and after these moves."""
    return lying(table(3, *begun, *lines), lies)


def hand(codes: str) -> int:
    """The mask of these cards."""
    return masks(1, {0: codes})[0]


def test_what_is_set_aside_is_of_the_own_suit_first():
    ended = after()
    assert ended.hands[:2] == (hand("9C JC 4D JD AH 3S"), hand("2C KH TS JS QS"))
    stacks = [ended.piles[f"stack{owner}"] for owner in range(3)]
    assert stacks == [cards("2S"), cards("8H QH"), cards("5D")]
    more = after(begun=ready("SHD", [3, 0, 0]))
    assert [more.piles[f"stack{n}"] for n in range(3)] == [cards("2S 3S 9C"), (), ()]


def test_what_is_drawn_lies_on_top():
    ended = after(draws(0, 1))
    assert ended.hands[0] == hand("9C JC 4D JD AH 3S 8C")
    assert ended.piles["draw"][-2:] == cards("6C 7C")
    ended = after(discards(0, 3), draws(0, 3), begun=ready("SHD", [0, 2, 1]))
    assert ended.piles["draw"] == LIES.piles["draw"][:-3]


def test_what_is_named_moves_itself():
    ended = after(draws(0, "6C"), aside(0, "3S"))
    assert ended.hands[0] == hand("9C JC 4D JD AH 6C")
    assert ended.piles["draw"][-2:] == cards("7C 8C")
    assert ended.piles["stack0"] == cards("2S 3S")


def test_the_lowest_cards_that_are_of_another_suit_are_discarded():
    ended = after(discards(0, 3), begun=ready("SHD", [0, 2, 1]))
    assert ended.hands[0] == hand("JD AH 2S 3S")
    assert ended.piles["discard"] == cards("4D 9C JC")


class Backwards(First):
    """Chance that turns the order round."""

    def shuffle(self, cards, /):
        """The last comes first."""
        cards.reverse()


def test_the_discards_are_shuffled_and_drawn_when_the_pile_runs_out():
    """Of 52 cards two players have 24 each and draw the other four."""
    setup, options = ready("SH", [0, 0]), {"hand_size": 24}
    black = [each.code for each in STANDARD if each.suit in (0, 3)]
    red = [each.code for each in STANDARD if each.suit in (1, 2)]
    lies = Layout(
        masks(2, {0: " ".join(black[:24]), 1: " ".join(red[:24])}),
        {"draw": cards(" ".join([*red[24:], *black[24:]])), "discard": ()},
    )
    assert [each.code for each in lies.piles["draw"]] == ["KH", "AH", "KS", "AS"]
    record = table(2, *setup, *exchange(0), discards(1, 3), **options)
    before = lying(record, lies, Backwards())
    assert before.piles["draw"] == cards("KH")
    assert before.piles["discard"] == cards("2C 3C 4C 2D 3D 4D")
    then = lying(add(record, draws(1, 3)), lies, Backwards())
    assert then.hands[1] == before.hands[1] | hand("KH 4D 3D")
    assert then.piles["draw"] == cards("2D 4C 3C 2C")
    assert then.piles["discard"] == ()


def test_who_is_purged_has_no_cards():
    lines = ready("SSH", [1, 1, 1])
    ended = lying(table(3, *lines, KISCHE[0]), LIES)
    assert ended.hands == (hand("9C JC 4D JD AH 3S"), 0, hand("4C TC 5D KD AD 9S"))
    assert ended.piles["stack1"] == ()
    assert ended.piles["stack0"] == cards("2S")
    assert ended.piles["discard"] == cards("2C 8H QH KH JS QS TS")


def test_a_team_that_is_purged_loses_all_hands_and_its_stack():
    hands = dict(enumerate(("2S 3C", "3S 4C", "4H 5C", "5H 6C", "6D")))
    lies = Layout(masks(5, hands), {"draw": (), "discard": ()})
    lines = [dealt(4), declared(0, "target", "S"), declared(2, "target", "S")]
    lines += [aside(seat, 1) for seat in range(5)]
    ended = lying(table(5, *lines, KISCHE[0], teams=TEAMS), lies)
    assert ended.hands == masks(5, {0: "3C", 1: "4C"})
    assert ended.piles["stack0"] == cards("2S 3S")
    assert ended.piles["stack1"] == ()


# --- the player ---------------------------------------------------------------------------------


class Counting(Last):
    """Chance whose numbers rise: of equals, the last is the highest."""

    def __init__(self) -> None:
        self.number = 0.5

    def random(self) -> float:
        """More than the number before it."""
        self.number += 0.001
        return self.number


def test_each_game_is_dealt_by_the_next_seat():
    assert [decided(table(3), {}, game=game) for game in (1, 2, 4)] == [*map(dealt, (0, 1, 0))]


@pytest.mark.parametrize(
    ("hand", "suit"),
    [("2S 3S AH KC", "S"), ("2D AC KC AS KS QS JD TD", "D"), ("2C 3D", "C"), ("4H 5H AS", "H")],
)
def test_anybody_chooses_the_suit_that_they_have_most_of(hand, suit):
    record = table(3, dealt(0))
    assert decided(record, {0: hand}) == declared(0, "target", suit)
    assert decided(record, {2: hand}, LAST) == declared(2, "target", suit)


def test_which_of_two_equal_suits_is_left_to_chance():
    record = table(3, dealt(0))
    assert decided(record, {0: "2D 2H"}) == declared(0, "target", "D")
    assert decided(record, {2: "2D 2H"}, Counting()) == declared(2, "target", "H")


def test_a_team_chooses_by_all_its_hands():
    record = table(5, dealt(4), teams=TEAMS)
    hands = {0: "2C 3C 4D", 1: "5D 6D", 2: "2S 3S 4S 5S"}
    assert decided(record, hands) == declared(0, "target", "D")


def test_nobody_chooses_twice():
    record = table(3, dealt(0), declared(0, "target", "S"), aside(0, 1), declared(1, "target", "H"))
    assert decided(record, {1: "2H 3H", 2: "2D"}) == declared(2, "target", "D")


def test_whoever_is_purged_takes_another_suit_even_where_the_old_one_is_allowed():
    hands = {1: "2S 3S 4S 2D", 2: "2S 3S 2C"}
    record = table(3, *ready("HSS", [1, 1, 1]), purge_keep_suit="always_ok")
    player = record.header.rules.player(FIRST)
    player(open_table(record, hands))  # it sees the suits, and remembers them
    add(record, KISCHE[0])
    may = offer(open_table(record, hands).view, "target")
    assert "S" in may.values
    assert played_on(player, record, hands) == declared(1, "target", "D")


def test_the_old_suit_is_kept_if_there_is_no_other():
    record = table(4, *ready("CDHS", [1, 1, 1, 1]))
    player = record.header.rules.player(FIRST)
    player(open_table(record, {}))
    add(record, KISCHE[1])
    assert played_on(player, record, {1: "2C"}) == declared(1, "target", "D")


def played_on(player, record, hands):
    """What the player says next."""
    return said(player(open_table(record, hands)))


def test_a_turn_is_a_discard_a_draw_and_all_of_the_own_suit():
    record = table(3, *ready("SHD", [0, 2, 1]))
    player = record.header.rules.player(LAST)
    assert played_on(player, record, {0: "2C 3C 4C 5S"}) == discards(0, 3)
    add(record, discards(0, 3))
    assert played_on(player, record, {0: "5S"}) == draws(0, 3)
    add(record, draws(0, 3))
    assert played_on(player, record, {0: "5S 6S 7H 2D"}) == aside(0, 2)
    add(record, aside(0, 2))
    assert played_on(player, record, {1: "2C"}) == draws(1, 2)


def test_everybody_sets_aside_what_they_have_of_their_suit_at_first():
    record = table(3, dealt(2), *targets("SHD"))
    assert decided(record, {0: "2S 3S 4S AH"}) == aside(0, 3)
    assert decided(record, {0: "2C AH"}) == aside(0, 0)


def test_no_more_are_set_aside_than_the_stack_has_room_for():
    begun = [dealt(1), *targets("SH"), aside(0, 12), aside(1, 1), draws(0, 12)]
    assert decided(table(2, *begun, hand_size=20), {0: "2S 3S 4S"}) == aside(0, 1)


def drawn(before: str, then: str, *, options=None):
    """What the player says after a draw."""
    record = table(3, *SPADES, **(options or {}))
    player = record.header.rules.player(LAST)
    assert played_on(player, record, {0: before}) == draws(0, 1)
    add(record, draws(0, 1))
    return player, record, played_on(player, record, {0: then})


@pytest.mark.parametrize(
    ("before", "then", "says"),
    [
        ("2C", "2C AH", declared(0, "ace")),
        ("2C", "2C AS", aside(0, 1)),  # of the own suit
        ("2C", "2C KH", aside(0, 0)),
        ("2C AH", "2C AH 3H", aside(0, 0)),  # it was there before
        ("2C AH", "2C AH AD", declared(0, "ace")),
        ("KC", "KC 3H", aside(0, 0)),
    ],
)
def test_an_ace_of_another_suit_is_declared_once_it_is_drawn(before, then, says):
    assert drawn(before, then)[2] == says


def test_an_ace_is_declared_once():
    hands = {0: "2C AH 3S"}
    player, record, line = drawn("2C", "2C AH 3S")
    assert line == declared(0, "ace")
    assert played_on(player, record, hands) == aside(0, 1), "the table has not taken it"
    player, record, line = drawn("2C", "2C AH 3S")
    add(record, line)
    assert played_on(player, record, hands) == aside(0, 1)


def test_after_a_turn_the_player_knows_what_is_left_in_the_hand():
    """A draw that somebody else recorded is noticed by its cards."""
    record = table(3, dealt(2), *targets("SHD"))
    player = record.header.rules.player(LAST)
    assert played_on(player, record, {0: "2S AC 4H", 1: "", 2: ""}) == aside(0, 1)
    add(record, aside(0, 1), aside(1, 1), aside(2, 1), draws(0, 1))
    assert played_on(player, record, {0: "AC 4H 5S"}) == aside(0, 1)
    assert played_on(player, record, {0: "AC 4H AD"}) == declared(0, "ace")
    stranger = record.header.rules.player(LAST)
    assert played_on(stranger, record, {0: "AC 4H AD"}) == aside(0, 0), "it may be an old one"


def test_thirteen_are_called_at_once():
    record = all_but(13)
    assert decided(record, {}) == declared(0, "tredici")
    team = [dealt(4), declared(0, "target", "S"), aside(0, 7), aside(1, 6)]
    assert decided(table(5, *team, teams=TEAMS), {}) == declared(0, "tredici")


def test_now_and_then_somebody_calls_kische():
    record = table(3, *SPADES)
    assert decided(record, {0: "2C"}) == declared(0, "kische")
    assert decided(record, {0: "2C"}, LAST) == draws(0, 1)
    for number, says in ((0.009, declared(2, "kische")), (0.01, draws(0, 1))):
        chance = Last()
        chance.random = lambda number=number: number
        assert decided(record, {0: "2C"}, chance) == says


@pytest.mark.parametrize(
    ("seq", "says"), [(LONGEST - 1, draws(0, 6)), (LONGEST, draws(0, 6)), (LONGEST + 1, DRAW)]
)
def test_a_game_that_goes_nowhere_ends_in_a_draw(seq, says):
    state = piled(2, "SH", (3, 3), (1, 0), 5)
    record = table(2, *ready("SH", [1, 1]))
    at = open_table(record, {0: "2C"})
    view = replace(at.view, seq=seq, offers=state.offers(), position=state.position((), REFEREE))
    assert said(record.header.rules.player(LAST)(replace(at, view=view))) == {
        **says,
        **({"count": 5} if says is not DRAW else {}),
    }


def test_a_game_that_can_be_won_goes_on():
    record = table(3, *SPADES)
    at = open_table(record, {0: "2C"})
    view = replace(at.view, seq=LONGEST + 1)
    assert said(record.header.rules.player(LAST)(replace(at, view=view))) == draws(0, 1)


@pytest.mark.parametrize(("suits", "says"), [("SH", draws(0, 1)), ("SS", DRAW)])
def test_a_draw_is_agreed_on_only_where_the_secret_suits_allow_it(suits, says):
    """All that is public looks the same: two stacks with thirteen cards, and no kisché left."""
    state = piled(2, suits, (6, 7), (6, 7), 25)._replace(kische=Kische(callers=(0,)))
    assert any(each.what == "draw" for each in state.offers())
    at = open_table(table(2, *ready(suits, [1, 1])), {0: "2C"})
    public, known = state.position((), PUBLIC), state.position((), REFEREE)
    view = replace(at.view, seq=LONGEST + 1, offers=state.offers(), position=public)
    decision = at.view.rules.player(LAST)(replace(at, view=view, known=known))
    assert said(decision) == says
    assert state.apply(decision).status == ("drawn" if says is DRAW else "playing")


def test_everybody_gives_a_card_for_a_new_draw_pile():
    record = table(
        13,
        dealt(12),
        *[declared(n, "target", "CDHS"[n]) for n in range(2)],
        *[aside(seat, 0) for seat in range(13)],
        teams=[[*range(13)][n::2] for n in range(2)],
    )
    assert record.state.next.what == "give"
    assert decided(record, {0: "2C 3C"}, LAST) == gives(0)[0]


def test_nobody_moves_when_the_game_is_over():
    record = add(all_but(13), declared(0, "tredici"))
    assert decided(record, {0: "2S"}) is None


# --- what is presumed ---------------------------------------------------------------------------


def named(record):
    """The seats by name."""
    return record.header.seat_names


def draws_and_none(record, *seats):
    """Silent turns of these seats, each with its reason."""
    told = []
    for seat in seats:
        number = 7 - record.state.hands[seat].size
        told.append((draws(seat, number), f"{named(record)[seat]} draws {number}"))
        told.append((aside(seat, 0), f"{named(record)[seat]} sets none aside"))
    return told


def test_any_act_of_a_seat_shows_that_the_one_before_it_dealt():
    record = table(3)
    for seat in range(3):
        before = (seat - 1) % 3
        for what in ("target", "hand>stack", "kische"):
            told = [(dealt(before), f"{named(record)[before]} deals")]
            assert presumed(record, seat, what)[:1] == told
    assert presumed(record, None, "draw") == []


def test_a_target_is_presumed_by_nobody():
    record = table(3, dealt(2), declared(0, "target", "S"))
    for what in ("target", "hand>stack", "draw>hand", "ace"):
        assert presumed(record, 0, what) == []


def test_the_first_turn_shows_that_the_others_set_none_aside():
    record = table(3, dealt(2), *targets("SHD"), aside(0, 1))
    none = [(aside(seat, 0), f"{named(record)[seat]} sets none aside") for seat in (1, 2)]
    assert presumed(record, 0, "draw>hand") == none
    told = [*none, (draws(0, 1), f"{named(record)[0]} draws 1")]
    assert presumed(record, 0, "hand>stack") == told
    assert presumed(record, 0, "ace") == told
    assert presumed(record, 1, "hand>stack") == [], "it belongs to the setup"
    whole = [words for _, words in presumed(record, 1, "ace")]
    first, second, third = named(record)
    assert whole == [
        *(f"{each} sets none aside" for each in (second, third)),
        f"{first} draws 1",
        f"{first} sets none aside",
        f"{second} discards 3",
        f"{second} draws 3",
    ], "an ace is drawn: with it the setup and the turn before it are over"
    for what in ("kische", "draw"):
        assert presumed(record, 0, what) == none, "called between turns"
    for what in ("target", "tredici"):
        assert presumed(record, 0, what) == []
    assert presumed(record, None, "draw>hand") == []


def test_an_act_shows_all_silent_steps_and_turns_before_it():
    record = table(3, *SPADES)
    first, second, _ = named(record)
    own = (draws(0, 1), f"{first} draws 1")
    assert presumed(record, 0, "draw>hand") == []
    assert presumed(record, 0, "hand>stack") == [own]
    assert presumed(record, 0, "ace") == [own]
    silent = [own, (aside(0, 0), f"{first} sets none aside")]
    assert presumed(record, 1, "draw>hand") == silent
    assert presumed(record, 1, "hand>stack") == [*silent, (draws(1, 2), f"{second} draws 2")]
    assert presumed(record, 2, "hand>discard") == [*silent, *draws_and_none(record, 1)]
    assert presumed(record, 0, "hand>discard") == [], "a draw is due, and none is missing"
    for kept, due in ((1, []), (0, [(discards(0, 3), f"{first} discards 3")])):
        ended = table(3, *SPADES, *turn(0, 1, kept))
        around = draws_and_none(ended, 1, 2)
        assert presumed(ended, 0, "hand>discard") == around
        assert presumed(ended, 0, "draw>hand") == [*around, *due]
    drawn = add(record, draws(0, 1))
    assert presumed(drawn, 0, "hand>stack") == []
    assert presumed(drawn, 1, "draw>hand") == silent[1:]
    assert presumed(drawn, 0, "kische") == silent[1:]
    assert presumed(drawn, 2, "draw") == presumed(drawn, None, "draw") == silent[1:]
    assert presumed(drawn, 2, "tredici") == presumed(drawn, None, "hand>stack") == []


def test_a_discard_that_is_due_is_presumed_too():
    record = table(3, *ready("SHD", [0, 2, 1]))
    first = named(record)[0]
    told = [(discards(0, 3), f"{first} discards 3"), (draws(0, 3), f"{first} draws 3")]
    assert presumed(record, 0, "hand>discard") == []
    assert presumed(record, 0, "draw>hand") == told[:1]
    assert presumed(record, 0, "hand>stack") == presumed(record, 0, "ace") == told
    begun = add(record, discards(0, 3))
    assert presumed(begun, 0, "draw>hand") == []
    assert presumed(begun, 0, "hand>stack") == told[1:]


def test_everybody_gives_before_the_next_draw():
    teams = [[*range(13)][n::2] for n in range(2)]
    chosen = [declared(n, "target", "CD"[n]) for n in range(2)]
    record = table(13, dealt(12), *chosen, *[aside(n, 0) for n in range(13)], teams=teams)
    told = presumed(record, 0, "hand>discard")
    assert told == [
        (line, f"{named(record)[seat]} gives 1") for seat, line in enumerate(gives(*range(13)))
    ]
    calls = [(seat, "kische") for seat in range(13)]
    assert early(record) == [(0, "hand>stack"), (1, "hand>stack"), *calls]
    assert presumed(record, None, "hand>discard") == []


def test_what_can_be_done_early():
    stack = "hand>stack"
    assert early(table(3)) == [(seat, "target") for seat in range(3)]
    assert early(table(3, dealt(2))) == []
    assert early(table(3, dealt(2), *targets("SHD"), aside(0, 1))) == []
    record = table(3, *SPADES)
    assert early(record) == [(0, stack), (1, stack)]
    add(record, draws(0, 1))
    assert early(record) == [(1, stack), *((seat, "kische") for seat in range(3))]
    add(record, aside(0, 0), *turn(1, 2, 0))
    assert early(record) == [(2, stack), (0, stack)]
    add(record, *turn(2, 1, 0))
    assert early(record) == [(0, stack), (1, stack)]
    assert early(add(record, KISCHE[0])) == []
    assert early(add(all_but(13), declared(0, "tredici"))) == []
