"""A lesson is judged by the real rules: they say what is right, and it contradicts none of them."""

from dataclasses import replace

import pytest

from tricktable.games import GAMES
from tricktable.rules.cards import card
from tricktable.rules.course import FEWEST, MOST, Contradiction, course
from tricktable.rules.entries import Dealt, Played
from tricktable.rules.lesson import (
    Lesson,
    Possible,
    Taker,
    holds,
    number,
    person,
    plays,
    who_can,
    yes,
)

TORITE, TROIKA = GAMES["torite"], GAMES["troika"]


def right(name):
    """What is right, step by step."""
    told = [[each.words or each.value for each in moment.right] for moment in course(GAMES[name])]
    return [each[0] if len(each) == 1 else each for each in told]


def test_the_rules_say_what_is_right():
    diamonds = ["AD", "TD", "9D", "8D"]
    assert right("torite") == [diamonds, 3, 3, 0, "Cy", "4", "{C}", "12"]
    assert right("triatri")[:6] == ["You", ["4R", "3R", "X1"], "10", 2, "8", 1]
    assert right("etori")[:5] == [["KD", "2D"], 3, "AC", 2, "2"]
    assert right("tredici")[4:6] == ["Cy", "{D}"]
    bids = ["Pass", "7 with a trump"]
    assert right("troika") == [bids, "You", 1, 2, "7", "5", "8", ["Pass", "7 No", "8 with a trump"]]


def test_a_deed_that_is_refused_says_why():
    first = course(TROIKA)[0]
    assert [str(each.refusal) for each in first.answers if each.refusal] == ["6 does not outbid 6N"]


def test_a_moment_knows_the_learners_hand_and_nobody_elses():
    first = course(TORITE)[0]
    assert {each.code for each in first.hand} >= {"KH", "7C"}
    assert len(first.hand) == 13
    assert first.view.names == ("Ann", "Bo", "You", "Cy")


def test_a_game_without_a_lesson_has_no_course():
    assert course(replace(TORITE, lesson=Lesson())) == ()


def with_step(number, **changes):
    """The Torite's lesson with a step that is otherwise."""
    steps = [*TORITE.lesson.steps]
    steps[number] = replace(steps[number], **changes)
    return replace(TORITE, lesson=replace(TORITE.lesson, steps=tuple(steps)))


REVOKE = (*plays(2, "KH JD 7D"),)
TWICE = (*plays(2, "TD JD 3D"),)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (with_step(1, adds=TWICE), "step 2: .*3D was already played"),
        (with_step(1, adds=REVOKE), "step 2: it teaches a breach: .*follow"),
        (with_step(1, adds=(Played(3, card("JD")),)), "step 2: it teaches a breach: .*turn"),
        (
            with_step(0, question=Taker()),
            r"step 1: no answer is right: .* \(no trick is complete\)",
        ),
        (with_step(1, adds=plays(2, "TD")), r"step 2: no .* \(no trick is complete\)"),
        (
            with_step(1, adds=plays(2, "TD"), question=TORITE.lesson.steps[0].question),
            r"step 2: no .* \(the game waits for Cy: play\)",
        ),
        (with_step(0, adds=TORITE.lesson.steps[0].adds[:1]), r"step 1: no .* not known: say which"),
        (with_step(0, question=Possible(())), "step 1: no answer is right: "),
        (with_step(7, question=number(lambda _: 3, 1, 2)), "step 8: no answer"),
        (with_step(7, question=number(lambda _: (1, 2), 1, 2)), "step 8: every answer"),
        (with_step(7, adds=(Dealt(0),)), "step 8: .*Dealt"),
    ],
)
def test_what_the_rules_contradict_is_no_lesson(game, told):
    with pytest.raises(Contradiction, match=told):
        course(game)


@pytest.mark.parametrize("count", [FEWEST - 1, MOST + 1])
def test_a_lesson_takes_two_minutes(count):
    steps = (TORITE.lesson.steps * 2)[:count]
    game = replace(TORITE, lesson=replace(TORITE.lesson, steps=steps))
    with pytest.raises(Contradiction, match=f"6 to 10 steps, not {count}"):
        course(game)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: person(4, yes), r"<function yes .*> is no number of players from 2 to 4: person"),
        (lambda: who_can(4, yes), r"<function yes .*> is no number of players .*who_can\(deed"),
        (lambda: who_can(yes, 6), r"^6 is no number of players from 2 to 4: "),
        (lambda: plays(0, "5H 10H"), "^no card is printed '10H': write cards as '5H TS'$"),
        (lambda: holds(0, "5X"), "^no card is printed '5X'"),
    ],
)
def test_whoever_writes_a_lesson_is_told_in_a_sentence_what_is_wrong_with_it(wrong, told):
    with pytest.raises(ValueError, match=told):
        wrong()
