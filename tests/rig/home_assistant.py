"""A real Home Assistant for tests, which knows of us what a broker tells it. Skips without one.

`HOME_ASSISTANT` names its program `hass`, of a Python of its own with the packages that its MQTT,
automation and frontend need. What it sees it says on a topic, so that no account is needed.
"""

import json
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
import yaml

from rig.broker import Mosquitto, Reader
from rig.patience import PATIENCE_S
from rig.ports import free_port

QUESTION: Final = "test/question"
ANSWER: Final = "test/answer"
LAMP: Final = "test/lamp"
"""Where `light.ann` is switched."""
ASK_S: Final = 0.5
_STATES: Final = "{% for one in states %}{{ one.entity_id }}\t{{ one.state }}\n{% endfor %}"
_ENTRY: Final[Mapping[str, object]] = {
    "created_at": "2026-01-01T00:00:00+00:00",
    "modified_at": "2026-01-01T00:00:00+00:00",
    "disabled_by": None,
    "discovery_keys": {},
    "domain": "mqtt",
    "entry_id": "01BROKER",
    "minor_version": 2,
    "options": {},
    "pref_disable_new_entities": False,
    "pref_disable_polling": False,
    "source": "user",
    "subentries": [],
    "title": "broker",
    "unique_id": None,
    "version": 1,
}


class HomeAssistant:
    """One that runs, at a broker."""

    def __init__(self, read: Reader, log: Path) -> None:
        self._read = read
        self._log = log

    @property
    def states(self) -> Mapping[str, str]:
        """The state of every entity by its id; what was said last."""
        said = self._read.newest.get(ANSWER, b"").decode()
        return dict(line.split("\t") for line in said.splitlines() if "\t" in line)

    def until(self, is_so: object) -> None:
        """Ask for the states until it is so."""
        assert callable(is_so)

        due = 0.0

        def is_now() -> bool:
            nonlocal due
            if (now := time.monotonic()) >= due:
                due = now + ASK_S  # what is not up yet hears nothing
                self._read.ask(QUESTION)
            return bool(is_so())

        self._read.until(is_now)

    @property
    def complaints(self) -> list[str]:
        """What it has written about MQTT into its log."""
        lines = self._log.read_text().splitlines()
        return [
            each
            for each in lines
            if "[homeassistant.components.mqtt" in each and ("ERROR" in each or "WARN" in each)
        ]


@contextmanager
def home_assistant(
    folder: Path, broker: Mosquitto, read: Reader, automations: str
) -> Iterator[HomeAssistant]:
    """One that runs with these automations (YAML, as a reader would paste them)."""
    program = os.environ.get("HOME_ASSISTANT", "")
    if not program:
        pytest.skip("HOME_ASSISTANT names no program")
    pasted = yaml.safe_load(automations)["automation"]
    own = {
        "alias": "What it sees",
        "triggers": [{"trigger": "mqtt", "topic": QUESTION}],
        "actions": [
            {"action": "mqtt.publish", "data": {"topic": ANSWER, "payload": _STATES}},
        ],
    }
    lamp = {"light": {"name": "Ann", "schema": "json", "command_topic": LAMP}}
    config = {
        "http": {"server_port": free_port()},
        "mqtt": [lamp],
        "automation": [own, *pasted],
    }
    (folder / "configuration.yaml").write_text(yaml.safe_dump(config))
    data = {"broker": "127.0.0.1", "port": broker.port, "discovery": True}
    entries = {"entries": [{**_ENTRY, "data": data}]}
    stored = {"version": 1, "minor_version": 5, "key": "core.config_entries", "data": entries}
    (folder / ".storage").mkdir()
    (folder / ".storage" / "core.config_entries").write_text(json.dumps(stored))
    log = folder / "said.log"
    with log.open("wb") as writes:
        running = subprocess.Popen(
            [program, "-c", str(folder), "--skip-pip"], stdout=writes, stderr=writes
        )
    made = HomeAssistant(read, log)
    try:
        made.until(lambda: made.states)
        yield made
    finally:
        running.send_signal(signal.SIGTERM)
        try:
            running.wait(PATIENCE_S)
        finally:
            running.kill()
