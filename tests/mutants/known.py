"""Where the modules stand, and the changes of them that no test needs to notice, with reasons."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = (ROOT / "host", ROOT / "firmware" / "portable")
_OF_A_GAME: Final = [
    "tests/games/test_deals_play.py",
    "tests/games/test_every_game.py",
    "tests/games/test_explained.py",
    "tests/games/test_offers.py",
    "tests/games/test_playthroughs.py",
    "tests/games/test_topics.py",
    "tests/sim/test_autoplay.py",
    "tests/table/desk",
    "tests/table/test_report.py",
    "tests/table/test_narrator.py",
    "tests/table/test_happenings.py",
]
_GAMES: Final = sorted(path.parent.name for path in (ROOT / "tests" / "games").glob("*/case.py"))
OWN_TESTS: Final = {
    "tricktable.rules": ["tests/rules"],
    **{
        f"tricktable.games.{game}": [
            *(
                str(path.relative_to(ROOT))
                for path in sorted((ROOT / "tests" / "games").glob(f"test_{game}*.py"))
            ),
            *_OF_A_GAME,
        ]
        for game in _GAMES
    },
    "tricktable.games": [
        "tests/games",
        "tests/store/test_replay.py",
        "tests/table/test_report.py",
        "tests/table/test_narrator.py",
        "tests/table/test_happenings.py",
    ],
    "tricktable.web.live.feed": ["tests/web/test_feed.py"],
    "tricktable.store.journal": ["tests/store/journal", "tests/cli/test_journal.py"],
    "tricktable.table.desk": [
        "tests/table/desk",
        "tests/table/test_flow.py",
        "tests/table/test_table.py",
        "tests/table/test_seating.py",
        "tests/test_stranger.py",
    ],
    "tablewire": ["tests/wire"],
    "tableboard": ["tests/board"],
}
"""The packages that are tried, and the tests of each; a game that is named alone has its own."""
FILE: Final = Path(__file__).with_name("harmless.toml")
_ALIKE: Final = ({ast.Eq, ast.Is}, {ast.NotEq, ast.IsNot})
"""Operators that say the same where things that are equal are one object."""


class Change(NamedTuple):
    """A change of one token: the function it stands in, its lines before, and after."""

    where: str
    was: str
    became: str


def harmless() -> dict[Change, str]:
    """The changes that change nothing which anybody could see, and why."""
    listed = tomllib.loads(FILE.read_text("utf-8")).get("change", [])
    return {Change(each["where"], each["was"], each["became"]): each["why"] for each in listed}


def path_of(module: str) -> Path:
    """The file of a module. Raises: FileNotFoundError if there is none."""
    inner = Path(*module.split("."))
    for source in SOURCES:
        for path in (source / inner.with_suffix(".py"), source / inner / "__init__.py"):
            if path.is_file():
                return path
    raise FileNotFoundError(f"no module {module} under {' or '.join(map(str, SOURCES))}")


def is_found_before(before: str, after: str) -> bool:
    """Whether `==` and `is` stand for each other beside a literal or a type.

    Beside a literal each has its one right form, which ruff demands (E711, E721, F632); and a type
    is equal to none but itself.
    """
    for was, now in zip(ast.walk(ast.parse(before)), ast.walk(ast.parse(after)), strict=False):
        if isinstance(was, ast.Compare) and isinstance(now, ast.Compare):
            if len(was.ops) != len(now.ops):
                return False  # another part of the text changed, and so its walk
            sides = [was.left, *was.comparators]
            for at, pair in enumerate(zip(was.ops, now.ops, strict=True)):
                if {type(each) for each in pair} in _ALIKE:
                    return any(map(_is_literal_or_type, sides[at : at + 2]))
    return False


def is_less_strict(change: Change) -> bool:
    """Whether `zip` no longer demands one length: a demand that right code never breaks."""
    return change.became == change.was.replace("strict=True", "strict=False") != change.was


def _is_literal_or_type(side: ast.expr) -> bool:
    if isinstance(side, ast.Call):
        return ast.unparse(side.func) == "type"
    try:
        ast.literal_eval(side)
    except ValueError:
        return False
    return True
