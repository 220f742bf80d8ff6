"""Makes the journals of old programs that test_older_journals.py opens: one for each schema.

Each is written by the last program that had that schema, taken from the project's own history: its
demo plays every game to the end and goes on with the next, and a phone takes a seat where there
were phones yet. So everything in the file is as that program left it, shape, rows and words. Run
it when a migration has been added, with the newest commit before it in `LAST`, from a checkout
with its history: `PYTHONPATH=tests python -m store.journal.eras 0003`. It takes some minutes.
"""

import gzip
import hashlib
import json
import os
import re
import sqlite3
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ROOT: Final = Path(__file__).parents[3]
RELEASED: Final = Path(__file__).parent / "released"
CODE: Final = "DEMO"
LAST: Final = {"0001": "10da0c5", "0002": "0ab13ab", "0003": "5d61901", "0004": "1a99d60"}
"""The last commit of each schema."""
GAMES: Final = ("torite", "triatri", "etori", "troika", "tredici")
GAME_S: Final = 90.0
"""No game takes longer."""
SEAT: Final = 2
"""Where the phone sits."""
ENTRIES: Final = 12
"""How far the game gets that is left running."""


class Demo:
    """An old program's demo, played by this one through its addresses."""

    def __init__(self, address: str, journal: Path) -> None:
        self._address = address
        self.journal = journal

    def count(self, what: str) -> int:
        """What a query counts in the journal."""
        with closing(sqlite3.connect(f"file:{self.journal}?mode=ro", uri=True)) as database:
            (number,) = database.execute(what).fetchone()
            return int(number)

    def games(self) -> int:
        """How many games have begun."""
        return self.count("SELECT COUNT(*) FROM journal WHERE kind = 'game'")

    def has_begun(self, number: int) -> bool:
        """Whether that many games have begun."""
        return self.games() >= number

    def entries(self) -> int:
        """How many entries the newest game has."""
        newest = "SELECT MAX(seq) FROM journal WHERE kind = 'game'"
        return self.count(f"SELECT COUNT(*) FROM journal WHERE kind = 'entry' AND seq > ({newest})")

    def get(self, path: str) -> bytes:
        """What is answered there."""
        with urlopen(self._address + path) as answer:
            content: bytes = answer.read()
            return content

    def act(self, **act: object) -> None:
        """Do something at the virtual table."""
        self._post("/demo/act", json.dumps(act).encode(), "application/json")

    def claim(self) -> bool:
        """Ask for the seat with a phone; whether this program has such a thing."""
        form = urlencode({"seat": SEAT}).encode()
        try:
            self._post(f"/t/{CODE}/seat/claim", form, "application/x-www-form-urlencoded")
        except HTTPError as fault:
            return fault.code == 409  # it asked before
        return True

    def _post(self, path: str, data: bytes, kind: str) -> None:
        headers = {"Content-Type": kind, "Origin": self._address}
        urlopen(Request(self._address + path, data, headers)).close()


@contextmanager
def demo(commit: str, folder: Path) -> Iterator[Demo]:
    """The demo of that commit, playing as fast as it can."""
    packed = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(fileobj=BytesIO(packed.stdout)) as sources:
        # Python 3.11.3 and older have no filters (PEP 706).
        sources.extraction_filter = getattr(tarfile, "data_filter", None)
        sources.extractall(folder / "sources")
    data = folder / "data"
    data.mkdir()
    paths = os.pathsep.join(("host", "firmware/portable"))
    environment = {**os.environ, "PYTHONPATH": paths, "TMPDIR": str(data), "PYTHONUNBUFFERED": "1"}
    command = "-m tricktable demo --fast --seed 5 --http-host 127.0.0.1 --http-port 0".split()
    log = folder / "log"
    with log.open("wb") as said:
        program = subprocess.Popen(
            [sys.executable, *command],
            cwd=folder / "sources",
            env=environment,
            stdout=said,
            stderr=subprocess.STDOUT,
        )
    try:
        _until(lambda: b"/host/" in log.read_bytes())
        (address,) = re.findall(r"(http://localhost:\d+)/host/", log.read_text("utf-8"))
        (journal,) = data.glob("*/journal.db")
        yield Demo(address, journal)
    finally:
        program.kill()  # as a power cut would: the folder stays
        program.wait()


def play(at: Demo) -> int:
    """Have each game played to its end; returns how many games are over, one more is running.

    Old players get stuck now and then: such a game is given up, as people give one up.
    """
    _until(partial(at.has_begun, 1))  # the first begins by itself
    for number, game in enumerate(GAMES):
        if number:
            before = at.games()
            at.act(do="begin", game=game, players=4)
            _until(partial(at.has_begun, before + 1))
            at.act(do="auto", on=True)
        running = at.games()
        is_over = _comes(partial(at.has_begun, running + 1), GAME_S)
        print(f"  {game}: {'over, and another begun' if is_over else 'given up'}", flush=True)
    if at.claim():
        while not at.count("SELECT COUNT(*) FROM phone WHERE state = 'sits'"):
            at.act(do="button", seat=SEAT, long=True)
            time.sleep(2)
        at.act(do="auto", on=True)
    _until(lambda: at.entries() >= ENTRIES)
    return at.games() - 1


def _comes(is_so: Callable[[], bool], within_s: float) -> bool:
    """Wait for it; whether it came in time."""
    last = time.monotonic() + within_s
    while not is_so():
        if time.monotonic() > last:
            return False
        time.sleep(0.2)
    return True


def _until(is_so: Callable[[], bool]) -> None:
    assert _comes(is_so, 2 * GAME_S), "the demo does not get there"


def make(schema: str) -> None:
    """Make the journal of that schema, and the sums of the records that its program exported."""
    with TemporaryDirectory() as folder:
        with demo(LAST[schema], Path(folder)) as at:
            over = play(at)
            records = [
                at.get(f"/api/v1/tables/{CODE}/games/{number}/record")
                for number in range(1, over + 1)
            ]
        sums = [
            f"{hashlib.sha256(record).hexdigest()}  {CODE}-{number}.jsonl\n"
            for number, record in enumerate(records, 1)
        ]
        RELEASED.mkdir(exist_ok=True)
        (RELEASED / f"{schema}.sums").write_text("".join(sums))
        whole = Path(folder) / "whole.db"
        with closing(sqlite3.connect(at.journal)) as journal:
            journal.execute("VACUUM INTO ?", (str(whole),))
        kept = RELEASED / f"{schema}.db.gz"
        kept.write_bytes(gzip.compress(whole.read_bytes(), mtime=0))
        print(f"{kept.name}: {kept.stat().st_size:,} bytes, {over} games and a running one")


if __name__ == "__main__":
    for each in sys.argv[1:]:
        make(each)
