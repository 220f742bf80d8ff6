"""What Home Assistant makes of us: its contract for MQTT discovery, and the guide's automation."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import jinja2
import pytest
import yaml

from rig.broker import Mosquitto, Reader, mosquitto, reader
from rig.evening import Cables, house
from rig.home_assistant import LAMP, home_assistant
from tricktable.table import commands
from tricktable.web.outbound.topics import TopicRoots, topics
from web.room import Room, ask, begin, lay

GUIDE: Final = Path(__file__).parents[3] / "docs/howto/connect-home-assistant.md"

# homeassistant/components/mqtt of 2026.11.0: discovery.py (the topic), schemas.py, sensor.py and
# binary_sensor.py (the keys), entity.py (the entity's id).
TOPIC: Final = re.compile(r"(\w+)/(?:[a-zA-Z0-9_-]+/)?[a-zA-Z0-9_-]+/config")
ENTITY_ID: Final = re.compile(r"(?!.+__)(?!_)[\da-z_]+(?<!_)\.(?!_)[\da-z_]+(?<!_)")
COMMON: Final = {
    "availability_topic",
    "default_entity_id",
    "device",
    "entity_category",
    "icon",
    "json_attributes_topic",
    "name",
    "origin",
    "unique_id",
    # of the component's own, both
    "device_class",
    "state_topic",
    "value_template",
}
OWN: Final = {"sensor": {"options", "state_class"}, "binary_sensor": set[str]()}
BEFORE_2025_10: Final = {"object_id"}
"""Left out by today's schema without a word; read before there was `default_entity_id`."""
DEVICE: Final = {"identifiers", "manufacturer", "name"}
CLASSES: Final = {"enum", "connectivity", "problem", None}


def entities(said: Mapping[str, bytes], prefix: str) -> dict[str, dict[str, Any]]:
    """What Home Assistant reads of these topics, by the topic without its prefix."""
    return {
        topic.removeprefix(f"{prefix}/"): json.loads(body)
        for topic, body in said.items()
        if topic.startswith(f"{prefix}/") and topic.endswith("/config") and body
    }


def without_game(_room: Room) -> None:
    pass


def with_game(room: Room) -> None:
    begin(room.table)


def with_a_side_for_each(room: Room) -> None:
    ask(room.table, commands.NewGame("tredici", 4, ["Zoë", "健太", "a b", "D"], dealer=0))


@pytest.mark.parametrize("prepare", [without_game, with_game, with_a_side_for_each])
@pytest.mark.parametrize("own", ["tricktable", "club/Room-2", "_the__club-"])
def test_every_entity_keeps_to_what_home_assistant_reads(room, prepare, own):
    prepare(room)
    made = entities(topics(room.table.view(), TopicRoots(own, "ha")), "ha")
    assert made
    for topic, config in made.items():
        found = TOPIC.fullmatch(topic)
        assert found, topic
        component = found[1]
        assert {*config} - BEFORE_2025_10 <= COMMON | OWN[component], topic
        domain, _, slug = config["default_entity_id"].partition(".")
        assert domain == component
        assert ENTITY_ID.fullmatch(config["default_entity_id"]), config["default_entity_id"]
        assert slug.isascii()
        assert {*config["device"]} <= DEVICE
        assert config["device"]["identifiers"]
        assert {*config["origin"]} == {"name"}
        assert config.get("device_class") in CLASSES
        if "options" in config:
            assert config["device_class"] == "enum"
            assert config["options"]
            assert "state_class" not in config
        assert config.get("entity_category", "diagnostic") == "diagnostic"
        assert config["icon" if "icon" in config else "device_class"]
    for key in ("unique_id", "default_entity_id"):
        assert len({each[key] for each in made.values()}) == len(made)


def automation(code: str) -> str:
    """The automation of the guide, for the table with this code."""
    (found,) = re.findall(r"```yaml\n(.+?)```", GUIDE.read_text(), re.DOTALL)
    assert "7kq" in found
    return str(found).replace("7kq", code.lower())


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path_factory.mktemp("broker")) as running:
        yield running


def shown(read: Reader, entity_id: str) -> str:
    """What this entity shows, from what the broker keeps: its discovery, and its topic."""
    for config in entities(read.newest, "homeassistant").values():
        if config["default_entity_id"] == entity_id:
            said = json.loads(read.newest.get(config["state_topic"], b"{}"))
            return str(jinja2.Template(config["value_template"]).render({"value_json": said}))
    return ""


def test_the_automation_of_the_guide_sees_whose_turn_it_is(tmp_path, broker):
    with house(tmp_path, Cables(), mqtt_url=broker.url) as here, reader(broker) as read:
        ((trigger,),) = (
            each["triggers"] for each in yaml.safe_load(automation(here.table.code))["automation"]
        )
        assert trigger["trigger"] == "state"
        begin(here.table)
        read.until(lambda: shown(read, trigger["entity_id"]) == "Bo")
        lay(here.table, "1:2C 2:3C 3:4C")
        read.until(lambda: shown(read, trigger["entity_id"]) == trigger["to"])


def test_a_real_home_assistant_runs_the_automation_of_the_guide(tmp_path, broker):
    own = tmp_path / "home-assistant"
    own.mkdir()
    with house(tmp_path, Cables(), mqtt_url=broker.url) as here, reader(broker) as read:
        code = here.table.code.lower()
        with home_assistant(own, broker, read, automation(here.table.code)) as home:
            turn = f"sensor.tricktable_{code}_turn"
            home.until(lambda: home.states.get(f"sensor.tricktable_{code}_state") == "none")
            begin(here.table)
            home.until(lambda: home.states.get(turn) == "Bo")
            assert LAMP not in read.newest
            lay(here.table, "1:2C 2:3C 3:4C")
            read.until(lambda: LAMP in read.newest)
            assert json.loads(read.newest[LAMP])["flash"]
            home.until(lambda: home.states.get(turn) == "Ann")
            made = entities(read.newest, "homeassistant")
            home.until(
                lambda: {each["default_entity_id"] for each in made.values()} <= {*home.states}
            )
            assert home.states[f"binary_sensor.tricktable_{code}_board"] == "off"
            assert home.complaints == []
