"""Notes and questions: every one has its sentence, whatever the names are."""

import ast
import inspect
import json
import re
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest

from players.every_game import KINDS, by_chance
from records.lines import entry, record_with
from rig.table import Rig
from tricktable import games, rules
from tricktable.rules.cards import card
from tricktable.rules.entries import (
    BadLine,
    Corrected,
    Dealt,
    Declared,
    Held,
    Impossible,
    Played,
    Struck,
)
from tricktable.rules.record import Record
from tricktable.table import desk, table
from tricktable.table.desk import moment
from tricktable.table.note_kinds import Alarm, Calm
from tricktable.table.notes import _NOTES, CALM, Note, Question, ask, of_refusal, refusal, sentence

NAMES = ("North", "East", "South", "West")
AT_THE_TABLE = (desk, table)


def sources(*modules: object) -> list[ast.Module]:
    """The syntax trees of modules; of a package, those of everything in it."""
    paths = []
    for module in modules:
        path = Path(inspect.getfile(module))
        paths += sorted(path.parent.glob("*.py")) if path.name == "__init__.py" else [path]
    return [ast.parse(path.read_text()) for path in paths]


def words_given(trees: list[ast.Module], called: str, place: int, name: str) -> set[str]:
    """Every literal that is given to `called` as its argument number `place`, or as `name`."""
    found = set()
    for tree in trees:
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == called:
                given = call.args[place : place + 1]
                given += [each.value for each in call.keywords if each.arg == name]
                found |= {word for each in given for word in literals(each)}
    return found


def literals(expression: ast.expr) -> set[str]:
    """`a`, or both of `a if is_so else b`."""
    if isinstance(expression, ast.IfExp):
        return literals(expression.body) | literals(expression.orelse)
    return {expression.value} if isinstance(expression, ast.Constant) else set()


def test_every_note_that_is_made_at_the_table_has_a_sentence():
    made = words_given(sources(*AT_THE_TABLE), "Note", 0, "about")
    assert {"no_game", "reading", "hand_read", "undone"} <= made
    assert made <= set(_NOTES)


def test_every_reason_for_which_a_game_refuses_an_entry_has_a_sentence():
    reasons = words_given(sources(games, rules), "Impossible", 1, "because")
    assert {"already_seen", "not_in_deck", "over"} <= reasons
    assert reasons <= set(_NOTES)


@pytest.mark.parametrize("about", sorted(_NOTES))
def test_a_note_is_one_sentence_that_names_what_it_is_about(about):
    said = sentence(Note(about, 1, "QH", "of something"), NAMES)
    assert said == said.strip() != ""
    assert "\n" not in said
    assert sentence(Note(about), NAMES)  # of nobody and of no card


def test_every_note_has_words_and_is_an_alarm_or_calm():
    assert {*_NOTES} == {*get_args(Alarm), *get_args(Calm)}
    assert not {*get_args(Alarm)} & CALM


def test_a_note_of_another_version_is_told_as_well_as_may_be():
    assert sentence(Note("card_upside_down", 1), NAMES) == "Card upside down"
    assert sentence(Note("card_upside_down", detail="Turn it."), NAMES) == "Turn it."


def test_a_refusal_names_people_and_no_seat_numbers():
    refused = Impossible("it is {seat}'s turn, not {other}'s", seat=2, other=3)
    said = "It is South's turn, not West's."
    assert refused.reason == "it is seat 2's turn, not seat 3's"
    assert refusal(refused, NAMES) == said
    assert sentence(Note("not_now", 3, None, refused.message), NAMES) == said
    assert refusal(Impossible("{seat} passes", seat=12), NAMES) == "Seat 12 passes."
    either = Impossible("it is for {seats} to say", seats=[0, 2, 3])
    assert refusal(either, NAMES) == "It is for North or South or West to say."


def test_a_refusal_within_another_is_told_in_its_words_also_from_a_journal():
    why = Impossible("{seat} would hold {card}", "other_hand", card("9H"), seat=1)
    breaks = Impossible("without entry {number}: {why}", "breaks_later", number=5, why=why.message)
    assert breaks.reason == "without entry 5: seat 1 would hold 9H"
    note = Note(breaks.because, None, None, breaks.message)
    told = "Without entry 5: East would hold 9H."
    assert sentence(note, NAMES) == told
    assert sentence(msgspec.convert(json.loads(json.dumps(note)), Note), NAMES) == told


NUMBERED = re.compile(r"\bentr(y|ies) \d", re.IGNORECASE)


@pytest.mark.parametrize(("game", "players"), KINDS)
def test_no_refusal_of_a_change_speaks_to_people_of_entries_by_their_numbers(game, players):
    played, told = by_chance(Random(players), game, players), list[str]()
    record = record_with(played.header, played.lines[:60])
    names = record.header.seat_names
    for seq, was, _ in [*record.steps()]:
        right = Dealt((was.dealer + 1) % len(names)) if isinstance(was, Dealt) else was
        for change in (Struck(seq), Corrected(seq, right), Struck(10_000 + seq)):
            try:
                record.check(change)
            except Impossible as refused:
                note = of_refusal(refused, None)
                told += [refusal(refused, names), sentence(note, names)]
                told.append(sentence(msgspec.convert(json.loads(json.dumps(note)), Note), names))
    assert told
    for each in told:
        assert not NUMBERED.search(each), each
        assert each.endswith("."), each


def test_whoever_cannot_change_an_entry_is_told_which_one_stands_against_it():
    record = Record(moment.first_header(4, "troika"))
    for each in (Dealt(0), Declared(1, "bid", "7"), Declared(2, "bid", "pass")):
        record.add(each)
    with pytest.raises(Impossible) as refused:
        record.check(Corrected(1, Dealt(1)))
    assert str(refused.value).startswith("if entry 1 changes, entry 2 becomes impossible: ")
    assert refusal(refused.value, NAMES) == (
        "That does not go with what East said: it is South's turn to bid;"
        " undo or correct that first."
    )


def test_a_refusal_never_says_in_which_hand_a_card_is():
    record = Record(moment.first_header(4))
    for each in (Dealt(0), Held(2, card("9H")), Declared(0, "leader", None)):
        record.add(each)
    with pytest.raises(Impossible) as refused:
        record.add(Played(0, card("9H")))
    assert "seat 2" in refused.value.reason
    assert refusal(refused.value, NAMES) == "9H is in another hand."


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("game", "players"), KINDS)
def test_every_refusal_of_every_game_is_a_sentence(game, players, seed):
    """Entries out of place, of all kinds, while a game goes on."""
    chance = Random(seed)
    by_hand = by_chance(chance, game, players)
    record = Record(by_hand.header)
    names = tuple(f"Somebody {letter}" for letter in "ABCDEFGHIJKLM"[: by_hand.header.seats])
    for line in by_hand.lines:
        for wrong in chance.sample(by_hand.lines, 3):
            moved_on = {**wrong, "seat": chance.randrange(players)} if "seat" in wrong else wrong
            try:
                record.fork().add(entry(record, moved_on))
            except (BadLine, Impossible) as refused:
                if isinstance(refused, Impossible):
                    check_sentence(refusal(refused, names))
                    at_table = Note(refused.because, 0, "QH", refused.message)
                    check_sentence(sentence(at_table, names))
        record.add(entry(record, line))


def check_sentence(said: str) -> None:
    """One sentence, with people and not with seats."""
    assert said[0].isupper() or said[0].isdigit()
    assert said.endswith(".")
    assert not said.endswith("..")
    assert "_" not in said
    assert "None" not in said
    assert not re.search(r"\b(seat|team) \d", said)


def test_a_restarted_board_says_how_much_it_forgot():
    said = sentence(Note("board_restarted", detail="3"), NAMES)
    assert said == "The board restarted and lost 3 reads. Lay the missing cards again."


def test_one_thing_is_told_as_one():
    said = [sentence(Note(about, 1, detail="1"), NAMES) for about in ("board_restarted", "so_many")]
    assert said == [
        "The board restarted and lost one read. Lay the missing card again.",
        f"{NAMES[1]}: one card, please.",
    ]


def asked(rig: Rig) -> str:
    return rig.prompt.text


def test_a_question_says_where_the_card_was_seen(tmp_path):
    rig = Rig(tmp_path)
    rig.begin()
    rig.play("0:QH 1:2H 2:KH 3:3H 2:AH 3:2H")
    assert asked(rig) == "2H was already played by East in trick 1"
    rig.journal.close()


def test_a_question_about_a_card_that_was_read_in_a_hand():
    record = Record(moment.first_header(4))
    record.add(Dealt(0))
    record.add(Held(2, card("9H")))
    found = ask(Question(1, "9H", 2), NAMES, record)
    assert found.text == "9H was already read in South's hand"
    assert found.options == (("2", "misread"), ("3", "South's was wrong"), ("4", "other deck"))
