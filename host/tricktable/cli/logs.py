"""How much a command tells about itself: `-v` on standard error, `--log-file` in a file."""

from __future__ import annotations

import functools
import logging
import sys
from collections.abc import Callable
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

import click

from tricktable.text.outage import reason

MOST_BYTES: Final = 5 * 2**20
"""A log that is longer is set aside under its name with .1 …"""
KEPT: Final = 3
"""… and this many of these are kept."""
_LEVELS: Final = (logging.WARNING, logging.INFO, logging.DEBUG)
_FORM: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"


def with_log(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command `-v` and `--log-file`."""

    @click.option(
        "-v",
        "--verbose",
        count=True,
        help="Log to standard error; twice for more.",
    )
    @click.option(
        "--log-file",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write the same log, with times, to this file, which only you can read.",
    )
    @functools.wraps(command)
    def logged(verbose: int, log_file: Path | None, **more: object) -> None:
        begin(verbose, log_file)
        command(**more)

    return logged


def begin(verbose: int, path: Path | None) -> None:
    """Log from now on. Raises: click.ClickException, if the file cannot be written."""
    level = _LEVELS[min(verbose, len(_LEVELS) - 1)]
    log = logging.getLogger("tricktable")
    for old in log.handlers[:]:
        log.removeHandler(old)
        old.close()
    if verbose or path:
        shown = logging.StreamHandler(sys.stderr)
        shown.setLevel(level)
        shown.setFormatter(logging.Formatter(_FORM if verbose else "%(message)s"))
        log.addHandler(shown)
        log.setLevel(level if path is None else min(level, logging.INFO))
    if path:
        log.addHandler(_file(path))


class _PrivateLog(RotatingFileHandler):
    """Closes each of its files to others: names and addresses stand in them."""

    def _open(self) -> TextIOWrapper:
        from tricktable.store import private_files

        opened = super()._open()
        private_files.keep(Path(self.baseFilename))
        return opened


def _file(path: Path) -> logging.Handler:
    try:
        kept = _PrivateLog(path, maxBytes=MOST_BYTES, backupCount=KEPT, encoding="utf-8")
    except OSError as fault:
        raise click.ClickException(f"cannot write the log {path}: {reason(fault)}") from None
    kept.setFormatter(logging.Formatter(_FORM))
    return kept
