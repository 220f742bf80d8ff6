"""How a game is played stands on its page in docs in the words of its guide.

After a change of a guide, `GUIDES=write` brings the pages up to date.
"""

import os
import textwrap
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import groupby
from pathlib import Path

import pytest

from games.samples import known
from tricktable.games import GAMES, OURS
from tricktable.rules.game import AnyGame, Header
from tricktable.rules.guide import GLYPHS, Grid, Ladder, plain
from tricktable.table import house_rules
from tricktable.text.language import ENGLISH, speaking
from tricktable.text.names import suit_name

ROOT = Path(__file__).parents[2]
CLASSICS = ROOT / "classics" / "docs"
WRITE = os.environ.get("GUIDES") == "write"
BEGIN = "## How to play\n"
END = "\n## What the table tracks"
MADE = "<!-- Made of guide.py: GUIDES=write .venv/bin/pytest tests/docs/test_how_to_play.py -->"
WIDTH = 116


def written(game: AnyGame) -> str:
    """The guide as its page has it."""
    with speaking(ENGLISH):
        return "\n\n".join([MADE, *_blocks(game)])


def _blocks(game: AnyGame) -> Iterator[str]:
    guide = game.guide
    for title, paragraphs in guide.parts:
        yield from _titled(title, paragraphs)
    header = house_rules.standard(game.name)
    yield from _titled("Ranks and trump" if guide.ladders(header) else "Trump", [guide.trump])
    yield from _ranks(header)
    for each in game.variants:
        variant = house_rules.header(game.name, header.players, [f"variant={each.name}"])
        yield f"{plain(each.title)}:"
        yield from _ranks(variant)
    for detail in guide.details:
        numbers = f"({', '.join(detail.rulings)})" if detail.rulings else ""
        *parts, last = detail.parts
        is_text = isinstance(last, str)
        yield from _titled(detail.title, [*parts, last], numbers if is_text else "")
        if numbers and not is_text:
            yield numbers


def _titled(title: str, parts: Iterable[str | Grid], numbers: str = "") -> Iterator[str]:
    """The title runs in where text comes first."""
    told = [plain(part) if isinstance(part, str) else part for part in parts]
    for place, part in enumerate(told):
        is_last = place == len(told) - 1
        head = "" if place else f"**{plain(title)}.**"
        if isinstance(part, Grid):
            if head:
                yield head
            yield _table([[plain(cell) for cell in row] for row in (part.heads, *part.rows)])
        else:
            tail = numbers if is_last else ""
            yield textwrap.fill(
                " ".join(filter(None, (head, part, tail))),
                WIDTH,
                break_long_words=False,
                break_on_hyphens=False,
            )


def _ranks(header: Header) -> Iterator[str]:
    for title, ladders in groupby(header.rules.guide.ladders(header), lambda each: each.title):
        rows = [_rung(each) for each in ladders]
        if not any(suits for suits, _ in rows):
            yield f"{plain(title)} ({', '.join(cards for _, cards in rows)})."
            continue
        if title:
            yield f"{plain(title)}:"
        yield _table([["", "strongest to weakest"], *map(list, rows)])


def _rung(of: Ladder) -> tuple[str, str]:
    suits = " ".join(GLYPHS.get(each) or suit_name(each) for each in of.suits if each != "X")
    return suits, " ".join(_card(code, of.suits) for code in of.cards)


def _card(code: str, suits: str) -> str:
    rank = {"T": "10", "X": code}.get(code[0], code[0])
    return rank if code[0] == "X" or code[1] in suits else rank + GLYPHS[code[1]]


def _table(rows: list[list[str]]) -> str:
    heads, *others = (f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows)
    return "\n".join([heads, "|" + "---|" * len(rows[0]), *others])


def pages() -> dict[Path, AnyGame]:
    """The page of each game, ours and the classics."""
    ours = {ROOT / "docs" / "games" / f"{name}.md": GAMES[name] for name in sorted(OURS)}
    classics = {
        path: import_module(f"tricktable_classics.{path.stem}").GAME
        for path in sorted(CLASSICS.glob("*.md"))
    }
    return ours | classics


@pytest.mark.parametrize(
    ("path", "game"),
    [pytest.param(path, game, id=game.name) for path, game in pages().items()],
)
def test_a_page_tells_how_to_play_as_the_games_guide_does(path, game):
    page = path.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    told, after = rest.split(END)
    with known(game):
        made = f"\n{written(game)}\n"
    if WRITE:
        path.write_text("".join((before, BEGIN, made, END, after)), encoding="utf-8")
        told = made
    assert told == made
