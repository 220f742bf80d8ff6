"""The tricks of a deal as a table, one line each: who led what, who followed, who won. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tricktable.rules.entry_words import entry_words
from tricktable.text.language import ENGLISH, _, speaking
from tricktable.text.names import Names
from tricktable.text.sentences import (
    Fact,
    Name,
    Part,
    Sentence,
    Sheet,
    SheetRow,
    TrickCard,
    coded,
    sentence,
)

if TYPE_CHECKING:
    from tricktable.rules.view import CardOfSeat, FindingDetail, TakenTrick

KEPT_ROWS: Final = 16_384
"""More than 1,000 tables have in play, at 0.5 KB each. A table's page is drawn anew with each card,
and to make these rows took a tenth of that."""


def trick_sheets(
    tricks: Sequence[TakenTrick],
    of: int,
    signs: Sequence[Part],
    names: Names,
    why: Callable[[TakenTrick], Sentence] = lambda _: (),
) -> Iterator[Sheet]:
    """One sheet for each round of `of` tricks that has a complete one, newest first.

    The signs stand beside the numbers of the first tricks: what each was played for. A touch on the
    number tells why the trick was taken.
    """
    rounds = [tricks[start : start + of] for start in range(0, len(tricks), of)] if of else []
    for number, played in reversed([*enumerate(rounds, start=1)]):
        title = _("Tricks")
        if len(rounds) > 1:
            title = _("Tricks of round {number}", number=number)
        seats = tuple(sorted({seat for each in played for seat, _ in each.plays}))
        rows = tuple(
            SheetRow(_head(place, signs), _cells(trick, seats), why=why(trick))
            for place, trick in enumerate(played)
        )
        yield Sheet("tricks", title, _heads(seats, names), rows, is_folded=True)


def exhibits(remark: FindingDetail, names: Names) -> Sheet | None:
    """What proves something: tricks with the proving cards, and other entries; None if nothing."""
    if not (remark.exhibits or remark.entries):
        return None
    seats = sorted({seat for each in remark.exhibits for seat, _ in each.plays})
    telling = {remark.card, remark.proof_card}
    rows = tuple(
        SheetRow(
            (str(trick.number),),
            tuple(_cell(trick.plays, trick.taker, seat, telling) for seat in seats),
        )
        for trick in remark.exhibits
    )
    facts = tuple(Fact(words) for words in _entries(remark, names))
    return Sheet("tricks", _("What shows it"), _heads(seats, names), rows, facts)


def plain_exhibits(remark: FindingDetail, names: Names) -> Iterator[str]:
    """The same for terminals, a line each, in English: `trick 3: Bo 9H, Cy 2D`."""
    with speaking(ENGLISH):
        for words in _entries(remark, names):
            yield coded(words)
    for trick in remark.exhibits:
        plays = ", ".join(f"{names[seat]} {code}" for seat, code in trick.plays)
        yield f"trick {trick.number}: {plays}"


def _entries(remark: FindingDetail, names: Names) -> Iterator[Sentence]:
    if remark.header is not None:
        for each in remark.entries:
            yield entry_words(each, names, remark.header)


def _heads(seats: Sequence[int], names: Names) -> tuple[Sentence, ...]:
    return (sentence("Trick"), *((Name(names[seat]),) for seat in seats))


def _head(place: int, signs: Sequence[Part]) -> Sentence:
    sign = (" ", signs[place]) if place < len(signs) else ()
    return (str(place + 1), *sign)


@lru_cache(maxsize=KEPT_ROWS)
def _cells(trick: TakenTrick, seats: Sequence[int]) -> tuple[Sentence, ...]:
    return tuple(_cell(trick.plays, trick.taker, seat) for seat in seats)


def _cell(
    plays: Sequence[CardOfSeat], taker: int | None, seat: int, telling: Collection[str | None] = ()
) -> Sentence:
    code = dict(plays).get(seat)
    if code is None:
        return ()
    return (TrickCard(code, seat == plays[0][0], seat == taker, code in telling),)
