"""A table sleeps here while it is played at another host: whoever this host tells of it hears."""

import json
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from house.test_caretaker import Clock, sleep
from rig.broker import Mosquitto, mosquitto, reader
from rig.evening import RED, Cables, house
from rig.patience import until
from rig.table import RecordingAudience
from tricktable.store.decks import Decks, Shelf
from tricktable.store.journal import open_journal
from tricktable.table.table import Table
from web.outbound.test_webhooks import SECRET, Receiver
from web.room import begin, lay


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path_factory.mktemp("broker")) as running:
        yield running


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()  # type: ignore[no-untyped-call]
    yield made
    made.close()


@pytest.mark.parametrize("delay_s", [0, 60])
def test_a_card_elsewhere_wakes_the_table_and_is_told_in_time(tmp_path, broker, receiver, delay_s):
    clock = Clock()
    told = {
        "mqtt_url": broker.url,
        "webhook_urls": (receiver.url,),
        "webhook_secret": SECRET,
        "delay_s": delay_s,
    }
    with (
        house(tmp_path, Cables(), **told) as here,
        reader(broker) as read,
        closing(open_journal(tmp_path / "journal.db")) as journal,
    ):
        (code,) = here.tables
        clock.now_ms = time.monotonic_ns() // 1_000_000  # from now on it stands
        here.tables._now_ms = clock
        later = here._audiences.later.spectators.tables[code] if here._audiences.later else None
        if later is not None:
            later._now_ms = clock
            clock.wait(delay_s)
            later.release()  # what was before is old enough
        until(lambda: [*(tmp_path / "webhooks").glob("*.json")])
        sleep(here, clock)
        until(lambda: not here.tables.awake)

        there = Table(code, journal, Shelf(Decks((RED,))), RecordingAudience())
        begin(there)
        lay(there, "1:2C")
        row = there.view().row
        until(lambda: [each for each in here.tables.awake if each.view().row == row])
        if later is not None:
            until(lambda: not later.is_up_to_date)  # it has taken the card in, at this moment
            assert later.view().view is None
            assert receiver.kinds == []
            clock.wait(delay_s)
        topic = f"tricktable/{code}/state"
        read.until(lambda: json.loads(read.newest.get(topic, b"{}")).get("turn") == "Cy")
        until(lambda: receiver.kinds == ["game.began"])
