"""Pages draw their cards, in questions too; where a refusal writes `TH`, they say what T is."""

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
@pytest.mark.parametrize("tongue", ["en", "ja"])
def test_a_page_draws_the_ten_in_its_question(asking, client, path, tongue):
    page = client.get(f"{path}?lang={tongue}").text
    question = page.split('<h2 id="ask">')[1].split("</h2>")[0]
    assert 'class="small H"' in question
    assert "TH" not in question
    assert "♥10" not in question
    assert SAID not in page


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
