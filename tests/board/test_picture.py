"""Pictures: what the board shows of every moment, in what its wire carries and its pages draw."""

import json
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest

from board.canvas import drawn as canvas_of
from board.canvas import drawn_by_micropython
from board.checkup.board import WELL, facts, reader
from board.glass import drawn
from players.every_game import FULLEST, KINDS, USUAL, by_chance
from records.lines import entry, growth, record_of, record_with
from rig.hands import SelfPlay
from rig.table import STRANGER, Rig, as_seen, with_desk
from tableboard import screens
from tableboard.strokes import WIDTH, wrapped
from tablewire.limits import MAX_LINE_BYTES
from tricktable.board.checkup import Facts
from tricktable.board.picture import picture, short_name
from tricktable.board.picture.beside import is_too_long
from tricktable.board.picture.columns import foot
from tricktable.board.picture.pages import LOOK_MS
from tricktable.games import GAMES
from tricktable.rules.record import Record
from tricktable.rules.view import view
from tricktable.store.journal import Full, JournalError
from tricktable.store.journal.errors import ReadOnly
from tricktable.table import commands, notes
from tricktable.table.desk import first_game
from tricktable.table.notes import Note
from tricktable.table.views import LIVE, TableView
from tricktable.text.board import board_text, sentence
from tricktable.text.language import Message, message
from tricktable.web import invites

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


def shows(rig: Rig) -> dict[str, Any]:
    """What the board shows now."""
    return drawn(picture(rig.view))


def test_before_the_first_game(rig):
    assert shows(rig) | {"l": 0} == {
        "p": "words",
        "t": "Players",
        "q": "How many? Press A, 2, 3 or 4.",
        "l": 0,
        "s": "",
    }


def large(page: dict[str, Any]) -> str:
    """What stands on the page in large letters, as the board would draw it."""
    if page["p"] == "sheet":
        return " ".join(line for (line,) in page["r"])
    assert page["p"] == "words"
    assert len(in_lines(page["q"], WIDTH // 2 - 1)) <= 3, page["q"]
    said: str = page["q"]
    return said


def in_lines(words: str, width: int) -> list[str]:
    """The words as the board wraps them."""
    wrapping = wrapped(words, width, 5)
    while True:
        try:
            next(wrapping)
        except StopIteration as end:
            return list(end.value)


@pytest.mark.parametrize("about", ["button", "cancelled", "chosen"])
def test_a_selected_seat_and_how_to_undo_it_take_two_lines(about):
    said = notes.sentence(Note(about, 0), ("Ann",))
    assert len(textwrap.wrap(said, 21)) <= 2


@pytest.mark.parametrize("has_deck", [True, False])
@pytest.mark.parametrize("first", sorted(GAMES))
def test_what_to_do_before_the_first_game_is_always_large(rig, monkeypatch, first, has_deck):
    monkeypatch.setattr(first_game, "GAMES", {first: GAMES[first], **GAMES})
    keys = first_game.plain_keys()
    now = replace(rig.view, has_deck=has_deck)
    if not has_deck:
        told = drawn(picture(now))["q"]
        assert told == "No deck yet: type the cards, or enrol one: MENU, then 5."
    for about in (None, *notes.ABOUT):
        note = Note(about, 1, "TH", message("first say who has the lowest club"))
        page = drawn(picture(with_desk(now, note=note if about else None)))
        assert page["t"] == "Players"
        assert large(page) in {f"How many? Press {keys}.", f"How many? {keys}.", f"{keys}?"}, about


def test_what_to_lay_is_large_where_no_card_is_drawn(rig):
    rig.begin()
    rig.press(*"MENU 5 4 2".split())
    assert large(shows(rig)) == "Lay a spare card for undo."


def test_a_trick_with_its_leader_its_best_card_and_who_is_next(rig):
    rig.begin(names=["Ann", "Bo", "Cy", "Di"])
    rig.play("0:QH 1:2H 2:KH")
    assert shows(rig) == {
        "p": "trick",
        "t": "Trick 1/12",
        "n": ["Ann", "Bo", "Cy", "Di"],
        "c": [[0, "QH"], [1, "2H"], [2, "KH"]],
        "b": 2,
        "w": 3,
        "a": "play",
        "f": ["Di", "to play"],
        "k": [0, 0, 0, 0],
        "u": "S",
        "m": "",
        "e": "H",
        "l": ["off", "off", "off", "turn"],
        "s": "",
    }
    rig.play("3:3H")
    assert shows(rig)["k"] == [0, 0, 1, 0]
    assert shows(rig)["l"][2] == "won"


def test_a_complete_trick_lies_there_until_the_next_lead(rig):
    rig.begin()
    rig.play("0:QH 1:2H 2:KH 3:3H")
    now = shows(rig)
    assert now["c"] == [[0, "QH"], [1, "2H"], [2, "KH"], [3, "3H"]]
    assert (now["b"], now["w"], now["a"]) == (2, 2, "play")
    rig.play("2:AH")
    assert shows(rig)["c"] == [[2, "AH"]]


def test_a_question_with_the_keys_that_answer_it(rig):
    rig.begin()
    rig.play("0:QH 1:2H 2:KH 3:3H 2:AH 3:QH")
    assert shows(rig)["p"] == "ask"
    assert shows(rig)["q"] == "Q\x03 was already played by North in trick 1"
    assert [key for key, _ in shows(rig)["o"]] == ["2", "3", "4"]


def test_what_did_not_count_is_told_and_lights_the_seat(rig):
    rig.begin()
    rig.event("C", "2", STRANGER)
    told = shows(rig)
    assert (told["r"], told["q"]) == ([["North to lead"]], "That card is not in this deck.")
    assert told["l"][2] == "wrong"


@pytest.mark.parametrize("begins", ["deal", "play", "paused"])
def test_a_note_never_takes_the_place_of_what_to_do(rig, begins):
    if begins == "deal":
        rig.ask(commands.NewGame("torite", 4))
    else:
        rig.begin()
    if begins == "paused":
        rig.ask(commands.Pause())
    todo = {
        "deal": "Who deals?",
        "play": "North to lead",
        "paused": "Paused. Press OK to resume.",
    }[begins]
    detail = message("first say who has the lowest club")
    for about in sorted(notes.ABOUT):
        note = Note(about, 2, "TH", Message(detail))
        told = drawn(picture(with_desk(rig.view, note=note)))
        words = notes.sentence(note, rig.view.names, is_for_display=True)
        said = sentence(words, rig.view.names)
        match told["p"]:
            case "trick":
                assert (" ".join(told["f"]), told["m"]) == (todo, said), about
                assert not is_too_long(said), about
            case "sheet":
                assert " ".join(cell for row in told["r"] for cell in row) == todo, about
                assert told["q"] == said, about
            case "words":
                is_whole = told["q"] in (todo, f"{todo} {said}")
                assert is_whole, f"{about}: both, or a note that says the same"
                assert said in told["q"], about
            case other:
                raise AssertionError((about, other))


LONG_NAMES = (
    *(
        "Anna-Charlotte",
        "Bartholomew",
        "Maximilianus",
        "Konstantinos",
        "Margarethe W.",
        "Wilhelmina",
    ),
    *(
        "Christopher",
        "Alexandrina",
        "Evangelina",
        "Montgomery",
        "Nathaniel",
        "Persephone",
        "Quentin",
    ),
)


@pytest.mark.parametrize("names", [(), LONG_NAMES], ids=["short", "long"])
@pytest.mark.parametrize(
    ("name", "count"), dict.fromkeys((*USUAL, *FULLEST, ("torite", 1), ("torite", 2)))
)
def test_what_to_do_stays_large_beside_the_longest_notes(name, count, names):
    played = by_chance(Random(3), name, count)
    seen = set()
    for record in growth(played.header, played.lines):
        awaited = record.state.next.what
        if (awaited, len(record.state.awaited)) in seen or awaited == "over":
            continue
        seen.add((awaited, len(record.state.awaited)))
        for note in (
            Note("board_restarted", detail="3"),
            Note("rows_lost"),
            Note("game_fault", detail=GAMES[name].title),
            Note("reader_dead", 0),
            Note("claims_shared", 0, detail="12"),
        ):
            view = with_desk(
                as_seen(record, names[: record.header.seats] if names else ()), note=note
            )
            for each in (view, with_desk(view, is_paused=True)):
                page = drawn(picture(each))
                assert page["p"] in ("trick", "sheet"), page


def test_a_name_gives_way_to_what_to_do_and_ends_in_a_dot(rig):
    rig.begin(names=LONG_NAMES[:4])
    rig.event("C", "1", STRANGER)
    assert shows(rig)["r"] == [["Anna-"], ["Charlotte to"], ["lead"]], "the note has one line"
    rig.ask(commands.NewGame("troika", 4, [*LONG_NAMES[:4]], {}, 0, abandon=True))
    rig.event("U", "1", "empty")
    told = shows(rig)
    assert told["q"] == "Bartholomew: not read. Lift the card and lay it again."
    assert " ".join(row[0] for row in told["r"]) == "Bartholome. to bid, 6 or more"


def test_a_stopped_game_says_in_large_letters_what_the_keys_do(rig):
    rig.ask(commands.NewGame("torite", 2, ["Ann", "Bo"], {"stop_when_lost": "auto"}, 0))
    rig.ask(commands.Declare("pairing", None, [[1, 2], [3, 4]]))
    for rank in "23456789TJQKA":
        rig.play(f"0:{rank}S 1:{rank}H")
    told = shows(rig)
    assert " ".join(row[0] for row in told["r"]) == "OK: next game. UNDO: play on."
    assert told["q"] == "Stopped here."
    rig.lay("2C", 1)
    assert shows(rig)["q"] == "The game was stopped. A new one?"
    rig.press("2")
    assert shows(rig) == told | {"s": shows(rig)["s"]}
    rig.press("UNDO")
    assert shows(rig)["f"] == ["Ann", "to lead"]


def test_what_tredici_waits_for_is_said_in_fewer_words_beside_a_note(rig):
    rig.ask(commands.NewGame("tredici", 2, ["Ann", "Bo"], {}, 0))
    rig.ask(commands.Declare("target", 0, "S"))
    assert shows(rig)["f"] == ["Bo", "to pick a target in secret"]
    rig.event("U", "1", "empty")
    assert " ".join(row[0] for row in shows(rig)["r"]) == "Bo to pick a target"


def test_notes_that_fit_leave_the_cards_where_they_are(rig):
    rig.begin()
    rig.play("0:QH 1:2H")
    rig.press("9")
    assert shows(rig)["m"] == "9, suit?"
    rig.press("UNDO")
    rig.event("C", "2", STRANGER)
    assert shows(rig)["t"] == "Trick 1/12 Q\x03 2\x03"


def test_who_is_assumed_to_deal_leaves_the_cards_where_they_are(rig):
    rig.ask(commands.NewGame("etori", 4, ["Ann", "Bo", "Cy", "Di"]))
    rig.lay("7C", 1)
    assert rig.said == "We assumed that Ann deals. Wrong?"
    assert (shows(rig)["p"], shows(rig)["m"]) == ("trick", "Assumed: Ann deals.")
    assert shows(rig)["c"] == [[1, "7C"]]


def test_an_imitation_is_named_in_the_title(rig):
    rig.ask(commands.NewGame("triatri", 2))
    rig.play("0:5R 1:2R")
    assert rig.ask(commands.Declare("prize", 0, {"colour": "B", "from": "stock"})).is_done
    rig.play("0:X1")
    rig.event("C", "1", STRANGER)
    assert shows(rig)["t"].endswith("X1")


def test_a_card_half_typed(rig):
    rig.begin()
    rig.press("9")
    assert shows(rig)["m"] == "9, suit?"
    rig.press("H")
    assert shows(rig)["m"] == "9\x03? then OK"


def test_a_full_disk_comes_before_all_else(rig):
    rig.begin()
    rig.press("9")
    assert drawn(picture(replace(rig.view, trouble="no space left")))["m"].startswith("Not saved")


@pytest.mark.parametrize("fault", [JournalError, Full, ReadOnly])
def test_a_trick_stays_while_nothing_is_saved_for_whatever_reason(rig, fault):
    rig.begin()
    rig.play("0:QH")
    shown = drawn(picture(replace(rig.view, trouble=fault.public)))
    assert (shown["p"], shown["m"]) == ("trick", "Not saved: see the host.")
    assert shown["c"] == shows(rig)["c"] == [[0, "QH"]]


def sound(rig: Rig, act: Callable[[], object]) -> str:
    """What the board sounds when this happens."""
    before = rig.view
    act()
    return str(drawn(picture(rig.view, before))["s"])


def test_sounds_tell_what_has_just_happened(rig):
    rig.begin()
    assert sound(rig, lambda: rig.lay("QH", 0)) == "read"
    assert sound(rig, lambda: rig.lay("QH", 0)) == ""
    assert sound(rig, lambda: rig.event("C", "1", STRANGER)) == "refused"
    rig.play("1:2H 2:KH")
    assert sound(rig, lambda: rig.lay("3H", 3)) == "trick"
    rig.lay("AH", 2)
    assert sound(rig, lambda: rig.lay("QH", 3)) == "ask"
    assert sound(rig, lambda: rig.table.board_is(LIVE)) == ""


def test_a_whole_game_is_drawn_picture_by_picture(rig):
    rig.table.board_is(LIVE)
    rig.ask(commands.NewGame("torite", 4, ["Ann", "雪", "Cy", "Di"]))
    SelfPlay(rig, 3).game()
    pages, before = set(), None
    for now in rig.everybody.views:
        fields = drawn(picture(now, before))
        pages.add((fields["p"], fields["s"]))
        before = now
    assert {("words", "read"), ("trick", "read"), ("trick", "trick"), ("trick", "over")} <= pages
    assert set(fields["l"]) <= {"won", "off"}


# --- every game ---------------------------------------------------------------------------------


def after(game: str, players: int, *lines: dict[str, object], **rules: object) -> dict[str, Any]:
    """What the board shows after these entries of a game between Ann, Bo and others."""
    record = record_of(players, lines, game, **rules)
    return drawn(picture(as_seen(record, ("Ann", "Bo", "Cy", "Di", "Eve", "Flo"))))


def declared(topic: str, seat: int | None, value: object = None) -> dict[str, object]:
    """An entry of something declared."""
    return {"kind": "declared", "seat": seat, "topic": topic, "value": value}


def cards(kind: str, plays: str) -> list[dict[str, object]]:
    """Entries of cards played or shown, written `0:7R 1:2B`."""
    pairs = (each.split(":") for each in plays.split())
    return [{"kind": kind, "seat": int(seat), "card": code} for seat, code in pairs]


DEALT = {"kind": "dealt", "dealer": 0}
FIRE, WATER, WOOD = "\x0e\x0f\x10"
REVEALED = (DEALT, *cards("shown", "0:7R 1:2R 2:3R"))
PRIZE = declared("prize", 0, {"colour": "R", "from": "stock"})


def test_triatri_shows_the_prize_the_stock_and_what_each_card_counts():
    now = after("triatri", 3, *REVEALED, PRIZE, *cards("played", "0:6G 1:6R"))
    assert now["t"] == f"R1 T1/5 for {FIRE}"
    assert now["u"] == f"{FIRE}5 {WATER}6 {WOOD}6"
    assert now["c"] == [[0, "6G", "6"], [1, "6R", "12"]]
    assert (now["b"], now["w"], now["f"]) == (1, 2, ["Cy", "to play"])
    assert now["k"] == ["0 0 0"] * 3


def test_triatri_with_an_ordinary_deck_shows_its_suits():
    now = after("triatri", 3, *REVEALED, PRIZE, *cards("played", "0:6G"), deck="standard_map")
    assert (now["t"], now["u"]) == ("R1 T1/5 for \x03", "\x035 \x066 \x056")
    assert now["c"] == [[0, "6C", "6"]]


def test_the_reveal_shows_who_has_shown_what():
    now = after("triatri", 3, *REVEALED[:3])
    assert (now["c"], now["w"], now["a"]) == ([[0, "7R"], [1, "2R"]], 2, "reveal")


def test_etori_the_other_way_round_stands_in_the_order_of_play():
    now = after("etori", 4, DEALT, direction="anticlockwise")
    assert now["n"] == ["Di", "Cy", "Bo", "Ann"]


@pytest.mark.parametrize(("players", "hands"), [(6, "7 7 7"), (13, "4 4 4 4 4 4 4")])
def test_tredici_shows_every_hand_of_a_team(players, hands):
    seats = list(range(players))
    now = after("tredici", players, DEALT, teams=[seats[::2], seats[1::2]])
    assert now["k"][0] == hands
    lopsided = after("tredici", players, DEALT, teams=[seats[:1], seats[1:]])
    assert lopsided["k"][0] == f"hand {hands[0]}"


def test_between_deals_the_last_trick_is_seen_and_then_how_the_game_stands():
    pages = {}
    for game in ("triatri", "etori", "troika"):
        by_hand = by_chance(Random(2), game, 4, is_tidy=True)
        for record in growth(by_hand.header, by_hand.lines):
            if record.state.next.what == "deal":
                pages[game] = drawn(picture(as_seen(record)))
                again = drawn(picture(as_seen(record), as_seen(record)))
                assert again == pages[game]["x"] | {"l": again["l"], "s": ""}
                break
    assert {(page["p"], len(page["c"]), page["y"]) for page in pages.values()} == {
        ("trick", 4, LOOK_MS)
    }
    then = {game: page["x"] for game, page in pages.items()}
    assert [page["p"] for page in then.values()] == ["trick", "sheet", "sheet"]
    assert then["triatri"]["t"] == "After round 1"
    assert all("deal" in (page.get("q") or page["f"][0]) for page in then.values())


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_scores_are_told_at_any_time(game, players):
    by_hand = by_chance(Random(players), game, players)
    for record in growth(by_hand.header, by_hand.lines):
        now = drawn(picture(with_desk(as_seen(record), page="scores")))
        assert now["p"] == "sheet"
        assert len({len(row) for row in now["r"][:2]}) == 1
        assert now["r"]


def test_about_tells_versions_and_where_the_pages_are(rig):
    rig.choose("table", "about")
    join = invites.board_page("http://10.0.0.5:8080/t/7KQ")
    told = drawn(picture(rig.view, None, join, facts(firmware="0.1.0")))
    assert dict(told["r"])["Board"] == "0.1.0"
    assert told["r"][-1] == ["", "10.0.0.5:8080/t/7KQ"]
    assert dict(drawn(picture(rig.view))["r"])["Board"] == "?"


def test_the_page_about_readers_tells_each_and_what_sticks(rig):
    rig.choose("table", "readers")

    def told(board: Facts | None) -> Any:
        return drawn(picture(rig.view, None, None, board))

    well = told(facts())
    assert well["r"] == [[str(number), "92", "0", "0"] for number in (1, 2, 3, 4)]
    assert well["q"] == "No key is stuck. Press OK to go back."
    worn = reader(1, errors="14", timeouts="2", falls="3", test="bad")
    assert told(facts(health=worn))["r"][1] == ["2", "92 bad", "16", "3"]
    assert told(facts(health=reader(3, version="00", test="dead")))["r"][3] == ["4", "dead"]
    assert told(facts(health=reader(0, falls="70000")))["r"][0][3] == "999"
    assert told(facts(health=WELL | {"keys": ("Q,seat2",)}))["q"] == "Stuck: Q, button 2."
    assert "display" in told(facts(health=WELL | {"display": ("dead",)}))["q"]
    assert "is testing its parts" in told(facts(health=None))["q"]
    for silent in (facts(has={}), None):
        assert "too old" in told(silent)["q"]


def test_suits_of_hands_that_were_read_stand_where_no_card_lies(rig):
    rules: dict[str, object] = {"show_suit_counts": "yes", "hand_scan": "optional"}
    rig.ask(commands.NewGame("torite", 4, [], rules, 0))
    rig.button(1, "long")
    rig.play("1:2H 1:3H 1:4H 1:5H 1:6H 1:7H 1:8H 1:9C 1:TC 1:JC 1:QS 1:KS 1:AS")
    rig.button(1, "long")
    rig.button(0)
    assert shows(rig)["i"] == [[], [3, 0, 7, 3], [], []]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "players"), KINDS)
def test_every_moment_of_every_game_is_drawn(game, players, seed):
    by_hand = by_chance(Random(seed), game, players)
    hostile = [*HOSTILE.values(), "Penelope"] if seed else []
    record, before = Record(by_hand.header), None
    for line in by_hand.lines:
        record.add(entry(record, line))
        now = as_seen(record, hostile)
        fields = drawn(picture(now, before))
        assert len(fields.get("n", ())) <= 4
        assert "None" not in json.dumps(fields)
        before = now


@pytest.mark.skipif(find_spec("micropython_unix") is None, reason="no MicroPython for this machine")
def test_a_board_draws_every_kind_of_moment_of_every_game():
    """MicroPython draws each page for each thing awaited, as the tests' canvas does."""
    pictures = {}
    for game, players in KINDS:
        by_hand = by_chance(Random(players), game, players)
        for record in growth(by_hand.header, by_hand.lines):
            now = view(record)
            moment = (game, players, now.next_what, len(now.trick), bool(now.last))
            pictures[moment] = picture(as_seen(record))
    memories = drawn_by_micropython(list(pictures.values()))
    for (moment, shown), memory in zip(pictures.items(), memories, strict=True):
        assert memory == canvas_of(screens.page(shown).drawing), moment


def test_a_table_that_rests_says_how_to_go_on(rig):
    rig.begin()
    shown = drawn(picture(with_desk(rig.view, is_paused=True)))
    assert (shown["p"], shown["q"]) == ("words", "Paused. Press OK to resume.")


def test_at_shared_readers_no_light_is_anybodys_own():
    assert after("etori", 6, DEALT)["l"] == ["on"] * 4


@pytest.mark.parametrize("name", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_names_stay_printable_and_within_a_line(rig, name):
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


def test_a_name_in_kana_is_printed_once(rig):
    rig.begin()
    rig.play("0:QH 1:2H")
    shown = json.dumps(drawn(picture(renamed(rig.view, "ゆき"))), ensure_ascii=False)
    assert "\xd5\xb7" in shown, "the board's codes of two kana"
    assert "O-" not in shown


def renamed(now: TableView, name: str) -> TableView:
    """The view of the table where everybody has this name."""
    assert now.view is not None
    names = (name,) * 4
    asked = now.asked
    if asked is not None:
        named = (*asked.answers, ("", asked.question))
        *answers, (_, question) = ((key, with_name(said, name)) for key, said in named)
        asked = asked._replace(question=question, answers=tuple(answers))
    return replace(now, names=names, view=replace(now.view, names=names), asked=asked)


def with_name(said: Message, name: str) -> Message:
    """The message where everybody has this name."""
    fields = {key: name if given == "North" else given for key, given in said.fields.items()}
    return said._replace(fields=fields)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("さくら", "\xbb\xb8\xd7"),
        ("ガブリエラ", "\xb6\xde\xcc\xde\xd8\xb4\xd7"),
        ("ｻｸﾗ", "\xbb\xb8\xd7"),
        ("ジョン・スミス", "\xbc\xde\xae\xdd\xa5\xbd\xd0\xbd"),
        ("ぱぴぷぺぽ", "\xca\xdf\xcb\xdf\xcc\xdf\xcd\xdf"),
        ("ヴァヶ", "\xb3\xde\xa7\xb9"),
        ("雪", "Xue"),
        ("Zoë", "Zoe"),
        ("Zoe\u0308", "Zoe"),
        ("Ёлка", "Elka"),
        ("Maximiliano", "Maximili"),
        ("李小龍李", "LiXiao"),
        ("さ~", "\xbb"),
        ("\u200b", "?"),
        ("", "?"),
    ],
)
def test_names_are_latin_or_kana_and_cut_between_what_people_see(name, shown):
    assert short_name(name) == shown


def test_a_long_name_in_a_sentence_is_cut_between_what_people_see():
    for name in ("がぎぐげご" * 9, "é" * 90, "👩‍👩‍👧‍👦" * 9):
        for most in range(8, 40):
            told = board_text(name, most)
            assert told.endswith("...")
            assert len(told) <= most
            assert not told.removesuffix("...").endswith("\xb6")


def test_two_pages_that_are_too_long_for_the_wire_are_one():
    by_hand = by_chance(Random(2), "troika", 4, is_tidy=True)
    for record in growth(by_hand.header, by_hand.lines):
        if record.state.next.what == "deal":
            break
    note = Note("board_fault", detail="が" * 90)
    now = with_desk(as_seen(record, ["がぎぐげござじず" * 2] * 4), note=note)
    told = drawn(picture(now))
    assert told["p"] == "words"
    assert "x" not in told


@pytest.mark.parametrize("length", [20, 60, 120, 400])
def test_the_join_code_or_where_it_is_too_large_the_address(rig, length):
    join = invites.board_page("http://" + "a" * length)
    rig.press("MENU", "MENU")
    fields = drawn(picture(rig.view, None, join))
    assert fields["p"] == ("qr" if length <= 120 else "words")
    rig.press("MENU")
    assert drawn(picture(rig.view, None, join))["p"] == "words"


def test_a_question_is_not_hidden_by_the_join_code(rig):
    rig.begin()
    rig.play("0:QH 1:2H 2:KH 3:3H 2:AH")
    rig.press("MENU")
    rig.lay("QH", 3)
    assert drawn(picture(rig.view, None, invites.board_page("http://a")))["p"] == "ask"


# --- who must act, and how it ended --------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "count", "told"),
    [
        ("torite", 4, ["", "Not won"]),
        ("triatri", 3, ["Seat 3", "wins with 8 points after three rounds"]),
        ("triatri", 4, ["West", "wins with 2 points after three rounds"]),
    ],
)
def test_at_the_end_the_foot_tells_how_and_a_winner_is_named_by_itself(name, count, told):
    game = by_chance(Random(3), name, count, is_tidy=True)
    record = record_with(game.header, game.lines)
    now = view(record)
    assert now.is_over
    assert foot(now) == told


@pytest.mark.parametrize(
    ("game", "awaited", "told"),
    [("troika", 1, "Maximilian von und zu Hohenfels"), ("etori", 2, "2 players")],
)
def test_one_who_must_act_is_named_however_long_the_name_and_many_are_counted(game, awaited, told):
    played = by_chance(Random(3), game, 4, is_tidy=True)
    record = record_with(played.header, played.lines)
    now = replace(view(record), names=("Maximilian von und zu Hohenfels",) * 4)
    assert len(now.awaited) == awaited
    assert foot(now)[0] == told


def test_a_card_is_drawn_also_where_kana_stand_at_both_sides_of_it():
    assert sentence("ボーガ2Cヲダシタ") == sentence("ボーガ 2C ヲダシタ").replace(" ", "")
    assert "2C" in sentence("Bo2C")
