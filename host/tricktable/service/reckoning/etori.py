"""Etori's payments explained: the faces captured, the winners' aces, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from tricktable.games.etori.rules import BY_FACES, EVEN, FOR_MINOR_ACES, FOR_NO_ACE
from tricktable.rules.cards import SUITS
from tricktable.rules.trick_sheets import trick_sheets
from tricktable.service.reckoning.account import Account, Story, Term
from tricktable.service.reckoning.deals import Deal
from tricktable.service.reckoning.rulings import rulings
from tricktable.service.sentences import Names
from tricktable.text.parts import Fact, Picture, Sentence, Strong, counted, sentence, signed, team

ALL_FACES: Final = 16


def story(deal: Deal, names: Names) -> Story:
    """One deal: who captured which faces, and what the losers paid."""
    count = len(deal.detail["chips"])
    teams = [team(list(range(number, len(names), count)), names) for number in range(count)]
    result = _result(deal)
    return Story(
        title=sentence("Deal {number}", number=deal.number),
        result=_told(deal, result, teams),
        facts=tuple(_facts(deal, result, teams)),
        accounts=tuple(_accounts(deal, result, teams)) if result else (),
        rulings=rulings(_numbers(deal, result)) if result else (),
        sheets=tuple(trick_sheets(deal.tricks, deal.felt.of, (), names)),
        runs=deal.runs,
    )


def _result(deal: Deal) -> dict[str, Any] | None:
    """How the deal ended, as the summary tells it."""
    listed: list[dict[str, Any]] = deal.detail["deals"]
    return listed[-1] if len(listed) > len(deal.detail_before["deals"]) else None


def _told(deal: Deal, result: dict[str, Any] | None, teams: list[Sentence]) -> Sentence:
    if result is None:
        return sentence("in play") if deal.runs else sentence("thrown in")
    chips = Strong(signed(result["chips"]))
    return sentence("{who} {points}", who=teams[result["winner"]], points=chips)


def _facts(deal: Deal, result: dict[str, Any] | None, teams: list[Sentence]) -> Iterator[Fact]:
    for number, who in enumerate(teams):
        faces = _captured(deal, number, len(teams))
        if faces:
            told = counted(
                "{who} captured {count} face: {cards}",
                "{who} captured {count} faces: {cards}",
                len(faces),
                who=who,
                cards=_cards(faces),
            )
            yield Fact(told)
    if result:
        aces = _aces(deal, result["winner"], len(teams))
        who = teams[result["winner"]]
        if aces:
            yield Fact(sentence("Aces of {who}: {cards}", who=who, cards=_cards(aces)))
        else:
            yield Fact(sentence("{who} had no ace", who=who))


def _cards(codes: Sequence[str]) -> Sentence:
    """Cards side by side."""
    parts: list[Any] = []
    for code in codes:
        parts += [*([" "] if parts else []), Picture(code)]
    return tuple(parts)


def _captured(deal: Deal, number: int, teams: int) -> list[str]:
    """The faces in the tricks of a team, the highest first."""
    taken = [trick for trick in deal.tricks if trick.taker % teams == number]
    faces = [code for trick in taken for _, code in trick.plays if code[0] in "AKQJ"]
    return sorted(faces, key=lambda code: ("AKQJ".index(code[0]), SUITS.index(code[1])))


def _aces(deal: Deal, number: int, teams: int) -> list[str]:
    """The aces that count for a team: dealt to it, as its plays show, or captured (E1)."""
    if deal.options["aces"] == "captured":
        return [code for code in _captured(deal, number, teams) if code[0] == "A"]
    return [
        code
        for trick in deal.tricks
        for seat, code in trick.plays
        if code[0] == "A" and seat % teams == number
    ]


def _accounts(deal: Deal, result: dict[str, Any], teams: list[Sentence]) -> Iterator[Account]:
    before: list[int] = deal.detail_before["chips"]
    after: list[int] = deal.detail["chips"]
    won = result["winner"]
    lost = next(n for n, chips in enumerate(after) if chips < before[n])
    price = _price(deal, result, len(teams))
    terms = [price]
    if price.amount > before[lost]:
        less = before[lost] - price.amount
        terms.append(Term(sentence("They had only {number}", number=before[lost]), less))
    yield Account(teams[won], tuple(terms), before[won])
    paid = tuple(Term(term.words, -term.amount) for term in terms)
    yield Account(teams[lost], paid, before[lost])


def _price(deal: Deal, result: dict[str, Any], teams: int) -> Term:
    """What is due for these faces and aces (E1, E3, E14, E19)."""
    faces = result["faces"][result["winner"]]
    aces = set(_aces(deal, result["winner"], teams))
    by_faces = counted("{count} face captured", "{count} faces captured", faces)
    if deal.options["payment"] == "plain" and faces > EVEN:
        return Term(by_faces, BY_FACES[faces])
    keys = {deal.felt.outlook["rensho"], f"A{deal.felt.trump}"}
    if aces & keys:
        return Term(by_faces, BY_FACES[faces])
    if aces:
        return Term(sentence("No ace but the minor ones"), FOR_MINOR_ACES)
    return Term(sentence("No ace at all"), FOR_NO_ACE)


def _numbers(deal: Deal, result: dict[str, Any]) -> Iterator[str]:
    """The rulings that this payment rests on."""
    options = deal.options
    yield f"E1:{options['aces']}"
    if max(result["faces"]) == EVEN:
        yield from ("E2", "E3")
    elif options["payment"] == "plain":
        yield "E19:plain"
    if sum(result["faces"]) < ALL_FACES:
        yield "E4:yes"
    if deal.felt.trump != "S":
        yield "E14"
    if min(deal.detail["chips"]) == 0:
        yield "E16"
