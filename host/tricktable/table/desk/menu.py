"""The menu: everything possible now without a button of its own, in numbered lines and submenus.

The keys pressed so far say where in it people are. Decides, and does no I/O.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from tricktable.rules.keypad import LIST_KEYS
from tricktable.table.desk.changes import Changes, DeskRow, desk_change, note_row
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.moment import Moment
from tricktable.table.desk.submenus import HELP, TOP, MenuLine, Submenu
from tricktable.table.notes import Note, Prompt
from tricktable.text.board import ANSWER_LINES
from tricktable.text.language import Message

_MORE: Final = "9"
_ALONE: Final = ("call", "scores", "help")
"""Submenus that, with only one line, appear as that line in the menu itself."""

Lines = Mapping[str, MenuLine | Submenu]


def press_menu(now: Moment) -> Changes:
    """The menu, then the code to join, then the table again."""
    desk = now.desk
    if desk.page != "table":
        return [desk_change(page="table", asking=None)]
    if desk.asking is None:
        return [desk_change(asking=OpenDialogue("menu"), typed="", question=None)]
    return [desk_change(page="qr", asking=None)]


def is_for_help(now: Moment, key: str) -> bool:
    """Whether the key leads to the organiser, although the table is locked or the game paused."""
    asking = now.desk.asking
    if not (_is_at_rest(now) and any(_top(now))):
        return False
    return key == "MENU" if asking is None else asking.about == "menu"


def _is_at_rest(now: Moment) -> bool:
    return now.desk.is_locked or now.desk.is_paused


def menu_keys(now: Moment, name: str) -> tuple[str, ...] | None:
    """The keys after MENU that lead to this line; None if it is not there."""
    return _keys_to(now, _top(now), name)


def _keys_to(now: Moment, lines: Lines, name: str) -> tuple[str, ...] | None:
    for key, line in lines.items():
        if line.name == name:
            return (*key,)
        if isinstance(line, Submenu):
            keys = _keys_to(now, _lines_by_keys(now, line), name)
            if keys is not None:
                return (*key, *keys)
    return None


def _top(now: Moment) -> Lines:
    """The menu's lines by key; a submenu with a single call appears as that call."""
    lines: dict[str, MenuLine | Submenu] = {}
    for key, line in (HELP if _is_at_rest(now) else TOP).items():
        under = list(line.lines(now))
        if under:
            lines[key] = under[0] if line.name in _ALONE and len(under) == 1 else line
    return lines


def _lines_by_keys(now: Moment, submenu: Submenu) -> Lines:
    """All lines of a submenu by the keys that lead to each, which turn the page first."""
    lines = list(submenu.lines(now))
    if len(lines) <= ANSWER_LINES + 1:
        return dict(zip(LIST_KEYS, lines, strict=False))
    return {
        _MORE * (number // ANSWER_LINES) + LIST_KEYS[number % ANSWER_LINES]: line
        for number, line in enumerate(lines)
    }


def _page(
    now: Moment, keys: tuple[str, ...]
) -> tuple[Message, dict[str, MenuLine | Submenu], bool]:
    """Where these keys lead: the heading, the lines by key, and whether more follow."""
    heading, lines, turned = Message("menu"), _top(now), ""
    for key in keys:
        line = lines.get(turned + key)
        if isinstance(line, Submenu):
            heading, lines, turned = line.words, _lines_by_keys(now, line), ""
        elif key == _MORE and _has_more(lines, turned):
            turned += key
    page = {
        key[len(turned) :]: line
        for key, line in lines.items()
        if len(key) == len(turned) + 1 and key.startswith(turned)
    }
    return heading, page, _has_more(lines, turned)


def _has_more(lines: Lines, turned: str) -> bool:
    """Whether a page comes behind the one to which these keys have turned."""
    return any(len(key) > len(turned) + 1 for key in lines)


def ask_menu(now: Moment, asking: OpenDialogue) -> Prompt:
    """One page of the menu."""
    heading, page, has_more = _page(now, asking.keys)
    options = [(key, line.words) for key, line in page.items()]
    more = [(_MORE, Message("more"))] if has_more else []
    return Prompt(heading, (*options, *more))


def take_menu(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Take a key: a line of the menu, a submenu, or the next page."""
    _, page, has_more = _page(now, asking.keys)
    chosen = page.get(key)
    if isinstance(chosen, Submenu) or (key == _MORE and has_more):
        return [desk_change(asking=asking._replace(keys=(*asking.keys, key)))]
    if chosen is None:
        return [note_row(Note("no_such_answer"))]
    closed = replace(now.desk, asking=None)
    changes = chosen.act(now._replace(desk=closed))
    last = changes[-1]
    if isinstance(last, DeskRow) and "asking" not in last.fields:
        changes = [*changes[:-1], last.and_also(asking=None)]
    return changes
