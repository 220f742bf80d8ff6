"""The house-rule sheet: every option of every game in words, and a hash that a record keeps."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256

import pytest
from click.testing import CliRunner

from games.cases import CASES
from games.samples import known
from players.every_game import KINDS
from records.lines import header
from rig.table import Rig
from tricktable.cli import USAGE, main
from tricktable.games import GAMES
from tricktable.rules.entries import BadLine
from tricktable.rules.game import Header
from tricktable.rules.options import Form, Options
from tricktable.store import replay
from tricktable.table import commands, house_rules
from tricktable.text.language import Message, speaking


def headers() -> list[Header]:
    """A header of each game and number of players."""
    return [header(players, game, **CASES[game].needed(players)) for game, players in KINDS]


@pytest.mark.parametrize("each", headers(), ids=lambda each: f"{each.game}-{each.players}")
def test_every_value_of_every_option_has_a_sentence(each):
    for name, option in each.rules.options(each.players, each.given).items():
        listed = [value for value in option.values if not isinstance(value, Form)]
        plain = [value for one in listed for value in (one if isinstance(one, range) else [one])]
        said = {str(option.meaning(value)) for value in plain}
        assert len(said) == len(set(plain)), f"{name}: two values read alike"
        for words in said:
            assert words[0].isupper() or words[0].isdecimal()
            assert words.endswith(".")


@pytest.mark.parametrize("each", headers(), ids=lambda each: f"{each.game}-{each.players}")
def test_a_sheet_names_every_option_with_its_value(each):
    printed = house_rules.text(each).splitlines()
    for option in each.options:
        assert sum(line.startswith(f"    {option} = ") for line in printed) == 1
    assert all(line == line.rstrip() and len(line) < 140 for line in printed)


def test_the_current_value_is_marked_and_the_others_are_listed():
    printed = house_rules.text(house_rules.header("troika", 4, ["min_bid=7"]))
    assert "The lowest bid is 7.\n    min_bid = 7\n    or 6: The lowest bid is 6." in printed
    assert "misdeal = on (default)\n" in printed
    assert "    or off: No hand counts as a misdeal." in printed


def test_teams_are_told_by_seat_numbers():
    printed = house_rules.text(house_rules.header("tredici", 5, ["teams=[[0,1],[2,3,4]]"]))
    assert "Teams: seats 1 and 2; seats 3 and 4 and 5." in printed


@pytest.mark.parametrize("given", ["min_bid", "min_bid=4", "min_bid=7.0", "nothing=1", "win=ANY"])
def test_what_is_no_house_rule_is_refused(given):
    with pytest.raises(BadLine):
        house_rules.header("troika", 4, [given])


def test_a_hash_is_the_same_on_every_machine_and_another_for_other_rules():
    base = house_rules.digest(header(4, "troika"))
    code = (
        "from tricktable.table.house_rules import digest, header\n"
        "print(digest(header('troika', 4)))"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == base
    assert len(base) == 16
    assert (
        house_rules.digest(header(4, "troika", min_bid=6)) == base
    )  # said or not, it is the default
    assert house_rules.digest(header(4, "troika", min_bid=7)) != base
    assert house_rules.digest(header(4, "torite")) != house_rules.digest(header(3, "torite"))


def test_a_hash_is_over_the_rules_and_not_over_their_words():
    told = header(4, "troika")

    def reworded(players: int, given: Mapping[str, object]) -> Options:
        return {
            name: replace(option, meaning=lambda value: Message(f"{value}, in better words."))
            for name, option in told.rules.options(players, given).items()
        }

    better = replace(told, rules=replace(told.rules, options=reworded))
    assert house_rules.text(better) != house_rules.text(told)
    assert house_rules.digest(better) == house_rules.digest(told)
    with speaking("ja"):
        assert house_rules.digest(told) == house_rules.digest(better)


def test_the_hash_of_rules_is_what_the_reference_says():
    rules = json.dumps(
        {"game": "torite", "options": header(4, "torite").options, "players": 4},
        sort_keys=True,
        separators=(",", ":"),
    )
    assert house_rules.digest(header(4, "torite")) == sha256(rules.encode()).hexdigest()[:16]


def test_a_table_writes_the_hash_into_its_record_and_a_replay_does_not_mind(tmp_path):
    rig = Rig(tmp_path)
    rig.ask(commands.NewGame("troika", 4, options={"bid_out": "none"}))
    rows = [row.body for row in rig.table.rows() if row.kind == "game"]
    assert json.loads(rows[0])["sheet"] == house_rules.digest(header(4, "troika", bid_out="none"))
    assert replay.replay([rows[0].encode()]).header.game == "troika"
    rig.journal.close()


def run(*words: str) -> tuple[int, str, str]:
    """What the command line makes of it."""
    done = CliRunner().invoke(main, ["rules", *words], catch_exceptions=False)
    return done.exit_code, done.stdout, done.stderr


def test_the_command_prints_the_sheet_and_its_hash():
    exit_code, printed, _ = run("troika", "--set", "bid_out=none", "--set", "kaiser_bid=on")
    made = house_rules.header("troika", 4, ["bid_out=none", "kaiser_bid=on"])
    assert (exit_code, printed) == (
        0,
        f"{house_rules.text(made)}\n\nsheet {house_rules.digest(made)}\n",
    )


@pytest.mark.parametrize(
    "words", [["bridge"], ["troika", "--players", "3"], ["etori", "--set", "x"]]
)
def test_the_command_says_what_there_is(words):
    exit_code, printed, said = run(*words)
    assert (exit_code, printed) == (USAGE, "")
    assert "known" in said or "must be" in said or "option=value" in said


def test_a_game_that_four_cannot_play_is_told_for_as_many_as_come_next():
    two = replace(GAMES["troika"], name="two", players=frozenset({2, 3}))
    with known(two):
        assert house_rules.usual_players("two") == 3
        assert run("two")[1].startswith("Troika, 3 players\n")
        assert run("two", "--players", "0")[0] == USAGE


def test_without_a_game_the_command_lists_them():
    exit_code, printed, _ = run()
    assert exit_code == 0
    assert [line.split()[0] for line in printed.splitlines()] == list(GAMES)
    assert "etori        Etori, 4 or 6 players\n" in printed
    assert "tredici      Tredici, 2 to 13 players\n" in printed
    assert "troika       Troika, 4 players\n" in printed
