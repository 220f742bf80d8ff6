"""Every class of the host that changes itself says so: its docstring has the word `Mutable`.

Whatever the others are given they keep: a value that changes under a reader's eyes is a fault that
no test of a single function finds. docs/explanation/decisions.md says why some do change.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
HOST = ROOT / "host" / "tricktable"

CHANGES = frozenset(
    "add append appendleft clear discard extend insert remove sort subtract update".split()
)
"""Methods of lists, sets, dictionaries and queues that change them and return nothing."""
TAKES = frozenset("pop popitem popleft setdefault".split())
"""Those that return something as well."""
MAKES = frozenset(("__init__", "__new__", "__post_init__"))
"""What makes an object: until it has returned, nobody else has it."""


def test_every_class_that_changes_itself_says_so():
    silent = [
        f"{path.relative_to(HOST)}: {each.name}"
        for path in sorted(HOST.rglob("*.py"))
        for each in changing(ast.parse(path.read_text()))
        if not re.search(r"\bMutable\b", ast.get_docstring(each) or "")
    ]
    assert silent == []


def test_what_is_looked_for_is_found():
    source = "class A:\n def f(self):\n  {}\n"
    for line in (
        "self.x = 1",
        "self.x += 1",
        "self.x[0] = 1",
        "self.x, y = 1, 2",
        "self.x.y = 1",
        "del self.x[0]",
        "self.x.append(1)",
        "y = self.x.pop()",
        "for self.x in y: pass",
    ):
        assert [each.name for each in changing(ast.parse(source.format(line)))] == ["A"]
    for line in (
        "y = self.x",
        "self.x.items()",
        "y = self.x.discard(1)",
        "x.append(self)",
        "self.replace(x=1)",
    ):
        assert not [*changing(ast.parse(source.format(line)))], line


def changing(module: ast.Module) -> Iterator[ast.ClassDef]:
    """The classes of the module of which a method changes what it is called on."""
    for each in ast.walk(module):
        if isinstance(each, ast.ClassDef):
            methods = [it for it in each.body if isinstance(it, ast.FunctionDef)]
            if any(changes_itself(it) for it in methods if it.name not in MAKES):
                yield each


def changes_itself(method: ast.FunctionDef) -> bool:
    """Whether it sets, or changes, anything of its own object."""
    if not method.args.args:
        return False
    own = method.args.args[0].arg
    return own == "self" and any(
        is_of(each, own) and (is_target(each) or is_changed(each, method))
        for each in ast.walk(method)
        if isinstance(each, ast.Attribute | ast.Subscript)
    )


def is_target(part: ast.Attribute | ast.Subscript) -> bool:
    """Whether it is set or deleted."""
    return isinstance(part.ctx, ast.Store | ast.Del)


def is_changed(part: ast.Attribute | ast.Subscript, method: ast.FunctionDef) -> bool:
    """Whether a method of it is called that changes it.

    A value's method of the same name returns another value, which somebody takes; and a journal is
    the disk's.
    """
    if isinstance(part, ast.Attribute) and part.attr == "_journal":
        return False
    alone = {each.value for each in ast.walk(method) if isinstance(each, ast.Expr)}
    return any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.value is part
        and (call.func.attr in TAKES or (call.func.attr in CHANGES and call in alone))
        for call in ast.walk(method)
    )


def is_of(part: ast.expr, own: str) -> bool:
    """Whether it is a part of the object, or of one of its parts."""
    while isinstance(part, ast.Attribute | ast.Subscript):
        part = part.value
    return isinstance(part, ast.Name) and part.id == own
