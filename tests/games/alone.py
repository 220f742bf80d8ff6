"""One moment of a table without people: what is dealt, played and presumed there."""

from collections.abc import MutableSequence, Sequence
from typing import Any, TypeVar

from referees.witness import Line
from tricktable.rules import codec
from tricktable.rules.cards import card, mask
from tricktable.rules.chance import Chance
from tricktable.rules.deal import Layout
from tricktable.rules.entries import Corrected, Happening
from tricktable.rules.player import MISFIT, OpenTable
from tricktable.rules.presumptions import LAID, Attempt
from tricktable.rules.record import Record
from tricktable.rules.verdicts import REFEREE
from tricktable.rules.view import view
from tricktable.table.notes import by_name

T = TypeVar("T")
DEALS_AGAIN: Line = {"kind": "deals again"}
"""What the player says where the hands do not fit the record."""


class First:
    """Chance that takes the first of all there is, and leaves the cards as they lie."""

    def random(self) -> float:
        """The least."""
        return 0.0

    def choice(self, among: Sequence[T], /) -> T:
        """The first of these."""
        return among[0]

    def sample(self, among: Sequence[T], count: int, /) -> list[T]:
        """The first of these."""
        return [*among[:count]]

    def shuffle(self, cards: MutableSequence[T], /) -> None:
        """Leave them as they lie."""


class Last(First):
    """Chance that takes the last of all there is."""

    def random(self) -> float:
        """All but the most."""
        return 0.999

    def choice(self, among: Sequence[T], /) -> T:
        """The last of these."""
        return among[-1]


FIRST, LAST = First(), Last()


# --- the cards ----------------------------------------------------------------------------------


def dealt_cards(record: Record, chance: Chance = FIRST) -> Layout:
    """How the cards of a deal lie at this moment, before any entry has moved one."""
    return record.header.rules.deal.deal(record.header, record.state, chance)


def lying(record: Record, dealt: Layout, chance: Chance = FIRST) -> Layout:
    """Where the cards lie after all entries of a record with one deal, dealt so."""
    return record.header.rules.deal.follow(dealt, [*record.steps()], chance)


def masks(seats: int, hands: dict[int, str]) -> tuple[int, ...]:
    """The cards in these hands, by seat; the others are empty."""
    return tuple(mask(map(card, hands.get(seat, "").split())) for seat in range(seats))


# --- the player ---------------------------------------------------------------------------------


def open_table(record: Record, hands: dict[int, str], game: int = 1) -> OpenTable[Any]:
    """What the player sees: all cards, and every secret."""
    known = view(record, REFEREE).position
    beside = max([record.header.seats, *(seat + 1 for seat in hands)])
    return OpenTable(view(record), known, masks(beside, hands), game)


def decided(
    record: Record, hands: dict[int, str], chance: Chance = FIRST, game: int = 1
) -> Line | None:
    """The next entry, as a record has it; None if the player waits for others."""
    return said(record.header.rules.player(chance)(open_table(record, hands, game)))


def said(decision: object) -> Line | None:
    """The player's answer, as a record has it."""
    if decision is None:
        return None
    if decision is MISFIT:
        return DEALS_AGAIN
    assert isinstance(decision, Happening)
    return codec.fields_of(decision)


def plays(record: Record, seat: int, hand: str, chance: Chance = FIRST) -> str:
    """The card that the player plays for the seat whose turn it is."""
    line = decided(record, {seat: hand}, chance)
    assert line is not None
    assert (line["kind"], line["seat"]) == ("played", seat)
    return str(line["card"])


# --- what is presumed ---------------------------------------------------------------------------


def presumed(record: Record, seat: int | None, what: str = LAID) -> list[tuple[Line, str]]:
    """What must have come before this act, as a record has it, each with its reason."""
    trial, made, told = record.fork(), frozenset[int](), list[tuple[Line, str]]()
    before = record.header.rules.presuming.before
    while one := before(Attempt(trial, made, seat, what)):
        made |= {trial.add(one.entry)}
        entry = one.entry.entry if isinstance(one.entry, Corrected) else one.entry
        assert isinstance(entry, Happening)
        told.append((codec.fields_of(entry), by_name(one.why, record.header.seat_names)))
    return told


def early(record: Record) -> list[tuple[int, str]]:
    """What each seat can do although something is missing before it."""
    return [*record.header.rules.presuming.early(record.state)]
