"""The description says what each operation takes and gives, by example, and who may ask for it."""

import json
import re
from dataclasses import replace

import jsonschema_rs
import pytest

from tricktable.games import GAMES
from tricktable.web.api import enums
from tricktable.web.api.problems import KINDS, URN
from tricktable.web.api.route import TAGS
from web.room import Room


@pytest.fixture(scope="module")
def description(tmp_path_factory):
    room = Room(tmp_path_factory.mktemp("room"))
    yield room.app.test_client().get("/api/v1/openapi.json").json
    room.close()


@pytest.fixture(scope="module")
def operations(description):
    return {
        operation["operationId"]: (method, operation)
        for path in description["paths"].values()
        for method, operation in path.items()
    }


def schema_of(description, content):
    return {**content["schema"], "components": description["components"]}


def test_no_two_operations_have_one_name(description, operations):
    assert len(operations) == sum(len(path) for path in description["paths"].values())


def test_every_request_and_every_answer_has_examples_that_fit_its_schema(description, operations):
    tried = 0
    for name, (_, operation) in operations.items():
        answers = [each for each in operation["responses"].values() if "content" in each]
        for body in [*answers, *([operation["requestBody"]] if "requestBody" in operation else [])]:
            for media, content in body["content"].items():
                examples = [each["value"] for each in content.get("examples", {}).values()]
                examples += [content["example"]] if "example" in content else []
                assert examples, (name, media)
                for example in examples:
                    jsonschema_rs.validate(schema_of(description, content), example)
                    tried += 1
    assert tried > 200


def kinds_of(operation, status):
    """The kinds of problems that it may answer with this status."""
    answer = operation["responses"].get(status, {"content": {}})
    return [kind for each in answer["content"].values() for kind in each["examples"]]


BY_THEIR_WORD = {"readOwnGames", "forgetMe"}
"""What a person asks for with their own word and no token."""


def test_every_operation_has_its_tag_its_words_and_says_who_may(description, operations):
    assert [each["name"] for each in description["tags"]] == [*TAGS]
    for name, (method, operation) in operations.items():
        assert operation["tags"][0] in TAGS
        assert operation["summary"], name
        assert len(operation["description"]) > len(operation["summary"]) + 1, name
        is_hosts = operation["security"] != []
        assert operation["security"] in ([], [{"host": []}, {}])
        assert is_hosts == ("not-host" in kinds_of(operation, "403")), name
        assert (method != "get") == ("origin" in kinds_of(operation, "403")), name
        assert is_hosts or method == "get" or name in BY_THEIR_WORD, name
    said = description["components"]["securitySchemes"]["host"]["description"]
    assert all(each in said for each in ("own machine", "Origin", "X-Forwarded-For"))


def resolved(description, schema):
    """The schema that this one refers to, or itself."""
    name = schema.get("$ref", "").rpartition("/")[2]
    return description["components"]["schemas"][name] if name else schema


def enum_of(description, schema, member):
    found = description["components"]["schemas"][schema]["properties"][member]
    choices = [resolved(description, each) for each in found.get("anyOf", [found])]
    return next(each["enum"] for each in choices if "enum" in each)


def schemas_in(description):
    """Every schema of the description and all within it, each with where it is."""
    waiting = [("", description)]
    while waiting:
        where, part = waiting.pop()
        is_schema = re.search(SCHEMA, where)
        if is_schema:
            yield where, part
        for key, each in part.items():
            if key in ("example", "examples", "default", "enum", "mapping", "discriminator"):
                continue
            if isinstance(each, list):
                parts = {str(at): inner for at, inner in enumerate(each) if isinstance(inner, dict)}
                waiting += [(f"{where}/{key}/{at}", inner) for at, inner in parts.items()]
            elif isinstance(each, dict):
                waiting.append((f"{where}/{key}", each))


SCHEMA = "/(schema|items|additionalProperties|(properties|schemas)/[^/]+|anyOf/[0-9]+)$"
SAID = {"$ref", "anyOf", "type"}


def test_every_value_has_a_type_and_every_object_its_members(description):
    seen = 0
    for where, schema in schemas_in(description):
        assert SAID & schema.keys(), f"{where} is not typed"
        if "enum" in schema:
            assert schema.get("type") == "string", where
        if schema.get("type") == "object":
            members = schema.get("properties", schema.get("additionalProperties"))
            assert members, f"{where} is a bare object"
        if schema.get("type") == "array":
            assert schema.get("items"), where
        seen += 1
    assert seen > 500


def test_whatever_is_referred_to_is_there(description):
    text = json.dumps(description)
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', text))
    assert named == description["components"]["schemas"].keys()


def test_every_struct_and_every_parameter_says_what_it_is(description, operations):
    for name, schema in description["components"]["schemas"].items():
        if schema.get("type") == "object":
            assert schema.get("description") or "additionalProperties" in schema, name
    for name, (_, operation) in operations.items():
        for each in operation["parameters"]:
            assert each["description"], (name, each["name"])


def test_it_says_where_it_was_fetched_and_whose_it_is(description):
    assert [each["url"] for each in description["servers"]] == ["http://localhost"]
    assert description["info"]["license"]["identifier"].startswith("MIT")


def test_a_stream_gives_its_states_by_their_type(description, operations):
    _, follow = operations["followTable"]
    schema = follow["responses"]["200"]["content"]["text/event-stream"]["schema"]
    kinds = resolved(description, schema)["anyOf"]
    assert {"$ref": "#/components/schemas/State"} in kinds


@pytest.mark.parametrize(
    ("schema", "member", "words"),
    [
        ("Problem", "type", [URN + name for name in KINDS]),
        ("Brief", "game", [*GAMES]),
        ("Brief", "board", ["live", "silent", "absent", "without", "refused"]),
        ("Summary", "status", ["playing", "finished", "drawn"]),
        ("Finding", "grade", ["proved", "someone"]),
        ("Moved", "from", ["discard", "draw", "hand", "kitty", "stack"]),
        ("MovedEntry", "from", ["discard", "draw", "hand", "kitty", "stack"]),
        ("Dealt", "kind", ["dealt"]),
        ("Offered", "what", [*enums.OFFERED]),
        ("Declared", "topic", [*enums.DECLARED]),
    ],
)
def test_closed_sets_are_listed(description, schema, member, words):
    assert enum_of(description, schema, member) == words


def test_what_is_awaited_is_listed_and_every_game_awaits_no_more(description):
    listed = enum_of(description, "Next", "what")
    assert set(listed) == {what for game in GAMES.values() for what in game.awaits}


def test_a_game_that_does_not_say_what_it_awaits_leaves_the_set_open():
    silent = replace(next(iter(GAMES.values())), position=None)
    assert enums.awaited_steps([*GAMES.values(), silent]) == ()
