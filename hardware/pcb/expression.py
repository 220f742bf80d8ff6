"""KiCad's files as values: lists of words, quoted texts and lists. Knows no board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

Expression: TypeAlias = "str | float | Sequence[Expression]"
"""A bare word, a quoted text, a number, or a list of these."""
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|([()])|([^\s()"]+)')
_SHORT = 160


class Quoted(str):
    """A text in quotation marks."""

    __slots__ = ()


def node(*items: Expression) -> Expression:
    """A list: what it is called, and what is in it."""
    return items


def parse(text: str) -> list[Expression]:
    """The one list that a file is. Words stay words, also numbers.

    Raises: IndexError if brackets are left open or closed twice.
    """
    stack: list[list[Expression]] = [[]]
    for quoted, bracket, word in _TOKEN.findall(text):
        if bracket == "(":
            stack.append([])
        elif bracket:
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word or Quoted(quoted.replace('\\"', '"')))
    ((whole,),) = stack
    assert isinstance(whole, list)
    return whole


def written(expression: Expression, indent: int = 0) -> str:
    """As text: on one line if it is short, else each list of a list on a line of its own."""
    if isinstance(expression, Quoted):
        return '"' + expression.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(expression, str):
        return expression
    if isinstance(expression, float | int):
        return f"{expression:.4f}".rstrip("0").rstrip(".").replace("-0", "0", expression == 0)
    parts = [written(each, indent + 1) for each in expression]
    if sum(map(len, parts)) + len(parts) + indent <= _SHORT and not any("\n" in p for p in parts):
        return f"({' '.join(parts)})"
    lines, start = [""], "\t" * (indent + 1) * (parts[0] != "pts")  # of an area: thousands
    for each, text in zip(expression, parts, strict=True):
        goes_on = isinstance(each, str | float | int) or (parts[0] == "pts" and len(lines) > 1)
        if goes_on and len(lines[-1]) + len(text) < _SHORT:
            lines[-1] += (" " if lines[-1] else "") + text
        else:
            lines.append(start + text)
    return "(" + "\n".join(lines) + "\n" + "\t" * indent + ")"


def lists(expression: Sequence[Expression], name: str) -> Iterator[list[Expression]]:
    """The lists in a list that begin with a word."""
    for each in expression:
        if isinstance(each, list) and each and each[0] == name:
            yield each
