"""What one seat's page says aloud in a whole game, card by card, through a real browser.

`python tests/web/spoken_games.py` (with `tests` on PYTHONPATH) writes the files of tests/web/heard
anew: then read them as somebody would who hears nothing else.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Final

from playwright.sync_api import Browser, Page

from games.cases import CASES
from games.playthrough import head_of, left_halves, read
from players.every_game import by_chance
from referees.witness import Line
from rig.browser import WAIT_MS, opened, phone
from tricktable.table import commands
from web.room import CODE, NAMES, Room, ask, sit

HEARD: Final = Path(__file__).with_name("heard")
GAMES: Final = {"torite": 4, "troika": 4, "triatri": 4, "etori": 4, "tredici": 3}
ENDS: Final = {"troika": "troika-four", "etori": "etori-four", "tredici": "tredici-three"}
"""Playthroughs that are played to the end, and whose next game begins."""
WANTS: Final = """if (location.host)
  localStorage.setItem("tricktable.blind", JSON.stringify({ on: true, each: true }))"""
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

COMES: Final = """([game, seq, waitMs]) => new Promise((done, fail) => {
  const late = setTimeout(() => fail(Error(`entry ${seq} does not come`)), waitMs);
  function look() {
    const { dataset } = document.getElementById("own");
    if (dataset.game !== game || dataset.seq !== seq) return;
    document.removeEventListener("own:view", look);
    clearTimeout(late);
    done();
  }
  document.addEventListener("own:view", look);
  look();
})"""
"""Waits until the page has told of this entry, without asking again and again."""


def ear(browser: Browser) -> Page:
    """The page of a phone that nobody looks at: it loads no style, and is used for all games."""
    context = phone(browser, scale=1)
    page = context.new_page()
    page.add_init_script(VOICE)
    page.add_init_script(WANTS)
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setBlockedURLs", {"urls": ["*.css*"]})
    return page


def heard(folder: Path, page: Page, game: str) -> str:
    """All that Bo's phone says in this game, a line for each time it speaks."""
    count = GAMES[game]
    played = by_chance(Random(1), game, count, is_tidy=True)
    # Hands are secret, and nobody hears of them.
    lines = [line for line in played.lines if line["kind"] != "held"]
    new = commands.NewGame(game, count, list(NAMES[:count]), dict(played.header.given))
    return _heard(folder, page, new, [], [commands.Enter(line) for line in lines])


def heard_end(folder: Path, page: Page, game: str) -> str:
    """The same of the last deal of a playthrough, and of the beginning of the next game."""
    case = CASES[game]
    said = (case.playthroughs / f"{ENDS[game]}.txt").read_text("utf-8").splitlines()
    head = head_of(said[0])
    lines = [read(text, head.names, case) for text in left_halves(said[1:])]
    last = max(number for number, line in enumerate(lines) if line["kind"] == "dealt")
    new = commands.NewGame(game, head.players, list(head.names), dict(head.options))
    acts = [commands.Enter(line) for line in lines[last:]]
    return _heard(folder, page, new, lines[:last], [*acts, commands.NextGame()])


def _heard(
    folder: Path,
    page: Page,
    new: commands.NewGame,
    before: Sequence[Line],
    acts: Sequence[commands.Request],
) -> str:
    room = Room(folder)
    ask(room.table, new)
    room.enter(before)
    with room.served() as url:
        page.goto(f"{url}/t/{CODE}/seat?lang=en#{sit(room.table, 1)}")
        page.locator("#own[data-state=sits]").wait_for()
        for act in acts:
            ask(room.table, act)
            view = room.table.view()
            assert view.view is not None
            page.evaluate(COMES, [str(view.games), str(view.view.seq), WAIT_MS])
        told: list[str] = page.evaluate("told")
        page.goto("about:blank")  # it is not to complain of a host that is gone
    room.close()
    return "".join(f"{words}\n" for words in told)


def main() -> None:
    """Write each game's file."""
    with opened() as browser:
        page = ear(browser)
        for game in GAMES:
            with tempfile.TemporaryDirectory() as folder:
                (HEARD / f"{game}.txt").write_text(heard(Path(folder), page, game))
        for game in ENDS:
            with tempfile.TemporaryDirectory() as folder:
                (HEARD / f"{game}-end.txt").write_text(heard_end(Path(folder), page, game))


if __name__ == "__main__":
    main()
