"""What a line may declare; and that a topic of name, form and title can be said everywhere."""

import json
from dataclasses import replace
from typing import Any

import pytest
from msgspec import UNSET

from players.parley import HIGHEST, PARLEY, TOPICS, WORDS
from players.torite import declared
from records.lines import entry, header, record_of, refused
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.entries import BadLine
from tricktable.rules.game import Offer
from tricktable.rules.hands import hand
from tricktable.rules.keypad import rows
from tricktable.rules.laying import CardMeaning, Laying
from tricktable.rules.options import Form, whole
from tricktable.rules.record import Record
from tricktable.rules.topics import (
    A_SUIT,
    DEALT,
    NOTHING,
    PASS,
    Declarable,
    HostPage,
    Keypad,
    OfferToSeat,
    SeatPage,
    Topic,
    Wording,
    called_out,
    cards,
    count_of_cards,
    declarable,
    heading,
    number_bid,
    suit,
    topic_of,
    trump_named,
)
from tricktable.rules.verdicts import PUBLIC
from tricktable.rules.view import view
from tricktable.table import happenings
from tricktable.table.desk.keys import KeyedCall, KeypadOffer, follow, keypad_offers, row_of
from tricktable.table.notes import Prompt
from tricktable.text.language import speaking
from tricktable.text.sentences import Name, Picture, Strong, spoken
from tricktable.web.api import states
from tricktable.web.guest import sentences
from tricktable.web.host import entries, host_offers
from tricktable.web.seat import seat_offers as seat_page

NAMES = ("Ann", "Bo")
HOUSE = {**GAMES, PARLEY.name: PARLEY}
DEALT_LINE = {"kind": "dealt", "dealer": 0}


def headed(game, players, games=HOUSE):
    line = {"record": codec.FORMAT, "game": game, "players": players, "names": NAMES[:players]}
    line |= {} if players == len(NAMES) else {"names": [f"N{seat}" for seat in range(players)]}
    return codec.read_header(json.dumps(line), games)


@pytest.fixture
def parley():
    return Record(headed("parley", 2))


def heard(record, line):
    """The record after one more line."""
    record.add(entry(record, line))
    return record


# --- what a line may declare ---------------------------------------------------------------------


def test_a_name_that_two_games_use_has_the_form_of_the_records_own_game(parley):
    heard(parley, declared(0, "bid", 7))
    with pytest.raises(BadLine, match='the value of bid must be 0 to 20, not "7"'):
        entry(parley, declared(1, "bid", "7"))
    with pytest.raises(BadLine, match='must be "pass" or 5 to 12 with nothing, N or L behind it'):
        codec.read_entry(json.dumps(declared(0, "bid", 7)), headed("troika", 4), 1)


def test_what_another_game_can_say_is_impossible_and_what_none_can_malformed():
    for games, is_well_formed in ((GAMES, False), (HOUSE, True)):
        record = Record(headed("torite", 4, games))
        heard(record, DEALT_LINE)
        assert refused(record, declared(0, "bid", "12N"))
        if is_well_formed:
            assert refused(record, declared(0, "bid", 12))
            assert refused(record, declared(0, "protest"))
        else:
            for line in (declared(0, "bid", 12), declared(0, "protest")):
                with pytest.raises(BadLine):
                    entry(record, line)
        with pytest.raises(BadLine, match='the value of bid must be "pass" or 5 to 12'):
            entry(record, declared(0, "bid", HIGHEST + 1))


def test_a_seat_can_say_what_the_table_says_in_some_other_games_only():
    torite = Record(headed("torite", 4))
    heard(torite, DEALT_LINE)
    assert refused(torite, declared(0, "trump", "S"))  # a seat's in Troika, the table's in Etori
    with pytest.raises(BadLine, match='"seat" must be null for colour'):
        entry(torite, declared(0, "colour", "S"))
    with pytest.raises(BadLine, match='"seat" must be null for trump'):
        entry(record_of(4, [DEALT_LINE], "etori"), declared(0, "trump", "S"))
    assert refused(record_of(4, [DEALT_LINE], "troika"), declared(None, "trump", "S"))


def test_an_unknown_topic_is_told_with_the_known_ones_the_games_own_first(parley):
    own = "bid, pledge, colour, wish, plot, protest, leader, stacks, pairing, target"
    with pytest.raises(BadLine, match=f'unknown topic "peace"; known: {own}'):
        entry(parley, declared(0, "peace"))
    for move in ("hand>kitty", "dealt"):
        with pytest.raises(BadLine, match="unknown topic"):
            entry(parley, declared(0, move))


def test_a_game_alone_declares_its_own_topics_alone():
    assert [*declarable(PARLEY, ())] == [
        topic.name for topic in TOPICS if topic.name != "hand>kitty"
    ]
    assert "dealt" not in declarable(GAMES["torite"], [PARLEY, *GAMES.values()])


# --- a topic with name, form and title alone -----------------------------------------------------


def test_the_hosts_page_has_a_button_for_all_of_it(parley):
    groups = {group.what: group for group in host_offers.groups(view(parley), NAMES)}
    told = {
        what: (spoken(group.title), [spoken(each.words) for each in group.choices])
        for what, group in groups.items()
    }
    assert [*told][-2:] == ["hand>kitty", "protest"], "what is rare stands last"
    assert groups["bid"].numbers == (0, HIGHEST)
    assert [(spoken(each.words), each.seat) for each in groups["bid"].typed] == [("Say so", 0)]
    assert told == {
        "bid": ("Ann: Bid", []),
        "pledge": ("Ann: Pledge", [*WORDS]),
        "colour": ("Colour", ["C", "D", "H", "S"]),
        "wish": ("Wish", [f"{who}: {suit}" for who in NAMES for suit in "CDHS"]),
        "plot": ("Plot", [*NAMES]),
        "protest": ("Protest", [*NAMES]),
        "hand>kitty": ("Ann: Give to the kitty", ["none", "1 card", "2 cards"]),
    }
    assert [what for what, group in groups.items() if group.is_secret] == ["wish", "plot"]
    assert [what for what, group in groups.items() if group.is_rare] == ["protest"]


def asking(record, seat):
    seen = view(record, seat)
    return seat_page.SeatContext(seen, record.header, record, seat, NAMES, hand(record, seat))


def test_the_seats_own_page_has_keys_for_all_of_it(parley):
    groups = {group.what: group for group in seat_page.due(asking(parley, 0))}
    assert {what: (group.title, group.button) for what, group in groups.items()} == {
        "bid": ("Bid", "Say so"),
        "pledge": ("Pledge", "Say so"),
        "colour": ("Colour", "Say so"),
        "wish": ("Wish", "Say so"),
        "plot": ("Plot", "Say so"),
        "hand>kitty": ("Give to the kitty", "Say so"),
    }
    assert [spoken(key.words) for key in groups["pledge"].keys] == [*WORDS]
    assert [spoken(key.words) for key in groups["hand>kitty"].keys] == ["0", "1", "2"]
    for group in groups.values():
        assert all(key.is_open and not key.place for key in group.keys)
        assert (group.why, group.counts, group.names_seat) == ((), None, False)
    longest = {what: group.columns for what, group in groups.items() if group.columns}
    assert longest == {"pledge": 3, "colour": 4, "wish": 4, "plot": 1}, "a full row, no word broken"
    assert [group.what for group in seat_page.due(asking(parley, 1))] == ["colour", "wish", "plot"]
    (call,) = seat_page.calls(asking(parley, 1))
    assert (call.what, call.title, call.is_open) == ("protest", "Say so", True)


def test_keys_say_all_of_it_and_each_question_lists_them(parley):
    mine = keypad_offers(PARLEY, parley.state.offers(), 0)
    assert [each.offer.what for each in mine] == ["bid", "pledge", "colour", "hand>kitty"]
    for topic, offer in mine:
        for value in offer.values:
            row = row_of(mine, topic.name, value)
            speaker = 0 if 0 in offer.seats else None
            assert follow(mine, 0, row, NAMES) == KeyedCall(topic.name, speaker, value)
            for at, key in enumerate(row):
                asked = follow(mine, 0, row[:at], NAMES)
                assert isinstance(asked, Prompt)
                assert key in [each for each, _ in asked.options]


def test_questions_of_keys_name_the_topic_and_each_value(parley):
    mine = keypad_offers(PARLEY, parley.state.offers(), 0)

    def read(*keys):
        asked = follow(mine, 0, keys, NAMES)
        return asked.text, [label for _, label in asked.options]

    assert read() == ("Ann?", ["Bid", "Pledge", "Colour", "Give to the kitty"])
    assert read("2") == ("Ann: 0 to 20", [*"0123456789"])
    assert read("2", "2") == ("Ann: 2", ["2", "0"])
    assert read("2", "3") == ("Ann: 3", ["3"])
    assert read("3") == ("Ann: Pledge", [*WORDS])
    assert read("4") == ("Ann: Colour", ["clubs", "diamonds", "hearts", "spades"])
    assert read("5") == ("Ann: Give to the kitty", ["none", "1", "2"])


@pytest.mark.parametrize(
    ("named", "labels", "lines"),
    [
        (None, ["none", "1", "2", "3"], ["OK-3"]),
        (lambda number: (Strong(str(number)),), ["none", "1", "2", "3"], ["OK-3"]),
        (lambda number: (f"{number} of 3",), ["0 of 3", "1 of 3", "2 of 3", "3 of 3"], []),
    ],
)
def test_numbers_that_are_called_by_their_number_share_a_line(named, labels, lines):
    bid = KeypadOffer(replace(TOPICS[0], words=named), Offer("bid", (0,), tuple(range(4))))
    asked = follow([bid], 0, (), NAMES)
    assert [label for _, label in asked.options] == labels
    assert [keys for keys, _ in asked.rows] == lines


@pytest.mark.parametrize(
    ("line", "plain", "on_pages", "in_list"),
    [
        (declared(0, "bid", 7), "Ann: Bid 7", "Ann: Bid 7", "Ann: Bid 7"),
        (declared(0, "pledge", "war"), "Ann: Pledge war", "Ann: Pledge war", "Ann: Pledge war"),
        (declared(None, "colour", "S"), "The table: Colour S", "The table: Colour S", None),
        (declared(1, "wish", "S"), "Bo: Wish", "", "Bo made a secret choice"),
        (declared(1, "plot"), "", "", "Bo made a secret choice"),
        (declared(1, "protest"), "Bo: Protest", "Bo: Protest", "Bo: Protest"),
    ],
)
def test_what_was_said_is_told_and_what_is_secret_is_not(parley, line, plain, on_pages, in_list):
    heard(parley, line)
    seen = view(parley)
    assert happenings.newest_happening(seen) == plain
    told = [spoken(sentences.declaration(each, NAMES, PARLEY)) for each in seen.said]
    assert told == ([on_pages] if on_pages else [])
    ((row,),) = (group.lines for group in entries.groups(parley, NAMES, None))
    assert spoken(row.words) == (in_list or on_pages)
    assert row.can_be_corrected == bool(on_pages)
    (kept,) = states.entries(parley, 0)
    assert kept.is_secret == (not on_pages)
    assert (kept.topic, kept.value) == (
        (line["topic"], line["value"]) if on_pages else (UNSET, None)
    )


def test_who_may_know_a_secret_sees_it(parley):
    heard(parley, declared(1, "wish", "S"))
    assert view(parley, PUBLIC).newest == view(parley, 0).newest
    assert view(parley, 0).newest[:5] == ("declared", 1, None, "wish", None)
    assert view(parley, 1).newest[:5] == ("declared", 1, None, "wish", "S")
    heard(parley, declared(1, "plot"))
    assert view(parley).newest is None
    assert view(parley, 1).newest[:5] == ("declared", 1, None, "plot", None)
    assert happenings.newest_happening(view(parley, 1)) == ""


@pytest.mark.parametrize(
    ("count", "plain", "on_pages"),
    [(0, "no cards", "no cards"), (1, "1 card", "1 card"), (2, "2 cards", "2 cards")],
)
def test_a_move_is_told_with_the_number_of_its_cards(parley, count, plain, on_pages):
    heard(parley, {"kind": "moved", "seat": 0, "from": "hand", "to": "kitty", "count": count})
    assert happenings.newest_happening(view(parley)) == f"Ann moves {plain}"
    ((row,),) = (group.lines for group in entries.groups(parley, NAMES, None))
    assert spoken(row.words) == f"Ann moved {on_pages}"
    assert row.can_be_corrected


def test_a_game_without_a_word_of_it_still_tells_it():
    unknown = topic_of(PARLEY, "rumour")
    assert (unknown.name, unknown.title, unknown.is_move) == ("rumour", "rumour", False)
    assert topic_of(PARLEY, "draw>hand").is_move
    assert topic_of(PARLEY, "dealt") is DEALT
    assert topic_of(PARLEY, "bid") is TOPICS[0]


def test_whoever_deals_is_named_in_every_game():
    record = record_of(4, [DEALT_LINE])
    assert happenings.newest_happening(view(record)) == "North deals"
    names = ("Ann", "Bo", "Cy", "Di")
    ((row,),) = (group.lines for group in entries.groups(record, names, None))
    assert spoken(row.words) == "Ann deals"
    (group,) = host_offers.groups(view(record_of(4)), ("Ann", "Bo", "Cy", "Di"))
    assert spoken(group.title) == "Who deals?"
    assert [spoken(each.words) for each in group.choices] == ["Ann", "Bo", "Cy", "Di"]
    assert DEALT.names_seat


def test_counts_of_cards_are_told_in_the_language_of_pages_and_in_plain_english():
    with speaking("ja"):
        assert (cards(1), cards(2)) == ("1枚", "2枚")
        assert (count_of_cards(1), count_of_cards(2)) == ("1 card", "2 cards")


def test_a_card_is_entered_to_be_played_and_turned_up_for_all():
    laying, head = Laying(), header(4)
    seen = view(record_of(4, [DEALT_LINE, declared(0, "leader")]))
    assert view(record_of(4)).laid is None
    assert seen.laid == CardMeaning(("played",), "Card", may_be_read=True)
    assert laying.more(seen) == ""
    assert laying.shown("Ann", "QH", seen) == "Ann shows QH"
    assert laying.shown(None, "QH", seen) == "Turned up: QH"
    assert laying.recorded(0, head) == "{who} shows {card}"
    assert laying.recorded(None, head) == "Turned up: {card}"


@pytest.mark.parametrize("name", ["a", "deal", "dealt by hand", "zeal"])
def test_a_topic_that_no_game_has_is_made_of_its_name(name):
    assert topic_of(GAMES["torite"], name) == Topic(name, name)
    assert topic_of(GAMES["torite"], "dealt") is DEALT


# --- how a topic is worded -----------------------------------------------------------------------

ANN = Name("Ann")
PLAIN = Topic("bid", "Bid")
MOVE = Topic("hand>kitty", "Give to the kitty")
WORDED = Topic("hand>kitty", "Give", words=lambda value: ("this many: ", Strong(str(value))))


@pytest.mark.parametrize(
    ("topic", "value", "words", "told", "on_pages"),
    [
        (PLAIN, None, (), "Ann: Bid", (ANN, ": Bid")),
        (PLAIN, 0, ("0",), "Ann: Bid 0", (ANN, ": Bid 0")),
        (PLAIN, "5N", ("5N",), "Ann: Bid 5N", (ANN, ": Bid 5N")),
        (PLAIN, "pass", ("Pass",), "Ann passes", (ANN, " passes")),
        (
            Topic("bid", "Bid", calls={"double": Wording("Double", "{who} doubles")}),
            "double",
            ("Double",),
            "Ann doubles",
            (ANN, " doubles"),
        ),
        (
            Topic("trump", "Trump", words=suit),
            "H",
            (Picture("H"),),
            "Ann: Trump hearts",
            (ANN, ": Trump ", Picture("H")),
        ),
        (Topic("trump", "Trump", words=suit), None, (), "Ann: Trump", (ANN, ": Trump")),
        (Topic("wish", "Wish", secrecy="value"), 7, ("7",), "Ann: Wish 7", (ANN, ": Wish 7")),
        (Topic("plot", "Plot", secrecy="whole"), 7, ("7",), "", (ANN, ": Plot 7")),
        (MOVE, None, (), "Ann: Give to the kitty", (ANN, ": Give to the kitty")),
        (MOVE, 0, ("none",), "Ann moves no cards", (ANN, " moved no cards")),
        (MOVE, 1, ("1 card",), "Ann moves 1 card", (ANN, " moved 1 card")),
        (MOVE, 2, ("2 cards",), "Ann moves 2 cards", (ANN, " moved 2 cards")),
        (MOVE, "all", ("all",), "Ann: Give to the kitty all", (ANN, ": Give to the kitty all")),
        (
            WORDED,
            2,
            ("this many: ", Strong("2")),
            "Ann moves 2 cards",
            (ANN, " moved 2 cards"),
        ),
        (
            Topic("hand>kitty", "Give", secrecy="whole"),
            2,
            ("2 cards",),
            "",
            (ANN, " moved 2 cards"),
        ),
        (
            Topic(
                "plot",
                "Plot",
                secrecy="whole",
                told=lambda who, value, _view: f"{who} plots {value}",
                said=lambda who, value: (who, f" has plotted {value}"),
            ),
            None,
            (),
            "Ann plots None",
            (ANN, " has plotted None"),
        ),
    ],
)
def test_a_topic_is_worded_by_its_sentence_or_title(topic, value, words, told, on_pages, parley):
    assert topic.value_words(value) == words
    assert topic.tell("Ann", value, view(parley)) == told
    assert topic.say(ANN, value) == on_pages
    assert topic.is_move == (">" in topic.name)
    assert topic.is_quiet == (topic.name in ("wish", "plot") or topic.secrecy == "whole")


def test_a_heading_is_the_hosts_pages_own_else_the_title_with_whoever_says_it():
    own = Topic("bid", "Bid", host_page=HostPage(heading("{who} bids", "Bids of {who}")))
    assert [own.heading(seat, NAMES) for seat in (None, 0, 1)] == [
        ("Bids of The table",),
        (ANN, " bids"),
        (Name("Bo"), " bids"),
    ]
    assert [PLAIN.heading(seat, NAMES) for seat in (None, 0, 1)] == [
        ("Bid",),
        (ANN, ": Bid"),
        (Name("Bo"), ": Bid"),
    ]


def test_a_topic_of_name_and_title_leaves_all_else_out(parley):
    seen = view(parley)
    offered = OfferToSeat(seen, parley.header, 0, NAMES, (), ())
    page = PLAIN.page
    assert page == SeatPage()
    assert (page.title, page.button, page.heading, page.words, page.values, page.columns) == (
        *("", "Say so", None, None, None),
        0,
    )
    assert (page.place(7, offered), page.may(offered), page.names(offered)) == ("", True, None)
    assert [*page.why(offered, ())] == []
    assert PLAIN.keypad == Keypad("", None, None, None, False, None)
    assert PLAIN.host_page == HostPage(None, "Say so", False)
    bare = Topic("bid", "Bid")
    assert bare == Topic(
        name="bid",
        title="Bid",
        form=NOTHING,
        by_table=False,
        secrecy="none",
        is_rare=False,
        is_in_any_order=False,
        names_seat=False,
        words=None,
        counts=None,
        told=None,
        said=None,
        host_page=HostPage(),
        page=page,
        keypad=Keypad(),
    )


def test_a_suit_named_trump_has_its_words_on_every_surface(parley):
    topic = trump_named(lambda who, letter, _view: f"{who}: {letter}")
    assert (topic.name, topic.title, topic.form, topic.by_table) == (
        *("trump", "Trump", A_SUIT),
        False,
    )
    assert trump_named(lambda *_: "", by_table=True).by_table
    assert topic.value_words("H") == (Picture("H"),)
    assert topic.tell("Ann", "H", view(parley)) == "Ann: H"
    assert topic.say(ANN, "H") == (Picture("H"), " are trump")
    assert topic.heading(0, NAMES) == (ANN, " names trump")
    assert topic.heading(None, NAMES) == ("Trump",)
    assert (topic.page.title, topic.page.button) == ("Name trump", "This is trump")
    assert topic.keypad.line == "name trump"
    assert topic.keypad.question == "{who} names trump"


@pytest.mark.parametrize(
    ("more", "button", "told"),
    [
        ({}, "Misdeal", "Ann calls a misdeal"),
        (
            {"button": "Call it", "told": lambda who, _value, _view: f"{who}: a misdeal"},
            "Call it",
            "Ann: a misdeal",
        ),
    ],
)
def test_a_rare_call_has_one_button_and_its_sentence(parley, more, button, told):
    head = heading("{who} calls", "A call")
    said = "{who} calls a misdeal"
    words = {"said": said, "heading": head, "line": "misdeal"}
    topic = called_out(name="misdeal", title="Misdeal", **words, **more)
    assert (topic.name, topic.title, topic.form) == ("misdeal", "Misdeal", NOTHING)
    assert (topic.is_rare, topic.is_in_any_order, topic.by_table, topic.names_seat) == (
        *(True, True),
        *(False, False),
    )
    assert topic.tell("Ann", None, view(parley)) == told
    assert topic.say(ANN, None) == (ANN, " calls a misdeal")
    assert topic.host_page == HostPage(head, "Misdeal", False)
    assert topic.page == SeatPage(button=button)
    assert topic.keypad == Keypad(line="misdeal")


def test_the_deal_has_its_words_on_every_surface(parley):
    assert (DEALT.name, DEALT.title, DEALT.form) == ("dealt", "Who deals?", NOTHING)
    assert (DEALT.names_seat, DEALT.is_rare, DEALT.is_move, DEALT.is_quiet) == (
        True,
        *(False,) * 3,
    )
    assert DEALT.tell("Ann", None, view(parley)) == "Ann deals"
    assert DEALT.say(ANN, None) == (ANN, " deals")
    assert DEALT.heading(1, NAMES) == (Name("Bo"), " deals")
    assert DEALT.heading(None, NAMES) == ("Who deals?",)
    assert DEALT.page == SeatPage(title="Do you deal?", button="I deal")
    assert DEALT.keypad == Keypad()


@pytest.mark.parametrize(
    ("form", "words", "fitting"),
    [(NOTHING, "null", [None]), (A_SUIT, "C, D, H or S", ["C", "D", "H", "S"])],
)
def test_a_form_fits_its_own_values_alone(form, words, fitting):
    assert form.words == words
    tried = [None, "", 0, False, [], "C", "D", "H", "S", "CD", "c", "N", "♥", ["C"], "CDHS"]
    assert [value for value in tried if form.fits(value)] == fitting


def game_of(*topics):
    """A game with these topics, which could be no other game's by mistake."""
    return replace(PARLEY, topics=topics)


def test_a_value_fits_a_topic_that_has_it_in_any_of_its_forms():
    bid = Form(lambda value: value == 1, "1")
    assert Declarable((NOTHING, bid), False).fits(None)
    assert Declarable((NOTHING, bid), False).fits(1)
    assert not Declarable((NOTHING, bid), False).fits(2)
    assert not Declarable((), False).fits(None)


def test_what_a_line_may_declare_has_its_own_games_form_else_those_of_all_others():
    one, two, three = (Form(lambda value, at=at: value == at, str(at)) for at in (1, 2, 3))
    dealt = replace(DEALT, name="".join(("de", "alt")))
    own = game_of(Topic("bid", "", one, by_table=True), Topic("hand>kitty", ""), dealt)
    others = (
        game_of(Topic("bid", "", two), Topic("call", "", two, by_table=True), DEALT),
        game_of(Topic("call", "", three, by_table=True), Topic("wish", "", one)),
        game_of(Topic("wish", "", three, by_table=True), Topic("hand>draw", "")),
    )
    found = declarable(own, (own, *others))
    assert [*found.items()] == [
        ("bid", Declarable((one,), True)),
        ("call", Declarable((two, three), True)),
        ("wish", Declarable((one, three), False)),
    ]
    assert declarable(own, ()) == {"bid": Declarable((one,), True)}


def test_what_terminals_say_follows_from_what_pages_say_unless_it_is_told_otherwise(parley):
    now = view(parley)
    bid = Topic("bid", "Bid", words=lambda value: (Strong(str(value)),), said="{who} bids {value}")
    assert (spoken(bid.say("Ann", 3)), bid.tell("Ann", 3, now)) == ("Ann bids 3", "Ann bids 3")
    assert (
        spoken(replace(bid, said=lambda who, value: (who, f": {value}")).say("Ann", 3)) == "Ann: 3"
    )
    moved = Topic("hand>discard", "Discard", told="{who} gives {cards}", said="{who} gave {cards}")
    assert moved.tell("Ann", 2, now) == "Ann gives 2 cards"
    assert spoken(moved.say("Ann", 1)) == "Ann gave 1 card"
    assert replace(bid, secrecy="whole").tell("Ann", 3, now) == ""


def test_a_bid_is_a_number_that_has_its_key_or_a_pass():
    bid: Topic[Any, Any] = number_bid(whole(2, 4, PASS), "Bid.", title="How much?")
    told = [spoken(bid.say(Name("Ann"), value)) for value in (PASS, 3)]
    assert told == ["Ann passes", "Ann bids 3"]
    assert rows([PASS, 2, 3, 4]) == [("OK",), ("2",), ("3",), ("4",)]
    assert bid.page.title == "How much?"
