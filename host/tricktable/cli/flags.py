"""What the commands share: a flag for each setting, and one sentence for each outage."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, get_args

import click

from tricktable.cli.completion import ports_named
from tricktable.text.outage import reason

if TYPE_CHECKING:
    from tricktable.settings import Setting, Settings

PAGES: Final = (
    "http_host",
    "http_port",
    "base_url",
    "trusted_hosts",
    "host_token",
    "allow_origins",
    "streams_per_address",
    "streams_in_total",
    "max_body_bytes",
    "mqtt_url",
    "mqtt_topic",
    "mqtt_discovery",
    "sleep_after_min",
    "delay_s",
    "webhook_urls",
    "webhook_secret",
    "wifi_name",
    "wifi_password",
    "wifi_address",
    "poweroff_file",
)
"""The settings that only a host that serves uses."""

Command = Callable[..., None]
Flag = str | int | tuple[str, ...] | None
"""A setting as given on the command line; a tuple if it can be given more than once."""
_FILES: Final = ("data", "board_key_file")
_SHORT = {"board_port": ("--port",), "board_key_file": ("--key-file",)}


def with_settings(*without: str) -> Callable[[Command], Command]:
    """Give a command a flag for each setting except those named."""
    from tricktable.settings import SETTINGS

    def decorate(command: Command) -> Command:
        for setting in reversed(SETTINGS):
            if setting.name not in without:
                short = _SHORT.get(setting.name, ())
                names = (setting.name, setting.flag, *short)
                flag = click.option(
                    *names,
                    type=_type(setting),
                    help=_help(setting),
                    multiple=setting.has_many,
                    shell_complete=ports_named if setting.name == "board_port" else None,
                )
                command = flag(command)
        return command

    return decorate


def _type(setting: Setting) -> click.ParamType[object]:
    """What a shell and click should know about a setting's values."""
    inner, meta = get_args(setting.type)[:2]
    if inner is int:
        return click.IntRange(meta.ge, meta.le)
    if setting.name in _FILES:
        return click.Path(file_okay=setting.name != "data")
    return click.STRING


def _help(setting: Setting) -> str:
    default = setting.default
    return setting.help if default in (None, "", ()) else f"{setting.help}  [default: {default}]"


def settings_of(flags: Mapping[str, Flag]) -> Settings:
    """The settings with these flags applied. Raises: click.ClickException."""
    from tricktable.settings import BadSetting, load

    try:
        return load({name: value for name, value in flags.items() if value not in (None, ())})
    except BadSetting as fault:
        raise click.ClickException(str(fault)) from None


@contextmanager
def serving() -> Iterator[None]:
    """Report an outage in one sentence, not a traceback."""
    from tricktable.store.decks import BadDeck
    from tricktable.store.journal import JournalError

    try:
        yield
    except (BadDeck, JournalError) as fault:
        raise click.ClickException(str(fault)) from None
    except OSError as fault:
        where = f"cannot use {fault.filename}: " if fault.filename else ""
        raise click.ClickException(f"{where}{reason(fault)}") from None


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
        raise click.ClickException(f"cannot write the output: {reason(fault)}") from None
