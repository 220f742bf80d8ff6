"""Explained scores: every sum is the summary's own number, every ruling one of the game's page."""

import re
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players import deals, etori, every_game, torite, tredici, triatri, troika
from players.torite import ENDS, SIDES, arranged, declared, played
from records.lines import entry, header, record_with
from thorough import examples
from tricktable.games import GAMES
from tricktable.games.tredici.explanation import Turn, turns
from tricktable.games.triatri.explanation import arithmetic, points_terms
from tricktable.rules.cards import card
from tricktable.rules.entries import Moved
from tricktable.rules.explanation import Ruling
from tricktable.rules.record import Record
from tricktable.rules.verdicts import PUBLIC
from tricktable.text.sentences import Picture, spoken
from tricktable.web.guest.explanation import explanations

NAMES = tuple("Ann Bo Cy Di Eve Fay Gil Hana Ivo Jo Kai Lea Max".split())
PAGES = Path(__file__).parents[2] / "docs" / "games"
TROIKA = {
    "double_defenders": ("no", "yes"),
    "overtricks": ("yes", "no"),
    "bid_out": (0, 5, 45, "none"),
    "nt_increase": ("off", "on"),
    "kaiser_bid": ("off", "on"),
    "variant": ("base", "saskatchewan"),
}
ETORI = {
    "aces": ("dealt", "captured"),
    "payment": ("seed", "plain"),
    "stop_when_decided": ("no", "yes"),
    "trump_change": ("off", "on"),
}


def told(record):
    """Every deal of a game explained, the first one first, and its public summary."""
    return explanations(record, NAMES[: record.header.seats])[::-1], record.summary(PUBLIC)[
        "detail"
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [("troika", "made the bid of|the bid failed"), ("etori", "captured [0-9]+ faces, ")],
)
def test_a_scored_deal_says_by_what_and_one_in_play_does_not(name, words):
    game = every_game.by_chance(Random(3), name, 4, is_tidy=True)
    *scored, newest = told(record_with(game.header, game.lines))[0]
    assert scored
    assert all(re.search(words, spoken(each.why)) for each in scored if each.accounts)
    assert bool(newest.why) is not newest.runs


def some_deals(seed, kind, count, house_rules):
    chance = Random(seed)
    options = {key: chance.choice(values) for key, values in house_rules.items()}
    manners = torite.Manners(revokes=0.1, hurries=0.1)
    lines = deals.play(chance, kind, count, options, manners, deals=4).lines
    return record_with(header(count, kind.name, **options), lines)


@examples(20)
@given(st.integers(0, 2**32))
def test_in_troika_every_deal_adds_up_for_both_sides(seed):
    record = some_deals(seed, troika.KIND, 4, TROIKA)
    scored = [each for each in told(record)[0] if each.accounts and not each.runs]
    detail = record.summary(PUBLIC)["detail"]
    assert [[each.amount for each in story.accounts] for story in scored] == [
        deal["scored"] for deal in detail["deals"]
    ]
    if scored:
        assert [each.end for each in scored[-1].accounts] == detail["totals"]


@examples(20)
@given(st.integers(0, 2**32), st.sampled_from([4, 6]))
def test_in_etori_every_payment_adds_up_on_both_sides(seed, count):
    record = some_deals(seed, etori.KIND, count, ETORI)
    paid = [each for each in told(record)[0] if each.accounts]
    detail = record.summary(PUBLIC)["detail"]
    chips = [5] * (count // 2)
    for story, deal in zip(paid, detail["deals"], strict=True):
        won, lost = story.accounts
        assert (won.amount, lost.amount) == (deal["chips"], -deal["chips"])
        for account in (won, lost):
            number = NAMES.index(spoken(account.who).partition(" & ")[0])
            assert account.start == chips[number]
            chips[number] = account.end
    assert chips == detail["chips"]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("stop", ["no", "yes"])
def test_in_etori_a_deal_is_said_to_end_early_only_if_faces_were_left(seed, stop):
    record = some_deals(seed, etori.KIND, 4, ETORI | {"stop_when_decided": (stop,)})
    paid = [each for each in told(record)[0] if each.accounts]
    for story, deal in zip(paid, record.summary(PUBLIC)["detail"]["deals"], strict=True):
        numbers = [ruling.number for ruling in story.rulings]
        assert ("E4" in numbers) == (sum(deal["faces"]) < 16)
        assert ("E4" not in numbers) or stop == "yes"


@examples(15)
@given(st.integers(0, 2**32))
def test_in_etori_a_payment_names_the_rulings_that_it_depends_on(seed):
    """E2 and E3 for eight faces each, E19 for more on the plain scale."""
    record = some_deals(seed, etori.KIND, 4, ETORI)
    is_plain = record.header.options["payment"] == "plain"
    paid = [each for each in told(record)[0] if each.accounts]
    for story, deal in zip(paid, record.summary(PUBLIC)["detail"]["deals"], strict=True):
        is_even = deal["faces"] == [8, 8]
        about = ["E2", "E3"] if is_even else ["E19"] if is_plain else []
        numbers = [ruling.number for ruling in story.rulings]
        assert [each for each in numbers if each in ("E2", "E3", "E19")] == about


def test_in_etori_all_captured_faces_are_told_the_highest_first_and_the_winners_aces():
    (story,) = told(record_with(header(4, "etori"), etori.arranged(9, "AC")))[0]
    facts = [
        (
            spoken(fact.words).partition(":")[0],
            [each.code for each in fact.words if isinstance(each, Picture)],
        )
        for fact in story.facts
    ]
    assert facts == [
        ("Ann & Cy captured 9 faces", "AC KC KD KS QC QD QS JC JS".split()),
        ("Bo & Di captured 7 faces", "AD AH AS KH QH JD JH".split()),
        ("Aces of Ann & Cy", ["AC"]),
    ]


def test_in_etori_who_cannot_pay_all_is_told_to_have_had_only_that():
    """Sixteen faces with a key ace cost four chips, and one is left of five (5a, E16)."""
    lines = [*etori.arranged(9), *etori.arranged(16, "AC")]
    first, last = told(record_with(header(4, "etori"), lines))[0]
    terms = [
        [(spoken(term.words), term.amount) for term in story.accounts[0].terms]
        for story in (first, last)
    ]
    assert terms == [[("No aces", 4)], [("16 faces captured", 4), ("They had only 1", -3)]]
    assert [[each.number for each in story.rulings] for story in (first, last)] == [
        ["E1"],
        ["E1", "E16"],
    ]


def test_in_etori_a_team_that_is_out_makes_nobody_pay_less():
    """Team 1 lost its last chip in the third deal; teams 0 and 2 play on (E17)."""
    lines = [
        *etori.arranged(9, players=6, dealer=2),
        *etori.arranged(9, "AC", lost=2, players=6, dealer=1),
        *etori.arranged(9, players=6, dealer=2),
        *etori.arranged(9, "AC", lost=2, players=6, dealer=2),
    ]
    rulings = [story.rulings for story in told(record_with(header(6, "etori"), lines))[0]]
    assert ["E16" in [each.number for each in some] for some in rulings] == [
        False,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(("aces", "which"), [("dealt", "dealt to"), ("captured", "captured")])
def test_in_etori_the_aces_that_count_are_told(aces, which):
    lines = etori.arranged(9, "AC")
    (story,) = told(record_with(header(4, "etori", aces=aces), lines))[0]
    (e1,) = (each for each in story.rulings if each.number == "E1")
    assert which in e1.words.words


@examples(15)
@given(st.integers(0, 2**32), st.sampled_from([2, 3, 4]))
def test_in_triatri_gems_and_cards_add_up(seed, count):
    game = every_game.by_chance(Random(seed), "triatri", count)
    record = record_with(game.header, game.lines)
    rounds, detail = told(record)
    if rounds:
        assert [each.amount for each in rounds[-1].accounts] == detail["points"]
    for each in rounds:
        for sheet in (one for one in each.sheets if one.name == "worths tricks"):
            for row in sheet.rows:
                sum_of = re.search(r"(\d+) × (\d) = (\d+)", spoken(row.cells[2]))
                assert sum_of is None or int(sum_of[1]) * int(sum_of[2]) == int(sum_of[3])


IMITATIONS = {
    "carry": "A card taken by an imitation keeps its worth.",
    "recompute_exchange": "After a swap, each card's worth depends on its new place.",
    "recompute_copy": "An imitation becomes a copy; each card's worth depends on its place.",
}


@examples(15)
@given(st.integers(0, 2**32), st.sampled_from([2, 3, 4]))
def test_in_triatri_imitations_and_twos_are_explained_where_they_were_played(seed, count):
    game = every_game.by_chance(Random(seed), "triatri", count, is_tidy=True)
    record, played_by_round = record_with(game.header, game.lines), []
    for line in game.lines:
        if line["kind"] == "dealt":
            played_by_round.append("")
        elif line["kind"] == "played":
            played_by_round[-1] += line["card"][0]
    for story, ranks in zip(told(record)[0], played_by_round, strict=True):
        said = {each.number: str(each.words) for each in story.rulings}
        assert ("A2" in said, "A21" in said) == ("X" in ranks, "2" in ranks)
        rule = IMITATIONS[record.header.options["imitation"]]
        assert said.get("A3") == (rule if "X" in ranks else None)


@pytest.mark.parametrize(
    ("code", "lies", "worth", "words"),
    [
        ("4B", "4B", 4, "4"),
        ("4B", "4B", 8, "4 × 2 = 8"),
        ("2G", "2G", 8, "2 × 4 = 8"),
        ("X1", "4B", 8, "four of water 4 × 2 = 8"),
        ("4B", "X1", 0, "0"),
    ],
)
def test_a_card_is_counted_in_the_open(code, lies, worth, words):
    assert spoken(arithmetic(code, lies, worth)) == words


@pytest.mark.parametrize(
    ("gems", "terms"),
    [
        ((2, 1, 1), ["1 set of three colours +1", "fire left: 1 × 3 in the stock +3"]),
        ((0, 2, 1), ["1 set of two colours -2", "water left: 1 × 2 in the stock +2"]),
        ((2, 2, 3), ["Two gems of every colour +100"]),
        ((0, 0, 0), []),
    ],
)
def test_gems_are_counted_in_the_open(gems, terms):
    made = points_terms(gems, (3, 2, 3))
    assert [f"{spoken(term.words)} {term.amount:+d}" for term in made] == terms


@examples(15)
@given(st.integers(0, 2**32), st.sampled_from([2, 3, 4, 5, 8]))
def test_in_tredici_every_stack_adds_up(seed, count):
    game = every_game.by_chance(Random(seed), "tredici", count)
    record = record_with(game.header, game.lines)
    for story in told(record)[0]:
        detail = record.summary(PUBLIC)["detail"]
        assert [each.amount for each in story.accounts] == detail["stacks"]


def test_in_tredici_each_call_is_told_as_what_it_was():
    """Two with one suit: who did not call kisché is purged, and collects another (6c, 10)."""
    lines = [
        *tredici.ready("SS", [13, 0]),
        declared(0, "kische"),
        declared(1, "target", "H"),
        declared(0, "tredici"),
    ]
    (story,) = told(record_with(header(2, "tredici", hand_size=13), lines))[0]
    facts = [(spoken(fact.words), fact.state) for fact in story.facts]
    assert facts == [
        ("Ann called kisché; purged: Bo", ""),
        ("Ann calls tredici", ""),
        ("Ann: 13 of 13 in spades", "met"),
    ]
    assert [each.number for each in story.rulings] == ["D30", "D22", "D21", "D24"]


def test_in_tredici_each_turn_is_told_by_itself_and_ends_with_its_stack():
    moves = [
        Moved(0, "hand", "discard", 2, None),
        Moved(0, "discard", "draw", 9, None),  # shuffled: nobody's turn
        Moved(0, "draw", "hand", 3, None),
        Moved(0, "hand", "stack", 1, None),
        Moved(0, "draw", "hand", 2, None),
        Moved(1, "draw", "hand", 1, None),
        Moved(1, "draw", "hand", 1, None),
    ]
    said = SimpleNamespace(entry=None)
    steps = [SimpleNamespace(entry=move) for move in moves]
    assert turns(SimpleNamespace(steps=[said, *steps, said])) == [
        Turn(0, discarded=2, drawn=3, set_aside=1),
        Turn(0, drawn=2),
        Turn(1, drawn=2),
    ]


@pytest.mark.parametrize("kept", [["AH", "7C", "9D", "2S"], ["2H", "7C", "9D", "AS"]])
def test_a_win_of_the_torite_adds_up(kept):
    record = record_with(
        header(4, "torite"), arranged(4, [[0] * 6 + [1] * 4 + [2] * 2], [kept]).lines
    )
    (story,), detail = told(record)
    (account,) = story.accounts
    assert account.amount == detail["score"] == card(kept[0]).rank - card(kept[3]).rank + 12
    assert [fact.state for fact in story.facts if fact.state] == ["met", "met"]
    assert [ruling.number for ruling in story.rulings] == ["T6"]


@pytest.mark.parametrize(("counts", "terms"), [("round1", [3, -10, 12]), ("round2", [12, -4, 12])])
def test_two_at_the_torite_count_the_cards_kept_in_the_round_of_the_house_rule(counts, terms):
    """T15: the one with most tricks in round 2 kept a three, then a queen."""
    record = record_with(header(2, "torite", score_cards_2p=counts), arranged(2, SIDES, ENDS).lines)
    (story,), detail = told(record)
    (account,) = story.accounts
    assert [term.amount for term in account.terms] == terms
    assert account.amount == detail["score"]
    said = "With two rounds, the cards kept in round {} count."
    assert [str(each.words) for each in story.rulings][1:] == [said.format(counts[-1])]


@examples(10)
@given(st.integers(0, 2**32), st.integers(1, 4))
def test_a_torite_that_is_not_won_has_no_sum_and_says_why(seed, count):
    game = every_game.by_chance(Random(seed), "torite", count)
    record = record_with(game.header, game.lines)
    for story in told(record)[0]:
        detail = record.summary(PUBLIC)["detail"]
        assert bool(story.accounts) == bool(detail["won"])
        if detail["won"] is False:
            assert any(fact.state == "lost" for fact in story.facts)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_rounds_of_a_torite_are_numbered_from_one_if_there_are_two(count):
    game = every_game.by_chance(Random(1), "torite", count)
    for story in told(record_with(game.header, game.lines))[0]:
        facts = [spoken(fact.words) for fact in story.facts]
        heads = ["Round 1: tricks", "Round 2: tricks"] if count == 2 else ["Tricks"]
        for head, fact in zip(heads, facts, strict=False):
            assert fact.startswith(f"{head} ")
        assert sum("needed" in fact for fact in facts) == len(heads)


def test_a_missed_bid_of_no_is_told_step_by_step():
    lines = [
        {"kind": "dealt", "dealer": 0},
        *(declared(seat, "bid", bid) for seat, bid in ((1, "8N"), (2, "pass"), (3, "pass"))),
        declared(0, "bid", "pass"),
    ]
    deck = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT98"]
    deck += ["5H", "3S", "7C", "7D"]
    hands = [[code for code in deck if code[1] == suit] for suit in "CHDS"]
    for cards in zip(*(hands[(1 + step) % 4] for step in range(4)), strict=True):
        lines += [played("played", (1 + step) % 4, code) for step, code in enumerate(cards)]
    (story,), _ = told(record_with(header(4, "troika"), lines))
    terms = [(spoken(term.words), term.amount) for term in story.accounts[1].terms]
    assert terms == [
        ("8 tricks", 8),
        ("five of hearts", 5),
        ("three of spades", -3),
        ("No: doubled", 10),
    ]
    assert spoken(story.result) == "Ann & Cy 0, Bo & Di +20"
    assert [each.number for each in story.rulings] == ["K16", "K15"]


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_is_one_of_the_games_own_page(name):
    page = (PAGES / f"{name}.md").read_text()
    module = import_module(f"tricktable.games.{name}.explanation")
    rulings = {name: each for name, each in vars(module).items() if isinstance(each, Ruling)}
    assert rulings
    for named, ruling in rulings.items():
        short, _, value = named.partition("_")
        assert short == ruling.number
        (row,) = re.findall(rf"^\| {short} \|.*$", page, re.MULTILINE)
        assert not value or f"`{value.lower()}`" in row, named


def test_nothing_that_only_the_table_has_read_is_told():
    for seed in range(6):
        game = triatri.play(Random(seed), 3, torite.Manners(boasts=0, reads=1.0), {})
        record = record_with(header(3, "triatri"), game.lines)
        bare = Record(record.header)
        for line in game.lines:
            bare.add(entry(bare, line))
        for seq, line in enumerate(game.lines, start=1):
            if line["kind"] == "held":
                bare.add(entry(bare, {"kind": "struck", "seq": seq}))
        assert explanations(record, NAMES[:3]) == explanations(bare, NAMES[:3])
