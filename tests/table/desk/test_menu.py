"""The menu's pages: lines that fit the display stand together, others behind a key for more."""

import pytest

from rig.table import Rig
from tricktable.rules.keypad import LIST_KEYS
from tricktable.table.desk.desk import Desk
from tricktable.table.desk.menu import _lines_by_keys
from tricktable.table.desk.moment import History, Moment
from tricktable.table.desk.submenus import MenuLine, Submenu
from tricktable.text.board import ANSWER_LINES
from tricktable.text.language import Message


@pytest.mark.parametrize(
    ("lines", "keys"),
    [
        (ANSWER_LINES, [*LIST_KEYS[:5]]),
        (ANSWER_LINES + 1, [*LIST_KEYS[:6]]),
        (ANSWER_LINES + 2, [*LIST_KEYS[:5], "92", "93"]),
    ],
)
def test_a_page_is_turned_only_where_the_lines_do_not_fit(tmp_path, lines, keys):
    now = Moment(Desk(), None, Rig(tmp_path).decks, (), History())
    all_lines = [MenuLine(str(each), Message(str(each)), lambda _: []) for each in range(lines)]
    listed = _lines_by_keys(now, Submenu("some", Message("some"), lambda _: iter(all_lines)))
    assert [*listed] == keys
    assert [*listed.values()] == all_lines
