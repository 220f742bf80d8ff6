"""The host's page: every form does what it says, through the rules, and shows the outcome."""

import re

import pytest

from tricktable.board.link.line import NEWER_HERE
from tricktable.rules.entries import Dealt, Declared, Played
from tricktable.store.decks import demo_deck
from tricktable.table import commands
from tricktable.table.views import LIVE, WITHOUT
from tricktable.text.language import Message
from tricktable.web.host.forms import ACTIONS
from web.guest.test_ended import lines_of
from web.room import CODE, HOST_PAGE, NAMES, TOKEN, ask, begin, deal, lay, play_on, show_kept, sit


@pytest.fixture
def post(client):
    """Send one form of the host's page from this machine."""

    def post(action, **fields):
        origin = {"Origin": "http://localhost"}
        return client.post(f"{HOST_PAGE}/{action}", data=fields, headers=origin)

    return post


def refusal(page):
    """What the page says was refused."""
    return re.search(r'id="refusal" role="alert">(.*?)</p>', page.text)[1]


def test_a_game_is_begun_dealt_led_and_played_with_forms_alone(room, post):
    game = {"game": "torite", "players": "4", "names": list(NAMES), "dealer": "0"}
    assert post("game", **game).status_code == 303
    assert post("declare", topic="leader", seat="1").status_code == 303
    assert post("lay", seat="1", card="2C", how="played").status_code == 303
    record = room.table.record()
    assert [step.entry for step in record.steps()] == [
        Dealt(0),
        Declared(1, "leader", None),
        Played(1, record.last.entry.card),
    ]
    assert record.header.seat_names == NAMES


def test_a_dealer_can_be_named_later(room, post):
    post("game", game="torite", players="3", names=["Ann", "", "Cy", ""], dealer="")
    assert room.table.view().names == ("Ann", "Seat 2", "Cy")
    post("deal", dealer="2")
    assert room.table.record().last.entry == Dealt(2)


def test_after_an_act_the_page_is_fetched_anew(client, post):
    answer = post("game", game="torite", players="4")
    assert answer.location == HOST_PAGE
    assert client.get(answer.location).status_code == 200


def test_what_the_rules_refuse_is_told_and_changes_nothing(room, post):
    begin(room.table, NAMES[:3])
    answer = post("lay", seat="2", card="2C", how="played")
    assert answer.status_code == 409
    assert 'aria-label="two of clubs"' in refusal(answer)
    assert refusal(answer).endswith("</span> is not in this game&#39;s deck. Bo leads.")
    assert room.table.record().seq == 2


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("lay", {"seat": "1", "card": "1X", "how": "played"}),
        ("lay", {"seat": "one", "card": "2C", "how": "played"}),
        ("lay", {"seat": "1", "card": "2C", "how": "thrown"}),
        ("lay", {}),
        ("strike", {"seq": "-1"}),
        ("game", {"game": "torite", "players": "many"}),
        ("reply", {"key": "2"}),
    ],
)
def test_a_form_that_cannot_be_read_is_told_so(room, post, action, fields):
    begin(room.table)
    before = room.table.record().seq
    assert post(action, **fields).status_code == 422
    assert room.table.record().seq == before


def test_the_host_alone_reads_that_a_board_may_have_a_newer_program(room, client, guest):
    room.table.board_is(LIVE, Message(NEWER_HERE, {"old": "0.1", "new": "0.2"}))
    assert "There is a newer program for the board (it runs 0.1, this" in client.get(HOST_PAGE).text
    assert "ボードは 0.1、このホストは 0.2" in client.get(f"{HOST_PAGE}?lang=ja").text
    assert "There is a newer program" not in guest.get(f"/t/{CODE}").text
    room.table.board_is(LIVE)
    assert "There is a newer program" not in client.get(HOST_PAGE).text


def test_there_is_no_other_action(post):
    assert post("explode").status_code == 404


def test_every_request_a_table_answers_has_its_form():
    by_program = {commands.Enter, commands.TakeIn}  # a record's own lines; no form writes those
    deck_requests = set(commands.DeckRequest.__args__)  # said at the board and in the terminal
    of_a_seat = set(commands.OfASeat.__args__)  # only a seat's own phone does these
    elsewhere = by_program | deck_requests | of_a_seat
    assert set(ACTIONS.values()) == set(commands.Request.__args__) - elsewhere


def test_entries_are_listed_newest_first_and_can_be_struck(room, client, post):
    begin(room.table)
    lay(room.table, "1:2C 2:9H")
    listed = re.findall(r'<li id="e(\d+)"', client.get(HOST_PAGE).text)
    assert listed == ["4", "3", "2", "1"]
    post("strike", seq="4")
    page = client.get(HOST_PAGE).text
    struck = re.search(r'<li id="e4" class="struck">.*?</li>', page, re.S)[0]
    assert 'aria-label="nine of hearts"' in struck
    assert ">Restore<" in struck
    rows = re.findall(r'<li id="e\d+".*?</li>', page, re.S)
    assert [row.count("<button") for row in rows] == [1] * 4, "one menu a row"
    drawer = client.get(f"{HOST_PAGE}?correct=3").text.split('id="correct"')[1]
    assert "two of clubs" in drawer.split("should be")[0]
    assert ">Strike it<" in drawer


def test_entries_stand_under_their_tricks(room, client):
    begin(room.table)
    lay(room.table, "1:2C 2:9H 3:3C 0:4C 3:5C")
    listed = re.findall(
        r'<button name="entries"[^>]*>(.*?)</button>|<li id="e(\d+)"', client.get(HOST_PAGE).text
    )
    assert [head or int(seq) for head, seq in listed][:3] == ["Trick 2", 7, "Trick 1"]


def test_what_a_host_looks_for_has_the_name_that_people_use(room, client):
    begin(room.table)
    room.table.board_is(LIVE)
    page = client.get(HOST_PAGE).text
    heads = re.findall(r"<(?:summary|h2|button)>(.*?)</(?:summary|h2|button)>", page)
    wanted = ["Enter a card", "The record", "This evening", "People and phones", "Decks of cards"]
    assert [each for each in heads if each in wanted] == wanted


def test_the_pad_is_open_only_where_cards_are_entered(room, client, guest):
    begin(room.table)

    def is_open():
        return '<section class="panel" id="lay">' in client.get(HOST_PAGE).text

    assert is_open(), "its board is not there"
    room.table.board_is(LIVE)
    assert not is_open()
    assert '<details class="panel" id="lay">' in client.get(HOST_PAGE).text
    room.table.board_is(WITHOUT)
    assert is_open()
    for seat in range(4):
        sit(room.table, seat)
    assert not is_open(), "every seat lays its own"


def test_a_game_that_is_over_asks_first_what_comes_next(room, client, post):
    begin(room.table)
    assert 'id="again"' not in client.get(HOST_PAGE).text
    hands = deal(3)
    play_on(room.table, hands, 12)
    show_kept(room.table, hands)
    assert room.table.view().view.is_over
    page = client.get(HOST_PAGE).text
    asks = page.split('id="again"')[1].split("</section>")[0]
    assert asks.count("<button") == 3
    assert "Same game again" in asks
    assert page.count("Same game again") == 1
    assert page.index('id="again"') < page.index('id="entries"')
    post("sit_down_anew")
    assert 'id="chairs"' in client.get(HOST_PAGE).text


def test_the_code_is_open_while_a_seat_is_free_and_one_touch_away_afterwards(room, client):
    begin(room.table)
    room.table.board_is(WITHOUT)
    page = client.get(HOST_PAGE).text
    assert 'id="join" data-at="now" open' in page
    assert page.index('id="join"') < page.index('id="lay"'), "before the first card"
    for seat in range(4):
        sit(room.table, seat)
    page = client.get(HOST_PAGE).text
    assert 'id="join" data-at="later">' in page
    assert 'href="#join"' in page.split("</header>")[0]


def test_the_code_comes_first_no_longer_once_cards_have_moved_though_none_is_seen(room, client):
    room.table.board_is(WITHOUT)
    begins, said = lines_of("tredici-four")
    ask(room.table, begins)
    assert 'id="join" data-at="now" open' in client.get(HOST_PAGE).text
    for entries in (said[:12], said[12:]):
        room.enter([each.entry for each in entries])
        page = client.get(HOST_PAGE).text
        assert page.index('id="join"') > page.index('id="entries"')
    assert "Throw a hand in" not in page, "the game is over"


def test_an_entry_is_corrected_with_its_own_form(room, client, post):
    begin(room.table)
    lay(room.table, "1:2C")
    form = client.get(f"{HOST_PAGE}?correct=3").text.split('id="correct"')[1].split("</form>")[0]
    assert re.search(r'name="seat" value="1" checked>', form)
    assert re.search(r'value="2C" aria-label="two of clubs" aria-pressed="true"', form)
    assert post("correct", seq="3", seat="1", card="3C").status_code == 303
    assert room.table.record().last.entry.card.code == "3C"


def test_a_struck_entry_can_be_corrected_back(room, client, post):
    begin(room.table)
    lay(room.table, "1:2C")
    post("strike", seq="3")
    assert 'id="correct"' in client.get(f"{HOST_PAGE}?correct=3").text
    post("correct", seq="3", seat="1", card="2C")
    assert room.table.record().last.entry.card.code == "2C"


@pytest.mark.parametrize("number", ["0", "99", "x", ""])
def test_no_form_opens_for_an_entry_that_is_not_there(room, client, number):
    begin(room.table)
    assert 'id="correct"' not in client.get(f"{HOST_PAGE}?correct={number}").text


def test_undo_and_redo(room, post):
    begin(room.table)
    lay(room.table, "1:2C")
    post("undo")
    assert isinstance(room.table.record().last.entry, Declared)
    post("redo")
    assert isinstance(room.table.record().last.entry, Played)


def test_the_last_cards_are_shown_and_the_form_says_so(room, client, post):
    begin(room.table)
    hands = deal(5)
    play_on(room.table, hands, 12)
    page = client.get(HOST_PAGE).text
    assert '<input type="hidden" name="how" value="shown">' in page
    for seat in range(4):
        code = next(iter(_cards(hands[seat])))
        assert post("lay", seat=str(seat), card=code, how="shown").status_code == 303
    assert room.table.view().view.next_what == "over"


def _cards(hand):
    from tricktable.rules.cards import cards_in

    return [card.code for card in cards_in(hand)]


def test_three_players_enter_the_card_set_aside_without_a_seat(room, client, post):
    begin(room.table, ("Ann", "Bo", "Cy"))
    hands = deal(2, seats=3)
    play_on(room.table, hands, 12)
    assert "Set aside" in client.get(HOST_PAGE).text
    used = {code for seat in range(3) for code in _cards(deal(2, seats=3)[seat])}
    from tricktable.rules.cards import STANDARD

    aside = next(card.code for card in STANDARD if card.rank >= 5 and card.code not in used)
    assert post("lay", seat="", card=aside, how="shown").status_code == 303
    assert room.table.view().view.position.set_aside == aside


def test_only_cards_of_the_game_are_offered(room, client):
    begin(room.table, ("Ann", "Bo", "Cy"))
    offered = re.findall(r'name="card" value="(..)"', client.get(HOST_PAGE).text)
    assert len(offered) == 40
    assert not {"2C", "3H", "4S"} & set(offered)


def test_the_open_question_is_answered_once(room, client, post):
    begin(room.table)
    lay(room.table, "1:2C 2:3C")
    room.table.hear("b001", 1, "C", ["3", demo_deck().tag_of("2C")])
    page = client.get(HOST_PAGE).text
    assert "</span> was already played by Bo in trick 1</h2>" in page
    version = re.search(r'name="version" value="(\d+)"', page)[1]
    stale = post("reply", key="2", version=str(int(version) - 1))
    assert stale.status_code == 409
    assert room.table.view().asked is not None
    assert post("reply", key="2", version=version).status_code == 303
    assert room.table.view().asked is None


def test_names_are_cleaned_at_the_door(room, post):
    hostile = "\u202e<b>" + "x" * 10_000
    post("game", game="torite", players="4", names=[hostile, "\u200b", "Cy", "Di"])
    assert room.table.view().names == ("<b>xxxxxxxxxxxxxxxx…", "East", "Cy", "Di")
    post("rename", seat="2", name="C\u202ey\x00" * 3)
    assert room.table.view().names[2] == "CyCyCy"


def test_a_guest_with_the_token_corrects_without_losing_it(room, guest):
    begin(room.table)
    fields = {"host_token": TOKEN, "correct": "1"}
    page = guest.post(HOST_PAGE, data=fields, headers={"Origin": "http://localhost"}).text
    assert 'id="correct"' in page
    assert page.count(f'name="host_token" value="{TOKEN}"') > 5


def test_the_list_of_tables_leads_to_each_hosts_page(client):
    assert f'data-home="{HOST_PAGE}' in client.get("/host/").text, "the only one, and nobody plays"
    assert f'action="{HOST_PAGE}"' in client.get("/host/?every=1").text
    assert client.get("/host").status_code == 308
