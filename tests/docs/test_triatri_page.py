"""TriATri's page quotes what the table says of plays that were improper."""

import re
from pathlib import Path

from players.torite import played
from players.triatri import begun, prize, shows, trick
from records.lines import record_of
from referees.torite import ALL_SEEING, PUBLIC
from tricktable.rules.findings import plain_finding
from tricktable.rules.view import view

PAGE = Path(__file__).parents[2] / "docs" / "games" / "triatri.md"


def test_the_page_quotes_what_the_table_says():
    start = begun("7R", "3R", "2R")
    revoke = trick(0, "B", "6B", "6G", "4B")
    moments = [
        (PUBLIC, [*start, *revoke, prize(1, "B"), played("played", 1, "3B")]),
        (PUBLIC, [*begun("5R", "5B", "5G"), *shows("7R", "3B", "4G"), *revoke[:3]]),
        (ALL_SEEING, [*start, played("held", 1, "4B"), *revoke[:3]]),
        (PUBLIC, [*begun("7B", "6B", "5B"), *trick(0, "R", "7G", "6G", "X1")]),
        (PUBLIC, [*start, prize(0, "B"), played("played", 2, "5B")]),
    ]
    told = {
        plain_finding(each, ("Ann", "Bo", "Cy"))
        for viewpoint, lines in moments
        for each in view(record_of(3, lines, "triatri"), viewpoint).remarks
    }
    quoted = set(re.findall(r"\| \*([^*]+)\* \|", PAGE.read_text(encoding="utf-8")))
    assert len(quoted) == 5
    assert quoted == told
