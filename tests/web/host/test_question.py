"""The question about a card seen before can be answered where it is asked."""

import re

from playwright.sync_api import expect

from rig.browser import phone
from rig.table import Rig
from tricktable.rules.entries import Played
from tricktable.sim.scene import as_json
from tricktable.sim.stage import Scene
from tricktable.store.decks import demo_deck
from tricktable.table import commands
from web.room import CODE, HOST_PAGE, ask, begin, lay, sit


def ask_twice(table) -> None:
    """The reader of seat 2 reads a card that seat 1 has played."""
    begin(table)
    lay(table, "1:QH")
    table.hear("b001", 1, "C", ("2", demo_deck().tag_of("QH")))
    assert table.view().asked is not None


def test_a_guest_reads_words_and_who_answers(room, client):
    ask_twice(room.table)
    page = client.get(f"/t/{CODE}").text
    asked = page.partition('class="ask"')[2].partition("</section>")[0]
    assert re.findall(r"<li>(.*?)</li>", asked) == [
        "misread",
        "Bo&#39;s was wrong",
        "other deck",
    ]
    assert "Answered at the table." in asked
    assert "<kbd>" not in asked


def test_the_host_has_a_button_for_each_answer(room, client):
    ask_twice(room.table)
    page = client.get(f"/host/t/{CODE}").text
    assert re.findall(r'name="key" value="([0-9])">(.*?)</button>', page) == [
        ("2", "misread"),
        ("3", "Bo&#39;s was wrong"),
        ("4", "other deck"),
    ]


HERE = {"Origin": "http://localhost"}


def answers(client) -> list[str]:
    page = client.get(HOST_PAGE).text
    return [words for _key, words in re.findall(r'name="key" value="(\w+)">(.*?)</button>', page)]


def played(room) -> list[tuple[int, str]]:
    entries = (step.entry for step in room.table.snapshot().record.steps())
    return [(each.seat, each.card.code) for each in entries if isinstance(each, Played)]


def test_a_card_that_the_host_enters_twice_is_asked_about(room, client):
    begin(room.table)
    lay(room.table, "1:QH 2:2H")
    sent = {"card": "QH", "seat": "3", "how": "played"}
    assert client.post(f"{HOST_PAGE}/lay", data=sent, headers=HERE).status_code == 303
    assert answers(client) == ["misread", "Bo&#39;s was wrong", "other deck"]
    assert "refusal" not in client.get(HOST_PAGE).text
    version = room.table.view().version
    reply = {"key": "3", "version": f"{version}"}
    assert client.post(f"{HOST_PAGE}/reply", data=reply, headers=HERE).status_code == 303
    assert "Lay the right card in place of" in client.get(HOST_PAGE).text
    sent = {"card": "KH", "seat": "1", "how": "played"}
    assert client.post(f"{HOST_PAGE}/lay", data=sent, headers=HERE).status_code == 303
    assert played(room) == [(1, "KH"), (2, "2H"), (3, "QH")]


def test_a_card_that_lies_there_still_raises_no_question(room, client):
    begin(room.table)
    lay(room.table, "1:QH")
    sent = {"card": "QH", "seat": "1", "how": "played"}
    assert client.post(f"{HOST_PAGE}/lay", data=sent, headers=HERE).status_code == 303
    assert room.table.view().asked is None
    assert played(room) == [(1, "QH")]


def test_a_card_that_a_phone_lays_twice_is_asked_of_the_host(room, guest, client, without_board):
    token = sit(room.table, 2)
    lay(room.table, "1:QH")
    view = room.table.view()
    sent = {"card": "QH", "game": view.games, "seq": room.table.snapshot().record.seq}
    headers = {"X-Seat-Token": token, "Origin": "http://localhost"}
    answer = guest.post(f"/t/{CODE}/seat/lay", data=sent, headers=headers)
    assert answer.status_code == 409
    said = re.search(r'id="refusal" data-say="(.*?)" role="alert">(.*?)</p>', answer.text)
    assert said[1] == "Queen of hearts was already played by Bo in trick 1."
    assert "QH" not in said[2]
    assert answers(client) == ["misread", "Bo&#39;s was wrong", "other deck"]


def stop(room) -> None:
    """A game for two that its first round has lost, and that the table has stopped."""
    ask(
        room.table,
        commands.NewGame("torite", 2, ["Ann", "Bo"], {"stop_when_lost": "auto"}, 0, abandon=True),
    )
    ask(room.table, commands.Declare("pairing", None, [[1, 2], [3, 4]]))
    for rank in "23456789TJQK":
        lay(room.table, f"0:{rank}S 1:{rank}H")
    for seat, code in enumerate(("AS", "AH")):
        ask(room.table, commands.Lay(code, seat, "shown"))
    assert room.table.view().desk.is_stopped


def test_after_a_stop_the_host_page_asks_and_can_play_on(room, client):
    stop(room)
    before = played(room)
    sent = {"card": "2C", "seat": "0", "how": "played"}
    assert client.post(f"{HOST_PAGE}/lay", data=sent, headers=HERE).status_code == 303
    assert answers(client) == ["same game again", "no, tidying up", "no, we play on"]
    assert played(room) == before
    reply = {"key": "3", "version": f"{room.table.view().version}"}
    assert client.post(f"{HOST_PAGE}/reply", data=reply, headers=HERE).status_code == 303
    assert played(room) == [*before, (0, "2C")]
    assert not room.table.view().desk.is_stopped


def test_after_a_stop_a_phone_is_told_and_the_host_asked(room, guest, client, without_board):
    stop(room)
    token = sit(room.table, 1)
    view = room.table.view()
    sent = {"card": "2C", "game": view.games, "seq": room.table.snapshot().record.seq}
    headers = {"X-Seat-Token": token, "Origin": "http://localhost"}
    answer = guest.post(f"/t/{CODE}/seat/lay", data=sent, headers=headers)
    assert answer.status_code == 409
    assert "The game was stopped. A new one?" in answer.text
    assert answers(client) == ["same game again", "no, tidying up", "no, we play on"]


def test_a_program_is_refused_and_the_table_asks(room, client):
    begin(room.table)
    lay(room.table, "1:QH")
    answer = room.table.ask(commands.Lay("QH", 2), "a key of its own")
    assert not answer.is_done
    assert answer.reason == "QH was already played by Bo in trick 1."
    assert room.table.view().asked is not None
    assert room.table.ask(commands.Lay("QH", 2), "a key of its own").reason == answer.reason


def test_on_a_phone_the_host_answers_with_a_tap(room, browser, served, watch):
    begin(room.table)
    lay(room.table, "1:QH 2:2H")
    page = watch(phone(browser))
    page.goto(served + HOST_PAGE)
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    page.get_by_role("button", name="queen of hearts", exact=True).click()
    question = page.locator("#reply h2")
    expect(question.get_by_role("img", name="queen of hearts")).to_be_visible()
    assert "QH" not in question.inner_text()
    page.locator("#reply").get_by_role("button", name="misread").click()
    expect(page.locator("#reply")).to_have_count(0)
    assert played(room) == [(1, "QH"), (2, "2H")]


def test_the_virtual_table_has_a_button_for_each_key(tmp_path):
    rig = Rig(tmp_path)
    rig.begin()
    rig.play("0:QH 1:QH")
    nothing = ((),) * 4
    scene = Scene("7KQ", rig.view, b"", (), 0, nothing, {}, nothing, (False,) * 4, True, False)
    question, *_offers = as_json(scene)["says"]
    assert question["title"] == "Q♥ was already played by North in trick 1"
    assert [(each["words"], each["key"]) for each in question["choices"]] == [
        (["misread"], "2"),
        (["North's was wrong"], "3"),
        (["other deck"], "4"),
    ]
