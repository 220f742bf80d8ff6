"""The replay of a game, moment by moment: what lay on the table, what was said, who was to play.

Each moment has an address of its own, so that it can be shared, and so that links alone lead from
one to the next. Shows what everybody saw, and hands only of deals whose every card lay open in the
end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

from flask import Blueprint, Response, abort, render_template, request

from tricktable.rules.cards import BY_CODE, Card, card, cards_in
from tricktable.rules.entries import Declared, Held
from tricktable.rules.position import Common
from tricktable.rules.record import Record, Step
from tricktable.rules.review.open_cards import OpenDeal, OpenMoment, opened
from tricktable.rules.review.playout import Outlook, Playout, begun
from tricktable.rules.review.review import DealReview
from tricktable.rules.review.sides import Sides
from tricktable.rules.topics import topic_of
from tricktable.rules.view import AnyView, view
from tricktable.table.scorebook import Scoresheet
from tricktable.text.language import _
from tricktable.text.sentences import Sentence, Strong, sentence, spoken, team
from tricktable.web.guest import picture, sentences
from tricktable.web.guest.history import game_of_table, picture_of
from tricktable.web.guest.live_part import lies
from tricktable.web.guest.review_page import outlook_of, reviewed
from tricktable.web.guest.screen import GameScreen, game_screen, shown_names
from tricktable.web.guest.standings import date_of
from tricktable.web.tables import SeenTable, off_hub, seen_or_404

blueprint = Blueprint("replay", __name__)
AT: Final = "at"
"""`?at=17`: the seventeenth moment."""
MARKS: Final = "marks"
"""`?marks=1`: with what each card of a hand would have led to."""
LAID: Final = "laid"
"""`?laid=QH.3C`: the cards that somebody who tries a moment has laid since."""
ASK: Final = "ask"
"""`?ask=way`: whether it can still be won; `?ask=hint`: with a card that leads there."""
HINT: Final = "hint"
MOST_LAID: Final = 104
"""No deal has more cards."""


class MarkedCard(NamedTuple):
    """A card of an open hand."""

    code: str
    points: int | None
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
    hands: tuple[OpenHand, ...]
    """None while they may not be seen, or if they are not known."""
    side: str
    """Whose points the marks are; empty without marks."""
    has_marks: bool
    """Whether a review might tell what each card would have led to."""
    can_be_tried: bool


@blueprint.get("/t/<code>/game/<int:number>/replay")
def of_game(code: str, number: int) -> str:
    """One moment of the game: the first, unless another is asked for."""
    table = seen_or_404(code)
    game = _game_or_404(table, number)
    has_marks = request.args.get(MARKS) == "1"
    deals = reviewed(table, number) if has_marks else None
    at = off_hub(_moment, game, _moment_number(), deals)
    return render_template(
        "replay.html", code=table.code, number=number, it=at, has_marks=has_marks, lies=lies
    )


class TriedCard(NamedTuple):
    """A card of a hand that is played by whoever tries."""

    code: str
    can: bool
    laid: str
    """All cards that are laid then, as the address has them."""
    is_hint: bool


class TriedHand(NamedTuple):
    """One hand of a moment that somebody tries."""

    name: str
    cards: tuple[TriedCard, ...]
    is_due: bool


class TriedMoment(NamedTuple):
    """A moment that somebody tries, as its page shows it."""

    title: str
    game: GameScreen
    news: str
    hands: tuple[TriedHand, ...]
    laid: str
    """The cards that were laid, as the address has them."""
    before: str | None
    """The same without the last one; None if none was laid."""
    outlook: Sentence
    """What was asked of the search; empty if nothing was."""
    is_over: bool


@blueprint.get("/t/<code>/game/<int:number>/try")
def attempt(code: str, number: int) -> str:
    """A moment of the game to be played on by one person. The address holds all that was laid."""
    table = seen_or_404(code)
    game, asks = _game_or_404(table, number), request.args.get(ASK, "")
    codes = [each for each in request.args.get(LAID, "").split(".") if each in BY_CODE]
    codes = codes[:MOST_LAID]
    seq = off_hub(lambda: _at(game, _moment_number())[2].seq)
    outlook = outlook_of(table, number, seq, codes) if asks else None
    tried = off_hub(_tried, game, seq, codes, outlook or Outlook(), asks)
    if tried is None:
        abort(404, _("This moment cannot be tried: not every card was seen, or none was due."))
    return render_template(
        "try.html", code=table.code, number=number, at=_moment_number(), it=tried, lies=lies
    )


def _tried(
    game: Scoresheet, seq: int, codes: Sequence[str], outlook: Outlook, asks: str
) -> TriedMoment | None:
    made = begun(game.record, seq, map(card, codes))
    if made is None:
        return None
    names = shown_names(game.names)
    then = view(made.record).naming(names)
    laid = ".".join(each.code for each in made.laid)
    hint = outlook.card.code if asks == HINT and outlook.card is not None else ""
    return TriedMoment(
        title=_(then.title),
        game=game_screen(then, then.phase),
        news=sentences.news(then, names, then.phase),
        hands=tuple(_keys(made, names, laid, hint)),
        laid=laid,
        before=laid.rpartition(".")[0] if laid else None,
        outlook=_said(outlook, made, names) if asks else (),
        is_over=made.due < 0,
    )


def _keys(made: Playout, names: tuple[str, ...], laid: str, hint: str) -> Iterator[TriedHand]:
    may = {each.code for each in made.may()}
    for seat, hand in made.hands().items():
        is_due = seat == made.due
        keys = tuple(
            TriedCard(
                each.code,
                is_due and each.code in may,
                f"{laid}.{each.code}".lstrip("."),
                is_due and each.code == hint,
            )
            for each in _sorted(hand)
        )
        yield TriedHand(names[seat], keys, is_due)


def _said(outlook: Outlook, made: Playout, names: tuple[str, ...]) -> Sentence:
    if outlook.can_be_won is not None:
        if outlook.can_be_won:
            return sentence("It can still be won.")
        return sentence("It can no longer be won.")
    if outlook.points is not None and isinstance(made.goal, Sides):
        side = team(sorted(made.goal.side), names)
        points = Strong(str(outlook.points))
        return sentence("With best play {who} make {points}.", who=side, points=points)
    return sentence("There was no time to find out.")


@blueprint.get("/t/<code>/game/<int:number>/replay.png")
def moment_picture(code: str, number: int) -> Response:
    """The same moment to share."""
    game = _game_or_404(seen_or_404(code), number)
    return picture_of(partial(_pictured, game, _moment_number()))


def _game_or_404(table: SeenTable, number: int) -> Scoresheet:
    game = game_of_table(table, number)
    if game is None or not any(_happenings(game.record)):
        abort(404, _("There is no such game at this table."))
    return game


def _moment_number() -> int:
    """The moment asked for; the first one if it is no number."""
    return request.args.get(AT, 1, int)


def _happenings(record: Record) -> Iterator[Step]:
    """What everybody saw or heard."""
    for step in record.steps():
        entry = step.entry
        is_quiet = isinstance(entry, Held) or (
            isinstance(entry, Declared) and topic_of(record.header.rules, entry.topic).is_quiet
        )
        if not is_quiet:
            yield step


def _at(game: Scoresheet, asked: int) -> tuple[int, int, AnyView]:
    """Which moment it is, of how many, and what everybody saw then."""
    steps = [*_happenings(game.record)]
    number = min(max(asked, 1), len(steps))
    then = view(game.record.until(steps[number - 1].seq))
    return number, len(steps), then.naming(shown_names(game.names))


def _moment(game: Scoresheet, asked: int, deals: tuple[DealReview, ...] | None) -> ReplayMoment:
    number, of, then = _at(game, asked)
    phase = then.phase
    open_now = _open(game.record, then)
    side, marks = _marks(open_now, deals) if deals else ((), {})
    return ReplayMoment(
        title=_(then.title),
        number=number,
        of=of,
        game=game_screen(then, phase),
        news=sentences.news(then, then.names, phase),
        hands=tuple(_hands(open_now, then.names, marks)) if open_now else (),
        side=spoken(team(side, then.names)) if side else "",
        has_marks=open_now is not None and open_now.has_sides,
        can_be_tried=begun(game.record, then.seq) is not None,
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
    for number, deal in enumerate(opened(record)):
        if deal.moments[-1].seq > then.seq:
            return _of_deal(number, deal, then) if deal.is_whole else None
    return None


def _of_deal(number: int, deal: OpenDeal, then: AnyView) -> _Open:
    find, moments = then.rules.goal, [*enumerate(deal.moments)]
    has_sides = find is not None and isinstance(find(deal.moments[0].state, deal.after), Sides)
    at, moment = next((at, each) for at, each in moments if each.seq > then.seq)
    return _Open(number, at, moment, has_sides)


def _hands(now: _Open, names: tuple[str, ...], marks: dict[str, int]) -> Iterator[OpenHand]:
    due = now.at.at.due
    for seat, hand in enumerate(now.at.at.hands):
        if hand:
            points = marks if seat == due else {}
            shown = tuple(MarkedCard(card.code, points.get(card.code)) for card in _sorted(hand))
            yield OpenHand(names[seat], shown, seat == due)


def _sorted(hand: int) -> list[Card]:
    """By suit, high cards first."""
    return sorted(cards_in(hand), key=lambda each: (each.suit, -each.rank))


def _marks(
    now: _Open | None, deals: tuple[DealReview, ...]
) -> tuple[tuple[int, ...], dict[str, int]]:
    """Whose points are told, and those after each card that may be laid."""
    if now is None or now.deal >= len(deals):
        return (), {}
    told = deals[now.deal]
    marks = told.marks[now.moment] if now.moment < len(told.marks) else ()
    return (told.side if marks else ()), {card.code: points for card, points in marks}


def _pictured(game: Scoresheet, asked: int) -> picture.SharedPicture:
    number, of, then = _at(game, asked)
    phase, middle = then.phase, then.rules.page.middle(then)
    laid = tuple(
        picture.PictureCard(each.name, each.card, each.wins) for each in middle.places if each.card
    )
    return picture.SharedPicture(
        title=f"{_(then.title)} · {number}/{of}",
        headline=spoken(phase.headline),
        why=spoken(phase.why),
        rows=(),
        table=_("Table {code}", code=game.table),
        date=date_of(game.began),
        is_won=bool(then.winner),
        laid=laid[: picture.MOST_ROWS],
    )
