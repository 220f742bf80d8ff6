"""Etori's page: face cards captured, chips, who sits out, and the deals so far."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tricktable.games.etori.position import EtoriView, Result
from tricktable.rules.page import Middle, Page, trick
from tricktable.text.language import _
from tricktable.text.parts import (
    Fact,
    Picture,
    Row,
    Sentence,
    Sheet,
    Strong,
    counted,
    sentence,
    team,
)

ALL_FACES: Final = 16


def middle(view: EtoriView) -> Middle:
    """The trick of those who play this deal, with trump and Rensho."""
    lies, seats = trick(view), playing(view)
    places = (place for place in lies.places if place.card or place.seat in seats)
    trump, rensho = Picture(view.trump), Picture(view.position.rensho)
    side = sentence("{suit} trump · {card} Rensho", suit=trump, card=rensho)
    return replace(lies, side=side, places=tuple(places))


def playing(view: EtoriView) -> tuple[int, ...]:
    """The seats that take part in this deal, or took part in the last one.

    A team that sits out does not, nor one without chips: but whoever has just lost the last of
    them has played that deal.
    """
    at = view.position
    if view.next_what == "play":
        away = {team for team, chips in enumerate(at.chips) if not chips} | {at.sitting}
        return tuple(seat for seat in range(view.seats) if seat % len(at.chips) not in away)
    return tuple(sorted(seat for seat, _ in view.last)) or tuple(range(view.seats))


def sheets(view: EtoriView) -> tuple[Sheet, ...]:
    """Teams, and the deals so far."""
    teams = [team(seats, view.names) for seats in view.owners]
    first = Sheet(
        "teams",
        _("Teams"),
        (sentence("Team"), sentence("Faces"), sentence("Chips")),
        tuple(_row(view, number, name) for number, name in enumerate(teams)),
        _facts(view, teams),
        True,
    )
    deals = view.position.deals
    return (first, _deals(deals, teams)) if deals else (first,)


def _row(view: EtoriView, number: int, name: Sentence) -> Row:
    at = view.position
    chips, mark = at.chips[number], ""
    if view.winner and number in view.winner:
        mark = "won"
    elif not chips:
        mark, name = "out", sentence("{who}, out", who=name)
    elif at.sitting == number:
        mark, name = "out", sentence("{who}, sitting out", who=name)
    elif set(view.owners[number]).intersection(_due(view)):
        mark = "due"
    faces = str(at.faces[number]) if view.next_what == "play" and mark != "out" else "–"
    return Row(name, ((Strong(faces),), (Strong(str(chips)),)), mark)


def _due(view: EtoriView) -> tuple[int, ...]:
    return view.awaited if view.next_what == "play" else ()


def _facts(view: EtoriView, teams: list[Sentence]) -> tuple[Fact, ...]:
    """How near the deal is to its end."""
    at = view.position
    if view.next_what != "play":
        return ()
    left, best = ALL_FACES - sum(at.faces), max(at.faces)
    if best > ALL_FACES // 2:
        told = counted(
            "{who} have more than half; {count} face card is still out",
            "{who} have more than half; {count} face cards are still out",
            left,
            who=teams[at.faces.index(best)],
        )
        return (Fact(told),)
    return (
        Fact(
            counted(
                "{count} of 16 face cards is still out; nine win the deal",
                "{count} of 16 face cards are still out; nine win the deal",
                left,
            )
        ),
    )


def _deals(deals: tuple[Result, ...], teams: list[Sentence]) -> Sheet:
    rows = []
    for number, deal in enumerate(deals, start=1):
        faces = sorted(deal.faces, reverse=True)[:2]
        result = f"{faces[0]}–{faces[1]}"
        if faces[0] == faces[1]:
            result = _("{faces}, Rensho", faces=result)
        cells = (teams[deal.winner], (result,), (Strong(f"+{deal.chips}"),))
        rows.append(Row((str(number),), cells))
    heads = (sentence("Deal"), sentence("Won by"), sentence("Faces"), sentence("Chips"))
    return Sheet("deals", _("Deals so far"), heads, tuple(rows[::-1]))


PAGE: Final = Page(middle=middle, sheets=sheets)
