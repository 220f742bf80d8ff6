"""What only a bench can tell is one list, and each page that says what nobody tried leads to it."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
BENCH = DOCS / "explanation/bench.md"
UNTRIED = re.compile(
    r"nobody has (?:built|made|measured|plugged|tried)|not been tried|was not measured",
    re.IGNORECASE,
)
PAGES = [
    page
    for page in sorted(DOCS.glob("*/*.md"))
    if page != BENCH
    and not page.stem.startswith("install-on-")  # of computers
    and UNTRIED.search(" ".join(page.read_text(encoding="utf-8").split()))
]


def test_its_rows_are_counted():
    rows = re.findall(r"^\| (\d+) \| .+ \| .+ \| .+ \|$", BENCH.read_text(encoding="utf-8"), re.M)
    assert [int(row) for row in rows] == list(range(1, len(rows) + 1))
    assert len(rows) >= 19


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_that_says_what_nobody_tried_leads_to_it(page):
    text = page.read_text(encoding="utf-8")
    assert re.search(r"\]\((?:\.\./explanation/)?bench\.md\)", text)
    assert not re.search(r"bench can tell\n+(?:.+\n+)*?\d\. ", text), "a list of its own"


def test_these_pages_are_found():
    assert {page.stem for page in PAGES} >= {
        *("build-the-table", "flash-the-board", "shop-for-a-table", "start-on-a-breadboard"),
        *("board", "printed-boards", "range"),
    }
