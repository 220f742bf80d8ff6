"""Tredici's stacks explained: what everybody set aside, turn by turn, and who was purged."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tricktable.games.tredici.position import Position
from tricktable.games.tredici.rules import SUIT
from tricktable.games.tredici.topics import DRAW, KISCHE, TREDICI
from tricktable.rules.entries import Declared, Moved
from tricktable.rules.explanation import Account, DealSeen, Explanation, Ruling
from tricktable.rules.score import Term
from tricktable.text.language import Message, _
from tricktable.text.names import NEXT
from tricktable.text.sentences import (
    Fact,
    Name,
    Picture,
    Sheet,
    SheetRow,
    Strong,
    list_in_words,
    people,
    sentence,
)

Deal = DealSeen[Position]

CALLS: Final = (KISCHE.name, TREDICI.name, DRAW.name)

D13: Final = Ruling("D13", Message("The game is a draw once every hand is almost empty."))
D21: Final = Ruling("D21", Message("Purged players put hand and stack on the discards."))
D22: Final = Ruling(
    "D22",
    Message("Players who share a suit are purged; the caller only if nobody else is."),
)
D24_NO: Final = Ruling("D24", Message("Thirteen cards win when called."))
D24_YES: Final = Ruling("D24", Message("Thirteen cards win without a call."))
D30: Final = Ruling("D30", Message("Anybody may count the stacks."))


class Turn(NamedTuple):
    """What a seat did in one turn."""

    seat: int
    discarded: int = 0
    drawn: int = 0
    set_aside: int | None = None


def explained(deal: Deal) -> Explanation:
    """The game: how the stacks grew, every turn, and the calls."""
    accounts = tuple(Account(who, tuple(_terms(deal, at))) for at, who in enumerate(deal.teams))
    standing = [
        sentence("{who} {points}", who=each.who, points=Strong(str(each.amount)))
        for each in accounts
    ]
    return Explanation(
        title=sentence("The stacks"),
        result=list_in_words(standing, NEXT),
        facts=tuple(_facts(deal)),
        accounts=accounts,
        rulings=tuple(_rulings(deal)),
        sheets=tuple(_turns(deal)),
        runs=deal.runs,
    )


def _terms(deal: Deal, owner: int) -> Iterator[Term]:
    """The cards added to an owner's stacks, and those lost to a purge."""
    collected, came = 0, list[int]()
    for step in deal.steps:
        now = deal.after(step).stacks[owner]
        more, collected = now - collected, now
        if more > 0:
            came.append(more)
        elif more < 0:
            yield from _set_aside(came)
            came = []
            yield Term(sentence("Purged: to the discards"), more)
    yield from _set_aside(came)


def _set_aside(counts: list[int]) -> Iterator[Term]:
    """The cards set aside, turn by turn."""
    if counts:
        turns = " + ".join(map(str, counts))
        yield Term(sentence("Set aside: {turns}", turns=turns), sum(counts))


def _facts(deal: Deal) -> Iterator[Fact]:
    for step in deal.steps:
        entry = step.entry
        if not isinstance(entry, Declared) or entry.topic not in CALLS:
            continue
        if entry.topic != KISCHE.name or entry.seat is None:
            yield Fact(deal.say(entry))
            continue
        gone = people([deal.names[seat] for seat in deal.after(step).purged])
        caller = Name(deal.names[entry.seat])
        yield Fact(sentence("{caller} called kisché; purged: {who}", caller=caller, who=gone))
    at = deal.position
    for who, target, stack in zip(deal.teams, at.targets, at.stacks, strict=True):
        if target:
            told = sentence(
                "{who}: {count} of 13 in {suit}", who=who, count=stack, suit=Picture(target)
            )
            yield Fact(told, "met" if stack == SUIT else "")


def _turns(deal: Deal) -> Iterator[Sheet]:
    """How many cards each seat discarded, drew and set aside, newest turn first."""
    rows = [
        SheetRow(
            (Name(deal.names[turn.seat]),),
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
    """Every seat's turns, in the order they began."""
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


def _rulings(deal: Deal) -> Iterator[Ruling]:
    """The rulings that the stacks and the end depend on."""
    topics = [word.topic for word in deal.said]
    yield D30
    if KISCHE.name in topics:
        yield D22
        yield D21
    if deal.status == "drawn" and DRAW.name not in topics:
        yield D13
    if deal.status == "finished":
        yield D24_YES if deal.header.options["auto_call"] == "yes" else D24_NO
