"""Calls for help: which tables wait for the organiser, since when, and who is on their way."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

import msgspec
from msgspec import Struct

from tricktable.club.part import Body, ClubChange, ClubChanges, ClubMoment, ClubRefusal, Part
from tricktable.table.commands import Seat, TableCode
from tricktable.text.language import _

CALLED, ANSWERED, ENDED = "called", "answered", "call_ended"
Caller = Literal["guest", "seat", "host", "board", "program"]
GUEST: Final = "guest"
"""Anybody who has the table's page: whoever sits there knows nothing of it, maybe."""
SEAT: Final = "seat"
HOST: Final = "host"
BOARD: Final = "board"
PROGRAM: Final = "program"


class CallForHelp(Struct, frozen=True):
    """Somebody at this table needs the organiser."""

    table: TableCode
    by: Caller = HOST
    seat: Seat | None = None
    """Whose phone it was, if it was a seat's."""


class AnswerCall(Struct, frozen=True):
    """The organiser is coming to this table."""

    table: TableCode


class EndCall(Struct, frozen=True):
    """This table needs nobody any more: it was seen to, or called by mistake."""

    table: TableCode


CallRequest = CallForHelp | AnswerCall | EndCall


@dataclass(frozen=True, slots=True)
class Call:
    """One table that needs the organiser."""

    table: str
    at: datetime
    """Since when."""
    by: Caller = HOST
    """Who called last; a guest's call counts less than anybody else's."""
    seat: int | None = None
    is_answered: bool = False
    """Whether the organiser is on their way."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The open calls, the oldest first; one for each table at most."""

    open: tuple[Call, ...] = ()

    def of(self, table: str) -> Call | None:
        """The open call of this table."""
        return next((each for each in self.open if each.table == table), None)


class _OfTable(Struct):
    table: str
    by: Caller = HOST
    seat: int | None = None


def fold(state: Calls, kind: str, body: Body, at: datetime) -> Calls:
    """The calls after a row. Raises: msgspec.ValidationError."""
    said = msgspec.convert(body, _OfTable)
    table = said.table
    if kind == CALLED and state.of(table) is None:
        return Calls((*state.open, Call(table, at, said.by, said.seat)))
    if kind == CALLED:
        again = (
            replace(each, by=said.by, seat=said.seat) if each.table == table else each
            for each in state.open
        )
        return Calls(tuple(again))
    if kind == ENDED:
        return Calls(_without(state, table))
    answered = (
        replace(each, is_answered=True) if each.table == table else each for each in state.open
    )
    return Calls(tuple(answered))


def decide(now: ClubMoment, request: CallRequest) -> ClubChanges | ClubRefusal:
    """The row that a request becomes; none if it is so already, as after a second press."""
    call = now.of(PART).of(request.table)
    if isinstance(request, CallForHelp):
        if call and not _counts_more(request, call):
            return []
        body = {"table": request.table, "by": request.by, "seat": request.seat}
        return [ClubChange(CALLED, body)]
    if call is None:
        if isinstance(request, EndCall):
            return []
        return ClubRefusal(_("This call is already closed."))
    if isinstance(request, EndCall):
        return [ClubChange(ENDED, {"table": request.table})]
    return [] if call.is_answered else [ClubChange(ANSWERED, {"table": request.table})]


def _counts_more(request: CallForHelp, call: Call) -> bool:
    """Whether the same call again changes who called.

    A board's does always: its row says that this press was told.
    """
    return request.by == BOARD or (call.by == GUEST and request.by != GUEST)


def _without(state: Calls, table: str) -> tuple[Call, ...]:
    return tuple(each for each in state.open if each.table != table)


PART: Final = Part(
    "calls",
    Calls(),
    frozenset((CALLED, ANSWERED, ENDED)),
    fold,
    (CallForHelp, AnswerCall, EndCall),
    decide,
)
