"""A table without a board: phones lay their own cards, and take seats with or without the host."""

import re

import pytest

from tricktable.rules.cards import STANDARD, cards_in
from tricktable.table import commands, seating
from tricktable.table.views import ABSENT, LIVE, WITHOUT
from tricktable.web import limits
from web.room import (
    CODE,
    HOST_PAGE,
    NAMES,
    ask,
    begin,
    deal,
    hold_button,
    lay,
    own,
    play_on,
    show_kept,
    sit,
)
from web.seat.test_seat import ORIGIN, SEAT, post

LATE = "The table has moved on. Look again."


pytestmark = pytest.mark.usefixtures("without_board")


def moment(room, **more):
    """What a page's forms have at this moment."""
    return {"game": str(room.table.view().games), "seq": str(room.table.record().seq), **more}


def laid(room):
    return [*room.table.view().view.trick]


def keys(page):
    """The codes of the cards that can be laid, which its script draws."""
    return re.findall(r"\w\w", " ".join(re.findall(r'data-keys="([^"]+)"', page)))


# --- cards ----------------------------------------------------------------------------------------


def test_a_seat_lays_its_own_card_and_takes_it_back(room, guest):
    token = sit(room.table, 1)
    assert "2C" in keys(own(guest, token))
    answer = post(guest, "lay", token, card="2C", seat="1", **moment(room))
    assert answer.status_code == 200
    assert laid(room) == [(1, "2C")]
    assert 'aria-label="two of clubs"' in answer.text.split('id="laid"')[1].split("</form>")[0]
    seq = re.search(r'name="seq" value="(\d+)"[^>]*>Take back', answer.text)[1]
    back = post(guest, "take_back", token, seq=seq, game="1", seat="1")
    assert back.status_code == 200
    assert laid(room) == []
    assert 'id="laid"' not in back.text


def test_a_card_before_the_bids_waits_for_all_to_see_and_is_taken_back(room, guest):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), dealer=0, abandon=True))
    token = sit(room.table, 2)
    assert 'id="out-of-turn"' in own(guest, token), "it is one touch further than the bids"
    answer = post(guest, "lay", token, card="7C", seat="2", **moment(room))
    laid = answer.text.split('id="laid"')[1].split("</form>")[0]
    assert 'aria-label="seven of clubs"' in laid
    assert "waits for the bids" in laid
    assert not keys(answer.text), "one card at a time"
    table = guest.get(f"/t/{CODE}").text
    places = table.split('<li class="place')[1:]
    assert ["seven of clubs" in each for each in places] == [
        'data-seat="2"' in each for each in places
    ]
    assert "waits for the bids" in table.split("<h1")[0]
    back = post(guest, "take_back", token, seat="2", **moment(room, seq="0"))
    assert back.status_code == 200
    assert 'id="laid"' not in back.text
    assert "waits" not in guest.get(f"/t/{CODE}").text


def test_a_phone_lays_no_other_seats_card(room, guest):
    token = sit(room.table, 1)
    for seat in ("0", "2", "9", "x"):
        refused = post(guest, "lay", token, card="2C", seat=seat, **moment(room))
        assert refused.status_code == 403
        assert "only for its own seat" in refused.text
    at = moment(room)
    lay(room.table, "0:2C")
    seq = str(room.table.record().seq)
    assert post(guest, "take_back", token, game=at["game"], seq=seq).status_code == 409
    assert laid(room) == [(0, "2C")]


def test_a_card_is_nobodys_only_where_the_game_has_such_a_card(room, guest):
    token = sit(room.table, 1)
    assert "nobody" not in own(guest, token)
    refused = post(guest, "lay", token, card="2C", seat="nobody", **moment(room))
    assert refused.status_code == 409
    assert "Say whose card it is." in refused.text
    odd = post(guest, "lay", token, card="2C", seat="1", how="thrown", **moment(room))
    assert odd.status_code == 422
    assert laid(room) == []


def test_any_phone_lays_the_card_that_was_set_aside_and_takes_it_back(room, guest):
    begin(room.table, NAMES[:3])
    hands = deal(3, seats=3)
    aside = next(each for each in STANDARD if each.rank >= 5 and not each.bit & sum(hands))
    play_on(room.table, hands, 12)
    show_kept(room.table, hands[:2])
    token = sit(room.table, 0)
    page = own(guest, token)
    assert "<legend>Set aside</legend>" not in page, "a hand is shown first"
    assert "<summary>Set aside</summary>" in page
    lay(room.table, f"2:{next(cards_in(hands[2])).code}", "shown")
    assert "<legend>Set aside</legend>" in own(guest, token)
    now = moment(room)
    answer = post(guest, "lay", token, card=aside.code, seat="nobody", how="shown", **now)
    assert room.table.view().view.position.set_aside == aside.code
    seq = re.search(r'name="seq" value="(\d+)"[^>]*>Take back', answer.text)[1]
    back = post(guest, "take_back", token, seq=seq, game=now["game"], seat="nobody")
    assert back.status_code == 200
    assert room.table.view().view.position.set_aside is None


def test_a_listener_hears_whose_hand_to_play_from(room, guest):
    ask(room.table, commands.NewGame("torite", 1, ["Jo"], abandon=True))
    token = sit(room.table, 0)
    for card, how in (("2C", "shown"), ("3D", "shown"), ("4H", "shown"), ("9S", "shown")):
        ask(room.table, commands.Lay(card, 1, how))
    assert 'data-turn="You lead."' in own(guest, token)
    ask(room.table, commands.Lay("8S", 0))
    page = own(guest, token)
    assert 'data-turn="Play for Dummy. ' in page
    assert 'data-now="Play for Dummy.' in page
    ask(room.table, commands.Lay("9S", 1))
    page = own(guest, token)
    assert 'data-turn="Lead for Dummy."' in page


def test_one_player_lays_and_turns_up_the_dummys_cards(room, guest):
    ask(room.table, commands.NewGame("torite", 1, [], abandon=True))
    token = sit(room.table, 0)
    turned = post(guest, "lay", token, card="AS", seat="1", how="shown", **moment(room))
    assert turned.status_code == 200
    assert room.table.view().view.position.face_up == ("AS",)
    page = own(guest, token)
    assert "<legend>Turn up Dummy’s card</legend>" in page
    assert post(guest, "lay", token, card="9S", seat="0", **moment(room)).status_code == 200
    assert "<legend>Dummy’s card</legend>" in own(guest, token)
    post(guest, "lay", token, card="AS", seat="1", how="played", **moment(room))
    page = own(guest, token)
    assert "<legend>Dummy’s card</legend>" in page, "it has taken the trick"
    assert "<summary>Turn up Dummy’s card</summary>" in page
    assert (
        post(guest, "lay", token, card="KS", seat="1", how="shown", **moment(room)).status_code
        == 200
    )
    assert room.table.view().view.position.face_up == ("KS",)


def test_only_a_phone_that_sits_lays_cards(room, guest):
    token = sit(room.table, 1)
    waiting = post(guest, "claim", seat="2").json["token"]
    sent = sit(room.table, 0)
    ask(room.table, commands.SendAway(0))
    for other in ("", "made up", token + "x", waiting, sent):
        assert post(guest, "lay", other, card="2C", **moment(room)).status_code == 403
        assert post(guest, "take_back", other, **moment(room)).status_code == 403
    assert laid(room) == []


@pytest.mark.parametrize("card", ["", "2c", "ZZ", "2C3C", "9" * 300, "<b>"])
def test_what_is_no_card_is_refused(room, guest, card):
    token = sit(room.table, 1)
    assert post(guest, "lay", token, card=card, **moment(room)).status_code == 422
    assert laid(room) == []


@pytest.mark.parametrize("field", ["game", "seq"])
@pytest.mark.parametrize("given", ["", "x", "-1", "1e3", "9" * 40])
def test_a_press_without_its_moment_is_refused(room, guest, field, given):
    token = sit(room.table, 1)
    sent = post(guest, "lay", token, card="2C", **{**moment(room), field: given})
    assert sent.status_code == 422
    assert laid(room) == []


def test_a_press_from_a_stale_page_is_recognised_or_refused(room, guest):
    """Sitting down, laying, taking back and changing places, each with a page from before."""
    token, at = sit(room.table, 1), moment(room)
    assert post(guest, "lay", token, card="2C", **at).status_code == 200
    assert post(guest, "lay", token, card="2C", **at).status_code == 200  # pressed twice
    assert laid(room) == [(1, "2C")]
    assert LATE in post(guest, "lay", token, card="3C", **at).text
    seq = str(room.table.record().seq)
    assert post(guest, "take_back", token, game="1", seq=seq).status_code == 200
    assert post(guest, "take_back", token, game="1", seq=seq).status_code == 200
    assert LATE in post(guest, "lay", token, card="2C", **at).text
    assert laid(room) == []
    # The people change places: a page from before would lay another seat's card.
    ask(room.table, commands.Rename(1, "Zoe"))
    other = sit(room.table, 1)
    assert post(guest, "lay", token, card="2C", seat="1", **moment(room)).status_code == 403
    assert post(guest, "lay", other, card="2C", seat="1", **moment(room)).status_code == 200
    ask(room.table, commands.NextGame(abandon=True))
    assert post(guest, "lay", other, card="5C", **at).status_code == 409


def test_a_locked_or_resting_table_takes_no_card_from_a_phone(room, guest):
    token, at = sit(room.table, 1), moment(room)
    ask(room.table, commands.Lock())
    assert 'id="fan"' not in own(guest, token)
    assert post(guest, "lay", token, card="2C", **at).status_code == 409
    ask(room.table, commands.Unlock())
    ask(room.table, commands.Pause())
    assert 'id="fan"' not in own(guest, token)
    assert post(guest, "lay", token, card="2C", **at).status_code == 409
    assert laid(room) == []


def test_where_there_is_a_board_cards_are_laid_on_its_readers(room, guest):
    token, at = sit(room.table, 1), moment(room)
    room.table.board_is(LIVE)
    assert 'id="fan"' not in own(guest, token)
    refused = post(guest, "lay", token, card="2C", **at)
    assert refused.status_code == 409
    assert "Lay the card on your reader." in refused.text


def test_out_of_turn_a_card_is_behind_a_fold_and_counts(room, guest):
    token = sit(room.table, 3)
    folded = own(guest, token)
    assert '<details id="out-of-turn">' in folded
    assert post(guest, "lay", token, card="9H", **moment(room)).status_code == 200
    assert laid(room) == [(3, "9H")]


def test_cards_from_phones_are_counted_like_all_that_a_seat_says(room, guest):
    limits.init_app(room.app, lambda: 0)
    token = sit(room.table, 1)
    codes = [post(guest, "lay", token, card="2C", **moment(room)).status_code for _ in range(17)]
    assert codes[-1] == 429


# --- without scripts ------------------------------------------------------------------------------


def fields(form):
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form))


def plain(guest, action, form, **more):
    return guest.post(f"{SEAT}/{action}", data={**fields(form), **more}, headers=ORIGIN)


def form_of(page, name):
    return re.search(rf'<form[^>]* (?:class|id)="[^"]*{name}[^"]*".*?</form>', page, re.S)[0]


def test_without_scripts_a_phone_sits_lays_and_takes_back_with_plain_forms(room, guest):
    ask(room.table, commands.OpenSeats())
    first = guest.get(SEAT)
    assert first.headers["Referrer-Policy"] == "same-origin"
    page = plain(guest, "claim", form_of(first.text, "chairs"), seat="1").text
    assert 'data-state="sits" data-name="Bo"' in page
    page = plain(guest, "lay", form_of(page, "fan"), card="2C").text
    assert laid(room) == [(1, "2C")]
    assert page.count("<html") == 1
    back = form_of(page, "laid")
    seq = re.search(r'<button name="seq" value="(\d+)"', back)[1]
    page = plain(guest, "take_back", back, seq=seq).text
    assert laid(room) == []
    lay(room.table, "1:2C")
    page = plain(guest, "look", form_of(page, "look")).text
    assert "Cy to play" in page
    page = plain(guest, "leave", re.findall(r"<form[^>]*/leave.*?</form>", page, re.S)[-1]).text
    assert 'data-state="chooses"' in page
    assert not room.table.snapshot().places[1].is_taken


def test_no_page_for_scripts_holds_the_token(room, guest):
    token = sit(room.table, 1)
    assert token not in own(guest, token)
    assert token not in post(guest, "lay", token, card="2C", **moment(room)).text
    assert "plain" not in re.findall(r'name="(\w+)"', own(guest, token))


# --- sitting down ---------------------------------------------------------------------------------


def test_nobody_is_told_of_a_button_and_the_host_sees_whom_to_let_in(room, client, guest):
    page = guest.get(f"{SEAT}/own").text
    assert "wait for the host" in page
    assert "button" not in re.sub(r"<[^>]*>", " ", page)
    token = post(guest, "claim", seat="2").json["token"]
    waiting = re.sub(r"<[^>]*>", " ", own(guest, token))
    assert "Ask the host to check number" in waiting
    assert "hold" not in waiting
    assert "hold" not in room.table.view().asks_and_note
    host_page = client.get(HOST_PAGE).text
    asked = host_page.split('id="let-in"')[1].split("</section>")[0]
    assert "Let Cy in" in asked
    assert host_page.index('id="let-in"') < host_page.index('id="lay"')
    client.post(f"{HOST_PAGE}/let_in", data={"seat": "2"}, headers=ORIGIN)
    assert 'data-state="sits"' in own(guest, token)
    assert "Let Cy in" not in client.get(HOST_PAGE).text


def test_a_strange_phone_at_a_taken_seat_is_refused_and_the_other_keeps_it(room, client, guest):
    mine = sit(room.table, 2)
    stranger = post(guest, "claim", seat="2").json["token"]
    page = client.get(HOST_PAGE).text
    asked = page.split('id="let-in"')[1].split("</section>")[0]
    assert "Cy has a phone, which loses the seat." in asked
    assert f'formaction="{HOST_PAGE}/send_away" name="seat" value="2">Refuse' in asked
    assert "Remove phone: Cy" not in page, "who waits is answered first"
    client.post(f"{HOST_PAGE}/send_away", data={"seat": "2"}, headers=ORIGIN)
    assert "was not let in" in own(guest, stranger)
    assert 'data-state="sits"' in own(guest, mine)
    client.post(f"{HOST_PAGE}/send_away", data={"seat": "2"}, headers=ORIGIN)
    assert 'data-state="sent_away"' in own(guest, mine)


def test_one_touch_lets_in_all_whose_numbers_the_host_has_seen(room, client):
    phones = []
    for seat in range(4):
        at = {"REMOTE_ADDR": f"192.168.1.{50 + seat}"}
        answer = client.post(
            f"{SEAT}/claim", data={"seat": str(seat)}, headers=ORIGIN, environ_base=at
        )
        phones.append(answer.json["token"])
        page = client.get(HOST_PAGE).text
        assert ("Let all" in page) == (seat > 0)
        if seat == 2:
            seen = re.search(r'name="numbers" value="([\d ]+)"', page)[1]
    client.post(f"{HOST_PAGE}/let_all_in", data={"numbers": seen}, headers=ORIGIN)
    states = [re.search(r'data-state="(\w+)"', own(client, each))[1] for each in phones]
    assert states == ["sits", "sits", "sits", "waits"], "the last one came later"
    again = client.post(f"{HOST_PAGE}/let_all_in", data={"numbers": seen}, headers=ORIGIN)
    assert again.status_code == 409


def test_while_the_host_allows_it_a_phone_takes_a_free_seat(room, client, guest):
    client.post(f"{HOST_PAGE}/open_seats", headers=ORIGIN)
    assert "Choose a free seat." in guest.get(SEAT).text
    token = post(guest, "claim", seat="2").json["token"]
    assert 'data-state="sits"' in own(guest, token)
    client.post(f"{HOST_PAGE}/close_seats", headers=ORIGIN)
    assert 'data-state="waits"' in own(guest, post(guest, "claim", seat="1").json["token"])


def test_until_a_phone_comes_to_open_the_seats_is_what_the_host_does_next(room, client):
    def is_first():
        host_page = client.get(HOST_PAGE).text
        return bool(re.search(r'<button formaction="[^"]*/open_seats" class="main">', host_page))

    assert is_first()
    ask(room.table, commands.OpenSeats())
    assert "/close_seats" in client.get(HOST_PAGE).text
    assert not is_first()
    ask(room.table, commands.CloseSeats())
    sit(room.table, 1)
    assert not is_first(), "one phone plays already"


def test_opening_the_seats_lets_in_whoever_waits_already_at_a_free_one(room, client, guest):
    sits = sit(room.table, 1)
    token = post(guest, "claim", seat="2").json["token"]
    other = client.post(f"{SEAT}/claim", data={"seat": "1"}, headers=ORIGIN).json["token"]
    client.post(f"{HOST_PAGE}/open_seats", headers=ORIGIN)
    assert 'data-state="sits"' in own(guest, token)
    assert 'data-state="sits"' in own(guest, sits)
    assert 'data-state="waits"' in own(guest, other), "nobody is put out of a seat"


def test_a_taken_seat_is_never_open(room, guest):
    token = sit(room.table, 2)
    ask(room.table, commands.OpenSeats())
    other = post(guest, "claim", seat="2").json["token"]
    assert 'data-state="waits"' in own(guest, other)
    assert 'data-state="sits"' in own(guest, token)


def test_only_the_host_opens_the_seats(room, guest):
    assert guest.post(f"{HOST_PAGE}/open_seats", headers=ORIGIN).status_code == 403
    assert not room.table.view().desk.are_seats_open


@pytest.mark.parametrize("state", [LIVE, ABSENT])
def test_open_seats_are_for_tables_without_a_board_alone(room, guest, state):
    ask(room.table, commands.OpenSeats())
    room.table.board_is(state)
    token = post(guest, "claim", seat="2").json["token"]
    assert 'data-state="waits"' in own(guest, token)
    hold_button(room.table, 2)
    assert 'data-state="sits"' in own(guest, token)


def test_a_locked_table_has_no_open_seats(room, guest):
    ask(room.table, commands.OpenSeats())
    ask(room.table, commands.Lock())
    assert post(guest, "claim", seat="2").status_code == 409


def test_open_seats_stay_open_in_the_next_game_and_after_a_restart(room):
    ask(room.table, commands.OpenSeats())
    ask(room.table, commands.NewGame("torite", 4, list(NAMES), abandon=True))
    again = room.another(CODE)
    again.board_is(WITHOUT)
    assert again.view().are_seats_open
    token = seating.new_token()
    assert again.claim(0, seating.digest(token)).is_done
    assert again.phone_view(seating.digest(token)).known.sits


def test_pages_say_without_a_board_and_never_unplugged(room, client, guest):
    for page in (guest.get(f"/t/{CODE}").text, client.get("/host/").text):
        assert "without a board" in page
    assert 'data-state="without">without a board' in client.get("/host/").text
    assert guest.get(f"/api/v1/tables/{CODE}").json["board"] == "without"
