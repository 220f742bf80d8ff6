"""What somebody waits for who has nothing but the wheel: installing, the first page, `--help`."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bench.measure import median_of
from bench.report import Row
from release.dist import build, made
from release.newcomer import FirstPage, first_page

ROOT: Final = Path(__file__).parents[2]
CACHED_S: Final = 15
FETCHED_S: Final = 60
LARGEST_MB: Final = 3
HELP_S: Final = 0.4
RUNS: Final = 9


def rows() -> Iterator[Row]:
    """One installation each way: packages come over the network, so a median would tell no more."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(ROOT, folder / "dist", made(), "wheel")
        (wheel,) = (folder / "dist").iterdir()
        megabytes = wheel.stat().st_size / 1e6
        yield Row(
            "the wheel", f"{megabytes:.2f} MB", f"<= {LARGEST_MB} MB", megabytes <= LARGEST_MB
        )
        fetched = first_page(wheel, folder / "fetched", is_cached=False)
        yield _installation("fetched", fetched, FETCHED_S)
        first_page(wheel, folder / "fills the cache")
        yield _installation("cached", first_page(wheel, folder / "cached"), CACHED_S)
    yield _help()


def _installation(how: str, page: FirstPage, reach_s: int) -> Row:
    seconds = page.installed_s + page.page_s
    return Row(
        f"from the wheel to a served page in an empty environment, packages {how}",
        f"{seconds:.1f} s",
        f"<= {reach_s} s",
        seconds <= reach_s,
        f"installing by {'uv' if shutil.which('uv') else 'pip'}, {page.installed_s:.1f} s of it",
    )


def _help() -> Row:
    """In processor time, which others on the machine do not stretch: it waits for nothing."""
    ours = median_of(lambda: _processor_s(sys.executable, "-m", "tricktable", "--help"), RUNS)
    bare = median_of(lambda: _processor_s(sys.executable, "-c", "pass"), RUNS)
    return Row(
        "tricktable --help, processor time",
        f"{ours:.2f} s",
        f"<= {HELP_S} s",
        ours <= HELP_S,
        f"a Python that does nothing, {bare:.2f} s",
    )


def _processor_s(*command: str) -> float:
    from resource import RUSAGE_CHILDREN, getrusage  # POSIX only

    environment = {**os.environ, "PYTHONPATH": str(ROOT / "host")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # or it would compile everything each time
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
