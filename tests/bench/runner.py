"""Runs the measurements and prints their table. Never measures anything itself.

With no subject named, every `bench_<subject>.py` of this folder is run. The exit code is 1
when a measurement broke or a figure was not reached.
"""

import argparse
import importlib
import multiprocessing
import pkgutil
import sys
import time
import traceback
from concurrent.futures import ProcessPoolExecutor

import bench
from bench.report import Row, print_table

PREFIX = "bench_"


def subjects() -> list[str]:
    """The subjects that have a measurement, in alphabetical order."""
    names = sorted(module.name for module in pkgutil.iter_modules(bench.__path__))
    return [name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)]


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
        parser.error(f"no such measurement: {', '.join(unknown)}")
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
