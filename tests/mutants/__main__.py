"""`make mutants`: do the tests notice when one token of a module changes?

Exit codes: 0 at least 95 % of the changes that could do harm were noticed in each package; 1 not.
"""

import argparse
import json
import pkgutil
import sys
from collections.abc import Iterator

import flask  # noqa: F401 - loaded once here instead of in each trial
import hypothesis  # noqa: F401

from mutants.known import OWN_TESTS, ROOT, harmless, path_of
from mutants.trial import Verdict, faults_of, judged
from rig import beside


def modules_of(name: str) -> Iterator[str]:
    """The module itself, and all modules of the package if it is one."""
    yield name
    path = path_of(name)
    if path.name == "__init__.py":
        for module in pkgutil.iter_modules([str(path.parent)]):
            yield from modules_of(f"{name}.{module.name}")


def tests_of(module: str) -> list[list[str]]:
    """The tests that should notice: those of the module's own files, then its package's others."""
    package = next(each for each in OWN_TESTS if f"{module}.".startswith(f"{each}."))
    own = [
        str(path.relative_to(ROOT))
        for folder in OWN_TESTS[package]
        for part in module.removeprefix(package).split(".")[1:]
        for path in sorted((ROOT / folder).glob(f"test_{part}*.py"))
    ]
    others = [*OWN_TESTS[package], *(f"--ignore={path}" for path in own)]
    return [own, others] if own else [others]


def tried(module: str, most: int, seed: int) -> tuple[int, int]:
    """Try changes of a module and print those that nobody noticed.

    Returns how many were tried, and how many of them were noticed.
    """
    known = harmless()
    strange = (fault for fault in faults_of(module, seed) if fault.change not in known)
    count = noticed = 0
    for fault in strange:
        verdict = judged(module, fault.text, tests_of(module))
        count += verdict is not Verdict.NO_PROGRAM
        noticed += verdict is Verdict.NOTICED
        if verdict is Verdict.MISSED:
            print("[[change]]")
            for name, value in fault.change._asdict().items():
                print(f"{name} = {json.dumps(value, ensure_ascii=False)}")
            print('why = ""\n', flush=True)
        if count == most:
            break
    print(f"# {module}: {noticed} of {count} noticed", flush=True)
    return count, noticed


def main() -> int:
    """Try what the command line names; the exit code."""
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__)
    parser.add_argument("module", nargs="*", help=f"of {', '.join(OWN_TESTS)}, or a part of one")
    parser.add_argument("--most", type=int, default=sys.maxsize, help="so many of each module")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    wanted = parser.parse_args()
    beside.hide()  # a trial loads its module, and often all games, before the tests come to it
    enough = True
    for name in wanted.module or OWN_TESTS:
        modules = list(modules_of(name))
        as_it_is = path_of(modules[0]).read_text("utf-8")
        if judged(modules[0], as_it_is, tests_of(modules[0])) is not Verdict.MISSED:
            sys.exit(f"{name}: its tests fail without any change")
        counts = [tried(each, wanted.most, wanted.seed) for each in modules]
        count, noticed = (sum(each) for each in zip(*counts, strict=True))
        share = noticed / count if count else 1.0
        print(f"# {name}: {noticed} of {count} noticed, {share:.1%}", flush=True)
        enough &= share >= 0.95
    return not enough


if __name__ == "__main__":
    sys.exit(main())
