"""`make mutants`: do the tests notice when one token of a module changes?

Exit codes: 0 at least 95 % of the changes that could do harm were noticed in each package; 1 not.
"""

import argparse
import json
import math
import pkgutil
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import flask  # noqa: F401 - loaded once here instead of in each trial
import hypothesis  # noqa: F401

from mutants.known import OWN_TESTS, ROOT, harmless, path_of
from mutants.line_tests import quickest, reached
from mutants.trial import Fault, Verdict, faults_of, judged
from rig import other_games


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
    """This many of each module."""
    together: int
    """This many of all modules that one name stands for."""
    seconds: float
    """The quickest tests that take so long together have to notice each of them."""
    seed: int


class Tally:
    """What became of the changes of one module, or of all modules that one name stands for."""

    def __init__(self) -> None:
        self.tried = 0
        self.noticed = 0
        self.harmless = 0

    def add(self, verdict: Verdict | None) -> None:
        """Count one more, unless there was no program left to try; None is a harmless one."""
        self.tried += verdict not in (None, Verdict.NO_PROGRAM)
        self.noticed += verdict is Verdict.NOTICED
        self.harmless += verdict is None

    @property
    def drawn(self) -> int:
        """All that were counted: harmless ones too, so that a list of them draws no others."""
        return self.tried + self.harmless

    @property
    def part(self) -> float:
        """The share that was noticed of those that could do harm."""
        return self.noticed / self.tried if self.tried else 1.0

    def __str__(self) -> str:
        besides = f", besides {self.harmless} harmless" if self.harmless else ""
        return f"{self.noticed} of {self.tried} noticed{besides}"


def drawn(modules: Sequence[str], wish: Sample, chance: random.Random) -> str:
    """The module whose turn it is: the first, or by chance if only some of all changes are wanted.

    Then one of twice the length comes twice as often.
    """
    if wish.together == sys.maxsize:
        return modules[0]
    return chance.choices(modules, [path_of(module).stat().st_size for module in modules])[0]


def tell(path: Path, fault: Fault, verdict: Verdict) -> None:
    """Print a change that nobody noticed as it would stand in the list of harmless ones."""
    print(f"# {path.relative_to(ROOT)}:{fault.lines.start}: {verdict.value}")
    print(f'[["{fault.change.where}"]]')
    for name in ("was", "became"):
        print(f"{name} = {json.dumps(getattr(fault.change, name), ensure_ascii=False)}")
    print('why = ""\n', flush=True)


def share(name: str, wish: Sample) -> float:
    """Try changes of a module or package; the share of them that was noticed."""
    package = next(each for each in OWN_TESTS if f"{name}.".startswith(f"{each}."))
    found, known, whole, began = reached(package), harmless(), Tally(), time.monotonic()
    chance, modules = random.Random(wish.seed), [*modules_of(name)]
    tallies = {module: Tally() for module in modules}
    faults = {module: faults_of(module, wish.seed) for module in modules}
    while modules and whole.drawn < wish.together:
        module = drawn(modules, wish, chance)
        tally, path = tallies[module], path_of(module)
        fault = None if tally.drawn == wish.most else next(faults[module], None)
        if fault is None:
            modules.remove(module)
            continue
        tests = quickest(found.tests_of(path, fault.lines), wish.seconds)
        verdict = None if fault.change in known else judged(module, fault, tests)
        tally.add(verdict)
        whole.add(verdict)
        if verdict in (Verdict.MISSED, Verdict.UNREACHED):
            tell(path, fault, verdict)
    for module, tally in tallies.items():
        if tally.drawn:
            print(f"# {module}: {tally}")
    each_s = (time.monotonic() - began) / max(whole.tried, 1)
    print(f"# {name}: {whole}, {whole.part:.1%}; {each_s:.1f} s each", flush=True)
    return whole.part


def main() -> int:
    """Try what the command line names; the exit code."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("module", nargs="*", help=f"of {', '.join(OWN_TESTS)}, or a part of one")
    parser.add_argument("--most", type=int, default=sys.maxsize, help="this many of each module")
    parser.add_argument(
        "--together", type=int, default=sys.maxsize, help="this many of what is named, by chance"
    )
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="try only the quickest tests of each line"
    )
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    wanted = parser.parse_args()
    other_games.hide()  # a trial loads its module, and often all games, before the tests come to it
    inner = {each for each in OWN_TESTS for other in OWN_TESTS if each.startswith(f"{other}.")}
    names = wanted.module or [each for each in OWN_TESTS if each not in inner]
    wish = Sample(wanted.most, wanted.together, wanted.seconds, wanted.seed)
    shares = [share(name, wish) for name in names]
    return min(shares) < 0.95


if __name__ == "__main__":
    sys.exit(main())
