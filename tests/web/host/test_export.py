"""What the host takes home: records that replay, scores without formulas, a sheet on one page."""

import csv
import io
import re

import pytest

from rig.browser import LOOKS, PHONE, SMALL_PHONE, assert_fits, assert_open_to_all, phone
from tricktable.store import replay
from tricktable.table import commands
from tricktable.web.host.printout import COLUMNS
from tricktable.web.site import site_of
from tricktable.web.spreadsheet import harmless
from web.by_chance import play
from web.room import CODE, NAMES, TOKEN, Room, ask, begin, lay

EXPORT = f"/host/t/{CODE}/export"


def rows(answer):
    """The lines of the scores, as a spreadsheet reads them."""
    assert answer.data.startswith(b"\xef\xbb\xbf")
    return [*csv.reader(io.StringIO(answer.data.decode("utf-8-sig")))]


def an_evening(room):
    """Six games of four kinds, for seven people who change places."""
    people = ["Ann", "Bo", "Maximiliane-Charlotte", "ゆき", "Eve", "Fay", "Gil"]
    kinds = [("triatri", 4), ("torite", 4), ("etori", 4), ("triatri", 3), ("tredici", 4)]
    for seed, (name, count) in enumerate([*kinds, ("triatri", 4)], start=2):
        play(room, name, count, seed, names=people)
        people.append(people.pop(0))
    options = {"min_bid": 7, "win": "only_bidders"}
    ask(room.table, commands.NewGame("troika", 4, people[:4], options, abandon=True))


# --- files ----------------------------------------------------------------------------------------


def test_a_record_comes_as_it_was_and_replays(room, client):
    begin(room.table)
    lay(room.table, "1:9H 2:QH")
    begin(room.table, ("Eve", "Fay", "Gil"))
    for number, names in ((1, NAMES), (2, ("Eve", "Fay", "Gil"))):
        answer = client.get(f"{EXPORT}/record?game={number}")
        assert answer.mimetype == "application/jsonl"
        assert f'filename="{CODE}-{number}.jsonl"' in answer.headers["Content-Disposition"]
        assert replay.replay(answer.data.splitlines()).header.names == names
    assert client.get(f"{EXPORT}/record").data == answer.data
    assert client.get(f"{EXPORT}/record?game=3").status_code == 404


def test_scores_are_a_line_for_each_person_and_game(room, client):
    play(room, "triatri", 3, 2, names=["Ann", "Bo", "ゆき"])
    play(room, "troika", 4, 2, upto=3)
    answer = client.get(f"{EXPORT}/scores")
    assert answer.mimetype == "text/csv"
    head, *lines = rows(answer)
    assert tuple(head) == COLUMNS
    assert len(lines) == 7
    points = site_of(room.app).evenings.games(room.table)[0].record.summary()["detail"]["points"]
    assert [(line[6], line[7]) for line in lines[:3]] == [
        (name, str(number)) for name, number in zip(("Ann", "Bo", "ゆき"), points, strict=True)
    ]
    assert [line[4] for line in lines] == ["finished"] * 3 + ["playing"] * 4
    assert {line[7] for line in lines[3:]} == {""}


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\uff1d1", "|cmd", "%x", "\t=1"])
def test_no_name_is_a_formula(name):
    assert harmless(name) == (f"'{name}" if name[0] != "\t" else "'\t'=1")
    if name[0] != "\t":
        assert harmless(f"x{name}") == f"x{name}"


def test_hostile_names_keep_to_their_cells(room, client):
    begin(room.table, ('=cmd|"/c calc"!A1', "Bo, Bobo", "a;b", "\u202eCy"))
    head, *lines = rows(client.get(f"{EXPORT}/scores"))
    assert {len(line) for line in lines} == {len(head)}
    assert [line[6] for line in lines] == ['\'=cmd|"/c calc"!A1', "Bo, Bobo", "a;b", "Cy"]


@pytest.mark.parametrize("what", ["record", "scores", "sheet"])
def test_it_is_for_the_host_alone(room, guest, what):
    begin(room.table)
    assert guest.get(f"{EXPORT}/{what}").status_code == 403
    fields, here = {"host_token": TOKEN}, {"Origin": "http://localhost"}
    assert guest.post(f"{EXPORT}/{what}", data=fields, headers=here).status_code == 200


@pytest.mark.parametrize("what", ["record", "scores", "sheet"])
def test_before_the_first_game_there_is_nothing(client, what):
    assert client.get(f"{EXPORT}/{what}").status_code == 404


# --- paper ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A room after an evening, and where it is served."""
    room = Room(tmp_path_factory.mktemp("evening"))
    an_evening(room)
    with room.served() as url:
        yield room, url
    room.close()


def test_the_sheet_says_who_won_what_and_by_which_house_rules(played):
    page = played[0].app.test_client().get(f"{EXPORT}/sheet").text
    heads = re.findall(r'<th scope="col"[^>]*>(.*?)</th>', page)
    assert heads == ["Player", "1", "2", "3", "4", "5", "6", "7", "Won"]
    assert page.count("<tr") == 1 + 7
    titles = re.findall(r'<span class="number">\d</span><p><b>(.*?)</b>', page)
    assert titles[:3] == ["TriATri", "The Torite", "Etori"]
    assert "The lowest bid is 7. A side wins only at the end of a deal it bid for." in page


def test_the_sheet_is_for_every_screen_and_is_printed_on_one_page(played, browser, watch):
    page = watch(phone(browser))
    for tongue, scheme in LOOKS[:2]:
        page.goto(f"{played[1]}{EXPORT}/sheet?lang={tongue}")
        page.locator("#print").wait_for()
        assert_fits(page, SMALL_PHONE, PHONE)
        assert_open_to_all(page, scheme)
        page.evaluate("() => document.fonts.ready.then(() => null)")
        paper = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1, tongue
        assert b"/MediaBox [0 0 594.95996 841.91998]" in paper or b"/MediaBox [0 0 595" in paper
