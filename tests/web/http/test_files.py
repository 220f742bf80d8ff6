"""Files of a process: how connections and streams share them, and which numbers they get."""

import os
import socket
from contextlib import closing
from urllib.parse import urlsplit

import psutil
import pytest

from rig.program import Script
from tricktable.web.http import files
from tricktable.web.http.files import KEPT, LOW, Shares, share_out
from web.live.test_live import Phone
from web.room import begin

resource = pytest.importorskip("resource", reason="POSIX only")


@pytest.mark.parametrize(
    ("limit", "wanted", "share"),
    [
        (1024, 4000, Shares(224, 672)),
        (4096, 4000, Shares(992, 2976)),
        (1 << 20, 4000, Shares(1000, 4000)),
        (1024, 100, Shares(224, 100)),
    ],
)
def test_what_the_system_allows_is_shared_out(limit, wanted, share):
    assert share_out(limit, wanted) == share
    assert sum(share) + KEPT <= limit


def test_there_is_always_some_room():
    assert min(share_out(64, 4000)) >= 4


def in_a_process(program, soft, hard):
    """What a program prints whose files are limited so."""
    with Script(program, files=(soft, hard)) as process:
        out, told = process.end()
    assert (told, process.returncode) == ("", 0)
    return out.split()


def test_the_limit_is_raised_to_what_the_system_allows():
    program = """
        import resource
        from tricktable.web.http import files
        print(files.raise_limit(), *resource.getrlimit(resource.RLIMIT_NOFILE))
    """
    assert in_a_process(program, 256, 1500) == ["1500"] * 3
    assert in_a_process(program, 1500, 1500) == ["1500"] * 3


def test_a_house_takes_no_more_streams_than_it_has_files_for():
    program = """
        import sys, tempfile
        from contextlib import closing
        from pathlib import Path
        from tricktable.store.decks import Shelf
        from tricktable.app import House
        from tricktable.store.journal import open_journal
        from tricktable.settings import Settings

        folder = Path(tempfile.mkdtemp())
        with closing(open_journal(str(folder / "journal.db"))) as journal:
            house = House(Settings(data=folder), journal, Shelf(), list, ["7KQ"])
            print(house.feed.limits.in_total)
    """
    assert in_a_process(program, 256, 1024) == ["672"]


def test_a_connection_leaves_the_low_numbers_to_serial_ports():
    """Pyserial waits with select(2), which knows no file from 1,024 on."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft <= LOW:
        pytest.skip("this system has no higher numbers")
    ours, theirs = os.pipe()
    high = files.move_higher(theirs)
    assert high >= LOW
    assert not os.get_inheritable(high)
    os.write(high, b"the same")
    os.close(high)
    assert os.read(ours, 99) == b"the same"
    assert os.read(ours, 99) == b"", "the low number was closed"
    os.close(ours)


def test_connections_and_streams_of_a_host_have_high_numbers(room, served):
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] <= 2 * LOW:
        pytest.skip("this system has no higher numbers")
    begin(room.table)
    port = urlsplit(served).port
    with closing(Phone(served)) as phone, socket.create_connection(("127.0.0.1", port)):
        phone.event()
        here = psutil.Process().net_connections("tcp4")
        theirs = [each.fd for each in here if each.raddr and each.laddr.port == port]
    assert len(theirs) >= 1
    assert min(theirs) >= LOW


def test_where_there_are_no_high_numbers_the_low_one_stays():
    program = """
        import os
        from tricktable.web.http import files
        ours, theirs = os.pipe()
        print(files.move_higher(theirs) == theirs)
    """
    assert in_a_process(program, 1024, 1024) == ["True"]
