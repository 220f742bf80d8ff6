"""Corrections on the host's page: first the form, then a preview of what it would change.

Works everything out and changes nothing: a correction is tried on a copy of the record.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeGuard
from urllib.parse import urlencode

from flask import request

from tricktable.rules.entries import Dealt, Declared, Happening, Moved, Played
from tricktable.rules.entry_words import entry_name, entry_words
from tricktable.rules.findings import finding_sentence
from tricktable.rules.record import Record
from tricktable.rules.view import AnyView
from tricktable.table import commands
from tricktable.table.answers import Answer, Trial
from tricktable.table.desk import calls
from tricktable.table.views import Snapshot
from tricktable.text.language import message
from tricktable.text.sentences import Sentence, at_line_start, sentence
from tricktable.web.guards import TOKEN_FIELD
from tricktable.web.guest.sentences import Names
from tricktable.web.host import entries, forms, host_offers, write_lock
from tricktable.web.host.preview import Preview, preview

TRY: Final = "try"
"""The form field that names an action to try, not carry out."""
SEEN: Final = "seen"
"""The form field for the moment that was on screen when an action was asked for: `game.entry`."""
_SEEN: Final = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})")
_NOT_REPEATED: Final = (TRY, SEEN, TOKEN_FIELD, write_lock.FIELD, "lang")

Triable = Literal["undo", "redo", "throw", "strike", "restore", "correct", "amend"]
"""The actions that are tried before they are carried out, as forms name them."""
WORDS: Final[Mapping[Triable, tuple[str, str]]] = {
    "undo": (message("Undo the last step?"), message("Undo it")),
    "redo": (message("Redo the last step?"), message("Redo it")),
    "throw": (message("Throw this hand in?"), message("Throw it in")),
    "strike": (message("Strike {what}?"), message("Strike it")),
    "restore": (message("Restore {what}?"), message("Restore it")),
    "correct": (message("Correct {what}?"), message("Put it right")),
    "amend": (message("Correct {what}?"), message("Put it right")),
}
"""For each of them: the question, and the text of the button that confirms."""


def is_triable(action: str) -> TypeGuard[Triable]:
    """Whether this action is tried before it is carried out."""
    return action in WORDS


@dataclass(frozen=True, slots=True)
class TriedAction:
    """An action that was asked for but not carried out yet."""

    action: str
    title: Sentence
    button: str
    fields: tuple[tuple[str, str], ...]
    """The form's fields, to send again on confirmation."""
    seen: str
    would: Preview

    @property
    def query(self) -> str:
        """The query string that shows this page again."""
        return urlencode([(TRY, self.action), *self.fields])


def trial(action: str) -> commands.Request | None:
    """The request this form asks to try; None if the action cannot be tried.

    Raises: FormUnreadable.
    """
    return forms.read(action, request.values) if is_triable(action) else None


def tried_action(now: Snapshot, action: str, names: Names) -> TriedAction | Answer | None:
    """What this request's form would do, or why it cannot; None if nothing was tried."""
    trial = now.trial
    if trial is None or isinstance(trial, Answer):
        return trial
    if not is_triable(action):
        return None
    return of_trial(trial, action, now.view.games, names)


def of_trial(trial: Trial, action: Triable, game: int, names: Names) -> TriedAction:
    """What the form that tries this action would do to the game with this number."""
    title, button = WORDS[action]
    given = [*request.args.items(multi=True), *request.form.items(multi=True)]
    fields = tuple((key, value) for key, value in given if key not in _NOT_REPEATED)
    # The confirmation carries it, so that nothing is done if the table has moved on meanwhile.
    seen = f"{game}.{trial.before.seq}"
    what = entry_name(trial.before, request.values.get("seq", 0, type=int), names)
    return TriedAction(
        action, sentence(title, what=what), button, fields, seen, preview(trial, names)
    )


def in_view_of() -> tuple[int, int] | None:
    """The moment that was on screen when this form was confirmed, if the form names one."""
    said = _SEEN.fullmatch(request.form.get(SEEN, ""))
    return (int(said[1]), int(said[2])) if said else None


@dataclass(frozen=True, slots=True)
class CorrectionChoice:
    """An entry, and what it could have been instead."""

    seq: int
    entry: Happening
    title: Sentence
    amends: tuple[host_offers.HostOffer, ...]
    """What could have been said instead, if the entry is a declaration."""

    @property
    def seat(self) -> int | None:
        """The seat it belongs to."""
        return self.entry.dealer if isinstance(self.entry, Dealt) else self.entry.seat

    @property
    def is_whose_below(self) -> bool:
        """Whether `amends` offer several seats: then nothing else has to ask whose it was."""
        below = [each.seat for offer in self.amends for each in (*offer.choices, *offer.typed)]
        return len({*below}) > 1


def correction_choice(record: Record, seq: int, names: Names) -> CorrectionChoice | None:
    """The form for this entry; None if no such entry can be corrected."""
    entry = record.happening(seq)
    if entry is None or not entries.can_be_corrected(entry, record):
        return None
    title = at_line_start(sentence("{what} should be", what=entry_name(record, seq, names)))
    return CorrectionChoice(seq, entry, title, _amends(record, seq, entry, names))


def _amends(
    record: Record, seq: int, entry: Happening, names: Names
) -> tuple[host_offers.HostOffer, ...]:
    if not isinstance(entry, (Dealt, Declared, Moved)):
        return ()
    what = "dealt"
    if isinstance(entry, Declared):
        what = entry.topic
    elif isinstance(entry, Moved):
        what = f"{entry.source}>{entry.target}"
    # What was offered at the time, not now: a different bid may have been possible then.
    offers = [each for each in record.before(seq).offers() if each.what == what]
    groups = host_offers.groups_of(record.header.rules, offers, names)
    return tuple(each for each in groups if len(each.choices) > 1 or each.counts or each.numbers)


class OtherSeat(NamedTuple):
    """One touch that corrects a presumed entry: of this seat it could be just as well."""

    seq: int
    seat: int
    was: Sentence
    """The entry as it is …"""
    words: Sentence
    """… and as it would be then."""


def other_seats(now: Snapshot, names: Names) -> tuple[OtherSeat, ...]:
    """What the line that tells what was presumed could have said instead; empty without one."""
    record, note = now.record, now.view.desk.note
    if record is None or note is None or note.about != "presumed" or now.history.done is None:
        return ()
    seqs = [seq for seq, __, ___ in now.history.done.newest.changes if seq in now.presumed]
    found = [
        OtherSeat(
            seq,
            seat,
            entry_words(was, names, record.header),
            entry_words(calls.of_seat(was, seat), names, record.header),
        )
        for seq in seqs
        if (was := record.counts(seq)) is not None and entries.can_be_corrected(was, record)
        for seat in calls.other_seats(record, seq)
    ]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class OutOfTurn:
    """The newest card was out of turn; perhaps it was recorded for the wrong seat."""

    seq: int
    words: Sentence
    awaited: int | None
    """Whose turn it was."""


def out_of_turn(record: Record, seen: AnyView, names: Names) -> OutOfTurn | None:
    """The question about a card played out of turn, until the next entry."""
    last = record.last
    # Asked only until the next entry: anybody who plays on has answered it.
    if last is None or not isinstance(last.entry, Played):
        return None
    for remark in seen.remarks:
        if remark.finding.rule == "turn" and remark.finding.seq == last.seq:
            awaited = record.before(last.seq).next.seat
            return OutOfTurn(last.seq, finding_sentence(remark, names), awaited)
    return None
