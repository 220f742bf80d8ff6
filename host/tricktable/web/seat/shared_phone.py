"""A phone that is passed round: it has several seats, and shows the page of whoever must act.

It has a token for each seat; the one of whoever has the phone in hand comes first. Decides what is
shown, and does no I/O.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from tricktable.rules.entries import Held
from tricktable.rules.hands import newest_deal
from tricktable.rules.limits import MOST_PLAYERS
from tricktable.rules.record import Record
from tricktable.table.views import PhoneView
from tricktable.web.seat import turn

BETWEEN: Final = "."
"""Between the tokens of such a phone; no token has it (RFC 4648, 5)."""
ALL: Final = "all"
"""What the form calls all free seats."""


def tokens_in(given: str) -> list[str]:
    """The tokens that a phone gives as one; no phone has more than a table has seats."""
    return given.split(BETWEEN)[:MOST_PLAYERS]


def with_first(given: str, number: int) -> str:
    """The same tokens with another one first: whoever it is has the phone in hand now."""
    tokens = tokens_in(given)
    if number < len(tokens):
        tokens.insert(0, tokens.pop(number))
    return BETWEEN.join(tokens)


class Holder(NamedTuple):
    """One of the people for whom the phone has a seat."""

    number: int
    """The place of the token among those given."""
    name: str
    is_shown: bool


class Hands(NamedTuple):
    """What such a phone shows now."""

    sitting: PhoneView
    """The seat that is shown."""
    holders: tuple[Holder, ...]
    """All its people, by seat; fewer than two if the phone has one seat only."""
    seats: tuple[int, ...]
    """All its seats."""
    is_covered: bool
    """Whether to hide the page until its person says that they have the phone in hand."""
    is_anybodys: bool
    """Whether whoever of them likes may act."""


def hands(
    sittings: Sequence[PhoneView], names: Sequence[str], taken_at: int | None
) -> Hands | None:
    """Whose page a phone with these tokens shows; None if none of them has a seat.

    Args:
        sittings: what the table knows of each token, in their order.
        names: the people's names, by seat.
        taken_at: the newest entry when somebody took the phone, as they said; None if nobody did.
    """
    seated = [(number, each) for number, each in enumerate(sittings) if each.own_seat is not None]
    if not seated:
        return None
    held = shown = seated[0][1]
    awaited = turn.acting_seats(held.record) if held.record else ()
    due = [each for _, each in seated if each.seat in awaited]
    is_taken = held.record is not None and taken_at == held.record.seq
    if due and held not in due and not is_taken:
        shown = min(due, key=lambda each: _steps(held, each))
    by_seat = sorted(seated, key=lambda each: each[1].seat or 0)
    holders = tuple(Holder(number, names[it.seat or 0], it is shown) for number, it in by_seat)
    hides = shown is not held and held.record is not None and keeps_secrets(held.record)
    seats = tuple(it.seat or 0 for _, it in by_seat)
    return Hands(shown, holders, seats, hides, len(due) > 1 or turn.is_anybodys(held.record))


def keeps_secrets(record: Record) -> bool:
    """Whether a seat's page may show what the others must not see."""
    is_quiet = any(topic.is_quiet for topic in record.header.rules.topics)
    return is_quiet or any(isinstance(step.entry, Held) for step in newest_deal(record))


def _steps(held: PhoneView, other: PhoneView) -> int:
    """How many seats further clockwise the other one is."""
    return ((other.seat or 0) - (held.seat or 0)) % len(held.places)
