"""The tables as pages reach them: by code. Never calls a table in the hub's thread.

A table may wait for a disk, and a page that waited in the hub would stop every phone. So every call
into a table runs in gevent's pool of native threads, and only its own page waits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import copy_context
from typing import TYPE_CHECKING, Final, ParamSpec, TypeVar, cast

import gevent
from flask import abort, current_app

from tricktable.text.language import _

if TYPE_CHECKING:
    from tricktable.table.table import Table
    from tricktable.table.views import TableView

P = ParamSpec("P")
R = TypeVar("R")
CODE_SHOWN: Final = 8


def off_hub(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call the function in a native thread; other greenlets run meanwhile."""
    here = copy_context()  # carries the request's language, among others

    def outcome() -> tuple[R | None, Exception | None]:
        # gevent would print an exception raised there, even one that the page handles.
        try:
            return here.run(function, *args, **kwargs), None
        except Exception as fault:  # noqa: BLE001 - it is raised again where it is waited for
            return None, fault

    # Without this, another program's 2 s lock on the file stalled every phone for 1.9 s.
    result, fault = gevent.get_hub().threadpool.apply(outcome)
    if fault is not None:
        raise fault
    return cast(R, result)


def all_tables() -> Mapping[str, Table]:
    """Every table of this host by its code."""
    tables: Mapping[str, Table] = current_app.config["TABLES"]
    return tables


def all_views() -> list[TableView]:
    """Every table as its guests see it now."""
    tables = list(all_tables().values())  # here, because a native thread has no request
    return off_hub(lambda: [table.view() for table in tables])


def table_or_404(code: str) -> Table:
    """The table with this code, in either case; ends the request with 404 if there is none."""
    tables = all_tables()
    return tables.get(code) or tables.get(code.upper()) or abort(404, no_table(code))


def no_table(code: str) -> str:
    """The sentence that no table has this code; a long code is cut, since anybody can send one."""
    return _("There is no table {code} here.", code=code[:CODE_SHOWN])
