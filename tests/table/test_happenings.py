"""Sentences about a game: one for each moment of it, and for each thing that can be improper."""

from dataclasses import replace

import pytest

from players.torite import moved
from records.lines import entry, record_of
from tricktable.games import GAMES
from tricktable.games.troika.position import TroikaDeal
from tricktable.rules.findings import plain_finding
from tricktable.rules.verdicts import REFEREE, Finding
from tricktable.rules.view import FindingDetail, View, view
from tricktable.table import happenings
from tricktable.text.names import card_name, team

DEALT = {"kind": "dealt", "dealer": 0}
LED = {"kind": "declared", "seat": 0, "topic": "leader", "value": None}


def plays(cards: str) -> list[dict[str, object]]:
    """Entries of cards written `0:QH 1:2H`."""
    pairs = [each.split(":") for each in cards.split()]
    return [{"kind": "played", "seat": int(seat), "card": code} for seat, code in pairs]


def seen(*lines: dict[str, object], players: int = 4) -> View:
    """The public view of a game with these entries."""
    return view(record_of(players, lines))


def improper(cards: str, *more: dict[str, object]) -> list[str]:
    """The findings of a game with these plays, in words."""
    found = seen(DEALT, LED, *plays(cards), *more)
    return [plain_finding(remark, found.names) for remark in found.remarks]


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("QH", "queen of hearts"),
        ("TC", "ten of clubs"),
        ("2S", "two of spades"),
        ("7R", "seven of fire"),
        ("X2", "imitation 2"),
    ],
)
def test_cards_have_names(code, name):
    assert card_name(code) == name


def test_what_is_awaited_from_the_deal_to_the_first_card():
    assert seen().phase.waits_for == "Who deals? Press your button."
    assert seen(DEALT).phase.waits_for == "Who holds 2C? Press your button."
    assert seen(DEALT, players=3).phase.waits_for == "Who holds 5C? Press your button."
    assert seen(DEALT, LED).phase.waits_for == "North to lead"
    assert seen(DEALT, LED, *plays("0:QH")).phase.waits_for == "East to play"


def test_what_lies_on_the_table():
    standing = seen(DEALT, LED, *plays("0:QH 1:2H 2:KH 3:3H 2:AH 3:5H")).phase.summary
    assert standing == "trick 2: hearts led, AH 5H, North to play"
    assert seen(DEALT, LED).phase.summary == "trick 1: North to lead"


def test_findings_say_what_was_improper_and_what_shows_it():
    revoke = improper("0:QH 1:2S 2:KH 3:3H 1:2H")
    assert revoke == ["East did not follow hearts in trick 1: 2H in trick 2 shows it."]
    assert improper("0:QH 2:KH") == ["South played KH out of turn in trick 1."]
    boast = improper("0:QH 1:2C")
    assert boast[0] == "North led first, but 2C was in another hand: it was played in trick 1."


def test_a_card_that_was_read_in_the_hand_shows_a_revoke_to_the_referee():
    held = {"kind": "held", "seat": 1, "card": "2H"}
    record = record_of(4, [DEALT, held, LED, *plays("0:QH 1:2S")])
    found = view(record, REFEREE)
    said = [plain_finding(remark, found.names) for remark in found.remarks]
    assert said == [
        "East did not follow hearts in trick 1: 2H, scanned in that hand, shows it.",
    ]


def test_a_card_that_was_shown_shows_a_revoke():
    def improper_at_once(*reveals: str) -> list[str]:
        record = record_of(3, [DEALT], "triatri")
        for cards in reveals:
            for seat, code in enumerate(cards.split()):
                record.add(entry(record, {"kind": "shown", "seat": seat, "card": code}))
        prize = {"colour": "B", "from": "stock"}
        record.add(entry(record, {**LED, "topic": "prize", "value": prize}))
        for line in plays("0:6B 1:6G"):
            record.add(entry(record, line))
        found = view(record)
        return [plain_finding(remark, found.names) for remark in found.remarks]

    told = improper_at_once("5R 5B 5G", "7R 3B 4G")
    assert told == [
        "Seat 2 did not follow water in trick 1: 5B, shown and taken back before, shows it."
    ]


# --- what is awaited, in every game -------------------------------------------------------------


def said(topic: str, seat: int | None, value: object = None) -> dict[str, object]:
    """An entry of something declared."""
    return {"kind": "declared", "seat": seat, "topic": topic, "value": value}


def shown(cards: str) -> list[dict[str, object]]:
    """Entries of cards turned up, written `0:7R 1:2B`."""
    return [{**each, "kind": "shown"} for each in plays(cards)]


def of(
    game: str, players: int, *lines: dict[str, object], upto: int | None = None, **rules: object
) -> View:
    """The public view of a game with the first of these entries."""
    return view(record_of(players, lines[:upto], game, **rules))


EVEN = [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]
EQUAL = [[4, 3, 3, 3]] * 3 + [[1, 4, 4, 4]]
STACKED = (DEALT, said("stacks", None, EVEN), said("pairing", None, [[1, 2], [3, 4]]))
REVEALED = (DEALT, *shown("0:7R 1:2R 2:3R"))
BIDS = (
    DEALT,
    said("bid", 1, "7"),
    said("bid", 2, "pass"),
    said("bid", 3, "8N"),
    said("bid", 0, "8N"),
)
SUITED = (DEALT, *(said("bid", seat, "pass") for seat in (1, 2, 3)), said("bid", 0, "7"))
CHOSEN = (DEALT, said("target", 0, "H"), said("target", 1, "S"))
SET_UP = (*CHOSEN, moved(0, "hand", "stack", 0), moved(1, "hand", "stack", 2))
TEAMS = [[0, 2, 4], [1, 3]]
SASKATCHEWAN = {"variant": "saskatchewan"}


@pytest.mark.parametrize(
    ("now", "words_of_it"),
    [
        (of("torite", 2), "Who deals? Press your button."),
        (of("torite", 1), "You to deal. Press your button."),
        (
            of("torite", 2, *STACKED, upto=1),
            "Count the suits in the four stacks, or pair the stacks",
        ),
        (of("torite", 2, *STACKED, upto=2), "Choose who plays which stack in which round"),
        (of("torite", 2, *STACKED), "Seat 1 to lead"),
        (
            of("torite", 2, DEALT, said("stacks", None, EQUAL)),
            "No two of these stacks can be paired: deal again. Press your button.",
        ),
        (of("torite", 1, *STACKED), "Turn up one card of each suit for Dummy"),
        (of("triatri", 3, DEALT), "Everybody to show a card"),
        (of("triatri", 3, *REVEALED, upto=2), "Seat 2 and Seat 3 to show a card"),
        (of("triatri", 3, *REVEALED, upto=3), "Seat 3 to show a card"),
        (of("triatri", 3, *REVEALED), "Seat 1 to name the prize"),
        (of("etori", 4, DEALT), "East or West to lead"),
        (of("etori", 6), "Who deals? Press your button."),
        (of("troika", 4, DEALT), "East to bid, 6 or more"),
        (of("troika", 4, *BIDS, upto=2), "South to bid, 7 No or more"),
        (of("troika", 4, *BIDS, upto=4), "North to bid, 8 No or more"),
        (of("troika", 4, *SUITED, upto=4), "North must bid, 6 or more"),
        (of("troika", 4, DEALT, said("bid", 1, "12N")), "South can only pass"),
        (of("troika", 4, *SUITED), "North to name trump"),
        (of("troika", 4, *BIDS), "North to lead"),
        (of("troika", 4, *BIDS, **SASKATCHEWAN), "North to take the kitty and discard two cards"),
        (
            of("troika", 4, *BIDS, moved(0, "kitty", "hand", 2), **SASKATCHEWAN),
            "North to discard two cards",
        ),
        (of("tredici", 2, DEALT), "Everybody to choose a target in secret"),
        (of("tredici", 2, *CHOSEN, upto=2), "Seat 2 to choose a target in secret"),
        (
            of("tredici", 5, DEALT, said("target", 3, "S"), teams=TEAMS),
            "Seat 1, Seat 3 and Seat 5 to choose a target in secret",
        ),
        (of("tredici", 2, *CHOSEN), "Everybody to set cards aside"),
        (of("tredici", 2, *SET_UP), "Seat 2 to draw 2 cards"),
        (of("tredici", 2, *SET_UP, moved(1, "draw", "hand", 2)), "Seat 2 to set cards aside"),
        (
            of("tredici", 2, *SET_UP, moved(1, "draw", "hand", 2), moved(1, "hand", "stack", 0)),
            "Seat 1 to discard 3 cards",
        ),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_what_is_awaited_is_said_by_name_and_number(now, words_of_it):
    assert now.phase.waits_for == words_of_it


@pytest.mark.parametrize(
    ("now", "words_of_it"),
    [
        (of("etori", 4), "Who deals?"),
        (
            of("triatri", 3, *REVEALED, said("prize", 0, {"colour": "R", "from": "stock"}),
               *plays("0:6R")),
            "round 1, trick 1: for fire from the stock, 6R, Seat 2 to play",
        ),
        (
            of("troika", 4, *BIDS, upto=4),
            "deal 1: East 7, South pass, West 8 No, North to bid, 8 No or more",
        ),
        (of("troika", 4, *BIDS, *plays("0:KH")), "deal 1, trick 1: hearts led, KH, East to play"),
        (of("tredici", 2, *SET_UP), "Seat 2 to draw 2 cards"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)  # fmt: skip
def test_how_a_game_stands(now, words_of_it):
    assert now.phase.summary == words_of_it


# --- how it ended -------------------------------------------------------------------------------


def ended(game: str, winner: tuple[int, ...], players: int = 4, **position: object) -> str:
    """The outcome of a game that was won so."""
    now = of(game, players, **({"teams": TEAMS} if players == 5 else {}))
    over = replace(now.position, what="over", **position)
    status = "finished" if winner else "drawn"
    return replace(now, winner=winner, position=over, next_what="over", status=status).phase.outcome


def test_who_has_won_and_why():
    gone = {"points": [3, 7, 7, 1], "stock": [0, 2, 1], "ended_by": "colour_gone"}
    two = "North and South"
    alone = {**gone, "points": [3, 7, 6, 1]}
    assert ended("triatri", (1,), **alone) == "East wins with 7 points: the stock has no fire left"
    assert ended("triatri", (1, 2), **gone) == (
        "East and South share the win with 7 points: the stock has no fire left"
    )
    assert ended("triatri", (2,), **{**gone, "ended_by": "two_sets"}) == (
        "South wins with two gems of every colour"
    )
    assert ended("triatri", (2,), **gone) == (
        "South wins with 7 points and more gems: the stock has no fire left"
    )
    rounds = {**gone, "points": [1, 0, 0, 0], "ended_by": "three_rounds"}
    assert ended("triatri", (0,), **rounds) == "North wins with 1 point after three rounds"
    assert ended("triatri", (3,), **{**rounds, "points": [1, 0, 1, 1]}) == (
        "West wins with 1 point and more gems after three rounds"
    )
    assert ended("etori", (0, 2), chips=[10, 0]) == f"{two} win with all 10 chips"
    assert ended("etori", (0, 3), 6, chips=[9, 0, 6]) == (
        "Seat 1 and Seat 4 win with 9 chips: Seat 2 and Seat 5 have none left"
    )
    shared = ended("etori", (0, 2, 3, 5), 6, chips=[7, 0, 7])
    assert shared.startswith("Seat 1 and Seat 4 and Seat 3 and Seat 6 share the win with 7 chips")
    assert ended("tredici", (2,)) == "South has all thirteen cards: tredici"
    assert ended("tredici", (1, 3), 5) == "Seat 2 and Seat 4 have all thirteen cards: tredici"
    assert ended("tredici", ()) == "A draw: nobody can win any more"
    assert ended("troika", (0, 2), totals=[53, 20]) == f"{two} win, 53 to 20"
    deals = (TroikaDeal(0, 0, "12N", "none", (12, -2), (24, 0)),)
    assert ended("troika", (0, 2), totals=[24, 20], deals=deals) == (
        f"{two} win, 24 to 20: the bid of 12 No decides"
    )
    fell = (TroikaDeal(1, 1, "8", "H", (6, 4), (6, -8)),)
    assert ended("troika", (0, 2), totals=[24, -52], deals=fell) == (
        f"{two} win, 24 to -52: the others fell too low"
    )


def test_a_large_team_is_called_by_its_first():
    names = ("Ann", "Bo", "Cy", "Di")
    assert team([2], names) == "Cy"
    assert team([0, 2, 3], names) == "Ann, Cy and Di"
    assert team([1, 0, 2, 3], names) == "Bo's team"


def test_a_deal_is_named_from_the_second_on():
    found = FindingDetail(
        GAMES["troika"], Finding(9, "turn", "proved", 1, (9,)), 3, None, "4C", None, None, None, 2
    )
    names = ("Ann", "Bo", "Cy", "Di")
    assert plain_finding(found, names) == "Bo played 4C out of turn in trick 3 of deal 2."
    assert plain_finding(replace(found, deal=1), names) == "Bo played 4C out of turn in trick 3."
    somebody = replace(
        found, rules=GAMES["torite"], finding=Finding(9, "follow", "someone", None, ())
    )
    assert plain_finding(somebody, names).startswith("Somebody did not follow suit in round 2: ")
    discard = replace(found, finding=Finding(9, "discard", "proved", 2, (9,)))
    assert plain_finding(discard, names) == (
        "Cy discarded 5H and 3S in deal 2: they were never played."
    )


# --- what has just happened ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "words_of_it"),
    [
        (of("etori", 4), ""),
        (of("etori", 4, DEALT), "North deals"),
        (of("etori", 4, DEALT, {"kind": "held", "seat": 0, "card": "AH"}), ""),
        (of("triatri", 3, *REVEALED, upto=2), "Seat 1 shows 7R"),
        (
            of("triatri", 3, *REVEALED, said("prize", 0, {"colour": "R", "from": "stock"}),
               *plays("0:6G 1:6R")),
            "Seat 2 plays 6R, worth 12",
        ),
        (of("tredici", 2, *SET_UP), "Seat 2 sets 2 cards aside"),
        (of("tredici", 2, *SET_UP, moved(1, "draw", "hand", 2), said("ace", 1)), ""),
        (of("troika", 4, DEALT, said("misdeal", 2)), "South calls a misdeal: deal again"),
        (of("troika", 4, *BIDS, upto=2), "East bids 7"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)  # fmt: skip
def test_the_newest_entry_is_told_without_its_secret(now, words_of_it):
    assert happenings.newest_happening(now) == words_of_it
