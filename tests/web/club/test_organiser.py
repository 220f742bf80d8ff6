"""The organiser's page: all tables at a glance, announcements to everybody, one lock for all."""

import re

import pytest
from flask.testing import FlaskClient

from tricktable.club import announcements
from tricktable.house.open_tables import OpenTables
from tricktable.table import commands
from tricktable.table.table import Table
from tricktable.table.views import LIVE, SILENT
from tricktable.web.club.overview import Glances
from tricktable.web.site import site_of
from web.room import CODE, TOKEN, Room, ask, begin, lay

ORIGIN = {"Origin": "http://localhost"}


@pytest.fixture
def organiser(room: Room) -> FlaskClient:
    return room.app.test_client()


def said(organiser: FlaskClient, **form: object):  # type: ignore[no-untyped-def]
    return organiser.post("/club", data=form, headers=ORIGIN)


def test_only_the_host_may_open_it(room):
    guest = room.app.test_client()
    away = {"REMOTE_ADDR": "192.0.2.7"}
    assert guest.get("/club", environ_base=away).status_code == 403
    answer = guest.post("/club", data={"do": "lock"}, headers=ORIGIN, environ_base=away)
    assert answer.status_code == 403
    assert not room.table.view().desk.is_locked
    form = {"do": "lock", "host_token": TOKEN}
    assert guest.post("/club", data=form, headers=ORIGIN, environ_base=away).status_code == 200
    assert room.table.view().desk.is_locked


def test_what_is_announced_is_on_every_page_and_display_until_it_is_taken_back(room, organiser):
    assert said(organiser, do="announce", text="Supper is <served>", minutes="5").status_code == 303
    assert room.table.view().note_text == "Supper is <served>"
    for page in (f"/t/{CODE}", "/club"):
        assert "Supper is &lt;served&gt;" in organiser.get(page).text
    assert said(organiser, do="withdraw", id="1").status_code == 303
    assert room.table.view().note_text == ""
    assert "Supper" not in organiser.get(f"/t/{CODE}").text
    gone = said(organiser, do="withdraw", id="1")
    assert gone.status_code == 409
    assert "This announcement is already gone." in gone.text


def test_an_announcement_never_takes_the_place_of_what_the_table_says(room, organiser):
    begin(room.table)
    ask(room.table, commands.Pause())
    before = room.table.view().note_text
    assert before
    said(organiser, do="announce", text="Supper", minutes="5")
    assert room.table.view().note_text == before
    assert "Supper" in organiser.get(f"/t/{CODE}").text


@pytest.mark.parametrize("form", [{}, {"text": "a" * 141}, {"text": "Tea", "minutes": "0"}])
def test_what_cannot_be_announced_is_told(room, organiser, form):
    answer = said(organiser, do="announce", **form)
    assert answer.status_code == 409
    assert "at most 140 letters" in answer.text
    assert f'required value="{form.get("text", "")}"' in answer.text, "what was typed is kept"
    assert room.club.view().of(announcements.PART).made == ()


def test_all_tables_are_locked_at_once_and_their_own_locks_stay(room, organiser):
    other = room.another("A2B")
    ask(other, commands.Lock())
    said(organiser, do="lock")
    assert room.table.view().desk.is_locked
    assert "All tables are locked" in organiser.get("/club").text
    said(organiser, do="unlock")
    assert not room.table.view().desk.is_locked
    assert other.view().desk.is_locked


def test_a_card_counts_at_a_locked_table_and_a_phone_is_refused(room, organiser):
    said(organiser, do="lock")
    begin(room.table)
    lay(room.table, "1:2C")
    assert room.table.view().view.trick == ((1, "2C"),)  # type: ignore[union-attr]
    assert not room.table.claim(0, "phone").is_done or not room.table.view().are_seats_open


def test_tables_that_need_somebody_come_first(room, organiser):
    for code in ("A2B", "Q7K"):
        room.another(code).board_is(LIVE)
    room.table.board_is(LIVE)
    room.tables["Q7K"].board_is(SILENT)
    listed = re.findall(r'<li id="t(\w+)"', organiser.get("/club").text)
    assert listed == ["Q7K", CODE, "A2B"]


def test_there_is_no_such_act(organiser):
    assert said(organiser, do="dance").status_code == 404


def test_a_table_shows_its_deal_its_newest_card_and_what_is_wrong(room, organiser):
    room.another("A2B")
    begin(room.table)
    lay(room.table, "1:2C 2:9H")
    room.table.hear("b001", 1, "R", ["2", "dead"])
    room.table.board_is(LIVE)
    shown = organiser.get("/club").text
    table = shown[shown.index(f'id="t{CODE}"') : shown.index('id="tA2B"')]
    for words in (
        "Di to play",
        "Trick 1 of 12",
        "<bdi>Cy</bdi> played",
        "nine of hearts",
        "reader is not",
    ):
        assert words in table, words
    assert "is-waiting" in table


def test_each_view_is_drawn_once_and_a_table_that_sleeps_is_not_opened(room):
    opened: list[str] = []

    def wake(code: str) -> Table:
        opened.append(code)
        return room.another(code)

    tables = OpenTables(wake)
    tables.take_in(room.table)
    tables.add(["A2B"])
    site_of(room.app).tables = tables
    organiser = room.app.test_client()
    shown = organiser.get("/club").text
    assert opened == []
    assert re.findall(r'<li id="t(\w+)"(?: class="([^"]*)")?', shown)[-1] == ("A2B", "is-asleep")
    glances: Glances = site_of(room.app).glances
    (first,) = glances.of([room.table.view()], [])
    (second,) = glances.of([room.table.view()], [])
    assert first is second
    begin(room.table)
    (third,) = glances.of([room.table.view()], [])
    assert third != first
    (asleep,) = glances.of([], [CODE])
    assert asleep.is_asleep
    assert asleep.headline == third.headline


def test_the_round_is_started_paused_prolonged_and_ended(room, organiser):
    def clock() -> str:
        now = room.table.view().club.clock
        return f"{now.state} {now.time_left}" if now else "none"

    assert "at most" not in said(organiser, do="start", minutes="0").text
    assert "A round lasts 1 to 600 minutes." in said(organiser, do="start", minutes="601").text
    assert clock() == "none"
    assert said(organiser, do="start", minutes="20").status_code == 303
    assert clock().startswith("runs")
    guest = organiser.get(f"/t/{CODE}").text
    assert 'role="timer" data-ends="' in guest
    assert "Round until " in guest
    said(organiser, do="pause")
    said(organiser, do="add")
    assert clock() in ("paused 21:00", "paused 20:59", "paused 20:58")
    assert "Round paused, 2" in organiser.get(f"/t/{CODE}").text
    said(organiser, do="resume")
    assert clock().startswith("runs")
    said(organiser, do="end")
    assert clock() == "none"
    assert said(organiser, do="pause").status_code == 409


def test_the_stream_says_nothing_but_that_something_has_changed(room, organiser):
    def newest() -> tuple[int, bytes]:
        return room.feed.newest("club/organiser/en")

    organiser.get("/club")
    begin(room.table)
    version, event = newest()
    assert re.fullmatch(rb"retry: \d+\nevent: changed\ndata: \d+\n\n", event)
    lay(room.table, "1:2C")
    assert newest()[0] == version, "told already, and nobody has looked"
    organiser.get("/club")
    said(organiser, do="lock")
    assert newest()[0] > version
    assert organiser.get("/club/live").data == newest()[1]
