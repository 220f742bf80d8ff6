"""What is tracked: small files, no address and no path of one machine, locks that fit."""

import ast
import builtins
import hashlib
import json
import os
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import languages
from rig.patience import output_of

ROOT = Path(__file__).parents[1]
THIS = Path(__file__).relative_to(ROOT)
LARGEST_BYTES = 512 * 1024
LOCKS = ("requirements.lock", "requirements-dev.lock", "requirements-bench.lock")

# A path that exists on one machine alone.
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:work|root|tmp)/\w")
# Where packages come from is the reader's setting, never ours.
REGISTRY = re.compile(
    r"--(?:extra-)?index-url|--find-links|pypi\.org|pythonhosted|npmjs\.org|deb\.debian"
)


def tracked() -> list[Path]:
    """Every tracked file that is still there."""
    listed = output_of(["git", "ls-files", "-z"], cwd=ROOT, timeout=None)
    if listed.returncode:
        pytest.skip("not a git checkout: nothing says which files are the project's")
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def texts() -> list[tuple[Path, str]]:
    """Every tracked text file with its content."""
    found = []
    for path in tracked():
        data = path.read_bytes()
        if b"\0" not in data:
            found.append((path.relative_to(ROOT), data.decode("utf-8")))
    return found


def offences(pattern: re.Pattern[str]) -> list[str]:
    """Each tracked line outside this file that the pattern matches, as file:line: text."""
    return [
        f"{path}:{number}: {line.strip()[:120]}"
        for path, text in texts()
        if path != THIS
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (MACHINE_PATH, f'open("{Path("/", "tmp", "board.sock")}")'),
        (MACHINE_PATH, f"cd {Path('/', 'root', 'tricktable')}"),
        (REGISTRY, "pip install --index-url https://example.org/simple"),
        (REGISTRY, "https://files.pythonhosted.org/packages"),
    ],
)
def test_the_patterns_catch_what_they_are_for(pattern, line):
    assert pattern.search(line)


def test_no_path_of_one_machine():
    assert offences(MACHINE_PATH) == []


def test_no_address_of_a_registry():
    assert offences(REGISTRY) == []


def test_every_file_is_small():
    large = [str(path) for path in tracked() if path.stat().st_size > LARGEST_BYTES]
    assert large == []


def test_vendored_files_are_what_their_list_says():
    folder = ROOT / "web/static/vendor"
    listed = {entry["file"]: entry for entry in json.loads((folder / "vendor.json").read_text())}
    assert set(listed) == {path.name for path in folder.iterdir()} - {"vendor.json"}
    for name, entry in listed.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == entry["sha256"], name
        assert all(entry[key] for key in ("package", "version", "licence")), name


def test_nothing_that_a_tool_makes_is_tracked():
    made = {"uv.lock", "__pycache__", ".venv", ".typings", "node_modules", "dist", "build"}
    assert [str(path) for path in tracked() if made & set(path.relative_to(ROOT).parts)] == []


def test_every_python_file_says_what_it_is():
    silent = [
        str(path)
        for path, text in texts()
        if path.suffix == ".py"
        and not text.startswith('"""')
        and ast.get_docstring(ast.parse(text)) is None
    ]
    assert silent == []


def errors_named(text: str) -> set[str]:
    """The errors that docstrings say are raised, as in `Raises: Full, if ...; Outage, Newer.`."""
    parts = [
        each for said in re.findall(r"Raises: ([^.]*)\.", text) for each in re.split("[,;]", said)
    ]
    firsts = {words[0] for part in parts if (words := part.split())}
    return {first for first in firsts if re.fullmatch("[A-Z][A-Za-z]*[a-z]", first)}


def errors_of(modules: list[str]) -> set[str]:
    """The errors that these modules define or take from a package, and those of Python."""
    text = "\n".join(modules)
    found = {name for name, of in vars(builtins).items() if isinstance(of, type) and is_error(of)}
    found |= {*re.findall(r"\w\.(\w+(?:Error|Exception))\b", text)}
    for names in re.findall(r"from [\w.]+\.exceptions import \(?([\w,\s]+)", text):
        found |= {*re.findall(r"\w+", names)}
    classes = re.findall(r"^ *class (\w+)\(([\w., ]+)\):", text, re.MULTILINE)
    while more := {name for name, bases in classes if found & {*re.findall(r"\w+", bases)}} - found:
        found |= more
    return found


def is_error(of: type) -> bool:
    return issubclass(of, BaseException)


def test_every_error_that_a_docstring_names_is_one():
    modules = {path: text for path, text in texts() if path.suffix == ".py" and path != THIS}
    known = errors_of([*modules.values()])
    named = {str(path): errors_named(text) - known for path, text in modules.items()}
    assert {path: unknown for path, unknown in named.items() if unknown} == {}


def test_scripts_can_be_executed():
    scripts = [ROOT / path for path, text in texts() if text.startswith("#!")]
    assert ROOT / ".ci/run" in scripts
    assert [str(path) for path in scripts if not os.access(path, os.X_OK)] == []


def pins(lock: str) -> dict[str, set[str]]:
    """The versions that a lock pins for each package; one package may have one per platform."""
    found: dict[str, set[str]] = {}
    for line in (ROOT / lock).read_text().splitlines():
        if not line.startswith(" "):
            name, version = line.removesuffix("\\").split(";")[0].strip().split("==")
            found.setdefault(canonicalize_name(name), set()).add(version)
    return found


def declared() -> dict[str, list[str]]:
    """The requirements that each lock answers, as pyproject.toml declares them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    groups, extras = project["dependency-groups"], project["project"]["optional-dependencies"]
    play = project["project"]["dependencies"] + extras["demo"] + groups["build"]
    return {
        "requirements.lock": play,
        "requirements-dev.lock": play + extras["club"] + extras["mqtt"] + groups["dev"],
        "requirements-bench.lock": extras["bench"],
    }


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_answers_the_project_file(lock):
    pinned = pins(lock)
    stale = [
        line
        for line in declared()[lock]
        if not any(
            version in Requirement(line).specifier
            for version in pinned.get(canonicalize_name(Requirement(line).name), ())
        )
    ]
    assert stale == [], "run `make lock`"


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_a_hash(lock):
    entries = re.split(r"\n(?! )", (ROOT / lock).read_text().strip())
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []


def test_the_locks_agree():
    play = pins("requirements.lock")
    for lock in LOCKS[1:]:
        other = pins(lock)
        assert {
            name: other[name] for name in play if name in other and play[name] != other[name]
        } == {}


def test_every_target_of_the_makefile_is_listed_by_help():
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.search(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)[1].split())
    assert set(re.findall(r"^([a-z-]+):.*## \S", makefile, re.MULTILINE)) == targets


@pytest.mark.parametrize("path", languages.files(), ids=lambda path: path.parents[1].name)
def test_every_message_is_in_every_language(path):
    assert path.read_bytes() == languages.updated(path), "`make languages` brings it up to date"
    assert languages.missing(languages.read(path)) == [], "left to translate"
