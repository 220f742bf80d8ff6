"""Whatever people are called, nothing that is shown of it can do harm: on any page, in any answer.

The names come in as a record has them, where nothing has cleaned them. What comes out is compared
with what the same game says of people with plain names.
"""

import csv
import io
import json
import re
import unicodedata
from html.parser import HTMLParser

import pytest

from tablewire.host import HostSession
from tricktable.board.picture import picture
from tricktable.rules.names import MAX_NAME
from tricktable.store.decks import demo_deck
from tricktable.table import commands
from web.room import CODE, Room, ask, sit
from web.safety.routes import reads

HOSTILE = {
    "markup": "<script>alert(1)</script><b>",
    "attribute": '"\' onload=alert(1) x="><img src=x>',
    "entity": "&lt;b&gt;&#x3c;b&#x3e;",
    "template": "{{ 7*7 }}{% raw %}{who}%(who)s%s",
    "bidi": "\u202egnp.exe\u2066\u202c\u200f",
    "zero width": "A\u200b\u200c\u200d\u2060\ufeffn\u00adn",
    "endless": "W" * 10_000,
    "endless emptiness": "\u200b" * 5_000 + "x",
    "tower": "Z" + "\u0301" * 900,
    "event": "x\n\nevent: view\ndata: <p>lie</p>\n\n",
    "control": "\x00\x07\x1b[2J\x1b]0;x\x07\x85\u2028",
    "not a character": "\ud800\udfff\ufffe\U000e0001",
    "formula": '=HYPERLINK("http://evil.example","x")',
    "sum": "@SUM(1+1)*cmd|' /C calc'!A0",
    "minus": "-2+3",
    "plus": "+1",
    "tab": "\t=1+1",
    "cells": 'x",=1+1,"y;z\r\n=2',
    "semicolon": "x;=1+1;y",
    "quoted": 'x;"=1+1";\'@A1',
    "tabbed": "x\t+1+A1\ty, =1",
}
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)
FORMULA = re.compile(r"\s*[=+@]|\s*-(?!\d*\.?\d*$)")
"""How a cell begins that a spreadsheet would work out (OWASP, "CSV Injection")."""
SOME = [[*HOSTILE][n : n + 3] for n in range(0, len(HOSTILE), 3)]
"""Three at a time sit at a table."""
PLAIN = ("Ann", "Bo", "Cy")


class Skeleton(HTMLParser):
    """A page's tags with the names of their attributes, and apart from them all that is said."""

    def __init__(self):
        super().__init__()
        self.tags, self.words = [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.words += [value for _, value in attrs if value]

    def handle_endtag(self, tag):
        self.tags.append(tag)

    def handle_data(self, data):
        self.words.append(data)


def shown(folder, names):
    """What each address says to the host, and what the board shows, where people are called so."""
    room = Room(folder)
    client = room.app.test_client()
    header = {"record": "tricktable/1", "game": "torite", "players": 4}
    lines = [
        {**header, "names": [*names, "Di"]},
        {"kind": "dealt", "dealer": 0},
        {"kind": "declared", "seat": 1, "topic": "leader", "value": None},
        {"kind": "played", "seat": 1, "card": "2H"},
        {"kind": "played", "seat": 0, "card": "TH"},  # out of turn: a finding names somebody
    ]
    record = "\n".join(map(json.dumps, lines))
    taken = client.post(
        f"/api/v1/tables/{CODE}/record", data=record, content_type="application/jsonl"
    )
    assert taken.status_code == 201, taken.text
    ask(room.table, commands.Rename(2, names[2][:200]))  # as long as a form may send it
    room.table.hear("b001", 1, "C", ["1", demo_deck().tag_of("2H")])  # and a question does
    seated = {"X-Seat-Token": sit(room.table, 0)}
    answers = {}
    for path in reads(room.app):
        for question in ("", "?lang=ja&correct=1"):
            with client.get(path + question, headers=seated) as answer:
                answers[path + question] = (answer.mimetype, answer.data)
    drawn = picture(room.table.view())
    room.close()
    return answers, drawn


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """What is said of people with plain names."""
    return shown(tmp_path_factory.mktemp("plain"), PLAIN)


@pytest.mark.parametrize("some", SOME, ids=", ".join)
def test_whatever_people_are_called_does_no_harm_anywhere(plain, tmp_path, some):
    answers, drawn = shown(tmp_path, [HOSTILE[each] for each in some])
    kinds = set()
    for path, (kind, said) in answers.items():
        kinds.add(kind)
        if kind in LOOKS:
            LOOKS[kind](said.decode(), plain[0][path][1].decode())
    assert set(LOOKS) <= kinds
    must_be_printable(drawn)


def must_be_page(said, plain):
    """The same markup, and between it nothing hidden and nothing endless."""
    page, other = Skeleton(), Skeleton()
    page.feed(said)
    other.feed(plain)
    assert page.tags == other.tags
    for words in {*page.words} - {*other.words}:
        must_be_readable(words)


def must_be_readable(words):
    """Nothing hidden, no tower of accents, no endless word."""
    assert not HIDDEN.search(words), ascii(words)
    assert "W" * (MAX_NAME + 1) not in words
    marks = "".join("m" if unicodedata.combining(each) else "-" for each in words)
    assert "mmm" not in marks, ascii(words)


def must_be_json(said, plain):
    """The same shape; each text in it can be shown as it is."""
    answer = json.loads(said)
    if answer.keys() != {"people"}:  # of whom those without a name are not listed
        assert shape(answer) == shape(json.loads(plain))
    for text in texts(answer):
        must_be_readable(text)


def shape(value):
    """The JSON without its values."""
    if isinstance(value, dict):
        return {key: shape(each) for key, each in value.items()}
    return [shape(each) for each in value] if isinstance(value, list) else type(value)


def texts(value):
    """Every text in the JSON."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [text for each in inner for text in texts(each)]


def must_be_event(said, plain):
    """One event of three lines after its tag, if it has one, whose data are of the same shape."""
    lines, others = (
        re.sub(r"\Aid: [0-9a-f]{16}(\.\d+)?\n", "", each).split("\n") for each in (said, plain)
    )
    assert [line.partition(":")[0] for line in lines] == ["retry", "event", "data", "", ""]
    assert lines[:2] == others[:2]
    look = must_be_json if lines[2].startswith("data: {") else must_be_page
    look(lines[2].removeprefix("data: "), others[2].removeprefix("data: "))


def must_be_record(said, plain):
    """A record gives the name back as it came, and is ASCII all the same."""
    assert said.isascii()
    assert len(said.splitlines()) == len(plain.splitlines())


def must_be_sheet(said, plain):
    """As many cells, behind the mark of UTF-8, of which a spreadsheet works none out."""
    rows, others = (list(csv.reader(io.StringIO(each[1:]))) for each in (said, plain))
    assert [len(row) for row in rows] == [len(row) for row in others]
    for separator in ",;\t":
        file = csv.reader(io.StringIO(said[1:]), delimiter=separator)
        for cell in (cell for row in file for cell in row):
            must_be_readable(cell)
            assert not FORMULA.match(cell.lstrip("'\" ") if cell[:1] == '"' else cell), ascii(cell)


LOOKS = {
    "text/csv": must_be_sheet,
    "text/html": must_be_page,
    "application/json": must_be_json,
    "text/event-stream": must_be_event,
    "application/jsonl": must_be_record,
}


def must_be_printable(drawn):
    """A picture that fits a line of the wire and has only characters that the board draws."""
    HostSession("0A1B2C3D").show(drawn)  # raises if it does not fit
    assert all(" " <= each <= "~" for each in drawn)
    for text in texts(json.loads(drawn)):
        assert not [each for each in text if "\x7f" <= each <= "\xa0" or each > "\xdf"]
