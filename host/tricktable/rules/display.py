"""What the board's display shows of a game, as values: columns, or rows below a title.

A game supplies its own if columns of cards and the score do not show everything. All text is in
English and in the board's own characters, as made by `text.board`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Generic, NamedTuple

from tricktable.rules.bidding import bids
from tricktable.rules.field_words import field_words
from tricktable.rules.position import Common, P
from tricktable.text.board import PIPS, label, rank_and_pip, short_name
from tricktable.text.names import suit_name
from tricktable.text.sentences import Picture, Sentence, Sign, spoken

if TYPE_CHECKING:
    from tricktable.rules.view import AnyView, View

HouseRules = Mapping[str, object]
"""The value of every house rule, by name."""


class Columns(NamedTuple):
    """Columns of cards, bids or counts: one for each seat in a trick, or for each owner."""

    title: str
    names: Sequence[str]
    cards: Sequence[Sequence[object]]
    """The column's index and its contents, in the order they appeared."""
    best: int = -1
    """The index of the winning one, or -1."""
    awaited: int = -1
    """The column whose turn it is; -1 if none or several."""
    has: Sequence[object] = ()
    """What each column shows below its name."""
    beside: str = ""
    """The trump suit, or words."""
    due: Sequence[int] = ()
    """The columns that must act, if there are several."""
    owed: str = ""
    """The letter of the suit to follow; empty if none."""


class Rows(NamedTuple):
    """A table without headings."""

    title: str
    rows: Sequence[Sequence[str]]


# --- a game of tricks ----------------------------------------------------------------------------


def trick(view: AnyView, _: HouseRules) -> Columns:
    """The cards of the trick and, below each name, what decides the game."""
    score = view.rules.score(view)
    has = {
        seat: "" if value is None else value
        for seats, value in zip(view.owners, score.total.values, strict=True)
        for seat in seats
    }
    below = [has[seat] for seat in range(view.seats)]
    made = bids(view)
    if made is None:
        return trick_columns(view, trick_number(view), below, beside(view))
    places = in_view(view, [*made.words], view.highest)
    shown = [seat for seat in made.words if seat in places]
    cards = [(places.index(seat), _brief(made.words[seat])) for seat in shown]
    dealt = "" if view.dealer is None else f", {short_name(view.names[view.dealer])} dealt"
    title = f"{_deal(view)}{made.bidding.title}{dealt}"
    best = -1 if view.highest is None else shown.index(view.highest)
    return trick_columns(view, title, below, beside(view), places)._replace(cards=cards, best=best)


def _brief(words: Sentence) -> str:
    """A bid as a column has room for it: what is said, then its suit as a symbol."""
    suits = [each for each in words if isinstance(each, Picture | Sign) and each.code in PIPS]
    told = spoken(tuple(each for each in words if each not in suits)).strip()
    short = short_name(told, WORD_CHARACTERS - len(suits)) if told else ""
    return short + "".join(PIPS[each.code] for each in suits)


def beside(view: AnyView) -> str:
    """The card that was turned up, unless another suit is trump; else the trump suit."""
    if view.turned and view.trump in ("", view.turned[1]):
        return rank_and_pip(view.turned)
    return view.trump if view.trump in PIPS or not view.trump else suit_name(view.trump)


WORD_CHARACTERS: Final = 5
"""How many characters fit in one of four columns, which is 32 of the display's 128 pixels wide."""
MOST_COLUMNS: Final = 4
"""How many columns fit side by side (`tableboard.screens`)."""


def trick_columns(
    view: AnyView, title: str, has: Sequence[object], beside: str, places: Sequence[int] = ()
) -> Columns:
    """Cards in playing order; a complete trick stays until the next lead.

    Args:
        has: what each seat shows below its name.
        places: the seats that have a column, in order; if empty, those of `in_view`.
    """
    # The trick's last card must be seen, too.
    lying, winner = (view.trick, view.best) if view.trick else (view.last, view.last_winner)
    places = places or in_view(view, [seat for seat, _ in lying], winner)
    cards = [(seat, code) for seat, code in lying if seat in places]
    are_several = view.next_seat is None and view.next_what != Common.DEAL
    return Columns(
        title=title,
        names=[short_name(view.names[seat]) for seat in places],
        cards=[(places.index(seat), code) for seat, code in cards],
        best=-1 if winner is None else [seat for seat, _ in cards].index(winner),
        awaited=places.index(view.next_seat) if view.next_seat in places else -1,
        has=[has[seat] for seat in places],
        beside=beside,
        due=[places.index(seat) for seat in view.awaited if are_several and seat in places],
        owed=view.led or "" if view.trick else "",
    )


def in_view(view: AnyView, played: Sequence[int], winner: int | None) -> Sequence[int]:
    """The seats that have a column: at a small table, all of them.

    At a larger one, those that a player looks for: who led, who is winning, who played last and
    whose turn it is; then those who played before, and those who come next.
    """
    if view.seats - len(view.out) <= MOST_COLUMNS:
        return [seat for seat in range(view.seats)[:: view.step] if seat not in view.out]
    first = played[0] if played else view.next_seat or 0
    waiting = [seat for seat in view.in_turn(first) if seat not in (*played, *view.out)]
    sought = [*played[:1], winner, *played[-1:], view.next_seat, *reversed(played), *waiting]
    chosen = [*dict.fromkeys(seat for seat in sought if seat is not None)][:MOST_COLUMNS]
    return [seat for seat in (*played, *waiting) if seat in chosen]


def trick_number(view: AnyView, number: int = 0) -> str:
    """`Trick 5/12`, or with the deal or round in front, `D2 T5/12`."""
    number = number or number_of(view)
    return f"{_deal(view)}T{number}/{view.of}" if view.deal else f"Trick {number}/{view.of}"


def _deal(view: AnyView) -> str:
    """`D2 `, or `R2 ` where rounds are counted; empty where neither is."""
    return f"{view.rules.dealing.word[0].upper()}{view.deal} " if view.deal else ""


def number_of(view: AnyView) -> int:
    """The number of the trick on the table, even if it is complete."""
    return view.number if view.trick or not view.last else sum(view.tally)


# --- how it stands -------------------------------------------------------------------------------


def standings(view: AnyView, _: HouseRules) -> Rows:
    """What the last deal gained each owner, and what decides the game."""
    score = view.rules.score(view)
    gains = score.deals[-1].gains if score.deals else (0,) * len(view.owners)
    rows = [
        [label(seats, view.names), f"{gain:+d}", "" if total is None else str(total)]
        for seats, gain, total in zip(view.owners, gains, score.total.values, strict=True)
    ]
    return Rows(f"{view.title}{after(view)}", rows)


def after(view: AnyView) -> str:
    """`, after deal 3`; empty until a deal has been scored."""
    deals = view.rules.score(view).deals
    return f", after {view.rules.dealing.word} {deals[-1].number}" if deals else ""


def between(view: AnyView, options: HouseRules) -> Rows:
    """The standings between deals, in the game's own form."""
    return view.rules.display.standings(view, options)


@field_words
@dataclass(frozen=True, slots=True)
class Display(Generic[P]):
    """How the display draws a game; defaults suit a trick-taking game."""

    page: Callable[[View[P], HouseRules], Columns | Rows] = trick
    """What lies on the table."""
    standings: Callable[[View[P], HouseRules], Rows] = standings
    """The standings, whenever somebody asks."""
    between: Callable[[View[P], HouseRules], Columns | Rows] = between
    """What to show after a deal and at the end, once its last card has been seen."""
