"""Which tests run a line, as it was found out."""

import pytest

pytest.importorskip("coverage")

from mutants import line_tests
from mutants.alone import run_alone

TEST = "from tablewire.credit import Credit\n\n\ndef test_it():\n    assert Credit() and {}\n"


@pytest.mark.parametrize(
    ("text", "is_known"),
    [
        (TEST.format(True), True),
        (TEST.format(False), True),
        (TEST.format(True) + "Credit()\nassert not Credit\n", False),
    ],
)
def test_nothing_is_kept_of_tests_that_could_not_all_be_begun(
    tmp_path, monkeypatch, text, is_known
):
    (tmp_path / "test_it.py").write_text(text)
    monkeypatch.setitem(line_tests.OWN_TESTS, "tablewire", [str(tmp_path)])
    data, times = tmp_path / "coverage", tmp_path / "json"
    run_alone(lambda: line_tests._watch("tablewire", data, times), 60)
    assert times.exists() == is_known
