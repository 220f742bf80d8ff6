"""The tricks of the deal so far, a line for each: who led what, who followed with what, who won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tricktable.language import _
from tricktable.rules.view import Taken, View
from tricktable.service.felt import playing
from tricktable.service.parts import Laid, Name, Part, Row, Sentence, Sheet, Sign, sentence


def tricks(view: View, names: tuple[str, ...]) -> Iterator[Sheet]:
    """One sheet for each round with a complete trick, the newest first."""
    of = view.of or len(view.tricks)
    rounds = [view.tricks[start : start + of] for start in range(0, len(view.tricks), of or 1)]
    prizes: list[Any] = [said.value for said in view.said if said.topic == "prize"]
    for number, played in reversed([*enumerate(rounds, start=1)]):
        title = _("Tricks so far")
        if len(rounds) > 1:
            title = _("Tricks of round {number}", number=number)
        seats = [seat for seat in playing(view) if any(seat in dict(each.plays) for each in played)]
        rows = tuple(
            Row(_head(place, prizes), tuple(_cell(trick, seat) for seat in seats))
            for place, trick in enumerate(played)
        )
        heads: list[Sentence] = [sentence("Trick"), *((Name(names[seat]),) for seat in seats)]
        yield Sheet("tricks", title, tuple(heads), rows, is_folded=True)


def _head(place: int, prizes: list[Any]) -> Sentence:
    parts: list[Part] = [str(place + 1)]
    if place < len(prizes):
        parts += [" ", Sign(prizes[place]["colour"])]
    return tuple(parts)


def _cell(trick: Taken, seat: int) -> Sentence:
    codes = dict(trick.plays)
    if seat not in codes:
        return ()
    return (Laid(codes[seat], seat == trick.plays[0][0], seat == trick.taker),)
