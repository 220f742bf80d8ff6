"""The moments of a game that was played: what everybody saw after each thing that happened."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from flask import abort, request

from tricktable.rules.entries import Declared, Held
from tricktable.rules.record import Record, Step
from tricktable.rules.topics import topic_of
from tricktable.rules.view import AnyView, view
from tricktable.table.scorebook import Scoresheet
from tricktable.text.language import _
from tricktable.web.guest.history import game_of_table
from tricktable.web.guest.screen import shown_names
from tricktable.web.tables import SeenTable

AT: Final = "at"
"""`?at=17`: the seventeenth moment."""


class PastMoment(NamedTuple):
    """One moment of a game."""

    number: int
    """From 1 …"""
    of: int
    """… to this."""
    view: AnyView
    """What everybody saw then, with the names that may be shown."""


def game_or_404(table: SeenTable, number: int) -> Scoresheet:
    """The table's game with this number, if anything has happened in it."""
    game = game_of_table(table, number)
    if game is None or not any(_happenings(game.record)):
        abort(404, _("There is no such game at this table."))
    return game


def moment_number() -> int:
    """The moment asked for; the first one if it is no number."""
    return request.args.get(AT, 1, int)


def _happenings(record: Record) -> Iterator[Step]:
    """What everybody saw or heard."""
    for step in record.steps():
        entry = step.entry
        is_quiet = isinstance(entry, Held) or (
            isinstance(entry, Declared) and topic_of(record.header.rules, entry.topic).is_quiet
        )
        if not is_quiet:
            yield step


def moment_of(game: Scoresheet, number: int) -> PastMoment:
    """The moment with this number; the first or the last one if there is none."""
    steps = [*_happenings(game.record)]
    number = min(max(number, 1), len(steps))
    then = view(game.record.until(steps[number - 1].seq))
    return PastMoment(number, len(steps), then.with_names(shown_names(game.names)))


def number_before(game: Scoresheet, seq: int) -> int:
    """The number of the moment before that entry; 0 if it is the first that was seen."""
    return sum(step.seq < seq for step in _happenings(game.record))
