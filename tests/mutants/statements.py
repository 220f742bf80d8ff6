"""Which lines of a module belong together, and when they run. Runs none of them."""

import ast


def statement(text: str, line: int) -> range:
    """The lines of the statement around this line; of a compound one only those of its head."""
    around = [
        each
        for each in ast.walk(ast.parse(text))
        if isinstance(each, (ast.stmt, ast.ExceptHandler, ast.match_case))
        and _first(each) <= line <= _end(each)
    ]
    inner = max(around, key=lambda each: (_first(each), -_end(each)), default=None)
    if inner is None:
        return range(line, line + 1)
    body = inner.cases if isinstance(inner, ast.Match) else getattr(inner, "body", None)
    last = _first(body[0]) - 1 if isinstance(body, list) and body else _end(inner)
    # What follows the body (`else`) has no line of its own that anything runs.
    return range(_first(inner), max(last, _first(inner)) + 1)


def is_in_function(text: str, line: int) -> bool:
    """Whether this line is run when a function is called, and not when its module is loaded."""
    return any(
        _first(each.body[0]) <= line <= _end(each)
        for each in ast.walk(ast.parse(text))
        if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef))
    )


def names_around(tree: ast.AST, line: int) -> list[str]:
    """The names of a module's classes and functions that this line is in, outermost first."""
    return [
        each.name
        for each in ast.walk(tree)  # outer ones come before those within them
        if isinstance(each, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and _first(each) <= line <= _end(each)
    ]


def _first(node: ast.AST) -> int:
    marks = [each.lineno for each in getattr(node, "decorator_list", ())]
    own: ast.AST = node.pattern if isinstance(node, ast.match_case) else node
    return int(min([getattr(own, "lineno", 0), *marks]))


def _end(node: ast.AST) -> int:
    if isinstance(node, ast.match_case):
        node = node.body[-1]
    return int(getattr(node, "end_lineno", 0))
