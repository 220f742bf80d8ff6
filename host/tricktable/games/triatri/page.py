"""TriATri's page: what each card counts, gems by colour, the stock, and the current points."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tricktable.games.triatri.phases import why_ended
from tricktable.games.triatri.position import Plan, TriatriView
from tricktable.games.triatri.rules import DOMINANT, OWN, worths
from tricktable.rules.cards import BY_CODE, COLOURS
from tricktable.rules.page import Fronts, Middle, Page, TrickPlace, last_laid, places, trick
from tricktable.rules.view import CardOfSeat
from tricktable.text.language import _
from tricktable.text.sentences import (
    Fact,
    Name,
    Picture,
    Sentence,
    Sheet,
    SheetRow,
    Sign,
    Strong,
    counts,
    figure,
    sentence,
)

LOW: Final = 1
"""With this many gems of a colour left in the stock, the next prize may end the game."""


def middle(view: TriatriView) -> Middle:
    """The trick with each card's worth after all exchanges; before a round, one card a seat."""
    at = view.position
    if view.position.what == "reveal":
        shown = (place._replace(leads=False) for place in places(view, at.revealed, None))
        return Middle(sentence("One card each"), places=tuple(shown))
    lies = trick(view)
    return replace(
        lies,
        side=_prize(view),
        heard=(),
        places=_with(at.plan, lies.places),
        last=_with(at.plan, lies.last),
    )


def _with(plan: Plan, places: tuple[TrickPlace, ...]) -> tuple[TrickPlace, ...]:
    """The cards with their worth, and the card that lies there if a different one does."""
    plays = [(place.seat, place.card) for place in places if place.card]
    played = tuple(
        place._replace(worth=laid.worth, lies=None if laid.code == place.card else laid.code)
        for place, laid in zip(places, worths(plays, plan), strict=False)
    )
    return (*played, *places[len(played) :])


def why(view: TriatriView, plays: Sequence[CardOfSeat], taker: int) -> Sentence:
    """The card that counts most took it; of equal ones, by colour or place (A4, A20)."""
    laid = worths(plays, view.position.plan)
    lies = dict(zip((seat for seat, _ in plays), laid, strict=True))
    winning, own = lies.pop(taker), dict(plays)[taker]
    card, worth, suit = Picture(winning.code), figure(winning.worth), BY_CODE[winning.code].suit
    equals = {seat: BY_CODE[each.code] for seat, each in lies.items() if each[1] == winning.worth}
    if not equals and winning.code == own:
        if winning.worth == BY_CODE[own].rank:
            return sentence(
                "{card} counts {worth}, more than any other card.", card=card, worth=worth
            )
        return sentence(
            "{card} counts {worth}, more than any other card: {colour} beats {other}.",
            card=card,
            worth=worth,
            colour=Picture(COLOURS[suit]),
            other=Picture(COLOURS[DOMINANT.index(suit)]),
        )
    if not equals:
        return sentence(
            "{own} took over {card}, which counts {worth}, more than any other card.",
            own=Picture(own),
            card=card,
            worth=worth,
        )
    order = [seat for seat, _ in plays if seat == taker or seat in equals]
    beaten = {each.suit for each in equals.values()} - {suit}
    if len(beaten) == 1 and (len(order) == 2 or order[-1] != taker):
        return sentence(
            "{card} and another card count {worth}, and {colour} beats {other}.",
            card=card,
            worth=worth,
            colour=Picture(COLOURS[suit]),
            other=Picture(COLOURS[beaten.pop()]),
        )
    return sentence(
        "{card} was the last of the cards that count {worth}, the most.", card=card, worth=worth
    )


def _prize(view: TriatriView) -> Sentence:
    at = view.position
    if at.prize is None:
        return ()
    gem = Picture(at.prize["colour"])
    if at.prize["from"] == OWN and at.starter is not None:
        return sentence("for {gem} of {who}", gem=gem, who=Name(view.names[at.starter]))
    return sentence("for {gem} from the stock", gem=gem)


def sheets(view: TriatriView) -> tuple[Sheet, ...]:
    """Gems and points, and what may end the game."""
    at = view.position
    rows = [
        SheetRow((Name(name),), (*counts(gems), (Strong(figure(points)),)), _mark(view, seat))
        for seat, (name, gems, points) in enumerate(
            zip(view.names, at.gems, at.points, strict=True)
        )
    ]
    rows.append(SheetRow(sentence("Stock"), (*counts(at.stock), ()), "apart"))
    heads: list[Sentence] = [
        sentence("Gems"),
        *((Sign(colour),) for colour in COLOURS),
        sentence("Points"),
    ]
    return (
        Sheet(
            "gems",
            _("Gems and points"),
            tuple(heads),
            tuple(rows),
            _facts(view),
            is_plain=True,
            layout="digits",
        ),
    )


def _mark(view: TriatriView, seat: int) -> str:
    if view.winner and seat in view.winner:
        return "won"
    return "due" if seat == view.next_seat else ""


def _facts(view: TriatriView) -> tuple[Fact, ...]:
    at = view.position
    if at.ended_by:
        return (Fact(why_ended(at.ended_by)),)
    facts = [
        Fact(sentence("{colour}: the last one in the stock ends the game", colour=Picture(colour)))
        for colour, left in zip(COLOURS, at.stock, strict=True)
        if left <= LOW
    ]
    worth = sentence("A leftover gem scores one point for each gem of its colour in the stock")
    return (*facts, Fact(sentence("Points as if the game ended now")), Fact(worth))


def signs(view: TriatriView) -> tuple[Sign, ...]:
    """The colour of each prize of the round."""
    prizes = (said.value for said in view.said if said.topic == "prize")
    return tuple(Sign(prize["colour"]) for prize in prizes if isinstance(prize, dict))


def fronts(view: TriatriView) -> Fronts:
    """The cards shown to decide who starts, until the first trick is led."""
    revealed = view.position.revealed
    return Fronts(dict(revealed)) if revealed else last_laid(view)


PAGE: Final = Page(middle=middle, sheets=sheets, signs=signs, fronts=fronts, why=why)
