"""A claim on what is left: from phones to a page that says whether it holds; nothing before."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from players import every_game
from rig.browser import PHONE, SIDEWAYS, SMALL_PHONE, assert_fits, phone
from rig.patience import until
from rules.review.positions import played
from tricktable.rules.cards import cards_in
from tricktable.rules.review.playout import playout_from
from tricktable.table import commands
from tricktable.table.views import WITHOUT
from tricktable.web import reviews
from tricktable.web.seat.shared_phone import BETWEEN
from web.guest.test_review import connection
from web.room import CODE, NAMES, ask, own, sit
from web.seat.test_passing import fields
from web.seat.test_seat import SEAT, post

PAGE = f"/t/{CODE}/claim"
API = f"/api/v1/tables/{CODE}/claim"
SEED = 54
"""Of a deal in which Cy can take the last two tricks for certain, and Bo cannot."""
COVERED = """labels => labels.filter(label => {
    const box = label.getBoundingClientRect();
    const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return !label.contains(top);
}).map(label => label.innerText)"""
PLAYED = 6 * 4
"""The cards that lie there when somebody claims: two tricks are left."""


@pytest.fixture
def at_end(room, monkeypatch):
    """Two tricks are left of a deal of Troika: the phones' tokens, and all true hands."""
    monkeypatch.setattr(reviews, "SECONDS", 5.0)
    lines = every_game.by_chance(Random(SEED), "troika", 4, is_tidy=True)
    names = ["Ann", "Bo", "Cy", "Di"]
    last = [at for at, line in enumerate(lines.lines, 1) if line["kind"] == "played"][PLAYED - 1]
    room.table.board_is(WITHOUT)
    ask(room.table, commands.NewGame("troika", 4, names, dict(lines.header.given)))
    # Nobody has scanned a hand.
    room.enter([line for line in lines.lines[:last] if line["kind"] != "held"])
    hands = playout_from(played("troika", 4, SEED), last).hands()
    return [sit(room.table, seat) for seat in range(4)], hands


def do(room, guest, token, what, **more):
    stands, record = room.table.view().desk.rest_claim, room.table.record()
    at = record.seq if stands is None else stands.at
    return post(guest, "rest", token, do=what, game="1", seq=str(at), **more)


def test_phones_lay_a_claim_open_and_only_then_all_are_told_whether_it_holds(
    room, guest, at_end, monkeypatch
):
    tokens, hands = at_end
    assert guest.get(PAGE).status_code == guest.get(API).status_code == 404
    assert ">The rest are mine</button>" in own(guest, tokens[2])
    python = reviews.sys.executable
    monkeypatch.setattr("sys.executable", "no-such-program")
    assert do(room, guest, tokens[2], "claim").status_code == 200
    assert "You claim what is left." in own(guest, tokens[2])
    for token in (tokens[0], tokens[1], tokens[3]):
        page = own(guest, token)
        assert "says: the rest are mine." in page
        assert "Lay it open" in page
        assert "The claim does not lie open yet." in guest.get(PAGE).text
        told = guest.get(API).json
        assert (told["seat"], told["is_open"], told["outlook"]) == (2, False, None)
        assert do(room, guest, token, "open").status_code == 200
    assert "This is my hand" in own(guest, tokens[2])
    assert not guest.get(API).json["is_open"]
    monkeypatch.setattr("sys.executable", python)
    mine = [card.code for card in cards_in(hands[2])]
    assert do(room, guest, tokens[2], "open", card=mine[:1]).status_code == 409
    assert do(room, guest, tokens[2], "open", card=mine).status_code == 200
    assert "Does it hold?" in own(guest, tokens[1])
    assert guest.get(API).json["outlook"] == {"holds": True, "hands": [], "card": None}
    assert "The claim holds, however the cards lie." in guest.get(PAGE).text
    assert "札がどこにあっても" in guest.get(f"{PAGE}?lang=ja").text
    assert do(room, guest, tokens[2], "end").status_code == 200
    assert do(room, guest, tokens[1], "claim").status_code == 200
    for seat in (0, 2, 3):
        assert do(room, guest, tokens[seat], "open").status_code == 200
    mine = [card.code for card in cards_in(hands[1])]
    assert do(room, guest, tokens[1], "open", card=mine).status_code == 200
    told = guest.get(API).json["outlook"]
    assert (told["holds"], sorted(told["hands"][1])) == (False, sorted(mine))
    assert "it fails if the cards lie like this." in guest.get(PAGE).text
    ask(room.table, commands.Undo())
    assert guest.get(PAGE).status_code == 404


def test_the_search_of_a_claim_ends_with_the_program_that_asks(room, guest, at_end, endless_search):
    tokens, hands = at_end
    assert do(room, guest, tokens[2], "claim").status_code == 200
    for seat in (0, 1, 3):
        assert do(room, guest, tokens[seat], "open").status_code == 200
    mine = [card.code for card in cards_in(hands[2])]
    assert do(room, guest, tokens[2], "open", card=mine).status_code == 200
    with room.served() as url:
        line = connection(url, API)
        until(lambda: endless_search)
        line.close()
        until(lambda: endless_search[0].poll() is not None)


def test_a_phone_answers_for_its_own_seat_alone_and_what_it_sends_is_read_with_care(
    room, guest, at_end
):
    tokens, _ = at_end
    assert do(room, guest, tokens[0], "claim").status_code == 200
    assert do(room, guest, "", "open").status_code == 403
    assert do(room, guest, tokens[1], "open", seat="2").status_code == 403
    assert do(room, guest, tokens[1], "win").status_code == 422
    assert do(room, guest, tokens[0], "open", card="ZZ").status_code == 422
    assert do(room, guest, tokens[1], "end").status_code == 200
    assert room.table.view().desk.rest_claim is None
    assert "The rest are mine" in own(guest, tokens[1])


REQUESTS = {
    "back": ("ask", "agree", "You asked to take this back. The others decide."),
    "rest": ("claim", "open", "You claim what is left. The others decide."),
}
"""What a phone asks the others, what they answer, and what it says itself meanwhile."""
OVER = {"back": "Not taken back. Play on.", "rest": "The claim is not looked at: play on."}
"""What all are told once it is withdrawn: whoever heard it asked hears nothing else of that."""


@pytest.mark.parametrize("what", REQUESTS)
def test_what_one_of_a_phones_people_asks_is_told_once_to_each_phone(room, guest, at_end, what):
    tokens, _ = at_end
    record = room.table.record()
    asker, mate, *others = [seat for seat, _ in record.state.tabletop().last]
    seq = record.seq - 3 if what == "back" else record.seq
    at_one_phone = BETWEEN.join((tokens[asker], tokens[mate]))

    def told(token):
        page = own(guest, token)
        return [re.search(f'data-{of}="([^"]*)"', page)[1] for of in ("note", "question")]

    def ask(token, seat, answer):
        form = {"game": "1", "seat": str(seat), "seq": str(seq), "do": answer}
        assert post(guest, what, token, **form).status_code == 200

    do, agrees, asked = REQUESTS[what]
    ask(at_one_phone, asker, do)
    for token in (at_one_phone, BETWEEN.join(reversed(at_one_phone.split(BETWEEN)))):
        assert told(token) == ["", asked]
    for other in others:
        note, question = told(tokens[other])
        assert note == ""
        assert question.startswith(f"{NAMES[asker]} ")
    ask(tokens[others[0]], others[0], agrees)
    assert told(tokens[others[0]]) == ["", ""], "another one has not answered yet"
    assert told(at_one_phone) == ["", asked]
    ask(at_one_phone, mate, "end")
    assert [told(each) for each in (at_one_phone, tokens[others[1]])] == [[OVER[what], ""]] * 2


@pytest.mark.parametrize("leaves", ["gets up", "joins the asker"])
@pytest.mark.parametrize("what", REQUESTS)
def test_a_request_that_waits_for_no_phone_any_more_is_granted_when_it_is_made_again(
    room, guest, at_end, what, leaves
):
    tokens, _ = at_end
    record = room.table.record()
    asker, *others, last = [seat for seat, _ in record.state.tabletop().last]
    seq = record.seq - 3 if what == "back" else record.seq
    do, agrees, waits = REQUESTS[what]

    def says(seat, answer):
        form = {"game": "1", "seat": str(seat), "seq": str(seq), "do": answer}
        assert post(guest, what, phones[seat], **form).status_code == 200

    phones = dict(enumerate(tokens))
    says(asker, do)
    for other in others:
        says(other, agrees)
    assert waits in own(guest, phones[asker])
    if leaves == "gets up":
        assert post(guest, "leave", phones[last]).status_code == 200
    else:
        phones[asker] = BETWEEN.join((phones[asker], phones[last]))
    page = own(guest, phones[asker])
    assert waits not in page
    assert f'name="do" value="{do}"' in page
    if leaves == "joins the asker":
        page = post(guest, "look", phones[asker], first="1").text
        assert f'data-name="{NAMES[last]}"' in page, "who has the phone in hand can ask, too"
        assert post(guest, what, phones[asker], do=do, **fields(page, what)).status_code == 200
    else:
        says(asker, do)
    if what == "back":
        assert room.table.record().counts(seq) is None
    else:
        assert room.table.view().desk.rest_claim.waits == ()
        assert "This is my hand" in own(guest, phones[asker])


def test_whoever_asks_at_a_seat_whether_it_holds_reads_that_it_is_looked_at_and_comes_back(
    room, browser, served, watch, at_end, may_search
):
    tokens, hands = at_end
    seq, everybody = room.table.record().seq, [0, 1, 2, 3]
    mine = [card.code for card in cards_in(hands[2])]
    ask(room.table, commands.ClaimRest(2, 1, seq, [0, 1, 3]))
    for seat in (0, 1, 3):
        ask(room.table, commands.AnswerClaim([seat], 1, seq, True, everybody, []))
    ask(room.table, commands.AnswerClaim([2], 1, seq, True, everybody, mine))
    page = watch(phone(browser))
    page.goto(f"{served}{SEAT}#{tokens[1]}")
    page.get_by_role("link", name="Does it hold?").click()
    page.locator(".searching").wait_for()
    assert_fits(page, SMALL_PHONE, PHONE, SIDEWAYS)
    may_search.set()
    expect(page.locator("h1")).to_have_text("The claim holds, however the cards lie.")
    expect(page.locator(".searching")).to_be_hidden()
    page.get_by_role("link", name="Back to the table").click()
    page.locator("#own[data-state=sits]").wait_for()


def test_on_a_small_phone_no_card_of_a_claimed_hand_lies_below_its_button(room, browser, at_end):
    tokens, _ = at_end
    with room.served() as url, phone(browser, size=SMALL_PHONE, scale=1) as context:
        seq, everybody = room.table.record().seq, [0, 1, 2, 3]
        ask(room.table, commands.ClaimRest(1, 1, seq, [0, 2, 3]))
        for seat in (0, 2, 3):
            ask(room.table, commands.AnswerClaim([seat], 1, seq, True, everybody, []))
        page = context.new_page()
        page.goto(f"{url}{SEAT}#{tokens[1]}")
        expect(page.locator("#own .named label")).to_have_count(8)
        expect(page.get_by_role("button", name="This is my hand")).to_be_in_viewport()
        covered = page.locator("#own .named label").evaluate_all(COVERED)
        assert covered == []
