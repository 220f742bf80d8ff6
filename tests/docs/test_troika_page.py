"""Troika's page quotes what the table says of plays and discards that were improper."""

import re
from pathlib import Path

from players.torite import played, plays
from players.troika import begun, deal, taking, tricks
from records.lines import record_of
from referees.torite import ALL_SEEING, PUBLIC
from tricktable.rules.findings import plain_finding
from tricktable.rules.view import view

PAGE = Path(__file__).parents[2] / "docs" / "games" / "troika.md"
NAMES = ("Ann", "Bo", "Cy", "Di")


def test_the_page_quotes_what_the_table_says():
    revoke = plays("AS", "8H", "8S", "9S")
    discarded = [
        line if line["card"] != "3S" else line | {"card": "7S"} for line in tricks(0, taking(0, 8))
    ]
    moments = [
        (PUBLIC, "base", [*revoke, *plays("TS", "KS")]),
        (ALL_SEEING, "base", [played("held", 1, "KS"), *revoke]),
        (PUBLIC, "base", [*plays("8S", "8H", "9H", "TH"), played("played", 0, "8D")]),
        (PUBLIC, "base", [*plays("AS", "8S", "JS", "TS"), played("played", 1, "9S")]),
        (PUBLIC, "saskatchewan", discarded),
    ]
    told = {
        plain_finding(each, NAMES)
        for viewpoint, variant, lines in moments
        for each in view(
            record_of(4, [*begun("7N"), *lines], "troika", variant=variant), viewpoint
        ).remarks
    }
    quoted = set(re.findall(r"\| \*([^*]+)\* \|", PAGE.read_text(encoding="utf-8")))
    assert len(quoted) == 5
    assert quoted == told


def test_the_page_says_who_deals():
    """Anybody may deal first: who that is, the first jack says. Then the deal goes clockwise."""
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    assert "the player who gets the first jack deals. Then the deal passes clockwise." in text
    start = record_of(4, [], "troika")
    assert start.state.offers()[0].seats == (0, 1, 2, 3)
    for first in range(4):
        record = record_of(4, deal("7", taking(0, 8), dealer=first), "troika")
        assert record.state.next == ((first + 1) % 4, "deal")
