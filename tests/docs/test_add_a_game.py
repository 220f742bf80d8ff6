"""The page that adds a game leads to every file of the example, which is installed and played.

After a change of the example, `HOWTO=write` brings the page's blocks up to date.
"""

import ast
import importlib
import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from release.dist import SUITE, build, made
from rig.patience import HANG_S, output_of
from rig.table import as_seen
from tricktable.board.picture import picture
from tricktable.rules import codec
from tricktable.rules.record import Record
from tricktable.rules.trick_game import TrickGame

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "howto" / "add-a-game.md"
EXAMPLE = ROOT / "examples" / "oh-hell"
WRITE = os.environ.get("HOWTO") == "write"
LANGUAGES = {".py": "python", ".toml": "toml"}
BLOCK = re.compile(r"<!-- (examples/\S+) -->\n(?:\n```(?:python|toml)\n(.*?)```\n)?", re.DOTALL)


EXCERPT = re.compile(
    r"<!-- ((?:classics|tests/docs)/\S+\.py): ([\w. ]+) -->\n\n```python\n(.*?)```\n", re.DOTALL
)


def excerpt(found: re.Match[str]) -> str:
    """The block as a file has it: some of its names, with what they import."""
    source = (ROOT / found[1]).read_text("utf-8")
    nodes = ast.parse(source).body
    told = "\n\n".join(_text(source, nodes, name) for name in found[2].split())
    used = {each.id for each in ast.walk(ast.parse(told)) if isinstance(each, ast.Name)}
    imports = "".join(
        f"from {node.module} import {', '.join(names)}\n"
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        if (names := [alias.name for alias in node.names if alias.name in used])
    )
    words = [sys.executable, "-m", "ruff", "format", "--stdin-filename", "excerpt.py", "-"]
    text = f"{imports}\n{told}\n"
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=True)
    return f"<!-- {found[1]}: {found[2]} -->\n\n```python\n{done.stdout}```\n"


def _text(source: str, nodes: Sequence[ast.stmt], name: str) -> str:
    """What a file says of this name, or of a method: `Spades.bans`."""
    of, _, method = name.rpartition(".")
    if of:
        owner = _bound(nodes, of)
        assert isinstance(owner, ast.ClassDef)
        nodes = owner.body
    node = _bound(nodes, method)
    decorators = getattr(node, "decorator_list", ())
    first = min(each.lineno for each in (node, *decorators))
    return textwrap.dedent("\n".join(source.splitlines()[first - 1 : node.end_lineno]))


def _bound(nodes: Sequence[ast.stmt], name: str) -> ast.stmt:
    """The statement that gives a module this name."""
    for node in nodes:
        match node:
            case ast.FunctionDef(name=bound) | ast.ClassDef(name=bound):
                pass
            case (
                ast.AnnAssign(target=ast.Name(id=bound)) | ast.Assign(targets=[ast.Name(id=bound)])
            ):
                pass
            case _:
                continue
        if bound == name:
            return node
    raise LookupError(f"there is no {name}")


NAMES = re.compile(r"<!-- names -->(?:\n\n\|.*?)?(?=\n\n## )", re.DOTALL)
FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.DOTALL | re.MULTILINE)
HOST = ROOT / "host"
OF_TWO = {
    "choice": "tricktable.rules.options",
    "Follow": "tricktable.rules.follow",
    "Layout": "tricktable.rules.deal",
    "sentence": "tricktable.text.sentences",
    "whole": "tricktable.rules.options",
}
"""The modules of names that several have, where the page means one of them."""


def where_names_are(page: str) -> str:
    """The page's last table: the module of each class, constant and function that it names.

    A function counts if it is called somewhere, or its name has several words; what a state of the
    example's kind has by the same name is no function to import.
    """
    modules, of = defaultdict[str, list[str]](list), defaultdict[str, list[str]](list)
    for module, name in _defined():
        modules[name].append(module)
    for name in sorted({*_named(NAMES.sub("", page))}, key=lambda each: (each.lower(), each)):
        found = [OF_TWO[name]] if name in OF_TWO else modules[name]
        if len(found) == 1:
            of[found[0]].append(f"`{name}`")
    rows = (f"| `{module}` | {', '.join(names)} |" for module, names in sorted(of.items()))
    return "\n".join(["<!-- names -->", "", "| module | names |", "|---|---|", *rows])


def _defined() -> Iterator[tuple[str, str]]:
    """What the rules and the words of the host have to import: module and name."""
    for path in (*HOST.glob("tricktable/rules/**/*.py"), *HOST.glob("tricktable/text/*.py")):
        module = ".".join(path.relative_to(HOST).with_suffix("").parts)
        for node in ast.parse(path.read_text("utf-8")).body:
            match node:
                case ast.FunctionDef(name=bound) | ast.ClassDef(name=bound):
                    yield module, bound
                case (
                    ast.AnnAssign(target=ast.Name(id=bound))
                    | ast.Assign(targets=[ast.Name(id=bound)])
                ):
                    yield module, bound


def _named(page: str) -> Iterator[str]:
    """What could be imported of all that the page has between backticks, but for whole files."""
    texts = (text for kind, text in FENCED.findall(page) if kind == "text")
    for code in {*re.findall(r"`([^`\n]+)`", FENCED.sub("", page)), *texts}:
        for name, call in re.findall(r"""(?<![\w."'/])([A-Za-z]\w+)(?![\w"'/=])(\(?)""", code):
            is_type = name[0].isupper()
            if is_type or ((call or "_" in name) and not hasattr(TrickGame, name)):
                yield name


def written(found: re.Match[str]) -> str:
    """The block as the example's file has it."""
    path = ROOT / found[1]
    return f"<!-- {found[1]} -->\n\n```{LANGUAGES[path.suffix]}\n{path.read_text('utf-8')}```\n"


def test_the_page_shows_or_links_every_file_of_the_example():
    page = PAGE.read_text(encoding="utf-8")
    if WRITE:
        page = EXCERPT.sub(excerpt, BLOCK.sub(written, page))
        page = NAMES.sub(lambda _: where_names_are(page), page)
        PAGE.write_text(page, encoding="utf-8")
    shown = {found[1] for found in BLOCK.finditer(page)}
    linked = {*re.findall(r"\]\(../../(examples/oh-hell/[^)]+\.py)\)", page)}
    files = {
        path.relative_to(ROOT).as_posix()
        for path in EXAMPLE.rglob("*")
        if path.suffix in LANGUAGES and "__pycache__" not in path.parts
    }
    assert shown | linked == files
    assert EXCERPT.sub(excerpt, BLOCK.sub(written, page)) == page


def test_every_block_of_python_is_of_a_file_that_is_type_checked_and_runs():
    """All of the example, or names of a game of the classics or of a small one: tests run them."""
    page = PAGE.read_text(encoding="utf-8")
    texts = [text for kind, text in FENCED.findall(page) if kind == "text"]
    assert not [text for text in texts if re.search(r"^ *(def|class|from|import|@)\b", text, re.M)]
    assert page.count("```python\n") == len(EXCERPT.findall(page)) + len(
        [found for found in BLOCK.finditer(page) if found[1].endswith(".py")]
    )


def test_the_page_says_from_where_each_of_its_names_is_imported():
    page = PAGE.read_text(encoding="utf-8")
    assert where_names_are(page) in page
    for module, names in re.findall(r"^\| `(tricktable\.[\w.]+)` \| (.*) \|$", page, re.MULTILINE):
        for name in re.findall(r"`(\w+)`", names):
            assert hasattr(importlib.import_module(module), name)


def test_what_the_page_says_to_be_of_a_file_is_there():
    page = FENCED.sub("", PAGE.read_text(encoding="utf-8"))
    told = re.findall(r"`([^`]+)` of `(rules|text)/(\w+)\.py`", page)
    assert len(told) > 5
    for code, folder, module in told:
        name = next(iter(re.findall(r"(\w+)\(", code)), code)
        assert hasattr(importlib.import_module(f"tricktable.{folder}.{module}"), name), code


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example's package and the suite for games, as pip installs them."""
    sources, target = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("target")
    shutil.copytree(EXAMPLE, sources / "oh-hell", ignore=shutil.ignore_patterns("__pycache__"))
    build(SUITE, sources, made(), "wheel")
    (suite,) = sources.glob("*.whl")
    words = "install --quiet --no-deps --no-build-isolation --no-index --target".split()
    pip = [sys.executable, "-m", "pip", *words, target]
    subprocess.run([*pip, sources / "oh-hell", suite], check=True)
    return target


@pytest.mark.timeout(5 * HANG_S)
def test_a_strangers_game_does_what_every_game_must_do(installed, tmp_path):
    """The example's own tests, its referee among them, with the suite installed and no clone."""
    shutil.copytree(EXAMPLE / "tests", tmp_path / "tests")
    done = output_of(
        [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
        timeout=None,
    )
    assert done.returncode == 0, done.stdout
    assert " passed in " in done.stdout.splitlines()[-1]


def test_the_playthrough_of_the_page_is_that_of_the_example():
    page = PAGE.read_text(encoding="utf-8")
    lines = (EXAMPLE / "tests/playthroughs/oh-hell-three.txt").read_text("utf-8").splitlines()
    assert "\n".join(["```text", *lines[:4], "```"]) in page
    halves = (re.sub(r"^ *\d+  | *\|.*", "", line) for line in lines if line)
    assert "\n".join(["```text", *halves, "```"]) in page


def tricktable(installed: Path, *words: str) -> str:
    """What the command prints where the package is installed."""
    done = output_of(
        [sys.executable, "-m", "tricktable", *words],
        env={**os.environ, "PYTHONPATH": str(installed)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_what_the_page_builds_is_listed_and_has_its_house_rules(installed):
    assert "oh-hell      Oh Hell, 3 to 7 players\n" in tricktable(installed, "rules")
    sheet = tricktable(installed, "rules", "oh-hell", "--players", "5")
    assert sheet.startswith("Oh Hell, 5 players\n")
    assert "    or no: The dealer may bid any number.\n" in sheet


def test_a_record_of_what_the_page_builds_is_replayed_and_judged(installed, tmp_path):
    record = tmp_path / "game.jsonl"
    lines = [
        '{"record": "tricktable/1", "game": "oh-hell", "players": 3, "options": {"longest": 1}}',
        '{"kind": "dealt", "dealer": 2}',
        '{"kind": "shown", "seat": 2, "card": "4H"}',
        '{"kind": "declared", "seat": 0, "topic": "bid", "value": 1}',
        '{"kind": "declared", "seat": 1, "topic": "bid", "value": 0}',
        '{"kind": "declared", "seat": 2, "topic": "bid", "value": 1}',
        '{"kind": "played", "seat": 0, "card": "AC"}',
        '{"kind": "played", "seat": 2, "card": "9C"}',
        '{"kind": "played", "seat": 1, "card": "2H"}',
    ]
    record.write_text("\n".join([*lines, ""]), encoding="utf-8")
    told = tricktable(installed, "replay", str(record))
    heads = "deal  Seat 1  Seat 2  Seat 3"
    assert told.startswith(
        "Oh Hell, Seat 1, Seat 2, Seat 3\nFinished after 8 entries. Seat 2 wins.\n"
    )
    assert f"{heads}\n1     0       +1      0\n" in told
    assert "  entry 7: Seat 3 played 9♣ out of turn in trick 1.\n" in told


def test_the_display_says_how_many_tricks_the_deal_had_that_is_over(installed, monkeypatch):
    monkeypatch.syspath_prepend(str(installed))
    game = importlib.import_module("oh_hell").GAME
    first = '{"record": "tricktable/1", "game": "oh-hell", "players": 3, "options": {"longest": 2}}'
    record = Record(codec.read_header(first, {game.name: game}))
    lines = [
        '{"kind": "dealt", "dealer": 2}',
        '{"kind": "shown", "seat": 2, "card": "4H"}',
        '{"kind": "declared", "seat": 0, "topic": "bid", "value": 1}',
        '{"kind": "declared", "seat": 1, "topic": "bid", "value": 0}',
        '{"kind": "declared", "seat": 2, "topic": "bid", "value": 1}',
        '{"kind": "played", "seat": 0, "card": "AC"}',
        '{"kind": "played", "seat": 1, "card": "9C"}',
        '{"kind": "played", "seat": 2, "card": "2C"}',
    ]
    for line in lines:
        record.add(codec.read_entry(line, record.header, record.seq + 1))
    page = json.loads(picture(as_seen(record)))
    assert (page["t"], page["x"]["t"]) == ("D1 T1/1", "Oh Hell, after deal 1")
    assert [row[1:] for row in page["x"]["r"]] == [["+11", "11"], ["+10", "10"], ["+0", "0"]]
