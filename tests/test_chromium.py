"""Finding the browser: the named one wins, and a wrong name is not quietly replaced."""

from rig import chromium


def browser(folder, name):
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_the_named_browser_wins(tmp_path, monkeypatch):
    installed = browser(tmp_path / "bin", "chromium")
    named = browser(tmp_path / "own", "my-browser")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert chromium.find() == installed
    monkeypatch.setenv("CHROMIUM", named)
    assert chromium.find() == named


def test_a_named_browser_that_is_not_there_is_none(tmp_path, monkeypatch):
    browser(tmp_path / "bin", "chromium")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("CHROMIUM", str(tmp_path / "gone"))
    assert chromium.find() is None


def test_the_engine_alone_is_preferred(tmp_path, monkeypatch):
    browser(tmp_path, "chromium")
    light = browser(tmp_path, "chromium-headless-shell")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert chromium.find() == light


def test_chrome_will_do(tmp_path, monkeypatch):
    chrome = browser(tmp_path, "google-chrome-stable")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert chromium.find() == chrome
