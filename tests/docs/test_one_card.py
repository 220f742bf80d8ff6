"""The page that follows one card names functions that exist, and files that are there."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/explanation/one-card.md"
ROOMS = {
    "pico": ROOT / "firmware/pico",
    "tableboard": ROOT / "firmware/portable/tableboard",
    "tablewire": ROOT / "firmware/portable/tablewire",
    "tricktable": ROOT / "host/tricktable",
}
NAMES = re.findall(r"`((?:pico|tableboard|tablewire|tricktable)\.[\w.]+)`", PAGE.read_text("utf-8"))


def defined(file: Path) -> set[str]:
    """Functions as `name`, methods as `Class.name`."""
    found = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            methods = (each for each in node.body if isinstance(each, ast.FunctionDef))
            found |= {f"{node.name}.{method.name}" for method in methods}
    return found


@pytest.mark.parametrize("name", NAMES)
def test_each_function_exists(name):
    words = name.split(".")
    at = ROOMS[words.pop(0)]
    while (at / words[0]).is_dir():
        at /= words.pop(0)
    assert ".".join(words[1:]) in defined(at / f"{words[0]}.py")


def test_the_page_goes_the_whole_way():
    assert [name.split(".")[0] for name in NAMES[:1]] == ["pico"]
    assert len(NAMES) > 25
