"""The tables of the house: what anybody may read of them, and what the host does with them.

Reveals no secret: what only the host's page shows is for the host.
"""

from __future__ import annotations

from typing import Final

from flask import Response
from msgspec import to_builtins

from tricktable.table.views import TableView
from tricktable.web.api import bodies, examples, models, states
from tricktable.web.api.dispatch import (
    ChangeRoute,
    HouseRoute,
    ReadRoute,
    done_or_refused,
    must_be_word,
)
from tricktable.web.api.route import ANYBODY, HOST, TABLES, RouteCall
from tricktable.web.api.shapes import EVENTS, NOTHING, Json, Text, VersionedJson, body
from tricktable.web.host import tables_overview
from tricktable.web.host.tables_overview import registry_or_404
from tricktable.web.live import sse
from tricktable.web.site import site
from tricktable.web.table_registry import WifiWish
from tricktable.web.tables import (
    all_seen,
    all_shown,
    is_hosts_program,
    off_hub,
    seen_by_program_or_404,
    table_or_404,
)

_BOARDS: Final = Json(models.TableBoardsJson)
_PEN: Final = Json(models.PenTakenJson)
_OPENED: Final = Json(models.OpenedJson)
_STATES: Final = Text(
    (EVENTS,),
    "Events `state` with the table's state, `beat` with a number every 2 s, and `hosts` with "
    "the addresses of the database's other hosts. The schema is that of an event's data.",
    examples.of(models.StateJson)["State"]["value"],
    models.TableEvent,
)


def _tables(_call: RouteCall[None]) -> models.TableListJson:
    there = all_shown() if is_hosts_program() else all_seen()
    return models.TableListJson(
        [*map(states.brief, there.views), *map(states.asleep, there.asleep)]
    )


def _table(call: RouteCall[None]) -> tuple[models.StateJson, TableView]:
    view = off_hub(seen_by_program_or_404(call.code).view)
    return states.state(view), view


def _stream(call: RouteCall[None]) -> Response:
    states = site().states if is_hosts_program() else site().seen_states
    return sse.answer(states, call.table.code)


def _host_page(call: RouteCall[None]) -> models.ConsoleJson:
    table = call.table
    now = off_hub(table.snapshot)
    panel = tables_overview.panel(now.view)
    boards = off_hub(lambda: registry_or_404().boards) if panel else {}
    seats = [
        models.SeatJson(
            seat, now.view.names[seat], each.is_taken, each.number or None, each.can_be_given_back
        )
        for seat, each in enumerate(now.places)
    ]
    return models.ConsoleJson(
        seats,
        can_undo=now.history.done is not None or now.left is not None,
        can_redo=now.history.undone is not None,
        is_kept=now.writer is not None,
        fault=now.fault or None,
        board_id=boards.get(table.code),
        can_close=panel is not None and panel.can_close,
    )


def _take_pen(call: RouteCall[bodies.PenJson]) -> models.PenTakenJson:
    table, pen = call.table, call.read.pen
    must_be_word(pen)
    off_hub(table.take_write_lock, pen)
    return models.PenTakenJson(pen)


def _give_pen_back(call: RouteCall[bodies.PenJson]) -> models.PenTakenJson:
    table, pen = call.table, call.read.pen
    must_be_word(pen)
    off_hub(table.give_back_write_lock, pen)
    return models.PenTakenJson(off_hub(table.snapshot).writer or "")


def _open(_call: RouteCall[None]) -> models.OpenedJson:
    return models.OpenedJson(off_hub(registry_or_404().open_table))


def _close(call: RouteCall[None]) -> models.OpenedJson:
    registry, table = registry_or_404(), call.table
    done_or_refused(off_hub(registry.close_table, table.code))
    return models.OpenedJson(table.code)


def _boards() -> models.TableBoardsJson:
    registry = registry_or_404()
    return models.TableBoardsJson(dict(off_hub(lambda: registry.boards)))


def _swap(call: RouteCall[bodies.NeighbourJson]) -> models.TableBoardsJson:
    table, registry = call.table, registry_or_404()
    other = table_or_404(call.read.other)
    done_or_refused(off_hub(registry.swap_boards, table.code, other.code))
    return _boards()


def _update(call: RouteCall[None]) -> models.TableBoardsJson:
    done_or_refused(off_hub(registry_or_404().update_board, call.table.code))
    return _boards()


def _set_board(call: RouteCall[bodies.BoardSettingsJson]) -> models.TableBoardsJson:
    read, registry = call.read, registry_or_404()
    wifi = WifiWish(read.wifi.ssid, read.wifi.password, read.wifi.name) if read.wifi else None
    wishes = to_builtins(read.settings)
    done_or_refused(off_hub(registry.set_board, call.table.code, wishes, wifi))
    return _boards()


ROUTES: Final = (
    ReadRoute(ANYBODY, "GET /tables", "listTables", TABLES,
        "All tables of this host. A table that nobody has used for a while gives only the time it "
        "was last played.",
        NOTHING, Json(models.TableListJson), _tables),
    ReadRoute(ANYBODY, "GET /tables/<code>", "readTable", TABLES,
        "One table as anybody in the room may see it. Includes the question that it asks, what "
        "can be said now (`offers`), and what a card means that is laid now (`laying`).",
        NOTHING, VersionedJson(models.StateJson), _table),
    ReadRoute(ANYBODY, "GET /tables/<code>/live", "followTable", TABLES,
        "The current state at once, then every newer one on the same connection. Server-sent "
        "events. Each state is complete, so none that you missed matters.",
        NOTHING, _STATES, _stream),
    ReadRoute(HOST, "GET /tables/<code>/console", "readConsole", TABLES,
        "What only the host's page shows about a table. Only for the host.",
        NOTHING, Json(models.ConsoleJson), _host_page),
    ChangeRoute(HOST, "PUT /tables/<code>/pen", "takePen", TABLES,
        "Take the scorekeeper's pen. Host's pages are read-only until somebody takes it from you.",
        body(bodies.PenJson), _PEN, _take_pen),
    ChangeRoute(HOST, "POST /tables/<code>/pen/give-back", "givePenBack", TABLES,
        "Give the pen back. The next host's page that writes takes it.",
        body(bodies.PenJson), _PEN, _give_pen_back),
    HouseRoute(HOST, "POST /tables", "openTable", TABLES,
        "Open another table. It has no board and no game yet. Its code is in the answer.",
        NOTHING, _OPENED, _open, status=201),
    HouseRoute(HOST, "DELETE /tables/<code>", "closeTable", TABLES,
        "Close a table that was opened by mistake: one without a board, where nobody has played. "
        "A table with a board, with a game in its journal, or the only one is not closed.",
        NOTHING, _OPENED, _close),
    ReadRoute(HOST, "GET /boards", "listBoards", TABLES,
        "Which table has which board. Only for the host.",
        NOTHING, _BOARDS, lambda _: _boards(), problems=("missing",)),
    HouseRoute(HOST, "POST /tables/<code>/swap-boards", "swapBoards", TABLES,
        "Swap the boards of this table and another; one of them may have none. People stay where "
        "they sit; only the boards change tables.",
        body(bodies.NeighbourJson), _BOARDS, _swap),
    HouseRoute(HOST, "POST /tables/<code>/update-board", "updateBoard", TABLES,
        "Send this table's board the program that came with the host, if it runs an older one. It "
        "tries that once when no card is awaited, and goes back by itself if that does not work; "
        "the state's `board_word` says how it goes on.",
        NOTHING, _BOARDS, _update),
    HouseRoute(HOST, "POST /tables/<code>/set-board", "setBoard", TABLES,
        "Send this table's board other settings. It tries them once when no card is awaited, and "
        "goes back by itself if they do not work; the state's `board_word` says how it goes on.",
        body(bodies.BoardSettingsJson), _BOARDS, _set_board),
)  # fmt: skip
