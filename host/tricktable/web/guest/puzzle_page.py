"""The evening's nicest hand as a puzzle: looked for when somebody opens it, and kept."""

from collections.abc import Callable, Sequence

from flask import Blueprint, Response, abort

from tricktable.rules.review.puzzles import DEPTH, Puzzle, PuzzleSearch, nicest
from tricktable.table.scorebook import Scoresheet
from tricktable.text.language import _
from tricktable.text.sentences import Strong, sentence
from tricktable.web.guest.history import games_of_evening, puzzle_games
from tricktable.web.guest.past_moments import number_before
from tricktable.web.guest.review_page import puzzle_of
from tricktable.web.guest.search_page import search_page
from tricktable.web.tables import seen_or_404

blueprint = Blueprint("puzzle", __name__)


@blueprint.get("/t/<code>/puzzle")
@blueprint.get("/t/<code>/puzzle/<int:first>")
def of_evening(code: str, first: int = 0) -> Response:
    """The nicest puzzle of the newest evening, or of the one that began with that game."""
    table = seen_or_404(code)
    games = puzzle_games(games_of_evening(table, first))
    if not games:
        abort(404, _("No game of this evening can be a puzzle."))
    searches = [(game, puzzle_of(table, game)) for game in games]
    return search_page("puzzle.html", lambda: _nicest(searches), code=table.code)


def _nicest(
    searches: Sequence[tuple[Scoresheet, Callable[[], PuzzleSearch]]],
) -> dict[str, object]:
    told = [(game, search()) for game, search in searches]
    is_cut_short = any(search.is_cut_short for _game, search in told)
    found = [(game, search.puzzle) for game, search in told if search.puzzle is not None]
    if not found:
        return {"said": (), "is_cut_short": is_cut_short}
    game, puzzle = found[nicest([each for _game, each in found])]
    return {
        "title": _(game.rules.title),
        "said": sentence(
            _("Of {ways} ways to lay the next {cards} cards, {wins} can be won.")
            if puzzle.is_hard
            else _(
                "In the hardest, {wins} of {ways} ways to lay the next {cards} cards can be won."
            ),
            ways=Strong(str(puzzle.ways)),
            cards=DEPTH,
            wins=Strong(str(puzzle.wins)),
        ),
        "is_hard": puzzle.is_hard,
        "number": game.number,
        "at": _moment(game, puzzle),
        "laid": ".".join(card.code for card in puzzle.laid) or None,
        "is_cut_short": is_cut_short,
    }


def _moment(game: Scoresheet, puzzle: Puzzle) -> int:
    return number_before(game, puzzle.seq + 1)
