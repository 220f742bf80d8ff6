"""The record's lines: what is refused and why, what comes back as written, what is hostile."""

import json
import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.entries import entries
from records.lines import header, refusal
from thorough import examples, some
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.cards import card
from tricktable.rules.entries import (
    BadLine,
    Corrected,
    Dealt,
    Declared,
    Held,
    Moved,
    Played,
    Shown,
    Struck,
)

HEADER = {"record": "tricktable/1", "game": "torite", "players": 4}
FOUR = header(4)
DEALT = {"kind": "dealt", "dealer": 0}
PLAYED = {"kind": "played", "seat": 1, "card": "2C"}
MOVED = {"kind": "moved", "seat": 1, "from": "hand", "to": "draw", "count": 2}


def declared(topic, value=None, seat=0):
    return {"kind": "declared", "seat": seat, "topic": topic, "value": value}


def shortly(value):
    """The name of a case."""
    return str(value)[:50]


def without(fields, key):
    return {name: value for name, value in fields.items() if name != key}


@pytest.mark.parametrize(
    ("name", "told"),
    [("x" * 38, f'"{"x" * 38}"; known'), ("x" * 39, f'"{"x" * 36}...; known')],
)
def test_a_long_value_is_told_by_its_first_letters(name, told):
    with pytest.raises(BadLine) as error:
        codec.read_header(json.dumps(HEADER | {"game": name}), GAMES)
    assert f"unknown game {told}" in str(error.value)


# --- malformed headers --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "the line is empty"),
        (" \t ", "the line is empty"),
        (b"\xff\xfe", "the line is not UTF-8"),
        (b'{"record": "tricktable/1", "game": "\xed\xa0\x80"}', "the line is not UTF-8"),
        ("{", "the line is not JSON"),
        ("\ufeff" + json.dumps(HEADER), "the line begins with a byte order mark; save the file as"),
        (json.dumps(HEADER) + "{}", "the line is not JSON"),
        ("[1]", "the line must be one JSON object"),
        ("null", "the line must be one JSON object"),
        (DEALT, 'the first line must be a header with "record": "tricktable/1"'),
        (HEADER | {"record": "tricktable/2"}, "must be a header"),
        (HEADER | {"record": None}, "must be a header"),
        (without(HEADER, "game"), "unknown game null; known: etori, torite"),
        (HEADER | {"game": "bridge"}, 'unknown game "bridge"'),
        (HEADER | {"game": ["torite"]}, r'unknown game \["torite"\]'),
        (without(HEADER, "players"), '"players" must be one of 1, 2, 3, 4 for torite'),
        *[
            (HEADER | {"players": players}, '"players" must be one of 1, 2, 3, 4 for torite')
            for players in (0, 5, -1, 10**30, 4.0, True, "4", None, [4])
        ],
        (HEADER | {"options": None}, '"options" must be an object'),
        (HEADER | {"options": []}, '"options" must be an object'),
        (HEADER | {"options": {"aces": "dealt"}}, 'torite has no option "aces"; it has: hand_scan'),
        (HEADER | {"options": {"": 1}}, 'torite has no option ""'),
        (HEADER | {"options": {"hand_scan": "on"}}, 'option hand_scan cannot be "on"; it can be'),
        (HEADER | {"options": {"hand_scan": None}}, "option hand_scan cannot be null"),
        (HEADER | {"options": {"hand_scan": ["off"]}}, "option hand_scan cannot be"),
        (HEADER | {"names": None}, '"names" must be a list of 4 strings'),
        (HEADER | {"names": "Anna"}, '"names" must be a list of 4 strings'),
        (HEADER | {"names": ["Ann", "Bo", "Cy"]}, '"names" must be a list of 4 strings'),
        (
            HEADER | {"names": ["Ann", "Bo", "Cy", "Di", "Ed"]},
            '"names" must be a list of 4 strings',
        ),
        (HEADER | {"names": ["Ann", "Bo", "Cy", 4]}, '"names" must be a list of 4 strings'),
        (HEADER | {"names": ["Ann", "Bo", "Cy", "\ud83c"]}, '"names" must be a list of 4 strings'),
        (HEADER | {"players": 1, "names": ["Ann", "Dummy"]}, '"names" must be a list of 1 string'),
        (HEADER | {"more": "x" * codec.MAX_LINE_BYTES}, "the line is longer than 65536 bytes"),
    ],
    ids=shortly,
)
def test_a_malformed_header_is_refused_by_name(line, message):
    refused = refusal(line)
    assert (refused.exit_code, refused.line) == (2, 1)
    assert re.match(f"line 1: .*{message}", str(refused))


# --- malformed entries --------------------------------------------------------------------------

SEATS = (4, -1, 10**30, 1.0, True, "1", None, [1], {})
CARDS = ("1Z", "th", "", "10H", "9R", "X4", "TH ", None, 7, ["TH"], {"card": "TH"})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "the line is empty"),
        ("\r", "the line is empty"),
        (b"\x80", "the line is not UTF-8"),
        ("nonsense", r"the line is not JSON \(character 1\)"),
        ('{"kind": "dealt", "dealer": 0', r"the line is not JSON \(character 30\)"),
        ('  {"kind": }', r"the line is not JSON \(character 12\)"),
        ('  {"kind": "dealt"} 0', r"the line is not JSON \(character 20\)"),
        (
            '{"kind": "dealt", "dealer": 0, "x": NaN}',
            r"the line is not JSON \(NaN is not allowed\)",
        ),
        ('{"kind": "dealt", "dealer": 0, "x": -Infinity}', r"the line is not JSON \(-Infinity is"),
        ('{"kind": "dealt", "dealer": %s}' % ("9" * 5_000), "a number in the line is too long"),
        ("[" * 60_000, "the line is nested too deeply"),
        ('{"kind": "dealt", "dealer": -Infinity}', "the line is not JSON"),
        ('{"kind": "dealt\0", "dealer": 0}', "the line is not JSON"),
        ("'kind'", "the line is not JSON"),
        ("7", "the line must be one JSON object"),
        ({}, "unknown kind null; known: dealt, held, shown"),
        ({"kind": "Dealt", "dealer": 0}, 'unknown kind "Dealt"'),
        ({"kind": "dealt\0", "dealer": 0}, r'unknown kind "dealt\\u0000"'),
        ({"kind": "\ud800"}, r'unknown kind "\\ud800"'),
        ({"kind": ["dealt"]}, "unknown kind"),
        ({"kind": True}, "unknown kind true"),
        # its own number
        (DEALT | {"seq": 2}, '"seq" is 2, but this is entry 1'),
        (DEALT | {"seq": 1.0}, '"seq" is 1.0, but this is entry 1'),
        (DEALT | {"seq": True}, '"seq" is true, but this is entry 1'),
        (DEALT | {"seq": None}, '"seq" is null, but this is entry 1'),
        # dealt, held, shown, played
        (without(DEALT, "dealer"), '"dealer" is missing'),
        *[(DEALT | {"dealer": seat}, '"dealer" must be 0 to 3, not') for seat in SEATS],
        *[
            (without(PLAYED | {"kind": kind}, missing), f'"{missing}" is missing')
            for kind in ("held", "shown", "played")
            for missing in ("seat", "card")
        ],
        *[
            (PLAYED | {"kind": kind, "seat": seat}, '"seat" must be 0 to 3, not')
            for kind in ("held", "shown", "played")
            for seat in SEATS
            if not (kind == "shown" and seat is None)
        ],
        *[
            (PLAYED | {"kind": kind, "card": code}, "there is no card")
            for kind in ("held", "shown", "played")
            for code in CARDS
        ],
        # moved
        *[
            (without(MOVED, missing), f'"{missing}" is missing')
            for missing in ("seat", "from", "to", "count")
        ],
        (MOVED | {"seat": None}, '"seat" must be 0 to 3, not null'),
        (MOVED | {"from": "pocket"}, 'unknown place "pocket"; places: hand, draw'),
        (MOVED | {"to": ["hand"]}, "unknown place"),
        (MOVED | {"count": -1}, '"count" must not be negative'),
        (MOVED | {"count": 2.0}, '"count" must be a whole number, not 2.0'),
        (MOVED | {"count": True}, '"count" must be a whole number, not true'),
        (MOVED | {"cards": None}, '"cards" must be a list of cards'),
        (MOVED | {"cards": "2C3C"}, '"cards" must be a list of cards'),
        (MOVED | {"cards": ["2C", "10H"]}, 'there is no card "10H"'),
        (MOVED | {"cards": ["2C"]}, '"cards" must be 2 different cards'),
        (MOVED | {"cards": ["2C", "3C", "4C"]}, '"cards" must be 2 different cards'),
        (MOVED | {"cards": ["2C", "2C"]}, '"cards" must be 2 different cards'),
        (MOVED | {"cards": ["2C", "2C"], "count": 1}, '"cards" must be 1 different cards'),
        # declared
        (without(declared("leader"), "topic"), '"topic" is missing'),
        (without(declared("leader"), "seat"), '"seat" is missing'),
        (declared("peace"), 'unknown topic "peace"; known: leader, stacks'),
        (declared(["leader"]), "unknown topic"),
        *[
            (declared(topic, 1), f"the value of {topic} must be null, not 1")
            for topic in ("leader", "misdeal", "ace", "kische", "tredici")
        ],
        *[
            (declared(topic, seat=seat), '"seat" must be 0 to 3, not')
            for topic in ("leader", "misdeal", "ace", "kische", "tredici")
            for seat in SEATS
            if seat is not None
        ],
        *[
            (declared(topic, value, seat=0), f'"seat" must be null for {topic}')
            for topic, value in (
                ("stacks", [[13, 0, 0, 0]] * 4),
                ("pairing", [[1, 2], [3, 4]]),
                ("draw", None),
            )
        ],
        (declared("draw", 0, seat=None), "the value of draw must be null, not 0"),
        *[
            (declared("bid", value), 'the value of bid must be "pass" or 5 to 12')
            for value in (None, "", "4", "13", "Pass", "7S", "7NL", "7N ", "07", "7\n", 7, ["7"])
        ],
        *[
            (declared(topic, value), f"the value of {topic} must be C, D, H or S")
            for topic in ("trump", "target")
            for value in (None, "", "CD", "c", "N", "hearts", 1, ["C"])
        ],
        *[
            (declared("prize", value), "the value of prize must be a colour R, B or G and")
            for value in (
                None,
                "R",
                {"colour": "R"},
                {"from": "own"},
                {"colour": "C", "from": "own"},
                {"colour": "RB", "from": "own"},
                {"colour": "", "from": "own"},
                {"colour": "R", "from": "bank"},
                {"colour": ["R"], "from": "own"},
            )
        ],
        *[
            (
                declared("stacks", value, seat=None),
                "the value of stacks must be four stacks of four",
            )
            for value in (
                None,
                [],
                [13, 13, 13, 13],
                [[4, 3, 3, 3]] * 3,
                [[4, 3, 3, 3]] * 5,
                [[4, 3, 3]] * 4,
                [[4, 3, 3, 3.0]] * 4,
                [[True, 6, 3, 3]] * 4,
                [[-1, 7, 4, 3]] * 4,
                {"1": [4, 3, 3, 3]},
            )
        ],
        *[
            (declared("pairing", value, seat=None), "the value of pairing must be two pairs of")
            for value in (
                None,
                [1, 2, 3, 4],
                [[1, 2, 3, 4]],
                [[1, 2], [3]],
                [[1, 2], [3, 3]],
                [[0, 1], [2, 3]],
                [[1, 2], [3, 5]],
                [[1, 2], [3, 4.0]],
                [[True, 2], [3, 4]],
                [["1", 2], [3, 4]],
                [[1, 2], [3, [4]]],
            )
        ],
        # struck, corrected
        *[({"kind": kind, "entry": DEALT}, '"seq" is missing') for kind in ("struck", "corrected")],
        *[
            ({"kind": kind, "seq": seq, "entry": DEALT}, '"seq" must be a whole number, not')
            for kind in ("struck", "corrected")
            for seq in (None, 1.0, True, "1", [1])
        ],
        ({"kind": "corrected", "seq": 1}, '"entry" is missing'),
        *[
            ({"kind": "corrected", "seq": 1, "entry": inner}, '"entry" must be an object')
            for inner in (None, 1, "dealt", [DEALT])
        ],
        ({"kind": "corrected", "seq": 1, "entry": {}}, "unknown kind null"),
        ({"kind": "corrected", "seq": 1, "entry": DEALT | {"seq": 2}}, "but this is entry 1"),
        ({"kind": "corrected", "seq": 1, "entry": DEALT | {"dealer": 4}}, '"dealer" must be 0 to'),
        *[
            ({"kind": "corrected", "seq": 1, "entry": inner}, "a correction must hold an event")
            for inner in (
                {"kind": "struck", "seq": 1},
                {"kind": "struck"},
                {"kind": "corrected", "seq": 1, "entry": DEALT},
            )
        ],
        (DEALT | {"more": "x" * codec.MAX_LINE_BYTES}, "the line is longer than 65536 bytes"),
    ],
    ids=shortly,
)
def test_a_malformed_entry_is_refused_by_name(line, message):
    refused = refusal(HEADER, line)
    assert (refused.exit_code, refused.line) == (2, 2)
    assert re.match(f"line 2: .*{message}", str(refused))
    assert len(str(refused)) < 300
    assert str(refused).isprintable()


@pytest.mark.parametrize(
    "line",
    [
        DEALT | {"seq": 1, "time": "20:15", "seen_by": {"reader": 2}},
        declared("leader") | {"value": None},
        without(declared("leader"), "value"),
        '{"kind": "dealt", "dealer": -0}',
        '\t{"kind" : "dealt", "dealer": 0} \r',
        {"kind": "shown", "seat": None, "card": "2C"},
        {"kind": "struck", "seq": -5},
        {"kind": "corrected", "seq": 7, "entry": PLAYED | {"seq": 7}},
        declared("trump", "H", seat=None),
        declared("leader", seat=None),
        declared("bid", "pass", seat=None),
        declared("trump", "H"),
        declared("bid", "12N"),
        declared("bid", "pass"),
        MOVED | {"count": 0, "cards": []},
        PLAYED | {"card": "7R"},
        PLAYED | {"card": "X1"},
    ],
)
def test_a_well_formed_entry_is_read(line):
    text = line if isinstance(line, str) else json.dumps(line)
    assert codec.read_entry(text, FOUR, 1) == codec.read_entry(text.encode(), FOUR, 1)


def test_the_dummy_of_one_player_has_a_seat():
    assert codec.read_entry(json.dumps(PLAYED), header(1), 1) == Played(1, codec.BY_CODE["2C"])


def test_the_longest_line_is_read():
    room = codec.MAX_LINE_BYTES - len(json.dumps(DEALT | {"x": ""}))
    assert codec.read_entry(json.dumps(DEALT | {"x": "x" * room}), FOUR, 1) == Dealt(0)


def test_options_that_are_not_given_have_their_defaults():
    game = header(2, score_cards_2p="round1")
    assert game.given == {"score_cards_2p": "round1"}
    assert game.options["score_cards_2p"] == "round1"
    assert game.options["set_aside"] == "down_suit_visible"
    assert set(game.options) == set(GAMES["torite"].options(2, {}))


def test_a_seat_without_a_name_has_its_own():
    line = json.dumps(HEADER | {"players": 1, "names": ["Ann"]})
    assert codec.read_header(line, GAMES).seat_names == ("Ann", "Dummy")


# --- whole sentences and whole lines ------------------------------------------------------------

HEADS = "record game players options names".split()


def nested(depth):
    """This many lists in each other."""
    return [nested(depth - 1)] if depth > 1 else []


def reason(read):
    with pytest.raises(BadLine) as error:
        read()
    assert str(error.value) == error.value.reason
    return error.value.reason


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (HEADER | {"record": "x"}, 'the first line must be a header with "record": "tricktable/1"'),
        (
            HEADER | {"game": None},
            "unknown game null; known: etori, torite, tredici, triatri, troika",
        ),
        (HEADER | {"players": 5}, '"players" must be one of 1, 2, 3, 4 for torite'),
        (
            HEADER | {"game": "etori", "players": 5},
            '"players" must be one of 4, 6 for etori',
        ),
        (
            HEADER | {"options": {"revoke_action": "shout"}},
            'option revoke_action cannot be "shout"; it can be: flag, undo, void_deal',
        ),
        (
            HEADER | {"game": "troika", "options": {"x": []}},
            'troika has no option "x"; it has: ' + ", ".join(sorted(header(4, "troika").options)),
        ),
        (HEADER | {"names": ["Ann"] * 3}, '"names" must be a list of 4 strings'),
    ],
    ids=shortly,
)
def test_a_header_that_is_no_games_is_refused_in_whole_sentences(line, told):
    assert reason(lambda: codec.read_header(json.dumps(line), GAMES)) == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("[", "the line is not JSON (character 2)"),
        (" \t[1, }\r\n", "the line is not JSON (character 7)"),
        ("\t {} {}", "the line is not JSON (character 5)"),
        ('{"x": Infinity}', "the line is not JSON (Infinity is not allowed)"),
        (
            {"kind": "meld"},
            'unknown kind "meld"; known: dealt, held, shown, played, moved, declared, struck,'
            " corrected",
        ),
        (DEALT | {"dealer": 4}, '"dealer" must be 0 to 3, not 4'),
        (PLAYED | {"seat": [1, {"a": None}]}, '"seat" must be 0 to 3, not [1, {"a": null}]'),
        (PLAYED | {"seat": nested(20)}, f'"seat" must be 0 to 3, not {"[" * 20}{"]" * 20}'),
        (PLAYED | {"seat": nested(41)}, f'"seat" must be 0 to 3, not {"[" * 37}...'),
        (
            PLAYED | {"card": "10H"},
            'there is no card "10H"; write its rank (2-9, T, J, Q, K, A), then its suit\'s letter',
        ),
        (
            MOVED | {"from": "pocket"},
            'unknown place "pocket"; places: hand, draw, discard, stack, kitty',
        ),
        (MOVED | {"count": "2"}, '"count" must be a whole number, not "2"'),
        (MOVED | {"cards": ["2C"] * 2}, '"cards" must be 2 different cards'),
        (
            MOVED | {"count": 10**50, "cards": []},
            f'"cards" must be 1{"0" * 36}... different cards',
        ),
        (declared("bid", "x"), None),
        (declared("leader", {}), "the value of leader must be null, not {}"),
        (
            {"kind": "corrected", "seq": 1, "entry": {"kind": "struck", "seq": 1}},
            "a correction must hold an event, not another strike or correction",
        ),
    ],
    ids=shortly,
)
def test_an_entry_that_cannot_be_read_is_refused_in_whole_sentences(line, told):
    text = line if isinstance(line, str) else json.dumps(line)
    known = header(4).topics["bid"].forms[0].words
    said = told or f'the value of bid must be {known}, not "x"'
    assert reason(lambda: codec.read_entry(text, FOUR, 1)) == said


@pytest.mark.parametrize(
    ("what", "can"),
    [
        ("bid", True),
        ("a" * 20, True),
        ("a" * 21, False),
        ("", False),
        ("Bid", False),
        ("bid2", False),
        ("bid\n", False),
        (" bid", False),
        *((f"{source}>{target}", True) for source in codec.PLACES for target in codec.PLACES),
        ("hand>", False),
        (">hand", False),
        (">", False),
        ("hand>pocket", False),
        ("pocket>hand", False),
        ("hand>draw>kitty", False),
        ("hand", True),
    ],
)
def test_a_line_can_hold_a_word_in_lower_case_or_a_move_between_two_places(what, can):
    assert codec.can_hold(what) == can


@pytest.mark.parametrize(
    ("entry", "line"),
    [
        (Dealt(3), '{"kind": "dealt", "dealer": 3}'),
        (Held(0, card("TH")), '{"kind": "held", "seat": 0, "card": "TH"}'),
        (Shown(None, card("X1")), '{"kind": "shown", "seat": null, "card": "X1"}'),
        (Played(2, card("7R")), '{"kind": "played", "seat": 2, "card": "7R"}'),
        (
            Moved(1, "hand", "kitty", 2, None),
            '{"kind": "moved", "seat": 1, "from": "hand", "to": "kitty", "count": 2}',
        ),
        (
            Moved(1, "draw", "hand", 0, ()),
            '{"kind": "moved", "seat": 1, "from": "draw", "to": "hand", "count": 0, "cards": []}',
        ),
        (
            Moved(1, "hand", "stack", 2, (card("2C"), card("AS"))),
            '{"kind": "moved", "seat": 1, "from": "hand", "to": "stack", "count": 2,'
            ' "cards": ["2C", "AS"]}',
        ),
        (
            Declared(None, "trump", "H"),
            '{"kind": "declared", "seat": null, "topic": "trump", "value": "H"}',
        ),
        (Struck(7), '{"kind": "struck", "seq": 7}'),
        (
            Corrected(7, Dealt(0)),
            '{"kind": "corrected", "seq": 7, "entry": {"kind": "dealt", "dealer": 0}}',
        ),
    ],
    ids=shortly,
)
def test_an_entry_is_one_line_of_json(entry, line):
    assert codec.write_entry(entry) == line
    assert codec.fields_of(entry) == json.loads(line)
    assert codec.read_entry(line, FOUR, 1) == entry


@pytest.mark.parametrize(
    "fields",
    [
        HEADER,
        HEADER | {"options": {"revoke_action": "undo"}},
        HEADER | {"names": ["Zoë", "さくら", "", "🦊"]},
        HEADER | {"options": {"hand_scan": "off"}, "names": ["A", "B", "C", "D"]},
    ],
    ids=shortly,
)
def test_a_header_is_written_as_it_was_given_with_its_letters_as_they_are(fields):
    read = codec.read_header(json.dumps(fields), GAMES)
    assert codec.header_fields(read) == {
        key: tuple(value) if key == "names" else value for key, value in fields.items()
    }
    assert codec.write_header(read) == json.dumps(fields, ensure_ascii=False)
    assert (read.options["revoke_action"], read.options["hand_scan"]) == (
        fields.get("options", {}).get("revoke_action", "flag"),
        "off",
    )


@pytest.mark.parametrize("options", [{}, {"options": {}}])
def test_a_header_without_options_says_none(options):
    read = codec.read_header(json.dumps(HEADER | options), GAMES)
    assert (read.given, [*codec.header_fields(read)]) == ({}, HEADS[:3])
    assert (read.game, read.players, read.names) == ("torite", 4, None)


def test_a_word_declared_in_other_letters_is_written_in_them():
    assert codec.write_entry(Declared(0, "bid", "六")).endswith('"value": "六"}')


def test_a_byte_too_many_is_refused_in_bytes_and_in_text():
    room = codec.MAX_LINE_BYTES - len(json.dumps(DEALT | {"x": ""}))
    long = json.dumps(DEALT | {"x": "x" * (room + 1)})
    told = "the line is longer than 65536 bytes"
    assert len(long) == 65537
    assert reason(lambda: codec.read_entry(long, FOUR, 1)) == told
    assert reason(lambda: codec.read_entry(long.encode(), FOUR, 1)) == told


# --- there and back -----------------------------------------------------------------------------

names = st.text(st.characters(exclude_categories=["Cs"]))
headers = st.integers(1, 4).flatmap(
    lambda players: st.builds(
        lambda options, given_names: HEADER | {"players": players} | options | given_names,
        st.just({})
        | st.fixed_dictionaries(
            {},
            optional={
                key: st.sampled_from(option.values)
                for key, option in GAMES["torite"].options(players, {}).items()
            },
        ).map(lambda options: {"options": options}),
        st.just({})
        | st.lists(names, min_size=players, max_size=players).map(lambda some: {"names": some}),
    )
)


def same(one, other):
    """Equal in kind too: a tuple equals a tuple of another kind."""
    if isinstance(one, Corrected) and isinstance(other, Corrected):
        return one.seq == other.seq and same(one.entry, other.entry)
    return type(one) is type(other) and one == other


@given(entries)
def test_an_entry_is_read_as_it_was_written(entry):
    line = codec.write_entry(entry)
    assert same(codec.read_entry(line, FOUR, 1), entry)
    assert same(codec.read_entry(line.encode(), FOUR, 1), entry)
    assert "\n" not in line


@given(headers)
def test_a_header_is_read_as_it_was_written(line):
    read = codec.read_header(json.dumps(line), GAMES)
    written = codec.write_header(read)
    assert codec.read_header(written.encode(), GAMES) == read
    assert "\n" not in written
    assert set(json.loads(written)) <= set(line)


# --- hostile lines ------------------------------------------------------------------------------

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["TH", "leader", "bid", "hand", "\ud800", "\0"]),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4)
    ),
    max_leaves=8,
)
FIELDS = "kind seat dealer card from to count cards topic value seq entry more".split()


def read_or_refuse(line):
    """Read the line as a header and as an entry: each is read, or it is malformed."""
    for read, write in (
        (lambda: codec.read_header(line, GAMES), codec.write_header),
        (lambda: codec.read_entry(line, FOUR, 1), codec.write_entry),
    ):
        try:
            text, reason = write(read()), ""
        except BadLine as fault:
            text, reason = "", fault.reason
        assert reason.isprintable()
        assert len(reason) < 300
        text.encode()


@given(st.binary() | st.text() | values.map(json.dumps))
def test_any_line_is_read_or_malformed(line):
    read_or_refuse(line)


@examples(200)
@given(entries, st.sampled_from(FIELDS), values, st.booleans())
def test_an_entry_with_any_field_changed_is_read_or_malformed(entry, field, value, is_inner):
    line = json.loads(codec.write_entry(entry))
    line.get("entry" if is_inner else "", line)[field] = value
    read_or_refuse(json.dumps(line))


@given(headers, st.sampled_from("record game players options names".split()), values)
def test_a_header_with_any_field_changed_is_read_or_malformed(line, field, value):
    read_or_refuse(json.dumps(line | {field: value}))


@given(entries, st.data())
def test_a_line_cut_anywhere_is_malformed(entry, data):
    line = codec.write_entry(entry).encode()
    at = data.draw(st.integers(0, len(line) - 1))
    with pytest.raises(BadLine):
        codec.read_entry(line[:at], FOUR, 1)


@given(entries, st.data())
def test_a_line_with_a_strange_byte_is_read_or_malformed(entry, data):
    line = bytearray(codec.write_entry(entry).encode())
    line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
    read_or_refuse(bytes(line))


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"kind":"corrected","seq":1,"entry":'])
@pytest.mark.parametrize("field", ["kind", "dealer", "value", "entry", "more", "players", "names"])
def test_a_deep_line_is_read_or_malformed_at_any_depth(opening, field):
    limit = sys.getrecursionlimit()
    near = some(range(limit - 60, limit + 20), (opening, field), every=9)
    for depth in (*range(1, 9), limit // 3, limit // 2, *near, 3 * limit):
        closing = {"[": "]", "{": "}"}[opening[0]]
        nested = opening * depth + "1" + closing * depth
        read_or_refuse(f'{{"{field}": {nested}}}')
        read_or_refuse(
            f'{{"kind": "corrected", "seq": 1, "entry": {{"kind": "declared", "seat": null,'
            f' "topic": "pairing", "{field}": {nested}}}}}'
        )
        read_or_refuse(
            f'{{"record": "tricktable/1", "game": "torite", "players": 4, "{field}": {nested}}}'
        )


@pytest.mark.parametrize(
    "number", ["1e999", "-1e999", "9" * 4000, "9" * 9000, "1." + "0" * 9000], ids=shortly
)
@pytest.mark.parametrize("line", ['{{"kind": "dealt", "dealer": {}}}', '{{"kind": {}}}', "{}"])
def test_a_huge_number_is_malformed(number, line):
    read_or_refuse(line.format(number))
    with pytest.raises(BadLine):
        codec.read_entry(line.format(number), FOUR, 1)
