"""The form for a new game knows who sat where, and by which house rules."""

import html
import re

import pytest

from tricktable.rules.names import shown
from tricktable.table import commands
from tricktable.web.host.forms import Fields
from web.room import CODE, NAMES, ask, begin

CONSOLE = f"/host/t/{CODE}"
HERE = {"Origin": "http://localhost"}


@pytest.fixture
def form(client):
    """The form for this game, as the page has it."""

    def form(new, **more):
        page = client.post(CONSOLE, data={"new": new, **more}, headers=HERE).text
        return page.split('id="start"')[1].split('<form method="post"')

    return form


def sent(form):
    """What a browser would send if nothing was touched."""
    piece = next(each for each in form if f'action="{CONSOLE}/game"' in each)
    fields = Fields(re.findall(r'<input[^>]* name="(\w+)"[^>]* value="(.*?)"', piece))
    for name, options in re.findall(r'<select name="([\w.]+)">(.*?)</select>', piece, re.S):
        values = re.findall(r'<option value="(.*?)"( selected)?>', options)
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
    assert client.post(f"{CONSOLE}/game", data=fields, headers=HERE).status_code == 303
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
    assert shown("<b>", "") == "<b>"


def test_it_stays_open_while_the_table_goes_on(client):
    page = client.get(f"{CONSOLE}?new=troika:4&seats=1&rules=book").text
    assert 'data-asked="new=troika%3A4&amp;seats=1&amp;rules=book"' in page


@pytest.mark.parametrize("new", ["troika:3", "troika", "chess:4", "troika:x", ":4", "troika:²"])
def test_there_is_no_form_for_a_game_that_there_is_not(client, new):
    assert 'id="start"' not in client.get(f"{CONSOLE}?new={new}").text
