"""A game of topics with name, form and title alone, at a real host: each page shows and says it."""

import json
import re
from dataclasses import replace

import pytest

from players.parley import PARLEY, TOPICS, Parley
from tricktable.games import GAMES
from tricktable.rules.game import Offer
from tricktable.rules.options import Form
from tricktable.rules.topics import Topic
from tricktable.table import commands
from web.room import CODE, HOST_PAGE, ask, own, sit

SEAT = f"/t/{CODE}/seat"
ORIGIN = {"Origin": "http://localhost"}
ESSAY = Topic("essay", "Essay", Form(lambda value: isinstance(value, str), "a text"))


class Essays(Parley):
    """The same game, in which something is offered that nobody could list."""

    def offers(self):
        """All of that, and an essay."""
        return (*super().offers(), Offer("essay", (self.due,), ()))


@pytest.fixture
def parley(room, monkeypatch):
    game = replace(PARLEY, topics=(*TOPICS, ESSAY), start=lambda *_: Essays())
    monkeypatch.setitem(GAMES, "parley", game)
    ask(room.table, commands.NewGame("parley", 2, ["Ann", "Bo"]))
    return room.table


def read(client, path):
    """The words of a page."""
    return re.sub(r"<[^>]+>", "", client.get(path).text)


def test_every_page_shows_it(parley, room, client, guest):
    for path in (f"/t/{CODE}", SEAT, f"/t/{CODE}/wall", f"/t/{CODE}/game", f"/t/{CODE}/evening"):
        assert guest.get(path).status_code == 200
    page = read(client, HOST_PAGE)
    for words in ("Ann: Bid", "Ann: Pledge", "no word", "Wish", "Protest", "Essay", "1 card"):
        assert words in page
    state = guest.get(f"/api/v1/tables/{CODE}").json
    assert [each["what"] for each in state["offers"]] == [each.name for each in (*TOPICS, ESSAY)]


def test_a_seat_says_it_and_each_page_tells_it(parley, client, guest):
    token = sit(parley, 0)
    page = own(guest, token)
    assert 'name="number" min="0" max="20"' in page
    assert page.count("Say so") >= 6
    assert '<button class="main" disabled>Say so</button>' in page, "an essay has no key"
    record = parley.record()
    now = {"game": str(parley.view().games), "seq": str(record.seq)}
    form = {"what": "bid", "value": json.dumps(17), **now}
    answer = guest.post(f"{SEAT}/say", data=form, headers={**ORIGIN, "X-Seat-Token": token})
    assert answer.status_code == 200
    assert parley.record().seq == 1
    assert "Ann: Bid 17" in read(client, HOST_PAGE)


def test_the_host_offers_what_could_have_been_said_instead(parley, client):
    ask(parley, commands.Declare("pledge", 0, "war"))
    page = read(client, f"{HOST_PAGE}?correct=1")
    assert "Ann: Pledge war" in page
    assert "no word" in page
