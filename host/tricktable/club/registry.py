"""The registry of the club's parts, and what rows add up to with all of them. Decides nothing."""

import json
from collections.abc import Hashable, Iterable, Mapping
from datetime import datetime
from itertools import count
from typing import Final, cast

import msgspec
from msgspec import Struct

from tricktable.club import announcements, calls, consents, locks, past_games, round_timer, season
from tricktable.club.competition import declarations
from tricktable.club.part import NOTHING_YET, AnyPart, Body, ClubState
from tricktable.rules.values import JsonValue
from tricktable.store import erasure
from tricktable.store.journal import BadRow, Row
from tricktable.table import idempotency

PARTS: Final = cast(
    "tuple[AnyPart, ...]",
    (
        announcements.PART,
        calls.PART,
        round_timer.PART,
        locks.PART,
        consents.PART,
        season.PART,
        declarations.PART,
        past_games.PART,
    ),
)
"""Every part of the club; a new one is added here."""

_BY_KIND: Final = {kind: part for part in PARTS for kind in part.kinds}
_BY_REQUEST: Final = {request: part for part in PARTS for request in part.requests}


def asked_of(request: Struct) -> AnyPart:
    """The part that decides on this request. Raises: KeyError, if there is none."""
    return _BY_REQUEST[type(request)]


def fold(state: ClubState, row: Row) -> ClubState:
    """The state after one more row. Raises: BadRow."""
    if row.seq != state.seq + 1:
        raise BadRow(row.table, row.seq, f"it follows row {state.seq}")
    try:
        at = datetime.fromisoformat(row.at)
        if at.tzinfo is None:
            raise ValueError("its time has no time zone")
        body = msgspec.json.decode(row.body, type=Body)
        if row.kind == idempotency.ASKED:
            idempotency.read(row)  # it must be readable when it is needed
        return state.after(_BY_KIND.get(row.kind), row.kind, body, at)
    except Exception as error:  # whatever a damaged row can be
        raise BadRow(row.table, row.seq, f"it makes no sense ({error})") from error


def fold_rows(rows: Iterable[Row], state: ClubState = NOTHING_YET) -> ClubState:
    """The state after these rows. Raises: BadRow."""
    for row in rows:
        state = fold(state, row)
    return state


def without(rows: Iterable[Row], name: str) -> Mapping[int, str]:
    """The bodies that change without this person, by row number: see `Part.written`."""
    rows = [*rows]
    bodies = {**consents.bodies_without(rows, name)}
    numbered = (erasure.PLAYER.format(number=number) for number in count(1))
    instead = next(each for each in numbered if not any(each in row.body for row in rows))
    for row in rows:
        part = _BY_KIND.get(row.kind)
        if part is None or row.seq in bodies:
            continue
        body = msgspec.json.decode(row.body, type=dict[str, JsonValue])
        cleared = erasure.in_fields(body, part.written, name, instead)
        if cleared != body:
            bodies[row.seq] = json.dumps(cleared, ensure_ascii=True)
    return bodies


def stage(state: ClubState, at: datetime) -> Hashable:
    """What of the club changes as time goes by: a new value is worth showing."""
    return tuple(part.stage(state.of(part), at) for part in PARTS)
