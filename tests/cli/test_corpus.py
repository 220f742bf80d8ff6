"""Which files a folder stands for, whatever else is in it."""

import inspect
import os
import socket
import sys
from pathlib import Path

from tricktable.cli.corpus import files


def touched(path: Path) -> str:
    """An empty file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return str(path)


def test_records_come_in_order_of_their_names_folder_by_folder(tmp_path):
    names = ["a.jsonl", "b/a.jsonl", "b/c/z.jsonl", "b/d.jsonl", "b.jsonl", "c.jsonl"]
    there = {name: touched(tmp_path / name) for name in reversed(names)}
    for name in ("a.each.jsonl", "b/notes.txt", "b/c/jsonl"):
        touched(tmp_path / name)
    (tmp_path / "empty.jsonl").mkdir()
    assert list(files(f"{tmp_path}/")) == [there[name] for name in names]
    assert list(files(there["c.jsonl"])) == [there["c.jsonl"]]


def test_a_pipe_a_socket_or_a_device_in_a_folder_is_no_record(tmp_path):
    record = touched(tmp_path / "m.jsonl")
    (tmp_path / "link.jsonl").symlink_to(record)
    os.mkfifo(tmp_path / "pipe.jsonl")
    (tmp_path / "device.jsonl").symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(os.path.relpath(tmp_path / "socket.jsonl"))  # a short name, wherever that is
        assert list(files(str(tmp_path))) == [str(tmp_path / "link.jsonl"), record]


def test_a_folder_is_never_too_deep(tmp_path):
    deep = tmp_path.joinpath(*["d"] * 300)
    record = touched(deep / "a.jsonl")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack()) + 100)
    try:
        found = list(files(str(tmp_path)))
    finally:
        sys.setrecursionlimit(limit)
    assert found == [record]


def test_a_folder_that_cannot_be_looked_into_is_opened_as_a_file_is(tmp_path):
    first, last = touched(tmp_path / "a.jsonl"), touched(tmp_path / "c.jsonl")
    (tmp_path / "b").mkdir()
    found = files(str(tmp_path))
    assert next(found) == first
    (tmp_path / "b").rmdir()
    assert list(found) == [str(tmp_path / "b"), last]


def test_links_that_lead_round_or_nowhere_end(tmp_path):
    (tmp_path / "round").symlink_to(tmp_path)
    (tmp_path / "self.jsonl").symlink_to("self.jsonl")
    (tmp_path / "gone.jsonl").symlink_to("nowhere")
    assert list(files(str(tmp_path))) == [f"{tmp_path}/gone.jsonl", f"{tmp_path}/self.jsonl"]
