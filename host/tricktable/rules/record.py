"""The record of one game: its entries in order, the state they fold to, and what it all means.

Nothing is ever deleted: a strike or a correction is one more entry, after which what follows the
changed one is folded anew as soon as somebody asks for it; whether it can be is known before. The
record is mutable and not locked, asking it for a state included; its states are immutable.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

from tricktable.rules.cards import written_card
from tricktable.rules.compiler import mypyc_attr
from tricktable.rules.copies import new_tuple
from tricktable.rules.entries import (
    Corrected,
    Dealt,
    Declared,
    Entry,
    Happening,
    Held,
    Impossible,
    Moved,
    Played,
    Shown,
    Struck,
)
from tricktable.rules.faults import next_state
from tricktable.rules.game import Header, Judge, State
from tricktable.rules.stretches import Step as Step
from tricktable.rules.stretches import Stretches
from tricktable.rules.verdicts import PUBLIC, Finding, Viewpoint
from tricktable.text.language import Message, message

if TYPE_CHECKING:
    from tricktable.rules.view import FindingDetail, TakenTrick


class Splice(NamedTuple):
    """The effect of a strike or correction: these steps replace those from `at` to `end`."""

    at: int = 0
    end: int = 0
    steps: Sequence[Step] = ()
    is_all: bool = True
    """Whether everything after them stays as it was."""
    far: State | None = None
    """If it does not: a state like the one in the end."""


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class RewindableJudge:
    """One viewpoint's judge, and copies of it from earlier moments that it can go back to.

    Mutable.
    """

    MARK_EVERY: Final = 32
    """Upper bound on entries re-judged after a change …"""
    MARKS: Final = 64
    """… that reaches back no further than this many copies: 2,048 entries, as a long game has."""

    def __init__(self, begin: Callable[[], Judge[State]]) -> None:
        self._begin = begin
        self.judge = begin()
        self.watched = 0
        """How many steps the judge has seen."""
        self._marks: list[tuple[int, Judge[State]]] = []

    def watch(self, start: State, steps: list[Step]) -> None:
        """Show the judge its new steps."""
        before = steps[self.watched - 1].after if self.watched else start
        for seq, entry, after in steps[self.watched :]:
            self.judge.watch(before, entry, seq, after)
            before = after
        self.watched = len(steps)
        marked = self._marks[-1][0] if self._marks else 0
        if self.watched >= marked + self.MARK_EVERY:
            self._marks.append((self.watched, self.judge.copy()))
            del self._marks[: -self.MARKS]

    def go_back(self, at: int) -> int:
        """Forget the steps from `at` on, and perhaps some before; returns how many."""
        if self.watched <= at:
            return 0
        while self._marks and self._marks[-1][0] > at:
            self._marks.pop()
        watched = self.watched
        if self._marks:
            self.watched, marked = self._marks[-1]
            self.judge = marked.copy()
        else:
            self.watched, self.judge = 0, self._begin()
        return watched - self.watched

    def copy(self) -> RewindableJudge:
        """An independent copy of this watch."""
        made = copy(self)
        made.judge = self.judge.copy()
        made._marks = self._marks.copy()
        return made


@mypyc_attr(serializable=True, allow_interpreted_subclasses=True)
class Record:
    """One game from its header on. Mutable."""

    # Twelve, not 32: so a corrected round of a few tricks is read twice as fast.
    NEAR: Final = 12
    """How many entries after a changed one are folded at once; further changes are folded later."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.seq = 0
        """Number of the last entry taken in."""
        self.redone = 0
        """How many entries were folded or judged again because an earlier one changed."""
        self._start = header.start()
        self._folded: list[Step] = []
        self._waiting: dict[int, Happening] = {}
        """The entries not folded yet, by number; known to be possible."""
        self.remarks: dict[Finding, FindingDetail] = {}
        """What `view` has made of findings, as long as no later entry can make it otherwise."""
        self.tricks: dict[int, TakenTrick | None] = {}
        """The trick that each play has completed, if any, by the play's number: as far as `view`
        has looked. To look again at each card of the deal took a third of a view."""
        self._stretches: Stretches | None = None
        """None until a change reaches further than NEAR."""
        self._struck: dict[int, Happening] = {}
        self._watches: dict[Viewpoint, RewindableJudge] = {}

    @property
    def state(self) -> State:
        """The state after all entries so far."""
        steps = self._steps
        return steps[-1].after if steps else self._start

    def add(self, entry: Entry) -> int:
        """Take in the next entry and return its number.

        Raises: Impossible; then the record is as it was before.
        """
        if isinstance(entry, (Struck, Corrected)):
            self._carry_out(entry)
        elif self._waiting and self._stretches:
            self._wait(entry, self._stretches)
        else:
            step = self._step_after(entry)
            self._folded.append(step)
            if self._stretches:
                self._stretches.append(step.seq, entry, step.after)
        self.seq += 1
        return self.seq

    def take(self, entry: Entry) -> int:
        """Take in an entry that was possible when it was made, as those in a journal were.

        Nothing is folded until somebody asks: then each entry that counts is, once. If one was not
        possible after all, asking raises Impossible. Raises: Impossible, for a word about an entry
        that there never was.
        """
        if isinstance(entry, (Struck, Corrected)):
            self._must_be_there(entry.seq)
            self._note(entry)
        else:
            self._waiting[self.seq + 1] = entry
        self._stretches = None
        self.seq += 1
        return self.seq

    def settle(self) -> None:
        """Fold waiting entries. Raises: Impossible, if one was not possible after all."""
        state = self._folded[-1].after if self._folded else self._start
        for seq in sorted(self._waiting):
            entry = self._waiting[seq]
            state = next_state(state, entry)
            self._folded.append(Step(seq, entry, state))
            del self._waiting[seq]

    def check(self, entry: Entry) -> None:
        """Check that `add` would accept the entry; changes nothing. Raises: Impossible."""
        if isinstance(entry, (Struck, Corrected)):
            self._change(entry)
        else:
            self._step_after(entry)

    def why_not(self, entry: Entry) -> str:
        """Why `add` would not accept the entry, as `Impossible.because`; empty if it would.

        Unlike `check` it looks for no entry that stands in its way: of a whole deck, that took
        longer than all refusals.
        """
        try:
            if isinstance(entry, (Struck, Corrected)):
                self._change(entry)
            else:
                next_state(self.state, entry)
        except Impossible as refusal:
            return (self._of_topic(entry) or refusal).because
        return ""

    def steps(self) -> Iterator[Step]:
        """The entries that count now, in order, each with the state after it."""
        return iter(self._steps)

    def happenings(self) -> Iterator[Happening]:
        """The entries that count now, in no particular order; folds none of them."""
        yield from (step.entry for step in self._folded)
        yield from self._waiting.values()

    def steps_from(self, seq: int) -> Iterator[Step]:
        """Those entries from `seq` on."""
        return islice(self._steps, self._find(seq), None)

    def newest_first(self) -> Iterator[Step]:
        """Those entries from the newest one back."""
        return reversed(self._steps)

    def step(self, seq: int) -> Step | None:
        """The step of entry `seq`; None if it is struck or not an event."""
        at = self._find(seq)
        found = self._steps[at : at + 1]
        return found[0] if found and found[0].seq == seq else None

    def before(self, seq: int) -> State:
        """The state just before entry `seq`."""
        return self._before(self._find(seq))

    def counts(self, seq: int) -> Happening | None:
        """Entry `seq` as it counts now; None if it is struck or not an event."""
        if seq in self._waiting:
            return self._waiting[seq]
        at = self._at(seq)
        found = self._folded[at : at + 1]
        return found[0].entry if found and found[0].seq == seq else None

    def happening(self, seq: int) -> Happening | None:
        """Entry `seq` in its last form, struck or not; None if it is not an event."""
        return self.counts(seq) or self._struck.get(seq)

    @property
    def last(self) -> Step | None:
        """The newest entry that counts."""
        return self._steps[-1] if self._steps else None

    def fork(self) -> Record:
        """A copy of this record for trying entries; for a single entry, use `check`."""
        tried = copy(self)
        # States and steps never change: a copy of the list is a copy of all.
        tried._folded, tried._waiting = self._steps.copy(), {}
        tried._stretches, tried.remarks = None, self.remarks.copy()
        tried.tricks = self.tricks.copy()
        tried._struck = self._struck.copy()
        tried._watches = {viewpoint: watch.copy() for viewpoint, watch in self._watches.items()}
        return tried

    def until(self, seq: int) -> Record:
        """A copy that ends with entry `seq`, for trying what could have followed it."""
        tried = Record(self.header)
        tried.seq = seq
        tried._folded = self._steps[: self._find(seq + 1)]
        return tried

    def findings(self, viewpoint: Viewpoint = PUBLIC) -> list[Finding]:
        """What was improper, as the viewpoint knows it now, sorted; read-only."""
        watch = self._watches.get(viewpoint)
        if watch is None:
            watch = self._watches[viewpoint] = RewindableJudge(
                partial(self._start.judge, viewpoint)
            )
        watch.watch(self._start, self._steps)
        return watch.judge.findings()

    def summary(self, viewpoint: Viewpoint = PUBLIC) -> dict[str, object]:
        """What the record means from the viewpoint: the object in record.md, section 4."""
        state, findings = self.state, self.findings(viewpoint)
        return {
            "game": self.header.game,
            "players": self.header.players,
            "status": state.status,
            "seq": self.seq,
            "next": state.next._asdict(),
            "winner": state.winner(findings),
            "findings": [finding.as_json() for finding in findings],
            "detail": state.position(findings, viewpoint).as_json(),
        }

    @property
    def _steps(self) -> list[Step]:
        """The entries that count, all folded."""
        if self._waiting:
            self.settle()
        return self._folded

    def _step_after(self, entry: Happening) -> Step:
        """The next step. Raises: Impossible."""
        try:
            after = next_state(self.state, entry)
        except Impossible as refusal:
            raise self._refusal_with_entry(self._of_topic(entry) or refusal) from None
        return new_tuple(Step, (self.seq + 1, entry, after))

    def _of_topic(self, entry: Entry) -> Impossible | None:
        """Why something that only other games know cannot be said; None if it is no such thing."""
        rules = self.header.rules
        if not isinstance(entry, Declared) or any(t.name == entry.topic for t in rules.topics):
            return None
        name = Message(rules.title)
        return Impossible("there is no {topic} in {game}", topic=repr(entry.topic), game=name)

    def _wait(self, entry: Happening, stretches: Stretches) -> None:
        """Take in the next entry after those not folded yet. Raises: Impossible."""
        try:
            after = next_state(stretches.end, entry)
        except Impossible:
            self._step_after(entry)
            raise
        stretches.append(self.seq + 1, entry, after)
        self._waiting[self.seq + 1] = entry

    def _must_be_there(self, seq: int) -> None:
        """Check that there is an entry to strike or correct. Raises: Impossible."""
        if self.counts(seq) is None and seq not in self._struck:
            raise Impossible("there is no entry {number} to strike or correct", number=_short(seq))

    def _change(self, word: Struck | Corrected) -> Splice:
        """The effect of a strike or correction. Raises: Impossible, even for a later entry."""
        seq, stretches = word.seq, self._stretches
        self._must_be_there(seq)
        if not self._waiting or not stretches:
            # An undo is of the newest entry, or of one near it, and needs no stretches.
            near = self._follow(word, self.NEAR)
            if near.is_all:
                return near
            if stretches is None:
                stretches = self._stretches = Stretches(self._start, self._steps, self._struck)
        tried = stretches.tried
        try:
            far = stretches.end_with(seq, _new_form(word))
        except Impossible:
            self._follow(word)  # says which entry, and why
            raise
        finally:
            self.redone += stretches.tried - tried
        return Splice(far=far)

    def _follow(self, word: Struck | Corrected, most: int | None = None) -> Splice:
        """Fold what follows the word, up to `most` entries or all, until the state is as it was.

        Raises: Impossible, naming the entry that could no longer stand.
        """
        seq, steps = word.seq, self._steps
        at, stood = self._find(seq), self.step(seq)
        state, end = self._before(at), at + (stood is not None)
        was = stood.after if stood else state
        made: list[Step] = []
        if isinstance(word, Corrected):
            try:
                state = next_state(state, word.entry)
            except Impossible as refusal:
                raise self._refusal_with_entry(refusal, upto=at) from None
            made.append(Step(seq, word.entry, state))
        last = len(steps) if most is None else min(len(steps), end + most)
        while state != was and end < last:
            later = steps[end]
            try:
                state = next_state(state, later.entry)
            except Impossible as refusal:
                raise breaks(seq, later.seq, later.entry, refusal) from None
            made.append(Step(later.seq, later.entry, state))
            was, end = later.after, end + 1
        return Splice(at, end, made, is_all=state == was or end == len(steps))

    def _carry_out(self, word: Struck | Corrected) -> None:
        change = self._change(word)
        if change.far is None:
            self._put_away(word)
            self._folded[change.at : change.end] = change.steps
            self.redone += len(change.steps)
            self._go_back(change.at)
        else:
            self._note(word)
        if self._stretches:
            end = change.far or self.state
            self._stretches.put(word.seq, _new_form(word), end)

    def _note(self, word: Struck | Corrected) -> None:
        """Let the word count; what follows it is folded when somebody asks."""
        self._put_away(word)
        at = self._at(word.seq)
        later = self._folded[at:]
        # Not folded now: striking ten entries in a row costs only one fold, when somebody looks.
        self._waiting.update((step.seq, step.entry) for step in later)
        del self._folded[at:]
        self.redone += len(later)
        self._go_back(at)
        if isinstance(word, Corrected):
            self._waiting[word.seq] = word.entry
        else:
            self._waiting.pop(word.seq, None)

    def _put_away(self, word: Struck | Corrected) -> None:
        """Keep the wording of a struck entry for as long as it is struck."""
        if isinstance(word, Corrected):
            self._struck.pop(word.seq, None)
        elif stood := self.counts(word.seq):
            self._struck[word.seq] = stood

    def _go_back(self, at: int) -> None:
        self.remarks.clear()
        self.tricks.clear()
        for watch in self._watches.values():
            self.redone += watch.go_back(at)

    def _before(self, at: int) -> State:
        return self._steps[at - 1].after if at else self._start

    def _find(self, seq: int) -> int:
        """The index of the first step whose number is not below `seq`."""
        return bisect_left(self._steps, (seq,))  # less than any step of this number

    def _at(self, seq: int) -> int:
        """The same among the folded ones."""
        return bisect_left(self._folded, (seq,))

    def _refusal_with_entry(self, refusal: Impossible, upto: int | None = None) -> Impossible:
        """The refusal, naming the entry that stands in its way, if any."""
        if refusal.card is None:
            return refusal
        for seq, entry, _ in reversed(self._steps[:upto]):  # the newest says where it lies now
            if isinstance(entry, Moved):
                if entry.cards and refusal.card in entry.cards:
                    return _with_entry(refusal, entry, seq)
            elif isinstance(entry, (Played, Shown, Held)) and entry.card == refusal.card:
                return _with_entry(refusal, entry, seq)
        return refusal


def breaks(seq: int, later: int, entry: Happening, why: Impossible) -> Impossible:
    """The refusal to change entry `seq`, because this later entry would be impossible then."""
    return Impossible(
        "if entry {number} changes, entry {later} becomes impossible: {why}",
        "breaks_later",
        number=seq,
        later=later,
        what=_in_words(entry),
        why=why.message,
    )


def _in_words(entry: Happening) -> Message:
    """An entry for people, who know no numbers of entries; names no card read in secret."""
    match entry:
        case Dealt(seat):
            return Message("{seat}'s deal", {"seat": seat})
        case Shown(None, card):
            return Message("{card} on the table", {"card": written_card(card.code)})
        case Played(seat, card) | Shown(seat, card):
            return Message("{seat}'s {card}", {"seat": seat, "card": written_card(card.code)})
        case Held(seat):
            return Message("a card read in {seat}'s hand", {"seat": seat})
        case Moved(seat):
            return Message("the cards that {seat} moved", {"seat": seat})
        case Declared(None):
            return Message("what the table said")
    return Message("what {seat} said", {"seat": entry.seat})


def _new_form(word: Struck | Corrected) -> Happening | None:
    """The new form of the entry; None if it is struck."""
    return word.entry if isinstance(word, Corrected) else None


def _short(number: int) -> str:
    digits = str(number)
    return digits if len(digits) <= 40 else f"{digits[:37]}..."


def _with_entry(refusal: Impossible, entry: Played | Shown | Held | Moved, seq: int) -> Impossible:
    words = _AT_THE_TABLE if entry.seat is None else _SEEN[type(entry)]
    told = Impossible(words, refusal.because, refusal.card, seat=entry.seat, number=seq)
    told.seq = seq
    return told


_SEEN: Final = {
    Played: message("{card} was already played by {seat} (entry {number})"),
    Shown: message("{card} was already shown by {seat} (entry {number})"),
    Held: message("{card} was already scanned in the hand of {seat} (entry {number})"),
    Moved: message("{card} was already moved by {seat} (entry {number})"),
}
_AT_THE_TABLE: Final = message("{card} was already turned up on the table (entry {number})")
