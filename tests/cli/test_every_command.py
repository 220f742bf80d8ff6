"""Every command with every option: what is wrong is told as such, whatever the system lacks.

Read from click's own tree, so that a new option must say here what can be wrong with it.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rig.patience import output_of
from rig.program import environment
from test_other_systems import there
from tricktable.cli import main
from tricktable.cli.flags import PAGES
from tricktable.settings import SETTINGS
from tricktable.store.decks import demo_deck, write_deck

USAGE = 64
Path_ = tuple[str, ...]


def leaves(
    command: click.Command = main, path: Path_ = ()
) -> Iterator[tuple[Path_, click.Command]]:
    """Every command that does something."""
    if isinstance(command, click.Group):
        for name, each in command.commands.items():
            yield from leaves(each, (*path, name))
    else:
        yield path, command


COMMANDS = dict(leaves())
ANY = "any text is a possible value, or only the disk or the network can tell"
WRONG: dict[str, tuple[str, ...] | str] = {
    "--after": ("-1", "soon"),
    "--allow-origins": ("example.org", "https://Example.org/path"),
    "--base-url": ("cards", "ftp://cards"),
    "--bench": ANY,
    "--board": ("arduino",),
    "--board-key-file": ANY,
    "--board-port": ("nothing://board",),
    "--bundle": ANY,
    "--claim": ("QX", "QH,zz"),
    "--colour": ("x" * 41, "\t"),
    "--data": (__file__,),
    "--database": ("mysql://club@server/club", "nothing://", "sqlite://"),
    "--deal": ("0", "last"),
    "--delay-s": ("-1", "soon"),
    "--for-host": ("20", "low"),
    "--game": ("no such game",),
    "--host-token": ("short", "with a blank, so it is none at all"),
    "--http-host": ANY,
    "--http-port": ("65536", "http"),
    "--keep": ("0", "all"),
    "--key-file": ANY,
    "--kind": ("tarot",),
    "--laid": ("QX", "QH,zz"),
    "--log-file": (str(Path(__file__).parent),),
    "--max-body-bytes": ("1023", "much"),
    "--max-journal-mib": ("0", "much"),
    "--mqtt-discovery": ("a b", "#"),
    "--mqtt-topic": ("a b", "#", ""),
    "--mqtt-url": ("broker", "http://broker", "mqtt://"),
    "--name": ("x" * 41, "\t"),
    "--players": ("99", "0", "many"),
    "--port": ("nothing://board",),
    "--poweroff-file": ANY,
    "--program": ANY,
    "--root": ("no such folder",),
    "--seconds": ("-1", "soon"),
    "--seat": ("-1", "north"),
    "--seed": ("chance",),
    "--set": ("no such setting=1", "nothing"),
    "--sleep-after-min": ("0", "never"),
    "--speed": ("0", "-1", "nan", "inf", "fast"),
    "--still": ("0", "-1", "nan", "long"),
    "--streams-in-total": ("0", "many"),
    "--streams-per-address": ("0", "many"),
    "--tables": ("0", "21"),
    "--tcp-port": ("0", "65536"),
    "--to": ANY,
    "--trusted-hosts": ("a b", "http://a/"),
    "--uf2": ("no such file",),
    "--webhook-secret": ("secret", "whsec_!"),
    "--webhook-urls": ("example", "ftp://example.org/hook"),
    "--wifi": ANY,
    "--wifi-address": ("here", "10.42.0.1:8080"),
    "--wifi-name": ("x" * 33,),
    "--wifi-password": ("short", "x" * 64),
    "--within": ("-1", "soon"),
}
"""What can never be a value of an option, or why there is nothing of the kind."""


def options() -> set[str]:
    """The first name of every option that takes a value."""
    return {
        option.opts[0]
        for command in COMMANDS.values()
        for option in command.params
        if isinstance(option, click.Option) and not option.is_flag and not option.count
    }


def needed(path: Path_, folder: Path) -> list[str]:
    """Arguments with which this command could do something."""
    file = folder / "red.json"
    file.write_text(write_deck(demo_deck("red")))
    given = {
        ("replay",): [str(file)],
        ("review",): [str(file)],
        ("perform",): [str(file)],
        ("rules",): ["torite"],
        ("deck", "replace"): ["red", "7D"],
        ("deck", "control"): ["undo"],
        ("deck", "export"): ["red"],
        ("deck", "import"): [str(file)],
        ("deck", "rename"): ["red", "blue"],
        ("deck", "delete"): ["red"],
        ("journal", "copy"): [str(folder / "no.db"), str(folder / "other.db")],
        ("people", "forget"): ["Ann", "--yes"],
        ("restore",): [str(file), "--yes"],
        ("flash",): ["--dry-run"],
        ("appliance", "install"): ["--dry-run"],
        ("appliance", "remove"): ["--dry-run"],
    }
    return given.get(path, [])


def cases() -> Iterator[tuple[Path_, str, str]]:
    for path, command in COMMANDS.items():
        for option in command.params:
            wrong = WRONG.get(option.opts[0], ANY) if isinstance(option, click.Option) else ANY
            if not isinstance(wrong, str):
                yield from ((path, option.opts[0], value) for value in wrong)


def test_each_option_says_what_can_be_wrong_with_it():
    assert options() == {*WRONG}


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_a_value_that_can_never_be_one_is_a_wrong_command_line(path, tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    words = [*path, *needed(path, tmp_path)]
    for of, option, value in cases():
        if of != path:
            continue
        told = CliRunner().invoke(main, [*words, option, value])
        assert told.exit_code == USAGE, (option, value, told.output, told.exception)
        last = told.stderr.splitlines()[-1]
        assert last.startswith("Error: "), told.stderr
    assert not [*tmp_path.glob("**/journal.db")], "nothing was begun"


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_an_option_that_is_none_and_an_argument_too_many_are_wrong(path):
    for more in (["--no-such-option"], ["too", "many", "words", "for", "it"]):
        if more[0] == "too" and path in (("replay",), ("review",)):
            continue
        told = CliRunner().invoke(main, [*path, *more])
        assert told.exit_code == USAGE, told.output


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_a_command_has_only_the_settings_that_it_uses(path):
    of_a_host = {("serve",), ("demo",), ("config", "show")}
    used = {option.name for option in COMMANDS[path].params}
    settings = {each.name for each in SETTINGS}
    if path == ("doctor",):
        assert used & settings == {
            *("data", "board_port", "board_key_file", "http_host", "http_port", "host_token")
        }
    elif path in (("backup",), ("restore",)):
        assert used & settings == {"data", "database", "board_key_file"}
    elif path not in of_a_host:
        assert not used & {*PAGES} - ({"wifi_name"} if path[0] == "appliance" else set())


HERE = """
import sys, traceback
import click
from click.testing import CliRunner
from tricktable.cli import main

for line in sys.stdin.read().splitlines():
    words = line.split("\\x1f")
    told = CliRunner().invoke(main, words)
    if told.exception is not None and not isinstance(told.exception, SystemExit):
        print("FAILED", words)
        traceback.print_exception(told.exception, file=sys.stdout)
    print("ended", *words[:2], told.exit_code)
"""
"""Runs commands one after the other, and says which of them raised something."""
SERVES = {("serve",), ("demo",)}
"""They serve there until Ctrl-C: see test_other_systems.py."""


def test_no_command_needs_what_other_systems_lack(tmp_path):
    lines = [["serve", "--open", "-h"]]
    for path in COMMANDS:
        lines.append([*path, *needed(path, tmp_path), *(["-h"] if path in SERVES else [])])
        if path[0] == "appliance":
            lines.append([*path])  # in earnest, as it is refused there
    done = output_of(
        [sys.executable, "-c", HERE],
        input="\n".join("\x1f".join(each) for each in lines),
        env=environment(tmp_path, there("1")),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "FAILED" not in done.stdout, done.stdout
    assert done.stdout.count("ended ") == len(lines)


def test_root_is_asked_for_where_there_is_such_a_user(monkeypatch):
    from tricktable.store.machine import is_root

    assert is_root() is (os.geteuid() == 0)
    monkeypatch.delattr(os, "geteuid")
    assert is_root() is False
