"""A real MQTT broker for tests, and somebody who reads it. Skips where there is no mosquitto."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from rig.patience import PATIENCE_S
from rig.ports import free_port

STEP_S: Final = 0.02


def program() -> str:
    """Where mosquitto is: Debian puts it where only root looks. Skips without it."""
    found = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
    if found is None:
        pytest.skip("there is no mosquitto here (Debian: apt-get install mosquitto)")
    pytest.importorskip("paho.mqtt.client", reason="there is no package for MQTT here")
    return found


class Mosquitto:
    """One broker, which keeps its port when it is stopped and started again."""

    def __init__(self, folder: Path, *, user: str = "ann", password: str = "") -> None:
        """Not running yet. With a password only this user may enter, with it."""
        self._program = program()
        self.port = free_port()
        lines = [f"listener {self.port} 127.0.0.1", "persistence false"]
        if os.getuid() == 0:
            lines.append("user root")  # its own user may not look into a test's folder
        if password:
            known = folder / "known"
            known.write_text(f"{user}:{password}\n")
            known.chmod(0o600)
            subprocess.run(["mosquitto_passwd", "-U", str(known)], check=True, timeout=PATIENCE_S)
            lines += ["allow_anonymous false", f"password_file {known}"]
        else:
            lines.append("allow_anonymous true")
        self._config = folder / "mosquitto.conf"
        self._config.write_text("\n".join(lines) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it; returns when it takes connections."""
        self._process = subprocess.Popen(
            [self._program, "-c", str(self._config)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        ends = time.monotonic() + PATIENCE_S
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            assert time.monotonic() < ends, "the broker did not start"
            assert self._process.poll() is None, "the broker ended by itself"
            time.sleep(STEP_S)

    def stop(self) -> None:
        """End it as a power cut would."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE_S)
            self._process = None


@contextmanager
def mosquitto(folder: Path, *, user: str = "ann", password: str = "") -> Iterator[Mosquitto]:
    """A broker that runs."""
    broker = Mosquitto(folder, user=user, password=password)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


class Reader:
    """Somebody who reads everything at a broker, from the first retained word on."""

    def __init__(self, broker: Mosquitto, user: str = "", password: str = "") -> None:
        """Connected and subscribed to all topics."""
        import paho.mqtt.client as mqtt
        from paho.mqtt.enums import CallbackAPIVersion

        self.heard: list[tuple[str, bytes]] = []
        """Every message, in order, with those that were retained first."""
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        if user:
            self._client.username_pw_set(user, password)
        self._client.on_message = lambda _client, _data, message: self.heard.append(
            (message.topic, bytes(message.payload))
        )
        subscribed: list[object] = []
        self._client.on_subscribe = lambda *_: subscribed.append(True)
        self._client.connect("127.0.0.1", broker.port)
        self._client.subscribe("#")
        self.until(lambda: subscribed)

    @property
    def newest(self) -> dict[str, bytes]:
        """The last word on each topic; topics that were cleared are gone."""
        return {topic: payload for topic, payload in dict(self.heard).items() if payload}

    def until(self, is_so: object) -> None:
        """Read on until it is so."""
        assert callable(is_so)
        ends = time.monotonic() + PATIENCE_S
        while not is_so():
            assert time.monotonic() < ends, f"it never came to be: {self.newest}"
            self._client.loop(STEP_S)

    def say(self, topic: str, payload: bytes) -> None:
        """Leave a retained word there."""
        self._client.publish(topic, payload, retain=True)
        self.until(lambda: self.newest.get(topic) == payload)

    def ask(self, topic: str) -> None:
        """Say a word there that is not kept."""
        self._client.publish(topic, b"?")

    def close(self) -> None:
        """Leave."""
        self._client.disconnect()
        self._client.loop(STEP_S)


@contextmanager
def reader(broker: Mosquitto, user: str = "", password: str = "") -> Iterator[Reader]:
    """Somebody who reads everything there."""
    made = Reader(broker, user, password)
    try:
        yield made
    finally:
        made.close()
