"""What the program does where there is no POSIX: every module loads, and a table is played.

The processes here find rig/elsewhere on their path, which refuses them what Windows does not have;
so the simulated board's cable and its process are reached over loopback.
"""

import json
import os
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import tricktable
from rig.patience import PATIENCE_S
from rig.program import environment, run

ELSEWHERE = Path(__file__).parent / "rig" / "elsewhere"
SAMPLE = Path(__file__).parents[2] / "shared" / "spec" / "samples" / "triatri-someone.jsonl"
BOTH = pytest.mark.parametrize("without", ["", "1"], ids=["as installed", "without MicroPython"])


def there(without: str = "") -> dict[str, str]:
    """The environment of a program there."""
    path = os.pathsep.join((str(ELSEWHERE), os.environ.get("PYTHONPATH", "")))
    return {"PYTHONPATH": path.rstrip(os.pathsep), "WITHOUT_MICROPYTHON": without}


def modules() -> list[str]:
    """The names of all modules of the host."""
    found = pkgutil.walk_packages(tricktable.__path__, "tricktable.")
    return [each.name for each in found if each.name != "tricktable.__main__"]


def test_every_module_loads(tmp_path):
    names = sorted(modules())
    program = "\n".join(
        ("import importlib, sys", "for each in sys.argv[1:]:", " importlib.import_module(each)")
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *names],
        env=environment(tmp_path, there()),
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.skipif(
    not SAMPLE.exists(), reason="the specification's samples do not lie beside this repository"
)
@BOTH
def test_a_record_is_performed(tmp_path, without):
    done = run(tmp_path, "perform", "--json", "--speed", "64", str(SAMPLE), more=there(without))
    assert done.returncode == 0, done.stderr.decode()
    expected = json.loads(SAMPLE.with_suffix(".referee.json").read_text())
    assert json.loads(done.stdout) == expected
