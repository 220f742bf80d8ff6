"""The summary as a person reads it in a terminal, for games of every kind."""

import json
import re
from random import Random

import pytest

from players import etori, triatri, troika
from players.every_game import KINDS, by_chance
from players.torite import arranged, play
from records.lines import entry, growth, record_of, record_with
from referees.witness import Line
from tricktable.rules.verdicts import PUBLIC, REFEREE
from tricktable.rules.view import view
from tricktable.store import replay
from tricktable.table.report import report

WIN = arranged(4, [[0] * 6 + [1] * 4 + [2] * 2], [["AS", "KH", "QD", "JC"]])
OPEN = """\
The Torite, North, East, South, West
After 4 entries: trick 1: hearts led, Q♥ 2♠, South to play.

       tricks  kept
North  0       -
East   0       -
South  0       -
West   0       -"""


def test_a_game_under_way():
    lines = [
        {"kind": "dealt", "dealer": 0},
        {"kind": "declared", "seat": 0, "topic": "leader"},
        {"kind": "played", "seat": 0, "card": "QH"},
        {"kind": "played", "seat": 1, "card": "2S"},
    ]
    assert report(record_of(4, lines), PUBLIC) == OPEN


def test_what_is_asked_ends_as_a_question():
    second = report(record_of(4, [{"kind": "dealt", "dealer": 0}]), PUBLIC).splitlines()[1]
    assert second == "After 1 entry: trick 1: Who holds 2♣?"


def test_a_game_that_was_won():
    said = report(record_of(4, WIN.lines), PUBLIC).splitlines()
    assert said[1].startswith("Finished after ")
    assert "Won, " in said[1]
    assert said[3].split() == ["tricks", "kept"]
    assert [line.split()[0] for line in said[4:]] == ["North", "East", "South", "West"]
    assert [line.split()[1] for line in said[4:]] == ["6", "4", "2", "0"]
    assert [line.split()[2] for line in said[4:]] == ["A♠", "K♥", "Q♦", "J♣"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_two_rounds_have_two_columns_and_three_players_a_card_set_aside(players):
    said = report(record_of(players, play(Random(players), players).lines), PUBLIC)
    assert ("kept in round 2" in said) == (players < 3)
    assert ("Set aside: " in said) == (players == 3)
    assert all(line == line.rstrip() for line in said.splitlines())


# --- the other games ----------------------------------------------------------------------------


def said_of(
    game: str, players: int, *lines: dict[str, object], viewpoint: int = PUBLIC, **rules: object
) -> list[str]:
    """The report of a game with these entries, line by line, without its heading."""
    return report(record_of(players, lines, game, **rules), viewpoint).splitlines()[1:]


def declared(topic: str, seat: int | None, value: object = None) -> dict[str, object]:
    """An entry of something declared."""
    return {"kind": "declared", "seat": seat, "topic": topic, "value": value}


DEALT = {"kind": "dealt", "dealer": 0}
REVEALED = [
    DEALT,
    *({"kind": "shown", "seat": seat, "card": f"{7 - seat}R"} for seat in range(3)),
    declared("prize", 0, {"colour": "B", "from": "stock"}),
]
CHOSEN = [DEALT, declared("target", 0, "H"), declared("target", 1, "H")]
SET_UP = [
    *CHOSEN,
    *(
        {"kind": "moved", "seat": seat, "from": "hand", "to": "stack", "count": 2}
        for seat in range(2)
    ),
]


def test_the_stacks_of_a_game_for_one_and_what_lies_face_up():
    counts = [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]
    said = said_of(
        "torite",
        1,
        DEALT,
        declared("stacks", None, counts),
        declared("pairing", None, [[1, 2], [3, 4]]),
        {"kind": "shown", "seat": 1, "card": "7H"},
    )
    assert said == [
        "After 4 entries: round 1, trick 1: Turn up clubs, diamonds and spades for Dummy.",
        "",
        "       tricks  kept",
        "You    0       -",
        "Dummy  0       -",
        "Clubs-diamonds-hearts-spades in stacks 1 to 4: 4-3-3-3, 3-4-3-3, 3-3-4-3, 3-3-3-4.",
        "Stacks of You: 1, then 2; of Dummy: 3, then 4.",
        "Face up before Dummy: 7♥",
    ]


def test_a_game_of_triatri():
    assert said_of("triatri", 3, *REVEALED) == [
        "After 5 entries: round 1, trick 1: for water from the stock, Seat 1 to lead.",
        "",
        "        fire  water  wood  points",
        "Seat 1  0     0      0     0",
        "Seat 2  0     0      0     0",
        "Seat 3  0     0      0     0",
        "stock   6     5      6",
    ]


def test_a_game_of_etori_with_another_trump():
    trump = declared("trump", None, "H")
    assert said_of("etori", 6, DEALT, trump, trump_change="on") == [
        "After 2 entries: deal 1, trick 1: Seat 2 or Seat 5 to lead.",
        "",
        "                   chips  faces",
        "Seat 1 and Seat 4  5      0      sits out",
        "Seat 2 and Seat 5  5      0",
        "Seat 3 and Seat 6  5      0",
        "Hearts are trump; A♠ takes any trick.",
    ]


@pytest.mark.parametrize(
    ("game", "heads"),
    [
        ("etori", ["deal", "dealt by", "faces", "won by", "chips"]),
        ("troika", ["deal", "dealer", "bid", "by", "trump", "points", "scored"]),
    ],
)
def test_deals_that_are_over_are_told_under_each_other(game, heads):
    played_game = by_chance(Random(3), game, 4, is_tidy=True)
    record = record_with(played_game.header, played_game.lines)
    _, _, table = report(record, PUBLIC).partition("\n\n")[2].partition("\n\n")
    rows = [re.split("  +", row) for row in table.splitlines()]
    assert rows[0] == heads
    assert [row[0] for row in rows[1:3]] == ["1", "2"]
    assert {len(row) for row in rows[:3]} == {len(heads)}


def test_a_game_of_tredici_shows_the_targets_that_the_viewpoint_may_know():
    assert said_of("tredici", 2, *SET_UP) == [
        "After 5 entries: Seat 2 to draw 2 cards.",
        "",
        "        target  set aside  hands",
        "Seat 1  -       2          5",
        "Seat 2  -       2          5",
        "Draw pile 38, discards 0, a full hand is 7.",
    ]
    seat = said_of("tredici", 2, *SET_UP, viewpoint=1)
    assert seat[3:5] == ["Seat 1  -       2          5", "Seat 2  hearts  2          5"]
    called = said_of("tredici", 2, *SET_UP, declared("kische", 0))
    assert called[3] == "Seat 1  hearts  2          5"
    assert called[-1] == "Seat 1 called kisché; purged: Seat 2."


def test_teams_share_a_row():
    lines = said_of("tredici", 5, DEALT, teams=[[0, 2, 4], [1, 3]])
    assert lines[3:5] == [
        "Seat 1, Seat 3 and Seat 5  -       0          7 7 7",
        "Seat 2 and Seat 4          -       0          7 7",
    ]


def test_a_game_of_troika():
    bids = [declared("bid", seat, value) for seat, value in ((1, "7"), (2, "pass"), (3, "8"))]
    lines = [DEALT, *bids, declared("bid", 0, "pass")]
    assert said_of("troika", 4, *lines) == [
        "After 5 entries: deal 1: West to name trump.",
        "",
        "                 total  points",
        "North and South  0      0",
        "East and West    0      0",
        "52 wins. West bids 8.",
    ]
    named = said_of("troika", 4, *lines, declared("trump", 3, "D"))
    assert named[-1] == "52 wins. West bids 8, diamonds are trump."


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "players"), KINDS)
def test_every_moment_of_every_game_is_reported(game, players, seed):
    by_hand = by_chance(Random(seed), game, players)
    for record in growth(by_hand.header, by_hand.lines):
        said = report(record, REFEREE)
        assert "None" not in said
        assert all(each == each.rstrip() for each in said.splitlines())
    findings = record.findings(REFEREE)
    assert all(f"  entry {found.seq}: " in said for found in findings)


def test_names_cannot_paint_the_terminal():
    names = ["\x1b[2J\x1b]0;x\x07", "\u202egnirts", "a\nb\tc", "雪"]
    header = {"record": "tricktable/1", "game": "torite", "players": 4, "names": names}
    record = replay.replay([json.dumps(header).encode()])
    said = report(record, PUBLIC)
    assert "雪" in said
    assert said.replace("\n", "").isprintable()
    rows = said.splitlines()[-4:]
    assert rows[2] == "a b c    0       -"
    assert rows[3] == "雪       0       -"  # two columns wide


# --- deals, and what ends them --------------------------------------------------------------------


def rows_of(game: str, players: int, lines: list[Line], **rules: object) -> list[list[str]]:
    """The deals that are over, as the report lists them."""
    _, _, below = report(record_of(players, lines, game, **rules), PUBLIC).partition("\ndeal ")
    listed = below.partition("\n\n")[0].splitlines()[1:]
    return [re.split("  +", row) for row in listed]


def completed(game: str, players: int, lines: list[Line], **rules: object) -> list[str]:
    """What cards have completed, in order."""
    record, told = record_of(players, game=game, **rules), []
    before = view(record)
    for line in lines:
        record.add(entry(record, line))
        now = view(record)
        told += record.header.rules.ended(before, now)
        before = now
    return told


def test_a_deal_of_etori_says_who_paid_how_much():
    lines = etori.arranged(9, "AC AS")
    assert rows_of("etori", 4, lines) == [
        ["1", "East and West", "9 : 7", "North and South", "1"],
    ]
    told = completed("etori", 4, [*lines, *etori.arranged(16, won=1, lost=0, first=0)])
    assert told[:9] == [
        "trick 1 to North (faces 4 : 0)",
        "trick 2 to North (faces 6 : 0)",
        "trick 3 to North (faces 7 : 0)",
        "trick 4 to North (faces 8 : 0)",
        "trick 5 to North (faces 9 : 0)",
        "trick 6 to East (faces 9 : 3)",
        "trick 7 to East (faces 9 : 5)",
        "trick 8 to East (faces 9 : 6)",
        "trick 9 to East (5-4-0-0)",
    ]
    deals = [line for line in told if line.startswith("deal")]
    assert deals[0] == "deal 1 to North and South, faces 9 : 7: 1 chip paid"
    assert re.fullmatch(r"deal 2 to East and West, faces \d+ : \d+: [24] chips paid", deals[1])


def test_of_three_teams_of_etori_one_sits_out_and_the_dealers_are_named():
    lines = etori.arranged(16, players=6, dealer=2)
    assert rows_of("etori", 6, lines) == [
        ["1", "Seat 3 and Seat 6", "12 : 4 : 0", "Seat 1 and Seat 4", "4"],
    ]
    said = said_of("etori", 6, {"kind": "dealt", "dealer": 1})
    assert [line.endswith("sits out") for line in said[3:6]] == [False, True, False]
    assert said[-1].startswith("Seat 3 and Seat 6"), "spades are trump unless something is said"


def test_a_deal_of_troika_says_whether_the_bid_was_made():
    lines = troika.match((0, "7", 8), (1, "8N", 5))
    assert rows_of("troika", 4, lines) == [
        ["1", "North", "7", "North and South", "hearts", "8 : 2", "8 : 2"],
        ["2", "East", "8 No", "East and West", "no trump", "5 : 5", "5 : -16"],
    ]
    assert said_of("troika", 4, *lines)[3:6] == [
        "North and South  13     0",
        "East and West    -14    0",
        "52 wins.",
    ]
    told = completed("troika", 4, lines)
    assert told[:9] == [
        "trick 1 to North (points 6 : 0)",
        "trick 2 to North (points 7 : 0)",
        "trick 3 to North (points 5 : 0)",
        "trick 4 to North (points 6 : 0)",
        "trick 5 to North (points 7 : 0)",
        "trick 6 to North (points 8 : 0)",
        "trick 7 to East (points 8 : 1)",
        "trick 8 to East (6-2-0-0)",
        "deal 1: North and South bid 7, made; points 8 : 2, scored 8 : 2",
    ]
    assert told[-1] == ("deal 2: East and West bid 8 No, not made; points 5 : 5, scored 5 : -16")


def test_a_bid_without_trump_names_none():
    assert said_of("troika", 4, *troika.begun("7N"))[-1] == "52 wins. North bids 7 No."


def test_a_trick_of_triatri_brings_a_gem():
    assert completed("triatri", 2, triatri.round_of_2(0, "RB")) == [
        "trick 1 and a gem of fire to Seat 1 (points 5 : 0)",
        "trick 2 and a gem of water to Seat 1 (points -2 : 0)",
    ]


def test_a_game_of_the_torite_that_cannot_be_won_says_so():
    lost = arranged(4, [[0] * 12], [["AS", "KH", "QD", "JC"]]).lines
    said = said_of("torite", 4, *lost[: 2 + 4 * 6])
    assert "This game can no longer be won." not in said
    said = said_of("torite", 4, *lost[: 2 + 4 * 7])
    assert said[-1] == "This game can no longer be won."
    assert "This game can no longer be won." not in said_of("torite", 4, *lost)


def test_kept_cards_of_two_rounds_have_a_column_each():
    sides = ([0] * 8 + [1] * 4, [1] * 8 + [0] * 4)
    game = arranged(2, sides, [["TH", "3S"], ["4D", "QC"]])
    rows = [re.split("  +", row) for row in said_of("torite", 2, *game.lines)[2:5]]
    assert rows == [
        ["", "tricks in round 1", "kept in round 1", "tricks in round 2", "kept in round 2"],
        ["Seat 1", "8", "10♥", "4", "4♦"],
        ["Seat 2", "4", "3♠", "8", "Q♣"],
    ]
