"""The club's part for corrections of games that their tables have left, outside of a competition.

A table's own rows end where its next game begins, so the club keeps what is said of it later. A
competition's games have theirs in `competition.declarations`, which tells what they mean for it.
"""

import json
from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from tricktable.club.part import Body, ClubChange, ClubChanges, ClubMoment, ClubRefusal, Part
from tricktable.rules.values import JsonValue
from tricktable.table.scorebook import NO_CORRECTIONS, PastCorrections
from tricktable.text.language import _

CORRECTED: Final = "past_corrected"


class CorrectPast(Struct, frozen=True):
    """An entry behind the end of a past game's record."""

    code: Annotated[str, Meta(min_length=1, max_length=40)]
    game: Annotated[int, Meta(ge=1, le=10**9)]
    entry: Mapping[str, JsonValue]
    """As in records: `corrected` or `struck`."""
    after: Annotated[int, Meta(ge=0)]
    """How many such corrections of this game the asker has seen."""


def decide(now: ClubMoment, request: CorrectPast) -> ClubChanges | ClubRefusal:
    """The row that a request becomes."""
    # A correction rests on those before it: an asker who has not seen the newest looks again.
    if len(now.of(PART).get((request.code, request.game), ())) != request.after:
        return ClubRefusal(_("This game has been corrected in the meantime. Look again."))
    return [ClubChange(CORRECTED, msgspec.to_builtins(request))]


def fold(state: PastCorrections, _kind: str, body: Body, _at: datetime) -> PastCorrections:
    """The corrections after a row. Raises: msgspec.ValidationError."""
    said = msgspec.convert(body, CorrectPast)
    where = said.code, said.game
    line = json.dumps(said.entry, ensure_ascii=False)
    return MappingProxyType({**state, where: (*state.get(where, ()), line)})


PART: Final = Part(
    "past_games", NO_CORRECTIONS, frozenset((CORRECTED,)), fold, (CorrectPast,), decide
)
