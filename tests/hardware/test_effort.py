"""How long the table takes to build: counted from the drawings, the same wherever it is told."""

import re
from pathlib import Path

import effort
from pcb import assembly
from pcb.layout import keys, main, station

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs/howto/build-the-table.md").read_text(encoding="utf-8")
NUMBERS = "no one two three four five six seven eight".split()


def test_the_joints_are_those_of_the_drawings():
    assert effort.board_joints(main()) == 40 + 4 * 10 + 12 + 4 + 4 + 2
    assert effort.board_joints(keys()) == 0
    assert effort.station_joints() == 8 + 8
    assert effort.joints() == 166 <= 170
    assert effort.hours() == 3.5


def test_the_page_about_the_boards_counts_who_solders_what():
    page = (ROOT / "docs/explanation/printed-boards.md").read_text(encoding="utf-8")
    by_shop = {
        layout().name: sum(part.footprint.joints for part in assembly.fitted(layout()))
        for layout in (main, station, keys)
    }
    flat = sum(p.footprint.joints for p in assembly.fitted(main()) if p.footprint.is_flat)
    told = [int(n) for n in re.findall(r"\| (\d+) \| (?:the shop|you) \|$", page, re.MULTILINE)]
    assert told == [
        *(flat, by_shop["main"] - flat, effort.board_joints(main())),
        *(by_shop["keys"], 4 * by_shop["station"], 4 * effort.station_joints()),
    ]


def test_readme_and_guide_tell_the_same_time():
    told = f"{effort.hours():g} hours, {effort.joints()} solder joints"
    evenings = f"{NUMBERS[effort.evenings()]} evening" + "s" * (effort.evenings() > 1)
    (row,) = re.findall(r"^\| work \| (\d.+) \|$", GUIDE, re.MULTILINE)
    assert row.startswith(f"{told}: {evenings}")
    (sentence,) = re.findall(r"^For under .+?:$", README, re.MULTILINE | re.DOTALL)
    assert evenings in sentence
    assert f"{effort.hours():g} hours" in sentence


def test_no_other_time_is_told():
    for page in (README, GUIDE):
        assert set(re.findall(r"(\w+) evenings?\b", page)) & set(NUMBERS) == {
            NUMBERS[effort.evenings()]
        }


def test_the_parts_of_the_work_make_the_whole():
    assert sum(each.joints for each in effort.work()) == effort.joints()
    told = " ".join(GUIDE.split())
    assert f"{effort.JOINT_S} seconds a joint" in told
    assert f"{effort.READ_MINUTES} minutes to sort the parts" in told
    assert f"{effort.STATION_MINUTES} minutes to put a station into its tray" in told
