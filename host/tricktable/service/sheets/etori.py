"""Etori: face cards captured, chips, who sits out, and the deals so far."""

from __future__ import annotations

from typing import Any, Final

from tricktable.rules.view import AnyView
from tricktable.service.sentences import Names
from tricktable.text.language import _
from tricktable.text.parts import Fact, Row, Sentence, Sheet, Strong, counted, sentence, team

ALL_FACES: Final = 16


def sheets(view: AnyView, names: Names) -> tuple[Sheet, ...]:
    """Teams, and the deals so far."""
    teams = [team(seats, names) for seats in view.owners]
    first = Sheet(
        "teams",
        _("Teams"),
        (sentence("Team"), sentence("Faces"), sentence("Chips")),
        tuple(_row(view, number, name) for number, name in enumerate(teams)),
        _facts(view, teams),
        True,
    )
    deals: Any = view.detail["deals"]
    return (first, _deals(deals, teams)) if deals else (first,)


def _row(view: AnyView, number: int, name: Sentence) -> Row:
    detail: dict[str, Any] = view.detail
    chips, mark = detail["chips"][number], ""
    if view.winner and number in view.winner:
        mark = "won"
    elif not chips:
        mark, name = "out", sentence("{who}, out", who=name)
    elif detail["sitting"] == number:
        mark, name = "out", sentence("{who}, sitting out", who=name)
    elif any(seat % len(detail["chips"]) == number for seat in _due(view)):
        mark = "due"
    faces = str(detail["faces"][number]) if view.next_what == "play" and mark != "out" else "–"
    return Row(name, ((Strong(faces),), (Strong(str(chips)),)), mark)


def _due(view: AnyView) -> list[int]:
    if view.next_seat is not None:
        return [view.next_seat]
    leaders: Any = view.outlook["leaders"]
    return list(leaders)


def _facts(view: AnyView, teams: list[Sentence]) -> tuple[Fact, ...]:
    """How near the deal is to its end."""
    detail: dict[str, Any] = view.detail
    if view.next_what != "play":
        return ()
    left = ALL_FACES - sum(detail["faces"])
    best = max(detail["faces"])
    if best > ALL_FACES // 2:
        ahead = teams[detail["faces"].index(best)]
        told = counted(
            "{who} have more than half; {count} face card is still out",
            "{who} have more than half; {count} face cards are still out",
            left,
            who=ahead,
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


def _deals(deals: list[dict[str, Any]], teams: list[Sentence]) -> Sheet:
    rows = []
    for number, deal in enumerate(deals, start=1):
        won = deal["winner"]
        faces = sorted(deal["faces"], reverse=True)[:2]
        result = f"{faces[0]}–{faces[1]}"
        if faces[0] == faces[1]:
            result = _("{faces}, Rensho", faces=result)
        cells = (teams[won], (result,), (Strong(f"+{deal['chips']}"),))
        rows.append(Row((str(number),), cells))
    heads = (sentence("Deal"), sentence("Won by"), sentence("Faces"), sentence("Chips"))
    return Sheet("deals", _("Deals so far"), heads, tuple(rows[::-1]))
