"""The prototype that ours is measured beside: it does what it is compared for."""

import os
import sqlite3
from urllib.request import Request, urlopen

from bench import prototype
from bench.phones import Phones

WAIT_S = 60


def test_a_line_is_kept_and_reaches_every_phone_from_the_port_and_from_the_page(tmp_path):
    import tty  # POSIX alone has it

    ours, theirs = os.openpty()
    tty.setraw(theirs)
    with prototype.started(tmp_path, os.ttyname(theirs)) as address:
        phones = Phones(address, "BENCH", 3)

        def reached():
            while not phones.have_all():
                assert phones.wait(WAIT_S) is False
            phones.forget()

        os.write(ours, b"one\n")
        reached()
        url = "http://{}:{}".format(*address)
        with urlopen(Request(url, b"two", method="POST")) as answer:
            assert answer.status == 204
        reached()
        with urlopen(url) as page:
            assert b"EventSource" in page.read()
        phones.close()
    with sqlite3.connect(tmp_path / prototype.JOURNAL) as journal:
        assert journal.execute("SELECT line FROM journal").fetchall() == [("one",), ("two",)]
        assert journal.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    journal.close()
    os.close(ours)
    os.close(theirs)
