"""Etori in a terminal: chips and faces by team, and the deals that were paid."""

from __future__ import annotations

from collections.abc import Iterator

from tricktable.games.etori.position import EtoriView
from tricktable.rules.report import TextTable, teams, trick_taken, versus
from tricktable.text.names import suit_name, team


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
