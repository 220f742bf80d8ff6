"""Etori on the display and in a terminal: who plays this deal, with chips and faces."""

from collections.abc import Iterator
from typing import Final

from tricktable.games.etori.position import EtoriView
from tricktable.rules.display import (
    Columns,
    Display,
    HouseRules,
    Rows,
    after,
    trick_columns,
    trick_number,
)
from tricktable.rules.report import TextTable, teams, trick_taken, versus
from tricktable.text.board import CHIP, FACE, label
from tricktable.text.names import suit_name, team


def page(view: EtoriView, _: HouseRules) -> Columns:
    """The trick, with a column for each seat that plays this deal."""
    at = view.position
    has = [f"{at.chips[seat % len(at.chips)]}{CHIP}" for seat in range(view.seats)]
    if view.position.what == "play":  # otherwise the deal is over, and its faces are paid
        has = [f"{chips}{at.faces[seat % len(at.faces)]}{FACE}" for seat, chips in enumerate(has)]
    return trick_columns(view, trick_number(view), has, view.trump)


def standings(view: EtoriView, _: HouseRules) -> Rows:
    """What the team that won the last deal was paid, and everybody's chips."""
    at = view.position
    last = at.deals[-1] if at.deals else None
    rows = [
        [
            label(seats, view.names),
            f"+{last.chips}" if last and number == last.winner else "",
            f"{chips}{CHIP}",
        ]
        for number, (seats, chips) in enumerate(zip(view.owners, at.chips, strict=True))
    ]
    return Rows(f"{view.title}{after(view)}", rows)


def report(view: EtoriView) -> Iterator[TextTable]:
    """The teams' standing, the trump suit if it is not spades, and every deal."""
    at, who = view.position, teams(view)
    rows = (
        (name, str(chips), str(faces), *(["sits out"] if at.sitting == number else []))
        for number, (name, chips, faces) in enumerate(zip(who, at.chips, at.faces, strict=True))
    )
    told: tuple[str, ...] = ()
    if view.trump not in ("", "S"):
        told = (f"{suit_name(view.trump).capitalize()} are trump; {at.rensho} takes any trick.",)
    yield TextTable((("", "chips", "faces"), *rows), told)
    if at.deals:
        heads = ("deal", "dealt by", "faces", "won by", "chips")
        deals = (
            (
                str(number),
                who[deal.dealer],
                versus(deal.faces),
                who[deal.winner],
                str(deal.chips),
            )
            for number, deal in enumerate(at.deals, start=1)
        )
        yield TextTable((heads, *deals))


def ended(before: EtoriView, now: EtoriView) -> Iterator[str]:
    """The trick with the faces captured so far, and the payment if it ended the deal."""
    runs = now.position.what == "play"
    yield from trick_taken(before, now, f"faces {versus(now.position.faces)}" if runs else "")
    for deal in now.position.deals[len(before.position.deals) :]:
        side = team(now.owners[deal.winner], now.names)
        chips = "1 chip" if deal.chips == 1 else f"{deal.chips} chips"
        yield f"deal {now.deal} to {side}, faces {versus(deal.faces)}: {chips} paid"


DISPLAY: Final = Display(page=page, standings=standings)
