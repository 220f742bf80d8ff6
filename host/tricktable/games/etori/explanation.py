"""Etori's payments explained: the faces captured, the winners' aces, and what they cost."""

from collections.abc import Iterator, Sequence
from typing import Final

from tricktable.games.etori.position import DealResult, Position
from tricktable.games.etori.rules import ALL_FACES, BY_FACES, EVEN, FOR_MINOR_ACES, FOR_NO_ACE
from tricktable.rules.cards import SUITS
from tricktable.rules.explanation import Account, DealSeen, Explanation, Ruling
from tricktable.rules.score import Term
from tricktable.rules.trick_sheets import trick_sheets
from tricktable.text.language import Message
from tricktable.text.sentences import (
    Fact,
    Part,
    Picture,
    Sentence,
    Strong,
    sentence,
    sentence_by_number,
    signed,
)

Deal = DealSeen[Position]

E1_DEALT: Final = Ruling("E1", Message("Payment depends on the aces dealt to the winners."))
E1_CAPTURED: Final = Ruling("E1", Message("Payment depends on the aces the winners captured."))
E2: Final = Ruling("E2", Message("With eight each, the team with the Rensho loses."))
E3: Final = Ruling("E3", Message("With eight each, the usual payment up to eleven applies."))
E4_YES: Final = Ruling("E4", Message("A deal ends as soon as the payment is certain."))
E14: Final = Ruling("E14", Message("The Rensho and the ace of trumps replace the black aces."))
E16: Final = Ruling("E16", Message("Nobody pays more than they have."))
E19_PLAIN: Final = Ruling(
    "E19", Message("9 to 11 faces cost 1 chip, 12 to 15 cost 2, all 16 cost 4.")
)


def explained(deal: Deal) -> Explanation:
    """One deal: who captured which faces, and what the losers paid."""
    deals = deal.position.deals
    result = deals[-1] if len(deals) > len(deal.before.deals) else None
    return Explanation(
        title=deal.title,
        result=_result_words(result, deal.teams) if result else deal.why_unscored,
        facts=tuple(_facts(deal, result)),
        accounts=tuple(_accounts(deal, result)) if result else (),
        rulings=tuple(_rulings(deal, result)) if result else (),
        sheets=tuple(trick_sheets(deal.tricks, deal.of, (), deal.names)),
        runs=deal.runs,
        why=_why(result, deal.teams) if result else (),
    )


def _why(result: DealResult, teams: Sequence[Sentence]) -> Sentence:
    return sentence(
        "{who} captured {faces} faces, {other} {others}.",
        who=teams[result.winner],
        faces=result.faces[result.winner],
        other=teams[result.loser],
        others=result.faces[result.loser],
    )


def _result_words(result: DealResult, teams: Sequence[Sentence]) -> Sentence:
    chips = Strong(signed(result.chips))
    return sentence("{who} {points}", who=teams[result.winner], points=chips)


def _facts(deal: Deal, result: DealResult | None) -> Iterator[Fact]:
    for number, who in enumerate(deal.teams):
        faces = _face_cards(deal, number)
        if faces:
            told = sentence_by_number(
                "{who} captured {count} face: {cards}",
                "{who} captured {count} faces: {cards}",
                len(faces),
                who=who,
                cards=_cards(faces),
            )
            yield Fact(told)
    if result:
        aces = _aces(deal, result.winner)
        who = deal.teams[result.winner]
        if aces:
            yield Fact(sentence("Aces of {who}: {cards}", who=who, cards=_cards(aces)))
        else:
            yield Fact(sentence("{who} had no aces", who=who))


def _cards(codes: Sequence[str]) -> Sentence:
    """Cards side by side."""
    parts: list[Part] = []
    for code in codes:
        parts += [*([" "] if parts else []), Picture(code)]
    return tuple(parts)


def _face_cards(deal: Deal, number: int) -> list[str]:
    """The face cards in a team's tricks, highest first."""
    seats = deal.header.owners[number]
    taken = [trick for trick in deal.tricks if trick.taker in seats]
    faces = [code for trick in taken for _, code in trick.plays if code[0] in "AKQJ"]
    return sorted(faces, key=lambda code: ("AKQJ".index(code[0]), SUITS.index(code[1])))


def _aces(deal: Deal, number: int) -> list[str]:
    """A team's aces: dealt to it, as its plays show, or captured (E1)."""
    if deal.header.options["aces"] == "captured":
        return [code for code in _face_cards(deal, number) if code[0] == "A"]
    seats = deal.header.owners[number]
    return [
        code
        for trick in deal.tricks
        for seat, code in trick.plays
        if code[0] == "A" and seat in seats
    ]


def _accounts(deal: Deal, result: DealResult) -> Iterator[Account]:
    before, won, lost = deal.before.chips, result.winner, result.loser
    price = _price(deal, result)
    terms = [price]
    if price.amount > before[lost]:
        less = before[lost] - price.amount
        terms.append(Term(sentence("They had only {number}", number=before[lost]), less))
    yield Account(deal.teams[won], tuple(terms), before[won])
    paid = tuple(Term(term.words, -term.amount) for term in terms)
    yield Account(deal.teams[lost], paid, before[lost])


def _price(deal: Deal, result: DealResult) -> Term:
    """The payment for these faces and aces (E1, E3, E14, E19)."""
    faces = result.faces[result.winner]
    aces = set(_aces(deal, result.winner))
    by_faces = sentence_by_number("{count} face captured", "{count} faces captured", faces)
    if deal.header.options["payment"] == "plain" and faces > EVEN:
        return Term(by_faces, BY_FACES[faces])
    keys = {deal.position.rensho, f"A{deal.trump}"}
    if aces & keys:
        return Term(by_faces, BY_FACES[faces])
    if aces:
        return Term(sentence("Only minor aces"), FOR_MINOR_ACES)
    return Term(sentence("No aces"), FOR_NO_ACE)


def _rulings(deal: Deal, result: DealResult) -> Iterator[Ruling]:
    """The rulings that this payment depends on."""
    options = deal.header.options
    yield E1_CAPTURED if options["aces"] == "captured" else E1_DEALT
    if max(result.faces) == EVEN:
        yield E2
        yield E3
    elif options["payment"] == "plain":
        yield E19_PLAIN
    if sum(result.faces) < ALL_FACES:
        yield E4_YES
    if deal.trump != "S":
        yield E14
    if _price(deal, result).amount > result.chips:
        yield E16
