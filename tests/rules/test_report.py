"""What terminals say of a game that gives nothing of its own but its score."""

from dataclasses import replace
from random import Random

import pytest

from players.every_game import KINDS, by_chance
from records.lines import entry
from tricktable.rules.record import Record
from tricktable.rules.report import by_score, ended, trick_taken
from tricktable.rules.verdicts import PUBLIC
from tricktable.rules.view import view
from tricktable.table.report import report
from tricktable.text.language import speaking


def played(name, count, seed, keep=None):
    """Every moment of a game by chance whose own words are taken away, and the record."""
    game = by_chance(Random(seed), name, count, is_tidy=True)
    header = game.header
    plain = replace(header.rules, report=by_score, ended=ended)
    record = Record(replace(header, rules=plain, names=("Ann", "Bo", "Cy", "Di")[:count]))
    for line in game.lines[:keep]:
        before = view(record)
        record.add(entry(record, line))
        yield before, view(record), record


def test_a_score_is_a_table_with_its_gains_below():
    *_, (_, now, record) = played("troika", 4, 3)
    first, second = (deal.scored for deal in now.position.deals[:2])
    said = report(record, PUBLIC).splitlines()
    start = said.index("") + 1
    assert said[start].split("  ")[-2:] == ["this deal", "total, to 52"]
    assert [line.partition("  ")[0] for line in said[start + 1 : start + 3]] == [
        "Ann and Cy",
        "Bo and Di",
    ]
    table = said[start + 4 :]
    assert table[0].split("  ")[0] == "deal"
    assert [row.split() for row in table[1:3]] == [
        [str(number), *(f"{gain:+d}".replace("-", "−") if gain else "0" for gain in gains)]
        for number, gains in enumerate((first, second), 1)
    ]


def test_heads_stay_english_while_another_language_is_spoken():
    *_, (_, _, record) = played("triatri", 3, 1, keep=6)
    with speaking("ja"):
        said = report(record, PUBLIC)
    assert "fire  water  wood  points" in said


def test_whoever_sits_out_is_marked_and_has_none():
    for _, now, _ in played("etori", 6, 2, keep=5):
        (table, *_) = by_score(now)
    marks = [row[-1] for row in table.rows[1:]]
    assert marks.count("sits out") == 1
    assert table.rows[1 + marks.index("sits out")][1] == "-"


def test_tricks_and_deals_are_told_as_they_end():
    lines = [line for before, now, _ in played("etori", 4, 3) for line in ended(before, now)]
    assert lines[0] in [f"trick 1 to {who} ({n})" for who, n in (
        ("Ann", "1-0-0-0"), ("Bo", "0-1-0-0"), ("Cy", "0-0-1-0"), ("Di", "0-0-0-1")
    )]  # fmt: skip
    deals = [line for line in lines if line.startswith("deal ")]
    assert deals[0].startswith("deal 1: Ann and Cy ")
    assert "Bo and Di " in deals[0]
    assert ("+" in deals[0], "−" in deals[0]) == (True, True)


@pytest.mark.parametrize(("name", "count"), KINDS)
def test_every_game_can_be_told_so(name, count):
    for before, now, _ in played(name, count, 5):
        for table in by_score(now):
            assert all(isinstance(cell, str) for row in table.rows for cell in row)
        for line in ended(before, now):
            assert line.startswith(("trick ", "deal ", "round "))


def test_a_trick_is_told_once_when_its_last_card_lies():
    told = {}
    for before, now, record in played("troika", 4, 3, keep=40):
        if lines := [*trick_taken(before, now, brings=" for 2")]:
            told[record.seq] = lines
        taken = sum(now.tally) == sum(before.tally) + 1
        assert bool(lines) is taken, record.seq
    stands = "-".join(map(str, now.tally))
    assert len(told) > 1
    assert told[max(told)] == [
        f"trick {sum(now.tally)} for 2 to {now.names[now.last_winner]} ({stands})"
    ]
    assert [*trick_taken(before, before)] == []
