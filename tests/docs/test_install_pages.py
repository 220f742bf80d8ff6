"""The pages on installing: the commands on them are ones that there are."""

import re
import shlex
from pathlib import Path

import click
import pytest

from tricktable.cli import main

PAGES = sorted((Path(__file__).parents[2] / "docs/howto").glob("install-on-*.md"))
COMMAND = re.compile(r"tricktable\"? ((?:demo|serve|doctor|backup|perform)[^`\n]*)")


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_each_command_makes_sense(page):
    text = page.read_text("utf-8")
    found = [shlex.split(line) for line in COMMAND.findall(text)]
    assert {words[0] for words in found} == {"demo", "serve", "doctor", "backup"}
    for name, *words in found:
        with main.commands[name].make_context(name, words) as context:
            assert isinstance(context, click.Context)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_it_says_what_was_not_tried(page):
    assert "have not been tried on" in " ".join(page.read_text("utf-8").split())
