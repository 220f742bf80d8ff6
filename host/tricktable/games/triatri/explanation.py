"""TriATri's points explained: what each card counted, where the gems went, their value."""

from collections.abc import Iterator, Sequence
from typing import Final

from tricktable.games.triatri.phases import why_ended
from tricktable.games.triatri.position import Position
from tricktable.games.triatri.rules import INSTANT, worths
from tricktable.rules.cards import COLOURS, card
from tricktable.rules.explanation import Account, DealSeen, Explanation, Ruling
from tricktable.rules.score import Term
from tricktable.rules.trick_sheets import trick_sheets
from tricktable.rules.values import JsonValue
from tricktable.text.language import Message, _
from tricktable.text.names import NEXT, Names
from tricktable.text.sentences import (
    Fact,
    Name,
    Picture,
    Sentence,
    Sheet,
    SheetRow,
    Sign,
    Strong,
    TrickCard,
    figure,
    list_in_words,
    sentence,
    sentence_by_number,
)

Deal = DealSeen[Position]

A2: Final = Ruling("A2", Message("An imitation swaps places with the winning card."))
A3_CARRY: Final = Ruling("A3", Message("A card taken by an imitation keeps its worth."))
A3_RECOMPUTE_EXCHANGE: Final = Ruling(
    "A3", Message("After a swap, each card's worth depends on its new place.")
)
A3_RECOMPUTE_COPY: Final = Ruling(
    "A3", Message("An imitation becomes a copy; each card's worth depends on its place.")
)
A21: Final = Ruling("A21", Message("Where another card counts double, a 2 counts fourfold."))
A22: Final = Ruling(
    "A22", Message("A colour is gone as soon as its last gem in the stock is named.")
)
A23: Final = Ruling(
    "A23", Message("Two gems of every colour win, even if a colour runs out at the same time.")
)
A25: Final = Ruling(
    "A25",
    Message(
        "First sets of three colours (+1), then of two (−2). Each gem left over scores one point "
        "for every gem of its colour in the stock."
    ),
)
A27: Final = Ruling("A27", Message("A colour with none left in the stock counts 0."))
A31: Final = Ruling("A31", Message("Two gems of every colour are shown as 100 points."))


def explained(deal: Deal) -> Explanation:
    """One round: every card's worth, and the points after it."""
    at = deal.position
    accounts = tuple(
        Account((Name(name),), points_terms(gems, at.stock))
        for name, gems in zip(deal.names, at.gems, strict=True)
    )
    prizes = [
        Sign(said.value["colour"])
        for said in deal.said
        if said.topic == "prize" and isinstance(said.value, dict)
    ]
    return Explanation(
        title=deal.title,
        result=_result(accounts, deal.names),
        facts=(*_stock(at.stock), *_end_facts(at)),
        accounts=accounts,
        rulings=tuple(_rulings(deal)),
        sheets=(
            *_worths(deal, prizes),
            *trick_sheets(deal.tricks, deal.of, prizes, deal.names),
        ),
        runs=deal.runs,
    )


def points_terms(gems: Sequence[int], stock: Sequence[int]) -> tuple[Term, ...]:
    """The value of these gems with this stock: sets of three, sets of two, and the rest (A25)."""
    if min(gems) >= 2:
        return (Term(sentence("Two gems of every colour"), INSTANT),)
    sets = min(gems)
    left = [count - sets for count in gems]
    pairs = sorted(left)[1]
    colour = left.index(max(left))
    alone = left[colour] - pairs
    terms = []
    if sets:
        words = sentence_by_number(
            "{count} set of three colours", "{count} sets of three colours", sets
        )
        terms.append(Term(words, sets))
    if pairs:
        words = sentence_by_number(
            "{count} set of two colours", "{count} sets of two colours", pairs
        )
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
    return list_in_words(
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
    yield Fact(sentence("In the stock: {gems}", gems=list_in_words(left, NEXT)))


def _end_facts(at: Position) -> tuple[Fact, ...]:
    return (Fact(why_ended(at.ended_by)),) if at.ended_by else ()


def _worths(deal: Deal, prizes: Sequence[Sign]) -> Iterator[Sheet]:
    """A line for each card of each finished trick: what it counted, and why."""
    rows = []
    for number, trick in enumerate(deal.tricks, start=1):
        laid = worths(trick.plays, deal.position.plan)
        for place, ((seat, code), lies) in enumerate(zip(trick.plays, laid, strict=True)):
            wins = seat == trick.taker
            head: Sentence = (str(number), " ", prizes[number - 1])
            cells = (
                (Name(deal.names[seat]),),
                (TrickCard(code, place == 0, wins),),
                arithmetic(code, lies.code, lies.worth),
            )
            rows.append(SheetRow(head, cells, "won" if wins else ""))
    if rows:
        heads = (sentence("Trick"), sentence("Seat"), sentence("Card"), sentence("Counts"))
        yield Sheet("worths tricks", _("What each card counted"), heads, tuple(rows))


def arithmetic(code: str, lies: str, worth: int) -> Sentence:
    """How the card that lies there counted: `4 × 2 = 8`, or which card it was exchanged for."""
    total, rank = Strong(str(worth)), card(lies).rank
    if not rank:
        return (total,)
    words: Sentence = (total,)
    if worth != rank:
        words = sentence("{rank} × {times} = {total}", rank=rank, times=worth // rank, total=total)
    return words if lies == code else (Picture(lies), " ", *words)


def _rulings(deal: Deal) -> Iterator[Ruling]:
    """The rulings that these counts and points depend on."""
    at = deal.position
    plays = [code for trick in deal.tricks for _, code in trick.plays]
    if any(code[0] == "X" for code in plays):
        yield A2
        yield _imitation(deal.header.options["imitation"])
    if any(code[0] == "2" for code in plays):
        yield A21
    yield A25
    if at.ended_by == "two_sets":
        yield A31
        if not min(at.stock):
            yield A23
    elif at.ended_by == "colour_gone":
        yield A22
        yield A27


def _imitation(rule: JsonValue) -> Ruling:
    match rule:
        case "recompute_exchange":
            return A3_RECOMPUTE_EXCHANGE
        case "recompute_copy":
            return A3_RECOMPUTE_COPY
    return A3_CARRY
