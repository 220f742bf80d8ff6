"""The command line: puts the parts together. Each command is read only once it is asked for."""

import codecs
import os
import sys
from collections import UserDict
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final

import click

from tricktable.cli import keyboard

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
USAGE: Final = 64
"""Exit code of a command that makes no sense: EX_USAGE of sysexits.h. Records have 2, 3 and 5."""


_PLAINER: Final = "tricktable-plainer"
_PLAIN: Final = str.maketrans(
    {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "–": "-", "…": "...", "·": "-", "→": "->", "−": "-"}
    | {"“": '"', "”": '"', "\N{LEFT SINGLE QUOTATION MARK}": "'", "’": "'", "×": "x", "€": "EUR"}
)
"""What a terminal that has fewer characters is given instead: a card as people type it."""


def _plainer(fault: UnicodeError) -> tuple[str | bytes, int]:
    """Write a sign in ASCII if people know it so, or as an escape: an error handler of codecs."""
    assert isinstance(fault, UnicodeEncodeError)
    said = fault.object[fault.start : fault.end].translate(_PLAIN)
    return said.encode("ascii", "backslashreplace").decode(), fault.end


codecs.register_error(_PLAINER, _plainer)
click.termui.visible_prompt_func = keyboard.line


class Modules(UserDict[str, click.Command]):
    """Commands by their names, each read from its module once it is asked for.

    `tricktable --version` needs none of them: all together take three times as long as all else.
    """

    def __init__(self, modules: Mapping[str, str]) -> None:
        super().__init__()
        self._modules = modules

    def __getitem__(self, name: str) -> click.Command:
        """The command. Raises: KeyError."""
        command: click.Command = getattr(import_module(f"{__name__}.{self._modules[name]}"), name)
        return command

    def __contains__(self, name: object) -> bool:
        return name in self._modules

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


COMMANDS: Final = Modules(
    {"replay": "replay", "review": "review", "perform": "perform", "rules": "rules"}
    | {"serve": "serve", "demo": "demo"}
    | {"enrol": "decks", "deck": "decks", "flash": "flash", "doctor": "doctor"}
    | {"journal": "journal", "people": "people", "backup": "backup", "restore": "backup"}
    | {"config": "config", "appliance": "appliance"}
)


class Commands(click.Group):
    """All commands. click would give a wrong command the code of a record that is refused."""

    def main(self, *args: Any, standalone_mode: bool = True, **more: Any) -> Any:
        """As click does it, with other exit codes. Raises: KeyboardInterrupt."""
        as_click_does: Callable[..., object] = super().main
        if not standalone_mode:
            return as_click_does(*args, standalone_mode=False, **more)
        try:
            code = as_click_does(*args, standalone_mode=False, **more)
        except click.ClickException as fault:
            fault.show()
            sys.exit(USAGE if isinstance(fault, click.UsageError) else fault.exit_code)
        except click.Abort as aborted:
            if isinstance(aborted.__cause__, KeyboardInterrupt):
                raise aborted.__cause__ from None
            click.echo("Aborted!", err=True)
            sys.exit(1)
        sys.exit(code if isinstance(code, int) else 0)


@click.group(cls=Commands, commands=COMMANDS, context_settings=CONTEXT)
@click.version_option(package_name="tricktable")
def main() -> None:
    """A companion for card games with real cards at a real table.

    \b
    See it without any hardware:   tricktable demo
    Play, with phones or a board:  tricktable serve
    Teach it a deck of cards:      tricktable enrol
    Judge a recorded game:         tricktable replay game.jsonl
    Could it have been won?        tricktable review game.jsonl
    Back everything up:            tricktable backup
    Turn a Pi into an appliance:   tricktable appliance
    Exit codes:                    64 the command line is wrong; 130 Ctrl-C ended it; for others see
                                   each command's --help
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # the caller closed it: nobody is listening
            setattr(sys, name, Path(os.devnull).open("w"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without kana shows escapes
            stream.reconfigure(errors=_PLAINER)
