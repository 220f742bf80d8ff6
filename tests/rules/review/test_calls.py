"""When a call would have been right: beside those that were made."""

from itertools import pairwise
from random import Random

from players.every_game import by_chance
from tricktable.rules import codec
from tricktable.rules.entries import Declared
from tricktable.rules.record import Record
from tricktable.rules.review.calls import stretches
from tricktable.rules.verdicts import PUBLIC


def test_a_call_is_right_where_one_that_was_made_hit_somebody_else():
    seen = set()
    for seed in range(6):
        played = by_chance(Random(seed), "tredici", 3, is_tidy=True)
        record = Record(played.header)
        for line in played.lines:
            record.take(codec.entry_of(line, played.header, record.seq + 1))
        goal = played.header.rules.goal(record.before(1), record.state)
        turns, found = stretches(record, goal)
        assert all(1 <= each.first <= each.last <= turns for each in found)
        assert all(before.last < after.first - 1 for before, after in pairwise(found))
        for seq, entry, after in record.steps():
            if isinstance(entry, Declared) and entry.topic == "kische":
                is_hit = after.position((), PUBLIC).purged != (entry.seat,)
                assert goal.is_right(record.before(seq)) is is_hit
                seen.add(is_hit)
    assert seen == {True, False}
