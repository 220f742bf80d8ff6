"""Changes one token of a module at a time and asks the module's own tests whether they notice.

Cosmic Ray says what can be changed. Each change is tried in a process of its own, which imports the
changed text in place of the file: no file is ever touched.
"""

import ast
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import random
import re
import sys
from collections.abc import Iterator, Sequence
from difflib import ndiff
from enum import Enum
from functools import partial
from types import ModuleType
from typing import Any, Final, NamedTuple

import cosmic_ray.plugins
import pytest
from cosmic_ray.ast import get_ast
from cosmic_ray.mutating import MutationVisitor, mutate_code

from mutants.alone import run_alone
from mutants.known import Change, is_found_before, is_less_strict, path_of
from mutants.line_tests import PYTEST, TimedTest, files_of
from mutants.statements import names_around, statement

_MEASURE: Final = re.compile(r"_?[A-Z][A-Z0-9_]*_(S|MS|US|BYTES|CHARS|POLLS|BEATS|AT_A_TIME)\b.*=")
"""A line that sets a measure, which was tuned: one millisecond or byte more or less is no fault."""
_FORBIDS: Final = ("frozen", "slots")
"""Markers of a dataclass: what they forbid when it runs, the type checker finds before."""
LEAST_S: Final = 20
SLOWER: Final = 3
"""A trial may take so much longer than its tests did before, and this many seconds more."""
FEW_FILES: Final = 3
FEW_TESTS: Final = 40
"""This many files and tests at most are tried before all others."""
_NO_PROGRAM: Final = 77
"""Exit code of a trial whose module cannot even be imported."""


class Fault(NamedTuple):
    """A change of a module: what it says, and the module's whole text with it."""

    change: Change
    text: str
    lines: range
    """The lines of the statement that it stands in, as they were before."""


class Verdict(Enum):
    """What became of a fault."""

    NOTICED = "a test failed, or never ended"
    MISSED = "all tests that run its line passed"
    UNREACHED = "no test runs its line"
    NO_PROGRAM = "the module cannot even be imported"


def faults_of(module: str, seed: int) -> Iterator[Fault]:
    """The changes of one token that change what the module does, in an order drawn by the seed."""
    text = path_of(module).read_text("utf-8")
    seen = {"", _meaning(text)}
    tree = get_ast(text)  # once: it takes longer than looking through it
    places = [(each, number) for each in _operators() for number in range(_places(tree, each))]
    random.Random(seed).shuffle(places)
    for operator, number in places:
        try:
            changed = mutate_code(text, operator, number) or ""
        except AttributeError:
            continue  # Cosmic Ray replaces no exception that is named with its module
        meaning = _meaning(changed)
        if meaning in seen:
            continue
        seen.add(meaning)
        change = _change(module, text, changed)
        is_tuned = _MEASURE.match(change.was) or is_less_strict(change)
        if not (is_tuned or is_found_before(text, changed)):
            yield Fault(change, changed, statement(text, _first_difference(text, changed)))


def judged(module: str, fault: Fault, tests: Sequence[TimedTest]) -> Verdict:
    """Run these tests, all of which pass without the fault, until one notices."""
    if not tests:
        return Verdict.UNREACHED
    for some in _in_parts(tests):
        most_s = LEAST_S + SLOWER * sum(test.took_s for test in some)
        code = run_alone(partial(_try, module, fault.text, some), most_s)
        if code == _NO_PROGRAM:
            return Verdict.NO_PROGRAM
        if code not in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
            return Verdict.NOTICED
    return Verdict.MISSED


def _in_parts(tests: Sequence[TimedTest]) -> Iterator[list[TimedTest]]:
    """Some of the quickest tests, which stand in few files, and then all others.

    Most changes are noticed by the first part: the files of the others need not be read for it.
    """
    few = {*[*dict.fromkeys(test.file for test in tests)][:FEW_FILES]}
    first = [test for test in tests[:FEW_TESTS] if test.file in few]
    yield first
    if len(first) < len(tests):
        yield [test for test in tests if test not in first]


def _try(module: str, text: str, tests: Sequence[TimedTest]) -> int:
    """In a process of its own: run the tests with this text as the module."""
    sys.meta_path.insert(0, _Changed(module, text))
    try:
        importlib.import_module(module)
    except BaseException:  # noqa: BLE001 - whatever it is, it is no program any more
        return _NO_PROGRAM
    return int(pytest.main(["-x", *PYTEST, *files_of(tests)], [_Only(tests)]))


class _Only:
    """Runs only these tests, and in their order."""

    def __init__(self, tests: Sequence[TimedTest]) -> None:
        self._places = {test.name: place for place, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Most changes are noticed by the quickest test."""
        items[:] = [item for item in items if item.nodeid in self._places]
        items.sort(key=lambda item: self._places[item.nodeid])


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


def _places(tree: Any, operator: Any) -> int:
    """How many changes of this kind there is room for in a module's tree, which stays as it is."""
    count = 0

    class Counter(MutationVisitor):  # type: ignore[misc]  # Cosmic Ray has no types
        def visit(self, node: object) -> object:
            nonlocal count
            count += len(list(self.operator.mutation_positions(node)))
            return node

    Counter(0, operator).walk(tree)
    return count


def _meaning(text: str) -> str:
    """What a text does: its syntax tree without what only the type checker minds.

    That is annotations, what a dataclass forbids by its markers, and the methods of a protocol that
    say nothing but what they are for. Empty if it is no Python.
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
        elif isinstance(node, ast.ClassDef) and "Protocol" in map(ast.unparse, node.bases):
            node.body = [each for each in node.body if not _is_only_told(each)]
    return ast.dump(tree)


def _is_only_told(node: ast.stmt) -> bool:
    """Whether it is a method with nothing to run."""
    return isinstance(node, ast.FunctionDef) and all(
        isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant) for each in node.body
    )


def _change(module: str, before: str, after: str) -> Change:
    """The lines that differ, and the function in which they stand."""
    was, became = before.splitlines(), after.splitlines()
    lines = [line for line in ndiff(was, became) if line[:2] in ("- ", "+ ")]
    first = _first_difference(before, after)
    return Change(
        ".".join([module, *names_around(ast.parse(before), first)]),
        " ".join(line[2:].strip() for line in lines if line[0] == "-"),
        " ".join(line[2:].strip() for line in lines if line[0] == "+"),
    )


def _first_difference(before: str, after: str) -> int:
    """The first line that is not the same, from 1."""
    lines = zip(before.splitlines(), after.splitlines(), strict=False)
    return next(i for i, (was, became) in enumerate(lines, 1) if was != became)
