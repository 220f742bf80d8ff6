"""A locked table: cards count, the host writes, and keys, buttons and phones only read."""

import pytest

from tricktable.rules.entries import Declared, Held, Played
from tricktable.store.decks import demo_deck
from tricktable.table import commands, seating
from tricktable.table.table import Table
from web.room import CODE, HOST_PAGE, NAMES, TOKEN, ask, begin, lay, sit

SEAT = f"/t/{CODE}/seat"
HERE = {"Origin": "http://localhost"}


@pytest.fixture
def locked(room):
    """A game has begun, and nobody but the host writes."""
    begin(room.table)
    ask(room.table, commands.Lock())
    return room.table


def hear(table, what, *args):
    """The next event of a board."""
    hear.seq = getattr(hear, "seq", 0) + 1
    table.hear("b001", hear.seq, what, [*args])


def test_cards_count_and_hands_are_read(locked):
    hear(locked, "C", "1", demo_deck().tag_of("9H"))
    assert isinstance(locked.record().last.entry, Played)
    hear(locked, "S", "2", "long")
    hear(locked, "C", "2", demo_deck().tag_of("KD"))
    assert isinstance(locked.record().last.entry, Held)


@pytest.mark.parametrize("key", ["UNDO", "MENU", "OK", "9", "H"])
def test_keys_do_nothing_and_say_why(locked, key):
    lay(locked, "1:9H")
    hear(locked, "K", key)
    assert locked.view().asks_and_note == "Locked: only the scorekeeper writes. Cards count."
    assert (locked.record().seq, locked.view().desk.typed, locked.view().asked) == (3, "", None)


def test_buttons_say_nothing(room):
    ask(room.table, commands.NewGame("torite", 4, list(NAMES)))
    ask(room.table, commands.Lock())
    hear(room.table, "S", "0", "short")
    assert room.table.record().seq == 0
    ask(room.table, commands.Unlock())
    hear(room.table, "S", "0", "short")
    assert room.table.record().seq == 1


def test_a_question_that_a_card_asks_is_answered_on_the_hosts_page(locked):
    lay(locked, "1:2C 2:3C")
    hear(locked, "C", "3", demo_deck().tag_of("2C"))
    hear(locked, "K", "2")
    assert locked.view().asked is not None
    ask(locked, commands.Reply("2", locked.view().version))
    assert locked.view().asked is None


def test_no_phone_sits_down_and_none_says_anything(room, guest):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=0))
    sits, waits = sit(room.table, 1), seating.digest("waits")
    assert room.table.claim(2, waits).is_done
    ask(room.table, commands.Lock())
    answer = room.table.claim(3, seating.digest("late"))
    assert (answer.is_done, "locked" in answer.reason) == (False, True)
    hear(room.table, "S", "2", "long")  # begins to read the hand: nobody is let in
    assert room.table.phone_view(waits).known.state == "waits"
    own = guest.get(f"{SEAT}/own", headers={"X-Seat-Token": sits}).text
    assert 'data-state="sits"' in own
    bid = {"what": "bid", "value": '"7"', "seat": "1", "game": "1", "seq": "1"}
    said = guest.post(f"{SEAT}/say", data=bid, headers={"X-Seat-Token": sits, **HERE})
    assert said.status_code == 409
    assert "The table is locked" in said.text
    ask(room.table, commands.Declare("bid", 1, "7"))
    assert isinstance(room.table.record().last.entry, Declared)


def test_everybody_is_told_and_it_outlives_games_and_restarts(room, client, guest, locked):
    assert "The table is locked" in guest.get(f"/t/{CODE}").text
    assert 'id="locked"' in client.get(HOST_PAGE).text
    begin(locked, ("Eve", "Fay", "Gil"))
    assert locked.view().desk.is_locked
    assert Table(CODE, room.journal, room.shelf, room.views).view().desk.is_locked
    client.post(f"{HOST_PAGE}/unlock", headers=HERE)
    assert not locked.view().desk.is_locked
    assert 'id="locked"' not in client.get(HOST_PAGE).text


def test_what_was_half_keyed_in_is_dropped(room):
    begin(room.table)
    hear(room.table, "K", "9")
    assert room.table.view().desk.typed == "9"
    ask(room.table, commands.Lock())
    assert room.table.view().desk.typed == ""


def test_only_the_host_locks(room, guest):
    begin(room.table)
    assert guest.post(f"{HOST_PAGE}/lock", headers=HERE).status_code == 403
    fields = {"host_token": TOKEN}
    assert guest.post(f"{HOST_PAGE}/lock", data=fields, headers=HERE).status_code == 200
    assert room.table.view().desk.is_locked
