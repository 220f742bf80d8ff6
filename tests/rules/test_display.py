"""What the display shows of a game that gives nothing of its own but its score."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from board.gallery import RECORDS
from games.case import GameCase
from players.every_game import KINDS, by_chance
from records.lines import entry
from rig.table import as_seen
from tricktable.board.picture import picture
from tricktable.board.picture.pages import PICTURE_CHARACTERS
from tricktable.games import GAMES
from tricktable.games.troika.topics import bid_name
from tricktable.rules import codec
from tricktable.rules.display import MOST_COLUMNS, Display, Rows, in_view, standings
from tricktable.rules.record import Record

OH_HELL = Path(__file__).parents[2] / "examples/oh-hell"


def shown(name, count, seed, keep=None):
    """Each moment of a game by chance whose own display is taken away, and what the board shows."""
    game = by_chance(Random(seed), name, count, is_tidy=True)
    plain = replace(game.header.rules, display=Display())
    names = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max")
    record = Record(replace(game.header, rules=plain, names=names[:count]))
    before = None
    for line in game.lines[:keep]:
        record.add(entry(record, line))
        now = as_seen(record)
        yield now.view, json.loads(picture(now, before))
        before = now


def test_a_trick_stands_in_columns_with_what_decides_the_game_below_each_name():
    pages = [(view, page) for view, page in shown("etori", 4, 3) if view.trick]
    for view, page in pages:
        assert page["t"] == f"D{view.deal} T{view.number}/{view.of}"
        assert page["n"] == ["Ann", "Bo", "Cy", "Di"]
        assert page["c"] == [list(each) for each in view.trick]
        assert page["k"] == [view.position.chips[seat % 2] for seat in range(4)]
        assert page["c"][page["b"]][0] == view.best
        assert (page["u"], page["e"]) == (view.trump, view.led)
        assert page["w"] == view.next_seat
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
        assert page["b"] == -1
        if bids:
            assert page["t"] == f"Deal {view.deal}: The bid"


@pytest.mark.parametrize("count", [3, 4, 7])
def test_a_strangers_game_shows_its_bids_too(monkeypatch, count):
    monkeypatch.syspath_prepend(str(OH_HELL))
    case = GameCase(importlib.import_module("oh_hell").GAME, OH_HELL / "tests/playthroughs")
    game = case.by_chance(Random(3), count, is_tidy=True)
    record = Record(game.header)
    seen, before = [], None
    for line in game.lines:
        record.add(entry(record, line))
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
    assert {"Deal 1: Bid", "Deal 2: Bid"} <= {*seen}


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
    lying = replace(view, seats=7, names=tuple("Abcdefg"), next_seat=6)
    assert in_view(lying, [0, 1, 2, 3, 4, 5], 1) == [0, 1, 5, 6]
    assert in_view(lying, [0, 1, 2, 3, 4, 5], 0) == [0, 4, 5, 6]
    assert in_view(lying, [], None) == [6, 0, 1, 2]
    done = replace(lying, next_seat=2)
    assert in_view(done, [0, 1, 2, 3, 4, 5, 6], 2) == [0, 2, 5, 6]
