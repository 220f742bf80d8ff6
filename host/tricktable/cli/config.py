"""The command `config`: says which settings a command would use, and where each came from."""

import json

import click

from tricktable.cli.flags import (
    Flag,
    given_flags,
    printing,
    refusal,
    refuse_impossible,
    with_settings,
)


@click.group()
def config() -> None:
    """Show the settings."""


@config.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@with_settings()
def show(as_json: bool, **flags: Flag) -> None:
    """Print every setting: its value, and where the value came from.

    Takes the flags of `serve`, so that you can see what they would change. Secrets are not shown.

    \b
    The present settings:    tricktable config show
    What a flag changes:     tricktable config show --http-port 80
    Exit codes: 0 done; 1 a setting is invalid; one sentence says which.
    """
    from tricktable.settings import BadSetting, sources

    refuse_impossible(flags)
    try:
        found = sources(given_flags(flags))
    except BadSetting as fault:
        raise refusal(fault) from None
    shown = [(each.setting.name, _text(each.value), each.source) for each in found]
    with printing():
        if as_json:
            told = {name: {"value": value, "source": source} for name, value, source in shown}
            click.echo(json.dumps(told, ensure_ascii=False))
            return
        widths = [max(len(row[column]) for row in shown) for column in (0, 1)]
        for name, value, source in shown:
            click.echo(f"{name:<{widths[0]}}  {value:<{min(widths[1], 40)}}  {source}")


def _text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "–"
    return str(value) if value not in ("", None) else "–"
