"""Strikes and corrections that reach far: that they mean what they must, and what they cost."""

import json
from contextlib import contextmanager
from itertools import islice
from random import Random
from sys import maxsize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.every_game import KINDS
from records.hostile import about, alternating, file_of, long_game, record_of
from records.lines import entry
from thorough import examples
from tricktable.rules.entries import Corrected, Impossible
from tricktable.rules.faults import next_state
from tricktable.rules.record import Record
from tricktable.rules.stretches import Stretches
from tricktable.rules.verdicts import PUBLIC, REFEREE
from tricktable.store import replay

LASTING = [
    *(("torite", 4), ("torite", 1), ("triatri", 3), ("etori", 4), ("etori", 6), ("troika", 4)),
    *(("tredici", 2), ("tredici", 4)),
]


@contextmanager
def short():
    """Nothing is near, and stretches are short and soon forgotten: a game is long to them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Record, "NEAR", 1)
        patch.setattr(Stretches, "SHORTEST", 2)
        patch.setattr(Stretches, "FEW", 20)
        yield


class EntryByEntry(Record):
    """A record that follows every change to the end, entry by entry."""

    NEAR = maxsize


def told(say, said):
    """What came of it: nothing, or the refusal."""
    try:
        say(said)
    except Impossible as refusal:
        return refusal.reason, refusal.because, refusal.card, refusal.seq
    return None


@examples(30)
@given(st.sampled_from(KINDS), st.integers(0, 2**32), st.sampled_from([0.3, 0.7, 1]))
def test_entries_are_taken_or_refused_as_if_each_were_followed(kind, seed, share):
    with short():
        say_much(Random(seed), kind, share)


def say_much(chance, kind, share):
    game = long_game(chance, *kind, deals_played=2)
    lines = game.lines[: max(2, round(share * len(game.lines)))]
    record, other = record_of(game._replace(lines=lines)), EntryByEntry(game.header)
    for line in lines:
        other.add(entry(other, line))
    again = [step.entry for step in record.steps()]
    for word in islice(about(chance, game._replace(lines=lines)), 50):
        said = chance.choice(again) if chance.random() < 0.1 else word
        if chance.random() < 0.2:
            assert told(record.check, said) == told(other.check, said)
        assert told(record.add, said) == told(other.add, said)
        if chance.random() < 0.1:
            viewpoint = chance.choice([PUBLIC, REFEREE])
            assert record.summary(viewpoint) == other.summary(viewpoint)
    assert record.seq == other.seq
    assert list(record.steps()) == list(other.steps())
    for seq in range(record.seq + 1):
        assert record.happening(seq) == other.happening(seq)


@examples(20)
@given(st.sampled_from(KINDS), st.integers(0, 2**32))
def test_entries_that_were_possible_once_are_taken_unseen_and_mean_the_same(kind, seed):
    chance = Random(seed)
    game = long_game(chance, *kind, deals_played=2)
    record, taken = record_of(game), Record(game.header)
    for step in record.steps():
        taken.take(step.entry)
    for word in islice(about(chance, game), 30):
        if told(record.add, word) is None:
            taken.take(word)
        assert [taken.counts(seq) for seq in range(9)] == [record.counts(seq) for seq in range(9)]
    assert taken.summary(REFEREE) == record.summary(REFEREE)
    assert list(taken.steps()) == list(record.steps())
    for word in islice(about(chance, game), 5):
        assert told(taken.add, word) == told(record.add, word)


def folded(start, entries):
    """The future key these entries lead to, None among them counting nothing; or the refusal."""
    state = start
    for each in entries:
        try:
            state = state if each is None else next_state(state, each)
        except Impossible as refusal:
            return refusal.reason
    return state.future_key


def asked(stretches, seq, entry):
    """The future key in the end if this stood there; or the refusal."""
    try:
        return stretches.end_with(seq, entry).future_key
    except Impossible as refusal:
        return refusal.reason


@pytest.mark.parametrize("few", [1, 10_000])
@pytest.mark.parametrize("kind", LASTING)
def test_every_question_has_the_answer_of_whoever_follows_every_entry(kind, few):
    chance = Random(few)
    game = long_game(chance, *kind, deals_played=2)
    steps = list(record_of(game).steps())[:60]
    start, known = game.header.start(), len(steps) - chance.randrange(9)
    now = [step.entry for step in steps[:known]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stretches, "SHORTEST", 2)
        patch.setattr(Stretches, "FEW", few)
        stretches = Stretches(start, steps[:known], ())
        assert stretches.end == steps[known - 1].after
        for word in islice(about(chance, game), 150):
            if word.seq > len(now):
                continue
            entry = word.entry if isinstance(word, Corrected) else None
            would = [*now[: word.seq - 1], entry, *now[word.seq :]]
            found = asked(stretches, word.seq, entry)
            assert found == folded(start, would)
            if not isinstance(found, str) and chance.random() < 0.3:
                stretches.put(word.seq, entry, stretches.end_with(word.seq, entry))
                now = would
                assert stretches.end.future_key == found
            elif chance.random() < 0.1 and len(now) < len(steps):
                more = steps[len(now)].entry
                if not isinstance(folded(start, [*now, more]), str):
                    after = next_state(stretches.end, more)
                    now.append(more)
                    stretches.append(len(now), more, after)


def test_a_question_tries_the_entries_of_its_own_stretch_and_of_no_other():
    game = long_game(Random(1), "torite", 4, deals_played=2)
    steps = list(record_of(game).steps())[:40]
    stretches = Stretches(game.header.start(), steps, ())
    assert stretches.tried == 0
    for asked_so_far, seq in enumerate([1, 8, 9, 24, 40], start=1):
        stretches.end_with(seq, steps[seq - 1].entry)
        assert stretches.tried == 8 * asked_so_far
    stretches.put(40, steps[39].entry, steps[-1].after)
    stretches.end_with(1, steps[0].entry)
    assert stretches.tried == 8 * 6, "where the last one leads was kept"
    stretches.put(2, steps[1].entry, steps[-1].after)
    stretches.end_with(40, steps[39].entry)
    assert stretches.tried == 8 * 8, "of another question than the last, nothing was kept"


class Counted:
    """A game's states, which count what is folded into them."""

    def __init__(self, monkeypatch, header):
        self.count = 0
        kind = type(header.start())
        apply = kind.apply

        def counted(state, said):
            self.count += 1
            return apply(state, said)

        monkeypatch.setattr(kind, "apply", counted)


@pytest.mark.parametrize("kind", LASTING)
def test_a_record_of_strikes_and_corrections_is_folded_once_when_it_is_taken(kind, monkeypatch):
    game = long_game(Random(1), *kind)
    record = record_of(game)
    words = [word for word in islice(about(Random(2), game), 300) if not told(record.add, word)]
    assert len(words) > 50
    counting = len(list(record.steps()))
    once = Counted(monkeypatch, game.header)
    taken = Record(game.header)
    for said in [*(step.entry for step in record_of(game).steps()), *words]:
        taken.take(said)
    once.count = 0
    assert taken.state == record.state
    assert len(list(taken.steps())) == counting == once.count


@pytest.mark.parametrize("kind", LASTING)
def test_what_was_tried_before_is_not_followed_again(kind):
    """However long a record is, and however far its early entries tell: a stretch, not all."""
    game = long_game(Random(3), *kind)
    words = [*islice(alternating(Random(4), game), 540)]
    few, many = (file_of(game, iter(words), count) for count in (40, 540))
    before, after = (replay.replay(lines).redone for lines in (few, many))
    assert len(game.lines) > 40
    assert (after - before) / 500 <= 3 * Stretches.SHORTEST


def test_an_entry_that_came_after_a_far_correction_can_be_corrected_too():
    def held(card):
        return {"kind": "held", "seat": 2, "card": card}

    start = [{"kind": "dealt", "dealer": 0}, {"kind": "declared", "seat": 1, "topic": "leader"}]
    lines = [*start, *[held("AC")] * 40]
    lines.append({"kind": "corrected", "seq": 3, "entry": held("AD")})
    lines += [held("AC")] * 41
    lines += [{"kind": "corrected", "seq": seq, "entry": held("AH")} for seq in (44, 45, 60)]
    header = {"record": "tricktable/1", "game": "torite", "players": 4}
    record = replay.replay(json.dumps(line).encode() for line in (header, *lines))
    cards = [step.entry.card.code for step in record.steps_from(3)]
    assert cards == ["AD", *["AC"] * 39, "AH", "AH", *["AC"] * 14, "AH", *["AC"] * 24]


def test_a_long_record_costs_a_change_no_more_than_a_short_one():
    """What follows a corrected entry is followed once for each way to word it, however long."""
    start = [{"kind": "dealt", "dealer": 0}, {"kind": "declared", "seat": 1, "topic": "leader"}]
    read = [{"kind": "held", "seat": 0, "card": card} for card in ("AH", "AD")]
    turn = [{"kind": "corrected", "seq": 3, "entry": each} for each in (read[1], read[0])]
    header = {"record": "tricktable/1", "game": "torite", "players": 4}
    for again in (200, 10_000):
        repeated = [{"kind": "held", "seat": 2, "card": "AC"}] * again
        lines = [header, *start, read[0], *repeated, *turn * 50]
        record = replay.replay(json.dumps(line).encode() for line in lines)
        assert [step.seq for step in record.steps()] == list(range(1, again + 4))
        assert record.redone <= 2 * again + 100 * 3 * Stretches.SHORTEST
