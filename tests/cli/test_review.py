"""`tricktable review` as a person and a program call it."""

import json
import re
from pathlib import Path
from random import Random

from click.testing import CliRunner

from games.case import Slips, by_its_own_player, header_of
from players.every_game import by_chance
from players.torite import FOUR, FOUR_SUITS, arranged
from tricktable.cli.review import review
from tricktable.games import GAMES
from tricktable.rules import codec


def won_by_four() -> list[str]:
    """The record of a game of The Torite that was won, so that nobody has revoked in it."""
    game = arranged(4, [FOUR], [FOUR_SUITS])
    return [json.dumps(each) for each in (game.header, *game.lines)]


def asked(path: Path, *options: str) -> str:
    """What it prints."""
    answer = CliRunner().invoke(review, [*options, str(path)])
    assert answer.exit_code == 0, answer.output
    return answer.output


def test_what_could_be_known_at_a_seat_is_told_in_words_and_to_programs(tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("\n".join(won_by_four()))
    said = asked(path, "--after=42", "--seat=1")
    assert said.startswith("As far as ")
    assert said.endswith("Knowing all the cards is not the same as choosing without them.\n")
    told = json.loads(asked(path, "--after=42", "--seat=1", "--json"))
    assert 0 < told["won"] <= told["tried"] <= told["layouts"]
    assert told["points"] == told["side"] == []
    assert asked(path, "--after=0", "--seat=1") == "That is not known.\n"
    assert asked(path, "--after=0", "--seat=1", "--json") == "null\n"
    path.write_text(won_by_four()[0])
    assert asked(path) == "The Torite: no card has been played yet.\n"


def test_a_win_is_told_its_score_and_shown_a_way_to_a_better_one(tmp_path):
    path = tmp_path / "game.jsonl"
    lines = by_its_own_player(GAMES["torite"], Slips(0, 0, 0))(Random(1), 4, {}, True)
    header = codec.write_header(header_of(GAMES["torite"], 4, {}))
    path.write_text("\n".join([header, *map(json.dumps, lines)]))
    said = asked(path)
    (scored,) = re.findall(r"It was won\. It scored (\d+)\.", said)
    (better,) = re.findall(r"A way to score (\d+):", said)
    assert int(scored) < int(better)
    assert said.count("\n    ") == 13


def test_what_a_side_comes_to_is_told_in_its_unit_and_for_whom(tmp_path):
    path = tmp_path / "game.jsonl"
    game = by_chance(Random(1), "etori", 4, is_tidy=True)
    lines = [codec.write_header(game.header), *map(json.dumps, game.lines)]
    path.write_text("\n".join(lines))
    (late,) = [at for at, each in enumerate(game.lines) if each["kind"] == "played"][44:45]
    said = asked(path, f"--after={late}")
    assert re.match(r"With best play by all, it comes to \d+ faces? for \w+ & \w+\. One", said)
    assert asked(path, "--after=0") == "That is not known.\n"


def test_a_seat_is_asked_about_a_moment_that_was(tmp_path):
    for options in (("--seat=1",), ("--after=4", "--laid=QH", "--seat=1")):
        answer = CliRunner().invoke(review, [*options, str(tmp_path / "game.jsonl")])
        assert answer.exit_code == 2
        assert "--seat goes with --after, and without --laid" in answer.output
