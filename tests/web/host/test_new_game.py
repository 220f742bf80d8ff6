"""The form for a new game knows who sat where, and by which house rules."""

import html
import re
from dataclasses import replace
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from rig.browser import phone
from tricktable.games import GAMES
from tricktable.rules.names import safe_name
from tricktable.rules.portrait import Portrait
from tricktable.table import commands, seating
from tricktable.web.host.forms import Fields
from web.room import HOST_PAGE, NAMES, ask, begin

HERE = {"Origin": "http://localhost"}


@pytest.fixture
def form(client):
    """The form for this game, as the page has it."""

    def form(new, **more):
        page = client.post(HOST_PAGE, data={"new": new, **more}, headers=HERE).text
        return page.split('id="start"')[1].split('<form method="post"')

    return form


def sent(form):
    """What a browser would send if nothing was touched."""
    piece = next(each for each in form if f'action="{HOST_PAGE}/game"' in each)
    fields = Fields(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="(.*?)"', piece))
    for name, options in re.findall(r'<select name="([\w.]+)">(.*?)</select>', piece, re.S):
        values = re.findall(r'<option value="(.*?)"( selected)?(?: data[^>]*)?>', options)
        value = next((value for value, chosen in values if chosen), values[0][0])
        fields.add(name, html.unescape(value))
    return fields


def test_the_first_game_has_empty_seats(form):
    piece = form("troika:4")
    assert sent(piece).getlist("names") == ["", "", "", ""]
    assert "lineups" not in "".join(piece)


def test_the_next_evening_begins_with_the_last_ones_seats_and_rules(room, client, form):
    rules = {"min_bid": 7, "win": "only_bidders"}
    ask(
        room.table,
        commands.NewGame("troika", 4, list(NAMES), {"min_bid": 7, "win": "only_bidders"}),
    )
    ask(room.table, commands.NewGame("torite", 3, ["Eve", "Fay", "Gil"]))
    piece = form("troika:4")
    page = "".join(piece)
    assert "<li>The lowest bid is 7.</li>" in page
    assert "<li>A side wins only at the end of a deal it bid for.</li>" in page
    fields = sent(piece)
    assert fields.getlist("names") == list(NAMES)
    assert client.post(f"{HOST_PAGE}/game", data=fields, headers=HERE).status_code == 303
    header = room.table.view().header
    assert header.names == NAMES
    assert header.given == rules


def test_the_book_is_one_press_away(room, form):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), {"min_bid": 7}))
    assert 'name="rules" value="book"' in "".join(form("troika:4"))
    piece = form("troika:4", rules="book")
    assert 'class="house"' not in "".join(piece)
    assert sent(piece)["option.min_bid"] == ""
    assert sent(piece).getlist("names") == list(NAMES)


def test_all_may_move_on_a_seat_or_others_come_back(room, form):
    begin(room.table, ("Eve", "Fay", "Gil", "Hana"))
    begin(room.table)
    seats = [
        sent(form("etori:4", seats=each)).getlist("names") for each in ("0", "1", "2", "x", "9")
    ]
    assert seats == [
        ["Ann", "Bo", "Cy", "Di"],
        ["Di", "Ann", "Bo", "Cy"],
        ["Eve", "Fay", "Gil", "Hana"],
        ["Ann", "Bo", "Cy", "Di"],
        ["", "", "", ""],
    ]


@pytest.mark.parametrize(
    ("players", "teams", "is_warned"),
    [(5, [], True), (6, [], False), (6, "000011", True), (4, [], False), (13, [], True)],
)
def test_lopsided_teams_are_warned_of(client, players, teams, is_warned):
    """D28."""
    asked = {"new": f"tredici:{players}", "team": [*teams]}
    page = client.get(HOST_PAGE, query_string=asked).text
    assert ('id="lopsided"' in page) is is_warned


def test_teams_are_kept(room, form):
    teams = [[0, 3], [1, 4], [2, 5]]
    ask(room.table, commands.NewGame("tredici", 6, [], {"teams": teams}))
    assert sent(form("tredici:6")).getlist("team") == ["0", "1", "2", "0", "1", "2"]


def test_every_name_is_offered_to_whoever_types(room, form):
    begin(room.table, ("<b>", "Bo", "Cy", "Di"))
    begin(room.table, ("Eve", "Fay", "Gil"))
    page = "".join(form("troika:4"))
    listed = re.findall(r'<option value="(.*?)"></option>', page)
    assert listed == ["Eve", "Fay", "Gil", "&lt;b&gt;", "Bo", "Cy", "Di"]
    assert safe_name("<b>", "") == "<b>"


def test_it_stays_open_while_the_table_goes_on(client):
    page = client.get(f"{HOST_PAGE}?new=troika:4&seats=1&rules=book").text
    assert 'data-asked="new=troika%3A4&amp;seats=1&amp;rules=book"' in page


def test_two_names_are_swapped_and_nothing_typed_is_lost(room, client, form):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES)))
    fields = sent(form("troika:4"))
    fields.setlist("names", ["Ann", "Zoe", "<b>", "Di"])
    fields.setlist("dealer", ["1"])
    fields.setlist("option.min_bid", ["7"])
    fields.setlist("swap", ["1"])
    page = client.post(HOST_PAGE, data=fields, headers=HERE).text
    piece = page.split('id="start"')[1].split('<form method="post"')
    swapped = sent(piece)
    assert swapped.getlist("names") == ["Ann", "&lt;b&gt;", "Zoe", "Di"]
    assert swapped["dealer"] == "2", "the person deals, not the chair"
    assert swapped["option.min_bid"] == "7"
    assert 'aria-label="Swap Zoe and Di"' in page
    asked = html.unescape(re.search(r'data-asked="([^"]*)"', page)[1])
    again = client.get(f"{HOST_PAGE}?{asked}").text.split('id="start"')[1].split("<form method")
    same = sent(again)
    same["pen"] = swapped["pen"]
    assert same == swapped, "the table goes on, and the form stays"
    swapped.setlist("swap", ["3"])
    page = client.post(HOST_PAGE, data=swapped, headers=HERE).text
    last = sent(page.split('id="start"')[1].split('<form method="post"'))
    assert last.getlist("names")[3] == "Ann", "the last one swaps with the first"


def turned(client, fields, **pressed):
    """The form after a key that belongs to it was pressed: its value follows the form's own."""
    for name, value in pressed.items():
        fields.add(name, value)
    page = client.post(HOST_PAGE, data=fields, headers=HERE).text
    return sent(page.split('id="start"')[1].split('<form method="post"'))


def test_typed_names_stay_for_fewer_and_for_more_players(room, client, form):
    ask(room.table, commands.NewGame("torite", 3, ["Eve", "Fay", "Gil"]))
    fields = sent(form("torite:4"))
    fields.setlist("names", ["Ann", "Bo", "Cy", "Di"])
    fields.setlist("dealer", ["2"])
    fields = turned(client, fields, new="torite:3")
    assert (fields.getlist("names"), fields["spare"]) == (["Ann", "Bo", "Cy"], "Di")
    assert fields["dealer"] == "2", "as was chosen"
    fields = turned(client, fields, new="torite:1")
    assert (fields.getlist("names"), fields.getlist("spare")) == (["Ann"], ["Bo", "Cy", "Di"])
    fields = turned(client, fields, new="troika:4")
    assert (fields.getlist("names"), fields.getlist("spare")) == (["Ann", "Bo", "Cy", "Di"], [])
    fields = turned(client, fields, new="etori:6")
    assert fields.getlist("names") == ["Ann", "Bo", "Cy", "Di", "", ""]


def test_an_untouched_line_up_gives_way_to_the_last_one_of_the_new_size(room, client, form):
    ask(room.table, commands.NewGame("torite", 3, ["Eve", "Fay", "Gil"]))
    ask(room.table, commands.NewGame("torite", 4, list(NAMES)))
    fields = turned(client, sent(form("torite:4")), new="torite:3")
    assert fields.getlist("names") == ["Eve", "Fay", "Gil"]
    assert fields["dealer"] == "0"


def test_the_book_and_another_game_keep_the_names_and_not_the_rules(room, client, form):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), {"min_bid": 7}))
    fields = sent(form("troika:4"))
    fields.setlist("names", ["Zoe", *NAMES[1:]])
    fields.setlist("option.revoke_action", ['"flag"'])
    by_book = turned(client, fields.copy(), rules="book")
    assert by_book.getlist("names") == ["Zoe", *NAMES[1:]]
    assert by_book["option.min_bid"] == ""
    other = turned(client, by_book, new="torite:4")
    assert other.getlist("names") == ["Zoe", *NAMES[1:]]
    assert other["rules"] == ""


def test_teams_stay_where_they_were_chosen_when_names_are_swapped(client, form):
    fields = sent(form("tredici:6"))
    fields.setlist("team", ["1", "0", "1", "0", "2", "2"])
    fields.add("swap", "0")
    page = client.post(HOST_PAGE, data=fields, headers=HERE).text
    kept = sent(page.split('id="start"')[1].split('<form method="post"'))
    assert kept.getlist("team") == ["1", "0", "1", "0", "2", "2"]


@pytest.mark.parametrize(
    ("new", "partners"),
    [
        ("troika:4", [["Seat 1", "Seat 3"], ["Seat 2", "Seat 4"]]),
        ("etori:6", [["Seat 1", "Seat 4"], ["Seat 2", "Seat 5"], ["Seat 3", "Seat 6"]]),
        ("torite:4", []),
        ("tredici:6", []),
    ],
)
def test_partners_are_shown_where_the_game_seats_them(form, new, partners):
    listed = re.findall(r"<li>(<bdi.*?)</li>", "".join(form(new)))
    assert [re.findall(r"<bdi[^>]*>(.*?)</bdi>", each) for each in listed] == partners


def test_the_next_dealer_is_chosen_by_rotation_wherever_they_sit(room, form):
    assert sent(form("torite:4"))["dealer"] == "0"
    begin(room.table)  # Ann deals
    assert sent(form("torite:4"))["dealer"] == "1"
    moved = sent(form("torite:4", seats="1"))
    assert moved.getlist("names")[int(moved["dealer"])] == "Bo"
    assert sent(form("torite:3"))["dealer"] == "0"


@pytest.mark.parametrize(("direction", "dealer"), [("clockwise", "2"), ("anticlockwise", "0")])
def test_the_deal_passes_on_in_the_direction_of_play(room, form, direction, dealer):
    ask(room.table, commands.NewGame("etori", 4, [], {"direction": direction}, dealer=1))
    assert sent(form("etori:4"))["dealer"] == dealer


def test_a_dealer_can_still_be_decided_later(form):
    assert re.search(r'<option value="">decide later</option>', "".join(form("torite:4")))


def test_every_game_says_what_it_is(client):
    page = client.get(HOST_PAGE).text
    for game in GAMES.values():
        assert game.portrait.line, game.name
        assert html.escape(game.portrait.line) in page or game.portrait.line in page
        deck = {each.code for pack in game.packs for each in pack.kind.cards}
        assert {each.code for each in game.portrait.cards} <= deck
        assert 2 <= len(game.portrait.cards) <= 5
    assert 'class="portrait"' in client.get(f"{HOST_PAGE}?lang=ja").text


def test_a_game_that_says_nothing_of_itself_is_listed_by_its_title(client, monkeypatch):
    plain = replace(GAMES["torite"], portrait=Portrait())
    monkeypatch.setitem(GAMES, "torite", plain)
    page = client.get(f"{HOST_PAGE}?new=torite:4").text
    assert page.count('class="portrait"') == len(GAMES) - 1
    assert "The Torite for 4" in page


def test_what_a_card_is_worth_stands_below_it_in_one_line(browser, served, watch, monkeypatch):
    portrait = Portrait("Take cards.", "AS=11 3S+10 KS−20 QS100 JS88×", (10, 20))
    monkeypatch.setitem(GAMES, "torite", replace(GAMES["torite"], portrait=portrait))
    page = watch(phone(browser))
    page.goto(f"{served}{HOST_PAGE}?new=torite:4")
    told = page.locator("#start ~ .portrait li > b, #start .portrait li > b")
    expect(told).to_have_text(["=11", "+10", "−20", "100", "88×"])
    ends = told.evaluate_all(
        """(all) => all.map((each) => {
          const range = document.createRange();
          range.selectNodeContents(each);
          const lines = [...range.getClientRects()];
          return [lines.length, lines[0].left, lines[0].right];
        })"""
    )
    assert [lines for lines, _, _ in ends] == [1] * 5
    assert all(right <= left for (_, _, right), (_, left, _) in pairwise(ends)), ends


@pytest.mark.parametrize("new", ["troika:3", "troika", "chess:4", "troika:x", ":4", "troika:²"])
def test_there_is_no_form_for_a_game_that_there_is_not(client, new):
    assert 'id="start"' not in client.get(f"{HOST_PAGE}?new={new}").text


@pytest.mark.parametrize("has_script", [True, False])
def test_names_stay_when_players_are_more_and_fewer_again(browser, served, watch, has_script):
    page = watch(phone(browser, has_script=has_script))
    page.goto(f"{served}{HOST_PAGE}?new=torite:3")
    for names, players in ((NAMES[:3], 4), ((*NAMES[:3], ""), 3), (NAMES[:3], 3)):
        if players == 4:
            for field, name in zip(page.locator("[name=names]").all(), names, strict=True):
                field.fill(name)
        else:
            expect(page.locator("[name=names]")).to_have_count(len(names))
            assert page.evaluate(SEATED) == [*names]
        if has_script and players == 4:
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
        page.get_by_role("button", name=f"The Torite for {players}").click()
        page.locator(f"#begins [name=players][value='{players}']").wait_for(state="attached")


def test_names_that_were_typed_stand_at_their_seats_through_a_view_and_before_a_script(
    browser, room, served, watch
):
    begin(room.table)
    page = watch(phone(browser))
    held = []
    page.route(re.compile(r"/host\.js"), lambda route: held.append(route))
    with page.expect_request(re.compile(r"/host\.js")):
        page.goto(f"{served}{HOST_PAGE}?new=troika:4", wait_until="commit")
    for number, name in enumerate(reversed(NAMES)):
        page.locator("#begins [name=names]").nth(number).fill(name)
    held.pop().continue_()
    partners = page.locator(".partners li")
    expect(partners).to_have_text(["Di & Bo", "Cy & Ann"])
    room.table.claim(2, seating.digest(seating.new_token()))
    page.locator(f"form[action='{HOST_PAGE}/let_in']").wait_for(state="attached")
    expect(partners).to_have_text(["Di & Bo", "Cy & Ann"])


SEATED = "() => [...document.querySelectorAll('#host [name=names]')].map(({ value }) => value)"


@pytest.mark.parametrize("is_touched", [False, True])
def test_two_people_are_swapped_by_dragging_or_a_key(browser, served, watch, is_touched):
    page = watch(phone(browser) if is_touched else browser.new_context())
    page.goto(f"{served}{HOST_PAGE}?new=troika:4")
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    for field, name in zip(page.locator("[name=names]").all(), NAMES, strict=True):
        field.fill(name)
    keys = page.locator(".person [name=swap]")
    keys.first.scroll_into_view_if_needed()
    expect(keys.nth(2)).to_be_in_viewport()
    ends = [keys.nth(number).bounding_box() for number in (0, 2)]
    drag(page, *([box["x"] + box["width"] / 2, box["y"] + box["height"] / 2] for box in ends))
    page.wait_for_function(f"() => ({SEATED})().join() === 'Cy,Bo,Ann,Di'")
    expect(page.locator(".is-over")).to_have_count(0)
    expect(page.locator(".partners li").first).to_have_text("Cy & Ann")
    if is_touched:
        return
    keys.first.click()
    page.wait_for_function(f"() => ({SEATED})().join() === 'Bo,Cy,Ann,Di'")
    keys.nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => ({SEATED})().join() === 'Bo,Ann,Cy,Di'")


def drag(page, begin, end):
    """A finger, or a mouse, goes down in one place and up in another."""
    if not page.evaluate("navigator.maxTouchPoints"):
        page.mouse.move(*begin)
        page.mouse.down()
        page.mouse.move(*end, steps=4)
        page.mouse.up()
        return
    touch = page.context.new_cdp_session(page)
    path = [[a + (b - a) * step / 4 for a, b in zip(begin, end, strict=True)] for step in range(5)]
    for number, (x, y) in enumerate(path):
        kind = "touchMove" if number else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()
