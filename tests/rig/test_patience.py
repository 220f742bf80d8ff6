"""How the tests themselves wait: read from their source, so that no verdict hangs on luck.

A page shows later what a press or the table brings about: on a busy machine, seconds later. So what
it shows is waited for (`expect`, `settled`), never read once, right after what should bring it.
"""

import ast
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from rig.patience import HANG_S, PATIENCE_S

TESTS: Final = Path(__file__).parents[1]
MEASURED: Final = ("bench", "pictures.py")
"""What is no test: it measures, or takes pictures."""

ASKS: Final = {"is_checked", "is_disabled", "is_editable", "is_enabled", "is_hidden", "is_visible"}
"""What Playwright answers at once; `expect` has a form of each that waits."""
READS: Final = {
    "all_inner_texts",
    "all_text_contents",
    "bounding_box",
    "count",
    "evaluate",
    "evaluate_all",
    "get_attribute",
    "inner_html",
    "inner_text",
    "input_value",
    "text_content",
}
"""What a page is read with, as it is at that moment."""
WITH_WORDS: Final = {"evaluate", "evaluate_all", "get_attribute"}
"""Those of them that are told something: `count` of a text or a list is told something too."""
BOX: Final = "bounding_box"
"""What is kept of them, to be touched or compared, and is as hasty then."""
ACTS: Final = {
    "check",
    "click",
    "dblclick",
    "dispatch_event",
    "down",
    "drag_to",
    "emulate_media",
    "fill",
    "focus",
    "go_back",
    "go_forward",
    "hover",
    "insert_text",
    "move",
    "press",
    "press_sequentially",
    "select_option",
    "set_checked",
    "set_offline",
    "set_viewport_size",
    "tap",
    "uncheck",
    "up",
}
"""What somebody does to a page."""
WAITS: Final = {
    "assert_fits",
    "expect",
    "fast_forward",
    "goto",
    "reload",
    "run_for",
    "set_content",
    "settled",
    "until",
    "wait_for",
    "wait_for_function",
    "wait_for_load_state",
    "wait_for_url",
}
"""What ends only once something is so."""
ROUTED: Final = {
    "yield",
    "act",
    "click",
    "expect_event",
    "expect_request",
    "expect_response",
    "goto",
    "reload",
    "run_for",
}
"""What makes a page ask anew once its requests are answered by a test; or whoever goes on does."""
HELD: Final = {"element_handle", "element_handles", "query_selector", "query_selector_all"}
"""What holds on to one part of a page, which the next view replaces."""
ASLEEP: Final = "wait_for_timeout"
"""What waits for nothing but time: a page's clock can be moved instead."""
LONGER: Final = {
    "emulator/test_rp2040.py": "a whole MicroPython image runs in an emulator, where one is named",
    "docs/test_add_a_game.py": "a whole run of pytest, with a package that pip has built",
    "web/api/test_generated_clients.py": "all types are checked of a client that was just made",
}
"""The files with a test that may take longer than pytest's own limit, and why."""


@cache
def texts() -> dict[str, str]:
    """Each file of the tests, by its path within them."""
    return {
        path.relative_to(TESTS).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(TESTS.rglob("*.py"))
        if path.relative_to(TESTS).parts[0] not in MEASURED
    }


@cache
def sources(pattern: str) -> dict[str, ast.Module]:
    """Those of them that this pattern is found in, as they are read."""
    return {path: ast.parse(text) for path, text in texts().items() if re.search(pattern, text)}


def calls(node: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Each call within, by the last part of its name."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call):
            if isinstance(each.func, ast.Attribute):
                yield each.func.attr, each
            elif isinstance(each.func, ast.Name):
                yield each.func.id, each


def yields(node: ast.AST) -> frozenset[str]:
    """Says `yield` if somebody else goes on within."""
    return frozenset(
        {"yield"} if any(isinstance(each, ast.Yield) for each in ast.walk(node)) else ()
    )


def is_read(node: ast.AST) -> bool:
    """Whether a page is read once within."""
    return any(
        name in READS and (name in WITH_WORDS or not call.args) for name, call in calls(node)
    )


def simple(body: Sequence[ast.stmt]) -> Iterator[ast.AST]:
    """What is run, in the order in which it stands; of a block first what it begins with."""
    for each in body:
        parts = [getattr(each, part, []) for part in ("body", "orelse", "finalbody")]
        if not any(parts):
            yield each
            continue
        for head in ("items", "iter", "test"):
            found = getattr(each, head, ())
            yield from found if isinstance(found, list) else filter(None, (found,))
        for part in parts:
            yield from simple(part)


class Step(NamedTuple):
    """One thing that a function does."""

    line: int
    names: frozenset[str]
    """What it calls."""
    is_assert: bool
    is_read: bool


@cache
def steps(tree: ast.Module) -> list[tuple[str, list[Step]]]:
    """What each function does, in order, by its name."""
    return [
        (
            each.name,
            [
                Step(
                    getattr(part, "lineno", each.lineno),
                    frozenset(name for name, _ in calls(part)) | yields(part),
                    isinstance(part, ast.Assert),
                    is_read(part),
                )
                for part in simple(each.body)
            ],
        )
        for each in ast.walk(tree)
        if isinstance(each, ast.FunctionDef)
    ]


def last_of(body: Sequence[Step], acts: set[str], waits: set[str]) -> str:
    """What this ends with: an act, a wait or nothing of the kind."""
    for each in reversed(body):
        if each.names & waits:
            return "wait"
        if each.names & acts:
            return "act"
    return ""


def hasty(tree: ast.Module) -> Iterator[int]:
    """The lines that read a page right after an act, also by a function of the same file."""
    acts, waits = {*ACTS}, {*WAITS}
    found = steps(tree)
    for _ in range(3):  # a function of functions of functions
        for name, body in found:
            kind = last_of(body, acts, waits)
            (acts if kind == "act" else waits if kind == "wait" else set()).add(name)
    for _, body in found:
        before = ""
        for step in body:
            is_boxed = BOX in step.names and not step.names & waits
            if before == "act" and (is_boxed or (step.is_assert and step.is_read)):
                yield step.line
            if not step.is_assert:
                before = last_of([step], acts, waits) or before


def numbers(node: ast.AST) -> Iterator[float]:
    """Each number that a call is told to wait at most, in seconds."""
    for name, call in calls(node):
        if name in ("lock", "raises", "WDT", "I2C"):  # a board's own, in milliseconds or bytes
            continue
        for word in call.keywords:
            value = word.value
            if word.arg not in ("timeout", "timeout_s") or not isinstance(value, ast.Constant):
                continue
            if isinstance(value.value, int | float):
                is_ms = name.startswith(("to_", "not_to_", "wait_for"))
                yield value.value / 1000 if is_ms else value.value


@pytest.mark.parametrize(
    ("said", "is_hasty"),
    [
        ("page.click(); assert page.locator('b').count() == 1", True),
        ("page.click(); shown.wait_for(); assert page.locator('b').count() == 1", False),
        ("page.click(); expect(shown).to_be_visible(); assert page.evaluate('1')", False),
        ("page.click(); text = 'aa'; assert text.count('a') == 2", False),
        ("page.goto('/'); assert page.locator('b').inner_text() == 'b'", False),
        ("page.set_viewport_size(PHONE); assert page.evaluate(CUT) == []", True),
        ("page.set_viewport_size(PHONE); assert settled(page, CUT) == []", False),
        ("pick(page); assert page.locator('b').count() == 1", True),
        ("page.click(); box = page.locator('b').bounding_box()", True),
        ("page.click(); expect(shown).to_be_visible(); box = shown.bounding_box()", False),
        ("page.click(); text = page.locator('b').inner_text()", False),
    ],
)
def test_the_search_finds_what_it_is_for(said, is_hasty):
    tree = ast.parse(f"def pick(page):\n    page.tap()\ndef test(page):\n    {said}")
    assert [*hasty(tree)] == [4] * is_hasty


def test_what_a_page_shows_is_waited_for():
    at_once = [
        f"{path}:{step.line}"
        for path, tree in sources(r"\bbrowser\b").items()
        for _, body in steps(tree)
        for step in body
        if step.is_assert and step.names & ASKS
    ]
    assert at_once == [], "expect(...).to_be_visible() waits"


def test_no_page_is_read_right_after_what_somebody_does_to_it():
    found = [
        f"{path}:{line}" for path, tree in sources(r"\bbrowser\b").items() for line in hasty(tree)
    ]
    assert found == [], "wait with expect(...) or settled(...) first"


def test_once_its_requests_are_answered_by_a_test_a_page_asks_anew():
    found = []
    for path, tree in sources(r"\.route\(").items():
        for _, body in steps(tree):
            for step, after in pairwise(body):
                if "route" in step.names and not after.names & (ROUTED | {"route"}):
                    found.append(f"{path}:{after.line}")
    assert found == [], "what was under way before comes through: wait until a request was held"


def test_no_part_of_a_page_is_held_over_the_next_view():
    held = re.compile(rf"\.({'|'.join([*HELD, ASLEEP])})\(")
    assert [path for path, text in texts().items() if held.search(text)] == []


def test_nothing_waits_longer_than_a_minute():
    project = tomllib.loads((TESTS.parent / "pyproject.toml").read_text(encoding="utf-8"))
    assert PATIENCE_S <= 60
    assert project["tool"]["pytest"]["ini_options"]["timeout"] == HANG_S == 2 * PATIENCE_S
    found = {
        path: most
        for path, tree in sources(r"timeout(_s)?=\d").items()
        if (most := max(numbers(tree), default=0)) > PATIENCE_S
    }
    assert found == {}


def test_no_verdict_hangs_on_how_fast_this_computer_is():
    counted = re.compile(r"monotonic\(\) - \w+ <=? (?!PATIENCE_S\b)")
    assert [path for path, text in texts().items() if counted.search(text)] == []


def test_who_may_take_longer_is_named_with_a_reason():
    marked = {path for path, text in texts().items() if "@pytest.mark.timeout(" in text}
    assert marked == {*LONGER, "rig/test_patience.py"}
