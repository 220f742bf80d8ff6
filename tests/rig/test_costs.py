"""What each file costs is told, whichever worker ran it, with what its programs have worked."""

import re
import subprocess
import sys
from pathlib import Path

from rig.costs import TOLD, ending, processor_s

TESTS = Path(__file__).parents[1]
WORKS = """
import time
def work():
    end = time.process_time() + {s}
    while time.process_time() < end:
        pass
"""
OUTLIVES = """
import subprocess, sys
subprocess.run([sys.executable, "-c", {source!r}])
"""
PROGRAM = """
import subprocess, sys
def test_it():
    subprocess.run([sys.executable, "-c", {source!r}], check=True)
"""


def test_the_dearest_files_are_told_with_what_programs_in_them_have_worked(tmp_path):
    cheap, dear = WORKS.format(s=0.01), WORKS.format(s=0.5) + "work()"
    for number in range(TOLD + 1):
        (tmp_path / f"test_cheap_{number}.py").write_text(f"{cheap}def test_it():\n    work()\n")
    (tmp_path / "test_dear.py").write_text(PROGRAM.format(source=dear))
    said = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "xdist",
            "-p",
            "rig.costs",
            "-n",
            "2",
            "-q",
            str(tmp_path),
        ],
        cwd=tmp_path,
        env={"PYTHONPATH": str(TESTS), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    told = re.findall(r"^ +([\d.]+) s (test_\w+\.py)$", said, re.MULTILINE)
    assert len(told) == TOLD
    assert told[0][1] == "test_dear.py"
    assert float(told[0][0]) >= 0.5
    assert all(float(spent_s) >= 0 for spent_s, _ in told)
    whole_s, elsewhere_s = re.findall(r"of ([\d.]+) s of processor, ([\d.]+) s of it", said)[0]
    assert float(elsewhere_s) > 0, "three processes have begun and read the tests"
    assert float(whole_s) >= float(elsewhere_s) + 0.4


def test_who_outlives_its_parent_is_kept():
    source = WORKS.format(s=0.5) + "work()\nprint(flush=True)\ninput()"
    parent = subprocess.Popen(
        [sys.executable, "-c", OUTLIVES.format(source=source)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with parent:
        parent.stdout.readline()
        worked_s = processor_s()
        with ending():
            parent.kill()
            parent.wait()
        assert processor_s() > worked_s - 0.1
        parent.stdin.write(b"\n")
