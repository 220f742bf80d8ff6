"""What anybody may see of a table: each thing is known in one place, and none of it is secret."""

import ast
import importlib.util
from dataclasses import fields
from itertools import combinations
from pathlib import Path

from rig.table import Rig
from tricktable.rules.view import View
from tricktable.table import commands, table
from tricktable.table.desk.desk import Desk
from tricktable.table.views import TableView
from tricktable.web.guest.screen import Screen


def carried(of: type) -> set[tuple[str, str]]:
    """The fields of a value, each with its type as it is written."""
    return {(each.name, str(each.type)) for each in fields(of)}


def test_no_field_is_carried_on_from_one_value_to_the_next():
    for one, two in combinations((Desk, TableView, View, Screen), 2):
        twice = carried(one) & carried(two)
        # The table has names before its first game; the game's own are those of its seats.
        assert twice <= {("names", "tuple[str, ...]")}, (one, two)


def test_what_lies_face_down_or_is_being_keyed_is_in_no_view(tmp_path):
    rig = Rig(tmp_path)
    rig.ask(commands.NewGame("troika", 4, [], {}, 0))
    rig.press("MENU")
    assert rig.view.asked is not None
    assert (rig.view.desk.asking, rig.view.desk.page) == (None, "table")
    rig.press("MENU")
    rig.begin()
    rig.play("0:9H 1:9H")
    assert rig.view.asked is not None
    assert (rig.view.desk.question, rig.view.desk.mending) == (None, None)


def test_whoever_shows_a_table_is_given_its_desk_as_it_stands(tmp_path):
    rig = Rig(tmp_path)
    rig.begin()
    rig.press("9")
    before = rig.view.desk
    rig.press("H")
    assert (before.typed, rig.view.desk.typed) == ("9", "9H")
    rig.restart()
    assert rig.view.desk.typed == "9H"


def test_the_table_knows_no_more_of_the_house_than_a_model_would():
    """It imports as few modules as those of h11 and websockets do, which have 3 to 11."""
    assert len(imported(Path(table.__file__))) <= 11


def imported(module: Path) -> set[str]:
    """The modules of ours that a file imports, each once."""
    found = set()
    for each in ast.walk(ast.parse(module.read_text())):
        if isinstance(each, ast.ImportFrom) and str(each.module).startswith("tricktable"):
            whole = {f"{each.module}.{alias.name}" for alias in each.names}
            parts = {name for name in whole if find_spec_of(name)}
            found |= parts or {str(each.module)}
    return found


def find_spec_of(name: str) -> bool:
    """Whether there is such a module."""
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # what is before it is no package
        return False
