"""The compose file of a club: tests start no containers, so all that it names is looked up."""

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from tricktable.cli import main
from tricktable.settings import PREFIX, SETTINGS, build
from tricktable.store.machine import Machine

ROOT = Path(__file__).parents[2]
CLUB = ROOT / "examples" / "club"
GIVEN = {"CLUB_PASSWORD": "secret", "CLUB_TOKEN": "t" * 22, "CLUB_NAME": "club.example"}
OF_THE_IMAGE = {"POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"}
"""Of https://hub.docker.com/_/postgres."""
VARIABLE = re.compile(r"\$\{(\w+)(?::[-?][^}]*)?\}")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The file as compose reads it, with what the user gives."""
    text = (CLUB / "compose.yaml").read_text()
    assert {*VARIABLE.findall(text)} == {*GIVEN}
    assert all(each in text.split("services:")[0] for each in GIVEN), "the first lines name each"
    found: dict[str, Any] = yaml.safe_load(VARIABLE.sub(lambda name: GIVEN[name[1]], text))
    return found


def hosts(compose: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in compose["services"].items() if "build" in each}


def test_each_host_s_settings_are_ones_that_there_are(compose):
    assert len(hosts(compose)) == 2
    for each in hosts(compose).values():
        environment = each["environment"]
        assert {*environment} <= {setting.variable for setting in SETTINGS}
        assert all(name.startswith(PREFIX) for name in environment)
        settings = build(Machine(Path("data"), Path("home"), "club"), {}, environment)
        assert settings.database == "postgresql://club:secret@database/club"
        outside, inside = each["ports"][0].split(":")
        assert int(inside) == settings.http_port
        assert settings.base_url == f"http://club.example:{outside}"
        assert "club.example" in settings.trusted_hosts
        assert each["volumes"][0].split(":")[1] == str(settings.data)


def test_each_command_is_one_that_there_is(compose):
    for each in hosts(compose).values():
        name, *words = each["command"]
        with main.commands[name].make_context(name, words):
            pass


def test_what_is_named_is_there(compose):
    services, volumes = compose["services"], compose["volumes"]
    assert {*services["database"]["environment"]} == OF_THE_IMAGE
    for name, each in services.items():
        assert {*each.get("depends_on", {})} <= {*services}
        assert {mount.split(":")[0] for mount in each["volumes"]} == {name} <= {*volumes}
    for each in hosts(compose).values():
        assert (CLUB / each["build"]["context"]).resolve() == ROOT
        assert ROOT / each["build"]["dockerfile"] == CLUB / "Dockerfile"
    outside = [each["ports"][0].split(":")[0] for each in hosts(compose).values()]
    assert len({*outside}) == len(outside)


def test_the_image_installs_what_the_project_offers():
    text = (CLUB / "Dockerfile").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (extra,) = re.findall(r"'/src\[(\w+)\]'", text)
    assert extra in project["optional-dependencies"]
    (entry,) = re.findall(r'ENTRYPOINT \["(\w+)"\]', text)
    assert entry in project["scripts"]
    (command,) = re.findall(r'CMD \["(\w+)"\]', text)
    assert command in main.commands
    assert shlex.split(text), "its quotes are closed"
