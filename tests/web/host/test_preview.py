"""What a correction would change is shown before it is done: judged by the rules, and not kept."""

import re
from random import Random
from typing import get_args

import pytest

from players import every_game
from tricktable.table import commands
from tricktable.table.answers import Answer
from tricktable.text.sentences import spoken
from tricktable.web.guest.screen import clean_names
from tricktable.web.host import corrections, forms
from tricktable.web.host.preview import preview
from web.room import HOST_PAGE, NAMES, begin, deal, lay, play_on

HERE = {"Origin": "http://localhost"}


@pytest.fixture
def post(client):
    """Send one form of the host's page from this machine."""
    return lambda path="", **fields: client.post(HOST_PAGE + path, data=fields, headers=HERE)


def text(html):
    """The words of a piece of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def heading(page):
    """The drawer's heading, as a screen reader reads it."""
    words = re.search(r'id="(?:correct|preview)-title"[^>]*>(.*?)</h2>', page.text, flags=re.S)[1]
    named = re.sub(r'<span[^>]* role="img" aria-label="([^"]*)">.*?</svg></span>', r"\1", words)
    return " ".join(re.sub(r"<[^>]+>", "", named).split())


def changes(page):
    """What the page says would change: what, now, then."""
    drawer = page.text.split('id="preview"')[1].split("</section>")[0]
    rows = re.findall(r'<li><p class="what">(.*?)</p><p class="now">(.*?)</p>(.*?)</li>', drawer)
    return [(text(what), text(now), text(then)) for what, now, then in rows]


def confirm(page):
    """The form that does what was shown, as a browser would send it."""
    form = page.text.split('class="choices last"')[1].split("</form>")[0]
    action = re.search(r'action="(.*?)"', form)[1].removeprefix(HOST_PAGE)
    return action, dict(re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', form))


def test_a_strike_is_shown_first_and_nothing_is_written_until_it_is_confirmed(room, post):
    begin(room.table)
    lay(room.table, "1:9H 2:QH")
    before = room.table.version
    page = post("", **{"try": "strike", "seq": "4"})
    assert page.status_code == 200
    assert ("Whose turn", "now: Di to play", "then: Cy to play") in changes(page)
    assert heading(page) == "Strike Cy’s queen of hearts in trick 1?"
    assert (room.table.record().seq, room.table.version) == (4, before)
    action, fields = confirm(page)
    assert post(action, **fields).status_code == 303
    assert room.table.record().step(4) is None


def test_it_can_be_looked_at_with_its_address_alone(room, client):
    begin(room.table)
    lay(room.table, "1:9H 2:QH")
    page = client.get(f"{HOST_PAGE}?try=correct&seq=4&card=JH")
    assert 'data-asked="try=correct&amp;seq=4&amp;card=JH"' in page.text
    assert room.table.record().seq == 4


def test_scores_and_findings_are_shown_as_they_would_be(room, post):
    begin(room.table)
    lay(room.table, "1:2H 2:TH 3:4D 0:5H 2:9S 3:8C")
    page = post("", **{"try": "correct", "seq": "8", "card": "8H"})
    assert "The cards would then show: Di did not follow hearts in trick 1" in text(page.text)
    page = post("", **{"try": "correct", "seq": "4", "card": "AC"})
    assert ("Ann : Tricks", "now: 0", "then: 1") in changes(page)
    assert ("Cy : Tricks", "now: 1", "then: 0") in changes(page)


def test_what_the_cards_would_no_longer_show_is_told(room, post):
    begin(room.table)
    lay(room.table, "1:2H 2:TH 3:4D 0:5H 2:9S 3:8H")
    page = post("", **{"try": "correct", "seq": "8", "card": "8C"})
    assert "No longer: Di did not follow hearts in trick 1" in text(page.text)


def test_what_would_make_a_later_entry_impossible_is_told_and_opens_nothing(room, post):
    begin(room.table)
    lay(room.table, "1:2C 2:3C 3:4C 0:5C 0:6C")
    page = post("", **{"try": "strike", "seq": "1"})
    assert page.status_code == 409
    assert "undo or correct that first" in page.text
    assert 'id="preview"' not in page.text


def test_a_whole_hand_is_counted_and_not_listed(room, post):
    begin(room.table)
    play_on(room.table, deal(3), 2)
    page = post("", **{"try": "throw"})
    assert changes(page)[0] == ("10 entries", "now: count", "then: struck")
    what, _, then = changes(page)[1]
    assert (what, then) == ("Whose turn", "then: Who deals?")


def test_headings_name_the_entry_and_not_its_number(room, post):
    assert room.table.ask(commands.NewGame("troika", 4)).is_done
    room.table.ask(commands.Deal(0))
    bid = commands.Declare("bid", 1, "7N")
    assert room.table.ask(bid).is_done
    assert heading(post("", correct="1")) == "North’s deal should be"
    assert heading(post("", correct="2")) == "East’s 7 No should be"
    assert heading(post("", **{"try": "strike", "seq": "2"})) == "Strike East’s 7 No?"
    assert room.table.ask(commands.Strike(2)).is_done
    assert heading(post("", **{"try": "restore", "seq": "2"})) == "Restore East’s 7 No?"


def test_a_table_that_has_moved_on_shows_it_again_and_does_nothing(room, post):
    begin(room.table)
    lay(room.table, "1:9H 2:QH")
    action, fields = confirm(post("", **{"try": "undo"}))
    lay(room.table, "3:2H")
    page = post(action, **fields)
    assert page.status_code == 409
    assert "The table has moved on. Look again." in page.text
    assert heading(page) == "Undo the last step?"
    assert "Di ’s 2 in trick 1" in [what for what, _, _ in changes(page)]
    assert room.table.record().seq == 5
    action, fields = confirm(page)
    assert post(action, **fields).status_code == 303


def test_there_is_nothing_to_see_where_there_is_nothing_to_undo(room, post):
    assert "No game has begun" in post("", **{"try": "undo"}).text
    room.table.ask(commands.NewGame("torite", 4, list(NAMES)))
    assert "There is nothing to undo." in post("", **{"try": "undo"}).text


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"try": "strike", "seq": "x"}, 422),
        ({"try": "strike"}, 422),
        ({"try": "explode"}, 200),
        ({"try": "pause"}, 200),
        ({"try": "correct", "seq": "99"}, 409),
    ],
)
def test_what_cannot_be_tried_opens_nothing(room, post, fields, status):
    begin(room.table)
    page = post("", **fields)
    assert page.status_code == status
    assert 'id="preview"' not in page.text
    assert not room.table.view().desk.is_paused


@pytest.mark.parametrize("seen", ["1", "1.x", "9" * 400 + ".1", "\u0661.\u0661"])
def test_a_moment_that_cannot_be_read_is_none(room, post, seen):
    begin(room.table)
    assert post("/undo", seen=seen).status_code == 303


def test_a_card_that_was_only_held_is_not_told(room, post):
    begin(room.table)
    room.table.ask(commands.Lay("KD", 2, "held"))
    page = post("", **{"try": "undo"})
    assert changes(page) == [
        (
            "The card read in Cy ’s hand",
            "now: Cy : one card in hand was read",
            "then: struck",
        )
    ]
    assert "king of diamonds" not in page.text.split('id="preview"')[1].split("</section>")[0]


def test_a_card_out_of_turn_asks_whose_it_was(room, client, post):
    begin(room.table)
    lay(room.table, "1:9H")
    assert 'id="out-of-turn"' not in client.get(HOST_PAGE).text
    lay(room.table, "3:QH")
    asked = client.get(HOST_PAGE).text.split('id="out-of-turn"')[1].split("</section>")[0]
    assert "Di played Q out of turn" in text(asked)
    assert "It was Cy ’s card" in text(asked)
    action, fields = confirm(post("", **{"try": "correct", "seq": "4", "seat": "2"}))
    post(action, **fields)
    assert not room.table.view().view.findings
    assert 'id="out-of-turn"' not in client.get(HOST_PAGE).text


@pytest.mark.parametrize(("name", "count"), [("triatri", 3), ("etori", 4), ("troika", 4)])
def test_in_every_game_what_is_shown_is_what_comes(room, name, count):
    played = every_game.by_chance(Random(3), name, count)
    room.table.ask(commands.NewGame(name, count, [], dict(played.header.given)))
    room.enter(played.lines)
    names, looked = clean_names(room.table.view()), 0
    for step in [*room.table.record().steps()][::-5]:
        trial = room.table.try_out(commands.Strike(step.seq))
        if isinstance(trial, Answer):
            continue
        would = preview(trial, names)
        assert would.entries
        assert room.table.ask(commands.Strike(step.seq)).is_done
        then = spoken(room.table.view().view.with_names(names).phase.headline)
        assert would.turn is None or spoken(would.turn.then).startswith(then)
        assert room.table.ask(commands.Undo()).is_done
        looked += 1
    assert looked


def test_whatever_can_be_tried_has_a_question_and_a_button():
    assert {*corrections.WORDS} == {*get_args(corrections.Triable)} < {*forms.ACTIONS, forms.AMEND}
