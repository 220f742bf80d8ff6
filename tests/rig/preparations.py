"""What every table of the tests needs and is made once for all: never shared by what it becomes."""

import tempfile
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from threading import Lock
from typing import Any, Final

from sqlalchemy import Engine
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from werkzeug.routing import Map, Rule

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


SHARED_BY_MAPS: Final = ("_matcher", "_rules_by_endpoint")
"""Where werkzeug keeps what it makes of addresses."""


@cache
def compile_addresses_once() -> None:
    """Let all apps with the same addresses share what werkzeug makes of them.

    It is made when somebody first asks an app: to make it anew was most of what an app costs.
    """
    maps: Any = Map
    add_one, update = maps.add, maps.update
    made: dict[tuple[object, ...], dict[str, object]] = {}
    lock = Lock()

    @wraps(add_one)
    def add(self: Any, rule: Any) -> None:
        assert vars(self).get("_awaited", True), "all addresses come before the first request"
        vars(self).setdefault("_awaited", []).append(rule)
        self._remap = True

    @wraps(update)
    def share(self: Any) -> None:
        if not self._remap:
            return
        with lock:
            if awaited := vars(self).get("_awaited"):
                key = (*self.converters.items(), *map(_address, awaited))
                if key not in made:
                    for rule in awaited:
                        add_one(self, rule)
                    update(self)
                    made[key] = {each: vars(self)[each] for each in SHARED_BY_MAPS}
                # Not sorted again: another app may be looking for an address there.
                vars(self).update(made[key], _awaited=[], _remap=False)
            update(self)

    maps.add, maps.update = add, share


def _address(rule: Rule) -> tuple[object, ...]:
    """All that a route says of its address."""
    methods, defaults = frozenset(rule.methods or ()), tuple((rule.defaults or {}).items())
    return rule.rule, rule.endpoint, methods, defaults, rule.strict_slashes


@cache
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


@cache
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
