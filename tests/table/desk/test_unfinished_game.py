"""Nobody leaves a game unasked, and a game that was left goes on as it was, with its phones."""

from pathlib import Path

import pytest

from rig.table import Rig
from tricktable.rules import codec
from tricktable.table import commands, seating
from tricktable.table.answers import RUNNING, Answer
from tricktable.table.scorebook import Scorebook

PEOPLE = ["Ann", "Bo", "Cy", "Di"]
OTHERS = ["Eve", "Fay", "Gil"]
DOORS = {
    "new": (("game", "new game", "The Torite"), ("4", "OK")),
    "again": (("game", "play again, same seats"), ()),
    "rotate": (("game", "again, move one seat"), ()),
}


@pytest.fixture
def rig(tmp_path: Path) -> Rig:
    """Four people with phones, a card into their game; the last but one act was undone and done."""
    rig = Rig(tmp_path)
    rig.begin(names=PEOPLE)
    rig.play("0:QH 1:2H")
    rig.press("UNDO")
    rig.ask(commands.Redo())
    return rig


def sit(rig: Rig, seat: int) -> str:
    """A phone sits down there: its digest."""
    phone = seating.digest(seating.new_token())
    assert rig.table.claim(seat, phone).is_done
    assert rig.ask(commands.LetIn(seat)).is_done
    return phone


def taken(rig: Rig) -> tuple[bool, ...]:
    """Which seats have a phone."""
    return tuple(each.is_taken for each in rig.table.snapshot().places)


def lines(rig: Rig) -> list[str]:
    """The entries that count."""
    return [codec.write_entry(step.entry) for step in rig.record.steps()]


def other_game(rig: Rig) -> Answer:
    """Somebody begins another game with other people, and its dealer."""
    return rig.ask(commands.NewGame("torite", 3, OTHERS, dealer=0, abandon=True))


@pytest.mark.parametrize("door", DOORS)
def test_keys_ask_before_they_leave_a_game(rig, door):
    where, keys = DOORS[door]
    rig.choose(*where)
    rig.press(*keys)
    assert rig.view.games == 1
    assert rig.prompt.text == "The Torite, trick 1, is not over"
    assert rig.prompt.options == (("OK", "leave it"), ("2", "play on"))
    rig.restart()
    rig.press("2")
    assert (rig.view.games, rig.view.asked) == (1, None)
    rig.choose(*where)
    rig.press(*keys, "OK")
    assert (rig.view.games, rig.view.asked) == (2, None)
    names = rig.view.names
    assert names == tuple(PEOPLE if door != "rotate" else [PEOPLE[-1], *PEOPLE[:-1]])


def test_a_page_is_refused_unless_it_says_that_the_game_is_left(rig):
    for request in (
        commands.NewGame("troika", 4, abandon=False),
        commands.NextGame(abandon=False),
    ):
        assert rig.ask(request).because == RUNNING
    assert rig.view.games == 1


def test_nobody_is_asked_about_a_game_with_nothing_but_its_deal(rig):
    other_game(rig)
    assert rig.ask(commands.NewGame("troika", 4, abandon=False)).is_done


@pytest.mark.parametrize("way", ["UNDO", "page"])
@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_game_that_was_left_goes_on_with_its_people(rig, way, *, is_restarted):
    phones = [sit(rig, seat) for seat in range(4)]
    before, history = lines(rig), rig.table.history
    other_game(rig)
    assert taken(rig) == (False,) * 3
    if is_restarted:
        rig.restart()
    if way == "UNDO":
        rig.press("UNDO")
    else:
        assert rig.ask(commands.TakeUp(1)).is_done
    assert rig.said == "The Torite goes on where it was left."
    assert (rig.view.names, lines(rig)) == (tuple(PEOPLE), before)
    assert taken(rig) == (True,) * 4
    for seat, phone in enumerate(phones):
        assert rig.table.phone_view(phone).seat == seat
    now = rig.table.history
    assert (now.depth, now.done and now.done.newest) == (
        history.depth,
        history.done and history.done.newest,
    )
    rig.play("2:3H")
    rig.press("UNDO", "UNDO")
    assert lines(rig) == before[:-1]
    rig.ask(commands.Redo())
    assert lines(rig) == before


def test_a_game_waits_until_something_is_recorded_in_the_next_one(rig):
    other_game(rig)
    other_game(rig)  # begun once more: nothing was recorded
    assert rig.table.left_games == {1, 2}
    rig.ask(commands.Declare("leader", 1))
    rig.play("1:3C")
    assert rig.table.left_games == frozenset()
    answer = rig.ask(commands.TakeUp(1))
    assert (answer.is_done, rig.view.games) == (False, 3)
    assert "another one has been played since" in answer.reason
    rig.press("UNDO", "UNDO")
    assert rig.table.left_games == {1, 2}, "what was undone was not played"
    assert rig.ask(commands.TakeUp(1)).is_done
    assert rig.view.names == tuple(PEOPLE)
    assert rig.table.left_games == frozenset()


def test_a_game_that_is_over_or_was_given_up_is_not_taken_up(rig):
    rig.ask(commands.NewGame("torite", 4, PEOPLE))
    rig.ask(commands.RoundGame("torite", 3, OTHERS))
    assert rig.table.left_games == frozenset(), "a competition has begun its round"
    assert not rig.ask(commands.TakeUp(1)).is_done


def test_a_game_that_goes_on_is_one_game_of_the_evening(rig):
    other_game(rig)
    rig.press("UNDO")
    (listed,) = Scorebook(rig.table.code, rig.table.rows()).evenings
    assert [game.number for game in listed] == [3]
    assert listed[0].names == tuple(PEOPLE)
    rig.restart()
    assert rig.view.names == tuple(PEOPLE)
