"""A table at which anything may be noted, whatever the game."""

from collections.abc import Collection, Sequence
from typing import Protocol

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
