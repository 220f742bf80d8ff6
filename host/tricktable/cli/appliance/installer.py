"""Carries an appliance's steps out below a root folder, undoes them, or prints them."""

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tricktable.cli.appliance.plan import DATA, Command, Link, Step, SystemFile
from tricktable.store import private_files

RUNNING: Final = Path("/")
"""The root of the system that runs. Commands are for it alone."""


_OF_PACKAGES: Final = (
    "",
    "/etc",
    "/etc/NetworkManager",
    "/etc/NetworkManager/dnsmasq-shared.d",
    "/etc/NetworkManager/system-connections",
    "/etc/systemd",
    "/etc/systemd/system",
    "/etc/sysusers.d",
    "/etc/udev",
    "/etc/udev/rules.d",
)


class StepFailed(Exception):
    """Raised if a command of the plan fails; the text says which, and what it said."""


def plan_lines(steps: Iterable[Step]) -> Iterator[str]:
    """The steps as a person reads them, each file with its content."""
    for step in steps:
        if isinstance(step, SystemFile):
            yours = ", unless it is there" if step.is_yours else ""
            yield f"file {step.path} ({step.mode:04o}{yours}):"
            yield from (f"    {line}".rstrip() for line in step.content.splitlines())
        elif isinstance(step, Link):
            yield f"link {step.path} -> {step.target}"
        elif step.words:
            yield f"run  {' '.join(step.words)}"


def undone(steps: Iterable[Step], with_data: bool) -> Iterator[str]:
    """What removing them would do, as a person reads it."""
    for step in reversed([*steps]):
        if not isinstance(step, Command):
            yield f"delete {step.path}"
        elif step.undone_by:
            yield f"run    {' '.join(step.undone_by)}"
    yield f"{'delete' if with_data else 'keep  '} {DATA}"


def install(steps: Iterable[Step], root: Path) -> Iterator[str]:
    """Carry out the steps; says each that is done. Raises: OSError, StepFailed."""
    for step in steps:
        if isinstance(step, SystemFile):
            path = below(root, step.path)
            if step.is_yours and path.exists():
                yield f"kept {step.path}"
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            private_files.save(path, step.content, step.mode)
            yield f"file {step.path}"
        elif isinstance(step, Link):
            path = below(root, step.path)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            path.symlink_to(step.target)
            yield f"link {step.path}"
        elif step.words and root == RUNNING:
            _run(step.words)
            yield f"run  {' '.join(step.words)}"


def remove(steps: Iterable[Step], root: Path, with_data: bool) -> Iterator[str]:
    """Undo the steps, the last one first; says each that is undone. Raises: OSError."""
    for step in reversed([*steps]):
        if isinstance(step, Command):
            if step.undone_by and root == RUNNING:
                said = _failure_of(step.undone_by)
                yield f"run  {' '.join(step.undone_by)}{said}"
        elif (path := below(root, step.path)).is_symlink() or path.exists():
            path.unlink()
            _prune(step.path.rpartition("/")[0], root)
            yield f"gone {step.path}"
    if with_data and (data := below(root, DATA)).exists():
        shutil.rmtree(data)
        yield f"gone {DATA}"


def below(root: Path, path: str) -> Path:
    """Where the file lies that the system below `root` calls `path`."""
    return root / path.lstrip("/")


def _prune(folder: str, root: Path) -> None:
    """Remove folders that are empty now, except those that packages of the system own."""
    while folder not in _OF_PACKAGES and not any(below(root, folder).iterdir()):
        below(root, folder).rmdir()
        folder = folder.rpartition("/")[0]


def _run(words: tuple[str, ...]) -> None:
    if said := _failure_of(words):
        raise StepFailed(f"{' '.join(words)}{said}")


def _failure_of(words: tuple[str, ...]) -> str:
    """Why the command failed, as an addition to its line; empty if it did not."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except OSError as fault:
        return f": {fault.strerror}"
    if done.returncode == 0:
        return ""
    last = (
        done.stderr.strip() or done.stdout.strip() or f"exit code {done.returncode}"
    ).splitlines()
    return f": {last[-1]}"
