"""A seat's page without a browser: who gets what is private, and what may be said for whom."""

import json
import re
from itertools import chain
from random import Random

import pytest

from games.cases import CASES
from players import every_game
from tricktable.rules.cards import card, cards_in
from tricktable.rules.entries import Dealt, Declared, Impossible, Moved
from tricktable.rules.presumptions import suppositions
from tricktable.rules.topics import SeatPage, topic_of
from tricktable.table import commands, seating
from tricktable.table.views import WITHOUT
from tricktable.web.seat import seat_page
from web.room import CODE, NAMES, ask, begin, deal, hold_button, lay, sit

SEAT = f"/t/{CODE}/seat"
ORIGIN = {"Origin": "http://localhost"}


def header(token):
    return {**ORIGIN, "X-Seat-Token": token}


def post(client, action, token="", **fields):
    return client.post(f"{SEAT}/{action}", data=fields, headers=header(token))


def said(room, what, value, **more):
    """The form that says it at this moment."""
    record = room.table.record()
    now = {"game": str(room.table.view().games), "seq": str(record.seq)}
    return {"what": what, "value": json.dumps(value), **now, **more}


def bidding(table):
    """Bo bids first, then Cy."""
    ask(table, commands.NewGame("troika", 4, list(NAMES), dealer=0))


# --- sitting down ---------------------------------------------------------------------------------


def test_a_guest_finds_the_way_to_a_seat(room, guest):
    assert f'href="{SEAT}"' in guest.get(f"/t/{CODE}").text
    assert guest.get(SEAT).status_code == 200
    assert "Type your name, then touch a chair." in guest.get(f"{SEAT}/own").text
    begin(room.table)
    listed = guest.get(f"{SEAT}/own").text
    assert [name in listed for name in NAMES] == [True] * 4
    sit(room.table, 1)
    free_first = re.findall(r'name="seat" value="(\d)"', guest.get(f"{SEAT}/own").text)
    assert free_first == ["0", "2", "3", "1"]


def test_a_phone_that_asks_gets_a_token_and_the_number_that_the_table_shows(room, guest):
    begin(room.table)
    answer = post(guest, "claim", seat="2")
    token = answer.json["token"]
    assert answer.status_code == 201
    waiting = guest.get(f"{SEAT}/own", headers=header(token)).text
    number = re.search(r'class="wait"><b>(\d\d)</b>', waiting)[1]
    assert "Now hold Cy’s button on the table" in waiting
    assert f"phone {number}" in room.table.view().asks_and_note
    hold_button(room.table, 2)
    assert 'data-state="sits"' in guest.get(f"{SEAT}/own", headers=header(token)).text


def test_the_old_phone_is_told_that_another_one_sits_there_now(room, guest):
    begin(room.table)
    old = sit(room.table, 2)
    sit(room.table, 2)
    assert "Another phone has this seat now." in guest.get(f"{SEAT}/own", headers=header(old)).text


def test_a_second_phone_that_asks_is_told_to_wait(room, guest):
    begin(room.table)
    post(guest, "claim", seat="2")
    refused = post(guest, "claim", seat="2")
    assert refused.status_code == 409
    assert "Another phone is taking this seat" in refused.text


@pytest.mark.parametrize("seat", ["", "x", "-1", "9", "1e3", "٣", "9" * 5000])
def test_a_seat_that_is_none_is_refused(room, guest, seat):
    begin(room.table)
    assert post(guest, "claim", seat=seat).status_code in (409, 422)


def test_the_host_lets_phones_in_and_sends_them_away(room, client, guest):
    begin(room.table)
    token = post(guest, "claim", seat="2").json["token"]
    host_page = client.get(f"/host/t/{CODE}").text
    assert "wants to sit here" in host_page
    for action, state in (("let_in", "sits"), ("send_away", "sent_away")):
        client.post(f"/host/t/{CODE}/{action}", data={"seat": "2"}, headers=ORIGIN)
        assert state in guest.get(f"{SEAT}/own", headers=header(token)).text
        guest_may = guest.post(f"/host/t/{CODE}/{action}", data={"seat": "2"}, headers=ORIGIN)
        assert guest_may.status_code == 403


def test_the_host_is_asked_before_a_phone_is_sent_away(room, client, guest):
    begin(room.table, ["Ann", "Bo", "<b>Cy", "Di"])
    token = sit(room.table, 2)
    asked = client.get(f"/host/t/{CODE}?away=2").text
    assert "Remove <bdi>&lt;b&gt;Cy</bdi>’s phone?" in asked
    assert 'data-asked="away=2"' in asked
    assert room.table.snapshot().places[2].is_taken
    for none in ("1", "9", "-1", "x", ""):
        assert 'id="away"' not in client.get(f"/host/t/{CODE}?away={none}").text
    client.post(f"/host/t/{CODE}/send_away", data={"seat": "2"}, headers=ORIGIN)
    told = guest.get(f"{SEAT}/own", headers=header(token)).text
    assert "This phone no longer has a seat." in told
    assert "Choose your seat, then hold its button on the table." in told


# --- who may know what ----------------------------------------------------------------------------


def test_a_seat_sees_its_own_hand_and_no_other_one(room, guest):
    begin(room.table)
    hands = deal(3)
    ask(room.table, commands.Lay("2C", 1, "held"))
    for held in cards_in(hands[2]):
        ask(room.table, commands.Lay(held.code, 2, "held"))
    lay(room.table, "1:2C")
    text = guest.get(f"{SEAT}/own", headers=header(sit(room.table, 2))).text
    assert text.count('role="img"') == 13
    assert "so play one" in text
    clubs = sum(held.code[1] == "C" for held in cards_in(hands[2]))
    assert text.count('class="can"') == clubs
    other = guest.get(f"{SEAT}/own", headers=header(sit(room.table, 3))).text
    assert 'class="hand' not in other


def test_whoever_is_due_reads_what_can_be_played_unless_the_hand_says_it(room, guest):
    begin(room.table)
    phone = {seat: header(sit(room.table, seat)) for seat in (1, 2)}

    def own(seat):
        return guest.get(f"{SEAT}/own", headers=phone[seat]).text

    hand = [*cards_in(deal(3)[1])]
    led = next(code for code in ("2C", "3C", "4C", "5C") if card(code) not in hand)
    lay(room.table, f"0:{led}")
    told = re.search(r'<p class="may">(.*?)</p>', own(1))[1]
    assert "Follow" in told
    assert "clubs" in told
    assert re.search(r'data-now="[^"]*Follow clubs if you can; if not, play any card\.', own(1))
    assert 'class="may"' not in own(2)
    goal = own(2).split('id="goal"')[1].split("</section>")[0]
    assert "everybody takes the right number of tricks" in goal, "for those who ask"
    for held in hand:
        ask(room.table, commands.Lay(held.code, 1, "held"))
    assert "so play one" in own(1)
    assert 'class="may"' not in own(1)


# --- saying something -----------------------------------------------------------------------------


def test_a_bid_from_the_phone_is_the_seats_bid(room, guest):
    bidding(room.table)
    token = sit(room.table, 1)
    assert post(guest, "say", token, **said(room, "bid", "8N")).status_code == 200
    assert room.table.view().view.position.bids == ("8N",)


@pytest.mark.parametrize("board", [WITHOUT, "live"])
def test_what_a_seat_has_just_said_is_taken_back_by_it_alone(room, guest, board):
    room.table.board_is(board)
    bidding(room.table)
    bo, cy = (sit(room.table, seat) for seat in (1, 2))

    def own(token):
        return guest.get(f"{SEAT}/own", headers=header(token)).text

    def back(token, seq):
        form = {"game": str(room.table.view().games), "seat": "1", "seq": str(seq)}
        return post(guest, "take_back", token, **form)

    assert 'id="take-back"' not in own(bo)
    post(guest, "say", bo, **said(room, "bid", "8N"))
    at = room.table.record().seq
    told = re.search(r'id="take-back">(.*?)</form>', own(bo), re.S)[1]
    assert "Bo" in told
    assert "8 No" in told
    assert f'name="seq" value="{at}"' in told
    assert 'id="take-back"' not in own(cy)
    assert back(cy, at).status_code in (403, 409)
    assert room.table.view().view.position.bids == ("8N",)
    assert back(bo, at).status_code == 200
    assert room.table.view().view.position.bids == ()
    assert 'id="take-back"' not in own(bo)
    assert back(bo, at).status_code == 200, "pressed twice"
    post(guest, "say", bo, **said(room, "bid", "9"))
    at = room.table.record().seq
    post(guest, "say", cy, **said(room, "bid", "10"))
    assert 'id="take-back"' not in own(bo)
    assert back(bo, at).status_code == 409
    assert room.table.view().view.position.bids == ("9", "10")


def test_a_secret_choice_is_taken_back_and_named_to_nobody(room, guest):
    ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=0))
    token = sit(room.table, 1)
    post(guest, "say", token, **said(room, "target", "H"))
    own = guest.get(f"{SEAT}/own", headers=header(token)).text
    told = re.search(r'id="take-back">(.*?)</form>', own, re.S)[1]
    assert "made a secret choice" in told
    assert "heart" not in told
    at, before = room.table.record().seq, room.table.view().view.offers
    form = {"game": "1", "seat": "1", "seq": str(at)}
    assert post(guest, "take_back", token, **form).status_code == 200
    assert room.table.view().view.offers != before
    assert "Your suit" not in guest.get(f"{SEAT}/own", headers=header(token)).text


@pytest.mark.parametrize("token", ["", "stranger"])
def test_a_phone_that_sits_nowhere_says_nothing(room, guest, token):
    bidding(room.table)
    refused = post(guest, "say", token, **said(room, "bid", "8N"))
    assert refused.status_code == 403
    assert room.table.view().view.position.bids == ()


def test_a_phone_that_was_sent_away_says_nothing_more(room, guest):
    bidding(room.table)
    token = sit(room.table, 1)
    ask(room.table, commands.SendAway(1))
    assert post(guest, "say", token, **said(room, "bid", "8N")).status_code == 403


def test_a_phone_says_nothing_for_another_seat(room, guest):
    bidding(room.table)
    token = sit(room.table, 2)
    for_bo = post(guest, "say", token, **said(room, "bid", "8N", seat="1"))
    assert for_bo.status_code == 403
    its_own = post(guest, "say", token, **said(room, "bid", "8N"))
    assert its_own.status_code == 409
    assert "Bo" in its_own.text.split('role="alert">')[1].split("<")[0]
    assert room.table.view().view.position.bids == ()


def test_a_second_press_of_one_bid_is_that_bid(room, guest):
    bidding(room.table)
    token, form = sit(room.table, 1), said(room, "bid", "8N")
    answers = [post(guest, "say", token, **form) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200] * 3
    assert all('role="alert"' not in answer.text for answer in answers)
    assert room.table.view().view.position.bids == ("8N",)


def test_a_refused_act_says_why_and_what_is_possible_at_every_door(room, guest, client):
    bidding(room.table)
    ask(room.table, commands.Declare("bid", 1, "8"))
    cy, why, can = sit(room.table, 2), "7 does not outbid 8.", "Bid 8 No or more, or pass."
    own = guest.get(f"{SEAT}/own", headers=header(cy)).text
    keys = re.findall(r'<label(?: class="[^"]*")?( title="[^"]+")?>(<input[^>]*>)<span>', own)
    assert {bool(title) for title, _ in keys} == {True, False}
    assert all(bool(title) == ("disabled" in key) for title, key in keys), "what is shut says why"
    told = post(guest, "say", cy, **said(room, "bid", "7"))
    assert (told.status_code, f"{why} {can}" in told.text) == (409, True)
    form = {"what": "bid", "value": '"7"', "seat": "2"}
    told = client.post(f"/host/t/{CODE}/say", data=form, headers=ORIGIN)
    assert (told.status_code, f"{why} {can}" in told.text) == (409, True)
    line = {"kind": "declared", "seat": 2, "topic": "bid", "value": "7"}
    told = client.post(f"/api/v1/tables/{CODE}/entries", json=line)
    assert (told.status_code, why in told.json["detail"], told.json["possible"]) == (409, True, can)
    told = client.post(f"/api/v1/tables/{CODE}/entries?lang=ja", json=line)
    assert told.json["possible"].startswith("8")
    assert told.json["possible"].endswith("パスします。")
    told = client.post(f"/api/v1/tables/{CODE}/entries", json={**line, "seat": 3})
    assert told.json["possible"] == "Cy to bid.", "Di is told whose turn it is, not what Cy may do"
    told = client.post(f"/api/v1/tables/{CODE}/redo")
    assert "possible" not in told.json, "that was no act of the game"


def test_without_a_script_a_bid_is_its_number_and_the_button_of_its_kind(room, guest):
    bidding(room.table)
    ask(room.table, commands.Declare("bid", 1, "8"))
    token, form = sit(room.table, 2), said(room, "bid", "7")
    del form["value"]
    for more, why in (
        ({"rest": "N"}, "Choose a number first."),
        ({"part": "8", "rest": "T"}, "8 does not outbid 8."),
    ):
        refused = post(guest, "say", token, **form, **more)
        assert (refused.status_code, why in refused.text) == (409, True)
    assert post(guest, "say", token, **form, part="8", rest="N").status_code == 200
    assert room.table.view().view.position.bids == ("8", "8N")


def test_a_press_in_view_of_an_older_moment_asks_again(room, guest):
    bidding(room.table)
    token, form = sit(room.table, 1), said(room, "bid", "8N")
    ask(room.table, commands.Undo())
    ask(room.table, commands.Deal(0))
    answer = post(guest, "say", token, **form)
    assert answer.status_code == 409
    assert "The table has moved on. Look again." in answer.text
    assert room.table.view().view.position.bids == ()


def test_a_bid_counts_though_somebody_says_meanwhile_what_it_would_have_shown(room, guest):
    bidding(room.table)
    ask(room.table, commands.Undo())
    token, form = sit(room.table, 1), said(room, "bid", "8N")
    ask(room.table, commands.Deal(0))
    assert post(guest, "say", token, **form).status_code == 200
    assert room.table.view().view.position.bids == ("8N",)


def test_what_several_seats_say_at_once_needs_no_second_press(room, guest):
    ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=0))
    form = said(room, "target", "H")
    tokens = [sit(room.table, seat) for seat in range(4)]
    answers = [post(guest, "say", token, **form).status_code for token in tokens]
    assert answers == [200] * 4


def test_a_press_for_the_game_before_asks_again(room, guest):
    ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=0))
    token, form = sit(room.table, 0), said(room, "target", "H")
    ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=0))
    assert post(guest, "say", token, **form).status_code == 409


@pytest.mark.parametrize("action", ["say", "lay", "take_back", "back", "rest", "dealt"])
def test_a_press_after_the_game_was_put_away_asks_again(room, guest, action):
    bidding(room.table)
    token, form = sit(room.table, 1), said(room, "bid", "8N", card="2C", do="ask", entry="1")
    form["do"] = "claim" if action == "rest" else "ask"
    ask(room.table, commands.NextGame(abandon=True))
    ask(room.table, commands.SitDownAnew())
    late = post(guest, action, token, **form)
    assert late.status_code == 409
    assert "moved on" in late.text.split('role="alert">')[1].split("<")[0]


@pytest.mark.parametrize(
    "fields",
    [
        {"what": "bid", "value": "{", "game": "1", "seq": "1"},
        {"what": "bid", "value": '"8"', "game": "x", "seq": "1"},
        {"what": "stacks", "count": "x", "game": "1", "seq": "1"},
        {"value": '"8"'},
    ],
)
def test_a_form_that_is_none_is_refused(room, guest, fields):
    bidding(room.table)
    token = sit(room.table, 1)
    assert post(guest, "say", token, **fields).status_code in (400, 409, 422)
    assert room.table.view().view.position.bids == ()


def refuse(table):
    """Somebody at the board turns the waiting phone away by the keys of its menu."""
    for seq in range(1, 9):
        asked = table.view().asked
        lines = {words: key for key, words in asked.options} if asked else {}
        here = next((each for each in ("refuse the phone", "table", "more") if each in lines), None)
        table.hear("b001", seq, "K", [lines[here] if here else "MENU"])
        if here == "refuse the phone":
            return
    raise AssertionError("the menu refuses no phone")


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("late", "Nobody held Bo’s button."),
        ("shared", "The host did not let you in to Bo’s seat in time."),
        ("refused", "This phone was not let in to Bo’s seat."),
        ("overtaken", "A new game has begun."),
    ],
)
def test_a_phone_that_waited_in_vain_is_told_why(room, guest, monkeypatch, end, words):
    begin(room.table)
    if end in ("late", "shared"):
        monkeypatch.setattr(seating, "CLAIM_MS", 0)
    token = post(guest, "claim", seat="1").json["token"]
    if end == "shared":
        room.table.board_is(WITHOUT)
    elif end == "refused":
        refuse(room.table)
    elif end == "overtaken":
        begin(room.table)
    page = guest.get(f"{SEAT}/own", headers=header(token)).text
    assert words in page
    assert ('id="ask-again"' in page) == (end != "overtaken")
    assert "This phone has no seat here yet." not in page


def test_the_leader_says_so_and_a_hand_without_the_card_cannot(room, guest):
    ask(room.table, commands.NewGame("torite", 4, list(NAMES), dealer=0))
    hands = deal(3)
    for held in cards_in(hands[0]):
        ask(room.table, commands.Lay(held.code, 0, "held"))
    without = guest.get(f"{SEAT}/own", headers=header(sit(room.table, 0))).text
    assert re.search(r'<button class="main" disabled[^>]*>I have the two of clubs', without)
    assert "is not in your hand" in without
    token = sit(room.table, 1)
    assert "I have the two of clubs" in guest.get(f"{SEAT}/own", headers=header(token)).text
    assert post(guest, "say", token, **said(room, "leader", None)).status_code == 200
    assert room.table.view().view.next_seat == 1


def test_stacks_are_counted_on_a_phone(room, guest):
    ask(room.table, commands.NewGame("torite", 2, list(NAMES[:2]), dealer=0))
    token = sit(room.table, 0)
    counts = "4 3 3 3 3 4 3 3 3 3 4 3 3 3 3 4".split()
    form = said(room, "stacks", None, count=counts)
    assert post(guest, "say", token, **form).status_code == 200
    assert room.table.view().view.next_what == "pairing"


# --- every game -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "count"), every_game.KINDS)
def test_what_can_be_said_can_be_pressed_and_nothing_else(room, name, count):
    """Each open key is accepted by the rules, each shut one refused; what is said was open."""
    played = every_game.by_chance(Random(5), name, count)
    names = [f"P{number}" for number in range(count)]
    ask(room.table, commands.NewGame(name, count, names, dict(played.header.given)))
    shut, opened = 0, 0
    seats = range(played.header.seats)
    tokens = [seating.digest(sit(room.table, seat)) for seat in seats]
    for number, line in enumerate(played.lines[:120]):
        pages = (
            [seat_page.seat_screen(room.table.phone_view(token)) for token in tokens]
            if number % 5 == 0
            else []
        )
        record = room.table.record()
        for seat, page in enumerate(pages):
            for group in (*page.groups, *page.early, *page.beside, *page.calls):
                for key in group.keys:
                    shut, opened = shut + (not key.is_open), opened + key.is_open
                    _must_fit(record, seat, group, key)
        if line["kind"] in ("dealt", "declared", "moved") and pages:
            _must_be_open(pages, line)
        ask(room.table, commands.Enter(line))
    assert opened
    has_keys_that_stay = any(topic.page.values for topic in played.header.rules.topics)
    assert shut or not has_keys_that_stay


def _must_fit(record, seat, group, key):
    topic = topic_of(record.header.rules, group.what)
    speaker = None if topic.by_table else seat
    source, _, target = group.what.partition(">")
    value = json.loads(key.value)
    if target:
        entry = Moved(seat, source, target, value, None)
    elif group.what == "dealt":
        entry = Dealt(seat)
    else:
        entry = Declared(speaker, group.what, value)
    refused = _refusal(record, entry, is_early=key.is_open)
    # What only a secret forbids is offered, so that the offer tells nobody the secret.
    is_said = isinstance(entry, Declared) and speaker is not None
    may_be_secret = is_said and group.what in CASES[record.header.game].secrets.refused
    if key.is_open:
        assert not refused or may_be_secret, (group, key, refused)
    else:
        asks_the_hand = topic.page.may is not SeatPage().may
        assert refused or asks_the_hand, (group, key)
        assert group.why, group


def _refusal(record, entry, is_early):
    """Why it cannot be said now, even early, when what is missing before it is presumed."""
    what = getattr(entry, "topic", "") or "dealt"
    if isinstance(entry, Moved):
        what = f"{entry.source}>{entry.target}"
    seat = entry.dealer if isinstance(entry, Dealt) else entry.seat
    later = (
        (each.record for each in suppositions(record, frozenset(), seat, what)) if is_early else ()
    )
    reason = ""
    for now in chain([record], later):  # what is missing before it is presumed
        try:
            now.check(entry)
        except Impossible as refused:
            reason = reason or refused.reason
        else:
            return ""
    return reason


def _must_be_open(pages, line):
    what = line.get("topic") or "dealt"
    if line["kind"] == "moved":
        what = f"{line['from']}>{line['to']}"
    value = {"moved": line.get("count"), "dealt": None}.get(line["kind"], line.get("value"))
    seat = line.get("seat", line.get("dealer"))
    page = pages[0 if seat is None else seat]
    found = [
        group
        for group in (*page.groups, *page.early, *page.beside, *page.calls)
        if group.what == what
    ]
    assert found, (what, seat)
    if not found[0].counts:
        assert json.dumps(value) in [key.value for key in found[0].keys if key.is_open]


def test_what_others_have_acted_upon_is_taken_back_once_their_phones_let_it(room, guest):
    bidding(room.table)
    bo, cy, di = (sit(room.table, seat) for seat in (1, 2, 3))
    ask(room.table, commands.Declare("bid", 1, "8N"))
    at = room.table.record().seq

    def own(token):
        return guest.get(f"{SEAT}/own", headers=header(token)).text

    def back(token, do, seat, seq=at):
        form = {"game": "1", "seat": str(seat), "seq": str(seq), "do": do}
        return post(guest, "back", token, **form)

    assert 'id="back"' not in own(bo), "it is the newest: no need to ask"
    ask(room.table, commands.Declare("bid", 2, "9"))
    assert f'name="seq" value="{at}"' in re.search(r'id="back">(.*?)</form>', own(bo), re.S)[1]
    for token, do, seat in ((cy, "ask", 2), (cy, "ask", 1), (cy, "agree", 2)):
        assert back(token, do, seat).status_code in (403, 409), (do, seat)
    assert back(bo, "beg", 1).status_code == 422
    assert back(bo, "ask", 1).status_code == 200
    for token in (cy, di):
        page = own(token)
        assert "would like to take this back" in page
        assert (
            "Bo would like to take this back: Bo bids 8 No. It also undoes: Cy bids 9."
            in (re.search('data-question="([^"]*)"', page)[1])
        )
        assert 'value="agree"' in page
    assert "You asked to take this back." in own(bo)
    # Meant for a bid, and pressed as the request came: the bid counts, and the request falls.
    form = said(room, "bid", "10")
    assert post(guest, "say", di, **form).status_code == 200
    assert "Somebody has acted meanwhile" in own(bo)
    assert back(cy, "agree", 2).status_code == 409
    assert room.table.view().view.position.bids == ("8N", "9", "10")
    assert back(bo, "ask", 1).status_code == 200
    assert back(cy, "agree", 2).status_code == 200
    assert 'value="agree"' not in own(cy)
    assert back(di, "agree", 3).status_code == 200
    assert room.table.view().view.position.bids == ()
    assert "Your bid" in own(bo)
    ask(room.table, commands.Undo())
    assert room.table.view().view.position.bids == ("8N", "9", "10")


def test_a_card_to_be_taken_back_was_played_where_cards_are_kept_too(room, guest):
    begin(room.table)
    lay(room.table, "1:9H 2:TH")
    bo, cy = (sit(room.table, seat) for seat in (1, 2))
    form = {"game": "1", "seat": "1", "seq": str(room.table.record().seq - 1), "do": "ask"}
    assert post(guest, "back", bo, **form).status_code == 200
    page = guest.get(f"{SEAT}/own", headers=header(cy)).text
    assert (
        "Bo would like to take this back: Bo played nine of hearts. "
        "It also undoes: Cy played ten of hearts."
    ) in re.search('data-question="([^"]*)"', page)[1]


def test_what_was_said_in_secret_is_taken_back_while_others_say_only_secrets(room, guest):
    ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=3))
    ask(room.table, commands.Declare("target", 0, "C"))
    ann, at = sit(room.table, 0), room.table.record().seq
    for seat, suit in ((1, "D"), (2, "H")):
        ask(room.table, commands.Declare("target", seat, suit))
        own = guest.get(f"{SEAT}/own", headers=header(ann)).text
        assert f'value="{at}"' in re.search(r'id="take-back">(.*?)</form>', own, re.S)[1]
    for _ in ("pressed", "pressed twice"):
        form = {"game": "1", "seat": "0", "seq": str(at)}
        assert post(guest, "take_back", ann, **form).status_code == 200
    assert [each.entry for each in room.table.record().steps()] == [
        Dealt(3),
        *(Declared(seat, "target", suit) for seat, suit in ((1, "D"), (2, "H"))),
    ]
    for seat, suit in ((0, "H"), (3, "S")):
        ask(room.table, commands.Declare("target", seat, suit))
    own = guest.get(f"{SEAT}/own", headers=header(ann)).text
    assert 'id="take-back"' not in own, "all have chosen, and go by it"


def test_a_secret_choice_that_is_asked_back_stays_secret(room, guest):
    ask(room.table, commands.NewGame("tredici", 4, list(NAMES), dealer=3))
    for seat, suit in enumerate("CDHS"):
        ask(room.table, commands.Declare("target", seat, suit))
    ask(room.table, commands.Move(1, "hand", "stack", 0))
    ann, bo = sit(room.table, 0), sit(room.table, 1)
    at = next(
        each.seq for each in room.table.record().steps() if each.entry == Declared(0, "target", "C")
    )
    form = {"game": "1", "seat": "0", "seq": str(at), "do": "ask"}
    assert post(guest, "back", ann, **form).status_code == 200
    page = guest.get(f"{SEAT}/own", headers=header(bo)).text
    assert "would like to take" in page
    assert "clubs" not in re.search(r'id="back">(.*?)</form>', page, re.S)[1]
    assert "clubs" not in re.search('data-question="([^"]*)"', page)[1]
