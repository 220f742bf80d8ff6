"""A table at which anything may be noted, whatever the game."""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol

import pytest
from hypothesis import event
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from records.entries import entries, happenings
from records.lines import entry
from referees.torite import VIEWPOINTS
from referees.witness import Line, standing
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.rules.entries import BadLine, Corrected, Entry, Impossible, Struck
from tricktable.rules.record import Record
from tricktable.rules.verdicts import Finding

Rules = st.SearchStrategy[dict[str, object]]
"""House rules by chance."""


class Referee(Protocol):
    """Who knows what has happened, and what may."""

    def allows(self, line: Line) -> bool:
        """Whether this well-formed happening is possible now."""

    def summary(self, viewpoint: int) -> Line:
        """The summary of record.md, section 4."""


def _all_of(values: object) -> Sequence[object]:
    return values if isinstance(values, range) else [values]


def house_rules(name: str, players: int, **least: st.SearchStrategy[object]) -> Rules:
    """House rules by chance: any value of any of them, and those that must be."""
    some = {
        key: st.sampled_from([value for each in option.values for value in _all_of(each)])
        for key, option in GAMES[name].options(players, {}).items()
    }
    return st.fixed_dictionaries(least, optional={k: v for k, v in some.items() if k not in least})


def proved(found: Collection[Finding]) -> set[int]:
    """The entries at which somebody is proved not to have followed suit."""
    return {each.seq for each in found if (each.rule, each.grade) == ("follow", "proved")}


def is_slip(lines: Sequence[Line], seq: int) -> bool:
    """Whether this entry is struck or corrected later on."""
    return any(
        line["kind"] in ("struck", "corrected") and line["seq"] <= seq for line in lines[seq:]
    )


def agree_at(
    record: Record,
    lines: Sequence[Line],
    moments: Collection[int],
    referee: Callable[[Sequence[Line]], Referee],
) -> None:
    """Note the lines; at these moments, and at the end, all summaries are those of the referee."""
    for line in lines:
        record.add(entry(record, line))
        if record.seq in moments or record.seq == len(lines):
            knows = referee(lines[: record.seq])
            for viewpoint in VIEWPOINTS:
                assert record.summary(viewpoint) == knows.summary(viewpoint)


def told(record: Record) -> list[Line]:
    """What a record means to all who may look; its entries are numbered by what counts."""
    number = {step.seq: n for n, step in enumerate(record.steps(), start=1)}
    means = []
    for viewpoint in VIEWPOINTS:
        summary: Line = record.summary(viewpoint) | {"seq": len(number)}
        for each in summary["findings"]:
            each |= {"seq": number[each["seq"]], "proof": [number[n] for n in each["proof"]]}
        means.append(summary)
    return means


def assert_struck_never_was(record: Record, other: Record, data: st.DataObject) -> None:
    """Any entry that counts is struck: the others stand alone, or the strike is refused.

    Args:
        record: a record that was played.
        other: an empty one of the same game.
    """
    told(record)  # judged before, too
    steps = list(record.steps())
    seq = data.draw(st.sampled_from([step.seq for step in steps]))
    try:
        for step in steps:
            if step.seq != seq:
                other.add(step.entry)
    except Impossible:
        with pytest.raises(Impossible):
            record.add(Struck(seq))
        return
    event("struck")
    record.add(Struck(seq))
    assert record.state == other.state
    assert told(record) == told(other)


class AnyTable(RuleBasedStateMachine):
    """What is possible is taken in, what is not changes nothing, and all is judged rightly.

    A game's own table sits down in an `initialize` rule, which sets `record` and `lines`, says in
    its rules what players do, and knows its `referee`.
    """

    record: Record
    lines: Sequence[Line] = ()
    judged = 0

    def referee(self, lines: Sequence[Line] | None = None) -> Referee:
        """A referee who knows these lines, or all that have been noted."""
        raise NotImplementedError

    def cards_of(self, _seat: int) -> Sequence[str]:
        """The cards that a card of this seat may be corrected to."""
        return []

    def note(self, line: Line) -> None:
        """Keep a line that was taken in."""
        self.lines = [*self.lines, line]

    def say(self, line: Line) -> None:
        """Note a happening: it is taken in if and only if it is possible, and nothing breaks."""
        allowed = self.referee().allows(line)
        before = self.record.state
        try:
            assert self.record.add(entry(self.record, line)) == len(self.lines) + 1
            taken = True
        except Impossible:
            taken = False
            assert self.record.state is before
            assert self.record.seq == len(self.lines)
        assert taken == allowed
        if taken:
            self.note(line)

    @rule(said=entries)
    def say_anything(self, said: Entry) -> None:
        """Any well-formed entry, of this game or of another."""
        line = codec.fields_of(said)
        if not self.is_well_formed(line):
            return
        if isinstance(said, (Struck, Corrected)):
            self.say_again(line)
        else:
            self.say(line)

    @precondition(lambda self: self.lines)
    @rule(data=st.data(), by=st.sampled_from(["nothing", "another card", "anything"]))
    def take_back(self, data: st.DataObject, by: str) -> None:
        """Strike or correct any entry, the newest as often as all others."""
        last = len(self.lines)
        seq = data.draw(st.one_of(st.just(last), st.integers(1, last)))
        line = {"kind": "struck", "seq": seq}
        wrong = self.lines[seq - 1]
        if by == "another card" and wrong.get("card"):
            if cards := self.cards_of(wrong["seat"]):
                inner = wrong | {"card": data.draw(st.sampled_from(cards))}
                line = {"kind": "corrected", "seq": seq, "entry": inner}
        elif by == "anything":
            inner = codec.fields_of(data.draw(happenings))
            line = {"kind": "corrected", "seq": seq, "entry": inner}
        if self.is_well_formed(line):
            self.say_again(line)

    def is_well_formed(self, line: Line) -> bool:
        """Whether this game lets such a seat say such a thing at all."""
        try:
            entry(self.record, line)
        except BadLine:
            return False
        return True

    def say_again(self, line: Line) -> None:
        """A word about an earlier entry is possible if all that then stands is."""
        happened = 1 <= line["seq"] <= len(self.lines)
        happened = happened and self.lines[line["seq"] - 1]["kind"] not in ("struck", "corrected")
        allowed = happened and self.can_stand([*self.lines, line])
        before, seq = list(self.record.steps()), self.record.seq
        try:
            self.record.add(entry(self.record, line))
            taken = True
        except Impossible:
            taken = False
            assert (list(self.record.steps()), self.record.seq) == (before, seq)
        assert taken == allowed
        if taken:
            self.note(line)

    def can_stand(self, lines: Sequence[Line]) -> bool:
        """Whether each entry that then counts is possible after those before it."""
        happenings = [line for _, line in standing(lines)]
        return all(self.referee(happenings[:n]).allows(line) for n, line in enumerate(happenings))

    @invariant()
    def is_judged_rightly(self) -> None:
        """Every summary is the referee's."""
        if len(self.lines) > self.judged:
            self.judged = len(self.lines)
            referee = self.referee()
            for viewpoint in VIEWPOINTS:
                assert self.record.summary(viewpoint) == referee.summary(viewpoint)
