"""Buttons, keys and readers in every game: what is said, moved and laid becomes an entry."""

import importlib
from pathlib import Path
from random import Random
from typing import Any

import pytest

from players import every_game
from players.torite import DEALT, PAIRED, declared, moved, plays
from players.tredici import dealt, targets
from records.lines import record_of
from rig.moments import at
from rig.table import Rig
from tricktable.games import GAMES
from tricktable.rules.cards import card
from tricktable.rules.entries import Corrected, Dealt, Moved, Played, Shown
from tricktable.table import commands
from tricktable.table.desk import first_game
from tricktable.table.desk.changes import EntryRow, desk_change, note_row
from tricktable.table.desk.desk import CardCorrection, DeckWork, Desk, OpenDialogue, ScannedMove
from tricktable.table.desk.keypad import answer, press_key, press_seat
from tricktable.table.notes import Note, Question

ENTRY = dict[str, Any]


def begin(rig: Rig, game: str, players: int, **options: object) -> None:
    """A game has begun, and seat 0 has dealt."""
    rig.ask(commands.NewGame(game, players, [], options, 0))


def awaited(rig: Rig) -> tuple[int | None, str]:
    """What is awaited, and from whom."""
    return rig.game.next_seat, rig.game.next_what


# --- Troika --------------------------------------------------------------------------------------


def test_a_bid_is_the_button_a_number_and_its_kind(rig):
    begin(rig, "troika", 4)
    rig.button(1)
    assert rig.options["OK"] == "pass"
    rig.press("7")
    assert rig.options == {"2": "7 with trump", "3": "7 No trump"}
    rig.press("3")
    rig.button(2)
    rig.press("OK")
    assert rig.entries[1:] == [declared(1, "bid", "7N"), declared(2, "bid", "pass")]


def test_who_is_not_to_bid_is_told_who_is(rig):
    begin(rig, "troika", 4)
    rig.button(3)
    assert rig.said == "Only East can say that."
    assert rig.view.asked is None


def test_who_does_not_deal_is_told_all_who_may(rig):
    played = every_game.by_chance(Random(0), "etori", 4)
    rig.ask(commands.NewGame("etori", 4, [], dict(played.header.given)))
    for line in played.lines[:85]:  # the whole first deal
        assert rig.ask(commands.Enter(line)).is_done
    rig.button(0)
    assert rig.said == "Only East or West can say that."


def test_undo_takes_a_key_of_a_bid_back_and_then_the_question(rig):
    begin(rig, "troika", 4)
    rig.button(1)
    rig.press("7", "UNDO")
    assert "OK" in rig.options
    rig.press("UNDO")
    assert rig.view.asked is None
    assert len(rig.entries) == 1


def test_a_half_made_bid_survives_a_restart(rig):
    begin(rig, "troika", 4)
    rig.button(1)
    rig.press("8")
    rig.restart()
    rig.press("2")
    assert rig.entries[-1] == declared(1, "bid", "8")


def bid(rig: Rig, *bids: str) -> None:
    """Bids from seat 1 on."""
    for turn, each in enumerate(bids, start=1):
        assert rig.ask(commands.Declare("bid", turn % 4, each)).is_done


def test_a_misdeal_is_called_from_the_menu_by_whose_button_follows(rig):
    begin(rig, "troika", 4)
    bid(rig, "7")
    rig.press("MENU", "2")
    assert list(rig.options) == ["A", "3", "4"]
    assert not rig.prompt.rows  # three are listed one by one
    rig.button(2)
    assert rig.entries[-1] == declared(2, "misdeal")


SASKATCHEWAN = {"variant": "saskatchewan"}


def high_bidder(rig: Rig) -> None:
    """Seat 1 has the kitty."""
    begin(rig, "troika", 4, **SASKATCHEWAN)
    bid(rig, "7N", "pass", "pass", "pass")


def test_a_discard_is_read_card_by_card_and_shown_to_nobody(rig):
    high_bidder(rig)
    rig.button(1)
    rig.press("3")
    rig.lay("9C", 1)
    assert rig.view.desk.moving == (ScannedMove(1, "hand>discard", ("",)),)
    assert not rig.names("9C")
    rig.press("OK")
    assert rig.said == "East: 2 cards, please."
    rig.restart()
    rig.lay("TC", 1)
    assert rig.entries[-1] == moved(1, "hand", "discard", 2, "9C", "TC")


def test_who_discards_nothing_that_is_read_just_leads(rig):
    high_bidder(rig)
    rig.lay("AC", 1)
    assert rig.entries[-1] == {"kind": "played", "seat": 1, "card": "AC"}


def test_a_card_that_cannot_be_discarded_is_not_named(rig):
    high_bidder(rig)
    rig.button(1)
    rig.press("3")
    rig.lay("5H", 1)
    rig.lay("9C", 1)
    assert rig.said == "East: that card cannot be there. Look again."
    assert rig.view.desk.moving == ()
    assert len(rig.entries) == 5


# --- TriATri -------------------------------------------------------------------------------------


def test_suits_are_keyed_for_colours_and_diamonds_for_imitations(rig):
    begin(rig, "triatri", 2)
    rig.press("6", "H")
    rig.button(0)
    rig.press("Q", "D")
    rig.button(1)
    assert [each["card"] for each in rig.entries[1:]] == ["6R", "X2"]


def test_standard_cards_stand_for_the_games_own_by_house_rule(rig):
    begin(rig, "triatri", 2, deck="standard_map")
    rig.lay("6S", 0)
    rig.lay("JD", 1)
    assert [each["card"] for each in rig.entries[1:]] == ["6B", "X1"]


def test_without_that_house_rule_they_are_of_another_deck(rig):
    begin(rig, "triatri", 2)
    rig.lay("6S", 0)
    assert rig.said == "That is the 6S from the red deck."


# --- The Torite for two and one ------------------------------------------------------------------


def dummy(rig: Rig) -> None:
    """One player plays; no card of the dummy is up."""
    begin(rig, "torite", 1)
    assert rig.ask(commands.Declare("pairing", None, [[1, 2], [3, 4]])).is_done


def kinds(rig: Rig) -> str:
    """Played and shown, a letter each."""
    return "".join(str(each["kind"])[0] for each in rig.entries[2:])


def test_the_dummys_cards_are_turned_up_while_they_are_awaited(rig):
    dummy(rig)
    rig.play("1:QS 1:7H 1:AD 1:9C 0:2H 1:7H")
    assert kinds(rig) == "sssspp"


def test_the_dummys_button_decides_what_its_next_card_is(rig):
    dummy(rig)
    rig.play("1:QS 0:2S 1:QS")
    rig.button(1)  # it is the dummy's turn to lead
    assert rig.said == "Dummy's next card goes face up."
    rig.play("1:KS")
    assert kinds(rig) == "spps"
    rig.play("1:4D")
    assert kinds(rig) == "sppsp"


def test_why_a_card_of_the_dummys_is_refused_depends_on_what_it_would_be(rig):
    dummy(rig)
    rig.play("1:QS 0:2S 1:QS 1:4D")  # it leads, and 4D is of no suit that may be turned up
    rig.lay("5C", 1)
    assert rig.said == "Only a card in the suit of the face-up card just played may be turned up."
    rig.button(1)
    rig.lay("5C", 1)
    assert (rig.view.desk.note.about, rig.view.desk.note.seat) == ("missed", 0)
    assert kinds(rig) == "sppp"


# --- Tredici -------------------------------------------------------------------------------------


def setup(rig: Rig, players: int = 2, targets: str = "HS", **more: object) -> None:
    """Everybody has a target."""
    begin(rig, "tredici", players, **more)
    for seat, suit in enumerate(targets):
        assert rig.ask(commands.Declare("target", seat, suit)).is_done


def test_a_target_is_chosen_on_the_phone_and_never_on_the_common_keypad(rig):
    begin(rig, "tredici", 2)
    rig.button(1)
    assert rig.said.endswith(": choose on your phone, so nobody sees it.")
    assert rig.view.asked is None
    assert rig.ask(commands.Declare("target", 1, "S")).is_done
    assert rig.game.position.targets == (None, None)


def test_cards_of_several_seats_are_read_at_the_same_time(rig):
    setup(rig)
    rig.play("0:2H 1:2S 0:3H 1:3S")
    assert rig.view.desk.moving == tuple(
        ScannedMove(seat, "hand>stack", ("", "")) for seat in (0, 1)
    )
    rig.button(1)
    rig.play("0:4H")
    rig.button(0)
    rig.play("1:9C 1:TC")  # two are drawn: the last ends it
    assert rig.entries[3:] == [
        moved(1, "hand", "stack", 2, "2S", "3S"),
        moved(0, "hand", "stack", 3, "2H", "3H", "4H"),
        moved(1, "draw", "hand", 2, "9C", "TC"),
    ]


def test_kische_and_a_draw_are_called_from_the_menu(rig):
    setup(rig, targets="HH")
    for seat in (0, 1):
        rig.ask(commands.Move(seat, "hand", "stack", 1))
    rig.press("MENU", "2")
    rig.button(0)
    assert rig.entries[-1] == declared(0, "kische")
    assert rig.said == (
        "Kisché by Seat 1: Seat 2 shared a suit. Hand and stacks go to the discards."
    )


def test_the_table_says_that_the_discards_are_the_draw_pile_now(rig):
    setup(rig, hand_size=25)
    for seat in (0, 1):
        rig.ask(commands.Move(seat, "hand", "stack", 0))
    rig.button(1)
    rig.button(1)
    assert rig.said == "Shuffle the discards. They are the new draw pile."
    assert awaited(rig) == (1, "stack")


# --- more seats than readers ---------------------------------------------------------------------


def test_at_shared_readers_a_card_is_that_of_the_seat_awaited(rig):
    begin(rig, "etori", 6)
    rig.lay("9C", 0)
    assert rig.said == "Whose? Type the seat's number, then OK."
    rig.press("2", "OK")
    assert rig.said.startswith("Seat 2")
    rig.play("0:9C 0:KC 3:2C")
    assert [(each["seat"], each["card"]) for each in rig.entries[1:]] == [
        (1, "9C"),
        (2, "KC"),
        (4, "2C"),
    ]


def test_ok_alone_chooses_no_seat_and_a_number_alone_chooses_none_with_a_button(rig):
    begin(rig, "etori", 6)
    rig.press("2", "OK", "UNDO", "OK")
    assert rig.view.desk.note is None or rig.view.desk.note.about != "chosen"
    rig.ask(commands.NewGame("etori", 4, [], {}, 0))
    rig.press("2", "OK")
    assert rig.view.desk.note is None or rig.view.desk.note.about != "chosen"


@pytest.mark.parametrize(("game", "seats", "seat"), [("torite", 4, 3), ("etori", 6, 5)])
def test_a_button_that_says_nothing_selects_its_seat_and_cancels_it(rig, game, seats, seat):
    """Own buttons and shared ones: it says for what it is selected, and how to undo that."""
    rig.ask(commands.NewGame(game, seats, ["Ann", "Bo", "Cy", "Di", "Eve", "Fay"][:seats], {}, 0))
    if game == "torite":
        rig.ask(commands.Declare("leader", 1))
    name = rig.view.names[seat]

    def select() -> None:
        if seats > 4:
            rig.press(str(seat + 1))
        rig.button(seat % 4)
        assert rig.said == f"{name}'s card is next. Press again to undo."
        assert rig.everybody.lines[-1] == f"  {rig.said}"  # in the terminal
        assert rig.view.desk.chosen == seat

    select()
    rig.button(seat % 4)
    assert (rig.said, rig.view.desk.chosen) == (f"{name} is no longer selected.", None)
    select()
    rig.press("UNDO")
    assert (rig.said, rig.view.desk.chosen) == ("", None)
    select()
    rig.press("9", "C", "OK")  # typed: it is that seat's, whoever's turn it is
    assert rig.entries[-1] == {"kind": "played", "seat": seat, "card": "9C"}
    assert rig.view.desk.chosen is None


def test_a_button_of_a_game_that_takes_no_card_selects_nobody():
    (row,) = press_seat(at(FOUR, Desk(is_stopped=True)), 3, False)
    assert row == note_row(Note("stopped", 3), typed="")


def test_a_seat_without_a_button_of_its_own_deals_and_reads_its_hand(rig):
    rig.ask(commands.NewGame("etori", 6))
    rig.press("6")
    rig.button(0)
    rig.press("5", "OK")
    rig.button(3, "long")
    rig.play("0:9C 2:8C")
    rig.button(1, "long")
    rig.play("0:7C")
    assert rig.entries[0] == {"kind": "dealt", "dealer": 5}
    assert [(each["kind"], each["seat"]) for each in rig.entries[1:3]] == [("held", 4)] * 2
    assert rig.view.desk.reading is None


# --- the menu ------------------------------------------------------------------------------------


def test_the_menu_comes_before_the_code_to_join_and_then_the_table_again(rig):
    rig.begin()
    rig.press("MENU")
    rig.press("MENU")
    assert (rig.view.asked, rig.view.desk.page) == (None, "qr")
    rig.press("MENU")
    assert rig.view.desk.page == "table"


def test_another_game_is_chosen_on_the_board(rig):
    rig.press("4")
    for name in ["Etori", "TriATri", "Tredici", "Troika"]:
        rig.choose("game", "new game", name)
        if name != "Troika":
            rig.press("4")
        rig.press("OK")
        assert (rig.game.title, rig.game.seats) == (name, 4)


def test_the_keys_of_the_menu_stay_the_same_whatever_is_possible(rig):
    names = ("call", "correct", "game", "cards", "table", "scores")
    lines = dict(zip("234567", names, strict=True))
    for begun in (False, True):
        rig.press("MENU")
        assert rig.options.items() <= lines.items()
        assert rig.options.keys() >= {"4", "5", "6"}
        rig.press("UNDO")
        if not begun:
            begin(rig, "tredici", 3)


@pytest.mark.parametrize("page", ["scores", "about", "readers"])
@pytest.mark.parametrize("key", ["OK", "UNDO", "MENU"])
def test_a_page_is_left_by_a_key_and_by_a_card(rig, page, key):
    rig.begin()
    for leave in (lambda: rig.press(key), lambda: rig.lay("QH", 0)):
        rig.choose(*([] if page == "scores" else ["table"]), page)
        assert rig.view.desk.page == page
        leave()
        assert rig.view.desk.page == "table"
        assert rig.view.games == 1
    assert len(rig.entries) == 3


def test_several_things_to_call_stand_under_one_line(rig):
    setup(rig, targets="HH", hand_size=25)
    for seat in (0, 1):
        rig.ask(commands.Move(seat, "hand", "stack", 13 * seat))
    rig.press("MENU", "2")
    assert rig.options == {"2": "tredici!", "3": "kische!"}
    rig.press("2")
    assert rig.entries[-1] == declared(1, "tredici")


def test_undo_leads_back_through_the_menu_and_out_of_it(rig):
    rig.begin()
    rig.press("MENU")
    top = rig.options
    rig.press("4")
    assert "pause" in rig.options.values()
    rig.press("UNDO")
    assert rig.options == top
    rig.press("UNDO")
    assert rig.view.asked is None


@pytest.mark.parametrize("keys", ['["J", "Z"]', '["9", "9"]'])
def test_a_menu_that_another_version_left_open_opens_at_its_top(rig, keys):
    rig.begin()
    rig.press("MENU", "4")
    row = [row for row in rig.table.rows() if row.kind == "desk"][-1]
    rig.journal.append(
        [row._replace(seq=row.seq + 1, source=None, body=row.body.replace('["4"]', keys))]
    )
    rig.restart()
    assert rig.options["4"] == "game"
    rig.press("4")
    assert "pause" in rig.options.values()


def test_a_page_answers_a_dialogue_by_its_key(rig):
    begin(rig, "troika", 4)
    rig.button(1)
    assert rig.ask(commands.Reply("7", rig.view.version)).is_done
    assert rig.ask(commands.Reply("2", rig.view.version)).is_done
    assert rig.entries[-1] == declared(1, "bid", "7")


# --- without a table -----------------------------------------------------------------------------

FOUR = record_of(4, [DEALT, declared(1, "leader"), *plays("2C", "3C", first=1)])
NO_ANSWER = note_row(Note("no_such_answer"))


def test_the_question_about_a_card_seen_before_takes_its_own_answers_and_no_other():
    for question in (Question(3, "2C", 3), Question(None, "3C", 4)):
        seat, code, earlier = question
        desk = Desk(question=question)
        not_counted = note_row(Note("not_counted", seat, code), question=None)
        mending = CardCorrection(earlier, seat, code)
        for key, expected in (
            ("2", not_counted),
            ("UNDO", not_counted),
            ("3", note_row(Note("mending", seat, code), mending=mending, question=None)),
            ("4", note_row(Note("put_away", seat, code), question=None)),
        ):
            assert [*answer(at(FOUR, desk), key)] == [expected]
            assert [*press_key(at(FOUR, desk), key)] == [expected]
        for key in ("5", "K", "C", "OK", "MENU", "", "23", "nonsense"):
            assert [*answer(at(FOUR, desk), key)] == [NO_ANSWER], "from a page"
        assert [*press_key(at(FOUR, desk), "7")] == [desk_change(typed="7")]


def test_an_answer_needs_a_question_and_a_key():
    assert [*answer(at(FOUR), "2")] == [note_row(Note("no_question"))]
    swap = OpenDialogue("swap", keys=("A",))
    for keys, key, expected in (
        (("A",), "UNDO", desk_change(asking=OpenDialogue("swap"))),
        (("A", "2"), "UNDO", desk_change(asking=swap)),
        ((), "UNDO", desk_change(asking=None)),
        ((), "2", desk_change(asking=OpenDialogue("swap", keys=("2",)))),
        ((), "5", NO_ANSWER),
        ((), "1", NO_ANSWER),
        ((), "A2", NO_ANSWER),
    ):
        now = at(FOUR, Desk(asking=OpenDialogue("swap", keys=keys)))
        assert [*answer(now, key)] == [expected]


def test_a_button_says_what_it_would_be_for_before_it_can_be_for_anything():
    none_yet = first_game.none_yet()
    tending = DeckWork("check", "demo red")
    for record, desk, button, is_long, expected in (
        (None, Desk(), 0, False, note_row(none_yet)),
        (None, Desk(is_paused=True), 0, True, note_row(none_yet)),
        (None, Desk(tending=tending), 0, False, note_row(Note("tending"))),
        (FOUR, Desk(tending=tending, is_paused=True), 0, False, note_row(Note("tending"))),
        (FOUR, Desk(is_paused=True), 0, False, note_row(Note("paused"))),
        (FOUR, Desk(is_paused=True, reading=0), 0, True, note_row(Note("paused"))),
        (FOUR, Desk(), 4, False, note_row(Note("not_a_seat"))),
        (FOUR, Desk(), 4, True, note_row(Note("not_a_seat"))),
        (FOUR, Desk(), 5, False, note_row(Note("not_a_seat"))),
        (FOUR, Desk(), 3, True, note_row(Note("reading", 3), reading=3, typed="")),
        (FOUR, Desk(reading=2), 3, True, note_row(Note("reading", 3), reading=3, typed="")),
        (FOUR, Desk(reading=3), 3, True, note_row(Note("hand_read", 3), reading=None, typed="")),
        (FOUR, Desk(typed="4C"), 3, False, EntryRow(Played(3, card("4C")))),
        (FOUR, Desk(typed="4C"), 0, False, EntryRow(Played(0, card("4C")))),
        (FOUR, Desk(typed="4"), 3, False, note_row(Note("button", 3), typed="", chosen=3)),
        (FOUR, Desk(asking=OpenDialogue("who", detail="reseat:1")), 3, False, RESEATED),
        (FOUR, Desk(asking=OpenDialogue("who", detail="reseat:1")), 4, False, NO_ANSWER),
        (FOUR, Desk(asking=OpenDialogue("who", detail="reseat:1")), 12, False, NO_ANSWER),
        (
            FOUR,
            Desk(asking=OpenDialogue("who", detail="reseat:1")),
            13,
            False,
            note_row(Note("not_a_seat")),
        ),
        (FOUR, Desk(asking=OpenDialogue("swap", keys=("A",))), 0, False, NO_ANSWER),
        (
            FOUR,
            Desk(asking=OpenDialogue("menu")),
            3,
            False,
            note_row(Note("button", 3), typed="", chosen=3),
        ),
        (
            FOUR,
            Desk(asking=OpenDialogue("name", keys=("A",))),
            3,
            False,
            note_row(Note("button", 3), typed="", chosen=3),
        ),
    ):
        assert [*press_seat(at(record, desk), button, is_long)] == [expected], (desk, button)
    named = OpenDialogue("name", keys=("4",))
    assert [*press_seat(at(FOUR, Desk(asking=OpenDialogue("name"))), 3, False)] == [
        desk_change(asking=named)
    ]


RESEATED = EntryRow(Corrected(1, Dealt(3)))


def test_a_button_finishes_the_move_of_its_own_seat():
    setup = record_of(2, [dealt(1), *targets("SH")], "tredici")
    mine, other = ScannedMove(0, "hand>stack", ("2S", "3S")), ScannedMove(1, "hand>stack", ("2H",))
    for moving in ((mine, other), (other, mine)):
        now = at(setup, Desk(moving=moving))
        for button, each in ((0, mine), (1, other)):
            cards = tuple(map(card, each.cards))
            entry = Moved(button, "hand", "stack", len(cards), cards)
            assert [*press_seat(now, button, False)] == [EntryRow(entry)]
        assert [*press_key(now, "OK")] == [note_row(Note("whose"))]
    (found,) = press_key(at(setup, Desk(moving=(other,))), "OK")
    assert found == EntryRow(Moved(1, "hand", "stack", 1, (card("2H"),)))


def test_ranks_and_suits_make_a_card_and_before_the_first_game_a_number_begins_it():
    rank_first = note_row(Note("rank_first"))
    for typed in ("", "7", "7C"):
        for key in "23456789TJQKA":
            assert [*press_key(at(FOUR, Desk(typed=typed)), key)] == [desk_change(typed=key)]
        for key in "CDHS":
            expected = desk_change(typed=f"7{key}") if typed else rank_first
            assert [*press_key(at(FOUR, Desk(typed=typed)), key)] == [expected]
    for key in "23456789TJQKA":
        (row,) = press_key(at(None), key)
        players = {"A": 1, "2": 2, "3": 3, "4": 4}.get(key)
        if players is None:
            assert row == desk_change(typed=key)
        else:
            assert (row.kind, row.body["game"], row.body["players"]) == ("game", "torite", players)
    for key in ("1", "10", "X", "", "ok"):
        assert [*press_key(at(FOUR), key)] == [note_row(Note("unknown_event", detail=key))]


def test_a_paused_table_takes_ok_and_while_cards_are_seen_to_keys_are_for_them():
    paused = note_row(Note("paused"))
    for key in ("7", "C", "UNDO", "MENU"):
        assert [*press_key(at(FOUR, Desk(is_paused=True)), key)] == [paused]
    resumed = note_row(Note("resumed"), is_paused=False)
    assert [*press_key(at(FOUR, Desk(is_paused=True)), "OK")] == [resumed]
    tending = Desk(tending=DeckWork("check", "demo red"), is_paused=True)
    assert [*press_key(at(FOUR, tending), "7")] == [note_row(Note("tending"))]


def test_undo_leaves_a_page_then_takes_back_what_was_half_done_newest_first():
    half = {"typed": "", "mending": None, "chosen": None, "is_stopped": False}
    one, two = ScannedMove(0, "hand>stack", ("2S",)), ScannedMove(1, "hand>stack", ("2H", "3H"))
    for desk, expected in (
        (Desk(page="scores", typed="7"), desk_change(page="table")),
        (Desk(page="qr", moving=(one,)), desk_change(page="table")),
        (Desk(moving=(one, two)), desk_change(moving=[one, two._replace(cards=("2H",))])),
        (Desk(moving=(two, one)), desk_change(moving=[two])),
        (Desk(moving=(one,), typed="7"), desk_change(**half)),
        (Desk(typed="7C"), desk_change(**half)),
        (Desk(mending=CardCorrection(3, None, "")), desk_change(**half)),
        (Desk(chosen=0), desk_change(**half)),
        (Desk(is_stopped=True), desk_change(**half)),
        (Desk(), note_row(Note("nothing_to_undo"))),
        (Desk(reading=1), note_row(Note("nothing_to_undo"))),
    ):
        assert [*press_key(at(FOUR, desk), "UNDO")] == [expected]


def test_ok_lays_a_typed_card_for_the_seat_that_is_awaited_or_leaves_a_page():
    dealing = record_of(4)
    for record, desk, expected in (
        (None, Desk(page="qr"), desk_change(page="table")),
        (FOUR, Desk(page="scores"), desk_change(page="table")),
        (FOUR, Desk(page="about", typed="4C"), desk_change(page="table")),
        (FOUR, Desk(page="readers"), desk_change(page="table")),
        (FOUR, Desk(page="qr"), desk_change(page="table")),
        (FOUR, Desk(page="qr", typed="4C"), EntryRow(Played(3, card("4C")))),
        (FOUR, Desk(typed="4C"), EntryRow(Played(3, card("4C")))),
        (FOUR, Desk(typed="4"), note_row(Note("awaited", 3))),
        (FOUR, Desk(), note_row(Note("awaited", 3))),
        (dealing, Desk(typed="4C"), note_row(Note("whose", card="4C"))),
        (dealing, Desk(), desk_change(page="table")),
    ):
        assert [*press_key(at(record, desk), "OK")] == [expected], desk


def test_at_shared_readers_a_number_and_ok_choose_the_seat_whose_card_comes_next():
    six = record_of(6, [DEALT], "etori")
    for typed, expected in (
        ("A", note_row(Note("chosen", 0), chosen=0, typed="")),
        ("6", note_row(Note("chosen", 5), chosen=5, typed="")),
        ("7", note_row(Note("not_a_seat"), typed="")),
        ("K", note_row(Note("not_a_seat"), typed="")),
    ):
        assert [*press_key(at(six, Desk(typed=typed)), "OK")] == [expected]
    (unclear,) = press_key(at(six, Desk(typed="4C")), "OK")
    assert unclear == note_row(Note("whose_turn", card="4C"))
    (laid,) = press_key(at(six, Desk(typed="4C", chosen=1)), "OK")
    assert laid == EntryRow(Played(1, card("4C")))


def test_ok_begins_the_next_game_once_this_one_was_stopped():
    begins, deal, note = press_key(at(FOUR, Desk(is_stopped=True)), "OK")
    assert begins.kind == "game"
    assert deal.body["dealer"] == 1
    assert note.note.about == "presumed"


def test_ok_asks_who_dealt_only_if_another_seat_can_have_dealt():
    line = Note("presumed", detail="dealer")
    for record, seat in ((record_of(4, [DEALT], "etori"), None), (FOUR, 3)):
        now = at(record, Desk(note=line), presumed=frozenset({1}))
        (found,) = press_key(now, "OK")
        assert found == desk_change(asking=OpenDialogue("who", detail="reseat:1"))
        (found,) = press_key(at(record, Desk(note=line)), "OK")
        assert found == (
            desk_change(page="table") if seat is None else note_row(Note("awaited", seat))
        )
    alone = record_of(1, PAIRED)
    (found,) = press_key(at(alone, Desk(note=line), presumed=frozenset({1})), "OK")
    assert found == desk_change(page="table")


def test_a_typed_card_that_is_nobodys_is_turned_up_for_the_table(monkeypatch):
    """In Oh Hell, a card is turned up for trump, by whoever does it."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[3] / "examples/oh-hell"))
    monkeypatch.setitem(GAMES, "oh-hell", importlib.import_module("oh_hell").GAME)
    record = record_of(4, [DEALT], "oh-hell")
    seat = record.state.next.seat
    (found,) = press_key(at(record, Desk(typed="4H")), "OK")
    assert found == EntryRow(Shown(seat, card("4H")))
