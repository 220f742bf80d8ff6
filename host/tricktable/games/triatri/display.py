"""TriATri on the display and in a terminal: what cards count, gems, stock, and points."""

from collections.abc import Iterator
from typing import Final

from tricktable.games.triatri.deck import SUIT_OF_COLOUR
from tricktable.games.triatri.position import TriatriView
from tricktable.games.triatri.rules import OWN, worths
from tricktable.rules.cards import COLOURS
from tricktable.rules.display import Columns, Display, HouseRules, Rows, trick_columns, trick_number
from tricktable.rules.report import TextTable, trick_taken, versus
from tricktable.text.board import PIPS, short_name
from tricktable.text.names import SUIT_NAMES


def page(view: TriatriView, options: HouseRules) -> Columns:
    """The trick with each card's worth, and the prize."""
    at = view.position
    if view.position.what == "reveal":
        shown = [(seat, _in_deck(code, options)) for seat, code in at.revealed]
        return _seats(view, f"R{view.deal}", options)._replace(cards=shown, best=-1)
    title = trick_number(view)
    if at.prize is not None:
        colour = _pip(at.prize["colour"], options)
        word = "own" if at.prize["from"] == OWN else "for"
        title = f"{trick_number(view, view.number)} {word} {colour}"
    columns = _seats(view, title, options)
    if at.prize is not None and not view.trick:  # its prize is named: the next trick has begun
        return columns._replace(cards=(), best=-1)
    plays = view.trick or view.last
    cards = [
        (seat, _in_deck(code, options), str(lying.worth))
        for (seat, code), lying in zip(plays, worths(plays, at.plan), strict=True)
    ]
    owed = _in_deck(columns.owed, options) if columns.owed else ""
    return columns._replace(cards=cards, owed=owed)


def _seats(view: TriatriView, title: str, options: HouseRules) -> Columns:
    """The cards of the trick, with each seat's gems below its name; and the stock."""
    at = view.position
    gems = [" ".join(map(str, each)) for each in at.gems]
    stock = zip(COLOURS, at.stock, strict=True)
    return trick_columns(
        view, title, gems, " ".join(f"{_pip(letter, options)}{count}" for letter, count in stock)
    )


def between(view: TriatriView, options: HouseRules) -> Columns:
    """The standing between rounds and at the end: points large, gems below."""
    won = view.winner or ()
    columns = _seats(view, f"After round {view.deal}", options)
    if view.position.what == "over":
        why = view.phase.outcome.partition(": ")[2]
        columns = columns._replace(title=f"{why[:1].upper()}{why[1:]}", beside="")
    return columns._replace(
        cards=[(seat, str(count)) for seat, count in enumerate(view.position.points)],
        best=won[0] if len(won) == 1 else -1,
    )


def standings(view: TriatriView, options: HouseRules) -> Rows:
    """Gems by colour, and points."""
    at = view.position
    rows = []
    for name, gems, points in zip(view.names, at.gems, at.points, strict=True):
        counts = zip(COLOURS, gems, strict=True)
        cells = (f"{_pip(colour, options)}{count}" for colour, count in counts)
        rows.append([short_name(name), *cells, f"{points}p"])
    return Rows(view.title, rows)


def _in_deck(code: str, options: HouseRules) -> str:
    """A card or colour as the deck in use shows it: hearts for fire (A32)."""
    if options.get("deck") != "standard_map" or code.startswith("X"):
        return code
    return code[:-1] + SUIT_OF_COLOUR.get(code[-1], code[-1])


def _pip(letter: str, options: HouseRules) -> str:
    """The small picture of a suit or colour."""
    return PIPS[_in_deck(letter, options)]


def report(view: TriatriView) -> Iterator[TextTable]:
    """Gems and points by seat, and what is left in the stock."""
    at = view.position
    heads = ("", *(SUIT_NAMES[colour] for colour in COLOURS), "points")
    rows = (
        (name, *map(str, gems), str(points))
        for name, gems, points in zip(view.names, at.gems, at.points, strict=True)
    )
    yield TextTable((heads, *rows, ("stock", *map(str, at.stock))))


def ended(before: TriatriView, now: TriatriView) -> Iterator[str]:
    """The trick with its gem, and the points after it."""
    prize = before.position.prize
    gem = f" and a gem of {SUIT_NAMES[prize['colour']]}" if prize else ""
    yield from trick_taken(before, now, f"points {versus(now.position.points)}", gem)


DISPLAY: Final = Display(page=page, standings=standings, between=between)
