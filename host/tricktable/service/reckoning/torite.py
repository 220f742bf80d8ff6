"""The Torite's score explained: the tricks and suits that win, and the kept cards that count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tricktable.games.torite.rules import SCORE_BASE
from tricktable.rules.cards import card
from tricktable.rules.trick_sheets import trick_sheets
from tricktable.service.reckoning.account import Account, Story, Term
from tricktable.service.reckoning.deals import Deal
from tricktable.service.reckoning.rulings import rulings
from tricktable.service.sentences import Names
from tricktable.text.names import NEXT
from tricktable.text.parts import (
    Fact,
    Name,
    Picture,
    Sentence,
    Strong,
    counted,
    listed,
    sentence,
)


def story(deal: Deal, names: Names) -> Story:
    """The deal: the conditions one by one, and the score of a win."""
    detail = deal.detail
    return Story(
        title=sentence("The score"),
        result=_result(detail),
        facts=tuple(_facts(deal, names)),
        accounts=(_account(deal, names),) if detail["won"] else (),
        rulings=rulings(_numbers(deal)),
        sheets=tuple(trick_sheets(deal.tricks, deal.felt.of, (), names)),
        runs=deal.runs,
    )


def _result(detail: Any) -> Sentence:
    if detail["won"] is None:
        return sentence("in play") if detail["possible"] else sentence("cannot be won any more")
    if detail["won"]:
        return counted("won, {count} point", "won, {count} points", detail["score"])
    return sentence("not won")


def _facts(deal: Deal, names: Names) -> Iterator[Fact]:
    detail, outlook = deal.detail, deal.felt.outlook
    target: Any = outlook["target"]
    needed = Strong(" · ".join(map(str, target)))
    is_over = detail["won"] is not None
    lost: Any = outlook["lost"]
    for number, played in enumerate(detail["rounds"]):
        taken = Strong(" · ".join(map(str, played["tricks"])))
        state = "lost" if lost == "tricks" else "met" if is_over else "open"
        told = sentence("Tricks {taken}; needed are {needed}", taken=taken, needed=needed)
        if number or len(detail["rounds"]) > 1:
            told = sentence(
                "Round {number}: tricks {taken}; needed are {needed}",
                number=number + 1,
                taken=taken,
                needed=needed,
            )
        yield Fact(told, state)
    kept = list(_kept(deal, names))
    if kept:
        yield Fact(listed(kept, NEXT))
        suits: Any = outlook["kept_suits"]
        twice = len(set(suits)) < len(suits)
        state = "lost" if twice else "met" if is_over else "open"
        words = sentence("Two kept cards share a suit") if twice else sentence("No suit twice")
        yield Fact(words, state)
    if is_over and not detail["won"] and lost is None:
        yield Fact(sentence("A revoke stands: the table cannot win with it"), "lost")


def _kept(deal: Deal, names: Names) -> Iterator[Sentence]:
    for played in deal.detail["rounds"]:
        for seat, code in enumerate(played["kept"]):
            if code:
                who, kept = Name(names[seat]), Picture(code)
                yield sentence("{who} kept {card}", who=who, card=kept)
    aside = deal.detail["set_aside"]
    if aside:
        yield sentence("{card} was set aside", card=Picture(aside))


def _account(deal: Deal, names: Names) -> Account:
    """The rank kept with most tricks, less that with fewest, plus 12 (T6, T15)."""
    rounds = deal.detail["rounds"]
    is_first = len(rounds) == 2 and deal.options["score_cards_2p"] == "round1"
    kept = rounds[0 if is_first else -1]["kept"]
    tricks = rounds[-1]["tricks"]
    most, fewest = tricks.index(max(tricks)), tricks.index(min(tricks))
    terms = (
        Term(_counting(most, tricks, kept, names), card(kept[most]).rank),
        Term(_counting(fewest, tricks, kept, names), -card(kept[fewest]).rank),
        Term(sentence("Added to every score"), SCORE_BASE),
    )
    return Account(sentence("The table"), terms)


def _counting(seat: int, tricks: list[int], kept: list[str], names: Names) -> Sentence:
    return counted(
        "{card} of {who}, with {count} trick",
        "{card} of {who}, with {count} tricks",
        tricks[seat],
        card=Picture(kept[seat]),
        who=Name(names[seat]),
    )


def _numbers(deal: Deal) -> Iterator[str]:
    """The rulings that this rests on."""
    detail, outlook = deal.detail, deal.felt.outlook
    if detail["set_aside"]:
        yield "T5"
    if detail["won"]:
        yield "T6"
        if outlook["rounds"] == 2:
            yield f"T15:{deal.options['score_cards_2p']}"
    elif detail["won"] is not None:
        yield "T7"
        if outlook["lost"] is None:
            yield "T10"
