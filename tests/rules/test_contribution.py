"""What each seat has done for a game's result: tricks of the whole game, and its best deal."""

from random import Random

import pytest

from players import every_game
from records.lines import record_with
from tricktable.rules.contribution import contribution
from tricktable.rules.record import Record
from tricktable.rules.view import view
from tricktable.text.sentences import spoken


def finished(name: str, seed: int) -> Record:
    played = every_game.by_chance(Random(seed), name, 4, is_tidy=True)
    return record_with(played.header, played.lines)


def test_of_a_game_of_several_deals_it_tells_the_tricks_and_the_best_deal():
    record = finished("triatri", 3)
    score = view(record).rules.score(view(record))
    said = [spoken(contribution(record, seat)) for seat in range(4)]
    taken = [int(each.split()[2]) for each in said]
    assert sum(taken) == 15, "five tricks in each of three rounds"
    for seat, words in enumerate(said):
        *_others, second, best = sorted(deal.gains[seat] for deal in score.deals)
        assert words.startswith(f"You took {taken[seat]} of 15 tricks.")
        assert (f"was your best: +{best}." in words) == (best > max(0, second))


def test_of_a_game_that_is_one_deal_it_tells_the_tricks():
    said = [spoken(contribution(finished("torite", 3), seat)) for seat in range(4)]
    assert sum(int(each.split()[2]) for each in said) == 12
    assert all(each.endswith(" of 12 tricks.") for each in said)


@pytest.mark.parametrize("name", ["tredici", "etori", "troika"])
def test_no_game_has_nothing_to_tell_it_by(name):
    for seat in range(4):
        spoken(contribution(finished(name, 5), seat))
