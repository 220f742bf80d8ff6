"""The API's table: every route, one row each, room by room; a room has the rows of one tag.

A row begins with who may ask (`route.Permission`), which is the route's permission, and where.
"""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response

from tricktable.web.api import club, competition, decks, entries, games, house, phones, play, tables
from tricktable.web.api.route import Route

PREFIX: Final = "/api/v1"
ROUTES: Final[tuple[Route, ...]] = (
    *tables.ROUTES,
    *games.ROUTES,
    *entries.ROUTES,
    *play.ROUTES,
    *phones.ROUTES,
    *decks.ROUTES,
    *club.ROUTES,
    *house.ROUTES,
    *competition.ROUTES,
)
blueprint = Blueprint("api", __name__, url_prefix=PREFIX)


def _add(route: Route) -> None:
    def view(**places: str | int) -> Response:
        code = next((each for each in places.values() if isinstance(each, str)), "")
        number = next((each for each in places.values() if isinstance(each, int)), 0)
        return route.handle(code, number)

    blueprint.add_url_rule(route.path, route.name, view, methods=[route.method])


for _each in ROUTES:
    _add(_each)
