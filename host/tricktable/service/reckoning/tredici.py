"""Tredici's stacks explained: what everybody set aside, turn by turn, and who was purged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tricktable.rules.entries import Declared, Moved
from tricktable.rules.verdicts import PUBLIC
from tricktable.rules.view import Said
from tricktable.service.reckoning.account import Account, Story, Term
from tricktable.service.reckoning.deals import Deal
from tricktable.service.reckoning.rulings import rulings
from tricktable.service.sentences import Names, said
from tricktable.text.language import _
from tricktable.text.names import NEXT
from tricktable.text.parts import (
    Fact,
    Name,
    Picture,
    Row,
    Sentence,
    Sheet,
    Strong,
    listed,
    people,
    sentence,
    team,
)

ALL: Final = 13
CALLS: Final = ("kische", "tredici", "draw")


class Turn(NamedTuple):
    """What a seat did in one go."""

    seat: int
    discarded: int = 0
    drawn: int = 0
    set_aside: int | None = None


def story(deal: Deal, names: Names) -> Story:
    """The game: how the stacks grew, every turn, and the calls."""
    owners: list[list[int]] = deal.detail["owners"]
    who = [team(seats, names) for seats in owners]
    accounts = tuple(Account(name, tuple(_terms(deal, at))) for at, name in enumerate(who))
    standing = [
        sentence("{who} {points}", who=name, points=Strong(str(account.amount)))
        for name, account in zip(who, accounts, strict=True)
    ]
    return Story(
        title=sentence("The stacks"),
        result=listed(standing, NEXT),
        facts=tuple(_facts(deal, names, who)),
        accounts=accounts,
        rulings=rulings(_numbers(deal)),
        sheets=tuple(_turns(deal, names)),
        runs=deal.runs,
    )


def _terms(deal: Deal, owner: int) -> Iterator[Term]:
    """The cards that came to an owner's stacks, and those that a purge took away."""
    collected, came = 0, list[int]()
    for step in deal.steps:
        now: int = _public(step.after)["stacks"][owner]
        more, collected = now - collected, now
        if more > 0:
            came.append(more)
        elif more < 0:
            yield from _set_aside(came)
            came = []
            yield Term(sentence("Purged: to the discards"), more)
    yield from _set_aside(came)


def _set_aside(counts: list[int]) -> Iterator[Term]:
    """Turn by turn."""
    if counts:
        turns = " + ".join(map(str, counts))
        yield Term(sentence("Set aside: {turns}", turns=turns), sum(counts))


def _public(state: Any) -> Any:
    """What everybody may know."""
    return state.position((), PUBLIC).as_json()


def _facts(deal: Deal, names: Names, who: list[Sentence]) -> Iterator[Fact]:
    for step in deal.steps:
        entry = step.entry
        if not isinstance(entry, Declared) or entry.topic not in CALLS:
            continue
        if entry.topic != "kische" or entry.seat is None:
            yield Fact(said(Said(*entry), names))
            continue
        gone = people([names[seat] for seat in _public(step.after)["purged"]])
        caller = Name(names[entry.seat])
        yield Fact(sentence("{caller} called kisché; purged: {who}", caller=caller, who=gone))
    for name, target, stack in zip(who, deal.detail["targets"], deal.detail["stacks"], strict=True):
        if target:
            told = sentence(
                "{who}: {count} of 13 in {suit}", who=name, count=stack, suit=Picture(target)
            )
            yield Fact(told, "met" if stack == ALL else "")


def _turns(deal: Deal, names: Names) -> Iterator[Sheet]:
    """Who discarded, drew and set aside how many, the newest first."""
    rows = [
        Row(
            (Name(names[turn.seat]),),
            (
                (str(turn.discarded or "–"),),
                (str(turn.drawn or "–"),),
                ("–" if turn.set_aside is None else Strong(str(turn.set_aside)),),
            ),
        )
        for turn in turns(deal)
    ]
    if rows:
        heads = (
            sentence("Turn"),
            sentence("Discarded"),
            sentence("Drew"),
            sentence("To the stack"),
        )
        yield Sheet("turns", _("Turns, the newest first"), heads, tuple(rows[::-1]))


def turns(deal: Deal) -> list[Turn]:
    """Every seat's goes in the order in which they were begun."""
    made: list[Turn] = []
    is_open = False
    for step in deal.steps:
        entry = step.entry
        if not isinstance(entry, Moved) or entry.target == "draw":
            continue
        if not is_open or made[-1].seat != entry.seat:
            made.append(Turn(entry.seat))
        turn = made[-1]
        match entry.source, entry.target:
            case "hand", "discard":
                turn = turn._replace(discarded=turn.discarded + entry.number)
            case "draw", "hand":
                turn = turn._replace(drawn=turn.drawn + entry.number)
            case "hand", "stack":
                turn = turn._replace(set_aside=entry.number)
        made[-1] = turn
        is_open = entry.target != "stack"  # setting aside ends a turn
    return made


def _numbers(deal: Deal) -> Iterator[str]:
    """The rulings that the stacks and the end rest on."""
    topics = [word.topic for word in deal.said]
    yield "D30"
    if "kische" in topics:
        yield from ("D22", "D21")
    if deal.end.status == "drawn" and "draw" not in topics:
        yield "D13"
    if deal.end.status == "finished":
        yield f"D24:{deal.options['auto_call']}"
