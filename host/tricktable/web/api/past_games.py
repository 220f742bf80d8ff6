"""Corrections of games that their tables have left."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
from flask import Blueprint, Response
from msgspec.json import Decoder

from tricktable.club import correcting
from tricktable.rules.values import JsonValue
from tricktable.web.api import keys, models
from tricktable.web.api.asking import (
    OF_HOUSE,
    WITH_BODY,
    WRITE_LOCK,
    done,
    done_or_refused,
    writable,
)
from tricktable.web.api.competition_shapes import PastCorrectionJson
from tricktable.web.api.described import GAMES, body, route
from tricktable.web.competition.reading import club_or_404
from tricktable.web.tables import all_tables, off_hub

blueprint = Blueprint("api_past_games", __name__, url_prefix="/api/v1")


_CORRECTION: Final = Decoder(PastCorrectionJson)


@blueprint.post("/tables/<code>/games/<int:number>/corrections")
@route(
    "correctPast",
    models.DoneJson,
    tag=GAMES,
    takes=PastCorrectionJson,
    headers=(*OF_HOUSE, WRITE_LOCK),
    problems=WITH_BODY,
)
def correct(code: str, number: int) -> Response:
    """Strike or correct an entry of any game of the table, also of an earlier one.

    All that is counted from the game follows: the evening, the season and people's own pages.
    """
    table = writable(code)

    def act() -> Response:
        entry: Mapping[str, JsonValue] = msgspec.to_builtins(body(_CORRECTION).entry)
        club, tables = club_or_404(), all_tables()
        answer = off_hub(correcting.correct, club, tables, table.code, number, entry)
        return done(done_or_refused(answer, off_hub(table.view).names))

    return keys.of_the_house(act)
