"""The evening: one game after another, who sits where, pauses. Decides, and does no I/O."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator

from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.entries import Dealt, Entry, Impossible
from tricktable.rules.options import seats_by_team
from tricktable.rules.presumptions import dealt_by
from tricktable.rules.record import Record
from tricktable.store import replay
from tricktable.table import commands
from tricktable.table.desk import first_game, lobby
from tricktable.table.desk.changes import (
    Change,
    Changes,
    EntryRow,
    GameRow,
    NamesRow,
    desk_change,
    entries_changes,
    note_row,
)
from tricktable.table.desk.moment import Moment, first_header, next_header
from tricktable.table.notes import Note


def pause(now: Moment) -> Changes:
    """Pause; nothing is recorded until somebody continues."""
    if now.record is None:
        return [note_row(first_game.none_yet())]
    return [note_row(Note("paused"), is_paused=True, asking=None, typed="")]


def resume(now: Moment) -> Changes:
    """Continue."""
    if not now.desk.is_paused:
        return [desk_change()]
    return [note_row(Note("resumed"), is_paused=False)]


def lock(is_locked: bool) -> Changes:
    """Set whether only the host may write; drops half-typed input."""
    note = Note("locked" if is_locked else "unlocked")
    return [note_row(note, is_locked=is_locked, asking=None, typed="")]


def next_game(now: Moment, rotate: int, game: str | None = None) -> Changes:
    """Play again, or another game as it was last played here; all move on by that many seats.

    The person after the last dealer is presumed to deal. Raises: BadLine.
    """
    if now.record is None:
        return [note_row(first_game.none_yet())]
    header = now.record.header
    if game is not None and game != header.game:
        given = now.memory.rules.get((game, header.players))
        header = first_header(header.players, game, given)
    header = next_header(header, now.names, rotate)
    begins = [GameRow(header)]
    dealer = _next_dealer(now.record, rotate)
    if dealer is None:
        return begins
    deal = dealt_by(dealer, by_rotation=header.players > 1)
    note = Note("presumed", detail=deal.why)
    return [*begins, EntryRow(deal.entry, is_presumed=True), note_row(note)]


def _next_dealer(record: Record, rotate: int) -> int | None:
    """Who deals after the last dealer of a game, once all have moved on; None if nobody dealt."""
    dealers = (step.entry for step in record.newest_first())
    last = next((entry.dealer for entry in dealers if isinstance(entry, Dealt)), None)
    step = record.state.tabletop().step
    return None if last is None else (last + step + rotate) % record.header.players


def new_game(now: Moment, request: commands.NewGame) -> Changes:
    """Begin a game as a page asks for it: without names, with whoever sits there.

    Raises: BadLine, Impossible.
    """
    names = [name.strip() for name in request.names]
    if not any(names):
        names = lobby.fill(now, request.players)
    fields: dict[str, object] = {
        "record": codec.FORMAT,
        "game": request.game,
        "players": request.players,
        "options": request.options,
    }
    header = codec.read_header(json.dumps(fields), GAMES)
    if any(names):
        defaults = header.seat_names
        given = [name or default for name, default in zip(names, defaults, strict=False)]
        header = codec.read_header(json.dumps({**fields, "names": given}), GAMES)
    changes: list[Change] = [
        lobby.begins(now, header, is_round=isinstance(request, commands.RoundGame))
    ]
    if len(set(map(len, seats_by_team(header.options)))) > 1:  # allowed, with a warning (D28)
        changes.append(note_row(Note("lopsided")))
    if request.dealer is None:
        return changes
    deal = codec.read_back(Dealt(request.dealer), header)
    # Whoever begins has read who deals: it goes without saying, though an act may show another.
    return [*changes, EntryRow(deal, is_presumed=not request.is_dealer_chosen)]


def take_up(now: Moment, number: int) -> Changes:
    """Play on in the game with this number, which was left. Raises: Impossible."""
    left = now.left
    while left is not None and left.number != number:
        left = left.before
    if left is None or not left.is_unfinished:
        raise Impossible("that game cannot be taken up again; another one has been played since")
    return left.changes()


def take_in(
    lines: Iterable[bytes], unhurried: Callable[[Iterable[Entry]], Iterable[Entry]] = iter
) -> Changes:
    """Import a game recorded elsewhere. Raises: RecordRefused, if it is malformed or impossible.

    Its entries are written as `unhurried` gives them: the same ones, with rests between them.
    """
    header, entries = replay.read(lines)
    said: list[Entry] = []

    def noted() -> Iterator[Entry]:
        for entry in entries:
            said.append(entry)
            yield entry

    replay.fold(header, noted())
    return [GameRow(header), *entries_changes(unhurried(said))]


def rename(now: Moment, seat: int, name: str) -> Changes:
    """Rename a seat, or put somebody else there. Raises: Impossible."""
    if now.chairs:
        return lobby.rename(now, seat, name)
    names = list(now.names)
    if seat >= len(names):
        raise Impossible("that seat is empty in this game")
    names[seat] = name.strip() or names[seat]
    return [NamesRow(names)]
