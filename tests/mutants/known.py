"""Where the modules stand, and the changes of them that no test needs to notice, with reasons."""

import ast
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = (ROOT / "host", ROOT / "firmware" / "portable")
_OF_SURFACES: Final = [
    "tests/board/test_picture.py",
    "tests/rules/test_display.py",
    "tests/table/test_report.py",
    "tests/house/test_narrator.py",
    "tests/table/test_happenings.py",
    "tests/web/guest/test_guest.py",
]
"""What is seen of games on the display, in a terminal and on pages."""
_OF_A_GAME: Final = [
    "tests/games/test_deals_play.py",
    "tests/games/test_every_game.py",
    "tests/games/test_explanations.py",
    "tests/games/test_offers.py",
    "tests/games/test_playthroughs.py",
    "tests/games/test_sheets.py",
    "tests/games/test_topics.py",
    "tests/rules/test_hands.py",
    "tests/sim/test_autoplay.py",
    "tests/table/desk",
    "tests/table/test_table.py",
    *_OF_SURFACES,
]
_GAMES: Final = sorted(path.parent.name for path in (ROOT / "tests" / "games").glob("*/case.py"))
OWN_TESTS: Final = {
    "tricktable.rules": [
        "tests/rules",
        "tests/sim/test_by_chance.py",
        "tests/club",
        "tests/table/desk/test_presumption.py",
    ],
    "tricktable.club.competition": ["tests/club"],
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
        "tests/rules/test_hands.py",
        "tests/store/test_replay.py",
        *_OF_SURFACES,
    ],
    "tricktable.web.live.feed": ["tests/web/live/test_feed.py"],
    "tricktable.store.journal": ["tests/store/journal", "tests/cli/test_journal.py"],
    "tricktable.store.byte_lock": ["tests/store/test_byte_lock.py"],
    "tricktable.table.desk": [
        "tests/table/desk",
        "tests/table/test_flow.py",
        "tests/table/test_table.py",
        "tests/table/test_seating.py",
        "tests/test_stranger.py",
    ],
    "tricktable.board": [
        "tests/board/checkup",
        "tests/board/flash",
        "tests/board/link",
        "tests/board/test_picture.py",
        "tests/cli/test_doctor.py",
        "tests/rules/test_display.py",
        "tests/table/desk/test_board_preferences.py",
        "tests/test_app.py",
        "tests/test_boards_between_hosts.py",
        "tests/web/host/test_doctor.py",
    ],
    "tablewire": ["tests/wire"],
    "tableboard": ["tests/board"],
}
"""The packages that are tried, and the tests of each; a game that is named alone has its own."""
FILE: Final = Path(__file__).with_name("harmless.toml")
_ONE_OBJECT: Final = frozenset(
    (
        *("bidder", "caller", "card", "dealer", "holder", "leader", "owner", "rank", "rensho"),
        *("seat", "side", "sitting", "starter", "suit", "taker", "team", "trump", "turn"),
    )
)
"""What stands for a card, of which there is one object each, or for a small number of one thing.

CPython has one object of each whole number from -5 to 256: seats, suits and ranks are below 53.
"""
_ALIKE: Final = ({ast.Eq, ast.Is}, {ast.NotEq, ast.IsNot})
"""Operators that say the same where things that are equal are one object."""


class Change(NamedTuple):
    """A change of one token: the function it stands in, its lines before, and after."""

    where: str
    was: str
    became: str


def harmless() -> dict[Change, str]:
    """The changes that change nothing which anybody could see, and why."""
    return {
        Change(where, each["was"], each["became"]): each["why"]
        for where, changes in tomllib.loads(FILE.read_text("utf-8")).items()
        for each in changes
    }


def path_of(module: str) -> Path:
    """The file of a module. Raises: FileNotFoundError if there is none."""
    inner = Path(*module.split("."))
    for source in SOURCES:
        for path in (source / inner.with_suffix(".py"), source / inner / "__init__.py"):
            if path.is_file():
                return path
    raise FileNotFoundError(f"no module {module} under {' or '.join(map(str, SOURCES))}")


def is_found_before(before: str, after: str) -> bool:
    """Whether `==` and `is` stand for each other where it makes no difference.

    Beside a literal each has its one right form, which ruff demands (E711, E721, F632); and a type,
    a card or a seat is equal to none but itself.
    """
    for was, now in zip(ast.walk(ast.parse(before)), ast.walk(ast.parse(after)), strict=False):
        if isinstance(was, ast.Compare) and isinstance(now, ast.Compare):
            if len(was.ops) != len(now.ops):
                return False  # another part of the text changed, and so its walk
            sides = [was.left, *was.comparators]
            for at, pair in enumerate(zip(was.ops, now.ops, strict=True)):
                if {type(each) for each in pair} in _ALIKE:
                    return any(map(_is_one_object, sides[at : at + 2]))
    return False


def is_less_strict(change: Change) -> bool:
    """Whether `zip` no longer demands one length: a demand that right code never breaks."""
    return change.became == change.was.replace("strict=True", "strict=False") != change.was


def _is_one_object(side: ast.expr) -> bool:
    match side:
        case ast.Call(func=ast.Name(called)):
            return called == "type"
        case ast.Name(name) | ast.Attribute(attr=name) if name in _ONE_OBJECT:
            return True
    try:
        ast.literal_eval(side)
    except ValueError:
        return False
    return True
