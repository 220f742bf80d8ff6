"""How a table answers what a page asks: done, or why not and what to do.

A request that comes twice with one key is carried out once. Adds to the ledger, and shows nothing.
"""

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from tricktable.games import blame_game
from tricktable.rules.entries import BadLine, Impossible
from tricktable.rules.faults import GameFault
from tricktable.rules.record import Record
from tricktable.rules.view import view
from tricktable.store.journal import Full, Outage, RowTaken
from tricktable.table import idempotency, notes
from tricktable.table.commands import (
    Declare,
    Enter,
    GiveBack,
    Lay,
    LayOwn,
    Move,
    NewGame,
    NextGame,
    OfASeat,
    Reply,
    Request,
    SendAway,
    TakeIn,
    TakeUp,
)
from tricktable.table.desk import first_game, from_pages, keypad, own_card, prompts
from tricktable.table.desk.changes import Change, Changes, DeskRow, EntryRow, GameRow, KeyRow
from tricktable.table.desk.moment import Moment
from tricktable.table.ledger import Ledger
from tricktable.table.note_kinds import REFUSALS
from tricktable.table.notes import Prompt
from tricktable.table.whole_records import WholeRecord, whole_record
from tricktable.text.language import _
from tricktable.text.sentences import paragraph, whole, with_full_stop

RUNNING: Final = "running"
"""A game is running, and would have been abandoned."""
REUSED: Final = "reused"
"""The key was used before, for another request."""

LAPSED: Final = "lapsed"
"""It waited to be saved, and fell away: another host had gone on meanwhile."""
AWAY: Final = "away"
"""The journal is out of reach, so nobody knows what became of the request: ask again."""
MOVED_ON: Final = "moved-on"
"""The table has changed since the sender of the request last saw it."""
ASKS: Final = "asks"
"""Not done: the table asks its people something about it first."""
UNFIT: Final = "unfit"
"""No state of the table makes it possible: its values are none that the game has."""
_ACTS: Final = (Lay, LayOwn, Declare, Move, Enter)
"""What people do in the game itself."""
_NO_ENTRY: Final = (from_pages.DECK_WORK, from_pages.NO_GAME, from_pages.PAUSED)


class Answer(NamedTuple):
    """The outcome of a request: done, or why not and what to do."""

    is_done: bool
    reason: str = ""
    game: int = 0
    """The number of the game that was running then."""
    seq: int = 0
    """The record's newest entry then."""
    is_saved: bool = True
    """Whether what was done is durable; if not, it will be when there is room."""
    because: str = ""
    """The kind of refusal, if callers may need to tell it apart: one of the words above."""
    possible: str = ""
    """After a refused act: what the game lets those do whose turn it is, or whose; else empty."""

    @property
    def refusal(self) -> str:
        """Why it was refused, and what is possible instead; empty if it is done."""
        return "" if self.is_done else paragraph(self.reason, self.possible)


class _Hindrance(Exception):
    """Raised if the table does not even try."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(answer.reason)
        self.answer = answer


class Trial(NamedTuple):
    """How a request would change the running game: really judged, but not kept."""

    before: Record
    after: Record


class PageRequest(NamedTuple):
    """A request as a page sends it."""

    request: Request
    key: str
    """Tells it from any other, if it may come twice; else empty."""
    in_view_of: tuple[int, int] | None
    """The game and entry that the sender's page showed; None if that does not matter."""
    version: int
    """The version of the view that is shown now."""
    taken: WholeRecord | None
    """The whole record that it brings, if it brings one, read and judged."""
    known: int = 0
    """The newest row that this host had when the request came."""

    def changes(self, now: Moment) -> Changes:
        """What it becomes. Raises: Impossible, BadLine."""
        return from_pages.changes(now, self.request, self.taken and self.taken.changes)


def read(request: Request) -> WholeRecord | None:
    """The whole record that the request brings; None if it brings none. May take seconds.

    Raises: RecordRefused, for a record that cannot be imported.
    """
    return whole_record(request.lines) if isinstance(request, TakeIn) else None


Decide = Callable[[Moment], Changes]
"""What is to be done, as of the moment when it is."""
Do = Callable[[Decide], None]
"""Writes what is decided into the ledger, and shows it."""


def answer(sent: PageRequest, ledger: Ledger, do: Do) -> Answer:
    """Carry it out, or say why it cannot be; a request that was refused uses no key up.

    A request with a key is refused for good only by a host that has all rows there are: it may have
    been carried out at another one, or what makes it possible. Where there may be other hosts, that
    is kept first, so that none of them carries it out later.
    """
    try:
        while True:
            said = _answer(sent, ledger, do)
            if said.is_done or not sent.key or said.because in _KNOWN:
                return said
            if said.because != ASKS and ledger.follow()[0]:
                continue
            if (settled := _final(said, sent.key, ledger)) is not None:
                return settled
    except (Full, Outage):
        return away()


def _final(refusal: Answer, key: str, ledger: Ledger) -> Answer | None:
    """This refusal once nobody can carry the request out; None if another host has written since.

    Raises: Full, Outage.
    """
    if ledger.has_unsaved and (ledger.is_shared or refusal.because != ASKS):
        return away()
    if not ledger.is_shared:
        return refusal
    if ledger.is_a_host_silent:
        return elsewhere()
    attempt = _newest_attempt(ledger, key)
    try:
        if attempt.row is None:
            ledger.refuse(key, attempt.number)
            return refusal
    except RowTaken:
        pass
    ledger.follow()
    return None


def away() -> Answer:
    """The journal is out of reach: nobody can tell what becomes of the request."""
    why = _("The journal cannot be read just now. Try again soon.")
    return Answer(False, why, because=AWAY)


def moved_on() -> Answer:
    """The table has changed since the sender last saw it."""
    return Answer(False, notes.refusal(own_card.moved_on(), ()), because=MOVED_ON)


def elsewhere() -> Answer:
    """Another host is out of reach, and what it was asked for may still be carried out."""
    why = _("Another host cannot be reached and may already have done this. Try again soon.")
    return Answer(False, why, because=AWAY)


def _answer(sent: PageRequest, ledger: Ledger, do: Do) -> Answer:
    """The answer as far as this host knows. Raises: Outage, if it cannot know."""
    before = _newest_attempt(ledger, sent.key).row if sent.key else None
    if before:
        return _answer_again(ledger, sent, before.source, idempotency.of(before))
    kept: list[tuple[str | None, idempotency.Outcome]] = []
    rows = ledger.story.seq
    try:
        do(partial(_changes_with_key, sent, ledger, kept))
    except _Hindrance as hindered:
        return hindered.answer
    except GameFault as fault:
        ledger.note_fault(fault)
        return failure(fault, ledger.story.seat_names, ledger.has_board)
    except (Impossible, BadLine) as fault:
        names = ledger.story.seat_names
        if ledger.story.failed and isinstance(fault, Impossible):
            return Answer(False, notes.sentence(ledger.story.failed, names, ledger.has_board))
        return refusal(fault, names)._replace(possible=_possible(sent, ledger))
    if kept:
        return _answer_again(ledger, sent, *kept[-1])
    story = ledger.story
    # A request that had been carried out before adds nothing; an older note says nothing of it.
    note = story.desk.note if story.seq > rows else None
    is_refused = note is not None and note.about in REFUSALS
    said = notes.sentence(note, story.seat_names, ledger.has_board) if note else ""
    is_act = story.seq > rows and isinstance(sent.request, _ACTS)
    if is_act and (asked := _question(ledger.moment)):
        return Answer(False, with_full_stop(asked.text), *story.moment, because=ASKS)
    possible = _possible(sent, ledger) if is_refused else ""
    return Answer(not is_refused, said, *story.moment, ledger.is_saved(), possible=possible)


def _possible(sent: PageRequest, ledger: Ledger) -> str:
    """What the game lets this seat do, or who acts before it; empty if the game was not asked."""
    record = ledger.moment.record
    if record is None or not isinstance(sent.request, _ACTS):
        return ""
    with blame_game(record.header.rules, may_refuse=False):
        now = view(record).with_names(ledger.story.seat_names)
        asked = sent.request
        seat = asked.entry.get("seat") if isinstance(asked, Enter) else asked.seat
        can = now.phase.can if seat is None or seat in now.awaited else ()
        return "" if now.is_over else whole(can or now.phase.headline)


_ASKS: Final = frozenset(("next_game", "anew"))
"""What the table asks before an act counts."""


def _question(now: Moment) -> Prompt | None:
    """The question about an act that is no entry until it is answered."""
    if now.desk.question is not None and now.record is not None:
        return notes.ask(now.desk.question, now.names, now.record)
    asking = now.desk.asking
    return keypad.question(now) if asking is not None and asking.about in _ASKS else None


def trial(request: Request, now: Moment, has_board: bool) -> Trial | Answer:
    """The record as it would be after this request, or why it is impossible. Keeps nothing."""
    try:
        with blame_game(now.record.header.rules if now.record else None):
            return _trial(request, now, has_board)
    except (Impossible, BadLine) as fault:
        return refusal(fault, now.names)
    except GameFault as fault:
        return failure(fault, now.names, has_board)


def _trial(request: Request, now: Moment, has_board: bool) -> Trial | Answer:
    """See `trial`. Raises: Impossible, BadLine; whatever the game raises."""
    changes = from_pages.changes(now, request)
    if any(isinstance(each, GameRow) for each in changes):
        return Answer(False, _("That would take up another game: there is nothing to compare."))
    if now.record is None:
        return Answer(False, notes.sentence(first_game.none_yet(), now.names, has_board))
    # Both are forks: a page works out what differs in another thread while the record grows.
    before, after = now.record.fork(), now.record.fork()
    for change in changes:
        if isinstance(change, EntryRow):
            after.add(change.entry)
    if after.seq > before.seq:
        return Trial(before, after)
    note = changes[-1].note
    return Answer(False, notes.sentence(note, now.names, has_board) if note else "")


def hindrance(check: Callable[[], None], names: tuple[str, ...]) -> Answer | None:
    """Why it cannot be, as what is checked says; None if it can."""
    try:
        check()
    except Impossible as fault:
        return refusal(fault, names)
    return None


def failure(fault: GameFault, names: tuple[str, ...], has_board: bool) -> Answer:
    """Why it cannot be: the game has a fault."""
    return Answer(False, notes.sentence(notes.of_fault(fault), names, has_board))


def refusal(fault: Impossible | BadLine, names: tuple[str, ...]) -> Answer:
    """Why it cannot be, as a sentence."""
    if isinstance(fault, Impossible):
        because = fault.because if fault.because in _NO_ENTRY else ""
        return Answer(False, notes.refusal(fault, names), because=because)
    return Answer(False, f"{fault.reason[:1].upper()}{fault.reason[1:]}.", because=UNFIT)


def _hindrance(sent: PageRequest, ledger: Ledger) -> Answer | None:
    """Why the table does not even try; None if it does. Raises: Impossible, BadLine."""
    request, story = sent.request, ledger.story
    # An answer is only a key, which means something else at the next question.
    is_old = isinstance(request, Reply) and request.version != sent.version
    # The numbers of entries begin anew with each game.
    is_old = is_old or (isinstance(request, OfASeat) and request.game != story.games)
    if is_old or sent.in_view_of not in (None, story.moment):
        return moved_on()
    if isinstance(request, SendAway | GiveBack) and not story.chairs:
        _must_have_had_phone(request, ledger)
    # A game that runs is played to its end, for nobody should have to stop in mid-hand; a new one
    # would rest on nothing but memory (decisions.md: a full disk).
    if not isinstance(request, NewGame | NextGame | TakeIn | TakeUp):
        return None
    if ledger.public_trouble:
        trouble = _(ledger.public_trouble)
        why = _("No new game can start while nothing can be saved: {trouble}", trouble=trouble)
        return Answer(False, why, because=AWAY)
    if not isinstance(request, TakeUp) and not request.abandon and ledger.moment.is_in_play:
        sent.changes(ledger.moment)  # what is wrong with it comes first
        return Answer(False, _("A game is running at this table."), because=RUNNING)
    return None


def _must_have_had_phone(request: SendAway | GiveBack, ledger: Ledger) -> None:
    """Check that there is a phone that can go or come back. Raises: Impossible."""
    persons, seating = ledger.story.persons, ledger.seating
    if request.seat >= len(persons) or request.seat in ledger.moment.claims:
        return
    person = persons[request.seat]
    if isinstance(request, GiveBack) and person not in seating.people_replaced():
        raise Impossible("no other phone had that seat before")
    if isinstance(request, SendAway) and person not in seating.people_seated():
        raise Impossible("no phone has that seat")


def _changes_with_key(
    sent: PageRequest,
    ledger: Ledger,
    kept: list[tuple[str | None, idempotency.Outcome]],
    now: Moment,
) -> Changes:
    """What it becomes; with a key, and unless it was refused, how it was answered too.

    That is added to `kept`, with its row's source. Raises: _Hindrance, Impossible, BadLine;
    Outage.
    """
    # Each time anew: another host may have begun a game since.
    if hindered := _hindrance(sent, ledger):
        raise _Hindrance(hindered)
    if not sent.key:
        return sent.changes(now)
    number, before, refusal = _newest_attempt(ledger, sent.key)
    if before:  # another host was quicker
        kept.append((before.source, idempotency.of(before)))
        return []
    if refusal > sent.known:
        # Whoever sent this may have sent it before it was refused there, and waits for no answer.
        raise _Hindrance(away())
    changes = sent.changes(now)
    # Whatever follows by itself comes before the row that keeps the key, so that the answer covers
    # all that the request brought about.
    with blame_game(ledger.story.game, may_refuse=False):
        changes = [*changes, *prompts.behind(now, changes)]
    game, seq = ledger.story.moment
    if any(isinstance(each, GameRow) for each in changes):
        game, seq = game + 1, 0
    added = sum(each.count for each in changes)
    # A refusal uses no key up: the same request may be possible a moment later.
    if not added and game == ledger.story.games and _is_refusal(changes):
        if ledger.is_a_host_silent:
            raise _Hindrance(elsewhere())
        return changes
    outcome = idempotency.Outcome(idempotency.digest(sent.request), game, seq + added)
    kept.append((idempotency.source(sent.key, number), outcome))
    return [*changes, KeyRow(sent.key, outcome, number)]


def _is_refusal(changes: Changes) -> bool:
    """Whether they are nothing but a word why not."""
    if any(_asks_first(each) for each in changes):
        return True
    return not changes or any(each.note and each.note.about in REFUSALS for each in changes)


def _asks_first(change: Change) -> bool:
    if not isinstance(change, DeskRow):
        return False
    asking = change.fields.get("asking")
    is_asked = asking is not None and asking.about in _ASKS
    return is_asked or change.fields.get("question") is not None


def _newest_attempt(ledger: Ledger, key: str) -> idempotency.NewestAttempt:
    """The newest attempt at the request with this key. Raises: Outage."""
    return idempotency.newest(key, ledger.find)


def _answer_again(
    ledger: Ledger, sent: PageRequest, source: str | None, kept: idempotency.Outcome
) -> Answer:
    if kept.request != idempotency.digest(sent.request):
        words = _("This key was already used for another request.")
        return Answer(False, words, because=REUSED)
    is_saved = ledger.is_saved(source)
    if kept.lapsed is not None:
        if not is_saved:  # another host may still carry it out: its row counts then
            return away()
        said = notes.sentence(kept.lapsed, ledger.story.seat_names, ledger.has_board)
        return Answer(False, said, kept.game, kept.seq, because=LAPSED)
    return Answer(True, "", kept.game, kept.seq, is_saved)


_KNOWN: Final = (REUSED, LAPSED, AWAY)
"""Refusals that no row of another host changes, or that are none for good."""
