"""The guests' pages as any client reads them: complete without the stream, silent about hands."""

import re

import pytest

from tricktable.rules.cards import cards_in
from tricktable.table import commands
from tricktable.text.language import verbatim
from web.room import CODE, ask, begin, deal, lay, play_on, show_kept


def text_of(response):
    """What the page says, without markup."""
    words = re.sub(r"<(svg|style|script|noscript).*?</\1>|<[^>]+>", " ", response.text, flags=re.S)
    return " ".join(words.split())


def test_a_table_without_a_game_says_so(client):
    assert "No game yet" in text_of(client.get(f"/t/{CODE}"))


def test_the_code_may_be_typed_small_and_a_wrong_one_is_told_kindly(client):
    assert client.get("/t/7kq").status_code == 200
    wrong = client.get("/t/XXX")
    assert wrong.status_code == 404
    assert "There is no table XXX here." in text_of(wrong)
    assert f'href="/t/{CODE}"' in wrong.text
    assert 'name="code" value="XXX"' in wrong.text
    assert "There is no table AAAAAAAA here." in text_of(client.get(f"/t/{'A' * 99}"))


def test_a_code_that_is_typed_again_leads_to_its_table(client):
    right = client.get("/?code=+7kq+")
    assert (right.status_code, right.location) == (302, f"/t/{CODE}")
    wrong = client.get("/?code=<b>")
    assert wrong.status_code == 404
    assert 'name="code" value="&lt;b&gt;"' in wrong.text
    assert client.get("/static/nowhere.js").text.count("/t/") == 0


def test_the_index_lists_the_tables_with_what_they_wait_for(room, client):
    begin(room.table)
    page = client.get("/")
    assert f'href="/t/{CODE}"' in page.text
    assert "Bo leads" in text_of(page)


def test_the_index_says_what_is_played_and_by_whom_and_where_to_sit_down(room, client):
    ask(room.table, commands.NewGame("torite", 2, ["<b>Ann", "Bo"], dealer=0))
    page = client.get("/")
    assert "The Torite&nbsp;· &lt;b&gt;Ann , Bo" in text_of(page), "no dummy's name"
    assert f'href="/t/{CODE}/seat" aria-label="Sit here: table {CODE}"' in page.text


def test_the_page_shows_turn_trick_leader_and_who_is_winning(room, client):
    begin(room.table)
    lay(room.table, "1:9H 2:QH")
    page = client.get(f"/t/{CODE}")
    said = text_of(page)
    assert "The Torite · Trick 1 of 12 · hearts led" in said
    assert re.search(r"<h1><bdi>Di</bdi> to play</h1>", page.text)
    places = re.findall(r'<li class="place.*?</li>', page.text, re.S)
    assert [re.findall(r'aria-label="(.*?)"|<bdi>(.*?)</bdi>', each) for each in places] == [
        [("nine of hearts", ""), ("", "Bo")],
        [("queen of hearts", ""), ("", "Cy")],
        [("", "Di")],
        [("", "Ann")],
    ]
    assert [text_of_piece(each) for each in places] == [
        "9 Bo led",
        "Q Cy winning",
        "Di to play",
        "Ann",
    ]


def text_of_piece(html):
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_a_finished_trick_rests_on_the_table_until_the_next_is_led(room, client):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    said = text_of(client.get(f"/t/{CODE}"))
    assert "Cy leads" in said
    assert "Q Cy took it" in said
    assert "Cy took trick 1" in said
    lay(room.table, "2:4S")
    after = client.get(f"/t/{CODE}")
    assert "Trick 2" in text_of(after)
    strip = re.search(r'<div class="strip">.*?</div>', after.text, re.S)[0]
    told, listed = strip.split("<ol>")
    assert "is the highest card of the suit that was led." in told
    assert re.findall(r'aria-label="(.*?)"', listed) == [
        "nine of hearts",
        "queen of hearts",
        "two of hearts",
        "three of hearts",
    ]


def test_the_page_says_which_counts_a_seat_can_still_end_with(room, client):
    begin(room.table)
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    rows = re.findall(r"<tr.*?</tr>", client.get(f"/t/{CODE}").text, re.S)[1:5]
    assert [text_of_piece(re.sub(r"<s>.*?</s>", "-", row)) for row in rows] == [
        "Ann 0 6 4 2 0",
        "Bo 0 6 4 2 0",
        "Cy 1 6 4 2 -",
        "Di 0 6 4 2 0",
    ]


def test_the_end_shows_the_kept_cards_and_how_it_went(room, client):
    begin(room.table)
    hands = deal(5)
    play_on(room.table, hands, 12)
    assert "Show the kept cards" in text_of(client.get(f"/t/{CODE}"))
    show_kept(room.table, hands)
    page = client.get(f"/t/{CODE}")
    table = re.search(r'<table class="seats">.*?</table>', page.text, re.S)[0]
    rows = re.findall(r"<tr.*?</tr>", table, re.S)[1:]
    kept = [next(cards_in(hand)).code for hand in hands]
    assert [re.search(r'class="small (.)"', row)[1] for row in rows] == [code[1] for code in kept]
    assert "Not won this time" in text_of(page)


@pytest.mark.parametrize(
    ("board", "word"), [("live", ""), ("silent", ""), ("absent", ""), ("refused", "too old")]
)
def test_the_page_carries_how_the_board_is(room, client, board, word):
    room.table.board_is(board, verbatim(word))
    page = client.get(f"/t/{CODE}").text
    assert f'data-board="{board}"' in page
    assert word in page


def test_the_page_with_all_it_loads_leaves_a_third_of_sixty_kilobytes_to_its_stream(room, client):
    begin(room.table, ["Maximiliane-Charlotte"] * 4)
    play_on(room.table, deal(3), 7)
    loaded = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', client.get(f"/t/{CODE}").text))
    loaded |= {"/static/news.js"}  # imported by live.js once it is needed
    loaded |= {"/static/fraunces-600.woff2"}  # by style.css
    assert len(loaded) == 15
    weight = 0
    for path in (f"/t/{CODE}", *loaded):
        with client.get(path, headers={"Accept-Encoding": "gzip"}) as sent:
            assert sent.status_code == 200
            weight += len(sent.data)
    assert weight < 40_000  # the rest of the 60 is for the stream's views, which are not packed


def test_a_renamed_seat_is_called_by_its_new_name(room, client):
    begin(room.table)
    room.table.ask(commands.Rename(1, "Bea"))
    assert "Bea leads" in text_of(client.get(f"/t/{CODE}"))


def test_a_seat_selected_by_its_button_is_named_with_how_to_undo_it(room, guest):
    begin(room.table)
    for number, words in enumerate(("is next. Press again to undo.", "is no longer selected."), 1):
        room.table.hear("b001", number, "S", ["3", "short"])
        said = guest.get(f"/t/{CODE}").text
        assert words in said
