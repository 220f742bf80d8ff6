"""Pages draw their cards; where a question or a note writes `TH`, the page says once what T is."""

import pytest

from tricktable.store.decks import demo_deck
from tricktable.table import commands
from web.room import CODE, ask, begin, lay

SAID = "T means ten."
PAGES = [f"/t/{CODE}", f"/t/{CODE}/wall", f"/t/{CODE}/seat", f"/host/t/{CODE}"]


@pytest.fixture
def asking(room):
    """The ten that was played comes again, which is a question."""
    begin(room.table)
    lay(room.table, "1:TH 2:3H")
    room.table.hear("b001", 1, "C", ["3", demo_deck().tag_of("TH")])
    assert "TH" in room.table.view().asked.text
    return room.table


@pytest.mark.parametrize("path", PAGES)
def test_a_page_with_such_a_question_says_it_once(asking, client, path):
    assert client.get(path).text.count(SAID) == 1
    assert SAID not in client.get(f"{path}?lang=ja").text, "there a ten is written 10"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_without_says_nothing(room, client, path):
    begin(room.table)
    lay(room.table, "1:TH 2:3H")
    assert SAID not in client.get(path).text


def test_a_refusal_says_it_too_and_once(asking, client):
    form = {"card": "TH", "seat": "3", "how": "played"}
    head = {"Origin": "http://localhost"}
    refused = client.post(f"/host/t/{CODE}/lay", data=form, headers=head)
    assert refused.status_code == 409
    assert "TH" in refused.text
    assert refused.text.count(SAID) == 1
    ask(asking, commands.Reply(asking.view().asked.options[0][0], asking.version))
    refused = client.post(f"/host/t/{CODE}/lay", data=form, headers=head)
    assert refused.text.count(SAID) == 1
