"""Pictures: what the board shows of every moment, in what its wire carries and its pages draw."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rig import STRANGER, Rig
from selfplay import SelfPlay
from tableboard import screens, sounds
from tablewire.host import HostSession
from tablewire.limits import MAX_LINE_BYTES
from tricktable import requests
from tricktable.picture import SEATS_ON_BOARD, picture, short_name
from tricktable.service import invites
from tricktable.table import LIVE, TableView

HOSTILE = {
    "kana": "かなカナ漢字" * 20,
    "markup": "<script>alert('x')</script>" * 5,
    "quotes": '"\\' * 80,
    "tildes": "~" * 160,
    "bidi": "\u202e\u2066gnirts\u202c\u200b" * 10,
    "control": "\x00\x1b[2J\r\n\x7f" * 20,
    "emoji": "🃏👩‍👩‍👧‍👦" * 15,
    "endless": "W" * 10_000,
    "endless kana": "ゎ" * 10_000,
    "nothing": "\u200b\u202e",
    "empty": "",
    "half a pair": "\ud83c",
}


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.journal.close()


def drawn(shown: str) -> dict[str, Any]:
    """The picture's fields, once the wire has taken it and the board has laid it out and drawn."""
    session = HostSession("0A1B2C3D")
    session.show(shown)  # raises if it does not fit a line
    assert all(" " <= each <= "~" for each in shown)
    for part in screens.page(shown).parts:
        part.strokes()
    fields: dict[str, Any] = json.loads(shown)
    assert len(fields["l"]) == SEATS_ON_BOARD
    assert set(fields["l"]) <= {"off", "turn", "won", "wrong", "on"}
    if fields["s"]:
        assert sounds.pitch(fields["s"], 0), "a sound that the board does not know"
    return fields


def shows(rig: Rig) -> dict[str, Any]:
    """What the board shows now."""
    return drawn(picture(rig.view))


def test_before_the_first_game(rig: Rig) -> None:
    assert shows(rig) | {"l": 0} == {
        "p": "words",
        "t": "Tricktable",
        "q": "How many players? Press 3 or 4.",
        "l": 0,
        "s": "",
    }


def test_a_trick_with_its_leader_its_best_card_and_who_is_next(rig: Rig) -> None:
    rig.begin(names=["Ann", "Bo", "Cy", "Di"])
    rig.play("0:QH 1:2H 2:KH")
    assert shows(rig) == {
        "p": "trick",
        "t": "T1/12",
        "n": ["Ann", "Bo", "Cy", "Di"],
        "c": [[0, "QH"], [1, "2H"], [2, "KH"]],
        "b": 2,
        "w": 3,
        "a": "play",
        "k": [0, 0, 0, 0],
        "u": "S",
        "m": "",
        "l": ["off", "off", "off", "turn"],
        "s": "",
    }
    rig.play("3:3H")
    assert shows(rig)["k"] == [0, 0, 1, 0]
    assert shows(rig)["l"][2] == "won"


def test_a_complete_trick_lies_there_until_the_next_lead(rig: Rig) -> None:
    rig.begin()
    rig.play("0:QH 1:2H 2:KH 3:3H")
    now = shows(rig)
    assert now["c"] == [[0, "QH"], [1, "2H"], [2, "KH"], [3, "3H"]]
    assert (now["b"], now["w"], now["a"]) == (2, 2, "play")
    rig.play("2:AH")
    assert shows(rig)["c"] == [[2, "AH"]]


def test_a_question_with_the_keys_that_answer_it(rig: Rig) -> None:
    rig.begin()
    rig.play("0:QH 1:2H 2:KH 3:3H 2:AH 3:QH")
    assert shows(rig)["p"] == "ask"
    assert shows(rig)["q"] == "QH was already played by North in trick 1"
    assert [key for key, _ in shows(rig)["o"]] == ["2", "3", "4"]


def test_what_did_not_count_is_told_and_lights_the_seat(rig: Rig) -> None:
    rig.begin()
    rig.event("C", "2", STRANGER)
    assert shows(rig)["m"] == "That is not a card of this deck."
    assert shows(rig)["l"][2] == "wrong"


def test_a_card_half_typed(rig: Rig) -> None:
    rig.begin()
    rig.press("9")
    assert shows(rig)["m"] == "9, suit?"
    rig.press("H")
    assert shows(rig)["m"] == "9H? then OK"


def test_a_full_disk_comes_before_all_else(rig: Rig) -> None:
    rig.begin()
    rig.press("9")
    assert drawn(picture(replace(rig.view, trouble="no space left")))["m"].startswith("Not saved")


def sound(rig: Rig, act: Callable[[], object]) -> str:
    """What the board sounds when this happens."""
    before = rig.view
    act()
    return str(drawn(picture(rig.view, before))["s"])


def test_sounds_tell_what_has_just_happened(rig: Rig) -> None:
    rig.begin()
    assert sound(rig, lambda: rig.lay("QH", 0)) == "read"
    assert sound(rig, lambda: rig.lay("QH", 0)) == ""
    assert sound(rig, lambda: rig.event("C", "1", STRANGER)) == "refused"
    rig.play("1:2H 2:KH")
    assert sound(rig, lambda: rig.lay("3H", 3)) == "trick"
    rig.lay("AH", 2)
    assert sound(rig, lambda: rig.lay("QH", 3)) == "ask"
    assert sound(rig, lambda: rig.table.board_is(LIVE)) == ""


def test_a_whole_game_is_drawn_picture_by_picture(rig: Rig) -> None:
    rig.table.board_is(LIVE)
    rig.ask(requests.NewGame("torite", 4, ["Ann", "雪", "Cy", "Di"]))
    SelfPlay(rig, 3).game()
    pages, before = set(), None
    for view in rig.everybody.views:
        fields = drawn(picture(view, before))
        pages.add((fields["p"], fields["s"]))
        before = view
    assert {("trick", "read"), ("trick", "trick"), ("words", "over")} <= pages
    assert set(fields["l"]) <= {"won", "off"}


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_names_stay_printable_and_within_a_line(rig: Rig, name: str) -> None:
    rig.begin()
    rig.play("0:QH 1:2H 2:KH 3:3H 2:AH")
    moments = [rig.view]
    rig.lay("QH", 3)
    moments.append(rig.view)
    rig.press("2")
    for act in (("X", "1"), ("U", "1", "cut"), ("R", "1", "dead"), ("F", "x" * 80)):
        rig.event(*act)
        moments.append(rig.view)
    for moment in moments:
        fields = drawn(picture(renamed(moment, name)))
        assert len(json.dumps(fields)) < MAX_LINE_BYTES - 100
    assert all(short_name(each) for each in (name, name[::-1]))


def renamed(view: TableView, name: str) -> TableView:
    """The view of the table where everybody has this name."""
    assert view.view is not None
    names = (name,) * 4
    asked = view.asked
    if asked is not None:
        options = tuple((key, text.replace("North", name)) for key, text in asked.options)
        asked = asked._replace(text=asked.text.replace("North", name), options=options)
    return replace(view, names=names, view=replace(view.view, names=names), asked=asked)


@pytest.mark.parametrize("length", [20, 60, 120, 400])
def test_the_join_code_or_where_it_is_too_large_the_address(rig: Rig, length: int) -> None:
    join = invites.board_page("http://" + "a" * length)
    rig.press("MENU")
    fields = drawn(picture(rig.view, None, join))
    assert fields["p"] == ("qr" if length <= 120 else "words")
    rig.press("MENU")
    assert drawn(picture(rig.view, None, join))["p"] == "words"


def test_a_question_is_not_hidden_by_the_join_code(rig: Rig) -> None:
    rig.begin()
    rig.play("0:QH 1:2H 2:KH 3:3H 2:AH")
    rig.press("MENU")
    rig.lay("QH", 3)
    assert drawn(picture(rig.view, None, invites.board_page("http://a")))["p"] == "ask"
