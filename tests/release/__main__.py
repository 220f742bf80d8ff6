"""`make release`: walks through all that has to be right before a release.

Stops where it is not. Changes nothing but the folder `dist`. What only a person can do is printed
at the end.
"""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from packaging.version import InvalidVersion, Version

from release.dist import ROOT, SUMS
from release.newcomer import first_page
from tableboard import VERSION

TAG: Final = f"v{VERSION}"
BY_HAND: Final = f"""
Now you:

1. Install both of dist/*.whl on a computer that has never had Tricktable, and play:
   `tricktable demo`, then `tricktable serve` with two phones. Look at each page in the light,
   in the dark, in Japanese.
2. Put the program on a board with `tricktable flash`, and play ten cards with it.
3. Restore a backup that the version before has made, and go on with its game.
4. Read what {SUMS} and the bill of materials (*.cdx.json) say.
5. Tag the commit, signed: git tag -s {TAG} -m "Tricktable {VERSION}"
6. Publish the tag and the six files in dist; the words to it are the section {VERSION} of
   CHANGELOG.md.
7. Fetch the wheel from there, and compare its sum: sha256sum -c {SUMS}
8. Begin the next section of CHANGELOG.md with "## [Unreleased]".
"""


class Unready(Exception):
    """The release cannot be made; the text says why, and what to do."""


def output(*command: str) -> str:
    """What a command prints; its own complaint goes on to the terminal."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.rstrip()


def tree_is_clean(status: str) -> str:
    """Judge what `git status --porcelain` says. Raises: Unready."""
    if status:
        raise Unready(f"Commit or remove these first:\n{status}")
    return "nothing is left to commit"


def version_is_new(version: str, tags: str) -> str:
    """Judge the version beside the tags that there are. Raises: Unready."""
    place = "VERSION in firmware/portable/tableboard/__init__.py"
    try:
        new = Version(version)
    except InvalidVersion:
        raise Unready(f"{version} is no version: write another {place}.") from None
    known = [Version(tag[1:]) for tag in tags.split() if re.fullmatch(r"v\d[\w.]*", tag)]
    newest = max(known, default=None)
    if newest is not None and new <= newest:
        raise Unready(f"{newest} was released already: raise {place}.")
    return f"{version}, after {newest or 'none'}"


def changelog_is_ready(version: str, text: str) -> str:
    """Judge CHANGELOG.md. Raises: Unready."""
    sections = re.findall(r"^## \[(\S+)\](?: - (\d{4}-\d\d-\d\d))?$", text, re.MULTILINE)
    if not sections or sections[0][0] != version:
        raise Unready(f"CHANGELOG.md begins with another section: make it ## [{version}] - DATE.")
    if not sections[0][1]:
        raise Unready(
            f"Say in CHANGELOG.md of which day {version} is: ## [{version}] - 2026-12-01."
        )
    return f"{version} of {sections[0][1]}"


def makes(target: str) -> str:
    """Have the Makefile do it, in sight. Raises: Unready."""
    if subprocess.run(["make", "--no-print-directory", target], cwd=ROOT, check=False).returncode:
        raise Unready(f"`make {target}` fails: see above.")
    return "passed"


def wheel_serves(folder: Path = ROOT / "dist") -> str:
    """Install the wheel where nothing is, and open a page. Raises: Unready."""
    (wheel,) = folder.glob("tricktable-*.whl")
    with TemporaryDirectory() as elsewhere:
        found = first_page(wheel, Path(elsewhere) / "environment")
    if found.version != VERSION or b"<html" not in found.page:
        raise Unready(f"The installed wheel is {found.version}, and its page:\n{found.page!r:.500}")
    return f"installed in {found.installed_s:.0f} s, a page after {found.page_s:.1f} s more"


STEPS: Final[dict[str, Callable[[], str]]] = {
    "the tree is clean": lambda: tree_is_clean(output("git", "status", "--porcelain")),
    "the version is new": lambda: version_is_new(VERSION, output("git", "tag")),
    "the changelog says it": lambda: changelog_is_ready(
        VERSION, (ROOT / "CHANGELOG.md").read_text("utf-8")
    ),
    "make check": lambda: makes("check"),
    "make test": lambda: makes("test"),
    "make dist": lambda: makes("dist"),
    "the wheel serves from an empty environment": wheel_serves,
}


def walk(steps: dict[str, Callable[[], str]]) -> int:
    """Take one step after the other; the exit code, 1 if one is not ready."""
    for number, (what, step) in enumerate(steps.items(), 1):
        print(f"{number}/{len(steps)} {what} …", flush=True)
        try:
            print(f"    {step()}", flush=True)
        except Unready as fault:
            print(f"    NOT READY. {fault}")
            return 1
    print(BY_HAND)
    return 0


if __name__ == "__main__":
    sys.exit(walk(STEPS))
