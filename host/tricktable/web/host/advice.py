"""What is wrong at a table and what its host does about it, in whole sentences. Mends nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tricktable.store.journal import AtLimit, Full, ReadOnly
from tricktable.table.views import ABSENT, LIVE, SILENT, TableView
from tricktable.text.language import _, message
from tricktable.text.sentences import Name, Sentence, sentence
from tricktable.web.guest.sentences import Names

_UNSAVED: Final = {
    Full.public: message(
        "Nothing is being saved: the disk is full. Delete something from this computer’s disk, and"
        " leave the computer on: what was played meanwhile is then saved by itself."
    ),
    AtLimit.public: message(
        "Nothing is being saved: the journal is as large as it may be. Finish this game, copy its"
        " record, and start Tricktable again with a higher --max-journal-mib. What was played"
        " meanwhile is in memory only."
    ),
    ReadOnly.public: message(
        "Nothing is being saved: the disk is read-only. Let Tricktable write to it, and leave the"
        " computer on: what was played meanwhile is then saved by itself."
    ),
}
_UNWRITTEN: Final = message(
    "Nothing is being saved. Leave the computer on: what was played meanwhile is saved by itself"
    " once the journal can be written."
)


def advice(table: TableView, names: Names) -> Iterator[Sentence]:
    """What to do about the journal, the board and its readers; nothing while all of them work."""
    if table.trouble:
        yield (_(_UNSAVED.get(table.trouble, _UNWRITTEN)),)
    if table.board == SILENT:
        yield sentence(
            "The board is unplugged. Plug its cable in again: what it has read meanwhile then comes"
            " by itself. Enter here only cards that it has not read."
        )
    elif table.board == ABSENT:
        yield sentence(
            "This table’s board is not there. Plug it in with a data cable; until then enter cards"
            " here or on phones."
        )
    elif table.board == LIVE:
        if table.board_word:
            yield (str(table.board_word),)
        yield from _dead_readers(table, names)


def enters_cards(table: TableView) -> bool:
    """Whether cards are entered on the host's page: not every one is read, or laid on a phone."""
    if table.is_without_board:
        return table.has_free_seats
    return table.board != LIVE or bool(table.desk.dead_readers)


def _dead_readers(table: TableView, names: Names) -> Iterator[Sentence]:
    dead, stations = table.desk.dead_readers, table.equipment.stations
    if len(dead) == stations:
        yield (
            sentence(
                "No reader is answering. Check that the charger is in the box’s USB-C socket; until"
                " then enter cards here."
            )
            if stations > 1
            else sentence(
                "The reader is not answering. Check its cable; until then enter cards here."
            )
        )
        return
    is_of_seat = table.view is not None and table.view.seats <= stations
    for reader in dead:
        if is_of_seat and reader < len(names):
            yield sentence(
                "{who}’s reader is not answering. Check its cable; until then enter those cards"
                " here.",
                who=Name(names[reader]),
            )
        else:
            yield sentence(
                "Reader {number} is not answering. Check its cable; until then enter those cards"
                " here.",
                number=reader + 1,
            )
