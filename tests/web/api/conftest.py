"""What tests of every route share: a whole house that may be asked anything."""

import itertools

import pytest

from rig.evening import Cables, house
from tricktable.table import commands
from tricktable.web import limits
from web.room import NAMES, ask


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A whole house in the middle of a game, asked from its own computer, never too often."""
    with house(tmp_path_factory.mktemp("house"), Cables()) as made:
        ask(made.table, commands.NewGame("torite", 4, list(NAMES), dealer=0))
        app = made.app()
        ticks = itertools.count(step=1000)
        limits.init_app(app, lambda: next(ticks))
        yield made, app.test_client()
