"""A long record on its way in, at the real server: nobody waits for it, at its table or another."""

import json
import threading
from collections.abc import Iterable, Iterator
from http.client import HTTPConnection
from random import Random
from urllib.parse import urlsplit

from records.hostile import alternating, file_of, long_game
from rig.patience import PATIENCE_S
from tricktable.table import whole_records
from web.room import CODE, TOKEN, begin

ELSEWHERE = "AAA"
PLAYED = {"kind": "played", "seat": 1, "card": "2C"}


def asked(url, path, body, kind="application/json"):
    """What the host answers to a program that has its token: the status, and what it says."""
    line = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)
    words = {"X-Host-Token": TOKEN, "Content-Type": kind}
    line.request("POST", f"/api/v1/tables/{path}", body, words)
    answer = line.getresponse()
    told = answer.status, json.load(answer)
    line.close()
    return told


def visited(url, path):
    """The status of what a newcomer asks for; of a stream, once its first part is there."""
    line = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)
    line.request("GET", path)
    answer = line.getresponse()
    assert answer.read1()
    line.close()
    return answer.status


def test_entries_and_visitors_come_before_a_record_on_its_way(room, served, monkeypatch):
    begin(room.table)
    begin(room.another(ELSEWHERE))
    is_half_read, may_go_on = threading.Event(), threading.Event()
    has_rested = []

    def held(work: Iterable[object]) -> Iterator[object]:
        yield from work
        is_half_read.set()
        has_rested.append(may_go_on.wait(PATIENCE_S))

    monkeypatch.setattr(whole_records, "giving_way", held)
    game = long_game(Random(7), "troika", 4)
    lines = file_of(game, alternating(Random(8), game), 1_500)
    told = []
    path, record = f"{CODE}/record?abandon=yes", b"\n".join(lines)
    importing = threading.Thread(
        target=lambda: told.append(asked(served, path, record, "application/jsonl"))
    )
    importing.start()
    assert is_half_read.wait(PATIENCE_S)
    for code in (CODE, ELSEWHERE):
        kept = asked(served, f"{code}/entries", json.dumps(PLAYED))
        assert kept == (201, {"game": 1, "seq": 3, "is_saved": True})
    for path in (f"/t/{CODE}", f"/t/{CODE}/live", f"/t/{ELSEWHERE}", f"/t/{ELSEWHERE}/live"):
        assert visited(served, path) == 200
    assert not told
    may_go_on.set()
    importing.join(PATIENCE_S)
    ((status, said),) = told
    assert (status, said["number"], said["entries"]) == (201, 2, len(lines) - 1)
    assert all(has_rested)
