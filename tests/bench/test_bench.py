"""The table of `make bench`: its figures, its shape, and what it says of a broken measurement."""

import importlib
import inspect
import os
import sys
from pathlib import Path

import pytest

from bench import bench_crowd, runner
from bench.measure import median_of, percentile
from bench.report import Row, table
from rig.patience import output_of
from rig.ports import free_port

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("subject", runner.subjects())
def test_a_measurement_has_rows(subject):
    rows = importlib.import_module(f"bench.bench_{subject}").rows
    assert not inspect.signature(rows).parameters


def test_the_table_has_a_line_per_row_and_straight_columns():
    lines = table(
        [
            Row("decode", "0.8 x", "<= 1 x", True, "json.loads"),
            Row("a much longer description", "12 ms", "<= 3 ms", False),
            Row("peer", "40 us", "", None),
        ]
    ).splitlines()
    verdicts = [line.split("|")[4].strip() for line in lines]
    assert verdicts == ["verdict", "-" * len("NOT REACHED"), "reached", "NOT REACHED", "told"]
    assert len({len(line) for line in lines}) == 1


def test_a_median_takes_at_least_five_runs():
    figures = iter([9.0, 1.0, 2.0, 3.0, 100.0])
    assert median_of(lambda: next(figures)) == 3.0
    with pytest.raises(ValueError, match="says too little"):
        median_of(lambda: 1.0, runs=4)


@pytest.mark.parametrize(
    ("percent", "value"), [(1, 1), (50, 50), (95, 95), (99.5, 100), (100, 100)]
)
def test_a_percentile_is_one_of_the_values(percent, value):
    assert percentile([float(n) for n in range(100, 0, -1)], percent) == value


def test_a_percentile_of_nothing_is_refused():
    with pytest.raises(ValueError, match="needs values"):
        percentile([], 95)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have one address of their own")
def test_a_page_that_never_came_is_told_with_its_reason_and_is_no_time():
    refused = bench_crowd.page_of(free_port(), "/t/7KQ", "127.0.0.1")
    assert "refused" in refused.fault
    came = [bench_crowd.Came(float(ms)) for ms in range(1, 99)]
    row = bench_crowd.beside_crowd("pages", [*came, refused, refused], came, "7 came")
    assert (row.measured, row.ok) == ("2 of 100 never came", False)
    assert row.compared_to.startswith("alone 94 ms; longest 98 ms; 7 came; 2 times a page: ")
    none = bench_crowd.beside_crowd("pages", [refused], came, "7 came")
    assert (none.measured, none.ok) == ("1 of 1 never came", False)
    all_came = bench_crowd.beside_crowd("pages", came, came, "7 came")
    assert (all_came.measured, all_came.ok) == ("94 ms", True)


REACHED = """
from bench.report import Row

def rows():
    yield Row("good", "1 ms", "<= 2 ms", True)
"""
MISSED = REACHED.replace("True", "False")
BROKEN = """
def rows():
    raise RuntimeError("the cable is cut")
"""
DEAD = """
import os

def rows():
    os._exit(9)
"""


@pytest.fixture
def run(tmp_path):
    """Run the runner as `make bench` does, on measurements written for this test."""

    def run(subjects=(), **sources):
        (tmp_path / "bench").mkdir(exist_ok=True)
        for subject, source in sources.items():
            (tmp_path / "bench" / f"bench_{subject}.py").write_text(source)
        return output_of(
            [sys.executable, "-m", "bench", *(subjects or sources)],
            env={**os.environ, "PYTHONPATH": f"{TESTS}{os.pathsep}{tmp_path}"},
            timeout=None,
        )

    return run


def test_reached_figures_exit_0_and_a_missed_one_exits_1(run):
    reached = run(swift=REACHED)
    assert (reached.returncode, reached.stdout.count("| reached ")) == (0, 1)
    missed = run(swift=REACHED, slow=MISSED)
    assert (missed.returncode, missed.stdout.count("| NOT REACHED ")) == (1, 1)


@pytest.mark.parametrize(
    ("source", "word"), [(BROKEN, "the cable is cut"), (DEAD, "BrokenProcess")]
)
def test_a_broken_measurement_is_told_and_hides_no_other(run, source, word):
    told = run(awry=source, swift=REACHED)
    assert told.returncode == 1
    assert "| good " in told.stdout
    assert "bench_awry.py broke" in told.stdout
    assert word in told.stderr


def test_an_unknown_subject_is_named(run):
    told = run(subjects=["nonesuch"], swift=REACHED)
    assert told.returncode == 2
    assert "no such measurement: nonesuch" in told.stderr
