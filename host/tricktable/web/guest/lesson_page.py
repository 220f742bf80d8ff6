"""A lesson, step by step: one question at a time, answered by a touch. Changes and keeps nothing.

Which step, and what was answered, stands in the address; what is right, `rules/course.py` knows.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, NamedTuple
from urllib.parse import urlencode

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from tricktable.games import GAMES, blame_game
from tricktable.rules import course
from tricktable.rules.course import Candidate, LessonMoment
from tricktable.rules.entries import in_words
from tricktable.rules.game import AnyGame
from tricktable.rules.guide import sentence_of
from tricktable.rules.lesson import Playable, Taker
from tricktable.rules.page import Middle, why
from tricktable.rules.values import JsonValue
from tricktable.text.language import _, message
from tricktable.text.sentences import Sentence, Sheet, paragraph, sentence, whole
from tricktable.web.guest.live_part import NO_LINKS, lies
from tricktable.web.guest.pages import SEAT
from tricktable.web.guest.screen import GameScreen, game_screen
from tricktable.web.tables import off_hub, seen_or_404

blueprint = Blueprint("lesson", __name__)
_BACK: Final = {SEAT: "seat.page", "wall": "wall.page"}
"""The page of the table that each `?from=` leads back to."""
_RIGHT: Final = message("Yes!")
_WRONG: Final = message("Not this one.")


@blueprint.get("/t/<code>/lesson")
def of_table(code: str) -> str | Response:
    """The lesson in the table's game; without a game, every game."""
    table = seen_or_404(code)
    record = off_hub(table.game).record
    if record is None:
        return redirect(url_for("rules.of_table", code=table.code))
    return _page(record.header.rules, table.code)


@blueprint.get("/games/<name>/lesson")
def of_game(name: str) -> str:
    """The lesson in this game."""
    if name not in GAMES:
        abort(404, _("There is no such game here."))
    return _page(GAMES[name], "")


class AnswerKey(NamedTuple):
    """An answer that is a card of the hand, or a few words."""

    words: Sentence
    """Empty for a card."""
    code: str
    """The card's code; empty for words."""
    link: str
    """Empty once the question is answered."""
    state: str
    """`right` or `wrong` once that is known, else empty."""


class StepScreen(NamedTuple):
    """A step of a lesson, as a phone shows it."""

    game: GameScreen
    tells: Sentence
    asks: Sentence
    links: Mapping[int, str]
    """What leads on from the seats of the table, where one of them is the answer."""
    hand: tuple[AnswerKey, ...]
    is_of_hand: bool
    """Whether a card of the hand is the answer."""
    keys: tuple[AnswerKey, ...]
    sheet: Sheet | None
    verdict: str
    """Whether the answer was right, in a word or two; empty before."""
    is_right: bool
    why: tuple[Sentence, ...]
    """Why, in sentences."""

    @property
    def spoken_words(self) -> str:
        """What a listener hears of it."""
        if self.verdict:
            return paragraph(self.verdict, *map(whole, self.why))
        words = [whole(each.words) for each in self.keys]
        return paragraph(whole(self.tells), whole(self.asks), *words)


def _page(game: AnyGame, code: str) -> str:
    moments = off_hub(_moments, game)
    if not moments:
        abort(404, _("There is no lesson in this game."))
    number = min(max(request.args.get("step", 1, int), 1), len(moments) + 1)
    links = _Links(game.name, code, number)
    it = off_hub(_step_screen, moments[number - 1], links) if number <= len(moments) else None
    return render_template(
        "lesson.html",
        code=code,
        title=_(game.title),
        number=number,
        of=len(moments),
        it=it,
        links=links,
        lies=lies,
    )


def _moments(game: AnyGame) -> tuple[LessonMoment, ...]:
    with blame_game(game, may_refuse=False):
        return course.course(game)


class _Links:
    """Where a step leads: other steps, its own answers, and out of the lesson."""

    def __init__(self, game: str, code: str, step: int) -> None:
        self._step, self._code = step, code
        origin = request.args.get("from", "")
        self._from = {"from": origin} if origin in _BACK else {}
        self.answer = request.args.get("answer", "")
        """What was answered; empty before."""
        if code:
            self._lesson = url_for("lesson.of_table", code=code)
            self.rules = _with(url_for("rules.of_table", code=code), self._from)
            self.back = url_for(_BACK.get(origin, "pages.table"), code=code)
        else:
            self._lesson = url_for("lesson.of_game", name=game)
            self.back = self.rules = url_for("rules.of_game", name=game)

    def to(self, step: int, **answer: str) -> str:
        """A step, or an answer to it."""
        return _with(self._lesson, {"step": str(step), **answer, **self._from})

    def to_answer(self, value: JsonValue) -> str:
        """This step with an answer."""
        return self.to(self._step, answer=str(value))


def _with(path: str, words: Mapping[str, str]) -> str:
    return f"{path}?{urlencode(words)}" if words else path


def _step_screen(moment: LessonMoment, links: _Links) -> StepScreen:
    view = moment.view.with_names(tuple(map(_, moment.view.names)))
    with blame_game(view.rules, may_refuse=False):
        game = game_screen(view, view.phase)
        reason = why(view) if isinstance(moment.step.question, Taker) else ()
    chosen = next((each for each in moment.answers if str(each.value) == links.answer), None)
    is_right = chosen is not None and chosen.is_right
    if not is_right:
        hides_taker = isinstance(moment.step.question, Taker)
        game = replace(game, middle=_without_answer(game.middle, hides_taker, sum(view.tally)))
    keys = tuple(_keys(moment, chosen, links))
    is_of_hand = isinstance(moment.step.question, Playable)
    return StepScreen(
        game=game,
        tells=sentence_of(moment.step.tells),
        asks=sentence_of(moment.step.asks),
        links=_of_seats(moment, links) if reason and not is_right else NO_LINKS,
        hand=keys
        if is_of_hand
        else tuple(AnswerKey((), card.code, "", "") for card in moment.hand),
        is_of_hand=is_of_hand,
        keys=() if is_of_hand or isinstance(moment.step.question, Taker) else keys,
        sheet=next((each for each in game.sheets if each.name == moment.step.sheet), None),
        verdict="" if chosen is None else _(_RIGHT) if is_right else _(_WRONG),
        is_right=is_right,
        why=tuple(_why(moment, chosen, reason, view.names)) if chosen else (),
    )


def _without_answer(middle: Middle, hides_taker: bool, number: int) -> Middle:
    """The table without what is asked: what the cards count, and who takes the trick."""
    places = tuple(each._replace(worth=None, lies=None) for each in middle.places)
    shown = replace(middle, places=places)
    if not hides_taker:
        return shown
    places = tuple(each._replace(wins=False) for each in places)
    title = sentence("Trick {number}", number=number)
    return replace(shown, title=title, places=places, is_resting=False)


def _of_seats(moment: LessonMoment, links: _Links) -> Mapping[int, str]:
    return {
        each.value: links.to_answer(each.value)
        for each in moment.answers
        if isinstance(each.value, int)
    }


def _keys(moment: LessonMoment, chosen: Candidate | None, links: _Links) -> Iterator[AnswerKey]:
    is_over = chosen is not None and chosen.is_right
    for each in moment.answers:
        state = ""
        if is_over and each.is_right:
            state = "right"
        elif chosen is each:
            state = "wrong"
        link = "" if is_over else links.to_answer(each.value)
        code = each.value if isinstance(each.value, str) else ""
        yield AnswerKey(sentence_of(each.words) if each.words else (), code, link, state)


def _cards(moment: LessonMoment) -> tuple[AnswerKey, ...]:
    """The hand, to be looked at."""
    return tuple(AnswerKey((), card.code, "", "") for card in moment.hand)


def _why(
    moment: LessonMoment, chosen: Candidate, reason: Sentence, names: tuple[str, ...]
) -> Iterator[Sentence]:
    """The game's own reason first, then the rule; who answered wrongly is not told the answer."""
    if chosen.refusal:
        yield (whole((in_words(chosen.refusal, names.__getitem__),)),)
    if chosen.is_right and reason:
        yield reason
    yield sentence_of(moment.step.rule)
