"""One calm line in the terminal for each event at a table, or for the few that a club asks about.

Keeps no history.
"""

from collections.abc import Callable, Iterator
from typing import Final

from tricktable.rules.findings import plain_finding
from tricktable.rules.phases import BUTTON, BY_PHONE
from tricktable.rules.trick_sheets import plain_exhibits
from tricktable.rules.verdicts import is_common
from tricktable.rules.view import AnyView
from tricktable.table.happenings import newest_happening
from tricktable.table.views import ABSENT, LIVE, REFUSED, SILENT, WITHOUT, TableView
from tricktable.text.characters import printable
from tricktable.text.sentences import in_signs

BOARD = {
    LIVE: "The board is connected.",
    SILENT: "The board is silent. Check its cable.",
    ABSENT: "No board yet: plug it in, or enter cards on the host's page.",
    WITHOUT: "Without a board: lay cards on phones or the host's page, or plug a board in.",
}

_NONE: Final = (ABSENT, WITHOUT)
_MISSED: Final = tuple(BOARD[state] for state in _NONE)


class Narrator:
    """Prints what has changed since the last view. Mutable: it remembers that view."""

    def __init__(
        self,
        say: Callable[[str], None],
        is_board_coming: bool = False,
        tells_each_card: Callable[[], bool] = lambda: True,
    ) -> None:
        """Give each line to `say`; a board that is on its way is not missed.

        Unless it `tells_each_card`, it tells of games, findings, boards and faults alone.
        """
        self._say = say
        self._is_coming = is_board_coming
        self._tells_each_card = tells_each_card
        self._before: TableView | None = None

    def show(self, now: TableView) -> None:
        """Print what is new."""
        before, self._before = self._before, now
        self._is_coming = self._is_coming and now.board in _NONE
        for line in changes(before, now, self._tells_each_card()):
            if not (self._is_coming and line in _MISSED):
                self._say(printable(in_signs(line, now.names)))


def changes(
    before: TableView | None, now: TableView, tells_each_card: bool = True
) -> Iterator[str]:
    """The lines that tell how `before` became `now`; for the first view, how things stand."""
    if before is None or (before.board, before.board_word) != (now.board, now.board_word):
        yield str(now.board_word) if now.board == REFUSED else BOARD[now.board]
        if now.board == LIVE and now.board_word:
            yield str(now.board_word)
    if now.trouble and (before is None or not before.trouble):
        yield f"NOT SAVED: {now.trouble}"
    if before is not None and before.trouble and not now.trouble:
        yield "Everything is saved again."
    if now.view is not None:
        was, is_new = before.view if before else None, _is_new_game(before, now)
        has_own = not now.has_shared_button and now.board != WITHOUT
        for line in _play(was, now.view, is_new, tells_each_card):
            yield line if has_own else line.replace(BUTTON, BY_PHONE)
    if tells_each_card:
        yield from _asides(before, now)


def _asides(before: TableView | None, now: TableView) -> Iterator[str]:
    """What those at the table are asked and told."""
    if now.asked is not None and (before is None or before.asked != now.asked):
        answers = ", ".join(f"[{key}] {answer}" for key, answer in now.asked.options)
        yield f"? {now.asked.text}: {answers}"
    if now.desk.note is not None and (before is None or before.desk.note != now.desk.note):
        yield f"  {now.note_text}"
    for asked in now.asks:
        if before is None or asked not in before.asks:
            yield f"  {asked}"


def _is_new_game(before: TableView | None, now: TableView) -> bool:
    return before is None or before.games != now.games


def _play(
    before: AnyView | None, now: AnyView, is_new: bool, tells_each_card: bool
) -> Iterator[str]:
    if before is None or is_new:
        yield f"{now.title}: {', '.join(now.names)}"
        if now.seq:
            yield f"  {now.phase.summary}"
        return
    if now.seq != before.seq:
        yield from news(before, now) if tells_each_card else _outcome(before, now)


def news(before: AnyView, now: AnyView) -> Iterator[str]:
    """The newest entry, whatever it ended, and what comes next."""
    told = newest_happening(now)
    if told:
        yield f"  {told}"
    for line in now.rules.ended(before, now) if now.newest else ():
        yield f"  {line}"
    # Routine is not told: in the terminal "to play" behind each card would bury the rest.
    if now.next_what != before.next_what and not now.phase.is_routine:
        yield f"  {now.phase.waits_for}"
    yield from _new_findings(before, now)


def _outcome(before: AnyView, now: AnyView) -> Iterator[str]:
    """How the game has ended, and what was improper."""
    if now.is_over and not before.is_over:
        yield f"  {now.phase.summary}"
    yield from _new_findings(before, now)


def _new_findings(before: AnyView, now: AnyView) -> Iterator[str]:
    for remark in now.remarks:
        if remark.finding not in before.findings:
            yield f"! {plain_finding(remark, now.names)}"
            # What games share is told with its card and trick; a game's own rule may not be.
            shown = () if is_common(remark.finding.rule) else plain_exhibits(remark, now.names)
            for line in shown:
                yield f"    {line}"
