"""The first game of a new table begins with a key for each number of players that it is for."""

from dataclasses import replace

import pytest

from tricktable.games import GAMES
from tricktable.table.desk import first_game
from tricktable.table.notes import sentence


@pytest.mark.parametrize(
    ("game", "choices", "said"),
    [
        ("torite", ("A", "2", "3", "4"), "A, 2, 3 or 4"),
        ("etori", ("4", "6"), "4 or 6"),
        ("troika", ("4",), "4"),
        ("tredici", tuple("23456789TJQK"), "2-K"),
    ],
)
def test_its_keys_are_those_of_its_numbers_of_players(monkeypatch, game, choices, said):
    monkeypatch.setattr(first_game, "GAMES", {game: GAMES[game], **GAMES})
    assert first_game.choices() == choices
    begun = [first_game.request(key) for key in choices]
    assert {each.game for each in begun} == {game}
    assert [each.players for each in begun] == sorted(GAMES[game].players)
    assert first_game.plain_keys() == said
    words = f"No game yet. How many players? Press {said}."
    assert sentence(first_game.none_yet(), ()) == words


@pytest.mark.parametrize(
    ("players", "said"), [({2, 3, 4, 6}, "2, 3, 4 or 6"), ({2, 3, 4, 5, 6}, "2-6")]
)
def test_more_than_four_numbers_are_told_as_a_range(monkeypatch, players, said):
    game = replace(GAMES["torite"], players=frozenset(players))
    monkeypatch.setattr(first_game, "GAMES", {"torite": game})
    assert first_game.plain_keys() == said
