"""What a file's name leads to, asked in both ways."""

import ctypes
import sys
from types import SimpleNamespace

import pytest

from tricktable.store.journal import file_lookup
from tricktable.store.journal.file_lookup import FileIdentity, find

WAYS = pytest.mark.parametrize("ask", [find, file_lookup._with_stat])


@WAYS
def test_a_file_is_told_by_device_inode_and_size(ask, tmp_path):
    path = tmp_path / "journal ♠.db"
    path.write_bytes(b"x" * 4321)
    seen = path.stat()
    assert ask(str(path)) == FileIdentity(seen.st_dev, seen.st_ino, 4321)


@WAYS
def test_a_link_leads_to_its_file(ask, tmp_path):
    path, link = tmp_path / "journal.db", tmp_path / "link"
    path.write_bytes(b"xyz")
    link.symlink_to(path)
    assert ask(str(link)) == ask(str(path))


@WAYS
def test_what_is_not_there_is_none(ask, tmp_path):
    assert ask(str(tmp_path / "none")) is None
    assert ask(str(tmp_path / "none" / "none")) is None


def test_another_file_under_the_name_is_not_one_with_the_first(tmp_path):
    path = tmp_path / "journal.db"
    path.write_bytes(b"xyz")
    first = find(str(path))
    path.rename(tmp_path / "kept")
    path.write_bytes(b"xyz")
    assert not first.is_one_with(find(str(path)))
    assert not find(str(path)).is_one_with(first)
    assert first.is_one_with(find(str(tmp_path / "kept")))
    assert not first.is_one_with(None)


def test_the_kernel_has_as_much_room_for_its_answer_as_it_fills():
    assert ctypes.sizeof(file_lookup._Statx) == 256  # struct statx of linux/stat.h


@pytest.mark.skipif(sys.platform != "linux", reason="statx(2) is of Linux")
def test_linux_is_asked_without_its_times():
    assert find is not file_lookup._with_stat
    assert file_lookup._INODE_AND_SIZE == 0x300  # STATX_INO | STATX_SIZE of linux/stat.h


@pytest.mark.parametrize("why", [OSError, TypeError, AttributeError])
def test_a_system_without_the_call_is_asked_the_old_way(monkeypatch, why):
    def refuse(_name: object) -> None:
        raise why

    monkeypatch.setattr(file_lookup.ctypes, "CDLL", refuse)
    assert file_lookup._best() is file_lookup._with_stat


def test_a_kernel_without_the_call_is_asked_the_old_way(tmp_path):
    path = tmp_path / "journal.db"
    path.write_bytes(b"xyz")

    class Absent:
        argtypes = None

        def __call__(self, *_asked: object) -> int:
            return -1

    seen = path.stat()
    look = file_lookup._with_statx(SimpleNamespace(statx=Absent()))
    assert look(str(path)) == FileIdentity(seen.st_dev, seen.st_ino, 3)
