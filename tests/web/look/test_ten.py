"""Pages draw their cards, in questions and refusals too; plain text has a ten as `10♥`."""

import pytest

from tricktable.store.decks import demo_deck
from tricktable.table import commands
from tricktable.text.sentences import with_signs
from web.room import CODE, ask, begin, lay

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


def test_a_refusal_draws_it_too(asking, client):
    form = {"card": "TH", "seat": "3", "how": "held"}
    head = {"Origin": "http://localhost"}
    ask(asking, commands.Reply(asking.view().asked.options[0][0], asking.version))
    refused = client.post(f"/host/t/{CODE}/lay", data=form, headers=head)
    assert refused.status_code == 409
    told = refused.text.split('id="refusal"')[1].split("</p>")[0]
    assert 'aria-label="ten of hearts"' in told
    assert "TH" not in told


def test_plain_text_has_it_with_its_sign_unless_it_is_a_name():
    told = with_signs("TH: is it Ann's 9S, AC Milan's or a 7R?", ["AC Milan"])
    assert told == "10♥: is it Ann's 9♠, AC Milan's or a 7R?"
