"""How this program was installed, and so how more of its packages are. Changes nothing."""

import importlib.util
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

import msgspec

_NAME: Final = "tricktable"


def command_for(extra: str, prefix: Path | None = None, python: str = "") -> str:
    """The command that installs the packages of this extra where the program runs.

    The environment at `prefix` with the interpreter `python` is looked at; by default ours.
    """
    prefix, python = prefix or Path(sys.prefix), python or sys.executable
    receipt = prefix / "uv-receipt.toml"  # docs.astral.sh/uv/concepts/tools
    if receipt.exists():
        return _of_uv(extra, receipt)
    if (prefix / "pipx_metadata.json").exists():  # pipx.pypa.io, "How pipx works"
        return f"pipx inject {_NAME} {' '.join(_packages(extra))}"
    python = f'"{python}"' if " " in python else python
    # Already installed, it is taken as it is, wherever it came from; only what it lacks is fetched.
    wanted = f'"{_NAME}[{extra}]"'
    if importlib.util.find_spec("pip") is None:  # a folder that `uv venv` made
        return f"uv pip install --python {python} {wanted}"
    return f"{python} -m pip install {wanted}"


def _of_uv(extra: str, receipt: Path) -> str:
    """Uv makes the tool's environment anew: what its receipt lists is to be in it again."""
    try:
        tool = msgspec.toml.decode(receipt.read_bytes(), type=_Receipt).tool
    except (OSError, msgspec.DecodeError):
        tool = _Tool()
    extras = {
        extra,
        *(each for one in tool.requirements if one.name == _NAME for each in one.extras),
    }
    beside = [one for one in tool.requirements if one.name != _NAME]
    options = "".join(f" {each}" for one in beside if (each := one.option))
    return f'uv tool install --force{options} "{_requirement(",".join(sorted(extras)))}"'


def _requirement(extra: str) -> str:
    """The program with these extras, from where it came (PEP 610)."""
    try:
        text = distribution(_NAME).read_text("direct_url.json") or "{}"
        origin = msgspec.json.decode(text, type=_Origin)
    except (PackageNotFoundError, msgspec.DecodeError):
        origin = _Origin()
    return f"{_NAME}[{extra}] @ {origin.url}" if origin.url else f"{_NAME}[{extra}]"


class _Requirement(msgspec.Struct):
    """One of the packages that a tool of uv consists of, as its receipt has it."""

    name: str
    extras: list[str] = []
    specifier: str = ""
    path: str = ""
    directory: str = ""
    editable: str = ""
    url: str = ""
    git: str = ""

    @property
    def option(self) -> str:
        """What asks `uv tool install` for it beside the tool."""
        if self.editable:
            return f'--with-editable "{self.editable}"'
        name = f"{self.name}[{','.join(self.extras)}]" if self.extras else self.name
        place = self.path or self.directory or self.url or (self.git and f"git+{self.git}")
        return f'--with "{name} @ {place}"' if place else f'--with "{name}{self.specifier}"'


class _Tool(msgspec.Struct):
    requirements: list[_Requirement] = []


class _Receipt(msgspec.Struct):
    """What `uv-receipt.toml` says."""

    tool: _Tool


class _Origin(msgspec.Struct):
    """What `direct_url.json` says: an archive or a folder."""

    url: str = ""


def _packages(extra: str) -> list[str]:
    """The packages of an extra, as their requirements say it."""
    try:
        found = distribution(_NAME).requires or []
    except PackageNotFoundError:
        found = []
    named = (each.partition(";") for each in found)
    ours = [what.strip() for what, _, when in named if f"extra == '{extra}'" in when]
    return [f'"{each}"' for each in ours]
