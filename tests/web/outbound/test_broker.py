"""The tables at a real broker, and at brokers that are absent, silent, refuse or vanish."""

import json
import re
import shlex
import shutil
import socket
import threading
import time

import pytest

from rig.broker import Mosquitto, mosquitto, program, reader
from rig.evening import Cables, house
from rig.patience import PATIENCE_S, until
from rig.program import Program
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


@pytest.mark.parametrize("other", ["tricktable/upstairs", "tricktable_upstairs"])
def test_two_hosts_whose_topics_begin_alike_clear_none_of_each_other(tmp_path, broker, other):
    for name in ("own", "other"):
        (tmp_path / name).mkdir()
    own = "tricktable/upstairs" if "_" in other else "tricktable"
    with reader(broker) as read:

        def kept():
            return {topic: body for topic, body in read.newest.items() if there.table.code in topic}

        with house(tmp_path / "other", Cables(), mqtt_url=broker.url, mqtt_topic=other) as there:
            read.until(lambda: read.newest.get(f"{other}/status") == b"online")
            before = kept()
            assert len(before) > 3
            with house(tmp_path / "own", Cables(), mqtt_url=broker.url, mqtt_topic=own):
                read.until(lambda: read.newest.get(f"{own}/status") == b"online")
                # Each with a name of its own: a broker ends the connection of the older of two.
                assert (f"{other}/status", b"offline") not in read.heard
            read.until(lambda: read.newest.get(f"{own}/status") == b"offline")  # its last word
            assert kept() == before


def test_a_stranger_reads_names_of_any_characters_and_finds_none_in_a_topic(tmp_path, broker):
    if shutil.which("mosquitto_sub") is None:
        pytest.skip("there is no mosquitto_sub here (Debian: apt-get install mosquitto-clients)")
    names = ["A+B", "#1", "a/b $SYS", "健太 \N{CAT}\u200d"]
    command = f"mosquitto_sub -p {broker.port} -q 2 -F '%r %q %t %p' -t '#'"
    with house(tmp_path, Cables(), mqtt_url=broker.url) as here, reader(broker) as read:
        ask(here.table, commands.NewGame("tredici", 4, names, dealer=0))
        code = here.table.code
        read.until(lambda: told(read, code).get("names") == [*names[:3], "健太 \N{CAT}"])
        read.until(lambda: f"homeassistant/sensor/tricktable/{code}_score4/config" in read.newest)
        level = re.compile("[A-Za-z0-9_-]+")
        assert [
            each for topic in read.newest for each in topic.split("/") if level.sub("", each)
        ] == []
        with Program(tmp_path, command=shlex.split(command)) as stranger:
            said = stranger.until(rf"^1 0 tricktable/{code}/state (.*)$")
            assert json.loads(said[1])["names"] == told(read, code)["names"]
            stranger.until(rf"^1 0 homeassistant/sensor/tricktable/{code}_score2/config .*#1")


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
