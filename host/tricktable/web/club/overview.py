"""Every table at a glance: its game and deal, whom it waits for, its last card, what is wrong.

Made from public views alone, and only once for each view; opens no table that sleeps.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from tricktable.rules.findings import finding_sentence
from tricktable.rules.view import AnyView
from tricktable.table import notes
from tricktable.table.notes import Note
from tricktable.table.views import LIVE, WITHOUT, TableView
from tricktable.text.language import _, current
from tricktable.text.names import Names
from tricktable.text.sentences import Sentence, spoken
from tricktable.web.guest.screen import clean_names
from tricktable.web.guest.sentences import newest

_FAULTS: Final = frozenset(
    (
        "board_fault key_stuck button_stuck board_restarted rows_lost lapsed overtaken refused"
        " game_fault not_installed not_kept"
    ).split()
)
"""Notes about something that is broken."""


class TableGlance(NamedTuple):
    """One table."""

    code: str
    headline: str
    """What it waits for."""
    game: str = ""
    where: str = ""
    """How far the game is: its deal and trick."""
    newest: Sentence = ()
    """The newest card, announcement or trick."""
    question: str = ""
    faults: tuple[str, ...] = ()
    """What the organiser should look into."""
    board: str = ""
    """How the board is: one of the words of `TableView.board`; empty while the table sleeps."""
    is_paused: bool = False
    is_locked: bool = False
    names: tuple[str, ...] = ()

    @property
    def is_asleep(self) -> bool:
        """Whether nobody is there, and the table is not in memory."""
        return not self.board

    @property
    def is_waiting(self) -> bool:
        """Whether the organiser should look there."""
        return bool(self.question or self.faults)


class Glances:
    """All tables, each drawn once for each language and view. Mutable; from any thread."""

    def __init__(self) -> None:
        self._drawn: dict[tuple[str, str], tuple[TableView, TableGlance]] = {}

    def of(self, views: Iterable[TableView], asleep: Iterable[str]) -> list[TableGlance]:
        """Each table, in the current language; those asleep as they were when they were seen."""
        language = current()
        return [
            *(self._glance(view, language) for view in views),
            *(self._asleep_glance(code, language) for code in asleep),
        ]

    def _glance(self, view: TableView, language: str) -> TableGlance:
        before = self._drawn.get((view.code, language))
        if before is not None and before[0] is view:
            return before[1]
        made = glance(view)
        self._drawn[view.code, language] = view, made
        return made

    def _asleep_glance(self, code: str, language: str) -> TableGlance:
        before = self._drawn.get((code, language))
        seen = before[1] if before else TableGlance(code, "")
        return seen._replace(board="", question="", faults=())


def glance(table: TableView) -> TableGlance:
    """A table as it is now."""
    names, view = clean_names(table), table.view
    told = TableGlance(
        table.code,
        _("No game yet"),
        question=table.question.text if table.question else "",
        faults=tuple(_faults(table, names)),
        board=table.board,
        is_paused=table.desk.is_paused,
        is_locked=table.desk.is_locked,
        names=names,
    )
    if view is None:
        return told
    phase = view.with_names(names).phase
    return told._replace(
        headline=spoken(phase.headline),
        game=_(view.title),
        where=spoken(phase.beside),
        newest=newest(view, names, phase),
    )


def _faults(table: TableView, names: Names) -> Iterable[str]:
    if table.trouble:
        yield f"{_('Nothing is being saved')}: {_(table.trouble)}"
    if table.board not in (LIVE, WITHOUT):
        yield str(table.board_word) or _("The board does not answer. Check its cable.")
    told = [Note("reader_dead", reader) for reader in table.desk.dead_readers]
    if table.desk.note is not None and table.desk.note.about in _FAULTS:
        told.append(table.desk.note)
    said = (notes.sentence(each, names, not table.is_without_board) for each in told)
    yield from filter(None, said)
    if table.claims and not table.has_buttons:
        yield _("A phone waits to be let in.")
    if table.view is not None:
        yield from _new_findings(table.view, names)


def _new_findings(view: AnyView, names: Names) -> Iterable[str]:
    """What the newest entry proves."""
    for each in view.remarks:
        if view.seq == max(each.finding.seq, *each.finding.proof, 0):
            yield spoken(finding_sentence(each, names))
