"""The question about a card seen before can be answered where it is asked."""

from __future__ import annotations

import re

from rig.table import Rig
from tricktable.sim.scene import as_json
from tricktable.sim.stage import Scene
from tricktable.store.decks import demo_deck
from web.room import CODE, begin, lay


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


def test_the_virtual_table_has_a_button_for_each_key(tmp_path):
    rig = Rig(tmp_path)
    rig.begin()
    rig.play("0:QH 1:QH")
    nothing = ((),) * 4
    scene = Scene("7KQ", rig.view, b"", (), 0, nothing, {}, nothing, (False,) * 4, True, False)
    question, *_offers = as_json(scene)["says"]
    assert question["title"] == "QH was already played by North in trick 1"
    assert [(each["words"], each["key"]) for each in question["choices"]] == [
        (["misread"], "2"),
        (["North's was wrong"], "3"),
        (["other deck"], "4"),
    ]
