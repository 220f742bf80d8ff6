"""A member that a request does not have is refused at every operation, in whatever object it is."""

import copy
import itertools

import jsonschema_rs
import pytest

from tricktable.web import limits
from tricktable.web.api.shapes import JSON
from tricktable.web.site import site_of
from web.room import CODE, TOKEN, Room, begin

EXTRA = "misspelt"
PLACES = {"code": CODE, "name": "torite"}
OF_FILES = {"importDeck"}
"""Its body is a deck's file, not one of the API's structs: the reference of that file speaks."""


class Registry:
    """A house in which nothing is done: no request here gets that far."""

    boards = ()


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    room = Room(tmp_path_factory.mktemp("room"))
    site_of(room.app).registry = Registry()
    begin(room.table)
    ticks = itertools.count(step=1000)
    limits.init_app(room.app, lambda: next(ticks))
    yield room.app.test_client()
    room.close()


@pytest.fixture(scope="module")
def described(client):
    return client.get("/api/v1/openapi.json").json


def taking_json(description):
    """Each operation with a JSON body: its name, method, address, and its body's content."""
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            content = operation.get("requestBody", {}).get("content", {}).get(JSON)
            if content and operation["operationId"] not in OF_FILES:
                given = {
                    each["name"]: PLACES.get(each["name"], 0)
                    for each in operation["parameters"]
                    if each["in"] == "path"
                }
                yield operation["operationId"], method, path.format(**given), content


def objects(value):
    """Every object in it, itself too."""
    if isinstance(value, dict):
        yield value
    for each in value.values() if isinstance(value, dict) else value:
        if isinstance(each, dict | list):
            yield from objects(each)


def with_one_more(example):
    """The example with one more member in each of its objects in turn, the outermost first."""
    for at, _ in enumerate(objects(example)):
        changed = copy.deepcopy(example)
        next(itertools.islice(objects(changed), at, None))[EXTRA] = None
        yield changed


def test_one_more_member_is_refused_at_every_operation_in_every_object(client, described):
    names, tried = set(), 0
    for name, method, address, content in taking_json(described):
        schema = {**content["schema"], "components": described["components"]}
        for example in content["examples"].values():
            for at, body in enumerate(with_one_more(example["value"])):
                if jsonschema_rs.is_valid(schema, body):
                    assert at, f"{name}: its schema leaves the body open"
                    continue  # a free object, such as a game's house rules
                answer = client.open(
                    address, method=method.upper(), json=body, headers={"X-Host-Token": TOKEN}
                )
                said = answer.json.get("detail", "")
                assert (answer.status_code, EXTRA in said) == (400, True), (name, body, said)
                tried += 1
        names.add(name)
    assert len(names) > 30
    assert tried > len(names), "some of them have objects in objects"


def test_without_the_member_none_of_them_is_unreadable(client, described):
    """The refusals above are for the member, not for the example."""
    for name, _, _, content in taking_json(described):
        schema = {**content["schema"], "components": described["components"]}
        for example in content["examples"].values():
            assert jsonschema_rs.is_valid(schema, example["value"]), name
