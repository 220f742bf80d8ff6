"""The tables at a real broker, and at brokers that are absent, silent, refuse or vanish."""

import json
import socket
import threading
import time

import pytest

from rig.broker import Mosquitto, mosquitto, program, reader
from rig.evening import Cables, house, until
from rig.patience import PATIENCE_S
from tricktable.table import commands
from tricktable.web.outbound.broker import Broker, address
from tricktable.web.outbound.topics import TopicRoots
from web.room import ask, begin, lay


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    with mosquitto(tmp_path_factory.mktemp("broker")) as running:
        yield running


def told(reading, code):
    return json.loads(reading.newest.get(f"tricktable/{code}/state", b"{}"))


def test_a_broker_keeps_what_the_tables_show_and_forgets_a_table_that_is_closed(tmp_path, broker):
    with house(tmp_path, Cables(), tables=2, mqtt_url=broker.url) as here, reader(broker) as read:
        first, second = here.tables
        begin(here.table)
        lay(here.table, "1:2C")
        read.until(lambda: told(read, first).get("turn") == "Cy")
        read.until(lambda: read.newest.get("tricktable/status") == b"online")
        assert told(read, second)["state"] == "none"
        scores = f"homeassistant/sensor/tricktable/{first}_score1/config"
        read.until(lambda: scores in read.newest)
        assert here.close_table(second).is_done
        read.until(lambda: not [topic for topic in read.newest if second in topic])
        assert told(read, first)["turn"] == "Cy"
    with reader(broker) as read:  # the host said goodbye, and what it kept is there
        read.until(lambda: read.newest.get("tricktable/status") == b"offline")
        read.until(lambda: told(read, first).get("turn") == "Cy")


def test_other_names_and_fewer_sides_leave_nothing_of_the_old_ones(tmp_path, broker):
    with house(tmp_path, Cables(), mqtt_url=broker.url) as here, reader(broker) as read:
        code = here.table.code
        at = f"homeassistant/sensor/tricktable/{code}_score{{}}/config".format

        def name(number):
            return json.loads(read.newest.get(at(number), b"{}")).get("name")

        def scores():
            return [topic for topic in read.newest if f"{code}_score" in topic]

        ask(here.table, commands.NewGame("tredici", 4, ["Ann", "Bo", "Cy", "Di"], dealer=0))
        read.until(lambda: len(scores()) == 4)
        ask(here.table, commands.Rename(0, "Eva"))
        read.until(lambda: "Eva" in str(name(1)))
        read.until(lambda: told(read, code)["names"][0] == "Eva")
        read.until(lambda: "Ann" not in str(read.newest))
        ask(here.table, commands.NewGame("tredici", 2, ["Eva", "Bo"], dealer=0))
        read.until(lambda: len(scores()) == 2)
        read.until(lambda: told(read, code)["names"] == ["Eva", "Bo"])


def test_what_an_earlier_run_left_is_cleared_and_nothing_of_others(tmp_path, broker):
    with reader(broker) as read:
        read.say("tricktable/OLD/state", b"{}")
        read.say("homeassistant/sensor/tricktable/OLD_turn/config", b"{}")
        read.say("homeassistant/sensor/lamp/x/config", b"{}")
        with house(tmp_path, Cables(), mqtt_url=broker.url):
            read.until(lambda: not [topic for topic in read.newest if "OLD" in topic])
        assert "homeassistant/sensor/lamp/x/config" in read.newest


def test_after_a_broker_was_away_it_is_told_the_present_and_nothing_older(tmp_path):
    away = Mosquitto(tmp_path)
    with house(tmp_path, Cables(), mqtt_url=away.url) as here:
        begin(here.table)
        for card in "1:2C 2:3C 3:4C 0:5C".split():  # nobody listens
            began = time.monotonic()
            lay(here.table, card)
            assert time.monotonic() - began < PATIENCE_S
        away.start()
        try:
            with reader(away) as read:
                states = []
                read.until(lambda: told(read, here.table.code))
                states = [body for topic, body in read.heard if topic.endswith("/state") and body]
                assert len({*states}) == 1
                assert json.loads(states[0])["turn"] == told(read, here.table.code)["turn"]
                lay(here.table, "0:7C")
                newest = here.table.view().view.phase.headline
                assert newest
                away.stop()
                lay(here.table, "1:8C")
                away.start()
            with reader(away) as read:
                read.until(lambda: told(read, here.table.code).get("turn") == "Cy")
        finally:
            away.stop()


def test_a_host_that_is_killed_is_reported_away_by_its_will(tmp_path, broker):
    places = TopicRoots("killed")
    dying = Broker(address(broker.url), places)
    with reader(broker) as read:
        dying.start()
        read.until(lambda: read.newest.get("killed/status") == b"online")
        # The next run of the same host: the broker ends the old connection, and its will comes
        # before the first word of the new one.
        other = Broker(address(broker.url), places)
        other.start()
        read.until(lambda: (("killed/status", b"offline")) in read.heard)
        dying.stop()
        other.stop()


def test_only_who_knows_the_password_may_speak_and_nobody_is_told_it(tmp_path, caplog):
    with mosquitto(tmp_path, password="let-me-in") as guarded:
        right = f"mqtt://ann:let-me-in@127.0.0.1:{guarded.port}"
        wrong = Broker(address(right.replace("let-me-in", "let-me-out")), TopicRoots())
        wrong.start()
        until(lambda: "it refuses us" in caplog.text)
        wrong.stop()
        knows = Broker(address(right), TopicRoots())
        with reader(guarded, "ann", "let-me-in") as read:
            knows.start()
            read.until(lambda: read.newest.get("tricktable/status") == b"online")
            knows.stop()
    assert "let-me" not in caplog.text


class Mute(threading.Thread):
    """A broker that takes connections and never says a word, or hangs up at once."""

    def __init__(self, hangs_up: bool) -> None:
        super().__init__(daemon=True)
        self.hangs_up = hangs_up
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.taken: list[socket.socket] = []
        self.start()

    def run(self) -> None:
        while True:
            try:
                taken, _ = self.listening.accept()
            except OSError:
                return
            if self.hangs_up:
                taken.close()
            self.taken.append(taken)

    def close(self) -> None:
        self.listening.shutdown(socket.SHUT_RDWR)
        self.listening.close()
        self.join(PATIENCE_S)
        for each in self.taken:
            each.close()


@pytest.mark.parametrize("hangs_up", [False, True])
def test_no_card_waits_for_a_broker_that_says_nothing_or_hangs_up(tmp_path, hangs_up):
    program()
    mute = Mute(hangs_up)
    port = mute.listening.getsockname()[1]
    with house(tmp_path, Cables(), mqtt_url=f"mqtt://127.0.0.1:{port}") as here:
        until(lambda: mute.taken)
        begin(here.table)
        lay(here.table, "1:2C 2:3C 3:4C 0:5C")
        assert here.table.view().view.tally[0]
    mute.close()


def test_showing_a_view_only_leaves_it_there(room):
    """Whatever the broker does, what runs in the table's lock is one assignment."""
    program()
    broker = Broker(address("mqtt://192.0.2.1"), TopicRoots())
    view = room.table.view()
    for _ in range(10_000):
        broker.show(view)
    assert broker._changed == {view.code: view}
    broker.stop()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mqtt://broker", ("broker", 1883, False, "", "")),
        ("mqtts://broker", ("broker", 8883, True, "", "")),
        ("mqtt://ann:p%40ss%2F@[::1]:1884/", ("::1", 1884, False, "ann", "p@ss/")),
    ],
)
def test_a_broker_has_an_address(url, said):
    assert tuple(address(url)) == said
    assert "p@ss" not in repr(address(url))
