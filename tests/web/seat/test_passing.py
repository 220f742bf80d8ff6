"""One phone that everybody passes round: it has all free seats, and shows whose turn it is."""

import re

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE, assert_fits, assert_open_to_all, phone
from tricktable.club import calls, consents
from tricktable.table import commands
from tricktable.web.seat import shared_phone
from web.lobby.test_without_board import form_of, laid, moment, own, plain
from web.people.played_games import play_together
from web.room import NAMES, ask, lay, sit
from web.seat.test_seat import ORIGIN, SEAT, header, post

pytestmark = pytest.mark.usefixtures("without_board")


@pytest.fixture
def all_seats(room, guest):
    """The tokens of a phone that has all seats, as one."""
    ask(room.table, commands.OpenSeats())
    answer = post(guest, "claim", seat="all")
    assert answer.status_code == 201
    return answer.json["token"]


def name_in(page):
    return re.search(r'data-name="([^"]*)"', page)[1]


def fields(page, route):
    """What the page's form to this route sends beside the button that was pressed."""
    (form,) = re.findall(rf'<form[^>]* action="{SEAT}/{route}".*?</form>', page, re.S)
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


def test_one_press_takes_all_free_seats_while_the_seats_are_open(room, guest):
    assert 'value="all"' not in guest.get(f"{SEAT}/own").text
    closed = post(guest, "claim", seat="all")
    assert closed.status_code == 409
    assert "Ask the host to open the seats first." in closed.text
    bo = sit(room.table, 1)
    ask(room.table, commands.OpenSeats())
    assert "All of us: pass this phone round" in guest.get(f"{SEAT}/own").text
    tokens = post(guest, "claim", seat="all").json["token"].split(shared_phone.BETWEEN)
    assert [name_in(own(guest, each)) for each in tokens] == ["Ann", "Cy", "Di"]
    assert name_in(own(guest, bo)) == "Bo", "nobody is put out of a seat"
    assert post(guest, "claim", seat="all").status_code == 409


def test_the_page_follows_the_turn_and_says_whom_to_hand_it_to(room, guest, all_seats):
    page = own(guest, all_seats)
    assert name_in(page) == "Bo"
    assert "Hand the phone to" in page
    for seat, card in ((1, "2C"), (2, "9C"), (3, "KC"), (0, "5C")):
        page = own(guest, all_seats)
        assert name_in(page) == NAMES[seat]
        assert f'name="seat" value="{seat}"' in page
        sent = post(guest, "lay", all_seats, card=card, seat=str(seat), **moment(room))
        assert sent.status_code == 200
    taken_back = re.search(r'id="laid">(.*?)</form>', own(guest, all_seats), re.S)[1]
    assert 'name="seat" value="0"' in taken_back, "Ann laid it before she handed the phone on"
    seq = re.search(r'name="seq" value="(\d+)"[^>]*>Take back', taken_back)[1]
    back = post(guest, "take_back", all_seats, seq=seq, game="1", seat="0")
    assert name_in(back.text) == "Ann"
    assert post(guest, "lay", all_seats, card="5C", seat="0", **moment(room)).status_code == 200
    assert room.table.view().view.tally == (0, 0, 0, 1)
    assert name_in(own(guest, all_seats)) == "Di", "the taker leads"


def test_somebody_else_can_take_it_out_of_turn_until_something_happens(room, guest, all_seats):
    tokens = all_seats.split(shared_phone.BETWEEN)
    taken = post(guest, "look", all_seats, first="3").text
    assert name_in(taken) == "Di"
    assert "This is" in taken
    order = shared_phone.with_first(all_seats, 3)
    assert order.split(shared_phone.BETWEEN) == [tokens[3], *tokens[:3]]
    at = room.table.record().seq
    again = guest.get(f"{SEAT}/own?taken_at={at}", headers=header(order)).text
    assert name_in(again) == "Di"
    lay(room.table, "1:2C")
    moved = guest.get(f"{SEAT}/own?taken_at={at}", headers=header(order)).text
    assert name_in(moved) == "Cy"


def test_a_seat_that_is_given_to_another_phone_leaves_this_one(room, client, guest, all_seats):
    ask(room.table, commands.SendAway(1))
    assert name_in(own(guest, all_seats)) == "Ann", "Bo has another phone, or none"
    refused = post(guest, "lay", all_seats, card="2C", seat="1", **moment(room))
    assert refused.status_code == 403
    assert laid(room) == []
    post(guest, "leave", all_seats)
    assert not any(place.is_taken for place in room.table.snapshot().places)


def test_whatever_is_sent_is_of_the_person_whose_page_is_shown(room, guest, all_seats):
    for each in "1:2C 2:3C 3:4C 0:5C".split():
        lay(room.table, each)
    lay(room.table, "0:2D")
    room.another("A2B")
    page = own(guest, all_seats)
    assert name_in(page) == "Bo", "whose token is not the first"
    for route, said in (("rest", "claim"), ("help", "call")):
        assert post(guest, route, all_seats, do=said, **fields(page, route)).status_code == 200
    assert room.table.view().desk.rest_claim.seat == 1
    assert [each.seat for each in room.club.view().of(calls.PART).open] == [1]
    play_together(room.table, NAMES)
    page = own(guest, shared_phone.with_first(all_seats, 2))
    kept = post(guest, "keep", all_seats, word="red tulips", **fields(page, "keep"))
    assert kept.status_code == 200
    assert [each.name for each in room.club.view().of(consents.PART).people.values()] == ["Cy"]


def test_where_the_game_keeps_secrets_each_page_is_covered_until_its_person_takes_it(room, guest):
    ask(room.table, commands.NewGame("tredici", 3, list(NAMES[:3]), abandon=True))
    ask(room.table, commands.OpenSeats())
    tokens = post(guest, "claim", seat="all").json["token"]
    page = own(guest, tokens)
    assert name_in(page) == "Ann"
    said = {"what": "target", "value": '"H"', "seat": "0"}
    covered = post(guest, "say", tokens, **said, **moment(room)).text
    assert 'data-state="passes" data-name="Bo"' in covered
    assert "I am Bo" in covered
    assert 'name="value"' not in covered
    assert "heart" not in covered
    mine = post(guest, "look", tokens, first="1").text
    assert 'data-state="sits" data-name="Bo"' in mine
    assert 'name="value"' in mine


def test_without_scripts_it_is_passed_round_too(room, guest):
    ask(room.table, commands.OpenSeats())
    page = plain(guest, "claim", form_of(guest.get(SEAT).text, "chairs"), seat="all").text
    assert name_in(page) == "Bo"
    page = plain(guest, "lay", form_of(page, "fan"), card="2C").text
    assert laid(room) == [(1, "2C")]
    assert name_in(page) == "Cy"
    page = plain(guest, "look", form_of(page, "chairs"), first="0").text
    assert name_in(page) == "Ann"


def test_strange_tokens_among_them_open_nothing(room, guest):
    token = sit(room.table, 1)
    for given in (f"x.{token}", f"{token}.x", ".", "." * 400, f"{'x' * 22}.{'y' * 22}"):
        page = own(guest, given)
        assert name_in(page) == ("Bo" if token in given else "")
    posted = guest.post(f"{SEAT}/look", data={"first": "99"}, headers={**ORIGIN, **header(token)})
    assert name_in(posted.text) == "Bo"


def test_a_phone_is_passed_round_with_touches(room, browser, served, watch):
    ask(room.table, commands.OpenSeats())
    page = watch(phone(browser))
    page.goto(f"{served}{SEAT}")
    page.get_by_role("button", name="All of us").tap()
    expect(page.locator(".holder")).to_have_text("Hand the phone to Bo")
    page.locator(".fan .keys label.C").tap()
    page.get_by_role("button", name="two of clubs").tap()
    expect(page.locator(".holder")).to_have_text("Hand the phone to Cy")
    assert_fits(page, PHONE)
    assert_open_to_all(page)
    page.locator("#pass-on summary").tap()
    page.locator("#pass-on").get_by_role("button", name="Ann").tap()
    expect(page.locator(".holder")).to_have_text("This is Ann’s page")
    page.reload()
    expect(page.locator(".holder")).to_have_text("Hand the phone to Cy")
    with room.curtain.down():
        ask(room.table, commands.NewGame("tredici", 3, list(NAMES[:3]), dealer=2, abandon=True))
    page.reload()
    page.locator("#say-target label").first.tap()
    page.locator("#say-target button").tap()
    expect(page.locator("#own h2")).to_have_text("Hand the phone to Bo")
    assert_fits(page, PHONE)
    page.get_by_role("button", name="I am Bo").tap()
    expect(page.locator("#own[data-state=sits][data-name=Bo]")).to_be_visible()
    page.context.close()


def test_a_first_trick_is_laid_by_whoever_takes_the_phone(room, browser, served, watch):
    with room.curtain.down():
        ask(room.table, commands.NewGame("torite", 4, list(NAMES[:4]), abandon=True))
    ask(room.table, commands.OpenSeats())
    page = watch(phone(browser))
    page.goto(f"{served}{SEAT}")
    page.get_by_role("button", name="All of us").tap()
    page.locator("#pass-on").get_by_role("button", name="Cy").tap()
    expect(page.locator(".holder")).to_have_text("This is Cy’s page")
    page.locator(".fan .keys label.C").tap()
    page.get_by_role("button", name="two of clubs").tap()
    for who, card in (("Di", "nine"), ("Ann", "four"), ("Bo", "five")):
        expect(page.locator(".holder")).to_have_text(f"Hand the phone to {who}")
        page.get_by_role("button", name=f"{card} of clubs").tap()
    expect(page.locator(".holder")).to_have_text("Hand the phone to Di")
    assert room.table.view().view.last == ((2, "2C"), (3, "9C"), (0, "4C"), (1, "5C"))
    page.context.close()


def test_at_the_end_a_second_touch_of_a_shared_phone_begins_anew(room, guest, all_seats):
    play_together(room.table, NAMES)
    assert room.table.view().view.is_over
    first = own(guest, all_seats)
    assert "Play again" in first
    aloud = first.split('<div class="every">')[1].split("</div>")[0]
    assert aloud.count('name="another"') > 1, "large keys choose another game, too"
    said = post(guest, "again", all_seats, game="2", rotate="0").text
    offered = re.search(r'id="rematch">(.*?)</form>', said, re.S)[1]
    assert "would like to play again." in offered
    assert "Begin the game" in offered, "no other phone could"
    back = post(guest, "again", all_seats, game="2", do="withdraw").text
    assert "would like to play again." not in back
    post(guest, "again", all_seats, game="2", rotate="1")
    assert room.table.view().games == 2, "the first touch after that offers"
    sent = {"plain": "1", "seat_token": all_seats, "game": "2", "do": "withdraw"}
    without_scripts = guest.post(f"{SEAT}/again", data=sent, headers=ORIGIN).text
    listed = without_scripts.split('<details id="another-game">')[1].split("</details>")[0]
    assert listed.count('class="portrait"') == listed.count('name="another"') > 1
    assert listed.count(f'name="seat_token" value="{all_seats}"') == listed.count("<form")
    bad = post(guest, "again", all_seats, game="2", rotate="2")
    assert bad.status_code == 422
    ask(room.table, commands.Lock())
    assert post(guest, "again", all_seats, game="2", rotate="1").status_code == 409
    assert "Play again" not in own(guest, all_seats)
