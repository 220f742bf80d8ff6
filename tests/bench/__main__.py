"""Runs the measurements and prints their table: `make bench`. Never measures anything itself.

Usage: python -m bench [SUBJECT ...]; with no subject, every `bench_*.py` beside this file.
Exits 1 when a measurement broke or a figure was not reached.
"""

import argparse
import importlib
import multiprocessing
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bench.report import Row, print_table

PREFIX = "bench_"


def subjects() -> list[str]:
    """The subjects that have a measurement, in alphabetical order."""
    return sorted(
        path.stem.removeprefix(PREFIX) for path in Path(__file__).parent.glob("bench_*.py")
    )


def measure(subject: str) -> list[Row]:
    """Import the subject's measurement and run it to the end."""
    return list(importlib.import_module(f"bench.{PREFIX}{subject}").rows())


def measure_apart(subject: str) -> list[Row]:
    """Run the subject's measurement in a fresh process: one's heap and threads cost no other."""
    fresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=fresh) as process:
        return process.submit(measure, subject).result()


def main(arguments: list[str]) -> int:
    """Measure the named subjects (all when none is named), print the table, return the exit."""
    parser = argparse.ArgumentParser(prog="python -m bench")
    parser.add_argument("subject", nargs="*", help=", ".join(subjects()))
    chosen = parser.parse_args(arguments).subject or subjects()
    if unknown := sorted(set(chosen) - set(subjects())):
        parser.error(
            f"no such measurement: {', '.join(unknown)}; there are: {', '.join(subjects())}"
        )
    rows: list[Row] = []
    broken: list[str] = []
    for subject in chosen:
        started = time.monotonic()
        try:
            rows += measure_apart(subject)
        except Exception:  # noqa: BLE001 - one broken measurement must not hide the others
            traceback.print_exc()
            broken.append(subject)
        print(f"{subject}: {time.monotonic() - started:.1f} s", file=sys.stderr, flush=True)
    print_table(rows)
    for subject in broken:
        print(f"bench_{subject}.py broke: its figures are missing")
    return 1 if broken or any(row.ok is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
