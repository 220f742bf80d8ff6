"""Where the modules stand, and the changes of them that no test needs to notice, with reasons."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
SOURCES: Final = (ROOT / "host", ROOT / "firmware" / "portable")
FILE: Final = Path(__file__).with_name("harmless.toml")


class Change(NamedTuple):
    """A change of one token: the function it stands in, its lines before, and after."""

    where: str
    was: str
    became: str


def harmless() -> dict[Change, str]:
    """The changes that change nothing which anybody could see, and why."""
    listed = tomllib.loads(FILE.read_text("utf-8")).get("change", [])
    return {Change(each["where"], each["was"], each["became"]): each["why"] for each in listed}


def path_of(module: str) -> Path:
    """The file of a module. Raises: FileNotFoundError if there is none."""
    inner = Path(*module.split("."))
    for source in SOURCES:
        for path in (source / inner.with_suffix(".py"), source / inner / "__init__.py"):
            if path.is_file():
                return path
    raise FileNotFoundError(f"no module {module} under {' or '.join(map(str, SOURCES))}")
