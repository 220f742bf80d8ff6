"""TriATri's points explained: what each card counted, where the gems went, what they are worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tricktable.games.triatri.rules import INSTANT
from tricktable.rules.cards import COLOURS, card
from tricktable.rules.entries import Played
from tricktable.rules.game import State
from tricktable.rules.trick_sheets import trick_sheets
from tricktable.service.reckoning.account import Account, Story, Term
from tricktable.service.reckoning.deals import Deal
from tricktable.service.reckoning.rulings import rulings
from tricktable.service.sentences import Names
from tricktable.text.language import _
from tricktable.text.names import NEXT
from tricktable.text.parts import (
    Fact,
    Laid,
    Name,
    Picture,
    Row,
    Sentence,
    Sheet,
    Sign,
    Strong,
    counted,
    figure,
    listed,
    sentence,
)


def story(deal: Deal, names: Names) -> Story:
    """One round: every card's worth, and the points as they stand after it."""
    detail = deal.detail
    accounts = tuple(
        Account((Name(name),), points_terms(gems, detail["stock"]))
        for name, gems in zip(names, detail["gems"], strict=True)
    )
    prizes: list[Any] = [said.value for said in deal.said if said.topic == "prize"]
    gems = [Sign(each["colour"]) for each in prizes]
    return Story(
        title=sentence("Round {number}", number=deal.number),
        result=_result(accounts, names),
        facts=(*_stock(detail["stock"]), *_ended(detail["ended_by"])),
        accounts=accounts,
        rulings=rulings(_numbers(deal)),
        sheets=(
            *_worths(deal, prizes, names),
            *trick_sheets(deal.tricks, deal.felt.of, gems, names),
        ),
        runs=deal.runs,
    )


def points_terms(gems: Sequence[int], stock: Sequence[int]) -> tuple[Term, ...]:
    """What gems are worth beside this stock: sets of three, of two, and what is left (A25)."""
    if min(gems) >= 2:
        return (Term(sentence("Two gems of every colour"), INSTANT),)
    sets = min(gems)
    left = [count - sets for count in gems]
    pairs = sorted(left)[1]
    colour = left.index(max(left))
    alone = left[colour] - pairs
    terms = []
    if sets:
        words = counted("{count} set of three colours", "{count} sets of three colours", sets)
        terms.append(Term(words, sets))
    if pairs:
        words = counted("{count} set of two colours", "{count} sets of two colours", pairs)
        terms.append(Term(words, -2 * pairs))
    if alone:
        words = sentence(
            "{gem} left: {count} × {stock} in the stock",
            count=alone,
            gem=Sign(COLOURS[colour]),
            stock=stock[colour],
        )
        terms.append(Term(words, alone * stock[colour]))
    return tuple(terms)


def _result(accounts: tuple[Account, ...], names: Names) -> Sentence:
    return listed(
        [
            sentence("{who} {points}", who=Name(name), points=Strong(figure(account.amount)))
            for name, account in zip(names, accounts, strict=True)
        ],
        NEXT,
    )


def _stock(stock: Sequence[int]) -> Iterator[Fact]:
    left = [
        sentence("{count} {gem}", count=count, gem=Picture(colour))
        for colour, count in zip(COLOURS, stock, strict=True)
    ]
    yield Fact(sentence("In the stock: {gems}", gems=listed(left, NEXT)))


def _ended(by: str | None) -> Iterator[Fact]:
    if by == "two_sets":
        yield Fact(sentence("Two gems of every colour win at once"))
    elif by == "colour_gone":
        yield Fact(sentence("A colour has gone from the stock: that ended the game"))
    elif by == "three_rounds":
        yield Fact(sentence("Three rounds are played"))


def _worths(deal: Deal, prizes: list[Any], names: Names) -> Iterator[Sheet]:
    """A line for each card of each complete trick: what it counted, and why."""
    rows = []
    ends = [step.after for step in deal.steps if isinstance(step.entry, Played) and _ends(step)]
    for number, (trick, after) in enumerate(zip(deal.tricks, ends, strict=True), start=1):
        outlook: dict[str, Any] = after.felt().outlook
        prize = prizes[number - 1]
        for place, (seat, code) in enumerate(trick.plays):
            lies, worth = outlook["last_lies"][place], outlook["last_worth"][place]
            wins = seat == trick.taker
            head: Sentence = (str(number), " ", Sign(prize["colour"]))
            cells = (
                (Name(names[seat]),),
                (Laid(code, place == 0, wins),),
                arithmetic(code, lies, worth),
            )
            rows.append(Row(head, cells, "won" if wins else ""))
    if rows:
        heads = (sentence("Trick"), sentence("Seat"), sentence("Card"), sentence("Counts"))
        yield Sheet("worths tricks", _("What each card counted"), heads, tuple(rows))


def _ends(step: Any) -> bool:
    after: State = step.after
    return not after.felt().trick


def arithmetic(code: str, lies: str, worth: int) -> Sentence:
    """What the card that lies there counted: `4 × 2 = 8`, or what it changed places with."""
    total, rank = Strong(str(worth)), card(lies).rank
    if not rank:
        return (total,)
    words: Sentence = (total,)
    if worth != rank:
        words = sentence("{rank} × {times} = {total}", rank=rank, times=worth // rank, total=total)
    return words if lies == code else (Picture(lies), " ", *words)


def _numbers(deal: Deal) -> Iterator[str]:
    """The rulings that these counts and points rest on."""
    detail = deal.detail
    plays = [code for trick in deal.tricks for _, code in trick.plays]
    if any(code[0] == "X" for code in plays):
        yield from ("A2", f"A3:{deal.options['imitation']}")
    if any(code[0] == "2" for code in plays):
        yield "A21"
    yield "A25"
    if detail["ended_by"] == "two_sets":
        yield from ("A31", *(["A23"] if not min(detail["stock"]) else []))
    elif detail["ended_by"] == "colour_gone":
        yield from ("A22", "A27")
