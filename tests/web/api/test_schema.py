"""The interface holds what its OpenAPI says, whatever it is asked: requests made up from it."""

import contextlib
import itertools
import json

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance

from thorough import examples
from tricktable.web import limits
from tricktable.web.api import keys
from tricktable.web.api.shapes import EVENTS
from web.room import TOKEN, Room, begin, lay


@schemathesis.serializer("application/jsonl")
def lines(_context, value):
    """Bytes go as they are, and all else as the text that it is."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "surrogatepass")


@pytest.fixture(scope="module")
def interface(tmp_path_factory):
    """That of a room in the middle of a game, with a clock on which nobody asks too often."""
    room = Room(tmp_path_factory.mktemp("room"))
    begin(room.table)
    lay(room.table, "1:2C 2:9H 3:3C")
    ticks = itertools.count(step=1000)
    limits.init_app(room.app, lambda: next(ticks))
    yield schemathesis.openapi.from_wsgi("/api/v1/openapi.json", room.app)
    room.close()


def shape(definition):
    """What an operation takes, apart from examples; many of those without a body take the same."""
    bodies = definition.get("requestBody", {}).get("content", {})
    schemas = {media: content["schema"] for media, content in bodies.items()}
    return json.dumps([definition["parameters"], schemas], sort_keys=True)


def is_stream(operation):
    """Whether it answers with events; OpenAPI 3.1 describes them as text, without a schema each."""
    answer = operation.definition.raw["responses"].get("200", {})
    return EVENTS in answer.get("content", {})


@pytest.mark.hypothesis
@pytest.mark.parametrize("mode", GenerationMode)
def test_whatever_is_asked_is_answered_as_described(interface, mode):
    asked, seen = 0, set()
    for found in interface.get_all_operations():
        operation = found.ok()
        takes = shape(operation.definition.raw)
        if mode == GenerationMode.NEGATIVE and takes in seen:
            continue  # what is wrong with the one is wrong with the other
        seen.add(takes)

        @given(operation.as_strategy(generation_mode=mode))
        @settings(
            examples(2),
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=[*HealthCheck],
        )
        def ask(case):
            nonlocal asked
            asked += 1
            if mode == GenerationMode.POSITIVE and keys.HEADER in case.headers:
                # One that is made up again is another request's, and refused as it should be.
                case.headers[keys.HEADER] = f"key-{asked:04}"
            unasked = [response_schema_conformance] if is_stream(case.operation) else []
            case.call_and_validate(headers={"X-Host-Token": TOKEN}, excluded_checks=unasked)

        with contextlib.suppress(Unsatisfiable):  # it takes nothing that could be wrong
            ask()
    assert asked > 50
