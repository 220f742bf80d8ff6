"""Where the cards are: dealt by seed and game, on a reader, or gone into the record."""

import importlib
from pathlib import Path
from random import Random

import pytest

from games.case import header_of
from rig.table import Rig
from tricktable.games.torite.deal import dealt_hands
from tricktable.rules.cards import STANDARD, card, cards_in, mask
from tricktable.rules.entries import Dealt, Shown
from tricktable.rules.record import Record
from tricktable.sim import stage
from tricktable.sim.acts import STRANGERS, Begin
from tricktable.sim.places import Places, codes
from tricktable.table import commands

OH_HELL = Path(__file__).parents[2] / "examples/oh-hell"


@pytest.fixture
def rig(tmp_path):
    """A table without its board."""
    rig = Rig(tmp_path)
    yield rig
    rig.journal.close()


def follow(places, rig):
    return places.follow(rig.view.games, rig.table.record())


def test_deals_are_fair_and_whole():
    hands = dealt_hands(4, Random(1))
    assert [hand.bit_count() for hand in hands] == [13] * 4
    assert sum(hands) == mask(STANDARD)
    three = dealt_hands(3, Random(1))
    assert [hand.bit_count() for hand in three] == [13, 13, 13, 1]
    assert sum(three) == mask(each for each in STANDARD if each.rank >= 5)
    assert sum(three) & card("4H").bit == 0


def test_before_a_record_nobody_has_cards():
    places = Places(1)
    assert places.follow(0, None) is False
    assert places.hands() == (0, 0, 0, 0)
    assert places.two_for(0) == STRANGERS


def test_each_game_is_dealt_once(rig):
    places = Places(1)
    rig.begin()
    assert follow(places, rig)
    first = places.hands()
    assert not follow(places, rig)
    rig.begin()
    assert follow(places, rig)
    assert places.hands() != first
    again = Places(1)
    follow(again, rig)
    assert again.hands() == places.hands(), "a stage that starts late deals the same"


def test_what_the_record_has_seen_is_in_no_hand_until_it_is_undone(rig):
    places = Places(1)
    rig.begin()
    follow(places, rig)
    code = codes(places.hands()[2])[0]
    rig.lay(code, 0)  # from whichever seat
    follow(places, rig)
    assert code not in codes(places.hands()[2])
    rig.press("UNDO")
    follow(places, rig)
    assert code in codes(places.hands()[2])


def test_a_card_on_a_reader_is_in_no_hand_and_on_no_other_reader(rig):
    places = Places(1)
    rig.begin()
    follow(places, rig)
    code = codes(places.hands()[1])[4]
    assert places.lay(code, 3) is None
    assert places.lay(code, 0) == 3
    assert places.lay(code, 0) == 0
    assert places.readers == [[code], [], [], []]
    assert code not in codes(places.hands()[1])
    assert code not in places.two_for(1)


def test_cards_are_named_clubs_first():
    assert codes(mask([card("AS"), card("2D"), card("2C"), card("TH")])) == ("2C", "2D", "TH", "AS")


# --- every game -----------------------------------------------------------------------------------


def begun(rig, game, players, variant=""):
    """Places that follow a game of this kind."""
    assert rig.ask(stage.request_for_game(Begin(game, players, variant))).is_done
    places = Places(3)
    follow(places, rig)
    return places


def counts(places):
    return [hand.bit_count() for hand in places.hands()]


@pytest.mark.parametrize(
    ("game", "players", "variant", "hands", "piles"),
    [
        ("torite", 2, "", [0, 0, 0, 0], {f"stack{number}": 13 for number in range(1, 5)}),
        ("triatri", 2, "", [6, 6, 0, 0], {}),
        ("triatri", 4, "", [6] * 4, {}),
        ("etori", 4, "", [13] * 4, {}),
        ("tredici", 3, "", [7, 7, 7, 0], {"draw": 31, "discard": 0}),
        ("tredici", 13, "", [4] * 13, {"draw": 0, "discard": 0}),
        ("troika", 4, "", [8] * 4, {}),
        ("troika", 4, "saskatchewan", [8] * 4, {"kitty": 2}),
    ],
)
def test_each_game_is_dealt_as_its_rules_say(rig, game, players, variant, hands, piles):
    places = begun(rig, game, players, variant)
    assert counts(places) == hands
    assert {name: len(cards) for name, cards in places.piles.items()} == piles
    dealt = [
        *codes(sum(places.hands())),
        *(code for pile in places.piles.values() for code in pile),
    ]
    assert len(dealt) == len(set(dealt)), "no card twice"


def test_who_sits_out_at_etori_gets_no_cards(rig):
    places = begun(rig, "etori", 6)
    rig.ask(commands.Deal(1))
    assert not follow(places, rig), "the first deal lies there since the game began"
    assert counts(places) == [13, 0, 13, 13, 0, 13]


def test_pairing_makes_hands_of_stacks_and_leaves_two_for_later(rig):
    places = begun(rig, "torite", 2)
    first, third = places.piles["stack1"], places.piles["stack3"]
    stacks = places.count_backs("stacks")
    assert all(sum(each) == 13 for each in stacks)
    rig.ask(commands.Deal(0))
    rig.ask(commands.Declare("pairing", None, [[1, 2], [3, 4]]))
    follow(places, rig)
    assert [codes(hand) for hand in places.hands()[:2]] == [first, third]
    assert sorted(places.piles) == ["stack2", "stack4"]


def test_counted_moves_move_what_a_sensible_hand_would(rig):
    places = begun(rig, "tredici", 2)
    rig.ask(commands.Deal(1))
    for seat, suit in enumerate("HS"):
        rig.ask(commands.Declare("target", seat, suit))
    follow(places, rig)
    assert places.known.targets == ("H", "S")
    hearts = [code for code in codes(places.hands()[0]) if code[1] == "H"]
    rig.ask(commands.Move(0, "hand", "stack", len(hearts)))
    follow(places, rig)
    assert sorted(places.piles.get("stack0", ())) == sorted(hearts)
    assert counts(places)[0] == 7 - len(hearts)


def test_named_cards_are_taken_from_wherever_they_are(rig):
    places = begun(rig, "troika", 4, "saskatchewan")
    rig.ask(commands.Deal(3))
    for seat, bid in ((0, "8N"), (1, "pass"), (2, "pass"), (3, "pass")):
        rig.ask(commands.Declare("bid", seat, bid))
    rig.ask(commands.Move(0, "kitty", "hand", 2))
    follow(places, rig)
    assert counts(places) == [10, 8, 8, 8]
    spare = [code for code in codes(places.hands()[0]) if code not in ("5H", "3S")][-2:]
    rig.ask(commands.Move(0, "hand", "discard", 2, spare))
    follow(places, rig)
    assert counts(places) == [8] * 4
    assert sorted(places.piles["discard"]) == sorted(spare)
    rig.press("UNDO")
    follow(places, rig)
    assert counts(places)[0] == 10


def test_a_hand_that_was_thrown_in_is_dealt_anew(rig):
    places = begun(rig, "troika", 4)
    rig.ask(commands.Deal(0))
    follow(places, rig)
    first = places.hands()
    rig.ask(commands.ThrowIn())
    rig.ask(commands.Deal(0))
    assert follow(places, rig)
    assert places.hands() != first


def test_start_cards_that_are_taken_back_are_in_the_hands_again(rig):
    places = begun(rig, "triatri", 2)
    rig.ask(commands.Deal(0))
    follow(places, rig)
    before = places.hands()
    for seat, code in enumerate(("X1", "X2")):
        rig.ask(commands.Lay(code, seat, "shown"))
    follow(places, rig)
    assert places.hands() == before


def test_the_card_that_the_record_turned_up_came_from_no_hand(monkeypatch):
    monkeypatch.syspath_prepend(str(OH_HELL))
    game = importlib.import_module("oh_hell").GAME
    dealt = Places(3)
    record = Record(header_of(game, 4, {"longest": 4}))
    record.add(Dealt(0))
    assert dealt.follow(1, record)
    for seat in range(4):
        (held,) = cards_in(dealt.hands()[seat])
        shown = record.fork()
        shown.add(Shown(0, held))
        places = Places(3)
        places.follow(1, shown)
        assert [hand.bit_count() for hand in places.hands()[:4]] == [1] * 4
        assert not any(hand & held.bit for hand in places.hands())
