"""`T` for ten is explained once on each page that uses it."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
USED = re.compile(r"\bT[CDHS]\b|9TJ|\bJ`?,? `?T\b|\b9`?,? `?T\b|\bT`?,? `?J\b|\bT`? is ten\b")
"""A card, or a row of ranks."""
EXPLAINED = re.compile(r"\bT`? is ten\b")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_that_uses_it_explains_it_once(page):
    text = page.read_text("utf-8")
    assert len(EXPLAINED.findall(text)) == bool(USED.search(text))


def test_some_do():
    pages = [page.stem for page in PAGES if USED.search(page.read_text("utf-8"))]
    assert {"record", "deck-file", "wire", "use-the-api"} <= set(pages)
