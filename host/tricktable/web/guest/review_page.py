"""The review of a game: could it have been won, until when, and how. For whoever opens it.

Nothing of it is worked out before somebody asks, and nothing of a hand that is on.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from flask import Blueprint, Response, abort, request

from tricktable.rules.entries import Shown
from tricktable.rules.record import Record
from tricktable.rules.review.from_seat import SeatOutlook
from tricktable.rules.review.playout import Outlook
from tricktable.rules.review.puzzles import PuzzleSearch
from tricktable.rules.review.review import WON, DealReview, parts
from tricktable.rules.review.words import headline, reasons
from tricktable.rules.view import view
from tricktable.table.scorebook import Scoresheet
from tricktable.text.language import _
from tricktable.text.names import Names
from tricktable.text.sentences import (
    Name,
    Picture,
    Sentence,
    Sheet,
    figure,
    list_in_words,
    sentence,
)
from tricktable.web.guest.history import game_of_table, puzzle_key, record_of
from tricktable.web.guest.past_moments import number_before
from tricktable.web.guest.screen import shown_names
from tricktable.web.guest.search_page import found_page, search_page
from tricktable.web.guest.sentences import review_question
from tricktable.web.guest.sheets import tricks
from tricktable.web.reviews import Deals, SearchAnswer
from tricktable.web.site import site
from tricktable.web.tables import SeenTable, off_hub, seen_or_404

blueprint = Blueprint("review", __name__)
LONGER: Final = "longer"
"""How many searches were not enough: what time cut short is then searched for once more."""


class WayThrough(NamedTuple):
    """A way through one round."""

    tricks: Sheet
    kept: Sentence
    """Who keeps which card in the end."""


class ReviewScreen(NamedTuple):
    """One deal's review as its page shows it."""

    number: int
    headline: Sentence
    reasons: tuple[Sentence, ...]
    way: tuple[WayThrough, ...]
    """A way to win, from the last moment on, or of a win to more; none if none is to be shown."""
    scores: int | None
    """What it scores, if it was won anyway."""
    tricks: tuple[str, ...]
    """What was in it for a side before each trick that is known; empty if no side is told of."""
    first: int
    """The first of these tricks, from 1."""
    turned: int
    """The number of the last moment in which it could be won; 0 without one."""


@blueprint.get("/t/<code>/game/review")
@blueprint.get("/t/<code>/game/<int:number>/review")
def of_game(code: str, number: int | None = None) -> Response:
    """What the deals of a game could have become: the newest, unless it is named."""
    table = seen_or_404(code)
    game = game_of_table(table, number)
    if game is None:
        abort(404, _("There is no such game at this table."))
    now, lines = off_hub(view, game.record), _lines(table, game.number)
    title, question = _(now.title), review_question(now)
    known: dict[str, object] = {
        "code": table.code,
        "number": game.number,
        "title": title,
        "subject": question or title,
        "eyebrow": f"{title} · {question}" if question else title,
    }

    def shown(found: SearchAnswer[Deals] | None) -> dict[str, object]:
        if found is None:
            return {"deals": None, "is_cut_short": False, "longer": 0}
        longer = found.searches if found.may_be_asked_again else 0
        deals = off_hub(_sections, game, found.result)
        return {"deals": deals, "is_cut_short": found.is_cut_short, "longer": longer}

    reviews, searches = site().reviews, request.args.get(LONGER, 0, int)
    found = reviews.without_search(game.record, lines, searches)
    if found is not None:
        return Response(found_page("review.html", **known, **shown(found)))
    return search_page(
        "review.html", lambda: shown(reviews.of(table.code, lines, searches)), **known
    )


def reviewed_deals(table: SeenTable, number: int) -> Deals | None:
    """The deals of the table's game with this number; None if there was no time for it."""
    found = site().reviews.of(table.code, _lines(table, number))
    return None if found is None else found.result


def _lines(table: SeenTable, number: int) -> list[str]:
    return record_of(table.code, table.rows, number)


def outlook_of(table: SeenTable, number: int, seq: int, laid: Sequence[str]) -> Outlook | None:
    """What is possible in that game after an entry and these cards; None without time for it."""
    return site().reviews.outlook(table.code, _lines(table, number), seq, laid)


def seat_outlook_of(table: SeenTable, number: int, seq: int, seat: int) -> SeatOutlook | None:
    """What could be known at a seat after that entry of the game; None if that is not known."""
    return site().reviews.seat_outlook(table.code, _lines(table, number), seq, seat)


def puzzle_of(table: SeenTable, game: Scoresheet) -> Callable[[], PuzzleSearch]:
    """What finds that game's nicest puzzle."""
    lines = _lines(table, game.number)
    return partial(site().reviews.puzzle, table.code, puzzle_key(game), lines)


def _sections(game: Scoresheet, deals: Sequence[DealReview]) -> list[ReviewScreen]:
    return [_section(game, each, shown_names(game.names)) for each in deals]


def _section(game: Scoresheet, of: DealReview, names: Names) -> ReviewScreen:
    tricks = of.course[:: of.seats or 1]
    known = tuple(figure(of.unit.spoken_number(made)) for made in tricks if made is not None)
    return ReviewScreen(
        of.number,
        headline(of, names),
        tuple(reasons(of, names)),
        tuple(_way(game.record, of, names)) if of.way else (),
        of.least if of.kind == WON else None,
        known,
        len(tricks) - len(known) + 1,
        number_before(game, of.last_moment) if of.last_moment else 0,
    )


def _way(record: Record, of: DealReview, names: Names) -> Iterator[WayThrough]:
    """The tricks of that way: the record goes on as it might have."""
    seq = of.last_moment
    if seq is None:
        (part,) = islice(parts(record), of.number - 1, of.number)
        seq = part.deals[0].moments[0].seq
    tried = record.until(seq - 1)
    for entry in of.way:
        tried.add(entry)
    now = view(tried)
    first, kept = max(of.round, 1), [each for each in of.way if isinstance(each, Shown)]
    sheets = [*tricks(now.with_names(tuple(names)))][::-1]
    for number, sheet in enumerate(sheets, 1):
        if number >= first:
            rows = sheet.rows[max(of.trick, 1) - 1 :] if number == first else sheet.rows
            cards, kept = kept[: len(names)], kept[len(names) :]
            yield WayThrough(sheet._replace(rows=rows), _last_cards(cards, names))


def _last_cards(cards: Sequence[Shown], names: Names) -> Sentence:
    told = [
        sentence("{who} {card}", who=Name(names[each.seat]), card=Picture(each.card.code))
        for each in cards
        if each.seat is not None
    ]
    return sentence("Kept: {cards}", cards=list_in_words(told))
