"""`make mutants`: do the tests notice when one token of a module changes?

Exit codes: 0 at least 95 % of the changes that could do harm were noticed in each package; 1 not.
"""

import argparse
import json
import math
import pkgutil
import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

import flask  # noqa: F401 - loaded once here instead of in each trial
import hypothesis  # noqa: F401

from mutants.known import OWN_TESTS, ROOT, harmless, path_of
from mutants.reached import Reached, quickest, reached
from mutants.trial import Verdict, faults_of, judged
from rig import beside


def modules_of(name: str) -> Iterator[str]:
    """The module itself, and all modules of the package if it is one."""
    yield name
    path = path_of(name)
    if path.name == "__init__.py":
        for module in pkgutil.iter_modules([str(path.parent)]):
            yield from modules_of(f"{name}.{module.name}")


class Sample(NamedTuple):
    """Which changes are tried, and how long."""

    most: int
    """So many of each module."""
    together: int
    """So many of all modules that one name stands for."""
    seconds: float
    """The quickest tests that take so long together have to notice each of them."""
    seed: int


def tried(module: str, found: Reached, wish: Sample) -> tuple[int, int]:
    """Try changes of a module and print those that nobody noticed.

    Returns how many were tried, and how many of them were noticed.
    """
    known, path = harmless(), path_of(module)
    strange = (fault for fault in faults_of(module, wish.seed) if fault.change not in known)
    count = noticed = 0
    for fault in strange:
        tests = quickest(found.tests_of(path, fault.lines), wish.seconds)
        verdict = judged(module, fault, tests)
        count += verdict is not Verdict.NO_PROGRAM
        noticed += verdict is Verdict.NOTICED
        if verdict in (Verdict.MISSED, Verdict.UNREACHED):
            print(f"# {path.relative_to(ROOT)}:{fault.lines.start}: {verdict.value}")
            print("[[change]]")
            for name, value in fault.change._asdict().items():
                print(f"{name} = {json.dumps(value, ensure_ascii=False)}")
            print('why = ""\n', flush=True)
        if count == wish.most:
            break
    print(f"# {module}: {noticed} of {count} noticed", flush=True)
    return count, noticed


def share(name: str, wish: Sample) -> float:
    """The share of the changes of a module or package that was noticed."""
    package = next(each for each in OWN_TESTS if f"{name}.".startswith(f"{each}."))
    found, modules = reached(package), [*modules_of(name)]
    random.Random(wish.seed).shuffle(modules)
    count = noticed = 0
    for module in modules:
        most = min(wish.most, wish.together - count)
        more = tried(module, found, wish._replace(most=most))
        count, noticed = count + more[0], noticed + more[1]
        if count == wish.together:
            break
    part = noticed / count if count else 1.0
    print(f"# {name}: {noticed} of {count} noticed, {part:.1%}", flush=True)
    return part


def main() -> int:
    """Try what the command line names; the exit code."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("module", nargs="*", help=f"of {', '.join(OWN_TESTS)}, or a part of one")
    parser.add_argument("--most", type=int, default=sys.maxsize, help="so many of each module")
    parser.add_argument(
        "--together", type=int, default=sys.maxsize, help="so many of what is named, by chance"
    )
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="try only the quickest tests of each line"
    )
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    wanted = parser.parse_args()
    beside.hide()  # a trial loads its module, and often all games, before the tests come to it
    inner = {each for each in OWN_TESTS for other in OWN_TESTS if each.startswith(f"{other}.")}
    names = wanted.module or [each for each in OWN_TESTS if each not in inner]
    wish = Sample(wanted.most, wanted.together, wanted.seconds, wanted.seed)
    shares = [share(name, wish) for name in names]
    return min(shares) < 0.95


if __name__ == "__main__":
    sys.exit(main())
