"""A table as topics: what a broker is told, in what form, and that it is told no card."""

import json
from dataclasses import replace

import pytest

from tricktable.table import commands
from tricktable.table.views import LIVE, REFUSED, SILENT
from tricktable.web.outbound.topics import STATES, TopicRoots, state, topics
from web.room import ask, begin, deal, lay, play_on

PLACES = TopicRoots()
NODE = "homeassistant/{}/tricktable/7KQ_{}/config"


def entities(view, places=PLACES):
    found = topics(view, places)
    return {topic: json.loads(body) for topic, body in found.items() if topic.endswith("/config")}


def test_a_table_without_a_game_says_so(room):
    told = state(room.table.view())
    assert (told["state"], told["turn"], told["scores"], told["winner"]) == ("none", "", [], None)


def test_a_table_says_what_it_waits_for_and_how_it_stands(room):
    begin(room.table)
    lay(room.table, "1:2C")
    told = state(room.table.view())
    assert told["state"] == "playing"
    assert told["turn"] == "Cy"
    assert told["headline"].startswith("Cy")
    assert told["names"] == ["Ann", "Bo", "Cy", "Di"]
    assert {each["who"] for each in told["scores"]} <= {*told["names"], "Ann, Bo, Cy and Di"}
    assert (told["game"], told["games"], told["trouble"]) == ("The Torite", 1, "")


def test_every_state_is_one_of_those_that_are_listed(room):
    seen = [state(room.table.view())["state"]]
    begin(room.table)
    seen.append(state(room.table.view())["state"])
    ask(room.table, commands.Pause())
    seen.append(state(room.table.view())["state"])
    assert seen == ["none", "playing", "paused"]
    assert {*seen} < {*STATES}
    entity = entities(room.table.view())[NODE.format("sensor", "state")]
    assert entity["options"] == list(STATES)


def test_no_card_and_no_secret_is_told(room):
    begin(room.table)
    hands = deal(1)
    play_on(room.table, hands, 3)
    said = b"\n".join(topics(room.table.view(), PLACES).values()).decode()
    assert not [code for code in ("2C", "QH", "AS") if f'"{code}"' in said]
    assert "trick" not in json.loads(topics(room.table.view(), PLACES)["tricktable/7KQ/state"])


def test_each_entity_reads_a_topic_that_there_is_and_has_an_id_of_its_own(room):
    begin(room.table)
    found = topics(room.table.view(), PLACES)
    made = entities(room.table.view())
    assert {each["state_topic"] for each in made.values()} == {"tricktable/7KQ/state"}
    assert "tricktable/7KQ/state" in found
    assert len({each["unique_id"] for each in made.values()}) == len(made)
    assert {each["availability_topic"] for each in made.values()} == {"tricktable/status"}
    assert {each["device"]["name"] for each in made.values()} == {"Table 7KQ"}
    count = len(state(room.table.view())["scores"])
    assert len([topic for topic in made if "_score" in topic]) == count > 0


@pytest.mark.parametrize(
    ("board", "trouble", "connected", "problem"),
    [
        (LIVE, None, "ON", "OFF"),
        (SILENT, None, "OFF", "ON"),
        (REFUSED, None, "OFF", "ON"),
        (LIVE, "the disk is full", "ON", "ON"),
    ],
)
def test_the_boards_health_is_what_home_assistant_reads(room, board, trouble, connected, problem):
    jinja2 = pytest.importorskip("jinja2")
    view = replace(room.table.view(), board=board, trouble=trouble)
    value = {"value_json": state(view)}
    made = entities(view)
    for name, wanted in (("board", connected), ("problem", problem)):
        template = made[NODE.format("binary_sensor", name)]["value_template"]
        assert jinja2.Template(template).render(value) == wanted


def test_templates_of_scores_give_the_scores(room):
    jinja2 = pytest.importorskip("jinja2")
    begin(room.table)
    hands = deal(1)
    play_on(room.table, hands, 1)
    view = room.table.view()
    told = state(view)
    for number, each in enumerate(told["scores"], start=1):
        entity = entities(view)[NODE.format("sensor", f"score{number}")]
        assert entity["name"] == f"Score of {each['who']}"
        rendered = jinja2.Template(entity["value_template"]).render({"value_json": told})
        assert rendered == str(each["score"])


def test_no_state_is_longer_than_home_assistant_takes(room):
    jinja2 = pytest.importorskip("jinja2")
    begin(room.table)
    view = room.table.view()
    told = dict.fromkeys(("headline", "turn"), "👪" * 300)
    for name in told:
        template = entities(view)[NODE.format("sensor", name)]["value_template"]
        assert len(jinja2.Template(template).render({"value_json": told})) == 255


@pytest.mark.parametrize("own", ["club/room_2", "club_room/2", "club_room_2", "club-_room_2"])
def test_no_two_prefixes_have_one_name_at_home_assistant(own):
    others = {"club/room_2", "club_room/2", "club_room_2", "club-_room_2", "club/room/2"} - {own}
    assert TopicRoots(own).node not in {TopicRoots(other).node for other in others}


def test_places_can_be_chosen_and_discovery_left_out(room):
    begin(room.table)
    assert set(topics(room.table.view(), TopicRoots("club/room2", ""))) == {"club/room2/7KQ/state"}
    there = topics(room.table.view(), TopicRoots("club/room2", "ha"))
    assert "ha/sensor/club_room2/7KQ_state/config" in there
    ours = ("club/room2/status", "club/room2/+/state")
    assert TopicRoots("club/room2", "").own_filters == ours
    assert TopicRoots("club/room2", "ha").own_filters == (*ours, "ha/+/club_room2/+/config")
