"""What a table remembers of its evenings."""

import json

from records.lines import header
from tricktable.games import GAMES
from tricktable.rules import codec
from tricktable.store.decks import Decks, Shelf
from tricktable.store.journal import open_journal
from tricktable.table import commands
from tricktable.table.memory import KEPT_LINEUPS, Memory
from tricktable.table.table import Table
from web.room import NAMES, ask


def game(players=4, names=None, name="torite", **options):
    """A header."""
    line = {"record": codec.FORMAT, "game": name, "players": players, "options": options}
    return codec.read_header(json.dumps({**line, **({"names": names} if names else {})}), GAMES)


def test_nothing_is_remembered_of_seats_without_names():
    assert Memory().after_game(game()).lineups == ()
    memory = Memory().after_game(game(names=["Ann", "East", "Cy", "West"]))
    assert memory.lineups == (("Ann", "", "Cy", ""),)
    assert memory.people == ("Ann", "Cy")


def test_the_newest_comes_first_and_the_same_people_stand_once():
    memory = Memory()
    for names in (["Ann", "Bo", "Cy"], ["Di", "Eve", "Fay"], ["Cy", "Ann", "Bo"]):
        memory = memory.after_game(game(3, names))
    assert memory.lineups == (("Cy", "Ann", "Bo"), ("Di", "Eve", "Fay"))
    assert memory.people == ("Cy", "Ann", "Bo", "Di", "Eve", "Fay")


def test_who_changes_places_during_a_game_sits_so_next_time():
    began = game(names=list(NAMES))
    memory = Memory().after_game(began).after_names(began, NAMES, ("Bo", "Ann", "Cy", "Dora"))
    assert memory.lineups == (("Bo", "Ann", "Cy", "Dora"),)
    assert memory.people == ("Bo", "Ann", "Cy", "Dora", "Di")


def test_a_name_that_comes_during_a_game_without_names_keeps_the_lineups_before():
    memory = Memory().after_game(game(names=list(NAMES)))
    later = game()
    memory = memory.after_game(later).after_names(
        later, later.seat_names, ("Eve", "East", "S", "W")
    )
    assert memory.lineups == (("Eve", "", "S", "W"), NAMES)


def test_house_rules_are_those_of_the_last_game_of_the_kind():
    memory = Memory().after_game(game(4, name="troika", min_bid=7)).after_game(game())
    assert memory.rules["troika", 4] == {"min_bid": 7}
    assert memory.rules["torite", 4] == {}
    assert ("torite", 3) not in memory.rules
    assert Memory().after_game(header(4, "troika")).rules["troika", 4] == {}


def test_it_is_bounded():
    memory = Memory()
    for number in range(100):
        memory = memory.after_game(game(3, [f"A{number}", f"B{number}", f"C{number}"]))
    assert len(memory.lineups) == KEPT_LINEUPS
    assert len(memory.people) == 60
    assert memory.people[0] == "A99"


def test_it_outlives_the_program(tmp_path):
    class Nobody:
        def show(self, view):
            """Nobody looks."""

    journal = open_journal(tmp_path / "journal.db")
    table = Table("7KQ", journal, Shelf(Decks()), Nobody())
    ask(table, commands.NewGame("troika", 4, list(NAMES), {"min_bid": 7}))
    ask(table, commands.Rename(1, "Bea"))
    again = Table("7KQ", journal, Shelf(Decks()), Nobody())
    assert again.snapshot().memory == table.snapshot().memory
    assert again.snapshot().memory.lineups == (("Ann", "Bea", "Cy", "Di"),)
    journal.close()
