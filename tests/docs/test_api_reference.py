"""The interface's page: each of its lines is run against a served room, and answers as shown."""

import json
import os
import re
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest

from rig.patience import output_of
from tricktable.table.answers import Answer
from tricktable.web import limits
from tricktable.web.api.games import MAX_RECORD_BYTES
from tricktable.web.api.problems import KINDS
from tricktable.web.site import site_of
from web.room import CODE, TOKEN, Room, begin, lay

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/reference/api.md").read_text("utf-8")
BLOCKS = re.findall(r"```sh\n(.*?)```\n\n(?:```(json|text)\n(.*?)```)?", PAGE, re.S)[1:]
"""What is run and, where it is shown, what comes of it; the first block only sets names."""


class Registry:
    """Tables that come and go in a room, with the board of one of them, though none is plugged in.

    The real one draws codes; `tests/web/api/test_acts.py` asks that.
    """

    def __init__(self, room):
        self._room = room
        self.boards = {CODE: "E6614C311B7E6F35"}

    def open_table(self):
        return self._room.another("8KQ").code

    def close_table(self, code):
        self.boards.pop(code, None)
        return self._room.tables.pop(code).close()

    def swap_boards(self, code, other):
        turned = {code: other, other: code}
        self.boards = {turned[each]: board for each, board in self.boards.items()}
        return Answer(True)

    def update_board(self, code):
        return Answer(code in self.boards)

    def set_board(self, code, wishes, wifi):
        return Answer(code in self.boards and wishes == {"readers": 2} and wifi is not None)

    def board_settings(self, _code):
        return None

    def board_versions(self, code):
        return ("0.0.9", "0.1.0") if code in self.boards else None


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """What each line of the page printed, run in order in one folder."""
    if shutil.which("curl") is None:
        pytest.skip("there is no curl to run the lines with")
    folder = tmp_path_factory.mktemp("lines")
    room = Room(folder)
    site_of(room.app).registry = Registry(room)
    begin(room.table)
    with room.served() as url:
        named = {"HOST": url, "TABLE": f"{url}/api/v1/tables/{CODE}", "TOKEN": TOKEN}
        printed = [run(line, folder, named) for line, _, _ in BLOCKS]
    room.close()
    return printed


def environment(named):
    """A shell's, with the names that the page gives; no proxy stands between."""
    return {"PATH": os.environ["PATH"], "no_proxy": "*", **named}


def run(line, folder, named):
    """What the shell prints."""
    done = output_of(["sh", "-c", line], cwd=folder, env=environment(named))
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def served(tmp_path):
    """A room with a game, and the names for its lines."""
    room = Room(tmp_path)
    begin(room.table)
    with room.served() as url:
        yield room, {"HOST": url, "TABLE": f"{url}/api/v1/tables/{CODE}", "TOKEN": TOKEN}
    room.close()


@contextmanager
def following(line, named):
    """The lines of the stream as they come, for as long as there are any."""
    with subprocess.Popen(
        ["sh", "-c", f"exec {line}"], env=environment(named), stdout=subprocess.PIPE
    ) as curl:
        yield curl.stdout
        curl.kill()


def follow_table(room, line, named):
    with following(line, named) as stream:
        told = (json.loads(each[6:]) for each in stream if b'"version"' in each)
        assert next(told)["version"] == room.table.version
        for card in ("1:2C", "2:3C", "3:4C"):
            lay(room.table, card)
            assert next(told)["version"] == room.table.version


def follow_club(room, line, named):
    fetch = next(each for each, _, _ in BLOCKS if re.match(r'curl -s "\$HOST/api/v1/club" ', each))
    with following(line, named) as stream:
        told = (each for each in stream if each == b"event: changed\n")
        for card in ("1:2C", "2:3C", "3:4C"):
            assert next(told)
            run(fetch, None, named)
            lay(room.table, card)
        assert next(told)


FOLLOWED = {"$TABLE/live": follow_table, "$HOST/api/v1/club/live": follow_club}
"""By what a documented command follows: how it is tried past its first answer."""
FOLLOWING = sorted(
    {
        line.partition("|")[0].strip()
        for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
        for line in page.read_text("utf-8").splitlines()
        if line.startswith("curl -sN")
    }
)


@pytest.mark.parametrize("line", FOLLOWING)
def test_a_line_that_follows_something_goes_on_for_as_long_as_there_is_something(served, line):
    room, named = served
    FOLLOWED[line.split('"')[1]](room, line, named)


def test_each_stream_of_the_page_is_followed():
    assert {line.split('"')[1] for line in FOLLOWING} == {*FOLLOWED}


@pytest.mark.parametrize("number", range(len(BLOCKS)), ids=lambda at: BLOCKS[at][0][:60])
def test_a_line_answers_what_the_page_shows(answers, number):
    _, form, shown = BLOCKS[number]
    if form == "json":
        assert holds(json.loads(answers[number]), json.loads(shown)), answers[number]
    else:
        assert answers[number] == shown


def holds(answer, shown):
    """Whether the answer is what is shown, and perhaps more."""
    if isinstance(shown, dict):
        return all(key in answer and holds(answer[key], value) for key, value in shown.items())
    if isinstance(shown, list) and isinstance(answer, list) and len(shown) == len(answer):
        return all(map(holds, answer, shown))
    return answer == shown


def test_each_route_has_its_section_and_each_section_a_line(tmp_path):
    room = Room(tmp_path)
    routes = {
        f"{method} {rule.rule}"
        for rule in room.app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    }
    room.close()
    placed = {
        "CODE": "<code>",
        "SEQ": "<int:seq>",
        "NUMBER": "<int:number>",
        "SEAT": "<int:seat>",
        "NAME": "<name>",
        "ANNOUNCEMENT": "<int:announcement>",
    }
    sections = re.split(r"^### `(.*?)`$", PAGE, flags=re.M)[1:]
    named = {
        re.sub(r"/([A-Z]+)", lambda found: f"/{placed[found[1]]}", title) for title in sections[::2]
    }
    assert named == routes
    assert all("```sh\ncurl" in text for text in sections[1::2])


def test_each_problem_is_listed_with_its_status_its_title_and_what_to_do():
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d+) \| (.*?) \| (.*?) \|$", PAGE, re.M)
    assert rows == [(name, str(kind.status), kind.title, kind.do) for name, kind in KINDS.items()]


def test_the_limits_are_those_of_the_program():
    said = f"{limits.WRITE.per_s} times a second from one address, and {limits.WRITE.burst} times"
    assert said in " ".join(PAGE.split())
    assert f"{MAX_RECORD_BYTES // 2**20} MiB is the" in PAGE
