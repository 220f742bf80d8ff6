"""What each file of tests costs in processor time: the dearest are told at the end of a run."""

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

TOLD: Final = 10
"""So many files, where there are more."""
_GONE_S: Final[list[float]] = []


def processor_s() -> float:
    """All that this process and those below it have worked until now, in seconds."""
    return sum(os.times()[:4]) + sum(_worked_s(pid) for pid in _below(os.getpid())) + sum(_GONE_S)


@contextmanager
def ending() -> Iterator[None]:
    """Keep what those have worked that are below no longer afterwards.

    Whoever outlives its parent goes to another, with what all have worked that it had below it:
    Chromium's zygote does, and had all pages below it.
    """
    before_s = processor_s()
    yield
    _GONE_S.append(max(0.0, before_s - processor_s()))


def _below(pid: int | str) -> Iterator[str]:
    """The processes that this one has begun and that have not ended, and theirs. Linux only."""
    for thread in _inside(Path(f"/proc/{pid}/task")):
        try:
            children = (thread / "children").read_text().split()
        except OSError:  # it has just ended
            continue
        for child in children:
            yield child
            yield from _below(child)


def _inside(folder: Path) -> list[Path]:
    """What lies in a folder: nothing if it is gone, or goes meanwhile (then `glob` fails)."""
    try:
        return [*folder.iterdir()]
    except OSError:
        return []


def _worked_s(pid: str) -> float:
    """What a process has worked, with those of its own that have ended (proc_pid_stat(5))."""
    try:
        said = Path(f"/proc/{pid}/stat").read_text(errors="replace")
    except OSError:
        return 0.0
    return sum(map(int, said.rpartition(")")[2].split()[11:15])) / os.sysconf("SC_CLK_TCK")


class Costs:
    """Adds up what tests cost, by file: those of this process, and those of its workers.

    It looks only where another file begins. Mutable.
    """

    def __init__(self) -> None:
        self._files: Counter[str] = Counter()
        self._file, self._began_s = "", 0.0

    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        """A test begins."""
        self._turn_to(item.location[0])

    def _turn_to(self, file: str) -> None:
        if file != self._file:
            now_s = processor_s()
            self._files[self._file] += now_s - self._began_s  # type: ignore[assignment]
            self._file, self._began_s = file, now_s

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """No more tests come; a worker tells what its own have cost."""
        self._turn_to("")
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["costs"] = dict(self._files)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """A worker has ended."""
        self._files.update(getattr(node, "workeroutput", {}).get("costs", {}))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell what was dearest."""
        if not self._began_s:  # its workers did all of it
            self._files[""] += sum(os.times()[:2])  # type: ignore[assignment]
        elsewhere_s = self._files.pop("", 0)
        if len(self._files) > TOLD:
            whole_s = elsewhere_s + sum(self._files.values())
            told = f"{whole_s:.1f} s of processor, {elsewhere_s:.1f} s of it outside tests"
            terminalreporter.section(f"dearest of {told}")
            for file, spent_s in self._files.most_common(TOLD):
                terminalreporter.line(f"{spent_s:7.1f} s {file}")


def pytest_configure(config: pytest.Config) -> None:
    """Add up in this run. Called by tests/conftest.py, and where this module is a plugin."""
    config.pluginmanager.register(Costs())
