"""The tricks of the deal so far, a line for each: who led what, who followed with what, who won."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from tricktable.rules.view import AnyView, CardOfSeat, Remark, Taken
from tricktable.text.language import _
from tricktable.text.parts import Laid, Name, Part, Row, Sentence, Sheet, Sign, sentence


def tricks(view: AnyView, names: tuple[str, ...]) -> Iterator[Sheet]:
    """The complete tricks of the deal that the view shows."""
    prizes = tuple(said.value for said in view.said if said.topic == "prize")
    return trick_sheets(view.tricks, view.of, prizes, names)


def trick_sheets(
    tricks: Sequence[Taken], of: int, prizes: Sequence[Any], names: tuple[str, ...]
) -> Iterator[Sheet]:
    """One sheet for each round of `of` tricks with a complete one, the newest first."""
    rounds = [tricks[start : start + of] for start in range(0, len(tricks), of)] if of else []
    for number, played in reversed([*enumerate(rounds, start=1)]):
        title = _("Tricks of this deal")
        if len(rounds) > 1:
            title = _("Tricks of round {number}", number=number)
        seats = sorted({seat for each in played for seat, _ in each.plays})
        rows = tuple(
            Row(
                _head(place, prizes), tuple(_cell(trick.plays, trick.taker, seat) for seat in seats)
            )
            for place, trick in enumerate(played)
        )
        yield Sheet("tricks", title, _heads(seats, names), rows, is_folded=True)


def exhibits(remark: Remark, names: tuple[str, ...]) -> Sheet | None:
    """The tricks that prove something, with the cards that do; None where no trick does."""
    if not remark.exhibits:
        return None
    seats = sorted({seat for each in remark.exhibits for seat, _ in each.plays})
    telling = {remark.card, remark.proof_card}
    rows = tuple(
        Row(
            (str(trick.number),),
            tuple(_cell(trick.plays, trick.taker, seat, telling) for seat in seats),
        )
        for trick in remark.exhibits
    )
    return Sheet("tricks", _("The tricks that show it"), _heads(seats, names), rows)


def _heads(seats: Sequence[int], names: tuple[str, ...]) -> tuple[Sentence, ...]:
    return (sentence("Trick"), *((Name(names[seat]),) for seat in seats))


def _head(place: int, prizes: Sequence[Any]) -> Sentence:
    parts: list[Part] = [str(place + 1)]
    if place < len(prizes):
        parts += [" ", Sign(prizes[place]["colour"])]
    return tuple(parts)


def _cell(
    plays: Sequence[CardOfSeat], taker: int | None, seat: int, telling: Collection[str | None] = ()
) -> Sentence:
    code = dict(plays).get(seat)
    if code is None:
        return ()
    return (Laid(code, seat == plays[0][0], seat == taker, code in telling),)
