"""What the commands share: a flag for each setting, and one sentence for each outage."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from tricktable.settings import Settings

PAGES: Final = (
    "http_host",
    "http_port",
    "base_url",
    "trusted_hosts",
    "host_token",
    "streams_per_address",
    "streams_in_total",
    "max_body_bytes",
    "mqtt_url",
    "mqtt_topic",
    "mqtt_discovery",
    "webhook_urls",
    "webhook_secret",
)
"""The settings that only a host that serves uses."""

Command = Callable[..., None]
Flag = str | tuple[str, ...] | None
"""A setting as given on the command line; a tuple if it can be given more than once."""
_SHORT = {"board_port": ("--port",), "board_key_file": ("--key-file",)}


def with_settings(*without: str) -> Callable[[Command], Command]:
    """Give a command a flag for each setting except those named."""
    from tricktable.settings import SETTINGS

    def decorate(command: Command) -> Command:
        for setting in reversed(SETTINGS):
            if setting.name not in without:
                short = _SHORT.get(setting.name, ())
                names = (setting.name, setting.flag, *short)
                flag = click.option(*names, help=setting.help, multiple=setting.has_many)
                command = flag(command)
        return command

    return decorate


def settings_of(flags: Mapping[str, Flag]) -> Settings:
    """The settings with these flags applied. Raises: click.ClickException."""
    from tricktable.settings import BadSetting, load

    try:
        return load({name: value for name, value in flags.items() if value not in (None, ())})
    except BadSetting as fault:
        raise click.ClickException(str(fault)) from None


@contextmanager
def serving() -> Iterator[None]:
    """Report an outage in one sentence, not a traceback; Ctrl-C during the start ends quietly."""
    from tricktable.store.decks import BadDeck
    from tricktable.store.journal import JournalError

    try:
        yield
    except (BadDeck, JournalError) as fault:
        raise click.ClickException(str(fault)) from None
    except OSError as fault:
        where = f"cannot use {fault.filename}: " if fault.filename else ""
        raise click.ClickException(f"{where}{fault.strerror or fault}") from None
    except KeyboardInterrupt:
        sys.exit(0)


def games_named(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    """The games whose names begin so, for a shell that completes the word."""
    from tricktable.games import GAMES

    return sorted(name for name in GAMES if name.startswith(begun))


def name_games_left_out() -> None:
    """Say which games of installed packages cannot be played, and why."""
    from tricktable.games import LEFT_OUT

    for each in LEFT_OUT:
        click.echo(str(each), err=True)


@contextmanager
def printing() -> Iterator[None]:
    """Report output that cannot be written, to a full disk perhaps, in one sentence."""
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        raise  # the reader has seen enough: click ends it silently
    except OSError as fault:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())  # or Python would try to write the rest again on exit
        raise click.ClickException(f"cannot write the output: {fault.strerror}") from None
