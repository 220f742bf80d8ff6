"""The replay of a game, moment by moment: what lay on the table, what was said, who was to play.

Each moment has an address of its own, so that it can be shared, and so that links alone lead from
one to the next. Shows what everybody saw, and hands only of deals whose every card lay open in the
end.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from flask import Blueprint, Response, render_template, request

from tricktable.rules.cards import cards_in
from tricktable.rules.hands import by_suit
from tricktable.rules.page import Middle, totals
from tricktable.rules.position import Common
from tricktable.rules.record import Record
from tricktable.rules.review.open_cards import OpenDeal, OpenMoment, open_deals
from tricktable.rules.review.playout import playout_from
from tricktable.rules.review.review import DealReview, goal_of
from tricktable.rules.review.sides import Sides
from tricktable.rules.review.words import from_seat
from tricktable.rules.view import AnyView
from tricktable.table.scorebook import Scoresheet
from tricktable.text.language import _
from tricktable.text.sentences import Sentence, Sheet, figure, sentence, spoken, team
from tricktable.web.guest import picture, sentences
from tricktable.web.guest.history import picture_of
from tricktable.web.guest.live_part import lies, sheets
from tricktable.web.guest.past_moments import game_or_404, moment_number, moment_of
from tricktable.web.guest.review_page import reviewed_deals, seat_outlook_of
from tricktable.web.guest.screen import GameScreen, game_screen
from tricktable.web.guest.standings import date_of
from tricktable.web.tables import SeenTable, off_hub, seen_or_404

blueprint = Blueprint("replay", __name__)
MARKS: Final = "marks"
"""`?marks=1`: with what each card of a hand would have led to."""
SEAT: Final = "seat"
"""`?seat=2`: what could be known at this seat, from 0."""


class MarkedCard(NamedTuple):
    """A card of an open hand."""

    code: str
    points: str | None
    """What a side would have made with it, if that is asked for and known."""


class OpenHand(NamedTuple):
    """What one seat has yet to play."""

    name: str
    cards: tuple[MarkedCard, ...]
    is_due: bool


class ReplayMoment(NamedTuple):
    """One moment of a game as its page shows it."""

    title: str
    number: int
    """From 1 …"""
    of: int
    """… to this."""
    game: GameScreen
    news: str
    """What a listener hears of it."""
    newest: Sentence
    """What happened, where no card lies that shows it; else empty."""
    standing: tuple[Sheet, ...]
    """The sheets of the game as they were then, where no card shows how it stood; else none."""
    hands: tuple[OpenHand, ...]
    """None while they may not be seen, or if they are not known."""
    side: str
    """Whose points the marks are; empty without marks."""
    has_marks: bool
    """Whether a review might tell what each card would have led to."""
    can_be_tried: bool
    seats: tuple[str, ...]
    """The names of all."""


@blueprint.get("/t/<code>/game/<int:number>/replay")
def of_game(code: str, number: int) -> str:
    """One moment of the game: the first, unless another is asked for."""
    table = seen_or_404(code)
    game = game_or_404(table, number)
    has_marks = request.args.get(MARKS) == "1"
    deals = reviewed_deals(table, number) if has_marks else None
    seat = request.args.get(SEAT, -1, int)
    known = _from_seat(table, game, seat) if 0 <= seat < len(game.names) else ()
    at = off_hub(_moment, game, moment_number(), deals)
    return render_template(
        "replay.html",
        code=table.code,
        number=number,
        it=at,
        has_marks=has_marks,
        known=known,
        lies=lies,
        sheets=sheets,
    )


def _from_seat(table: SeenTable, game: Scoresheet, seat: int) -> tuple[Sentence, ...]:
    then = off_hub(moment_of, game, moment_number()).view
    told = seat_outlook_of(table, game.number, then.seq, seat)
    if told is None:
        return (sentence("Of this moment that is not known."),)
    return tuple(from_seat(told, seat, then.names))


@blueprint.get("/t/<code>/game/<int:number>/replay.png")
def moment_picture(code: str, number: int) -> Response:
    """The same moment to share."""
    game = game_or_404(seen_or_404(code), number)
    return picture_of(partial(_picture_of_moment, game, moment_number()))


def _moment(sheet: Scoresheet, number: int, deals: tuple[DealReview, ...] | None) -> ReplayMoment:
    number, of, then = moment_of(sheet, number)
    phase = then.phase
    open_now = _open(sheet.record, then)
    side, marks = _marks(open_now, deals) if deals else ((), {})
    game = game_screen(then, phase)
    has_heaps = bool(game.middle.heaps)
    is_declared = has_heaps and then.newest is not None and then.newest.kind == "declared"
    return ReplayMoment(
        title=_(then.title),
        number=number,
        of=of,
        game=game,
        news=sentences.news(then, then.names, phase),
        newest=sentences.newest(then, then.names, phase) if is_declared else (),
        standing=tuple(each for each in game.sheets if not each.is_long) if has_heaps else (),
        hands=tuple(_hands(open_now, then.names, marks)) if open_now else (),
        side=spoken(team(side, then.names)) if side else "",
        has_marks=open_now is not None and open_now.has_sides,
        can_be_tried=playout_from(sheet.record, then.seq) is not None,
        seats=then.names,
    )


class _Open(NamedTuple):
    """A moment with open hands: which one of which deal."""

    deal: int
    """From 0."""
    moment: int
    at: OpenMoment
    has_sides: bool
    """Whether a review tells what a side would have made."""


def _open(record: Record, then: AnyView) -> _Open | None:
    """The moment with open hands; None if no card is due in it, or if its hands are not known."""
    if then.next_what != Common.PLAY:
        return None
    for number, deal in enumerate(open_deals(record)):
        if deal.moments[-1].seq > then.seq:
            return _of_deal(number, deal, then, record) if deal.is_whole else None
    return None


def _of_deal(number: int, deal: OpenDeal, then: AnyView, record: Record) -> _Open:
    moments = [*enumerate(deal.moments)]
    has_sides = isinstance(goal_of(record, deal.moments[0].state, deal.after), Sides)
    at, moment = next((at, each) for at, each in moments if each.seq > then.seq)
    return _Open(number, at, moment, has_sides)


def _hands(now: _Open, names: tuple[str, ...], marks: dict[str, str]) -> Iterator[OpenHand]:
    due = now.at.at.due
    for seat, hand in enumerate(now.at.at.hands):
        if hand:
            points = marks if seat == due else {}
            cards = by_suit(cards_in(hand))
            shown = tuple(MarkedCard(card.code, points.get(card.code)) for card in cards)
            yield OpenHand(names[seat], shown, seat == due)


def _marks(
    now: _Open | None, deals: tuple[DealReview, ...]
) -> tuple[tuple[int, ...], dict[str, str]]:
    """Whose points are told, and those after each card that may be laid."""
    if now is None or now.deal >= len(deals):
        return (), {}
    told = deals[now.deal]
    marks = told.marks[now.moment] if now.moment < len(told.marks) else ()
    return (told.side if marks else ()), {
        card.code: figure(told.unit.spoken_number(points)) for card, points in marks
    }


def _picture_of_moment(game: Scoresheet, number: int) -> picture.SharedPicture:
    number, of, then = moment_of(game, number)
    phase, middle = then.phase, then.rules.page.middle(then)
    laid = tuple(
        picture.PictureCard(each.name, each.card, each.wins) for each in middle.places if each.card
    )
    return picture.SharedPicture(
        title=f"{_(then.title)} · {number}/{of}",
        headline=spoken(phase.headline),
        why=spoken(sentences.reason(phase.headline, phase.why)),
        rows=_pile_rows(then, middle),
        table=_("Table {code}", code=game.table),
        date=date_of(game.began),
        won=len(then.winner or ()),
        laid=laid[: picture.MOST_ROWS],
    )


def _pile_rows(then: AnyView, middle: Middle) -> tuple[tuple[str, str], ...]:
    """The piles and what everybody had, of a game whose cards lie face down; else nothing."""
    if not middle.heaps:
        return ()
    had = ((spoken(each.who), each.amount) for each in totals(then, 0))
    return (*((each.name, str(each.cards)) for each in middle.heaps), *had)
