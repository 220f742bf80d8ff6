"""One game, one folder: no game is known outside its own, and the tree with them stays small."""

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tricktable.games import GAMES

ROOT = Path(__file__).parents[1]
HOST = ROOT / "host" / "tricktable"
FOLDERS = HOST / "games"
PLACES = (HOST, ROOT / "web", ROOT / "firmware" / "portable")
"""Where no game may be known; folders of the games and what others wrote are left out below.

What is data of a language (`.po`) quotes the games' own messages.
"""
LEFT_OUT = (FOLDERS, ROOT / "web" / "static" / "vendor", HOST / "text" / "languages")
KINDS = (".py", ".html", ".js", ".css", ".toml")

OURS = [path.name for path in FOLDERS.iterdir() if (path / "__init__.py").exists()]
TOPICS = {topic.name for name in OURS for topic in GAMES[name].topics}
QUOTED = re.compile(rf"""["'{{}}](?:{"|".join(map(re.escape, TOPICS))})["'{{}}]""")
"""A topic as a value in a source."""
MOVES = {topic for topic in TOPICS if ">" in topic}
"""From one place to another: places are those of record.md, of which any may be an example."""
FIELD_TERMS = {
    "ace": "a rank",
    "bid": "what docstrings take as an example of a word that is said",
    "draw": "how a game ends, a pile of cards, and what is done with a picture",
    "leader": "who leads a trick",
    "stacks": "cards that lie on each other",
    "target": "where cards go",
    "trump": "a suit in most games of tricks, and a control card's word",
}
"""Topics that are words of card players, or of programs: they may stand in a sentence."""
LITERALS = {
    "ace": "a rank, and its picture on the virtual table",
    "bid": "a topic that comes ready-made, as several games have it",
    "draw": "a pile of cards (record.md, `moved`)",
    "hand>discard": "a topic that comes ready-made, as several games have it",
    "target": "a field of an entry, and of other values that go somewhere",
    "trump": "a part of the heading that the display draws",
}
"""Values that are called as a topic is, and are no topic: what they are."""


def sources() -> Iterator[Path]:
    """Every file of the program that belongs to no game."""
    for place in PLACES:
        for path in sorted(place.rglob("*")):
            if path.suffix in KINDS and not any(each in path.parents for each in LEFT_OUT):
                yield path


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def shown(path: Path) -> str:
    return str(path.relative_to(HOST if HOST in path.parents else ROOT))


class Module(NamedTuple):
    """What one file of the program has in it."""

    path: Path
    imported: frozenset[str]
    """What it imports, with dots."""
    named: tuple[str, ...]
    """What its classes, functions and methods are called."""
    classes: tuple[str, ...]
    """Those of its classes that stand in no other."""
    any_used: int
    """How often it speaks of `Any`, beside its import."""


@cache
def modules(folder: Path) -> tuple[Module, ...]:
    return tuple(module(path) for path in sorted(folder.rglob("*.py")))


def module(path: Path) -> Module:
    tree = ast.parse(text(path))
    imported, named, any_used = set[str](), list[str](), 0
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                imported |= {each.name for each in names}
            case ast.ImportFrom(origin, names):
                imported |= {f"{origin}.{each.name}" for each in names}
            case ast.ClassDef(name) | ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                named.append(name)
            case ast.Name("Any"):
                any_used += 1
    classes = tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef))
    return Module(path, frozenset(imported), tuple(named), classes, any_used)


# --- no game outside its folder -------------------------------------------------------------------


def test_the_program_is_searched_where_it_is():
    searched = {shown(path) for path in sources()}
    assert {"table/table.py", "rules/view.py", "web/static/style.css"} <= searched
    assert {"web/templates/_overlay.html", "firmware/portable/tableboard/screens.py"} <= searched
    assert not any(each.startswith("games/") for each in searched)
    assert len(searched) > 150
    assert len(OURS) == 5


@pytest.mark.parametrize("name", OURS)
def test_no_game_is_named_outside_its_folder(name):
    named = re.compile(rf"(?<![a-z]){name}(?![a-z])|\b{re.escape(GAMES[name].title)}\b", re.I)
    assert [shown(path) for path in sources() if named.search(text(path))] == []


@pytest.mark.parametrize("topic", sorted(TOPICS - MOVES - {*FIELD_TERMS}))
def test_no_topic_of_a_game_is_named_outside_its_folder(topic):
    named = re.compile(rf"(?<![a-z]){re.escape(topic)}(?![a-z])", re.I)
    found = [shown(path) for path in sources() if named.search(text(path))]
    assert found == []


def literals(path: Path) -> set[str]:
    """The values that a file compares or looks up; sentences and docstrings are none."""
    if path.suffix == ".py":
        said = text(path)
        nodes = ast.walk(ast.parse(said if QUOTED.search(said) else ""))
        values = (node.value for node in nodes if isinstance(node, ast.Constant))
        return {value for value in values if isinstance(value, str)}
    return {said[2] for said in re.finditer(r"""(["'`])([\w>]+)\1""", text(path))}


def test_no_value_in_the_program_is_a_topic_of_a_game():
    found = {word for path in sources() for word in literals(path) & TOPICS}
    assert found == {*LITERALS}, "each is a field's name or a pile, and has its reason here"
    assert {*FIELD_TERMS} <= TOPICS


def test_nobody_imports_a_game_but_the_list_of_games():
    for path, imported, *_ in modules(HOST):
        own = path.relative_to(FOLDERS).parts[0] if FOLDERS in path.parents else ""
        others = {
            said.split(".")[2]
            for said in imported
            if said.startswith("tricktable.games.") and said.split(".")[2] in OURS
        }
        if own == "__init__.py":
            assert others == {*OURS}
        else:
            assert others <= {own}, shown(path)


# --- how large the tree is ------------------------------------------------------------------------

# One table, the club that tables share and the house of one host are three rooms, one on the other;
# what puts them together is a fourth.
MOST_MODULES, MOST_PACKAGES, MOST_LAYERS, MOST_ANY, MOST_TWICE = 1, 12, 10, 10, 5
FORBIDDEN = set(
    "own felt aloud whose liking anew sayable docket tongues pen past paper floor reckoning parts"
    " packing sheet tending requests".split()
)
"""What no module and no public function or class may be called, for it says too little."""
CALLED_SO = {
    "Sheet": "a part of a page; games of other packages make them, too",
    "parts": "a method of a message of the wire, whose hello tells the board's parts",
}
"""Public names that are among them all the same, and why."""
SEVERAL_CLASSES = {
    "Match": "how a game of several deals stands between them: each such game's own",
    "Plan": "what does not change in a game: each game's own",
    "Position": "what may be known of a moment: each game's own, and what they have in common",
}
"""Names of more than one class: what each is, and why it is called so in every game."""


def root_modules() -> list[str]:
    """Modules at the root; `__init__` and `__main__` are Python's own."""
    return sorted(path.stem for path in HOST.glob("*.py") if not path.stem.startswith("__"))


def packages() -> list[str]:
    return sorted(path.parent.name for path in HOST.glob("*/__init__.py"))


def layers() -> list[str]:
    """The layers of the host, from the contract that the build checks."""
    contracts = tomllib.loads(text(ROOT / "pyproject.toml"))["tool"]["importlinter"]["contracts"]
    return next(each["layers"] for each in contracts if each.get("containers") == ["tricktable"])


def public_names() -> Iterator[str]:
    """What modules, classes, functions and methods of the program and its board are called."""
    for folder in (HOST, ROOT / "firmware" / "portable", ROOT / "firmware" / "pico"):
        for each in modules(folder):
            yield each.path.stem
            yield from each.named


def any_used() -> Counter[str]:
    """How often each module speaks of `Any`, outside the codec and beside its import."""
    return +Counter(
        {shown(each.path): each.any_used for each in modules(HOST) if each.path.name != "codec.py"}
    )


def twice() -> dict[str, int]:
    """Public classes by a name that several modules give to one."""
    names = Counter(
        name for each in modules(HOST) for name in each.classes if not name.startswith("_")
    )
    return {name: count for name, count in names.items() if count > 1}


def test_the_root_of_the_host_has_few_modules():
    assert len(root_modules()) <= MOST_MODULES


def test_the_root_of_the_host_has_few_packages():
    assert len(packages()) <= MOST_PACKAGES


def test_the_host_has_few_layers():
    assert 2 <= len(layers()) <= MOST_LAYERS


def test_no_public_name_says_too_little():
    assert {each for each in public_names() if each.lower() in FORBIDDEN} == {*CALLED_SO}


def test_hardly_anything_is_of_any_type():
    assert any_used().total() <= MOST_ANY


def test_one_name_is_one_class():
    assert {*twice()} == {*SEVERAL_CLASSES}, "each has its reason here"
    assert len(SEVERAL_CLASSES) <= MOST_TWICE


if __name__ == "__main__":
    print(f"modules at the root {len(root_modules())} (≤ {MOST_MODULES}), ", end="")
    print(f"packages {len(packages())} (≤ {MOST_PACKAGES}), ", end="")
    print(f"layers {len(layers())} (≤ {MOST_LAYERS}), ", end="")
    print(f"Any {any_used().total()} (≤ {MOST_ANY}), ", end="")
    print(f"class names used twice {len(twice())} (≤ {MOST_TWICE})")
