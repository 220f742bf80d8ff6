"""Changes one token of a module at a time and asks the module's own tests whether they notice.

Cosmic Ray says what can be changed. Each change is tried in a process of its own, which imports the
changed text in place of the file: no file is ever touched.
"""

from __future__ import annotations

import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import re
import resource
import sys
from collections.abc import Iterable, Iterator, Sequence
from difflib import ndiff
from enum import Enum
from types import ModuleType
from typing import Any, Final, NamedTuple

import cosmic_ray.plugins
import pytest
from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import MutationVisitor, mutate_code

from mutants.known import Change, is_found_before, path_of

_MEASURE: Final = re.compile(r"_?[A-Z][A-Z0-9_]*_(S|MS|US|BYTES|CHARS|POLLS|BEATS)\b.*=")
"""A line that sets a measure, which was tuned: one millisecond or byte more or less is no fault."""
_FORBIDS: Final = ("frozen", "slots")
"""Markers of a dataclass: what they forbid when it runs, the type checker finds before."""
NEVER_ENDS_S: Final = 120
"""So much of a processor's time takes no suite here: whoever needs more goes round for ever."""
_NO_PROGRAM: Final = 77
"""Exit code of a trial whose module cannot even be imported."""


class Fault(NamedTuple):
    """A change of a module: what it says, and the module's whole text with it."""

    change: Change
    text: str


class Verdict(Enum):
    """What became of a fault."""

    NOTICED = "a test failed, or never ended"
    MISSED = "all tests passed"
    NO_PROGRAM = "the module cannot even be imported"


def faults_of(module: str, seed: int) -> Iterator[Fault]:
    """The changes of one token that change what the module does, in an order drawn by the seed."""
    text = path_of(module).read_text("utf-8")
    seen = {"", _meaning(text)}
    places = [(each, number) for each in _operators() for number in range(_places(text, each))]
    random.Random(seed).shuffle(places)
    for operator, number in places:
        changed = mutate_code(text, operator, number) or ""
        meaning = _meaning(changed)
        if meaning in seen:
            continue
        seen.add(meaning)
        change = _change(module, text, changed)
        if not (_MEASURE.match(change.was) or is_found_before(text, changed)):
            yield Fault(change, changed)


def judged(module: str, text: str, suites: Iterable[Sequence[str]]) -> Verdict:
    """Run one suite of tests after the other with this text as the module, until one notices."""
    verdicts = (_judged(module, text, tests) for tests in suites)
    return next((each for each in verdicts if each is not Verdict.MISSED), Verdict.MISSED)


def _judged(module: str, text: str, tests: Sequence[str]) -> Verdict:
    child = os.fork()
    if not child:
        _try(module, text, tests)
    _, status = os.waitpid(child, 0)
    codes = {0: Verdict.MISSED, _NO_PROGRAM: Verdict.NO_PROGRAM}
    return codes.get(os.waitstatus_to_exitcode(status), Verdict.NOTICED)


def _try(module: str, text: str, tests: Sequence[str]) -> None:
    """In a process of its own: run the tests with this text as the module; never returns."""
    quiet = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(quiet, stream)
    resource.setrlimit(resource.RLIMIT_CPU, (NEVER_ENDS_S, NEVER_ENDS_S))
    os.environ["TRICKTABLE_IS_TRIED"] = "yes"
    sys.meta_path.insert(0, _Changed(module, text))
    try:
        importlib.import_module(module)
    except BaseException:  # noqa: BLE001 - whatever it is, it is no program any more
        os._exit(_NO_PROGRAM)
    # What was loaded before the fork is not rewritten, and need not be.
    loaded = ["-W", "ignore::pytest.PytestAssertRewriteWarning"]
    os._exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *loaded, *tests], [_QuickFirst()]))


class _QuickFirst:
    """Most changes are noticed by an example: properties, which take longer, come after them."""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Examples before properties, each in their order."""
        items.sort(key=lambda item: item.get_closest_marker("hypothesis") is not None)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):  # type: ignore[misc]
    """Imports one module from a text instead of its file."""

    def __init__(self, module: str, text: str) -> None:
        self._module, self._text = module, text

    def find_spec(
        self, fullname: str, _path: object = None, _target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module's spec if it is the changed one."""
        if fullname != self._module:
            return None
        return importlib.util.spec_from_file_location(fullname, path_of(fullname), loader=self)

    def get_filename(self, fullname: str) -> str:
        """The file that the text stands for."""
        return str(path_of(fullname))

    def get_data(self, _path: str | bytes) -> bytes:
        """The changed text."""
        return self._text.encode()

    def path_stats(self, _path: str) -> dict[str, float]:
        """No compiled file may stand for the text, and none may be written."""
        raise OSError("a changed text has no file")


def _operators() -> list[Any]:
    kinds = map(cosmic_ray.plugins.get_operator, sorted(cosmic_ray.plugins.operator_names()))
    return [kind() for kind in kinds if not kind.arguments()]  # else it asks for variables' names


def _places(text: str, operator: Any) -> int:
    """How many changes of this kind the text has room for."""
    count = 0

    class Counter(MutationVisitor):  # type: ignore[misc]  # Cosmic Ray has no types
        def visit(self, node: object) -> object:
            nonlocal count
            count += len(list(self.operator.mutation_positions(node)))
            return node

    Counter(0, operator).walk(get_ast(text))
    return count


def _meaning(text: str) -> str:
    """What a text does: its syntax tree without what only the type checker minds.

    That is annotations, and what a dataclass forbids by its markers. Empty if it is no Python.
    """
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "dataclass":
            node.keywords = [each for each in node.keywords if each.arg not in _FORBIDS]
    return ast.dump(tree)


def _change(module: str, before: str, after: str) -> Change:
    """The lines that differ, and the function in which they stand."""
    was, became = before.splitlines(), after.splitlines()
    lines = [line for line in ndiff(was, became) if line[:2] in ("- ", "+ ")]
    first = next(i for i, (a, b) in enumerate(zip(was, became, strict=False), 1) if a != b)
    return Change(
        ".".join([module, *_around(ast.parse(before), first)]),
        " ".join(line[2:].strip() for line in lines if line[0] == "-"),
        " ".join(line[2:].strip() for line in lines if line[0] == "+"),
    )


def _around(node: ast.AST, line: int) -> list[str]:
    """The names of the class and function around a line, outermost first."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            start = min([child.lineno, *(each.lineno for each in child.decorator_list)])
            if start <= line <= (child.end_lineno or line):
                return [child.name, *_around(child, line)]
    return []
