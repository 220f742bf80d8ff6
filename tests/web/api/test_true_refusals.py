"""Every route says truly why it refuses: a broken body, a wrong content type, impossible values."""

import json
import re

import pytest

from rig.evening import TOKEN
from tricktable.web.api.problems import KINDS, MIMETYPE

BROKEN = {
    b"{": "unreadable",
    b"{]": "unreadable",
    b"[1]": "unreadable",
    b"null": "unreadable",
    b'"word"': "unreadable",
    b'{"misspelt": 1}': "unreadable",
    b"\xff\xfe": "unreadable",
    b'{"x": ' + b"[" * 2000: "unreadable",
}
"""None of these is the body of any request but a file's; each with its problem."""
OF_FILES = {"importDeck": "refused", "importRecord": "media"}
"""Their bodies are files, which their own tests break: here a file is only of the wrong kind."""
JAPANESE = {"Accept-Language": "ja"}
KANA = re.compile("[ぁ-ん]")
UNSENT = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/html")


@pytest.fixture(scope="module")
def changes(hall):
    """Every operation that changes something: its name, method and address, and its description."""
    made, client = hall
    places = {"code": made.table.code, "name": "torite"}
    described = client.get("/api/v1/openapi.json").json["paths"]
    return [
        (
            operation["operationId"],
            method.upper(),
            path.format(
                **{
                    each["name"]: places.get(each["name"], 1)
                    for each in operation["parameters"]
                    if each["in"] == "path"
                }
            ),
            operation,
        )
        for path, methods in described.items()
        for method, operation in methods.items()
        if method != "get"
    ]


def problem(answer):
    """The kind of problem it is, whole as RFC 9457 has it."""
    assert answer.mimetype == MIMETYPE, answer.text
    said = json.loads(answer.data)
    kind = said["type"].removeprefix("urn:tricktable:problem:")
    assert said["status"] == answer.status_code == KINDS[kind].status
    assert said["detail"].strip(), said
    assert said["do"].strip(), said
    return kind


def rows(made):
    """What is there: tables and what is written of them."""
    return {code: len([*table.rows()]) for code, table in made.tables.items()}


def test_a_broken_body_is_unreadable_at_every_operation_and_does_nothing(hall, changes):
    made, client = hall
    before = rows(made)
    for name, method, path, operation in changes:
        for body, kind in BROKEN.items():
            answer = client.open(path, method=method, data=body, content_type="application/json")
            told = OF_FILES.get(name, kind)
            assert problem(answer) == told, (name, body, answer.text)
            assert str(answer.status_code) in operation["responses"], (name, answer.status_code)
    assert rows(made) == before
    assert len(changes) > 60


def test_a_wrong_content_type_is_told_as_that_at_every_operation(hall, changes):
    made, client = hall
    before = rows(made)
    for name, method, path, _ in changes:
        for kind in UNSENT:
            for more in ({}, {"Origin": "http://localhost"}, {"X-Host-Token": TOKEN}):
                answer = client.open(
                    path, method=method, data=b'{"x": 1}', content_type=kind, headers=more
                )
                assert problem(answer) == "media", (name, kind, more, answer.text)
    assert rows(made) == before


def test_a_request_that_says_nothing_of_its_origin_is_told_so(hall, changes):
    _, client = hall
    for name, method, path, _ in changes:
        elsewhere = {"Origin": "http://elsewhere.example"}
        answer = client.open(path, method=method, headers=elsewhere, json={})
        assert problem(answer) == "origin", name
        if method == "POST":
            assert problem(client.post(path)) == "origin", name


@pytest.mark.parametrize("nothing", [b"", b" \n", b"{}"])
def test_an_empty_body_is_none_where_none_is_taken(hall, nothing):
    made, client = hall
    path = f"/api/v1/tables/{made.table.code}"
    for act in ("lock", "unlock"):
        answer = client.post(f"{path}/{act}", data=nothing, content_type="application/json")
        assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"game": "etori", "players": 5}, "players"),
        ({"game": "whist", "players": 4}, "whist"),
        ({"game": "troika", "players": 4, "options": {"jokers": 2}}, "jokers"),
        ({"game": "troika", "players": 4, "options": {"revoke_action": "hang"}}, "revoke_action"),
        ({"game": "troika", "players": 4, "dealer": 9}, "dealer"),
        ({"game": "troika", "players": 4, "names": ["Ann"]}, "names"),
    ],
)
def test_values_that_no_game_has_are_unfit(hall, body, said):
    made, client = hall
    path = f"/api/v1/tables/{made.table.code}/games"
    answer = client.post(path, json={**body, "abandon": True})
    assert (problem(answer), said in answer.json["detail"]) == ("unfit", True), answer.text
    assert "changed" not in answer.json["do"]
    there = client.post(path, json={**body, "abandon": True}, headers=JAPANESE).json["detail"]
    assert KANA.search(there), there


@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "dealt", "dealer": 9},
        {"kind": "played", "seat": 7, "card": "2C"},
        {"kind": "declared", "seat": 1, "topic": "leader", "value": 3},
        {"kind": "declared", "seat": 1, "topic": "leader", "value": [1]},
        {"kind": "moved", "seat": 0, "from": "hand", "to": "discard", "count": 2, "cards": ["2C"]},
    ],
)
def test_an_entry_that_the_game_has_not_is_unfit(hall, entry):
    made, client = hall
    path = f"/api/v1/tables/{made.table.code}/entries"
    assert problem(client.post(path, json=entry)) == "unfit"
    answer = client.put(f"{path}/1", json=entry, headers=JAPANESE)
    assert (problem(answer), bool(KANA.search(answer.json["detail"]))) == ("unfit", True)
