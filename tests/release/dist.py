"""`make dist`: what a release consists of, the same bytes each time from the same commit.

Source distributions and wheels of the program and of the classics, a wheel of the suite for games,
a bill of materials, and SHA256SUMS over all. Their times are SOURCE_DATE_EPOCH, or else when the
commit was made.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from release.bill import NAME, Games, Project, bill
from tableboard import VERSION

ROOT: Final = Path(__file__).parents[2]
CLASSICS: Final = ROOT / "classics"
SUITE: Final = ROOT / "tests"
EPOCH: Final = "SOURCE_DATE_EPOCH"
SUMS: Final = "SHA256SUMS"


def made(root: Path = ROOT) -> int:
    """The time that everything in a release bears, in seconds since 1970.

    Raises: SystemExit outside of a checkout, if the environment does not say.
    """
    if said := os.environ.get(EPOCH):
        return int(said)
    asked = ["git", "log", "-1", "--format=%ct"]
    done = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout:
        raise SystemExit(f"This is no git checkout: set {EPOCH} to the time of the release.")
    return int(done.stdout)


def build(source: Path, folder: Path, epoch: int, *kinds: str) -> None:
    """Build the wheel and the source distribution, or only the one named, of these sources.

    Raises: SystemExit with what the builder says.
    """
    chosen = [word for kind in kinds for word in ("-t", kind)]
    command = [sys.executable, "-m", "hatchling", "build", *chosen, "-d", str(folder)]
    environment = {**os.environ, EPOCH: str(epoch)}
    done = subprocess.run(
        command, cwd=source, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)


def dist(folder: Path, epoch: int) -> list[Path]:
    """Make a release in a new folder; returns its files, SHA256SUMS last."""
    folder.mkdir(parents=True)
    build(ROOT, folder, epoch)
    build(CLASSICS, folder, epoch)
    build(SUITE, folder, epoch, "wheel")
    described, games = (
        tomllib.loads((each / "pyproject.toml").read_text("utf-8"))["project"]
        for each in (ROOT, CLASSICS)
    )
    text = bill(
        Project(
            VERSION,
            described["license"],
            described["dependencies"],
            described["optional-dependencies"],
        ),
        (ROOT / "requirements-dev.lock").read_text("utf-8"),
        ROOT / "web" / "static" / "vendor" / "vendor.json",
        datetime.fromtimestamp(epoch, UTC),
        [Games(games["name"], games["version"], games["license"])],
    )
    (folder / f"{NAME}-{VERSION}.cdx.json").write_text(text, "utf-8", newline="\n")
    files = sorted(folder.iterdir())
    lines = [f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files]
    (folder / SUMS).write_text("".join(lines), "utf-8", newline="\n")
    return [*files, folder / SUMS]


def main() -> None:
    """Make it in `dist`, in place of the one before."""
    folder = ROOT / "dist"
    shutil.rmtree(folder, ignore_errors=True)
    for path in dist(folder, made()):
        print(f"{path.stat().st_size:>10,}  {path.name}")


if __name__ == "__main__":
    main()
