"""What one seat's page says aloud in a whole game, card by card, through a real browser.

`python tests/web/hearing.py` (with `tests` on PYTHONPATH) writes the files of tests/web/heard anew:
then read them as somebody would who hears nothing else.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import Browser

from players.every_game import by_chance
from rig.browser import opened, phone
from tricktable.table import commands
from web.room import CODE, NAMES, Room, ask, sit

HEARD: Final = Path(__file__).with_name("heard")
GAMES: Final = {"torite": 4, "troika": 4, "triatri": 4, "etori": 4, "tredici": 3}
WANTS: Final = "localStorage.setItem('tricktable.blind', JSON.stringify({on: true, each: true}))"
VOICE: Final = """
  window.told = [];
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => [{ lang: "en" }],
    cancel() {},
    speak(words) {
      told.push(words.text);
      words.dispatchEvent(new Event("start"));
    },
  } });
"""
"""A phone's voice, which keeps what it says. Chromium in tests has none of its own."""


def heard(folder: Path, browser: Browser, game: str) -> str:
    """All that Bo's phone says in this game, a line for each time it speaks."""
    count = GAMES[game]
    played = by_chance(Random(1), game, count, is_tidy=True)
    # Hands are secret, and nobody hears of them.
    lines = [line for line in played.lines if line["kind"] != "held"]
    room = Room(folder)
    names = list(NAMES[:count])
    ask(room.table, commands.NewGame(game, count, names, dict(played.header.given)))
    context = phone(browser)
    page = context.new_page()
    page.add_init_script(VOICE)
    page.add_init_script(WANTS)
    with room.served() as url:
        page.goto(f"{url}/t/{CODE}/seat?lang=en#{sit(room.table, 1)}")
        page.locator("#own[data-state=sits]").wait_for()
        for line in lines:
            ask(room.table, commands.Enter(line))
            view = room.table.view().view
            assert view is not None
            page.wait_for_function(
                "seq => document.getElementById('own').dataset.seq === seq", arg=str(view.seq)
            )
        told: list[str] = page.evaluate("told")
        context.close()
    room.close()
    return "".join(f"{words}\n" for words in told)


def main() -> None:
    """Write each game's file."""
    with opened() as browser:
        for game in GAMES:
            with tempfile.TemporaryDirectory() as folder:
                (HEARD / f"{game}.txt").write_text(heard(Path(folder), browser, game))


if __name__ == "__main__":
    main()
