"""Etori's page quotes what the table says of plays that were improper."""

import re
from pathlib import Path

from players.etori import dealt, plays
from players.torite import played
from records.lines import record_of
from referees.torite import ALL_SEEING, PUBLIC
from tricktable.rules.findings import plain_finding
from tricktable.rules.view import view

PAGE = Path(__file__).parents[2] / "docs" / "games" / "etori.md"


def test_the_page_quotes_what_the_table_says():
    moments = [
        (PUBLIC, [dealt(1), *plays(0, "5C 2D 3C 4C"), *plays(0, "6C AC")]),
        (ALL_SEEING, [dealt(1), played("held", 1, "5H"), *plays(0, "4H 2C 3H 2H")]),
        (PUBLIC, [dealt(1), *plays(0, "2H 3C 4C 5C"), *plays(0, "6C")]),
        (PUBLIC, [dealt(1), played("played", 3, "2C")]),
    ]
    told = {
        plain_finding(each, ("Ann", "Bo", "Cy", "Di"))
        for viewpoint, lines in moments
        for each in view(record_of(4, lines, "etori"), viewpoint).remarks
    }
    quoted = set(re.findall(r"\| \*([^*]+)\* \|", PAGE.read_text(encoding="utf-8")))
    assert len(quoted) == 4
    assert quoted == told
