"""How long the table takes to build: counted from the drawings, the same wherever it is told."""

import re
from pathlib import Path

import drawing
import effort
from pcb.layout import keys, main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs/howto/build-the-table.md").read_text(encoding="utf-8")
NUMBERS = "no one two three four five six seven eight".split()


def test_the_joints_are_those_of_the_drawings():
    assert effort.board_joints(main()) == len(drawing.places()) == 224
    assert effort.board_joints(keys()) == 20 * 4 + 10
    assert effort.station_joints() == 10 + 2 * 2 + 3 + 1 + 2 * 4
    assert effort.joints() == 418


def test_readme_and_guide_tell_the_same_time():
    told = f"{effort.hours()} hours, {effort.joints()} solder joints"
    evenings = f"{NUMBERS[effort.evenings()]} evenings"
    (row,) = re.findall(r"^\| work \| (\d.+) \|$", GUIDE, re.MULTILINE)
    assert row.startswith(f"{told}: {evenings}")
    (sentence,) = re.findall(r"^For under .+?:$", README, re.MULTILINE | re.DOTALL)
    assert evenings in sentence
    assert f"{effort.hours()} hours" in sentence


def test_no_other_time_is_told():
    for page in (README, GUIDE):
        assert set(re.findall(r"(\w+) evenings\b", page)) <= {NUMBERS[effort.evenings()]}
    assert "in an evening" not in README + GUIDE


def test_the_parts_of_the_work_make_the_whole():
    assert sum(each.joints for each in effort.work()) == effort.joints()
    told = " ".join(GUIDE.split())
    assert f"{effort.JOINT_S} seconds a joint on a board" in told
    assert f"{effort.WIRE_S} seconds a joint in a station" in told
    assert f"{effort.READ_MINUTES} minutes to sort the parts" in told
    assert f"{effort.STATION_MINUTES} minutes to close and check a station" in told
