"""What the display shows of a game that gives nothing of its own but its score."""

import importlib
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from board.gallery import RECORDS
from games.case import GameCase
from players.every_game import KINDS, by_chance
from records.lines import growth
from rig.table import as_seen
from tableboard import glyphs
from tableboard.strokes import WIDTH, fitted
from tricktable.board.picture import picture
from tricktable.board.picture.columns import columns
from tricktable.board.picture.pages import PICTURE_CHARACTERS
from tricktable.games import GAMES
from tricktable.games.troika.topics import bid_name
from tricktable.rules import codec
from tricktable.rules.display import (
    MOST_COLUMNS,
    Columns,
    Display,
    Rows,
    after,
    in_view,
    standings,
    trick,
    trick_columns,
    trick_number,
)
from tricktable.rules.entries import Declared
from tricktable.rules.record import Record
from tricktable.rules.score import DealScore, Figure, Score
from tricktable.text.board import PIPS, rank_and_pip, short_name
from tricktable.text.language import message
from tricktable.text.sentences import Picture, Sign, Strong

OH_HELL = Path(__file__).parents[2] / "examples/oh-hell"


def shown(name, count, seed, keep=None):
    """Each moment of a game by chance whose own display is taken away, and what the board shows."""
    game = by_chance(Random(seed), name, count, is_tidy=True)
    plain = replace(game.header.rules, display=Display())
    names = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max")
    before = None
    for record in growth(replace(game.header, rules=plain, names=names[:count]), game.lines[:keep]):
        now = as_seen(record)
        yield now.view, json.loads(picture(now, before))
        before = now


def test_a_trick_stands_in_columns_with_what_decides_the_game_below_each_name():
    pages = [(view, page) for view, page in shown("etori", 4, 3) if view.trick]
    for view, page in pages:
        assert page["t"] == f"D{view.deal} T{view.number}/{view.of}"
        places = [0, 1, 2, 3][:: view.step]
        assert page["n"] == [view.names[seat] for seat in places]
        assert page["c"] == [[places.index(seat), code] for seat, code in view.trick]
        assert page["k"] == [view.position.chips[seat % 2] for seat in places]
        assert places[page["c"][page["b"]][0]] == view.best
        assert (page["u"], page["e"]) == (view.trump, view.led)
        assert places[page["w"]] == view.next_seat
    assert {len(view.trick) for view, _ in pages} == {1, 2, 3}


def test_bids_stand_in_their_columns_until_a_card_is_led():
    pages = [(view, page) for view, page in shown("troika", 4, 3) if view.next_what == "bid"]
    assert {len(page["c"]) for _, page in pages} >= {0, 1, 2, 3}
    for view, page in pages:
        bids = [bid_name(bid) for bid in view.position.bids]
        assert [words.lower() for _, words in page["c"]] == [bid.lower() for bid in bids]
        assert [page["n"][column] for column, _ in page["c"]] == [
            view.names[each.seat] for each in view.said if each.topic == "bid"
        ]
        high = view.position.high
        assert page["b"] == (
            -1 if high is None else [seat for seat, _ in page["c"]].index(high.seat)
        )
        assert page["t"] == f"D{view.deal} Bids, {view.names[view.dealer]} dealt"


@pytest.mark.parametrize("count", [3, 4, 7])
def test_a_strangers_game_shows_its_bids_too(monkeypatch, count):
    monkeypatch.syspath_prepend(str(OH_HELL))
    case = GameCase(importlib.import_module("oh_hell").GAME, OH_HELL / "tests/playthroughs")
    game = case.by_chance(Random(3), count, is_tidy=True)
    seen, before = [], None
    for record in growth(game.header, game.lines):
        now = as_seen(record)
        page, before = json.loads(picture(now, before)), now
        bids = {each.seat: str(each.value) for each in now.view.said}
        if now.view.next_what == "bid" and bids:
            shown = {page["n"][column]: words for column, words in page["c"]}
            names = {now.view.names[seat]: words for seat, words in bids.items()}
            assert shown.items() <= names.items()
            assert len(shown) == len(bids) if count <= MOST_COLUMNS else len(shown) >= 1
            assert now.view.names[now.view.next_seat] == page["n"][page["w"]]
            seen.append(page["t"])
    assert {title[:8] for title in seen} >= {"D1 Bids,", "D2 Bids,"}


@pytest.mark.parametrize("who", ["Ann", "Margaret", "Wolfgang", "Christopher"])
def test_who_dealt_is_read_whole_beside_a_card_that_was_turned_up(who):
    named = [
        view.with_names((who,) * view.seats)
        for view, _ in shown("troika", 4, 3)
        if view.next_what == "bid"
    ]
    for view in named:
        title = trick(replace(view, deal=12), {}).title
        assert title == f"D12 Bids, {short_name(who)} dealt"
        assert fitted(title, WIDTH - 5 - glyphs.width(rank_and_pip("TH"))) == title


def test_a_last_trick_is_seen_before_the_gains_and_totals():
    pages = [
        (view, page)
        for view, page in shown("troika", 4, 3)
        if view.next_what == "deal" and view.deal
    ]
    assert pages
    for view, page in pages:
        assert [code for _, code in page["c"]] == [code for _, code in view.last]
        assert page["x"]["t"] == f"Troika, after deal {view.deal}"
        scored, totals = view.position.deals[-1].scored, view.position.totals
        assert page["x"]["r"] == [
            ["Ann & Cy", f"{scored[0]:+d}", str(totals[0])],
            ["Bo & Di", f"{scored[1]:+d}", str(totals[1])],
        ]


def test_before_a_deal_is_scored_nobody_has_gained():
    view, _ = next(shown("troika", 4, 3))
    assert standings(view, {}) == Rows("Troika", [["Ann & Cy", "+0", "0"], ["Bo & Di", "+0", "0"]])


def test_the_end_says_who_won_above_the_table():
    first, *lines = (RECORDS / "troika-4.jsonl").read_text().splitlines()
    header = codec.read_header(first, GAMES)
    record = Record(replace(header, rules=replace(header.rules, display=Display())))
    for line in lines:
        record.add(codec.read_entry(line, record.header, record.seq + 1))
    now = as_seen(record)
    assert now.view.is_over
    page = json.loads(picture(now, now))
    one, other = now.view.position.totals
    won = "Ann and Cy" if one > other else "Bo and Di"
    assert page["t"] == f"{won} win, {max(one, other)} to {min(one, other)}"
    assert [row[0] for row in page["r"]] == ["Ann & Cy", "Bo & Di"]
    assert [row[2] for row in page["r"]] == [str(one), str(other)]


@pytest.mark.parametrize(("name", "count"), KINDS)
def test_every_game_can_be_drawn_so(name, count):
    for view, page in shown(name, count, 5):
        assert len(json.dumps(page, separators=(",", ":"))) <= PICTURE_CHARACTERS
        if page["p"] == "trick":
            assert len(page["n"]) == len(page["k"]) == min(view.seats, MOST_COLUMNS)
        if page["p"] == "sheet":
            assert len(page["r"]) == len(view.owners)


@pytest.mark.parametrize("seed", range(3))
def test_of_a_large_table_the_columns_show_who_led_wins_laid_last_and_is_awaited(seed):
    pages = [(view, page) for view, page in shown("etori", 6, seed, keep=60) if view.trick]
    assert {len(view.trick) for view, _ in pages} == {1, 2, 3}
    for view, page in pages:
        names = [view.names[view.trick[0][0]], view.names[view.best], view.names[view.trick[-1][0]]]
        assert len(page["n"]) == MOST_COLUMNS
        assert {*names, view.names[view.next_seat]} <= {*page["n"]}
        laid = {page["n"][column]: code for column, code in page["c"]}
        assert laid.items() <= {(view.names[seat], code) for seat, code in view.trick}
        assert page["n"][page["c"][page["b"]][0]] == view.names[view.best]
        assert page["n"][page["w"]] == view.names[view.next_seat]


def test_at_a_small_table_every_seat_keeps_its_column():
    (view, _), *_ = shown("torite", 4, 0, keep=2)
    for seats in (2, 3, 4):
        small = replace(view, seats=seats, next_seat=0)
        assert [*in_view(small, [1], 1)] == [*range(seats)]


def test_a_trick_of_seven_shows_its_leader_its_winner_and_its_newest_cards():
    (view, _), *_ = shown("etori", 6, 0, keep=2)
    lying = replace(view, seats=7, names=tuple("Abcdefg"), next_seat=6, out=())
    assert in_view(lying, [0, 1, 2, 3, 4, 5], 1) == [0, 1, 5, 6]
    assert in_view(lying, [0, 1, 2, 3, 4, 5], 0) == [0, 4, 5, 6]
    assert in_view(lying, [], None) == [6, 0, 1, 2]
    done = replace(lying, next_seat=2)
    assert in_view(done, [0, 1, 2, 3, 4, 5, 6], 2) == [0, 2, 5, 6]
    assert in_view(replace(lying, next_seat=None), [], None) == [0, 1, 2, 3]


# --- columns ----------------------------------------------------------------------------------


def moment(**now):
    """A moment at a table of four with these properties."""
    first, _ = next(shown("etori", 4, 0))
    return replace(first, names=("Ann", "Bo", "Cy", "Di"), **now)


TRICK = ((2, "4H"), (3, "TH"))
LAST = ((1, "2C"), (2, "KC"), (3, "3C"), (0, "2S"))


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (
            {"trick": TRICK, "best": 3, "led": "H", "next_seat": 0, "next_what": "play"},
            {"cards": [*TRICK], "best": 1, "awaited": 0, "owed": "H"},
        ),
        (  # a trick that is over: whoever won it leads next, and may play anything
            {"last": LAST, "last_winner": 0, "next_seat": 0, "next_what": "play", "led": "C"},
            {"cards": [*LAST], "best": 3, "awaited": 0},
        ),
        (
            {"trick": TRICK, "best": 2, "last": LAST, "last_winner": 0, "next_what": "play"}
            | {"next_seat": 1},
            {"cards": [*TRICK], "best": 0, "awaited": 1},
        ),
        # one seat is awaited, or several are due, which nobody is who may deal
        ({"next_seat": 2, "next_what": "bid", "awaited": (2,)}, {"awaited": 2}),
        ({"next_seat": None, "next_what": "bid", "awaited": (1, 3)}, {"due": [1, 3]}),
        ({"next_seat": None, "next_what": "pass", "awaited": (0, 1, 2, 3)}, {"due": [0, 1, 2, 3]}),
        ({"next_seat": None, "next_what": "deal", "awaited": (0, 1, 2, 3)}, {}),
        ({"next_seat": 3, "next_what": "deal", "awaited": (3,)}, {"awaited": 3}),
        ({"next_seat": None, "next_what": "over", "awaited": ()}, {}),
    ],
)
def test_columns_show_the_cards_the_best_of_them_and_who_must_act(now, expected):
    page = trick_columns(moment(**{"next_seat": None, **now}), "Title", ["a", "b", "c", "d"], "S")
    names, has = ["Ann", "Bo", "Cy", "Di"], ["a", "b", "c", "d"]
    nothing = {"cards": [], "best": -1, "awaited": -1, "due": [], "owed": ""}
    assert page._asdict() == {
        "title": "Title",
        "names": names,
        "has": has,
        "beside": "S",
        **nothing,
        **expected,
    }


def test_only_some_seats_may_have_a_column():
    now = moment(trick=TRICK, best=3, next_seat=0, next_what="play", led="H")
    page = trick_columns(now, "", [5, 6, 7, 8], "", places=[3, 0])
    assert (page.names, page.has, page.cards) == (["Di", "Ann"], [8, 5], [(0, "TH")])
    assert (page.best, page.awaited, page.due, page.owed) == (0, 1, [], "H")
    elsewhere = trick_columns(
        replace(now, best=None, next_seat=1), "", [5, 6, 7, 8], "", places=[3, 0]
    )
    assert (elsewhere.best, elsewhere.awaited, elsewhere.due) == (-1, -1, [])
    several = replace(now, next_seat=None, next_what="bid", awaited=(0, 1))
    assert trick_columns(several, "", [5, 6, 7, 8], "", places=[3, 0]).due == [1]


def test_columns_of_cards_alone_mark_none_and_await_nobody():
    now = moment()
    page = columns(now, Columns("Stacks", ["Ann", "Bo"], [(0, "3")]), "")
    assert {key: page[key] for key in "tncbwku"} == {
        "t": "Stacks",
        "n": ["Ann", "Bo"],
        "c": [[0, "3"]],
        "b": -1,
        "w": -1,
        "k": [],
        "u": "",
    }
    assert not {"j", "e", "i"} & page.keys()


@pytest.mark.parametrize(
    ("now", "title"),
    [
        ({"deal": 0, "number": 1}, "Trick 1/12"),
        ({"deal": 0, "number": 3, "trick": TRICK}, "Trick 3/12"),
        ({"deal": 2, "number": 1}, "D2 T1/12"),
        # a trick that is over keeps its number while it lies there, and the last one is no other
        ({"deal": 2, "number": 5, "last": LAST, "tally": (1, 0, 2, 1)}, "D2 T4/12"),
        ({"deal": 2, "number": 5, "last": LAST, "trick": TRICK}, "D2 T5/12"),
        ({"deal": 0, "number": 12, "last": LAST, "tally": (3, 3, 3, 3)}, "Trick 12/12"),
    ],
)
def test_the_title_numbers_the_trick_that_can_be_seen(now, title):
    assert trick_number(moment(of=12, **now)) == title


def test_standings_have_a_row_for_each_owner_with_its_last_gain_and_its_total():
    first, _ = next(shown("troika", 4, 3))
    made = Score(
        Figure(message("Total"), (12, None)),
        deals=(DealScore(1, (5, 7)), DealScore(2, (-3, 0))),
    )
    now = replace(first, rules=replace(first.rules, score=lambda _: made))
    assert standings(now, {}) == Rows(
        "Troika, after deal 2", [["Ann & Cy", "-3", "12"], ["Bo & Di", "+0", ""]]
    )
    assert after(now) == ", after deal 2"
    assert now.rules.display.between(now, {}) == standings(now, {})
    assert trick(now, {}).has == [12, "", 12, ""]


@pytest.mark.parametrize(
    ("words", "column"),
    [
        (("Pass",), "Pass"),
        (("1", Sign("S")), f"1{PIPS['S']}"),
        ((Strong("2"), " ", Picture("H")), f"2{PIPS['H']}"),
        ((Picture("C"), " alone"), f"alon{PIPS['C']}"),
        ((Picture("C"),), PIPS["C"]),
    ],
)
def test_a_bid_of_a_suit_has_its_symbol_in_its_column(words, column):
    first = next(now for now, _ in shown("troika", 4, 3) if now.next_what == "bid" and not now.said)
    topics = (replace(each, words=lambda _: words) for each in first.rules.topics)
    rules = replace(first.rules, topics=tuple(topics))
    now = replace(first, rules=rules, said=(Declared(0, "bid", "7"),))
    ((_, said),) = trick(now, {}).cards
    assert said == column
