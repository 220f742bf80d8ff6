"""A record's entries as the host's page lists them. Reveals no secret, not even to the host."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from tricktable.rules.entries import Dealt, Declared, Happening, Moved, Played, Shown
from tricktable.rules.entry_words import entry_named, entry_words
from tricktable.rules.record import Record
from tricktable.rules.topics import topic_of
from tricktable.text.language import _
from tricktable.text.sentences import Sentence
from tricktable.web.guest.sentences import Names


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry."""

    seq: int
    words: Sentence
    what: Sentence
    """The entry as a thing to change."""
    is_struck: bool
    can_be_corrected: bool
    is_presumed: bool
    """Nobody said it: the table took it from what came next."""


class EntryGroup(NamedTuple):
    """Entries that follow one another in a trick, or in a deal; they are listed once asked for."""

    first: int
    """The number of its first entry, by which a form asks for it."""
    words: Sentence
    is_open: bool = False
    lines: Sequence[EntryLine] = ()
    """The newest first; none of a group that is not open."""


OPEN: Final = "entries"
"""In a form: list the group in which the entry with this number is."""
_LISTED: Final = 16
"""Entries of the newest groups that are listed unasked, at least: about three tricks."""
_MOST: Final = 24
"""More entries without a trick between them are several groups."""


class _Run(NamedTuple):
    """The numbers of entries that make a group."""

    deal: int
    """As the game counts them: one dealt again is the same; 0 for what came before the first."""
    trick: int
    """As far as the game counts them; otherwise 0."""
    seqs: list[int]


def groups(
    record: Record, names: Names, opened: int | None, presumed: Collection[int] = ()
) -> Iterator[EntryGroup]:
    """Every entry except strikes and corrections, by deal and trick, the newest first.

    Lists the group with the entry `opened`, or the newest ones; of a deal in which none is listed
    only that there is one. `presumed` has the numbers of the entries that nobody said.
    """
    runs = _runs(record)[::-1]
    chosen = next((run for run in runs if opened in run.seqs), None)
    listed = 0
    deals = dict.fromkeys(run.deal for run in runs)
    for number in deals:
        of_deal = [run for run in runs if run.deal == number]
        is_open = chosen.deal == number if chosen else listed < _LISTED
        if len(deals) > 1:
            numbered = record.header.rules.dealing.numbered
            words = _(numbered, number=number) if number else _("Entries")
            yield EntryGroup(of_deal[0].seqs[0], (words,), is_open)
        for run in of_deal if is_open else ():
            is_listed = run is chosen if chosen else listed < _LISTED
            listed += len(run.seqs)
            lines = [_line(record, seq, names, presumed) for seq in run.seqs[::-1] if is_listed]
            yield EntryGroup(
                run.seqs[0], _group_title(record, run, names, is_listed), is_listed, lines
            )


def _runs(record: Record) -> list[_Run]:
    """The groups, the oldest first."""
    runs = list[_Run]()
    for seq in range(1, record.seq + 1):
        entry = record.happening(seq)
        if entry is None:
            continue
        begins = isinstance(entry, Dealt) and record.step(seq) is not None
        table = record.before(seq + begins).tabletop()
        deal, trick = table.deal, table.number
        is_full = bool(runs) and not trick and len(runs[-1].seqs) >= _MOST
        if not runs or is_full or runs[-1][:2] != (deal, trick):
            runs.append(_Run(deal, trick, []))
        runs[-1].seqs.append(seq)
    return runs


def _group_title(record: Record, run: _Run, names: Names, is_open: bool) -> Sentence:
    """What opens the group; nothing for an open one that is no trick."""
    if run.trick:
        return (_("Trick {number}", number=run.trick),)
    newest = None if is_open else record.happening(run.seqs[-1])
    return (*entry_words(newest, names, record.header), " …") if newest else ()


def _line(record: Record, seq: int, names: Names, presumed: Collection[int]) -> EntryLine:
    entry = record.happening(seq)
    assert entry is not None
    return EntryLine(
        seq,
        entry_words(entry, names, record.header),
        entry_named(entry, names, record.header, record.before(seq).tabletop().number),
        record.step(seq) is None,
        can_be_corrected(entry, record),
        seq in presumed,
    )


def can_be_corrected(entry: Happening, record: Record) -> bool:
    """Whether a form can correct it. A secret is struck instead, and its seat says it again."""
    if isinstance(entry, Declared):
        return not topic_of(record.header.rules, entry.topic).is_quiet
    return isinstance(entry, (Dealt, Moved, Played, Shown))
