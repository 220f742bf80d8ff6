"""Trials of changes, where Cosmic Ray and coverage.py are installed (`make mutants`)."""

import pytest

pytest.importorskip("cosmic_ray")
pytest.importorskip("coverage")

from mutants import trial
from mutants.line_tests import Reached, TimedTest, quickest
from mutants.trial import Verdict, faults_of, judged

MODULE = "tablewire.credit"


class Lines:
    """What some tests have reached."""

    def contexts_by_lineno(self, _):
        return {1: ["", "a"], 7: ["a", "b"], 8: ["b", "gone"], 9: ["", "a"]}


def test_only_tests_that_run_a_line_are_asked_the_quickest_first(tmp_path):
    path = tmp_path / "module.py"
    path.write_text('X = 1\n\n\ndef f():\n    """F."""\n\n    x = 1\n    x += 1\n    return x\n')
    found = Reached(Lines(), {"a": 2.0, "b": 1.0, "c": 0.5})
    assert found.tests_of(path, range(7, 8)) == [TimedTest("b", 1.0), TimedTest("a", 2.0)]
    assert found.tests_of(path, range(8, 9)) == [TimedTest("b", 1.0)]
    assert found.tests_of(path, range(6, 7)) == []
    every = [TimedTest("c", 0.5), TimedTest("b", 1.0), TimedTest("a", 2.0)]
    assert found.tests_of(path, range(1, 2)) == every
    while_loaded = [TimedTest("a", 2.0), TimedTest("c", 0.5), TimedTest("b", 1.0)]
    assert found.tests_of(path, range(9, 10)) == while_loaded


def test_a_change_that_no_test_runs_is_not_tried(monkeypatch):
    monkeypatch.setattr(trial, "run_alone", None)
    fault = next(faults_of(MODULE, 1))
    assert judged(MODULE, fault, []) is Verdict.UNREACHED


@pytest.mark.parametrize(
    ("code", "verdict"),
    [
        (0, Verdict.MISSED),
        (1, Verdict.NOTICED),
        (2, Verdict.NOTICED),
        (5, Verdict.MISSED),
        (77, Verdict.NO_PROGRAM),
        (-9, Verdict.NOTICED),
        (None, Verdict.NOTICED),
    ],
)
def test_what_became_of_a_trial(monkeypatch, code, verdict):
    monkeypatch.setattr(trial, "run_alone", lambda _, most_s: code if most_s == 50 else 0)
    fault = next(faults_of(MODULE, 1))
    assert judged(MODULE, fault, [TimedTest("a", 4.0), TimedTest("b", 6.0)]) is verdict


def test_a_few_files_are_asked_before_all_others(monkeypatch):
    tests = [TimedTest(f"{file}.py::t{number}", 1.0) for number in range(9) for file in "abcd"]
    asked = []
    monkeypatch.setattr(trial, "run_alone", lambda work, _: asked.append(work.args[2]) or 0)
    fault = next(faults_of(MODULE, 1))
    assert judged(MODULE, fault, tests) is Verdict.MISSED
    assert [{test.file for test in some} for some in asked] == [{"a.py", "b.py", "c.py"}, {"d.py"}]
    assert sorted(asked[0] + asked[1]) == sorted(tests)
    monkeypatch.setattr(trial, "run_alone", lambda work, _: int(work.args[2] == asked[1]))
    assert judged(MODULE, fault, tests) is Verdict.NOTICED


def test_where_time_is_short_the_quickest_tests_are_asked():
    tests = [TimedTest("a", 1.0), TimedTest("b", 2.0), TimedTest("c", 3.0)]
    assert [test.name for test in quickest(tests, 3.0)] == ["a", "b"]
    assert [test.name for test in quickest(tests, 0.5)] == ["a"]
    assert quickest([], 3.0) == []


def test_what_cosmic_ray_cannot_change_ends_no_search(tmp_path, monkeypatch):
    path = tmp_path / "caught.py"
    path.write_text(
        "def f():\n    try:\n        g(1)\n    except (a.Error, b.Error) as e:\n        h(2)\n"
    )
    monkeypatch.setattr(trial, "path_of", lambda _: path)
    assert {fault.lines.start for fault in faults_of("caught", 1)} == {3, 5}


def test_what_runs_nothing_is_not_changed(tmp_path, monkeypatch):
    path = tmp_path / "kept.py"
    path.write_text(
        '''class Kept(Protocol):
    size: int = 1

    @property
    def is_shared(self) -> bool:
        """Whether."""

    def read(self, after: int = 0) -> int:
        """From there."""

    def least(self, after: int = 5) -> int:
        """At least."""
        return after
'''
    )
    monkeypatch.setattr(trial, "path_of", lambda _: path)
    changed = {fault.lines.start for fault in faults_of("kept", 1)}
    assert changed == {2, 11}
