"""How a playthrough is read: the words of every game, those of one, and what no game can say.

That each of them means what it says, the game's own suite tests.
"""

import pytest

from games.case import GameCase
from games.cases import CASES
from games.playthrough import drafted, head_of, left_half, playthrough, read
from players.parley import PARLEY
from players.torite import declared

NAMES = ["Ann", "Bo"]


@pytest.fixture
def parley(tmp_path):
    """A game of talk, of which a case says nothing but where its playthroughs lie."""
    return GameCase(PARLEY, tmp_path)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Bo deals", {"kind": "dealt", "dealer": 1}),
        ("Ann plays 7H", {"kind": "played", "seat": 0, "card": "7H"}),
        ("Ann shows 7H", {"kind": "shown", "seat": 0, "card": "7H"}),
        ("Bo holds 7H", {"kind": "held", "seat": 1, "card": "7H"}),
        ("7H is turned up", {"kind": "shown", "seat": None, "card": "7H"}),
        ("Bo bid 7", declared(1, "bid", 7)),
        (
            "Bo pledge no word",
            {"kind": "declared", "seat": 1, "topic": "pledge", "value": "no word"},
        ),
        ("Bo plot", {"kind": "declared", "seat": 1, "topic": "plot", "value": None}),
        ("all colour S", {"kind": "declared", "seat": None, "topic": "colour", "value": "S"}),
        (
            "Bo moves 2 from hand to kitty",
            {"kind": "moved", "seat": 1, "from": "hand", "to": "kitty", "count": 2},
        ),
        (
            "Bo moves 2C 3C from hand to kitty",
            {
                "kind": "moved",
                "seat": 1,
                "from": "hand",
                "to": "kitty",
                "count": 2,
                "cards": ["2C", "3C"],
            },
        ),
        ("strike 3", {"kind": "struck", "seq": 3}),
        (
            "correct 3: Ann plays 7H",
            {"kind": "corrected", "seq": 3, "entry": {"kind": "played", "seat": 0, "card": "7H"}},
        ),
    ],
)
def test_what_every_game_can_say(parley, text, line):
    assert read(text, NAMES, parley) == line
    assert line["kind"] in ("struck", "corrected") or left_half(line, NAMES) == text


@pytest.mark.parametrize(
    "text",
    [
        "Ann sings",
        "Cy deals",
        "all bid 7",
        "Ann colour S",
        "Ann hand>kitty 2",
        "Ann plays",
        "",
        "all",
    ],
)
def test_a_playthrough_cannot_say_just_anything(parley, text):
    with pytest.raises(AssertionError, match="a playthrough of parley cannot say"):
        read(text, NAMES, parley)


def test_the_words_of_one_game_are_no_others():
    assert read("Ann passes", NAMES, CASES["troika"])["value"] == "pass"
    with pytest.raises(AssertionError, match="cannot say 'Ann passes'"):
        read("Ann passes", NAMES, CASES["etori"])


def test_the_right_halves_of_a_game_that_adds_no_word_of_its_own(parley):
    said = ["parley, 2 players: Ann, Bo", "Ann bid 7", "Bo pledge war", "strike 2"]
    assert [*playthrough(said, parley)] == [
        "parley, 2 players: Ann, Bo",
        "   1  Ann bid 7                   | Bo to word",
        "   2  Bo pledge war               | Ann to word",
        "   3  strike 2                    | Bo to word",
    ]


def test_a_head_names_house_rules_as_json_or_as_words():
    head = head_of("tredici, 3 players, teams [[0], [1, 2]], draw_at 1, runout lazy: Ann, Bo, Cy")
    assert head == (
        "tredici",
        3,
        {"teams": [[0], [1, 2]], "draw_at": 1, "runout": "lazy"},
        ("Ann", "Bo", "Cy"),
    )
    with pytest.raises(AssertionError, match="no first line"):
        head_of("tredici: Ann, Bo")


@pytest.mark.parametrize("name", CASES)
def test_a_first_line_alone_is_played_out(name):
    case = CASES[name]
    written = case.playthroughs.glob(f"{name}-*.txt")
    first = min(written).read_text(encoding="utf-8").splitlines()[0]
    lines = drafted([first], case)
    assert len(lines) > 20
    assert len([*filter(None, playthrough(lines, case))]) == len(lines)
    assert drafted(lines, case) == lines
