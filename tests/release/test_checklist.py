"""The release's checklist: what it lets pass, what it stops, and that it goes on to the end."""

import pytest

from release import __main__ as checklist
from release.__main__ import (
    BY_HAND,
    STEPS,
    Unready,
    changelog_is_ready,
    tree_is_clean,
    version_is_new,
    walk,
)

LOG = "# Changelog\n\n## [0.2.0] - 2026-12-01\n\n- Words.\n\n## [0.1.0] - 2026-11-01\n"


def test_a_tree_with_something_to_commit_is_not_ready():
    assert tree_is_clean("")
    with pytest.raises(Unready, match=r"Commit.*first:\n M host/app\.py"):
        tree_is_clean(" M host/app.py")


@pytest.mark.parametrize("tags", ["", "v0.1.0", "v0.1.0\nv0.2.0rc1", "before-the-move\nv0.1.9"])
def test_a_version_above_all_tags_is_new(tags):
    assert version_is_new("0.2.0", tags).startswith("0.2.0, after")


@pytest.mark.parametrize(
    ("version", "why"),
    [
        ("0.2.0", "0.10.0 was released already"),
        ("0.10.0", "0.10.0 was released already"),
        ("next", "next is no version"),
    ],
)
def test_a_version_that_is_not_above_them_is_none(version, why):
    with pytest.raises(Unready, match=why):
        version_is_new(version, "v0.9.0\nv0.10.0")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "begins with another section"),
        (LOG.replace("0.2.0", "Unreleased"), "begins with another section"),
        (LOG.replace(" - 2026-12-01", ""), "of which day"),
    ],
)
def test_a_changelog_without_the_version_and_its_day_is_not_ready(text, why):
    with pytest.raises(Unready, match=why):
        changelog_is_ready("0.2.0", text)


def test_a_changelog_with_them_is():
    assert changelog_is_ready("0.2.0", LOG) == "0.2.0 of 2026-12-01"


def test_a_target_that_fails_stops_it(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(checklist, "ROOT", tmp_path)
    (tmp_path / "Makefile").write_text("good:\n\t@echo done\nbad:\n\t@exit 3\n")
    assert checklist.makes("good") == "passed"
    with pytest.raises(Unready, match="`make bad` fails"):
        checklist.makes("bad")
    assert "done" in capfd.readouterr().out


def test_it_goes_on_until_something_is_not_ready(capsys):
    def fails():
        raise Unready("Mend it.")

    assert walk({"one": lambda: "well", "two": fails, "three": fails}) == 1
    said = capsys.readouterr().out
    assert "1/3 one …\n    well\n2/3 two …\n    NOT READY. Mend it.\n" in said
    assert "three" not in said
    assert walk({"one": lambda: "well"}) == 0
    assert capsys.readouterr().out.endswith(f"{BY_HAND}\n")


def test_it_walks_from_the_tree_to_the_wheel():
    assert next(iter(STEPS)) == "the tree is clean"
    assert [*STEPS][-3:] == [
        "make test",
        "make dist",
        "the wheel serves from an empty environment",
    ]
