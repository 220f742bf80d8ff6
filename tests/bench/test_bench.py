"""The table of `make bench`: its figures, its shape, and what it says of a broken measurement."""

import importlib
import inspect
import textwrap

import pytest

from bench import __main__ as runner
from bench.measure import median_of, percentile
from bench.report import Row, table


def test_every_measurement_has_rows():
    for subject in runner.subjects():
        rows = importlib.import_module(f"bench.bench_{subject}").rows
        assert not inspect.signature(rows).parameters, subject


def test_the_table_has_a_line_per_row_and_straight_columns():
    lines = table(
        [
            Row("decode", "0.8 x", "<= 1 x", True, "json.loads"),
            Row("a much longer description", "12 ms", "<= 3 ms", False),
            Row("peer", "40 us", "", None),
        ]
    ).splitlines()
    assert [line.split("|")[4].strip() for line in lines] == [
        "verdict",
        "-" * len("NOT REACHED"),
        "reached",
        "NOT REACHED",
        "told",
    ]
    assert len({len(line) for line in lines}) == 1


def test_a_median_takes_at_least_five_runs():
    figures = iter([9.0, 1.0, 2.0, 3.0, 100.0])
    assert median_of(lambda: next(figures)) == 3.0
    with pytest.raises(ValueError, match="says too little"):
        median_of(lambda: 1.0, runs=4)


@pytest.mark.parametrize(
    ("percent", "value"), [(50, 50), (95, 95), (99.5, 100), (100, 100), (1, 1)]
)
def test_a_percentile_is_one_of_the_values(percent, value):
    assert percentile([float(n) for n in range(100, 0, -1)], percent) == value


def test_a_percentile_of_nothing_is_refused():
    with pytest.raises(ValueError, match="needs values"):
        percentile([], 95)


def figures(tmp_path, monkeypatch, **sources):
    """Let the runner see these measurements and no other, and measure them in this process."""
    for subject, source in sources.items():
        (tmp_path / f"bench_{subject}.py").write_text(textwrap.dedent(source))
    monkeypatch.setattr(runner, "subjects", lambda: sorted(sources))

    def measure(subject):
        names = {"__name__": subject}
        exec((tmp_path / f"bench_{subject}.py").read_text(), names)
        return list(names["rows"]())

    monkeypatch.setattr(runner, "measure_apart", measure)


REACHED = """
from bench.report import Row
def rows():
    yield Row("good", "1 ms", "<= 2 ms", True)
"""
MISSED = REACHED.replace("True", "False").replace("good", "slow")


def test_all_figures_reached_exits_0(tmp_path, monkeypatch, capsys):
    figures(tmp_path, monkeypatch, first=REACHED)
    assert runner.main([]) == 0
    assert "| good " in capsys.readouterr().out


def test_a_missed_figure_exits_1_and_the_chosen_subjects_alone_are_run(
    tmp_path, monkeypatch, capsys
):
    figures(tmp_path, monkeypatch, first=REACHED, second=MISSED)
    assert runner.main(["first"]) == 0
    assert runner.main(["second"]) == 1
    assert "NOT REACHED" in capsys.readouterr().out


def test_a_broken_measurement_hides_no_other(tmp_path, monkeypatch, capsys):
    figures(tmp_path, monkeypatch, alpha="def rows(): raise RuntimeError('cable')", beta=REACHED)
    assert runner.main([]) == 1
    out, err = capsys.readouterr()
    assert "| good " in out
    assert "bench_alpha.py broke" in out
    assert "RuntimeError: cable" in err


def test_an_unknown_subject_is_named(capsys):
    with pytest.raises(SystemExit):
        runner.main(["nonesuch"])
    assert "no such measurement: nonesuch" in capsys.readouterr().err
