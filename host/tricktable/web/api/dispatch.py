"""How a request reaches what its route does: who is let in, how often, with which key; its answer.

Here are the kinds of rows of the API's table: a `ReadRoute` changes nothing, a `ChangeRoute` needs
no key, a `TableRoute` is asked of a table, and this host alone remembers a `HouseRoute`. Each adds
the headers and the problems that all of its kind have. A successful answer means that the change
is durable, unless the answer says otherwise.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, Final, Generic, Protocol, TypeVar

from flask import Response, request
from msgspec import Struct

from tricktable.store import replay
from tricktable.table import commands
from tricktable.table.answers import ASKS, AWAY, Answer
from tricktable.table.table import Table
from tricktable.text.language import _
from tricktable.text.sentences import in_signs
from tricktable.web import limits
from tricktable.web.api import keys, models, request_key, states
from tricktable.web.api.problems import SOON_S, Refusal
from tricktable.web.api.route import HOST, OWNER, HeaderField, Route, RouteCall
from tricktable.web.api.shapes import NOTHING, Gives, Json, Takes
from tricktable.web.host import write_lock
from tricktable.web.tables import is_hosts_program, off_hub, table_or_404

WRITE_LOCK: Final = HeaderField(
    "X-Pen",  # programs know the write lock as a pen: these names are public, and stay
    "The word with which you took the pen. If somebody else has the pen, nothing is done.",
    f"^{write_lock.WORD}$",
)
KEY: Final = HeaderField(keys.HEADER, keys.WORDS, keys.FORM)
_KEY_OF_HOUSE: Final = HeaderField(keys.HEADER, keys.WORDS_OF_HOUSE, keys.FORM)
_IF_NONE_MATCH: Final = HeaderField(
    "If-None-Match", "The ETag of the answer you have; 304 if that is still current."
)
KEYED: Final[tuple[str, ...]] = ("refused", "unfit", "under-way", "reused", "lapsed")
"""The problems of every request with a key."""
NOT_SAVED: Final = 202  # Accepted: done, but not durable yet (RFC 9110, 15.3.3)


class _Durable(Protocol):
    """What tells of a change whether it is on the disk."""

    @property
    def is_saved(self) -> bool: ...


A = TypeVar("A")
C = TypeVar("C", bound=_Durable)
R = TypeVar("R")


def status(of: _Durable, of_saved: int = 200) -> int:
    """The status of an answer that tells this; `of_saved` if it is saved."""
    return of_saved if of.is_saved else NOT_SAVED


# --- the kinds of rows ---------------------------------------------------------------------------


@dataclass(frozen=True)
class TypedRoute(Route, Generic[R]):
    """A row of any kind."""

    takes: Takes[R]

    def handle(self, code: str, number: int) -> Response:
        """Let the request in, read it, and answer it."""
        _let_in(self)
        find = _with_write_lock if WRITE_LOCK in self.headers else table_or_404
        call = RouteCall(self.takes, code, number, find)
        if self.is_change and self.takes is NOTHING:
            call.check()
        return self.answer(call)

    def answer(self, call: RouteCall[R]) -> Response:
        """The answer to this request. Raises: Refusal."""
        raise NotImplementedError


@dataclass(frozen=True)
class ReadRoute(TypedRoute[R], Generic[R, A]):
    """A row that only reads."""

    gives: Gives[A]
    """What it answers."""
    do: Callable[[RouteCall[R]], A]
    """Makes the answer."""

    @property
    def headers(self) -> tuple[HeaderField, ...]:
        """What tells which answer the client has."""
        return (_IF_NONE_MATCH,) if self.is_conditional else ()

    @property
    def is_conditional(self) -> bool:
        """Whether the client may have the answer."""
        return self.gives.is_conditional

    @property
    def shape(self) -> object:
        """What it gives."""
        return self.gives.kind

    def answer(self, call: RouteCall[R]) -> Response:
        """What is made."""
        made = self.do(call)
        return self.gives.answer(made, self.status_of(made))

    def status_of(self, _made: A) -> int:
        """The status with which this is told."""
        return self.status


@dataclass(frozen=True)
class ChangeRoute(ReadRoute[R, A]):
    """A row that changes something and needs no key: it may be sent again in any case."""


@dataclass(frozen=True)
class HouseRoute(ChangeRoute[R, A]):
    """A row about the house, done once for each key; only this host remembers that."""

    of_kind = KEYED

    @property
    def headers(self) -> tuple[HeaderField, ...]:
        """The key; at a table, the pen too."""
        return (_KEY_OF_HOUSE, WRITE_LOCK) if "<code>" in self.path else (_KEY_OF_HOUSE,)

    def answer(self, call: RouteCall[R]) -> Response:
        """What is made, or was made before."""
        call.check()  # what is wrong with it comes before its key
        return request_key.of_the_house(partial(ChangeRoute.answer, self, call))


@dataclass(frozen=True)
class JournalRoute(HouseRoute[R, C]):
    """A row about the house that is kept in a journal."""

    may_wait = True

    def status_of(self, made: C) -> int:
        """The status, if it is saved."""
        return status(made, self.status)


@dataclass(frozen=True)
class TableRoute(TypedRoute[R]):
    """A row that asks something of a table, which decides; done once for each key."""

    do: Callable[[RouteCall[R]], commands.Request]
    """Makes the table's request."""
    explain: Callable[[RouteCall[R], Refusal], Refusal] = lambda _, refusal: refusal
    """Makes a refusal clearer."""

    of_kind = KEYED
    may_wait = True
    headers = (KEY, WRITE_LOCK)
    shape: ClassVar[type[Struct]] = models.DoneJson

    def answer(self, call: RouteCall[R]) -> Response:
        """What came of it."""
        table = call.table  # whether there is one, and who has its pen, comes before the body
        try:
            answer = _ask(table, self.do(call))
        except Refusal as refusal:
            raise self.explain(call, refusal) from None
        told = self.body(table, answer)
        return Json(type(told)).answer(told, status(answer, self.status))

    def body(self, _table: Table, answer: Answer) -> Struct:
        """What is told when it is done."""
        return done_answer(answer)


@dataclass(frozen=True)
class NewGameRoute(TableRoute[R]):
    """A row with which a game begins at a table."""

    status: int = field(default=201, kw_only=True)

    of_kind = (*KEYED, "running")
    shape = models.GameJson

    def body(self, table: Table, answer: Answer) -> models.GameJson:
        """The game as it began."""
        return off_hub(states.game_begun, table, answer)


# --- who is let in -------------------------------------------------------------------------------


def _let_in(route: Route) -> None:
    """End the request unless whoever sent it may, and not too often."""
    if route.permission is OWNER:
        return  # what is tried of a person's word is counted with it
    if route.is_change:
        limits.count("write")
    if route.permission is HOST and not is_hosts_program():
        raise Refusal(
            "not-host", _("Only the host's own machine, or a request with its token, may do this.")
        )


def _with_write_lock(code: str) -> Table:
    """The table, unless the request names a pen that somebody else has taken."""
    table = table_or_404(code)
    pen = request.headers.get(WRITE_LOCK.name)
    if pen is not None:
        must_be_word(pen)
        if refused := write_lock.taken_up(table, pen):
            raise Refusal("pen", refused.reason)
    return table


def must_be_word(word: str) -> None:
    """End the request unless this is a well-formed pen."""
    if not write_lock.is_word(word):
        raise Refusal("unreadable", _("A pen is 1 to 32 letters, digits, - or _."))


# --- what is asked of a table --------------------------------------------------------------------


def _ask(table: Table, word: commands.Request) -> Answer:
    """The table's answer if the request is done, now or earlier. Raises: Refusal."""
    with request_key.one_at_a_time(table.code) as key:
        answer = off_hub(_answer, table, word, key)
    if isinstance(answer, replay.RecordRefused):
        raise Refusal("no-record", in_signs(f"{answer}."))
    return done_or_refused(answer, table)


def _answer(table: Table, word: commands.Request, key: str) -> Answer | replay.RecordRefused:
    try:
        return table.ask(word, key)
    except replay.RecordRefused as fault:  # here, because gevent prints what leaves a native thread
        return fault


def done_or_refused(answer: Answer, table: Table | None = None) -> Answer:
    """The answer, if the request is done. Raises: Refusal.

    The reason is a sentence, in which cards have signs or names: their codes are for fields. Of
    the names at the table, one like a card stays a name.
    """
    if not answer.is_done:
        why = "" if answer.because == ASKS else answer.because
        wait_s = SOON_S if why == AWAY else None
        names = off_hub(table.view).names if table else ()
        said, possible = in_signs(answer.reason, names), answer.possible
        raise Refusal(why or "refused", said, wait_s, possible=possible)
    return answer


def done_answer(answer: Answer) -> models.DoneJson:
    """What is told of a request that is done."""
    return models.DoneJson(answer.game, answer.seq, answer.is_saved)
