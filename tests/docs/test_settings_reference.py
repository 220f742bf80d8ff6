"""The settings page says what the program does: every setting, its default and its help."""

import tomllib
from pathlib import Path

import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from tricktable.settings import FILE_VARIABLE, SETTINGS, build
from tricktable.store.machine import TOKEN_FILE, Machine

PAGE = (Path(__file__).parents[2] / "docs/reference/settings.md").read_text(encoding="utf-8")
DEFAULTS = {
    "data": "see below",
    "trusted_hosts": "none",
    "board_port": "none",
    "allow_origins": "none",
    "webhook_urls": "none",
}


def shown(setting) -> str:
    default = DEFAULTS.get(setting.name) or (
        "empty" if setting.default == "" else f"`{setting.default}`"
    )
    return f"| `{setting.name}` | {default} | {setting.help} |"


def test_the_table_is_the_programs_own():
    rows = [line for line in PAGE.splitlines() if line.startswith("| `")]
    assert rows == [shown(setting) for setting in SETTINGS]


def test_names_in_the_text_are_those_of_the_program():
    for name in (FILE_VARIABLE, SETTINGS[0].variable, TOKEN_FILE):
        assert f"`{name}`" in PAGE
    http_port = next(each for each in SETTINGS if each.name == "http_port")
    assert f"`{http_port.variable}`" in PAGE
    assert f"`{http_port.flag}`" in PAGE


def test_the_example_is_a_file_that_works():
    example = PAGE.split("```toml\n")[1].split("```")[0]
    settings = build(
        Machine(Path("/home/ann/data"), Path("/home/ann"), "table"), tomllib.loads(example)
    )
    assert settings.http_port == 80
    assert "cards.example" in settings.trusted_hosts


@pytest.mark.parametrize(
    ("platform", "folder"),
    [
        (Unix, "~/.local/share/tricktable"),
        (MacOS, "~/Library/Application Support/tricktable"),
        (Windows, "~/AppData/Local/tricktable"),
    ],
)
def test_the_data_folders_are_those_of_the_platforms(monkeypatch, platform, folder):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    local = Path("~/AppData/Local").expanduser()
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda _: str(local))
    there = platform("tricktable", appauthor=False).user_data_path
    assert f"~/{there.relative_to(Path.home()).as_posix()}" == folder
    assert f"`{folder}`" in PAGE
