"""Requests from pages and programs as changes to the table. Decides, and does no I/O."""

from tricktable.rules import codec
from tricktable.rules.cards import BY_CODE
from tricktable.rules.entries import (
    BadLine,
    Corrected,
    Dealt,
    Declared,
    Entry,
    Held,
    Impossible,
    Moved,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.record import Record
from tricktable.table import commands
from tricktable.table.desk import (
    acts,
    deck_work,
    evening,
    keypad,
    lobby,
    own_card,
    rest_claim,
    seats,
    undo_request,
)
from tricktable.table.desk.accept import accept, act_of, changes_of, mend
from tricktable.table.desk.changes import Changes
from tricktable.table.desk.moment import Moment

DECK_WORK, NO_GAME, PAUSED = "tending", "no-game", "paused"
"""Why a table takes no entry at all, as `Impossible.because`."""


def changes(now: Moment, request: commands.Request, taken: Changes | None = None) -> Changes:
    """The changes for a request; `taken` holds those for a whole record, if already read.

    Raises: Impossible, BadLine; RecordRefused, for a whole record.
    """
    if isinstance(request, commands.DeckRequest):
        return deck_work.start(now, request)
    if isinstance(request, commands.PhoneRequest):
        return seats.decide(now, request)
    if isinstance(request, commands.LobbyRequest):
        return lobby.decide(now, request)
    if now.desk.tending is not None:
        raise Impossible(
            "a deck is being enrolled or checked; finish or stop that first", DECK_WORK
        )
    evenings = taken or _of_the_evening(now, request)
    if evenings is not None:
        return evenings
    if now.record is None:
        raise Impossible("no game has begun at this table", NO_GAME)
    if now.desk.is_paused:
        raise Impossible("the game is paused; resume it first", PAUSED)
    acted = _of_the_newest(now, now.record, request)
    if acted is not None:
        return acted
    if isinstance(request, commands.Lay) and request.how != "held":
        return _lay(now, now.record, request)
    return changes_of(accept(now, now.record, act_of(entry_asked(now.record, request))))


def _lay(now: Moment, record: Record, request: commands.Lay) -> Changes:
    """A card that somebody enters: as at a reader, what is odd about it is asked, not refused."""
    card, entry = BY_CODE[request.card], entry_asked(record, request)
    if now.desk.mending is not None:
        return mend(record, now.desk.mending, card)
    assert isinstance(entry, (Played, Shown))
    is_over = now.desk.is_stopped or record.state.status != "playing"
    # In a game that is on, what nobody said yet may make it possible, such as a first deal.
    if entry.seat is None and is_over:
        own_card.must_be_of_nobody(record)
    return changes_of(accept(now, record, act_of(entry), may_ask=True))


def _of_the_evening(now: Moment, request: commands.Request) -> Changes | None:
    """Handles a request that concerns no entry; None if it does."""
    match request:
        case commands.Reply(key):
            return keypad.answer(now, key)
        case commands.Rename(seat, name):
            return evening.rename(now, seat, name)
        case commands.Pause():
            return evening.pause(now)
        case commands.Resume():
            return evening.resume(now)
        case commands.Lock():
            return evening.lock(True)
        case commands.Unlock():
            return evening.lock(False)
    return _of_another_game(now, request)


def _of_another_game(now: Moment, request: commands.Request) -> Changes | None:
    """Handles a request with which another game begins, or goes on; None if it is none."""
    match request:
        case commands.NewGame():
            return evening.new_game(now, request)
        case commands.TakeIn():
            return evening.take_in(request.lines)
        case commands.TakeUp(game):
            return evening.take_up(now, game)
        case commands.NextGame(rotate, game=game):
            return evening.next_game(now, rotate, game)
    return None


def _of_the_newest(now: Moment, record: Record, request: commands.Request) -> Changes | None:
    """Handles a request about what was done last, or a seat's own card; None if it is neither."""
    match request:
        case commands.Undo():
            return acts.undo(now)
        case commands.Redo():
            return acts.redo(now)
        case commands.ThrowIn():
            return acts.throw_in(now)
        case commands.LayOwn():
            return own_card.lay(now, record, request)
        case commands.TakeBack():
            return own_card.take_back(now, record, request)
        case commands.AskBack():
            return undo_request.ask(now, record, request)
        case commands.AnswerBack():
            return undo_request.answer(now, record, request)
        case commands.ClaimRest():
            return rest_claim.ask(now, record, request)
        case commands.AnswerClaim():
            return rest_claim.answer(now, record, request)
    return None


def entry_asked(record: Record, request: commands.Request) -> Entry:
    """The record entry that a request asks for. Raises: Impossible, BadLine."""
    match request:
        case commands.Deal(dealer):
            entry: Entry = Dealt(dealer)
        case commands.Declare(topic, seat, value):
            entry = Declared(seat, topic, value)
        case commands.Move(seat, source, target, count, cards):
            named = None if cards is None else tuple(BY_CODE[code] for code in cards)
            entry = Moved(seat, source, target, count, named)
        case commands.Lay():
            entry = _card(request)
        case commands.Strike(seq):
            entry = Struck(seq)
        case commands.Restore(seq):
            entry = _correction(record, seq, None, None)
        case commands.Enter(fields):
            return codec.entry_of(fields, record.header, record.seq + 1)
        case commands.Correct(seq, seat, card):
            entry = _correction(record, seq, seat, card)
        case _:
            raise BadLine(f"a table cannot be asked for {request!r}")
    return codec.read_back(entry, record.header)


def _card(request: commands.Lay) -> Entry:
    card, seat = BY_CODE[request.card], request.seat
    if request.how == "shown":
        return Shown(seat, card)
    if seat is None:
        raise Impossible("say whose card it is")
    return Held(seat, card) if request.how == "held" else Played(seat, card)


def _correction(record: Record, seq: int, seat: int | None, card: str | None) -> Corrected:
    was = record.happening(seq)
    if was is None:
        raise Impossible("there is no entry {number} to correct", number=seq)
    if isinstance(was, Dealt):
        return Corrected(seq, was if seat is None else Dealt(seat))
    if card is not None and isinstance(was, (Held, Shown, Played)):
        was = was._replace(card=BY_CODE[card])
    return Corrected(seq, was if seat is None else was._replace(seat=seat))
