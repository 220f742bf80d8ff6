"""A lesson as the real rules judge it: the moment of each step, and which answers are right.

A lesson that the rules contradict makes no course. Decides nothing that a game does not.
"""

import json
from collections.abc import Iterator
from typing import Final, NamedTuple

from tricktable.rules import codec
from tricktable.rules.cards import Card
from tricktable.rules.entries import Happening, Impossible
from tricktable.rules.game import AnyGame, Header
from tricktable.rules.hands import hand
from tricktable.rules.lesson import TABLES, Lesson, LessonStep, OneOf, Playable, Possible, Taker
from tricktable.rules.record import Record
from tricktable.rules.values import JsonValue
from tricktable.rules.verdicts import REFEREE
from tricktable.rules.view import AnyView, view
from tricktable.text.language import Message

FEWEST: Final = 6
MOST: Final = 10
"""A lesson has no fewer steps and no more: it takes two minutes."""


class Contradiction(ValueError):
    """Raised if the rules contradict a lesson."""


class Candidate(NamedTuple):
    """One possible answer."""

    value: JsonValue
    """A seat for `Taker`, a card's code for `Playable`, a place in the list for all others."""
    words: str
    """A message or a number; empty for a seat or a card."""
    is_right: bool
    refusal: Message | None = None
    """Why the game refuses it, where it is a deed."""


class LessonMoment(NamedTuple):
    """Where a step stands."""

    step: LessonStep
    view: AnyView
    """As the learner may know it."""
    hand: tuple[Card, ...]
    """What is left of the learner's cards."""
    answers: tuple[Candidate, ...]

    @property
    def right(self) -> tuple[Candidate, ...]:
        """Those that are right: one or several."""
        return tuple(each for each in self.answers if each.is_right)


def course(game: AnyGame) -> tuple[LessonMoment, ...]:
    """The moments of its lesson, one for each step; none if it has no lesson.

    Raises: Contradiction.
    """
    lesson = game.lesson
    if not lesson.is_given:
        return ()
    if not FEWEST <= len(lesson.steps) <= MOST:
        raise Contradiction(f"a lesson has {FEWEST} to {MOST} steps, not {len(lesson.steps)}")
    return tuple(_moments(game, lesson))


def _moments(game: AnyGame, lesson: Lesson) -> Iterator[LessonMoment]:
    record = Record(_header(game, lesson))
    for number, step in enumerate(lesson.steps, start=1):
        for entry in step.adds:
            try:
                record.add(entry)
            except Impossible as refusal:
                raise Contradiction(f"step {number}: {entry}: {refusal}") from refusal
        if found := record.findings(REFEREE):
            raise Contradiction(f"step {number}: it teaches a breach: {found[0]}")
        now = record.until(record.seq)
        answers = tuple(_answers(now, step, lesson.you))
        if len({each.is_right for each in answers}) < 2:
            every = "every" if any(each.is_right for each in answers) else "no"
            why = _why_none(now, step, lesson.you) if every == "no" else ""
            raise Contradiction(f"step {number}: {every} answer is right: {step.asks}{why}")
        yield LessonMoment(step, view(now, lesson.you), hand(now, lesson.you), answers)


def _why_none(record: Record, step: LessonStep, you: int) -> str:
    """What a question of cards or of a trick lacks, for whoever writes the lesson."""
    state, names = record.state, record.header.seat_names
    match step.question:
        case Taker() if state.tabletop().trick or not state.tabletop().last:
            return " (no trick is complete)"
        case Playable() if not hand(record, you):
            return " (which cards you hold is not known: say which were read, moved and discarded)"
        case Playable() if you not in state.awaited:
            who = ", ".join(names[seat] for seat in state.awaited) or "nobody"
            return f" (the game waits for {who}: {state.next.what})"
    return ""


def _header(game: AnyGame, lesson: Lesson) -> Header:
    options = {**game.usual(lesson.players), **lesson.given}
    line = {
        "record": codec.FORMAT,
        "game": game.name,
        "players": lesson.players,
        "options": options,
        "names": TABLES[lesson.players],
    }
    return codec.read_header(json.dumps(line), {game.name: game})


def _answers(record: Record, step: LessonStep, you: int) -> Iterator[Candidate]:
    match step.question:
        case Taker():
            table = record.state.tabletop()
            for seat, _ in () if table.trick else table.last:
                yield Candidate(seat, "", seat == table.last_winner)
        case Playable(deed):
            for card in hand(record, you):
                yield Candidate(card.code, "", _is_proper(record, deed(you, card)))
        case Possible(deeds):
            for place, (entry, words) in enumerate(deeds):
                refused = None
                try:
                    record.check(entry)
                except Impossible as refusal:
                    refused = refusal.message
                yield Candidate(place, words, refused is None, refused)
        case OneOf(answers) as question:
            now = view(record, you)
            for place, (value, words) in enumerate(answers):
                yield Candidate(place, words or str(value), question.is_right(now, value))


def _is_proper(record: Record, deed: Happening) -> bool:
    """Whether it is possible and the judge, who knows the hand, has nothing against it."""
    trial = record.fork()
    try:
        trial.add(deed)
    except Impossible:
        return False
    return not trial.findings(REFEREE)
