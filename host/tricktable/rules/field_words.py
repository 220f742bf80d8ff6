"""What `help` says of a class whose fields have their words below them, where Python drops them.

They are read from its source when somebody asks, never before.
"""

from __future__ import annotations

import ast
from inspect import Parameter, Signature, cleandoc, getsource
from textwrap import dedent, indent
from typing import NamedTuple, Protocol, TypeVar

C = TypeVar("C")


class _Fields(Protocol):
    """A dataclass or a named tuple."""

    __match_args__: tuple[str, ...]


class _Doc(NamedTuple):
    """A class's own words, and then those of each field."""

    words: str

    def __get__(self, _: object, owner: type) -> str:
        (made,) = ast.parse(dedent(getsource(owner))).body
        assert isinstance(made, ast.ClassDef)
        told = [self.words]
        for field, after in zip(made.body, [*made.body[1:], None], strict=True):
            if isinstance(field, ast.AnnAssign):
                told.append(ast.unparse(field))
                match after:
                    case ast.Expr(ast.Constant(str(words))):
                        told[-1] += indent("\n" + cleandoc(words), "    ")
        return "\n\n".join(told)


class _Call:
    """How it is called: the names of its fields, without all that they are by default."""

    def __get__(self, _: object, owner: type[_Fields]) -> Signature:
        return Signature([Parameter(each, Parameter.KEYWORD_ONLY) for each in owner.__match_args__])


def field_words(words_of: type[C]) -> type[C]:
    """Let `help` say what each field of this dataclass or named tuple is."""
    words_of.__doc__ = _Doc(words_of.__doc__ or "")  # type: ignore[assignment]
    words_of.__signature__ = _Call()  # type: ignore[attr-defined]
    return words_of
