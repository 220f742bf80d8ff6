"""Deck files: what comes back, what is refused, and that no file is ever half a deck."""

import json
import random
import re

import pytest

from tricktable.store import private_files
from tricktable.store.decks import (
    FORMAT,
    MAX_FILE_BYTES,
    BadDeck,
    Deck,
    code_of,
    demo_deck,
    is_cut,
    read_deck,
    write_deck,
)
from tricktable.store.decks.file import load

RED, BLUE = demo_deck("red"), demo_deck("blue")


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "decks" / "red.json"
    private_files.save(path, write_deck(BLUE))
    private_files.save(path, write_deck(RED))
    assert load(path, read_deck) == RED
    assert [left.name for left in path.parent.iterdir()] == ["red.json"]


def text(**changes):
    return json.dumps(json.loads(write_deck(RED)) | changes)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("", "not a deck file: line 1 is not JSON"),
        (text(name="x").replace("x", '"', 1), "not a deck file: line 1 is not JSON"),
        ('{"n": ' + "9" * 5000 + "}", "not a deck file: it has a number that is too long"),
        ("[" * 100_000, "not a deck file"),
        ("[]", "does not say"),
        ("{}", "does not say"),
        (text(deck="tricktable/2"), "does not say"),
        (text(name=7), "must be text"),
        (text(colour=None), "must be text"),
        (text(tags=[]), "tags must be an object"),
        (text(tags={"04A3C6CAE26180": 7}), "code of a card, such as TH"),
        (text(tags={}), "have no tag"),
        (write_deck(RED).replace('"5H"', '"5X"'), "no card '5X'"),
        (write_deck(RED).replace(RED.tag_of("9C"), RED.tag_of("5H")), "9C and 5H have the same"),
        (write_deck(RED).replace('"name"', '"kind": "", "name"'), "appears twice"),
        ('{"tags": [], "tags": {}}', "appears twice"),
        (text(tags={code: uid for uid, code in RED.tags.items()}), "such as TH"),
    ],
)
def test_a_bad_file_is_refused_in_words_that_tell_no_number(tmp_path, content, fault):
    path = tmp_path / "red.json"
    path.write_text(content)
    with pytest.raises(BadDeck) as refusal:
        load(path, read_deck) if len(content) <= MAX_FILE_BYTES else read_deck(content)
    said = str(refusal.value)
    assert fault in said
    assert not any(uid in said.upper() for uid in RED.tags)


def test_a_file_of_an_editor_that_marks_its_byte_order_is_read(tmp_path):
    path = tmp_path / "red.json"
    path.write_text(write_deck(RED), encoding="utf-8-sig")
    assert load(path, read_deck) == RED


def test_what_cannot_be_read_is_refused_by_the_name_of_its_file(tmp_path):
    with pytest.raises(BadDeck, match=r"^red\.json: No such file"):
        load(tmp_path / "red.json", read_deck)
    long = tmp_path / "long.json"
    long.write_bytes(b" " * (MAX_FILE_BYTES + 1))
    with pytest.raises(BadDeck, match=r"^long\.json: longer than 65536 bytes"):
        load(long, read_deck)
    foreign = tmp_path / "foreign.json"
    foreign.write_bytes(b"\xff\xfe")
    with pytest.raises(BadDeck, match=r"^foreign\.json: not a deck file: it is not text"):
        load(foreign, read_deck)


def test_a_file_cut_anywhere_is_refused_and_never_half_a_deck():
    whole = write_deck(RED)
    assert read_deck(whole) == RED
    cuts = random.Random(1).sample(range(len(whole.rstrip())), 200)
    for cut in cuts:
        with pytest.raises(BadDeck):
            read_deck(whole[:cut])


def test_unknown_words_in_a_file_are_ignored():
    assert read_deck(text(note="bought in Osaka")) == RED
    assert FORMAT in write_deck(RED)


def test_numbers_and_cards_are_read_as_other_programs_and_people_write_them():
    plain = json.loads(write_deck(RED))
    spelt = {
        ":".join(re.findall("..", number)).lower()
        if at % 2
        else " ".join(re.findall("..", number)): (
            code.replace("T", "10").lower() if at % 3 else f"{code[0]} {code[1:]}"
        )
        for at, (number, code) in enumerate(plain["tags"].items())
    }
    assert read_deck(json.dumps({**plain, "tags": spelt})) == RED
    code, other = [*plain["tags"].values()][:2]
    (number, *_) = plain["tags"]
    twice = {**plain["tags"], number.lower(): other}
    with pytest.raises(BadDeck, match=f"{code} and {other} have the same tag"):
        read_deck(json.dumps({**plain, "tags": twice}))


@pytest.mark.parametrize(
    ("written", "code"),
    [("Ah", "AH"), ("10H", "TH"), ("10 ♥", "TH"), ("x1", "X1"), ("1H", None), ("", None)],
)
def test_a_card_is_known_as_people_write_it(written, code):
    assert code_of(written) == code


def test_numbers_cut_to_their_first_half_are_noticed():
    def cut(first):
        return {f"{first}{at:06X}": code for at, code in enumerate(RED.tags.values())}

    assert is_cut(Deck("cut", "red", "standard52", cut("04")))
    assert not is_cut(Deck("whole", "red", "standard52", cut("05")))
    assert not is_cut(RED)


@pytest.mark.parametrize("line", ["card,tag", "2C;04A3C6CAE26180", "04A3C6CAE26180\t2C"])
def test_a_table_is_told_to_be_one(line):
    with pytest.raises(BadDeck, match="not a deck file but a table"):
        read_deck(f"{line}\n")
