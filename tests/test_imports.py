"""Who may import what, where import-linter cannot look: the standard library and the board."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# The rules know neither clock nor chance nor the world around them.
WORLD = frozenset(
    "asyncio datetime io logging multiprocessing os pathlib queue random secrets select shutil "
    "signal socket sqlite3 subprocess sys tempfile threading time urllib uuid".split()
)
# What both Pythons have and what does no I/O: bytes and time come in as arguments.
BOTH_PYTHONS = frozenset("array binascii collections hashlib json math struct".split())
OURS_ON_THE_BOARD = frozenset({"tablewire", "tableboard"})
BOARD_ONLY = frozenset({"machine", "rp2"})


def imports(path: Path) -> set[str]:
    """The top-level names of everything that the file imports, wherever in it."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.split(".")[0])
    return names


def sources(*folders: str) -> list[Path]:
    """Every Python file under these folders."""
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    assert found, folders
    return found


def named(path: Path) -> str:
    """A test's name for a file."""
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize(
    "path", sources("host/tricktable/rules", "host/tricktable/games"), ids=named
)
def test_rules_and_games_are_pure(path):
    strangers = imports(path) - set(sys.stdlib_module_names) - {"tricktable"}
    assert strangers == set(), "rules import the standard library alone"
    assert imports(path) & WORLD == set(), "rules take the time and the cards as arguments"


@pytest.mark.parametrize("path", sources("firmware/portable"), ids=named)
def test_portable_code_runs_on_both_pythons(path):
    assert imports(path) - BOTH_PYTHONS - OURS_ON_THE_BOARD == set()


def test_only_the_board_knows_the_machine():
    knowing = [path for path in sources("host", "firmware") if imports(path) & BOARD_ONLY]
    allowed = (ROOT / "firmware/pico", ROOT / "firmware/sim")
    assert [
        named(path)
        for path in knowing
        if not path.is_relative_to(allowed[0]) and not path.is_relative_to(allowed[1])
    ] == []


# Importing one of these at a module's beginning ends the program, or the collection of all tests.
POSIX_ALONE = frozenset("fcntl grp pty pwd resource syslog termios tty".split())


def test_no_module_needs_posix_to_load():
    for path in sources("host", "firmware", "tests", "hardware"):
        assert at_the_top(path) & POSIX_ALONE == set(), named(path)


def at_the_top(path: Path) -> set[str]:
    """What the file imports whatever happens."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    plain = [each for each in body if isinstance(each, ast.Import | ast.ImportFrom)]
    needed = {alias.name for each in plain if isinstance(each, ast.Import) for alias in each.names}
    needed |= {str(each.module) for each in plain if isinstance(each, ast.ImportFrom)}
    return needed
