"""Which tests run which lines of a package: each test is run once, and coverage.py watches it.

What was found is kept in build/mutants until a source or a test changes. Changes nothing.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from coverage import Coverage, CoverageData

from mutants.alone import run_alone
from mutants.known import OWN_TESTS, ROOT, SOURCES, path_of
from mutants.statements import is_in_function

_KEPT: Final = ROOT / "build" / "mutants"
PYTEST: Final = (
    *("-q", "-p", "no:cacheprovider"),
    # What was loaded before the fork is not rewritten, and need not be.
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
"""How it is run here."""
NEVER_ENDS_S: Final = 3_600
"""No package's tests take as long, watched, not even beside other work."""


class TimedTest(NamedTuple):
    """One test that passes as long as nothing is changed."""

    name: str
    """As pytest names it, from the root of the tree."""
    took_s: float
    """While it was watched."""

    @property
    def file(self) -> str:
        """The file that it stands in, from the root of the tree."""
        return self.name.partition("::")[0]


class Reached:
    """The tests of one package, and the lines that each of them runs."""

    def __init__(self, data: CoverageData, tests: Mapping[str, float]) -> None:
        """`tests` are those that pass, with the seconds that each took."""
        self._data = data
        self._tests = tests

    def tests_of(self, path: Path, lines: range) -> list[TimedTest]:
        """The tests that run one of these lines, the quickest first.

        All tests if they are run when the module is loaded, for then each may depend on them. Those
        come last that run none of them, where a function was only called while all was loaded.
        """
        by_line = self._data.contexts_by_lineno(str(path))
        names = {name for line in lines for name in by_line.get(line, ())}
        is_later = is_in_function(path.read_text("utf-8"), lines.start)
        chosen = names & self._tests.keys() if is_later and "" not in names else self._tests
        tests = (TimedTest(name, self._tests[name]) for name in chosen)
        return sorted(
            tests, key=lambda test: (is_later and test.name not in names, test.took_s, test.name)
        )


def reached(package: str) -> Reached:
    """What each test of this package reaches, as it was kept or else found now.

    Raises: SystemExit, if nothing could be found.
    """
    data, times = (_KEPT / f"{package}-{_digest(package)}.{kind}" for kind in ("coverage", "json"))
    if not times.exists():
        _KEPT.mkdir(parents=True, exist_ok=True)
        for old in _KEPT.glob(f"{package}-*"):
            old.unlink()
        print(f"# {package}: finding out which tests run which line", flush=True)
        run_alone(lambda: _watch(package, data, times), NEVER_ENDS_S, is_quiet=False)
        if not times.exists():
            raise SystemExit(f"{package}: its tests cannot be run")
    found = CoverageData(str(data))
    found.read()
    tests = json.loads(times.read_text("utf-8"))
    for name in tests["failed"]:
        print(f"# left out, for it fails without any change: {name}", flush=True)
    return Reached(found, tests["passed"])


def _digest(package: str) -> str:
    """Of all sources and the package's tests: with another one, other lines may be reached."""
    places = (*SOURCES, *(ROOT / each for each in OWN_TESTS[package]))
    digest = sha256()
    for path in sorted(file for each in places for file in (each, *each.rglob("*.py"))):
        if not path.is_file():
            continue
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _watch(package: str, data: Path, times: Path) -> int:
    """In a process of its own: run the package's tests, and write what each of them reached."""
    path = path_of(package)
    is_whole = path.name == "__init__.py"
    # gevent moves between stacks, which nothing but the web's tests does.
    how = ["thread", "gevent"] if package.startswith("tricktable.web") else ["thread"]
    watch = Coverage(
        data_file=str(data),
        config_file=False,
        source=[str(path.parent)] if is_whole else None,
        include=None if is_whole else [str(path)],
        concurrency=how,
    )
    noting = _Noting(watch)
    watch.start()
    ended = pytest.main([*PYTEST, *OWN_TESTS[package]], [noting])
    watch.stop()
    watch.save()
    if ended in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):  # else some were never begun
        times.write_text(json.dumps({"passed": noting.passed, "failed": sorted(noting.failed)}))
    return 0


class _Noting:
    """Names each test to what watches it, and notes how long it took."""

    def __init__(self, watch: Coverage) -> None:
        self._watch = watch
        self.passed: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Whatever runs until the next one is this test's."""
        self._watch.switch_context(item.nodeid)
        yield
        self._watch.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One part of it is over: it was set up, was run, or has cleaned up."""
        name = report.nodeid
        if report.outcome != "passed":
            self.passed.pop(name, None)
            self.failed |= {name} if report.outcome == "failed" else set()
        elif report.when == "setup" or name in self.passed:
            self.passed[name] = self.passed.get(name, 0.0) + report.duration


def quickest(tests: Sequence[TimedTest], most_s: float) -> list[TimedTest]:
    """The first of these tests that take so long together, at least one."""
    ends = accumulate(test.took_s for test in tests)
    return [test for test, end in zip(tests, ends, strict=True) if end <= most_s] or [*tests[:1]]


def files_of(tests: Sequence[TimedTest]) -> list[str]:
    """The files in which these tests stand, each once."""
    return sorted({str(ROOT / test.file) for test in tests})
