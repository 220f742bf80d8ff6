"""What the host may do with the house: its tables, their boards, and the names in its journal."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response
from msgspec.json import Decoder

from tricktable.text.language import _
from tricktable.web.api import asked, keys, models
from tricktable.web.api.asking import (
    KEYED,
    OF_HOUSE,
    WITH_BODY,
    WRITE_LOCK,
    done_or_refused,
    host_within_limit,
    with_write_lock,
    writable,
)
from tricktable.web.api.described import HOUSE, TABLES, body, route
from tricktable.web.api.problems import Refusal
from tricktable.web.api.reading import answered, host_or_refused
from tricktable.web.host import forget as forgetting
from tricktable.web.host.tables_overview import registry_or_404
from tricktable.web.tables import off_hub, table_or_404

blueprint = Blueprint("api_house", __name__, url_prefix="/api/v1")

_NEIGHBOUR: Final = Decoder(asked.NeighbourJson)
_FORGOTTEN: Final = Decoder(asked.ForgottenJson)


@blueprint.post("/tables")
@route("openTable", models.OpenedJson, tag=TABLES, status=201, headers=OF_HOUSE, problems=KEYED)
def open_table() -> Response:
    """Open another table.

    It has no board and no game yet. Its code is in the answer.
    """
    host_within_limit()
    registry = registry_or_404()

    def act() -> Response:
        return answered(models.OpenedJson(off_hub(registry.open_table)), 201)

    return keys.of_the_house(act)


@blueprint.delete("/tables/<code>")
@route("closeTable", models.OpenedJson, tag=TABLES, headers=(*OF_HOUSE, WRITE_LOCK), problems=KEYED)
def close_table(code: str) -> Response:
    """Close a table that was opened by mistake: one without a board, where nobody has played.

    A table with a board, with a game in its journal, or the only one is not closed.
    """
    host_within_limit()
    registry = registry_or_404()

    def act() -> Response:
        table = with_write_lock(code)
        done_or_refused(off_hub(registry.close_table, table.code))
        return answered(models.OpenedJson(table.code))

    return keys.of_the_house(act)


@blueprint.get("/boards")
@route(
    "listBoards",
    models.TableBoardsJson,
    tag=TABLES,
    problems=("not-host", "missing"),
)
def boards() -> Response:
    """Which table has which board. Only for the host."""
    host_or_refused()
    registry = registry_or_404()
    return answered(models.TableBoardsJson(dict(off_hub(lambda: registry.boards))))


@blueprint.post("/tables/<code>/swap-boards")
@route(
    "swapBoards",
    models.TableBoardsJson,
    tag=TABLES,
    takes=asked.NeighbourJson,
    headers=(*OF_HOUSE, WRITE_LOCK),
    problems=WITH_BODY,
)
def swap_boards(code: str) -> Response:
    """Swap the boards of this table and another; one of them may have none.

    People stay where they sit; only the boards change tables.
    """
    table, registry = writable(code), registry_or_404()
    other = table_or_404(body(_NEIGHBOUR).other)

    def act() -> Response:
        done_or_refused(off_hub(registry.swap_boards, table.code, other.code))
        return answered(models.TableBoardsJson(dict(off_hub(lambda: registry.boards))))

    return keys.of_the_house(act)


@blueprint.get("/people")
@route("listPeople", models.PersonListJson, tag=HOUSE, problems=("not-host",))
def people() -> Response:
    """Everybody named in the journal, and how many games each has played. Only for the host."""
    host_or_refused()
    return answered(_people())


def _people() -> models.PersonListJson:
    known = forgetting.known_everywhere()
    return models.PersonListJson([models.KnownPersonJson(*each) for each in known.items()])


@blueprint.post("/people/forget")
@route(
    "forgetPerson",
    models.PersonListJson,
    tag=HOUSE,
    takes=asked.ForgottenJson,
    headers=OF_HOUSE,
    problems=(*WITH_BODY, "unsure"),
)
def forget() -> Response:
    """Delete a name for good at every table. A number takes its place."""
    host_within_limit()
    word = body(_FORGOTTEN)
    if word.again != word.name:
        raise Refusal("unsure", _("The two names differ."))

    def act() -> Response:
        if word.name not in forgetting.known_everywhere():
            raise Refusal("missing", _("Nobody here has that name."))
        done_or_refused(forgetting.forget(word.name))
        return answered(_people())

    return keys.of_the_house(act)
