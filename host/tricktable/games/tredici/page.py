"""Tredici's page: stacks, hands and piles by count, kisché, and the public targets."""

from collections.abc import Iterator, Sequence
from typing import Final

from tricktable.games.tredici.position import TrediciView
from tricktable.games.tredici.rules import SUIT
from tricktable.rules.page import Heap, Middle, Page
from tricktable.text.language import _
from tricktable.text.names import OR
from tricktable.text.sentences import (
    FaceDown,
    Fact,
    Name,
    Part,
    Sentence,
    Sheet,
    SheetRow,
    Sign,
    Strong,
    people,
    sentence,
    sentence_by_number,
    team,
    two_sentences,
)


def middle(view: TrediciView) -> Middle:
    """The two piles, and the size of a hand."""
    at = view.position
    heaps = (Heap(_("Draw pile"), at.draw), Heap(_("Discards"), at.discard))
    full = sentence("A full hand is {count}", count=at.hand_size)
    heard = full
    for seats, target in reversed(tuple(zip(view.owners, at.targets, strict=True))):
        if target:
            who = team(seats, view.names)
            collects = sentence("{who} collects {suit}", who=who, suit=Sign(target))
            heard = two_sentences(collects, heard)
    return Middle(sentence("Piles"), full, heaps=heaps, heard=heard)


def sheets(view: TrediciView) -> tuple[Sheet, ...]:
    """Owners, their hands if they have several, and kisché."""
    has_teams = any(len(seats) > 1 for seats in view.owners)
    hands = (_hands(view),) if has_teams else ()
    kische = Sheet("kische", _("Kisché"), facts=tuple(_kische(view)))
    return (_owners(view, has_teams), *hands, kische)


def _owners(view: TrediciView, has_teams: bool) -> Sheet:
    at = view.position
    untold = sentence("never told") if view.is_over else sentence("secret")
    rows = []
    for seats, stacks, target, stacked in zip(
        view.owners, at.stacks, at.targets, at.stacked, strict=True
    ):
        hand = () if has_teams else ((Strong(str(at.hands[seats[0]])),),)
        cells = (_stacks(stacked, stacks), *hand, (Sign(target),) if target else untold)
        rows.append(SheetRow(team(seats, view.names), cells, _mark(view, seats)))
    heads = (
        sentence("Team") if has_teams else sentence("Seat"),
        sentence("Stacks, of {number}", number=SUIT),
        *(() if has_teams else (sentence("Hand"),)),
        sentence("Target"),
    )
    return Sheet("owners", _("Stacks"), heads, tuple(rows), is_plain=True)


def _stacks(stacked: Sequence[int], count: int) -> Sentence:
    """The cards as they lie, in stacks of three, and their number."""
    piles: list[Part] = [FaceDown(each) for each in stacked]
    return (*piles, " ", Strong(str(count)))


def _mark(view: TrediciView, seats: Sequence[int]) -> str:
    if view.winner and seats[0] in view.winner:
        return "won"
    return "due" if set(seats).intersection(view.position.seats) else ""


def _hands(view: TrediciView) -> Sheet:
    rows = tuple(
        SheetRow((Name(name),), ((Strong(str(count)),),), _mark(view, [seat]))
        for seat, (name, count) in enumerate(zip(view.names, view.position.hands, strict=True))
    )
    heads = (sentence("Seat"), sentence("Cards"))
    return Sheet("hands", _("Hands"), heads, rows, layout="list")


def _kische(view: TrediciView) -> Iterator[Fact]:
    at, names = view.position, view.names
    if at.kische is None:
        yield Fact(sentence("Nobody has called kisché yet"))
    else:
        told = sentence_by_number(
            "{who} called: {purged} was purged",
            "{who} called: {purged} were purged",
            len(at.purged),
            who=Name(names[at.kische]),
            purged=people([names[seat] for seat in at.purged]),
        )
        yield Fact(told)
    if len(at.may_call) == len(names):
        yield Fact(sentence("Anybody can call kisché now"))
    elif at.may_call:
        whoever = people([names[seat] for seat in at.may_call], OR)
        yield Fact(sentence("{who} can call kisché now", who=whoever))


def _stack(view: TrediciView, number: int) -> str:
    return _("{who}’s stacks", who=view.names[view.owners[number][0]])


PAGE: Final = Page(middle=middle, sheets=sheets, stack=_stack)
