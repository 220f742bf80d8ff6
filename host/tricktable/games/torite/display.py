"""The Torite on the display and in a terminal: tricks, kept cards, and stacks to pair."""

from collections.abc import Iterator
from typing import Final

from tricktable.games.torite.page import declared_stacks
from tricktable.games.torite.position import ToriteView
from tricktable.games.torite.topics import PAIRING, STACKS
from tricktable.rules.cards import SUITS
from tricktable.rules.display import Columns, Display, HouseRules, Rows, trick_columns, trick_number
from tricktable.rules.report import NONE, TextTable
from tricktable.rules.topics import topic_of
from tricktable.text.board import PIPS, rank_and_pip, short_name
from tricktable.text.names import seat_name


def page(view: ToriteView, _: HouseRules) -> Columns | Rows:
    """First the four stacks to pair, then the trick, then the kept cards as they are shown."""
    if view.position.what == "pairing":
        return Rows(view.title, list(_stacks(view)))
    columns = trick_columns(view, trick_number(view), view.tally, view.trump)
    kept = [code or "" for code in view.position.rounds[-1].kept]
    if view.position.what != "show" or not any(kept):
        return columns
    return columns._replace(cards=[*enumerate(kept)], best=-1)


def _stacks(view: ToriteView) -> Iterator[list[str]]:
    for number, stack in enumerate(declared_stacks(view, "stacks"), start=1):
        counts = (f"{count}{PIPS[suit]}" for suit, count in zip(SUITS, stack, strict=True))
        yield [f"Stack {number}", *counts]


def standings(view: ToriteView, _: HouseRules) -> Rows:
    """Each round's tricks and kept cards."""
    at = view.position
    rows = [
        [
            short_name(name),
            *(f"{each.tricks[seat]} {_short(each.kept[seat])}".strip() for each in at.rounds),
        ]
        for seat, name in enumerate(view.names)
    ]
    if at.set_aside:
        rows.append(["set aside", _short(at.set_aside)])
    return Rows(view.title, rows)


def _short(code: str | None) -> str:
    return rank_and_pip(code) if code else ""


def between(view: ToriteView, options: HouseRules) -> Columns | Rows:
    """Both rounds as a table; if only one is played, the kept cards."""
    if view.deal:
        return standings(view, options)
    at = view.position
    columns = trick_columns(view, "Game over", view.tally, "OK: next game")
    kept: list[tuple[int, str]] = [
        (seat, code or "") for seat, code in enumerate(at.rounds[-1].kept)
    ]
    if not at.set_aside:
        return columns._replace(cards=kept, best=-1)
    return columns._replace(
        names=[*columns.names, "aside"],
        has=[*columns.has, ""],
        cards=[*kept, (view.seats, at.set_aside)],
        best=-1,
    )


def report(view: ToriteView) -> Iterator[TextTable]:
    """One table, followed by what else is known of the cards."""
    at = view.position
    heads, rows = [""], [[name] for name in view.names]
    for number, each in enumerate(at.rounds, start=1):
        of_round = f" in round {number}" if len(at.rounds) > 1 else ""
        heads += [f"tricks{of_round}", f"kept{of_round}"]
        for row, tricks, kept in zip(rows, each.tricks, each.kept, strict=True):
            row += [str(tricks), kept or NONE]
    yield TextTable((tuple(heads), *map(tuple, rows)), tuple(_below(view)))


def _below(view: ToriteView) -> Iterator[str]:
    at = view.position
    if at.set_aside:
        yield f"Set aside: {at.set_aside}"
    for each in view.said:
        if each.topic in (STACKS.name, PAIRING.name):
            topic = topic_of(view.rules, each.topic)
            yield f"{topic.tell(seat_name(each.seat, view.names), each.value, view)}."
    if at.face_up:
        yield f"Face up before {view.names[1]}: {' '.join(at.face_up)}"
    if view.status == "playing" and at.lost_by is not None:
        yield "This game can no longer be won."


DISPLAY: Final = Display(page=page, standings=standings, between=between)
