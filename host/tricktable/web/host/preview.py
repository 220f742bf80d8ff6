"""What a correction would change, before and after side by side: entries, turn, scores, findings.

Judges the record as it is and as it would be, and compares what pages show of each. So it knows no
game, and shows nothing that a page would not.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, NamedTuple

from tricktable.rules.entry_words import entry_name, entry_words
from tricktable.rules.findings import finding_sentence
from tricktable.rules.record import Record
from tricktable.rules.view import AnyView, view
from tricktable.table.answers import Trial
from tricktable.text.language import message
from tricktable.text.sentences import (
    Fact,
    Mark,
    Sentence,
    Sheet,
    at_line_start,
    sentence,
    sentence_by_number,
)
from tricktable.web.guest.sentences import Names

MOST_ENTRIES: Final = 6
"""Longer lists of changes are only counted: throwing in a hand changes fifty entries."""


class Difference(NamedTuple):
    """One thing that would change."""

    what: Sentence
    now: Sentence
    then: Sentence
    """Empty on the side where there is nothing."""


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything that would change."""

    entries: tuple[Difference, ...]
    turn: Difference | None
    scores: tuple[Difference, ...]
    found: tuple[Sentence, ...]
    """Findings that the cards would then prove."""
    cleared: tuple[Sentence, ...]
    """Findings that would disappear."""

    @property
    def changes(self) -> tuple[Difference, ...]:
        """Everything to show side by side."""
        return (*self.entries, *((self.turn,) if self.turn else ()), *self.scores)


def preview(trial: Trial, names: Names) -> Preview:
    """What the trial would change, for the scorekeeper."""
    now, then = (view(each).with_names(names) for each in trial)
    was, would = _findings(now, names), _findings(then, names)
    return Preview(
        tuple(_entries(*trial, names)),
        _turn(now, then, names),
        tuple(_scores(now, then)),
        tuple(each for each in would if each not in was),
        tuple(each for each in was if each not in would),
    )


def _findings(seen: AnyView, names: Names) -> list[Sentence]:
    return [finding_sentence(each, names) for each in seen.remarks]


def _turn(now: AnyView, then: AnyView, names: Names) -> Difference | None:
    """Whose turn it is, and in which trick if that changes too."""
    was, would = (each.with_names(names).phase for each in (now, then))
    one, other = was.headline, would.headline
    where, elsewhere = was.beside, would.beside
    if where != elsewhere:
        one, other = _at(one, where), _at(other, elsewhere)
    return None if one == other else Difference(sentence("Whose turn"), one, other)


def _at(words: Sentence, where: Sentence) -> Sentence:
    return sentence("{what} · {where}", what=words, where=where) if where else words


def _entries(before: Record, after: Record, names: Names) -> Iterator[Difference]:
    changed = [
        _EntryChange(seq, was, would)
        for seq in range(1, after.seq + 1)
        if (was := _words_of_entry(before, seq, names))
        != (would := _words_of_entry(after, seq, names))
    ]
    # What is said otherwise is always told in full; what comes or goes at once may be a whole hand.
    whole = [each for each in changed if not (each.was and each.would)]
    struck = sentence("struck")
    if len(whole) > MOST_ENTRIES:
        what = sentence_by_number("1 entry", "{count} entries", len(whole))
        counts = sentence("count")
        yield Difference(what, *((struck, counts) if whole[-1].would else (counts, struck)))
        changed = [each for each in changed if each not in whole]
    for seq, was, would in changed:
        record = before if was else after
        yield Difference(
            at_line_start(entry_name(record, seq, names)), was or struck, would or struck
        )


class _EntryChange(NamedTuple):
    """An entry as it counts and as it would; empty where it is struck."""

    seq: int
    was: Sentence
    would: Sentence


def _words_of_entry(record: Record, seq: int, names: Names) -> Sentence:
    """The entry as it counts; empty if it is struck."""
    step = record.step(seq)
    return entry_words(step.entry, names, record.header) if step else ()


# --- sheets --------------------------------------------------------------------------------------


def _scores(now: AnyView, then: AnyView) -> Iterator[Difference]:
    """The cells and facts on the game's page that would differ, without lists of tricks."""
    was, would = (
        {each.name: each for each in seen.rules.page.sheets(seen)} for seen in (now, then)
    )
    for name in dict.fromkeys([*was, *would]):
        one, other = (each.get(name, Sheet(name, "")) for each in (was, would))
        yield from _rows(one, other)
        yield from _facts(other.title or one.title, one.facts, other.facts)


def _rows(one: Sheet, other: Sheet) -> Iterator[Difference]:
    rows, others = _by_head(one), _by_head(other)
    columns = (one.heads or other.heads)[1:]
    for key in dict.fromkeys([*rows, *others]):
        cells, other_cells = rows.get(key, ()), others.get(key, ())
        for column, cell, changed in zip_longest(columns, cells, other_cells, fillvalue=()):
            if cell != changed:
                head = key[0]
                what = sentence("{row}: {column}", row=head, column=column) if column else head
                yield Difference(what, _open_marks(cell), _open_marks(changed))


def _by_head(sheet: Sheet) -> dict[tuple[Sentence, int], tuple[Sentence, ...]]:
    """The cells of each row; two people may have the same name."""
    found: dict[tuple[Sentence, int], tuple[Sentence, ...]] = {}
    often: Counter[Sentence] = Counter()
    for row in sheet.rows:
        found[row.head, often[row.head]] = row.cells
        often[row.head] += 1
    return found


def _open_marks(cell: Sentence) -> Sentence:
    """A cell's marks spaced out as in a sentence; those no longer within reach are left out."""
    if not any(isinstance(part, Mark) for part in cell):
        return cell
    return (
        " ".join(part.text for part in cell if isinstance(part, Mark) and part.state == "open"),
    )


def _facts(title: str, facts: tuple[Fact, ...], others: tuple[Fact, ...]) -> Iterator[Difference]:
    gone = [_words_of_fact(each) for each in facts if each not in others]
    come = [_words_of_fact(each) for each in others if each not in facts]
    for was, would in zip_longest(gone, come, fillvalue=()):
        yield Difference((title,), was, would)


_STATES: Final = {
    "met": message("{fact} (done)"),
    "lost": message("{fact} (lost)"),
    "open": message("{fact} (open)"),
}


def _words_of_fact(fact: Fact) -> Sentence:
    words = _STATES.get(fact.state)
    return sentence(words, fact=fact.words) if words else fact.words
