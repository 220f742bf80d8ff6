"""What the commands share: a flag for each setting, and one sentence for each outage."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, get_args

import click

from tricktable.cli.completion import options_named, ports_named
from tricktable.text.outage import reason

if TYPE_CHECKING:
    from tricktable.settings import BadSetting, Setting, Settings

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


players_option = click.option(
    "--players", type=int, help="How many players (default: 4, or as near as the game comes)."
)
rules_option = click.option(
    "--set",
    "given",
    multiple=True,
    metavar="OPTION=VALUE",
    help="Change a house rule.",
    shell_complete=options_named,
)


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
    """The settings with these flags applied.

    Raises: click.UsageError, if a flag can never be right; click.ClickException.
    """
    from tricktable.settings import BadSetting, load

    refuse_impossible(flags)
    try:
        return load(given_flags(flags))
    except BadSetting as fault:
        raise refusal(fault) from None


def given_flags(flags: Mapping[str, Flag]) -> dict[str, Flag]:
    """Those of the flags that were given."""
    return {name: value for name, value in flags.items() if value not in (None, ())}


def refusal(fault: BadSetting) -> click.ClickException:
    """What to raise for a setting that cannot be used: a wrong flag is a wrong command line."""
    return (click.UsageError if fault.is_flag else click.ClickException)(str(fault))


def refuse_impossible(flags: Mapping[str, Flag]) -> None:
    """Refuse addresses that can never be one, which only their own libraries know."""
    ports, journal = flags.get("board_port"), flags.get("database")
    if isinstance(ports, tuple):
        for port in ports:
            refuse_port(port)
    if isinstance(journal, str) and "://" in journal:
        from tricktable.store.journal import Outage, is_shared, path_of

        try:
            is_shared(journal) or path_of(journal)
        except Outage as fault:
            raise click.UsageError(str(fault)) from None


def refuse_port(port: str) -> None:
    """Raises: click.UsageError, if no port can have this name."""
    from tricktable.board.link.ports import fault

    if reason := fault(port):
        raise click.UsageError(reason)


class Amount(click.ParamType[float]):
    """A number above 0 that has an end: `nan` and `inf` are numbers to Python, too."""

    name = "number"

    def convert(
        self, value: str | float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """See `click.ParamType.convert`."""
        try:
            amount = float(value)
        except ValueError:
            amount = math.nan
        if not 0 < amount < math.inf:
            self.fail(f"{value!r} is not a number above 0.", param, ctx)
        return amount


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
