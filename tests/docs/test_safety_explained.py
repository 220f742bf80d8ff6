"""The page about safety names tests and modules that there are, and the program's own limits."""

import re
from pathlib import Path

import pytest

from rig.sites import settings_with
from tricktable.rules import names
from tricktable.store.replay import MAX_ENTRIES
from tricktable.web import limits
from tricktable.web.api.games import MAX_RECORD_BYTES
from tricktable.web.http import body, files, handler, head
from tricktable.web.live import feed

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/explanation/safety.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))
SETTINGS = settings_with(host_token="")
LIMITS = limits.of(SETTINGS)
STREAMS = feed.StreamLimits()
SHARES = files.share_out(1024, STREAMS.in_total)


@pytest.mark.parametrize("words", SECTIONS.values(), ids=SECTIONS)
def test_each_section_names_the_tests_that_prove_it_and_where_it_is_guarded(words):
    files = re.findall(r"`(tests/[a-z_/]+\.py)`", words)
    written = "".join((ROOT / path).read_text("utf-8") for path in files)
    written += (ROOT / "tests/web/safety/test_origins.py").read_text("utf-8")
    assert files
    for name in re.findall(r"`(test_\w+)`", words):
        assert f"def {name}(" in written
    for path in re.findall(r"`((?!tests/)[a-z_/]+\.py)`", words):
        assert (ROOT / "host/tricktable" / path).is_file()


def test_every_file_of_tests_of_safety_is_named():
    there = {path.name for path in (ROOT / "tests/web/safety").glob("test_*.py")}
    assert there == set(re.findall(r"tests/web/safety/(test_\w+\.py)", PAGE))


@pytest.mark.parametrize("name", LIMITS)
def test_it_tells_each_limit(name):
    of = LIMITS[name]
    often = f"{of.per_s:.0f} a second" if of.per_s >= 1 else f"1 in {1 / of.per_s:.0f} seconds"
    assert re.search(rf"^\| {name}\b.*\| {of.burst} \| {often} \|$", PAGE, re.M)


@pytest.mark.parametrize(
    "said",
    [
        f"One address may have {STREAMS.per_address} streams and all together {STREAMS.in_total:,}",
        f"takes nothing for {feed.PATIENCE_BEATS * feed.BEAT_S:.0f} s",
        f"has vanished is dropped after {feed.LOST_MS / 1000:.0f} s",
        f"requests may have at most {SETTINGS.max_body_bytes // 1024} KiB",
        f"record at most {MAX_RECORD_BYTES // 2**20} MiB and {MAX_ENTRIES:,} entries",
        f"cut to {names.MAX_NAME} characters",
        f"no request begins is closed after {handler.IDLE_S:.0f} s",
        f"in {handler.HEAD_S:.0f} s, however many bytes",
        f"a body has {body.BODY_S:.0f} s, and a second more for each {body.BYTES_PER_S >> 10} KiB",
        f"most {SETTINGS.connections_per_address} connections from one address",
        f"and {files.MAX_CONNECTIONS:,} altogether",
        f"keeps {files.KEPT} for journal and boards",
        f"With 1,024 files (`ulimit -Hn`) these are {SHARES.connections} connections "
        f"and {SHARES.streams} streams",
        f"may have at most {head.LINE_BYTES >> 10} KiB, a head at most {head.HEAD_BYTES >> 10} KiB "
        f"and {head.FIELDS} fields",
    ],
)
def test_it_says(said):
    assert said in " ".join(PAGE.split())
