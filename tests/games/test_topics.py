"""What can be said in each game: its form, who says it, and its words wherever it is offered."""

import json

import pytest

from players.torite import declared
from records.lines import entry, header, record_of
from tricktable.games import GAMES
from tricktable.games.triatri.rules import worths
from tricktable.games.troika.topics import bid_name, bid_words, trump_name
from tricktable.rules.asides import EntrySeen
from tricktable.rules.hands import hand
from tricktable.rules.laying import SHOWN, CardMeaning
from tricktable.rules.topics import topic_of
from tricktable.rules.view import view
from tricktable.table import happenings
from tricktable.text.sentences import spoken
from tricktable.web.host import entries
from tricktable.web.seat import seat_offers

NAMES = ("Ann", "Bo", "Cy", "Di")
DEALT = {"kind": "dealt", "dealer": 3}
STACKS = [[4, 3, 3, 3], [3, 4, 3, 3], [3, 3, 4, 3], [3, 3, 3, 4]]


def card(kind, seat, code):
    return {"kind": kind, "seat": seat, "card": code}


def moved(seat, way, count):
    source, _, target = way.partition(">")
    return {"kind": "moved", "seat": seat, "from": source, "to": target, "count": count}


def topic(game, name):
    return topic_of(GAMES[game], name)


def plain(record):
    """The newest entry as a terminal tells it."""
    return happenings.newest_happening(view(record))


def listed(record):
    """The newest entry as the host's page lists it."""
    names = NAMES[: record.header.seats]
    newest = next(group for group in entries.groups(record, names, None) if group.lines)
    return spoken(newest.lines[0].words)


def context(record, seat):
    """All that a seat's page knows of this moment."""
    seen, cards = view(record, seat), hand(record, seat)
    return seat_offers.SeatContext(seen, record.header, record, seat, NAMES, cards)


def page(record, seat, what):
    """What a seat's own page offers of this."""
    due = seat_offers.due(context(record, seat))
    return next(group for group in due if group.what == what)


def read(keys):
    """Keys as they look: shut ones in brackets, and where each stands."""
    return [
        (spoken(key.words) if key.is_open else f"({spoken(key.words)})", key.place) for key in keys
    ]


# --- forms, and who says it ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "name", "fitting", "wrong"),
    [
        ("torite", "leader", [None], [0, "", False, [], {}]),
        (
            "torite",
            "stacks",
            [STACKS, [[0] * 4] * 4],
            [None, [[0] * 4] * 3, [[0] * 3] * 4, [0] * 4],
        ),
        ("torite", "stacks", [], [[[0, 0, 0, -1]] * 4, [[0, 0, 0, True]] * 4, [["0"] * 4] * 4]),
        ("torite", "pairing", [[[1, 2], [3, 4]], [[4, 1], [3, 2]]], [None, [[1, 2]], [1, 2, 3, 4]]),
        ("torite", "pairing", [], [[[1, 2], [3, 3]], [[1, 2], [3, 5]], [[0, 1], [2, 3]]]),
        ("torite", "pairing", [], [[[True, 2], [3, 4]], [[1, 2, 3], [4]], [[1.0, 2], [3, 4]]]),
        ("tredici", "target", ["C", "D", "H", "S"], [None, "", "CD", "c", "R", 0, ["C"]]),
        (
            "triatri",
            "prize",
            [{"colour": "R", "from": "own"}, {"colour": "G", "from": "stock"}],
            [],
        ),
        ("triatri", "prize", [], [None, {}, "R", {"colour": "R"}, {"from": "own"}]),
        ("triatri", "prize", [], [{"colour": "H", "from": "own"}, {"colour": "R", "from": "pool"}]),
        (
            "triatri",
            "prize",
            [],
            [{"colour": "RB", "from": "own"}, {"colour": ["R"], "from": "own"}],
        ),
        ("etori", "trump", ["S"], [None, "N"]),
        ("troika", "trump", ["S"], [None, "none"]),
        (
            "troika",
            "bid",
            ["pass", "5", "9", "10", "12", "7N", "12L"],
            [None, 7, "", "4", "13", "05"],
        ),
        ("troika", "bid", [], ["7S", "7NL", "PASS", "pass ", "7 N", "N", "passN"]),
        ("troika", "misdeal", [None], [0]),
    ],
)
def test_a_value_has_the_form_of_its_topic(game, name, fitting, wrong):
    form = topic(game, name).form
    assert [value for value in fitting if not form.fits(value)] == []
    assert [value for value in wrong if form.fits(value)] == []


def test_who_says_what_how_often_and_how_secretly():
    def those(fits):
        return {
            f"{game.name} {each.name}"
            for game in GAMES.values()
            for each in game.topics
            if fits(each)
        }

    rare = {"tredici kische", "tredici tredici", "tredici ace", "tredici draw", "troika misdeal"}
    assert those(lambda each: each.is_rare) == rare
    at_once = rare - {"tredici ace"} | {"tredici target", "tredici hand>draw"}
    assert those(lambda each: each.is_in_any_order) == at_once
    by_table = {"torite stacks", "torite pairing", "tredici draw", "etori trump"}
    assert those(lambda each: each.by_table) == by_table
    assert those(lambda each: each.names_seat) == {"torite leader"}
    assert those(lambda each: each.secrecy == "value") == {"tredici target"}
    assert those(lambda each: each.secrecy == "whole") == {"tredici ace"}
    separate = {"tredici target", "tredici hand>stack"}
    assert those(lambda each: each.host_page.is_separate) == separate
    assert those(lambda each: each.counts) == {"torite stacks"}
    assert those(lambda each: each.keypad.is_always_asked) == {"troika bid"}
    assert those(lambda each: each.keypad.without_trump) == {"troika bid"}
    assert {name: each.page.columns for name, each in named() if each.page.columns} == {
        "torite pairing": 3,
        "tredici hand>stack": 6,
        "triatri prize": 3,
    }
    calls = ["kische", "tredici", "ace", "draw"]  # the order in which a page lists them
    assert [each.name for each in GAMES["tredici"].topics if each.is_rare] == calls


def named():
    return [(f"{game.name} {each.name}", each) for game in GAMES.values() for each in game.topics]


# --- The Torite ----------------------------------------------------------------------------------


def test_whoever_holds_the_start_card_says_so():
    record = record_of(3, [DEALT | {"dealer": 0}])
    group = page(record, 1, "leader")
    assert (group.title, group.button) == ("Who leads first?", "I have the five of clubs")
    assert group.is_open
    for code in "TS JS QS 5H 6H 7H 8H 9H TH JH QH KH".split():
        record.add(entry(record, card("held", 1, code)))
    assert page(record, 1, "leader").is_open, "twelve cards are no whole hand"
    record.add(entry(record, card("held", 1, "AD")))
    shut = page(record, 1, "leader")
    assert not shut.is_open
    assert [spoken(why) for why in shut.why] == ["five of clubs is not in your hand."]


@pytest.mark.parametrize("start", ["5C", "6C"])
def test_a_hand_with_a_start_card_may_lead(start):
    cards = [start, *(f"{rank}H" for rank in "56789TJQKA"), "KS", "QS"]
    record = record_of(3, [DEALT | {"dealer": 0}, *(card("held", 1, code) for code in cards)])
    assert page(record, 1, "leader").is_open
    record.add(entry(record, declared(1, "leader")))
    assert (plain(record), listed(record)) == (
        "Seat 2 has the lowest club",
        "Bo has the lowest club",
    )


def test_stacks_are_counted_and_paired():
    record = record_of(2, [DEALT | {"dealer": 0}])
    stacks, pairs = page(record, 0, "stacks"), page(record, 0, "pairing")
    assert (stacks.title, stacks.button) == ("Count the suits in the stacks", "Counted")
    assert stacks.counts[:2] == (4, 13)
    assert (pairs.title, pairs.button) == (
        "Stacks in rounds 1 and 2: Ann · Bo",
        "Play them like this",
    )
    assert spoken(pairs.keys[0].words) == "1, 2 · 3, 4"
    record.add(entry(record, declared(None, "stacks", STACKS)))
    counts = "4-3-3-3, 3-4-3-3, 3-3-4-3, 3-3-3-4"
    assert plain(record) == f"Clubs-diamonds-hearts-spades in stacks 1 to 4: {counts}"
    assert listed(record) == "The stacks are counted"
    record.add(entry(record, declared(None, "pairing", [[1, 3], [2, 4]])))
    assert plain(record) == "Stacks of Seat 1: 1, then 3; of Seat 2: 2, then 4"
    assert listed(record) == "Stacks: 1, then 3 / 2, then 4"
    pairing = topic("torite", "pairing")
    assert spoken(pairing.heading(None, NAMES)) == "Stacks in round 1, 2: Ann / Bo"
    assert spoken(pairing.value_words([[1, 3], [2, 4]])) == "1, 3 / 2, 4"
    assert pairing.keypad.keys([[1, 3], [2, 4]]) == ("A", "3", "2")
    assert str(pairing.keypad.label((), "4")) == "stack 4"
    asked = [str(pairing.keypad.question("", ("A",) * at, NAMES)) for at in range(3)]
    assert asked == [
        f"{who} in round {number}: which stack?"
        for who, number in (("Ann", 1), ("Ann", 2), ("Bo", 1))
    ]


def test_a_card_that_is_shown_was_kept_turned_up_or_set_aside():
    laying = GAMES["torite"].laying
    up = record_of(1, [DEALT | {"dealer": 0}, declared(None, "pairing", [[1, 2], [3, 4]])])
    assert view(up).laid == CardMeaning(("shown", "played"), "Card")
    up.add(entry(up, card("shown", 1, "QS")))
    assert plain(up) == "Dummy turns up QS"
    assert listed(up) == "Bo kept or turned up queen of spades"
    for code in ("7H", "AD", "9C"):
        up.add(entry(up, card("shown", 1, code)))
    assert view(up).laid == CardMeaning(("played", "shown"), "Card")
    seen = view(up)
    assert laying.shown("Ann", "2H", seen) == "Ann kept 2H"
    assert laying.shown(None, "2H", seen) == "Set aside: 2H"
    assert laying.recorded(1, header(4)) == "{who} kept {card}"
    assert laying.recorded(None, header(3)) == "Set aside: {card}"
    assert view(record_of(4, [DEALT])).laid is None


# --- Tredici -------------------------------------------------------------------------------------


def test_targets_and_cards_set_aside_are_told_by_number():
    record = record_of(2, [DEALT | {"dealer": 1}], "tredici")
    group = page(record, 0, "target")
    assert (group.title, group.button) == ("Choose your suit in secret", "This is my suit")
    assert group.is_secret
    assert read(group.keys) == [(suit, "") for suit in ("clubs", "diamonds", "hearts", "spades")]
    record.add(entry(record, declared(0, "target", "S")))
    assert plain(record) == "Seat 1 has chosen a target"
    assert listed(record) == "Ann made a secret choice"
    aside = page(record, 0, "hand>stack")
    assert (aside.title, aside.button) == ("How many do you set aside?", "Set them aside")
    for line in (moved(0, "hand>stack", 1), declared(1, "target", "H"), moved(1, "hand>stack", 0)):
        record.add(entry(record, line))
    assert (plain(record), listed(record)) == (
        "Seat 2 sets no cards aside",
        "Bo set no cards aside",
    )
    due = page(record, 0, "draw>hand")
    assert (due.title, due.button) == ("Your draw", "I have drawn: 1 card")
    record.add(entry(record, moved(0, "draw>hand", 1)))
    assert (plain(record), listed(record)) == ("Seat 1 draws 1 card", "Ann drew 1 card")
    record.add(entry(record, moved(0, "hand>stack", 2)))
    due = page(record, 1, "hand>discard")
    assert (due.title, due.button) == ("Your discard", "I discard: 3 cards")
    record.add(entry(record, moved(1, "hand>discard", 3)))
    assert (plain(record), listed(record)) == ("Seat 2 discards 3 cards", "Bo discarded 3 cards")


def test_an_ace_is_said_beside_the_step_in_which_it_counts_and_nowhere_else():
    def said(seat):
        asking = context(record, seat)
        assert ("ace", True) not in [
            (each.what, each.is_open) for each in seat_offers.calls(asking)
        ]
        return [(each.what, each.is_open) for each in seat_offers.beside(asking)]

    lines = [DEALT | {"dealer": 1}, declared(0, "target", "S"), declared(1, "target", "H")]
    lines += [moved(0, "hand>stack", 2), moved(1, "hand>stack", 0)]
    record = record_of(2, lines, "tredici")
    assert said(0) == said(1) == [], "it would be taken for an ace of a draw that is still to come"
    record.add(entry(record, moved(0, "draw>hand", 2)))
    assert (said(0), said(1)) == ([("ace", True)], [])
    record.add(entry(record, declared(0, "ace")))
    assert said(0) == []
    for line in (
        moved(0, "hand>stack", 1),
        moved(1, "hand>discard", 3),
        moved(1, "draw>hand", 3),
        moved(1, "hand>stack", 1),
    ):
        record.add(entry(record, line))
    phase = view(record).phase
    assert (spoken(phase.own), spoken(phase.can)) == (
        "Discard 6 cards",
        "You drew an ace of another suit.",
    )


@pytest.mark.parametrize(
    ("suits", "told"),
    [
        ("SSH", "Seat 2 shared a suit. Hand and stacks go to the discards."),
        ("HSS", "Seat 2, Seat 3 shared a suit. Hand and stacks go to the discards."),
        ("SHD", "nobody shared a suit. Seat 1: hand and stacks go to the discards."),
    ],
)
def test_who_is_purged_and_why(suits, told):
    record = record_of(
        3,
        [
            DEALT | {"dealer": 2},
            *(declared(seat, "target", suit) for seat, suit in enumerate(suits)),
            *(moved(seat, "hand>stack", 1) for seat in range(3)),
        ],
        "tredici",
    )
    before = view(record).position
    record.add(entry(record, declared(0, "kische")))
    seen = EntrySeen(record.header, before, record.last.entry, view(record).position)
    reminder = GAMES["tredici"].aside(seen)
    assert str(reminder.words) == f"Kisché by Seat 1: {told}"


def test_calls_of_tredici():
    lines = [DEALT | {"dealer": 1}, declared(0, "target", "S"), declared(1, "target", "S")]
    lines += [moved(0, "hand>stack", 1), moved(1, "hand>stack", 1), declared(0, "kische")]
    record = record_of(2, lines, "tredici")
    assert plain(record) == "Seat 1 calls kisché; purged: Seat 2"
    assert listed(record) == "Ann calls kisché"
    seen = view(record)
    told = {
        name: topic("tredici", name).tell("Ann", None, seen) for name in ("tredici", "draw", "ace")
    }
    assert told == {
        "tredici": "Ann calls tredici",
        "draw": "The players agree on a draw",
        "ace": "",
    }
    assert topic("tredici", "hand>draw").tell("Ann", 1, seen) == "Ann gives 1 card"
    shut = page(record, 1, "target")
    assert read(shut.keys)[3] == ("(spades)", "")
    assert [spoken(why) for why in shut.why] == ["Everybody knows who uses the other suits."]


# --- TriATri -------------------------------------------------------------------------------------


def prizes():
    lines = [DEALT | {"dealer": 1}, card("shown", 0, "6R"), card("shown", 1, "2B")]
    return record_of(2, lines, "triatri")


def test_a_prize_is_a_gem_of_the_stock_or_an_own_one():
    record = prizes()
    group = page(record, 0, "prize")
    assert (group.title, group.button) == ("Name the prize", "We play for this")
    assert read(group.keys) == [
        ("fire, stock", "first"),
        ("water, stock", ""),
        ("wood, stock", ""),
        ("(fire, own gem)", "first"),
        ("(water, own gem)", ""),
        ("(wood, own gem)", ""),
    ]
    assert [spoken(why) for why in group.why] == ["You have no gems yet."]
    prize = topic("triatri", "prize")
    gems = [{"colour": colour, "from": source} for source in ("stock", "own") for colour in "RBG"]
    assert [prize.keypad.keys(gem) for gem in gems] == [(key,) for key in "234567"]
    labels = [str(prize.keypad.label((), key)) for key in "234567"]
    assert labels == ["fire", "water", "wood", "own fire", "own water", "own wood"]
    assert prize.keypad.question == "{who} names the prize"
    why = [spoken(each) for each in prize.page.why(None, [gems[1], gems[3], gems[5]])]
    assert why == [
        "The stock has no water.",
        "You have no fire gems.",
        "You have no wood gems.",
    ]
    record.add(entry(record, declared(0, "prize", gems[0])))
    assert plain(record) == "Seat 1 plays for fire, from the stock"
    assert listed(record) == "Ann plays for fire, from the stock"
    assert prize.tell("Ann", gems[4], view(record)) == "Ann plays for water, from their own gems"
    assert spoken(prize.value_words(gems[4])) == "water, from their own gems"


def test_a_card_that_counts_otherwise_is_told_with_its_worth():
    record = prizes()
    assert view(record).laid is None
    assert view(record_of(2, [DEALT | {"dealer": 1}], "triatri")).laid == SHOWN
    record.add(entry(record, declared(0, "prize", {"colour": "R", "from": "stock"})))
    assert view(record).laid == CardMeaning(("played",), "Card")
    record.add(entry(record, card("played", 0, "5R")))
    assert plain(record) == "Seat 1 plays 5R"
    record.add(entry(record, card("played", 1, "X1")))
    now = view(record)
    worth = worths(now.last, now.position.plan)[-1].worth
    assert plain(record) == f"Seat 2 plays X1, worth {worth}"


# --- Etori and Troika ----------------------------------------------------------------------------


def test_trump_is_named_by_a_seat_or_by_the_table():
    changed = record_of(4, [DEALT, declared(None, "trump", "H")], "etori", trump_change="on")
    assert (plain(changed), listed(changed)) == ("Hearts are trump", "hearts are trump")
    lines = [DEALT, *(declared(seat, "bid", "pass") for seat in (0, 1, 2)), declared(3, "bid", "7")]
    record = record_of(4, lines, "troika")
    group = page(record, 3, "trump")
    assert (group.title, group.button) == ("Name trump", "This is trump")
    record.add(entry(record, declared(3, "trump", "H")))
    assert (plain(record), listed(record)) == ("West names hearts trump", "hearts are trump")
    for game in ("etori", "troika"):
        assert topic(game, "trump").keypad.question == "{who} names trump"


def test_what_a_bid_and_a_trump_are_called():
    assert [bid_name(bid) for bid in ("7", "10N", "12L")] == ["7", "10 No", "12 Low"]
    assert [bid_words(bid) for bid in ("pass", "7N")] == ["pass", "7 No"]
    on_keys = [spoken(topic("troika", "bid").value_words(bid)) for bid in ("pass", "7", "7N", "7L")]
    assert on_keys == ["Pass", "7", "7 No", "7 Low"]
    assert [trump_name(each) for each in ("H", "none", "low")] == ["hearts", "no trump", "low"]


def test_bids_have_keys_in_places_of_their_own():
    record = record_of(4, [DEALT], "troika")
    group = page(record, 0, "bid")
    assert (group.title, group.button) == ("Your bid", "Bid")
    lowest = record.header.options["min_bid"]
    numbers = [str(number) for number in range(lowest, 13)]
    every = ["Pass", *numbers, *(f"{number} No" for number in numbers)]
    first = {"Pass": "wide", str(lowest): "first", f"{lowest} No": "first"}
    assert read(group.keys) == [(bid, first.get(bid, "")) for bid in every]
    record.add(entry(record, declared(0, "bid", "8N")))
    higher = page(record, 1, "bid")
    assert [json.loads(key.value) for key in higher.keys if key.is_open][:3] == ["pass", "9", "10"]
    assert [spoken(why) for why in higher.why] == ["Ann bid 8 No. Bid more."]
    both = record_of(4, [DEALT], "troika", variant="saskatchewan")
    assert len(page(both, 0, "bid").keys) == 1 + 3 * (13 - both.header.options["min_bid"])


def test_the_dealer_may_bid_as_much_and_has_to_bid_if_nobody_did():
    lines = [DEALT, declared(0, "bid", "8"), declared(1, "bid", "pass"), declared(2, "bid", "pass")]
    equal = page(record_of(4, lines, "troika"), 3, "bid")
    assert [spoken(why) for why in equal.why] == ["Ann bid 8. Bid that much or more."]
    silent = record_of(4, [DEALT, *(declared(seat, "bid", "pass") for seat in range(3))], "troika")
    forced = page(silent, 3, "bid")
    assert read(forced.keys)[0] == ("(Pass)", "wide")
    assert [spoken(why) for why in forced.why] == ["The others have passed. You must bid."]


def test_bids_on_the_keypad():
    bid = topic("troika", "bid")
    keys = {value: bid.keypad.keys(value) for value in ("pass", "7", "10N", "12L")}
    assert keys == {"pass": ("OK",), "7": ("7", "2"), "10N": ("T", "3"), "12L": ("Q", "4")}
    assert [str(bid.keypad.label((), key)) for key in ("OK", "7", "Q")] == ["pass", "7", "12"]
    kinds = [str(bid.keypad.label(("T",), key)) for key in "234"]
    assert kinds == ["10 with trump", "10 No trump", "10 Low"]
    assert bid.keypad.question == "{who} bids how many?"
    without = bid.keypad.without_trump
    assert [without.fits(value) for value in ("pass", "7", "7N", "7L")] == [
        False,
        False,
        True,
        False,
    ]
    assert str(without.question("Ann")) == "Ann bids how many, No trump?"
    record = record_of(4, [DEALT, declared(0, "bid", "pass")], "troika")
    assert (plain(record), listed(record)) == ("North passes", "Ann passes")
    record.add(entry(record, declared(1, "bid", "7N")))
    assert (plain(record), listed(record)) == ("East bids 7 No", "Bo bids 7 No")
    record.add(entry(record, declared(2, "misdeal")))
    assert plain(record) == "South calls a misdeal: deal again"
    assert listed(record) == "Cy calls a misdeal"


def test_the_kitty_is_taken_and_cards_are_discarded():
    lines = [DEALT, *(declared(seat, "bid", "pass") for seat in range(3)), declared(3, "bid", "7N")]
    record = record_of(4, lines, "troika", variant="saskatchewan")
    assert view(record).laid == CardMeaning(("played",), "Card")
    group = page(record, 3, "kitty>hand")
    assert (group.title, group.button) == ("The kitty", "I take it: 2 cards")
    record.add(entry(record, moved(3, "kitty>hand", 2)))
    assert (plain(record), listed(record)) == ("West takes the kitty", "Di took the kitty")
    record.add(entry(record, moved(3, "hand>discard", 2)))
    assert (plain(record), listed(record)) == ("West discards 2 cards", "Di discarded 2 cards")
    assert view(record).laid is not None
    assert view(record_of(4, [DEALT], "troika")).laid is None


# --- what the host's page, the seat's page and the keys call it -----------------------------------

CALLED = {
    "torite leader": ("Who leads first?", "Who leads first?", "Say so", "Who leads first?"),
    "torite stacks": (
        "Ann: Count the suits in the stacks",
        "Count the suits in the stacks",
        "Say so",
        "count the stacks",
    ),
    "torite pairing": (
        "Stacks in round 1, 2: Ann / Bo",
        "Stacks in round 1, 2: Ann / Bo",
        "Say so",
        "pair the stacks",
    ),
    "tredici target": (
        "Ann chooses a suit in secret",
        "A suit is chosen in secret",
        "Say so",
        "A suit is chosen in secret",
    ),
    "tredici hand>stack": ("Ann sets aside", "Set them aside", "Say so", "Set them aside"),
    "tredici hand>discard": ("Ann discards", "Discard", "Say so", "discard"),
    "tredici draw>hand": ("Ann draws", "Draw", "Say so", "Draw"),
    "tredici hand>draw": (
        "Ann gives a card",
        "A card for the new draw pile, from",
        "Say so",
        "A card for the new draw pile",
    ),
    "tredici kische": ("Ann may call kisché", "Kisché, called by", "Kisché", "kische!"),
    "tredici tredici": ("Ann may call tredici", "Tredici, called by", "Tredici", "tredici!"),
    "tredici ace": (
        "Ann drew an ace of another suit",
        "An ace of another suit, with",
        "An ace",
        "an ace was drawn",
    ),
    "tredici draw": (
        "Ann: Nobody can win any more",
        "Nobody can win any more",
        "Agree on a draw",
        "agree on a draw",
    ),
    "triatri prize": ("Ann names the prize", "The prize", "Say so", "The prize"),
    "etori trump": ("Ann names trump", "Trump", "Say so", "name trump"),
    "troika bid": ("Ann bids", "The bid", "Say so", "The bid"),
    "troika trump": ("Ann names trump", "Trump", "Say so", "name trump"),
    "troika misdeal": ("Ann may call a misdeal", "Misdeal, called by", "Misdeal", "misdeal"),
    "troika kitty>hand": ("Ann takes the kitty", "The kitty", "Say so", "take the kitty"),
    "troika hand>discard": ("Ann discards", "Discard", "Say so", "discard"),
}
"""The heading on the host's page for a seat and for several, its button, and the line for keys."""
CALLS = {
    "tredici kische": "Kisché!",
    "tredici tredici": "Tredici!",
    "tredici ace": "Off-suit ace",
    "tredici draw": "We agree on a draw",
    "troika misdeal": "Misdeal",
}
"""What the button says on the seat's own page that calls what is rare."""


def test_each_place_has_its_words():
    assert {
        name: (
            spoken(each.heading(0, NAMES)),
            spoken(each.heading(None, NAMES)),
            each.host_page.button,
            each.keypad.line or each.title,
        )
        for name, each in named()
    } == CALLED
    assert {name: each.page.button for name, each in named() if each.is_rare} == CALLS
