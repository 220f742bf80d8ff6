"""What the table presumed, on the host's page and for programs: marked, and correctable."""

from __future__ import annotations

import re

from tricktable.table import commands
from web.room import CODE, NAMES, ask, lay

CONSOLE = f"/host/t/{CODE}"


def entries(client) -> list[str]:
    """The entries as the console lists them, newest first, without markup."""
    page = client.get(CONSOLE).text
    listed = page.partition('id="entries"')[2].partition("</section>")[0]
    return [
        re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", each)).strip()
        for each in re.findall(r'<span class="seq">\d+</span>(<p>.*?</p>)', listed, re.DOTALL)
    ]


def test_an_entry_that_nobody_made_says_so(room, client):
    ask(room.table, commands.NewGame("torite", 4, list(NAMES)))
    lay(room.table, "1:7C")
    _card, leader, dealer = entries(client)
    assert leader == "Bo holds the start card presumed"
    assert dealer == "Ann deals presumed"


def test_a_person_who_corrects_it_has_said_it(room, client):
    ask(room.table, commands.NewGame("torite", 4, list(NAMES)))
    lay(room.table, "1:7C")
    ask(room.table, commands.Correct(1, 2))
    _card, leader, dealer = entries(client)
    assert leader.endswith("presumed")
    assert dealer == "Cy deals"


def test_programs_are_told_too(room, client):
    ask(room.table, commands.NewGame("torite", 4, list(NAMES)))
    lay(room.table, "1:7C")
    listed = client.get(f"/api/v1/tables/{CODE}/entries").get_json()["entries"]
    assert [each.get("is_presumed", False) for each in listed] == [True, True, False]
