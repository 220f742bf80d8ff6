"""What every table of the tests needs and is made once for all: never shared by what it becomes."""

import tempfile
from collections.abc import Callable, Iterable
from functools import cache, wraps
from pathlib import Path
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from werkzeug.routing import Rule

from tricktable.board.flash import firmware
from tricktable.store.journal import Journal, open_journal
from tricktable.store.program_files import CARRIED


def new_journal(path: Path, max_bytes: int | None = None) -> Journal:
    """A journal at this place, without rows unless it was there before."""
    if not path.exists():
        path.write_bytes(_empty_journal())
    return open_journal(path, max_bytes)


@cache
def _empty_journal() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        open_journal(path).close()
        return path.read_bytes()


def compile_addresses_once() -> None:
    """Keep what werkzeug reads of an address, and what it compiles to write one.

    They are the same for the same route of each app, and were most of what an app costs: 35 ms
    of 45.
    """
    rules: Any = Rule
    read_one: Callable[[Any, str], Iterable[object]] = rules._parse_rule
    compile_one: Callable[[Any, bool], object] = rules._compile_builder
    read: dict[object, tuple[tuple[object, ...], list[tuple[bool, str]], dict[str, object]]] = {}
    kept: dict[object, object] = {}

    @wraps(read_one)
    def read_once(rule: Any, text: str) -> tuple[object, ...]:
        key = (text, *rule.map.converters.values())
        if key not in read:
            before = len(rule._trace)
            parts, trace = tuple(read_one(rule, text)), rule._trace[before:]
            found = {name: rule._converters[name] for is_gap, name in trace if is_gap}
            read[key] = parts, trace, found
            return parts
        parts, trace, converters = read[key]
        rule._trace += trace
        rule._converters.update(converters)
        rule.arguments.update(converters)
        return parts

    @wraps(compile_one)
    def compile_once(rule: Any, append_unknown: bool = True) -> object:
        if rule.defaults:  # the app's own converters write these into it
            return compile_one(rule, append_unknown)
        key = (rule.rule, tuple(rule._trace), append_unknown)
        if key not in kept:
            kept[key] = compile_one(rule, append_unknown)
        return kept[key]

    rules._parse_rule, rules._compile_builder = read_once, compile_once


def compile_statements_once() -> None:
    """Keep what SQLAlchemy compiles for SQLite: the same for the same statement of each journal.

    It is half of what a table with a journal costs: 4 ms of 8.
    """
    engine: Any = Engine
    make: Callable[..., None] = engine.__init__
    kept: dict[type, Any] = {}

    @wraps(make)
    def made(self: Any, pool: Any, dialect: Any, *given: Any, **named: Any) -> None:
        make(self, pool, dialect, *given, **named)
        if isinstance(dialect, SQLiteDialect_pysqlite):
            self._compiled_cache = kept.setdefault(type(dialect), self._compiled_cache)

    engine.__init__ = made
    pysqlite: Any = SQLiteDialect_pysqlite
    pysqlite.__hash__ = lambda self: hash(type(self))
    pysqlite.__eq__ = lambda self, other: type(self) is type(other)


def compile_firmware_once() -> None:
    """Keep what mpy-cross makes of the shipped firmware: a third of a second for each board.

    Whatever lies elsewhere, and what another compiler makes of it, is compiled each time.
    """
    compile_it = firmware.compile_firmware
    kept = cache(lambda _compiler: compile_it())

    @wraps(compile_it)
    def compile_once(root: Path = CARRIED) -> firmware.Firmware:
        return kept(firmware._mpy_cross) if root == CARRIED else compile_it(root)

    firmware.compile_firmware = compile_once
