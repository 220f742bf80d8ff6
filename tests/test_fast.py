"""What `make fast` compiles is written so that mypyc takes it."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

HOST = Path(__file__).parents[1] / "host"


def captured(source: str) -> list[str]:
    """The methods of named tuples in which a function takes variables of the method."""
    return [
        f"{each.name}.{method.name}"
        for each in ast.walk(ast.parse(source))
        if isinstance(each, ast.ClassDef) and "NamedTuple" in map(ast.unparse, each.bases)
        for method in each.body
        if isinstance(method, ast.FunctionDef)
        and any(_read(inner) & _own(method) for inner in _functions(method))
    ]


def _functions(method: ast.FunctionDef) -> Iterator[ast.Lambda | ast.FunctionDef]:
    for node in ast.walk(method):
        if isinstance(node, (ast.Lambda, ast.FunctionDef)) and node is not method:
            yield node


def _own(function: ast.Lambda | ast.FunctionDef) -> set[str]:
    """Its arguments, and what is set in it."""
    names = (node for node in ast.walk(function) if isinstance(node, ast.Name))
    there = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    return there | {each.arg for each in function.args.args}


def _read(inner: ast.Lambda | ast.FunctionDef) -> set[str]:
    names = (node for node in ast.walk(inner) if isinstance(node, ast.Name))
    return {node.id for node in names if isinstance(node.ctx, ast.Load)} - _own(inner)


def test_no_function_in_a_named_tuples_method_takes_a_variable_of_it(monkeypatch):
    """Mypyc ends there with a fault of its own, and compiles nothing (mypy 2.4)."""
    monkeypatch.syspath_prepend(str(HOST))
    import fast

    monkeypatch.delitem(sys.modules, "fast")
    modules = [*fast.written()]
    assert "tricktable/rules/ranking.py" in modules
    found = {name: captured((HOST / name).read_text("utf-8")) for name in modules}
    assert {name: methods for name, methods in found.items() if methods} == {}


@pytest.mark.parametrize(
    ("body", "found"),
    [("max(self, key=lambda x: x)", []), ("max(self, key=lambda x: self[x])", ["Pair.most"])],
)
def test_what_is_looked_for_is_found(body, found):
    source = f"class Pair(NamedTuple):\n    def most(self):\n        return {body}\n"
    assert captured(source) == found
