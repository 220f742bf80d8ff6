"""Words that no native speaker would use so: in sentences for users, in docs and in docstrings."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import languages
from tricktable.text.language import FOLDER

ROOT: Final = Path(__file__).parents[2]
TICS: Final = re.compile(
    r"\blikewise\b|\bso many\b(?! \w+ that)|\bin its place says\b|\bwhoever is to\b"
    r"|\bdoes not have the right form\b|\bwhat begins with\b|\bin the own\b|\bthe own next\b"
    r"|\bis to choose a\b|\bwants a hand\b|\bhas no hints\b|\bminds it\b",
    re.IGNORECASE,
)
ALLOWED: Final = {
    "docs/games/tredici.md": "so many others that the known cards exceed the rest: a comparison",
}
"""Where one of them is right, and why."""


def sentences() -> Iterator[tuple[str, str]]:
    """Where each text stands, and the text."""
    yield from (("a message", str(each.id)) for each in languages.read(FOLDER / "ja.po"))
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    yield from ((str(page.relative_to(ROOT)), page.read_text("utf-8")) for page in pages)
    for folder in ("host", "firmware", "examples"):
        for path in (ROOT / folder).rglob("*.py"):
            where = str(path.relative_to(ROOT))
            yield from ((where, said) for said in _docstrings(path))


def _docstrings(path: Path) -> Iterator[str]:
    """What a file says in strings of their own: of itself, its functions, and its values.

    Of a file that nowhere has a tic, nothing.
    """
    text = path.read_text("utf-8")
    for node in ast.walk(ast.parse(text if TICS.search(" ".join(text.split())) else "")):
        match node:
            case ast.Expr(value=ast.Constant(value=str(said))):
                yield said


def test_no_sentence_has_a_tic():
    found = {}
    for where, text in sentences():
        plain = " ".join(text.split())
        if (tic := TICS.search(plain)) and where not in ALLOWED:
            found[where] = plain[max(0, tic.start() - 40) : tic.end() + 40]
    assert found == {}


def test_each_place_where_one_is_right_still_has_it():
    there = {where for where, text in sentences() if TICS.search(" ".join(text.split()))}
    assert there >= ALLOWED.keys()
