"""A table's public view as MQTT topics, and as the discovery that Home Assistant reads.

Takes a public view and nothing else, so it cannot reveal a secret; names no card. Sends nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tricktable.rules.view import AnyView
from tricktable.table.views import LIVE, REFUSED, SILENT, TableView
from tricktable.text.names import Names
from tricktable.text.sentences import people, spoken
from tricktable.web.guest.screen import clean_names

ONLINE: Final = b"online"
OFFLINE: Final = b"offline"

STATES: Final = ("none", "playing", "between", "paused", "stopped", "finished", "drawn")
"""How a table can be: without a game, in a deal, between two, resting, given up, won, or drawn."""
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9_-]")
_NO_SLUG: Final = re.compile(r"[^a-z0-9]+")


class TopicRoots(NamedTuple):
    """Where on the broker everything goes."""

    own: str = "tricktable"
    """What all our own topics begin with."""
    discovery: str = "homeassistant"
    """What Home Assistant's discovery topics begin with; empty for none."""

    @property
    def status(self) -> str:
        """The topic that says whether the host is there."""
        return f"{self.own}/status"

    @property
    def node(self) -> str:
        """Keeps our discovery apart from that of other programs, and of other hosts.

        A level can have no slash: `club/one` becomes `club_one`, and `club_one` something else.
        """
        return self.own.replace("-", "--").replace("_", "-_").replace("/", "_")

    def table_of(self, topic: str) -> str:
        """The code of the table that one of our topics is about; empty for our status."""
        *_, last_but_one, last = topic.split("/")
        return last_but_one if last == "state" else last_but_one.rpartition("_")[0]

    @property
    def own_filters(self) -> tuple[str, ...]:
        """Filters that match every topic this host may ever have published, and no other.

        Another host may have its topics below ours: `club` and `club/upstairs`.
        """
        own = (self.status, f"{self.own}/+/state")
        return (*own, f"{self.discovery}/+/{self.node}/+/config") if self.discovery else own


def topics(table: TableView, places: TopicRoots) -> Mapping[str, bytes]:
    """Every topic of this table with its payload, all of them retained."""
    at = f"{places.own}/{_plain(table.code)}"
    said = {f"{at}/state": _json(state(table))}
    if places.discovery:
        for component, name, config in _entities(table, f"{at}/state", places):
            said[f"{places.discovery}/{component}/{places.node}/{name}/config"] = _json(config)
    return said


def state(table: TableView) -> Mapping[str, object]:
    """What everybody knows of the table: its state, whose turn it is, the scores, the board."""
    names = clean_names(table)
    told: dict[str, object] = {
        "state": _state(table),
        "headline": "",
        "turn": "",
        "game": "",
        "deal": 0,
        "names": list(names),
        "scores": [],
        "winner": None,
        "board": table.board,
        "board_word": str(table.board_word),
        "trouble": table.trouble or "",
        "call": table.club.call,
        "games": table.games,
    }
    if table.view is None:
        return told
    view = table.view.with_names(names)
    awaited = () if table.desk.is_stopped else view.awaited
    return told | {
        "headline": spoken(view.phase.headline),
        "turn": spoken(people([names[seat] for seat in awaited])) if awaited else "",
        "game": view.title,
        "deal": view.deal,
        "scores": [{"who": who, "score": total} for who, total in _scores(view, names)],
        "winner": view.winner and spoken(people([names[seat] for seat in view.winner])),
    }


def _state(table: TableView) -> str:
    view = table.view
    if view is None:
        return "none"
    if view.is_over:
        return view.status
    if table.desk.is_stopped:
        return "stopped"
    if table.desk.is_paused or table.deck_work is not None:
        return "paused"
    return "between" if view.phase.is_between else "playing"


def _scores(view: AnyView, names: Names) -> Iterator[tuple[str, int | None]]:
    """Each side, and what decides the game for it."""
    score = view.rules.score(view)
    for seats, total in zip(view.owners, score.total.values, strict=True):
        yield spoken(people([names[seat] for seat in seats])), total


def _entities(
    table: TableView, at: str, places: TopicRoots
) -> Iterator[tuple[str, str, Mapping[str, object]]]:
    """Home Assistant's entities: the component, a name of their own, and the configuration."""
    code = _plain(table.code)
    common = {
        "state_topic": at,
        "availability_topic": places.status,
        "device": {
            "identifiers": [f"{places.node}_{code}"],
            "name": f"Table {table.code}",
            "manufacturer": "Tricktable",
        },
        "origin": {"name": "Tricktable"},
    }

    def entity(
        component: str, name: str, title: str, template: str, **more: object
    ) -> tuple[str, str, Mapping[str, object]]:
        own = f"{places.node}_{code}_{name}"
        config = {
            "name": title,
            "unique_id": own,
            "default_entity_id": f"{component}.{_slug(own)}",
            "object_id": own,  # what Home Assistant read instead before 2025.10
            "value_template": template,
        }
        return component, f"{code}_{name}", {**common, **config, **more}

    yield entity(
        "sensor",
        "state",
        "State",
        "{{ value_json.state }}",
        device_class="enum",
        options=list(STATES),
        json_attributes_topic=at,
        icon="mdi:cards",
    )
    # Home Assistant takes no state of more than 255 characters.
    turn, headline = ("{{ value_json." + text + "[:255] }}" for text in ("turn", "headline"))
    yield entity("sensor", "turn", "Turn", turn, icon="mdi:account-arrow-right")
    yield entity("sensor", "headline", "Headline", headline, icon="mdi:text-short")
    yield entity(
        "binary_sensor",
        "board",
        "Board",
        "{{ 'ON' if value_json.board == '" + LIVE + "' else 'OFF' }}",
        device_class="connectivity",
        entity_category="diagnostic",
    )
    yield entity(
        "binary_sensor",
        "call",
        "Calls the organiser",
        "{{ 'ON' if value_json.call else 'OFF' }}",
        icon="mdi:hand-back-right",
    )
    broken = f"value_json.board in ('{SILENT}', '{REFUSED}')"
    yield entity(
        "binary_sensor",
        "problem",
        "Problem",
        "{{ 'ON' if value_json.trouble or " + broken + " else 'OFF' }}",
        device_class="problem",
        entity_category="diagnostic",
    )
    if table.view is None:
        return
    for number, (who, _total) in enumerate(_scores(table.view, clean_names(table))):
        value = f"value_json.scores[{number}].score"
        guard = f"value_json.scores|length > {number} and {value} is not none"
        yield entity(
            "sensor",
            f"score{number + 1}",
            f"Score of {who}",
            "{{ " + value + " if " + guard + " else None }}",
            state_class="measurement",
            icon="mdi:counter",
        )


def _json(of: object) -> bytes:
    return json.dumps(of, ensure_ascii=False, separators=(",", ":")).encode()


def _plain(text: str) -> str:
    """The text without what a topic's level, or an entity's id, may not have."""
    return _NO_NAME.sub("_", text)


def _slug(text: str) -> str:
    """The text as Home Assistant has it in an entity's id (`valid_entity_id` in its core.py)."""
    return _NO_SLUG.sub("_", text.lower()).strip("_")
