"""Who may import what, where import-linter cannot look: the standard library and the board."""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
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
    if path.name == "compiler.py":  # which only type checkers and the compiler read there
        strangers -= {"mypy_extensions"}
    assert strangers == set(), "rules import the standard library alone"
    assert imports(path) & WORLD == set(), "rules take the time and the cards as arguments"


@pytest.mark.parametrize("path", sources("firmware/portable"), ids=named)
def test_portable_code_runs_on_both_pythons(path):
    assert imports(path) - BOTH_PYTHONS - OURS_ON_THE_BOARD == set()


def test_only_the_board_knows_the_machine():
    named_there = re.compile("|".join(BOARD_ONLY))
    knowing = [
        path
        for path in sources("host", "firmware")
        if named_there.search(path.read_text("utf-8")) and imports(path) & BOARD_ONLY
    ]
    allowed = (ROOT / "firmware/pico", ROOT / "firmware/sim")
    assert [
        named(path)
        for path in knowing
        if not path.is_relative_to(allowed[0]) and not path.is_relative_to(allowed[1])
    ] == []


# Importing one of these at a module's beginning ends the program, or the collection of all tests.
POSIX_ALONE = frozenset("fcntl grp pty pwd resource syslog termios tty".split())


def test_no_module_needs_posix_to_load():
    named_there = re.compile(rf"^(from|import)\b.*\b({'|'.join(POSIX_ALONE)})\b", re.MULTILINE)
    for path in sources("host", "firmware", "tests", "hardware"):
        if named_there.search(path.read_text("utf-8")):
            assert at_the_top(path) & POSIX_ALONE == set(), named(path)


def at_the_top(path: Path) -> set[str]:
    """What the file imports whatever happens."""
    body = ast.parse(path.read_text(encoding="utf-8")).body
    plain = [each for each in body if isinstance(each, ast.Import | ast.ImportFrom)]
    needed = {alias.name for each in plain if isinstance(each, ast.Import) for alias in each.names}
    needed |= {str(each.module) for each in plain if isinstance(each, ast.ImportFrom)}
    return needed


# Where names begin: `tricktable.app`, `tableboard.screens`, `rounds`.
PLACES = ("host", "firmware/portable", "firmware/pico")


def modules() -> dict[str, Path]:
    """Every module of the host and of the board, by the name under which it is imported."""
    named = {}
    for place in PLACES:
        for path in sources(place):
            *folders, last = path.relative_to(ROOT / place).with_suffix("").parts
            named[".".join(folders if last == "__init__" else [*folders, last])] = path
    return named


def at_run_time(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """What is imported when the program runs, in functions too; not what only type checkers see."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            for other in child.orelse:
                yield from at_run_time(ast.Module([other], []))
        else:
            yield from at_run_time(child)


def needed(
    name: str,
    text: str,
    known: Mapping[str, object],
    of: Callable[[ast.AST], Iterable[ast.AST]] = at_run_time,
) -> set[str]:
    """Which of the known modules the module with this name and text imports at run time.

    With `ast.walk`, also those that only type checkers see.
    """
    found = set()
    for node in of(ast.parse(text)):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        else:
            assert not node.level, f"{name}: imports say the whole name"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in known else str(node.module))
    return (found & {*known}) - {name}


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Modules that need each other, the first one again at the end; empty if there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return [*found.args[1]]
    return []


def test_nothing_imports_what_imports_it():
    known = modules()
    assert {"tricktable.app", "tableboard.companion", "rounds"} <= {*known}
    graph = {
        name: needed(name, path.read_text(encoding="utf-8"), known) for name, path in known.items()
    }
    assert sum(map(len, graph.values())) > 2 * len(known)
    assert circle(graph) == []


# A game is given records and views, and these name their game. A part may name what it is part of.
OF_ITS_WHOLE = (
    ("loader", "program"),
    ("tricktable.web.http.handler", "tricktable.web.http.server"),
    ("tricktable.app.boards", "tricktable.app.house"),
)


def test_only_rules_and_parts_of_a_whole_have_types_in_a_circle():
    known = {name: path for name, path in modules().items() if "tricktable.rules" not in name}
    graph = {
        name: needed(name, path.read_text(encoding="utf-8"), known, ast.walk)
        for name, path in known.items()
    }
    for part, whole in OF_ITS_WHOLE:
        assert circle(graph), "the rest is no circle without this"
        graph[part].remove(whole)
    assert circle(graph) == []


@pytest.mark.parametrize(
    ("here", "is_circle"),
    [
        ("import there", True),
        ("def late():\n    from there import this", True),
        ("try:\n    import there\nexcept ImportError:\n    there = None", True),
        ("if TYPE_CHECKING:\n    from there import This", False),
        ("if TYPE_CHECKING:\n    This = None\nelse:\n    from there import This", True),
        ("from elsewhere import there", False),
    ],
)
def test_a_circle_is_found_wherever_it_is_imported(here, is_circle):
    texts = {"here": here, "there": "import here", "elsewhere": ""}
    found = circle({name: needed(name, text, texts) for name, text in texts.items()})
    assert sorted({*found}) == (["here", "there"] if is_circle else [])
