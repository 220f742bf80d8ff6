"""Reviews of finished games, each made once; a search has its own process. For the hub's thread.

A search takes a processor for seconds, and in the table's own process every phone would wait for
it: so `tricktable review` runs beside it, at the lowest priority. Tables take turns. An answer that
time cut short is told as one, and searched for again when somebody asks later.
"""

import hashlib
import os
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from operator import attrgetter
from time import monotonic
from typing import Final, Generic, NamedTuple, ParamSpec, Protocol, TypeVar, cast

import msgspec
from gevent import Greenlet

from tricktable.games import blame_game
from tricktable.rules.faults import GameFault
from tricktable.rules.record import Record
from tricktable.rules.review.claim import ClaimOutlook
from tricktable.rules.review.from_seat import SeatOutlook
from tricktable.rules.review.playout import Outlook
from tricktable.rules.review.puzzles import PuzzleSearch
from tricktable.rules.review.review import DealReview, review_without_search
from tricktable.store import replay
from tricktable.store.reviews import (
    ClaimOutlookJson,
    DealReviewJson,
    OutlookJson,
    PuzzleSearchJson,
    SeatOutlookJson,
    claim_outlook_of_json,
    of_json,
    outlook_of_json,
    puzzle_of_json,
    seat_outlook_of_json,
)
from tricktable.web.http.hang_up import has_gone
from tricktable.web.turns import QueueFull, Turns

SECONDS: Final = 2.0
"""Processor time for one answer; half a dozen of them make the review of a hand."""
LATER_S: Final = 60.0
"""What time cut short is searched for again when somebody asks this much later. Each further search
has twice the time, and comes after twice the wait …"""
MOST_DOUBLED: Final = 5
"""… but no longer than after this many."""
WITHIN_S: Final = 60.0
"""Then a review tells what it has found, however little of the processor it was given …"""
LATEST_S: Final = 90.0
"""… and one that takes longer is ended: what it has printed by then is the answer."""
LOOK_S: Final = 1.0
"""So often it is looked whether whoever waits is still there."""
MOST_KEPT: Final = 256
"""Reviews that are remembered: a few kilobytes each."""
MOST_WAITING: Final = 16
"""Questions of one table that wait for a search, each for all phones that ask it."""
_IDLE: Final = 19
"""The lowest priority that a system knows, for searches."""
_BEGINNING: Final = 5
"""The priority until a search begins: at the lowest one, a program on a busy computer would not
even have read the record when it is ended."""
P = ParamSpec("P")
T = TypeVar("T")
J = TypeVar("J", OutlookJson, SeatOutlookJson, ClaimOutlookJson, PuzzleSearchJson)
Deals = tuple[DealReview, ...]


class OffHub(Protocol):
    """Calls a function in a native thread, as `tables.off_hub` does."""

    def __call__(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What the function returns or raises."""


class SearchAnswer(NamedTuple, Generic[T]):
    """What a search has found, and how thorough it was."""

    result: T
    searches: int = 1
    """How often it was searched for."""
    again_s: float | None = None
    """The clock from which on it is worth another search; None if time did not cut it short."""

    @property
    def is_cut_short(self) -> bool:
        """Whether a longer search may tell more."""
        return self.again_s is not None

    @property
    def may_be_asked_again(self) -> bool:
        """Whether its page offers a longer search. After some it does not: one guest would keep the
        table's searches busy all evening.
        """
        return self.is_cut_short and self.searches <= MOST_DOUBLED

    def is_due(self, now_s: float) -> bool:
        """Whether whoever asks now has it searched for again."""
        return self.again_s is not None and now_s >= self.again_s

    def is_enough(self, searches: int) -> bool:
        """Whether it was searched for more often than that, or nobody is offered another search."""
        return not self.may_be_asked_again or self.searches > searches


class RunningSearch(Generic[T]):
    """One search, shared by all who wait for it. Ends with the last of them. Mutable."""

    def __init__(self, seconds: float, earlier: T | None = None) -> None:
        self.seconds, self.earlier = seconds, earlier
        """Its processor time for one answer, and what was told before it."""
        self.is_over = False
        """Whether nobody can wait for it any more."""
        self._waiting = 0
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self, find: Callable[[], SearchAnswer[T] | None]) -> None:
        """Have it found."""
        self._greenlet = Greenlet(find)
        self._greenlet.gr_context = copy_context()  # with the request of whoever asked first
        self._greenlet.start()

    def answer(self) -> SearchAnswer[T] | None:
        """What it finds, once it has; None if whoever waits has gone, who may be the last."""
        self._waiting += 1
        try:
            while not self._greenlet.ready():
                if has_gone():
                    return None
                self._greenlet.join(LOOK_S)
            return cast(SearchAnswer[T] | None, self._greenlet.get())
        finally:
            self._waiting -= 1
            if not self._waiting:
                self._end()

    def _end(self) -> None:
        self.is_over = True
        self._greenlet.kill(block=False)
        if self._process is not None:
            self._process.kill()

    def run(self, record: bytes, *options: str) -> bytes | None:
        """The last line that the program prints within its time; None if it prints none.

        In a native thread.
        """
        words = [sys.executable, "-m", "tricktable", "review", "--json"]
        words += [f"--seconds={self.seconds}", f"--for-host={_IDLE}", f"--within={WITHIN_S}"]
        pipe = subprocess.PIPE
        with subprocess.Popen(
            [*words, *options, "-"], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL
        ) as process:
            self._process = process
            if self.is_over:
                process.kill()
            with suppress(OSError, AttributeError):  # it is over already, or the system knows none
                os.setpriority(os.PRIO_PROCESS, process.pid, _BEGINNING)
            try:
                printed, _ = process.communicate(record, timeout=LATEST_S)
            except subprocess.TimeoutExpired:
                process.kill()
                printed, _ = process.communicate()
        *_, last, _unfinished = (b"", *printed.split(b"\n"))
        return last or None


class Answers(Generic[T]):
    """The newest answers to one kind of question, and its searches that go on. Mutable."""

    def __init__(self, is_cut_short: Callable[[T], bool]) -> None:
        self._answers: OrderedDict[bytes, SearchAnswer[T]] = OrderedDict()
        self._searches: dict[bytes, RunningSearch[T]] = {}
        self._is_cut_short = is_cut_short

    def of(self, about: bytes) -> SearchAnswer[T] | None:
        """The answer, if it is kept."""
        key = hashlib.sha256(about).digest()
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def find(
        self,
        about: bytes,
        in_turn: Callable[[Callable[[], T | None]], T | None],
        search: Callable[[RunningSearch[T]], T | None],
        searches: int = 0,
    ) -> SearchAnswer[T] | None:
        """What is kept of that, or what the search finds in its turn; None if it finds nothing.

        What time cut short is searched for again when it is due, or if it was searched for this
        often at most. Whoever asks while a search goes on waits for the same one.
        """
        before = self.of(about)
        is_due = before is None or before.is_due(monotonic())
        if before is not None and not is_due and before.is_enough(searches):
            return before
        key = hashlib.sha256(about).digest()
        one = self._searches.get(key)
        if one is None or one.is_over:
            one = RunningSearch(SECONDS)
            if before is not None:
                one = RunningSearch(
                    SECONDS * 2 ** min(before.searches, MOST_DOUBLED), before.result
                )
            self._searches[key] = one
            one.begin(partial(self._answer, key, in_turn, partial(search, one), before))
        try:
            return one.answer() or before
        finally:
            if one.is_over and self._searches.get(key) is one:
                del self._searches[key]

    def _answer(
        self,
        key: bytes,
        in_turn: Callable[[Callable[[], T | None]], T | None],
        search: Callable[[], T | None],
        before: SearchAnswer[T] | None,
    ) -> SearchAnswer[T] | None:
        try:
            found = in_turn(search)
        except QueueFull:
            return None
        return None if found is None else self._keep(key, found, before)

    def _keep(self, key: bytes, told: T, earlier: SearchAnswer[T] | None) -> SearchAnswer[T]:
        """Keep what is told instead of what was told earlier."""
        searches = 1 if earlier is None else earlier.searches + 1
        again_s = monotonic() + LATER_S * 2 ** min(searches - 1, MOST_DOUBLED)
        answer = SearchAnswer(told, searches, again_s if self._is_cut_short(told) else None)
        self._answers[key] = answer
        while len(self._answers) > MOST_KEPT:
            self._answers.popitem(last=False)
        return answer

    def clear(self) -> None:
        """Keep none."""
        self._answers.clear()


class Reviews:
    """What finished deals could have become, by the lines of their records. Mutable."""

    def __init__(self, off_hub: OffHub) -> None:
        """`off_hub` calls a function in a native thread."""
        self._off_hub = off_hub
        # One core stays for the pages; of one table, one search runs at once.
        at_once = max(1, (os.cpu_count() or 1) - 1)
        self._turns = Turns(at_once, per_address=MOST_WAITING, in_total=MOST_WAITING * 8)
        self._reviews = Answers[Deals](lambda deals: any(each.is_cut_short for each in deals))
        self._outlooks = Answers[Outlook](lambda told: told == Outlook())
        self._from_seats = Answers[SeatOutlook](lambda told: told.unknown > 0)
        self._claims = Answers[ClaimOutlook](lambda told: told.holds is None and not told.hands)
        self._puzzles = Answers[PuzzleSearch](lambda told: told.is_cut_short)

    def without_search(
        self, record: Record, lines: Sequence[str], searches: int
    ) -> SearchAnswer[Deals] | None:
        """The same without a search; None if it takes one. `record` is what the lines say."""
        found = self._reviews.of(_text(lines))
        if found is not None:
            return found if found.is_enough(searches) else None
        told = self._off_hub(review_without_search, record)
        return None if told is None else SearchAnswer(told)

    def of(self, table: str, lines: Sequence[str], searches: int = 0) -> SearchAnswer[Deals] | None:
        """A record's deals, reviewed; None if that took too long or could not be done.

        What time cut short is searched for again if it was searched for this often at most.
        """
        text = _text(lines)
        return self._reviews.find(
            text, partial(self._in_turn, table), partial(_review, text), searches
        )

    def outlook(
        self, table: str, lines: Sequence[str], seq: int, laid: Sequence[str]
    ) -> Outlook | None:
        """What is possible after that entry and these cards; None if it could not be found out."""
        text, moment = _text(lines), (f"--after={seq}", f"--laid={','.join(laid)}")
        return self._result(self._outlooks, table, text, moment, _outlook_of)

    def seat_outlook(
        self, table: str, lines: Sequence[str], seq: int, seat: int
    ) -> SeatOutlook | None:
        """What could be known at a seat after that entry; None if it could not be found out."""
        text, moment = _text(lines), (f"--after={seq}", f"--seat={seat}")
        return self._result(self._from_seats, table, text, moment, _seat_outlook_of)

    def claim(
        self, table: str, lines: Sequence[str], seq: int, claimed: tuple[int, Sequence[str]]
    ) -> ClaimOutlook | None:
        """Whether a seat's claim holds after that entry, with these cards in its hand.

        None if that could not be found out.
        """
        (seat, cards), text = claimed, _text(lines)
        moment = f"--after={seq}", f"--seat={seat}", f"--claim={','.join(cards)}"
        return self._result(self._claims, table, text, moment, _claim_outlook_of)

    def kept_puzzle(self, game: str) -> PuzzleSearch | None:
        """What was found in the game of this key; None if nothing was looked for."""
        found = self._puzzles.of(game.encode())
        return None if found is None else found.result

    def puzzle(self, table: str, game: str, lines: Sequence[str]) -> PuzzleSearch:
        """The nicest puzzle of a record, as far as it was found; kept by the game's key."""
        search = partial(_puzzle_of, _text(lines), ("--puzzle",))
        found = self._puzzles.find(game.encode(), partial(self._in_turn, table), search)
        return PuzzleSearch(is_cut_short=True) if found is None else found.result

    def _result(
        self,
        answers: Answers[T],
        table: str,
        text: bytes,
        moment: tuple[str, ...],
        search: Callable[[bytes, tuple[str, ...], RunningSearch[T]], T | None],
    ) -> T | None:
        about = text + " ".join(moment).encode()
        found = answers.find(about, partial(self._in_turn, table), partial(search, text, moment))
        return None if found is None else found.result

    def _in_turn(self, table: str, search: Callable[[], T | None]) -> T | None:
        with self._turns.turn(table):
            return self._off_hub(search)

    def forget(self) -> None:
        """Keep nothing: a name has been deleted, and records have names."""
        for each in (self._reviews, self._claims, self._puzzles, self._outlooks, self._from_seats):
            each.clear()


def _text(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


class _ReviewOutput(msgspec.Struct):
    """What `tricktable review --json` prints."""

    deals: list[DealReviewJson]


def _review(record: bytes, search: RunningSearch[Deals]) -> Deals | None:
    """A process takes a third of a second to begin: none does where nothing is to be searched."""
    if search.earlier is not None:
        return _search_more(record, search, search.earlier)
    try:
        with blame_game(None):
            found = review_without_search(replay.replay(record.splitlines()))
    except (replay.RecordRefused, GameFault):
        return None
    return _search(record, search) if found is None else found


def _search_more(record: bytes, search: RunningSearch[Deals], earlier: Deals) -> Deals | None:
    """With another search of the deals that time cut short, where it found no less."""
    cut_short = [f"--deal={each.number}" for each in earlier if each.is_cut_short]
    found = {each.number: each for each in _search(record, search, *cut_short) or ()}
    return tuple(
        max(found.get(each.number, each), each, key=attrgetter("extent")) for each in earlier
    )


def _search(record: bytes, search: RunningSearch[Deals], *options: str) -> Deals | None:
    printed = search.run(record, *options)
    if printed is None:
        return None
    return tuple(of_json(each) for each in msgspec.json.decode(printed, type=_ReviewOutput).deals)


def _answer_of(
    kind: type[J],
    read: Callable[[J], T],
    record: bytes,
    options: tuple[str, ...],
    search: RunningSearch[T],
) -> T | None:
    """What the program tells of this kind; None if it tells nothing, or that nothing is known."""
    printed = search.run(record, *options)
    told = msgspec.json.decode(printed, type=kind | None) if printed else None
    return None if told is None else read(told)


_outlook_of = partial(_answer_of, OutlookJson, outlook_of_json)
_seat_outlook_of = partial(_answer_of, SeatOutlookJson, seat_outlook_of_json)
_claim_outlook_of = partial(_answer_of, ClaimOutlookJson, claim_outlook_of_json)
_puzzle_of = partial(_answer_of, PuzzleSearchJson, puzzle_of_json)
