"""Etori's page: face cards captured, chips, who sits out, and the deals so far."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from tricktable.games.etori.position import EtoriView
from tricktable.rules.page import Middle, Page, standing_sheet, trick
from tricktable.rules.view import CardOfSeat
from tricktable.rules.why import by_rank
from tricktable.text.language import _
from tricktable.text.sentences import Picture, Sentence, Sheet, SheetRow, Strong, sentence, team


def middle(view: EtoriView) -> Middle:
    """The trick of the seats that play this deal, with trump and Rensho."""
    trump, rensho = Picture(view.trump), Picture(view.position.rensho)
    side = sentence("{suit} trump · {card} Rensho", suit=trump, card=rensho)
    return replace(trick(view), side=side)


def why(view: EtoriView, plays: Sequence[CardOfSeat], taker: int) -> Sentence:
    """The Rensho takes any trick (E15)."""
    code = dict(plays)[taker]
    if code == view.position.rensho:
        return sentence("{card} is the Rensho, which beats every other card.", card=Picture(code))
    return by_rank(view, plays, taker)


def sheets(view: EtoriView) -> tuple[Sheet, ...]:
    """Teams, and the deals so far."""
    return (standing_sheet(view), *_deals(view))


def _deals(view: EtoriView) -> Iterator[Sheet]:
    """Who won each deal, with how many faces, and what they were paid."""
    rows = []
    for number, deal in enumerate(view.position.deals, start=1):
        faces = sorted(deal.faces, reverse=True)[:2]
        result = f"{faces[0]}–{faces[1]}"
        if faces[0] == faces[1]:
            result = _("{faces}, Rensho", faces=result)
        winner = team(view.owners[deal.winner], view.names)
        cells = (winner, (result,), (Strong(f"+{deal.chips}"),))
        rows.append(SheetRow((str(number),), cells))
    heads = (sentence("Deal"), sentence("Won by"), sentence("Faces"), sentence("Chips"))
    if rows:
        newest_first, title = tuple(rows[::-1]), _("Deals so far")
        yield Sheet("deals", title, heads, newest_first, is_long=True, layout="names")


PAGE: Final = Page(middle=middle, sheets=sheets, why=why)
