"""A competition of twenty tables with games by chance, beside a sum over the records' summaries."""

from collections import Counter
from random import Random

import pytest

from players.every_game import USUAL, by_chance
from records.lines import entry, record_with
from tricktable.club.competition.at_table import game_of, people_by_seat
from tricktable.club.competition.conditions import Conditions
from tricktable.club.competition.contest import (
    Contest,
    Entered,
    RoundBegan,
    RoundOver,
    RoundSeats,
    contest_after,
    fold,
)
from tricktable.club.competition.movements import draw
from tricktable.club.competition.results import standings
from tricktable.rules.record import Record

TOTALS = ("totals", "chips", "points", "stacks")
"""Where the details of a summary have each owner's total; else there is one score for all."""
TABLES, ROUNDS = 20, 3

Records = dict[tuple[int, int], Record]


def record_by_chance(chance: Random, name: str, count: int) -> Record:
    played = by_chance(chance, name, count, is_tidy=True)
    return record_with(played.header, played.lines)


def by_summaries(contest: Contest, records: Records) -> dict[str, int]:
    """Everybody's sum by name, from the summaries alone, as `tricktable replay --json` has them."""
    sums = Counter({each.name: 0 for each in contest.entrants})
    for (turn, table), record in records.items():
        (meeting,) = (m for m in contest.rounds[turn - 1].meetings if m.table == table)
        summary = record.summary()
        detail = summary["detail"]
        assert isinstance(detail, dict)
        totals = next((detail[key] for key in TOTALS if key in detail), None)
        for side, (number,) in enumerate(meeting.sides):
            found = totals[side] if totals else detail["score"]
            sums[contest.of(number).name] += found or 0
    return dict(sums)


@pytest.mark.parametrize(("name", "count"), USUAL)
def test_twenty_tables_add_up_to_what_their_summaries_say(name, count):
    chance = Random(f"twenty tables {name}")
    pool = [record_by_chance(chance, name, count) for _ in range(6)]
    owners = pool[0].header.owners
    sides, people = len(owners), len(owners[0])
    contest = fold(
        Conditions("swiss", sides, people=people, rounds=ROUNDS, sat_out=0),
        (
            Entered(tuple(f"P{number}.{at}" for at in range(people)))
            for number in range(TABLES * sides)
        ),
    )
    records: Records = {}

    def standing() -> dict[str, int]:
        played = {where: [game_of(record)] for where, record in records.items()}
        return {contest.of(each.entrant).name: each.score for each in standings(contest, played)}

    for turn in range(1, ROUNDS + 1):
        played = {where: [game_of(record)] for where, record in records.items()}
        seats = draw(contest, [each.entrant for each in standings(contest, played)])
        assert isinstance(seats, RoundSeats)
        assert len(seats.meetings) == TABLES
        contest = contest_after(contest_after(contest, RoundBegan(seats)), RoundOver())
        for meeting in seats.meetings:
            records[turn, meeting.table] = chance.choice(pool)
    assert standing() == by_summaries(contest, records)

    # The newest entries of a game in the first round were mistakes: everything moves with it.
    corrected = records[1, 1]
    before = game_of(corrected)
    for newest in range(corrected.seq, max(corrected.seq - 30, 0), -1):
        if game_of(corrected) == before and corrected.counts(newest) is not None:
            corrected.add(entry(corrected, {"kind": "struck", "seq": newest}))
    assert standing() == by_summaries(contest, records)


def test_everybody_sits_with_the_partner_on_the_game_s_own_seats():
    chance = Random(1)
    owners = next(
        record.header.owners
        for record in (record_by_chance(chance, *kind) for kind in USUAL)
        if record.header.owners == ((0, 2), (1, 3))
    )
    contest = fold(
        Conditions("howell", people=2), (Entered((f"N{n}", f"S{n}")) for n in range(1, 5))
    )
    seats = draw(contest, ())
    assert isinstance(seats, RoundSeats)
    named = [people_by_seat(contest, meeting, owners) for meeting in seats.meetings]
    assert named == [("N4", "N1", "S4", "S1"), ("N2", "N3", "S2", "S3")]


@pytest.mark.parametrize(("name", "count"), USUAL)
def test_a_game_that_has_just_begun_is_one_deal_that_nobody_has_won(name, count):
    record = Record(by_chance(Random(f"begun {name}"), name, count, is_tidy=True).header)
    found = game_of(record)
    assert (found.won, found.deals, found.is_over) == ((), 1, False)
    assert len(found.totals) == len(record.header.owners)
    assert all(isinstance(total, int) for total in found.totals)
