"""What a guest's page shows of a table: everything worked out, nothing drawn.

Takes a public view and holds nothing else, so that it cannot show a secret.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tricktable.rules.view import CardOfSeat, View
from tricktable.service import names as people
from tricktable.service import sentences
from tricktable.service.sentences import Sentence

if TYPE_CHECKING:
    from tricktable.table import TableView

FOUR_SUITS: Final = "SHDC"


class Place(NamedTuple):
    """One seat's place in a trick, in playing order."""

    name: str
    card: str | None
    leads: bool
    wins: bool
    is_due: bool


class Finish(NamedTuple):
    """A number of tricks that wins, and whether a seat can still end with it."""

    tricks: int
    is_open: bool


class SeatRow(NamedTuple):
    """One line of the table of seats."""

    name: str
    taken: int
    finals: tuple[Finish, ...]
    kept: str | None
    is_due: bool


@dataclass(frozen=True, slots=True)
class Goal:
    """The two conditions of a common win: how each of them stands (`open`, `met`, `lost`)."""

    target: tuple[int, ...]
    tricks: str
    left: int
    suits: str
    kept_suits: tuple[tuple[str, int], ...]
    """Each suit with the number of kept cards of it."""
    is_revoked: bool
    """All would be well but for a revoke (T10)."""


@dataclass(frozen=True, slots=True)
class Game:
    """A running or finished game."""

    title: str
    headline: Sentence
    beside: Sentence
    places: tuple[Place, ...]
    is_resting: bool
    """The cards shown are a finished trick: the next has not been led."""
    trick: int
    trump: str
    last: tuple[Place, ...]
    """The trick before the one shown; empty while that one rests."""
    taken: Sentence
    rows: tuple[SeatRow, ...]
    goal: Goal | None
    findings: tuple[Sentence, ...]
    set_aside: str | None
    is_won: bool | None


@dataclass(frozen=True, slots=True)
class Screen:
    """A guest's page."""

    code: str
    board: str
    """`live`, `silent`, `absent` or `refused`."""
    board_word: str
    """Why a board is refused."""
    trouble: str
    """Why nothing is being saved; empty while all is well."""
    note: str
    question: str
    options: tuple[tuple[str, str], ...]
    game: Game | None
    news: str
    """One sentence for a screen reader."""
    heading: str
    """For the browser's title."""


def screen(table: TableView) -> Screen:
    """Everything that the page of this table shows."""
    question, game, news, heading = table.question, None, "No game yet.", "No game yet"
    if table.view is not None:
        names = clean_names(table)
        game = _game(table.view, names)
        news, heading = sentences.news(table.view, names), sentences.spoken(game.headline)
    if question is not None:
        news = f"{question.text} {news}"
    return Screen(
        code=table.code,
        board=table.board,
        board_word=table.board_word,
        trouble=table.trouble or "",
        note=table.said,
        question=question.text if question else "",
        options=question.options if question else (),
        game=game,
        news=news,
        heading=heading,
    )


def clean_names(table: TableView) -> tuple[str, ...]:
    """The names at the table, fit to be shown."""
    return tuple(
        people.shown(name, f"Seat {seat}") for seat, name in enumerate(table.names, start=1)
    )


def _game(view: View, names: tuple[str, ...]) -> Game:
    is_resting = not view.trick and bool(view.last)
    shown, winning = (view.last, view.last_winner) if is_resting else (view.trick, view.best)
    due = None if is_resting else view.next_seat
    return Game(
        title=view.title,
        headline=sentences.headline(view, names),
        beside=sentences.beside(view),
        places=_places(shown, winning, due, names),
        is_resting=is_resting,
        trick=sum(view.tally) if is_resting else view.number,
        trump=view.trump,
        last=_places(view.last, view.last_winner, None, names) if view.trick and view.last else (),
        taken=sentences.taken(view, names),
        rows=_rows(view, names),
        goal=_goal(view),
        findings=tuple(sentences.finding(each, names) for each in view.remarks),
        set_aside=_text(view.detail.get("set_aside")),
        is_won=None if view.winner is None else bool(view.winner),
    )


def _places(
    trick: tuple[CardOfSeat, ...], winning: int | None, due: int | None, names: tuple[str, ...]
) -> tuple[Place, ...]:
    """The cards in the order they were played, then the seats that are still to play."""
    present = [seat for seat, _ in trick]
    start = due if due is not None else (present[0] if present else 0)
    absent = [
        seat
        for seat in ((start + step) % len(names) for step in range(len(names)))
        if seat not in present
    ]
    played = (
        Place(names[seat], code, number == 0, seat == winning, is_due=False)
        for number, (seat, code) in enumerate(trick)
    )
    waiting = (Place(names[seat], None, False, False, seat == due) for seat in absent)
    return (*played, *waiting)


def _rows(view: View, names: tuple[str, ...]) -> tuple[SeatRow, ...]:
    target: tuple[int, ...] = tuple(_list(view.outlook.get("target")))
    open_finals = _list(view.outlook.get("finals"))
    kept = _list(_round(view).get("kept"))
    rows = []
    for seat, name in enumerate(names):
        reachable = open_finals[seat] if seat < len(open_finals) else []
        finals = tuple(Finish(count, count in reachable) for count in target)
        card = kept[seat] if seat < len(kept) else None
        rows.append(SeatRow(name, view.tally[seat], finals, card, seat == view.next_seat))
    return tuple(rows)


def _goal(view: View) -> Goal | None:
    target = _list(view.outlook.get("target"))
    if not target:
        return None
    lost, left = view.outlook.get("lost"), int(str(view.outlook.get("left", 0)))
    suits = _list(view.outlook.get("kept_suits"))
    is_over = view.next_what == "over"
    suits_met = is_over and len(set(suits)) == len(suits)
    return Goal(
        target=tuple(target),
        tricks="lost" if lost == "tricks" else "met" if left == 0 else "open",
        left=left,
        suits="lost" if len(set(suits)) < len(suits) else "met" if suits_met else "open",
        kept_suits=tuple((suit, suits.count(suit)) for suit in FOUR_SUITS),
        is_revoked=is_over and not view.winner and lost is None,
    )


def _round(view: View) -> dict[str, Any]:
    rounds = _list(view.detail.get("rounds"))
    return rounds[-1] if rounds else {}


def _list(value: object) -> list[Any]:
    """A list of the game's own part of a view, whose form the game knows."""
    return list(value) if isinstance(value, (list, tuple)) else []


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
