"""What a control card does when it is laid on a reader. Decides, and does no I/O."""

from collections.abc import Callable, Mapping
from typing import Final

from tricktable.store.decks import controls
from tricktable.table.desk import acts, first_game, keypad
from tricktable.table.desk.calls import say, say_no_trump
from tricktable.table.desk.changes import Changes, desk_change, note_row
from tricktable.table.desk.desk import SOUNDS
from tricktable.table.desk.evening import next_game
from tricktable.table.desk.keys import KeyedCall
from tricktable.table.desk.laid_card import place_of
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note
from tricktable.text.language import Message


def do_act(now: Moment, reader: int, act: str) -> Changes:
    """Do what the control card on a reader stands for."""
    if act in _IN_A_GAME and now.record is None:
        return [note_row(first_game.none_yet())]
    if act in _IN_A_GAME and now.desk.is_paused:
        return [note_row(Note("paused"))]
    return _ACTS[act](now, reader)


def _undo(now: Moment, _: int) -> Changes:
    return keypad.press_key(now, "UNDO")


def _new_deal(now: Moment, reader: int) -> Changes:
    """Begin the deal or game that is due; throw in a running hand."""
    record = now.record
    assert record is not None
    if record.state.status != "playing" or now.desk.is_stopped:
        return next_game(now, 0)
    due = next((each for each in record.state.offers() if each.what == "dealt"), None)
    if due is None:
        return acts.throw_in(now)
    seat = due.seats[0] if len(due.seats) == 1 else place_of(now, reader)[0]
    if seat not in due.seats:
        return [note_row(Note("not_now", detail=Message("lay it on the dealer's reader")))]
    return say(now, record, KeyedCall("dealt", seat, None))


def _no_trump(now: Moment, reader: int) -> Changes:
    assert now.record is not None
    return say_no_trump(now, now.record, place_of(now, reader)[0])


def _mute(now: Moment, _: int) -> Changes:
    """Mute; the second time, bring the former sound back."""
    before, off = now.desk.sound, SOUNDS[0]
    if before == off:
        return [note_row(Note("sound_is", detail=now.desk.unmuted), sound=now.desk.unmuted)]
    return [note_row(Note("sound_is", detail=off), sound=off, unmuted=before)]


def _scores(now: Moment, _: int) -> Changes:
    """Show the scores; the second time, the table again."""
    page = "table" if now.desk.page == "scores" else "scores"
    return [desk_change(page=page, asking=None)]


_ACTS: Final[Mapping[str, Callable[[Moment, int], Changes]]] = {
    controls.UNDO: _undo,
    controls.NEW_DEAL: _new_deal,
    controls.NO_TRUMP: _no_trump,
    controls.MUTE: _mute,
    controls.SCORES: _scores,
}
_IN_A_GAME: Final = (controls.NEW_DEAL, controls.NO_TRUMP, controls.SCORES)
