"""Tredici: stacks, hands and piles by count, kisché, and the targets that have become public."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tricktable.rules.view import AnyView
from tricktable.service.sentences import Names
from tricktable.text.language import _
from tricktable.text.names import OR
from tricktable.text.parts import (
    Fact,
    Name,
    Part,
    Pile,
    Row,
    Sentence,
    Sheet,
    Sign,
    Strong,
    counted,
    people,
    sentence,
    team,
)

ALL: Final = 13


def sheets(view: AnyView, names: Names) -> tuple[Sheet, ...]:
    """Owners, hands where owners have several, and kisché."""
    owners: Any = view.detail["owners"]
    has_teams = any(len(seats) > 1 for seats in owners)
    made = [_owners(view, names, owners, has_teams)]
    if has_teams:
        made.append(_hands(view, names))
    return (*made, Sheet("kische", _("Kisché"), facts=tuple(_kische(view, names))))


def _owners(view: AnyView, names: Names, owners: list[list[int]], has_teams: bool) -> Sheet:
    detail: dict[str, Any] = view.detail
    rows = []
    for number, seats in enumerate(owners):
        stacks, target = detail["stacks"][number], detail["targets"][number]
        hand: tuple[Sentence, ...] = (
            () if has_teams else ((Strong(str(detail["hands"][seats[0]])),),)
        )
        rows.append(
            Row(
                team(seats, names),
                (
                    _stacks(view, number, stacks),
                    *hand,
                    (Sign(target),) if target else sentence("secret"),
                ),
                _mark(view, seats),
            )
        )
    heads = (
        sentence("Team") if has_teams else sentence("Seat"),
        sentence("Stacks, of {number}", number=ALL),
        *(() if has_teams else (sentence("Hand"),)),
        sentence("Target"),
    )
    return Sheet("owners", _("Stacks"), heads, tuple(rows), is_plain=True)


def _stacks(view: AnyView, number: int, count: int) -> Sentence:
    """The cards as they lie, stacks of three, and how many they are."""
    stacked: Any = view.outlook["stacked"]
    piles: list[Part] = [Pile(each) for each in stacked[number]]
    return (*piles, " ", Strong(str(count)))


def _mark(view: AnyView, seats: list[int]) -> str:
    if view.winner and seats[0] in view.winner:
        return "won"
    awaited: Any = view.outlook["seats"]
    return "due" if set(seats).intersection(awaited) else ""


def _hands(view: AnyView, names: Names) -> Sheet:
    hands: Any = view.detail["hands"]
    rows = tuple(
        Row((Name(name),), ((Strong(str(count)),),), _mark(view, [seat]))
        for seat, (name, count) in enumerate(zip(names, hands, strict=True))
    )
    return Sheet("hands", _("Hands"), (sentence("Seat"), sentence("Cards")), rows)


def _kische(view: AnyView, names: Names) -> Iterator[Fact]:
    caller: Any = view.detail["kische"]
    purged: Any = view.detail["purged"]
    if caller is None:
        yield Fact(sentence("Nobody has called it yet"))
    else:
        told = counted(
            "{who} called: {purged} was purged",
            "{who} called: {purged} were purged",
            len(purged),
            who=Name(names[caller]),
            purged=people([names[seat] for seat in purged]),
        )
        yield Fact(told)
    may_call: Any = view.outlook["may_call"]
    if may_call:
        whoever = people([names[seat] for seat in may_call], OR)
        if len(may_call) == len(names):
            yield Fact(sentence("Can be called now, by anybody"))
        else:
            yield Fact(sentence("Can be called now, by {who}", who=whoever))
