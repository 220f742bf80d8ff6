"""Reviews of finished games, each made once; a search has its own process. For the hub's thread.

A search takes a processor for seconds, and in the table's own process every phone would wait for
it: so `tricktable review` runs beside it, at the lowest priority. Tables take turns.
"""

import hashlib
import os
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Generic, TypeVar

import msgspec

from tricktable.games import blamed
from tricktable.rules.faults import GameFault
from tricktable.rules.record import Record
from tricktable.rules.review.claim import ClaimOutlook
from tricktable.rules.review.from_seat import SeatOutlook
from tricktable.rules.review.playout import Outlook
from tricktable.rules.review.puzzles import Puzzle
from tricktable.rules.review.review import DealReview, unsearched
from tricktable.store import replay
from tricktable.store.reviews import (
    ClaimOutlookJson,
    DealReviewJson,
    OutlookJson,
    PuzzleJson,
    SeatOutlookJson,
    claim_outlook_of_json,
    of_json,
    outlook_of_json,
    puzzle_of_json,
    seat_outlook_of_json,
)
from tricktable.web.tables import off_hub
from tricktable.web.turns import QueueFull, Turns

SECONDS: Final = 2.0
"""Processor time for one answer; half a dozen of them make the review of a hand."""
WITHIN_S: Final = 60.0
"""Then a review tells what it has found, however little of the processor it was given …"""
LATEST_S: Final = 90.0
"""… and one that takes longer is ended: what it has printed by then is the answer."""
MOST_KEPT: Final = 256
"""Reviews that are remembered: a few kilobytes each."""
MOST_WAITING: Final = 16
"""Phones of one table that wait for a review; all but the first are told what that one is."""
_IDLE: Final = 19
"""The lowest priority that a system knows, for searches."""
_BEGINNING: Final = 5
"""The priority until a search begins: at the lowest one, a program on a busy computer would not
even have read the record when it is ended."""
T = TypeVar("T")


class AnswerCache(Generic[T]):
    """The newest answers, by what they are about. Mutable."""

    def __init__(self) -> None:
        self._answers: OrderedDict[bytes, T] = OrderedDict()

    def of(self, about: bytes) -> T | None:
        """The answer, if it is kept."""
        key = hashlib.sha256(about).digest()
        if key in self._answers:
            self._answers.move_to_end(key)
        return self._answers.get(key)

    def keep(self, about: bytes, answer: T | None) -> None:
        """Keep it; nothing is kept of None."""
        if answer is not None:
            self._answers[hashlib.sha256(about).digest()] = answer
            while len(self._answers) > MOST_KEPT:
                self._answers.popitem(last=False)

    def clear(self) -> None:
        """Keep none."""
        self._answers.clear()


class Reviews:
    """What finished deals could have become, by the lines of their records. Mutable."""

    def __init__(self) -> None:
        # One core stays for the pages; of one table, one search runs at once.
        at_once = max(1, (os.cpu_count() or 1) - 1)
        self._turns = Turns(at_once, per_address=MOST_WAITING, in_total=MOST_WAITING * 8)
        self._kept, self._claims = (
            AnswerCache[tuple[DealReview, ...]](),
            AnswerCache[ClaimOutlook](),
        )
        self._puzzles = AnswerCache[tuple[Puzzle, ...]]()

    def known(self, record: Record, lines: Sequence[str]) -> tuple[DealReview, ...] | None:
        """The same without a search; None if it takes one. `record` is what the lines say."""
        found = self._kept.of(_text(lines))
        return off_hub(unsearched, record) if found is None else found

    def of(self, table: str, lines: Sequence[str]) -> tuple[DealReview, ...] | None:
        """A record's deals, reviewed; None if that took too long or could not be done."""
        text = _text(lines)
        return self._once(self._kept, text, table, partial(_review, text))

    def outlook(
        self, table: str, lines: Sequence[str], seq: int, laid: Sequence[str]
    ) -> Outlook | None:
        """What is possible after that entry and these cards; None if it could not be found out."""
        return self._in_turn(table, partial(_looked_at, _text(lines), seq, laid))

    def seat_outlook(
        self, table: str, lines: Sequence[str], seq: int, seat: int
    ) -> SeatOutlook | None:
        """What could be known at a seat after that entry; None if it could not be found out."""
        return self._in_turn(table, partial(_seen_from, _text(lines), seq, seat))

    def claim(
        self, table: str, lines: Sequence[str], seq: int, claimed: tuple[int, Sequence[str]]
    ) -> ClaimOutlook | None:
        """Whether a seat's claim holds after that entry, with these cards in its hand.

        None if that could not be found out.
        """
        text = _text(lines)
        about = text + repr(claimed).encode()
        return self._once(self._claims, about, table, partial(_claim_outlook, text, seq, claimed))

    def puzzle(self, table: str, lines: Sequence[str]) -> Puzzle | None:
        """The nicest puzzle of a record; None if it has none, or if that could not be found out."""
        text = _text(lines)
        found = self._once(self._puzzles, text, table, partial(_puzzle, text))
        return found[0] if found else None

    def _once(
        self, kept: AnswerCache[T], about: bytes, table: str, search: Callable[[], T | None]
    ) -> T | None:
        """What is kept of that, or what the search finds; None if it finds nothing."""
        found = kept.of(about)
        if found is None:
            # Somebody who asked earlier may just have been told.
            found = self._in_turn(table, search, lambda: kept.of(about))
            kept.keep(about, found)
        return found

    def _in_turn(
        self,
        table: str,
        search: Callable[[], T | None],
        known: Callable[[], T | None] = lambda: None,
    ) -> T | None:
        """What is known by then, or the search finds; None if too many wait for one already."""
        try:
            with self._turns.turn(table):
                found = known()
                return off_hub(search) if found is None else found
        except QueueFull:
            return None

    def forget(self) -> None:
        """Keep nothing: a name has been deleted, and records have names."""
        self._kept.clear()
        self._claims.clear()
        self._puzzles.clear()


def _text(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


class _Printed(msgspec.Struct):
    """What `tricktable review --json` prints."""

    deals: list[DealReviewJson]


def _review(record: bytes) -> tuple[DealReview, ...] | None:
    """A process takes a third of a second to begin: none does where nothing is to be searched."""
    try:
        with blamed(None):
            found = unsearched(replay.replay(record.splitlines()))
    except (replay.RecordRefused, GameFault):
        return None
    return _search(record) if found is None else found


def _search(record: bytes) -> tuple[DealReview, ...] | None:
    printed = _run(record)
    if printed is None:
        return None
    return tuple(of_json(each) for each in msgspec.json.decode(printed, type=_Printed).deals)


def _looked_at(record: bytes, seq: int, laid: Sequence[str]) -> Outlook | None:
    printed = _run(record, f"--after={seq}", f"--laid={','.join(laid)}")
    if printed is None:
        return None
    return outlook_of_json(msgspec.json.decode(printed, type=OutlookJson))


def _seen_from(record: bytes, seq: int, seat: int) -> SeatOutlook | None:
    printed = _run(record, f"--after={seq}", f"--seat={seat}")
    told = msgspec.json.decode(printed, type=SeatOutlookJson | None) if printed else None
    return None if told is None else seat_outlook_of_json(told)


def _claim_outlook(
    record: bytes, seq: int, claimed: tuple[int, Sequence[str]]
) -> ClaimOutlook | None:
    seat, cards = claimed
    printed = _run(record, f"--after={seq}", f"--seat={seat}", f"--claim={','.join(cards)}")
    told = msgspec.json.decode(printed, type=ClaimOutlookJson | None) if printed else None
    return None if told is None else claim_outlook_of_json(told)


def _puzzle(record: bytes) -> tuple[Puzzle, ...] | None:
    """One, or none; None if that could not be found out."""
    printed = _run(record, "--puzzle")
    if printed is None:
        return None
    told = msgspec.json.decode(printed, type=PuzzleJson | None)
    return () if told is None else (puzzle_of_json(told),)


def _run(record: bytes, *options: str) -> bytes | None:
    """The last line that the program prints within its time; None if it prints none."""
    words = [sys.executable, "-m", "tricktable", "review", "--json", f"--seconds={SECONDS}"]
    words += [f"--for-host={_IDLE}", f"--within={WITHIN_S}", *options, "-"]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL) as process:
        with suppress(OSError, AttributeError):  # it is over already, or the system knows none
            os.setpriority(os.PRIO_PROCESS, process.pid, _BEGINNING)
        try:
            printed, _ = process.communicate(record, timeout=LATEST_S)
        except subprocess.TimeoutExpired:
            process.kill()
            printed, _ = process.communicate()
    *_, last, _unfinished = (b"", *printed.split(b"\n"))
    return last or None
