"""What a screen reader reads of all that opens over a page, and of an act that others answer.

`python tests/web/reading.py` (with `tests` on PYTHONPATH) writes the files of tests/web/read anew:
then read them as somebody would who sees nothing.
"""

import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from playwright.sync_api import (
    APIResponse,
    Browser,
    BrowserContext,
    Page,
    Response,
    Route,
    sync_playwright,
)

from games.cases import CASES
from games.playthrough import head_of, left_halves, read
from rig.browser import STILL, launched, phone
from tricktable.table import commands
from tricktable.table.views import LIVE, WITHOUT
from web.room import CODE, HOST_PAGE, NAMES, Room, ask, begin, lay, sit

READ: Final = Path(__file__).with_name("read")
EVENING: Final = datetime(2026, 5, 4, 20, 0, tzinfo=UTC)
SAYS: Final = """
  window.said = [];
  addEventListener("DOMContentLoaded", () => {
    const words = ({ addedNodes }) => [...addedNodes].map((each) => each.textContent);
    const hear = (changes) => said.push(...changes.flatMap(words).filter(Boolean));
    const told = new MutationObserver(hear);
    const regions = document.querySelectorAll("#aloud, #asks, body:not(:has(#aloud)) #news");
    for (const each of regions) told.observe(each, { childList: true, subtree: true });
  });
"""
"""Keeps what the live regions have said: whatever is new in them."""
CARD: Final = r' *- button "\w+ of (spades|hearts|clubs|diamonds)"'
REFUSED: Final = "#refusal"
SAID: Final = "words => said.find((each) => each.includes(words))"


class Reader:
    """Writes down what pages of one table read, under a line for each moment."""

    def __init__(self, room: Room, url: str, context: BrowserContext) -> None:
        self.room, self.table, self._url, self._context = room, room.table, url, context
        self.lines: list[str] = []

    def open(self, path: str, mark: str = "", tab: Page | None = None) -> Page:
        """A page in English, once it is live, in a tab of its own or in this one."""
        page = tab or self._context.new_page()
        page.goto(f"{self._url}{path}{'&' if '?' in path else '?'}lang=en{mark}")
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        return page

    def seat(self, number: int) -> Page:
        """The page of a phone that sits there."""
        page = self.open(f"/t/{CODE}/seat", f"#{sit(self.table, number)}")
        page.locator("#own[data-state=sits]").wait_for()
        return page

    def late_seat(self, number: int) -> Page:
        """Its page as it was at first, whatever happens, until the host has answered a press."""
        page, first, answers = self._context.new_page(), list[APIResponse](), list[Response]()

        def answer(route: Route) -> None:
            if answers:
                return route.continue_()
            if not first:
                first.append(route.fetch())
            return route.fulfill(response=first[0])

        def hear(response: Response) -> None:
            if response.request.method == "POST":
                answers.append(response)

        page.on("response", hear)
        page.route("**/seat/own*", answer)
        page.goto(f"{self._url}/t/{CODE}/seat?lang=en#{sit(self.table, number)}")
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        page.locator("#own[data-state=sits]").wait_for()
        return page

    def read(self, moment: str, page: Page, part: str, until: str = "") -> None:
        """Keep what this part of a page reads, as soon as it has these words or this part."""
        shown, within = page.locator(part), page.locator(until) if until[:1] == "#" else None
        shown.filter(has_text=None if within else until, has=within).wait_for()
        self.lines += [f"\n## {moment}\n", *map(self._same, lines_of(shown.aria_snapshot()))]

    def hear(self, page: Page, who: str, words: str) -> None:
        """Keep what the page says aloud, once it says these words."""
        page.wait_for_function(SAID, arg=words, polling=100)  # there are no frames
        self.lines += [f"\n{who} hears: {self._same(page.evaluate(SAID, words))}"]

    def _same(self, words: str) -> str:
        """The same words at another address, of a phone with another number."""
        numbers = "|".join(str(waiting.number) for _, waiting in self.table.view().claims)
        at = words.replace(self._url.removeprefix("http://"), "tricktable.local")
        return re.sub(rf"\b({numbers})\b", "77", at) if numbers else at


def lines_of(snapshot: str) -> Iterator[str]:
    """A page's outline without what nobody hears: addresses, and the drawing of what has a name.

    Cards to choose from, one after the other, are counted.
    """
    told = re.sub(r"\n *- /url:.*", "", snapshot.replace("\u2060", ""))
    told = re.sub(r"""(- '?(?:img|link|button) .*"(?: \[\w+\])?)'?:(?: .*)?(?=\n|$)""", r"\1", told)
    inside, cards = -1, []
    for line in [*told.splitlines(), ""]:
        depth = len(line) - len(line.lstrip())
        if line and 0 <= inside < depth:
            continue
        inside = depth if re.match(" *- '?(img|link|button) ", line) else -1
        if re.fullmatch(CARD, line):
            cards.append(line)
            continue
        if cards:
            yield f"{cards[0]} to {cards[-1].lstrip(' -')} ({len(cards)})"
        cards = []
        if line:
            yield line


def press(page: Page, words: str, role: str = "button") -> None:
    """Press what has this name, on a page that draws nothing."""
    page.get_by_role(role, name=words, exact=True).first.evaluate("it => it.click()")  # type: ignore[arg-type]


def menu(reader: Reader) -> None:
    """What the menu of a seat reads: in a trick, while others bid, and after the end."""
    table = reader.table

    def opens(moment: str) -> None:
        page = reader.seat(1)
        press(page, "Menu", "link")
        page.locator("#invite .join").wait_for()
        page.locator("#leave").evaluate("it => { it.open = true }")
        reader.read(moment, page, "#sheet")

    begin(table)
    lay(table, "1:9H 2:TH 3:JH 0:2H 3:QD 0:KD 1:3D 2:4D 0:5C")
    opens("Menu on one's own turn")
    ask(table, commands.NewGame("troika", 4, list(NAMES), dealer=0, abandon=True))
    ask(table, commands.Declare("bid", 1, "7"))
    ask(table, commands.Declare("bid", 2, "pass"))
    opens("Menu after one's own bid")
    case = CASES["troika"]
    first, *rest = (case.playthroughs / "troika-four.txt").read_text("utf-8").splitlines()
    head = head_of(first)
    new = commands.NewGame("troika", 4, list(NAMES), dict(head.options), abandon=True)
    ask(table, new)
    for text in left_halves(rest):
        ask(table, commands.Enter(read(text, head.names, case)))
    opens("Menu after the end")


DRAWERS: Final = {
    "try=throw": "preview",
    "try=strike&seq=7": "preview",
    "correct=6": "correct",
    "correct=2": "correct",
    "new=troika:4": "new",
    "away=3": "away",
    "forget=": "forget",
    "forget=Ann": "forget-once",
    "forget=Ann&sure=once": "forget-twice",
}
FOLDS: Final = ("evening", "house-rules", "new", "phones", "home", "computer", "join")


def drawers(reader: Reader) -> None:
    """What each drawer of the host's page reads, and each of its folds once it is open."""
    begin(reader.table)
    lay(reader.table, "1:9H 2:TH 3:JH 0:2H 3:QD")
    sit(reader.table, 3)
    page = reader.open(HOST_PAGE)
    reader.read("The host's page", page, "#host")
    for fold in FOLDS:
        page.locator(f"#{fold}").evaluate("it => { it.open = true }")
        reader.read(f"Fold {fold}", page, f"#{fold}")
    for query, drawer in DRAWERS.items():
        reader.open(f"{HOST_PAGE}?{query}", tab=page)
        reader.read(f"Drawer {query}", page, f"#{drawer}")


def admission(reader: Reader) -> None:
    """What a phone reads and says that sits down, and what the host reads of it."""
    table, own = reader.table, "#own"
    table.board_is(WITHOUT)
    page, host = reader.open(f"/t/{CODE}/seat"), reader.open(HOST_PAGE)
    reader.read("Nobody plays yet", page, own)
    press(page, "Chair 2")
    reader.read("A chair without a name", page, own, "Type your name first")
    ask(table, commands.CloseSeats())
    page.locator("#sit [name=name]").fill("Bo")
    press(page, "Chair 2")
    reader.read("The door is closed", page, own, "Ask the host")
    reader.hear(page, "Bo", "host")
    reader.read("The host’s page then", host, "#let-in", "Bo")
    reader.hear(host, "The host", "Phone")
    press(host, "Let Bo in")
    reader.read("The host lets Bo in", page, own, "You sit here")
    reader.hear(page, "Bo", "You sit")
    begin(table)
    table.board_is(LIVE)
    page = reader.open(f"/t/{CODE}/seat")
    reader.read("A game has begun, at a table with a board", page, own, "Back")
    press(page, "Cy")
    reader.read("Cy asks for a seat", page, own, "Now hold")
    reader.hear(page, "Cy", "hold Cy")
    reader.read("The host’s page then", host, "#phones", "wants to sit")
    reader.hear(host, "The host", "hold your")
    press(host, "Refuse")
    reader.read("The host refuses", page, own, "not let in")
    reader.hear(page, "Cy", "not let in")
    press(page, "Ask again for Cy’s seat")
    reader.read("Cy asks again", page, own, "Now hold")
    ask(table, commands.LetIn(2))
    page.locator("#own[data-state=sits]").wait_for()
    reader.read("Cy is let in", page, own)
    other = reader.open(f"/t/{CODE}/seat")
    press(other, "Cy has a phone")
    reader.read("Another phone asks for the same seat", other, own, "Now hold")
    ask(table, commands.LetIn(2))
    reader.read("The first phone then", page, own, "Another phone")
    reader.hear(page, "Cy", "Another phone")
    ask(table, commands.SendAway(2))
    reader.read("The host removes the phone", other, own, "no longer")
    reader.hear(other, "Cy", "no longer")


def refusals(reader: Reader) -> None:
    """What a phone reads whose press comes too late: nothing of what happened has reached it."""
    table, own, at_once = reader.table, "#own", reader.room.curtain.down
    table.board_is(WITHOUT)
    ask(table, commands.NewGame("troika", 4, list(NAMES), dealer=0))
    page = reader.late_seat(1)
    with at_once():
        ask(table, commands.Declare("bid", 1, "7"))
        ask(table, commands.Declare("bid", 2, "8"))
        press(page, "Pass")
        reader.read("Somebody else has bid for Bo, who passes", page, own, REFUSED)
    begin(table)
    page = reader.late_seat(1)
    with at_once():
        lay(table, "1:9H 2:TH")
        press(page, "hearts", "radio")
        press(page, "ten of hearts")
        reader.read("Bo leads a card that lies there", page, own, REFUSED)
    begin(table)
    lay(table, "1:9H")
    page = reader.late_seat(1)
    with at_once():
        lay(table, "2:TH")
        press(page, "Take back")
        reader.read("Bo takes back what was followed", page, own, REFUSED)
    page = reader.late_seat(3)
    with at_once():
        ask(table, commands.Lock())
        press(page, "six of hearts")
        reader.read("Di plays at a table that was locked", page, own, REFUSED)


def withdrawals(reader: Reader) -> None:
    """What all read and hear as something is to be taken back."""
    table, own = reader.table, "#own"
    begin(table)
    table.board_is(WITHOUT)
    bo, cy, di = (reader.seat(each) for each in (1, 2, 3))
    lay(table, "1:9H")
    reader.read("Bo has led", bo, own, "Take back")
    lay(table, "2:TH")
    bo.locator("#back").wait_for(state="attached")
    press(bo, "Menu", "link")
    press(bo, "Ask to take back")
    reader.read("Bo asks to take it back", bo, own, "You asked")
    for who, page in (("Cy", cy), ("Di", di)):
        reader.read(f"{who}’s phone then", page, own, "would like")
        reader.hear(page, who, "would like")
    host = reader.open(HOST_PAGE)
    reader.read("The host’s page then", host, "#host")
    press(cy, "Allow it")
    cy.locator("#own #back").wait_for(state="detached")
    reader.read("Cy allows it", cy, own)
    press(di, "No, play on")
    di.locator("#own #back").wait_for(state="detached")
    reader.read("Di wants to play on", di, own)
    bo.locator("#own #back").wait_for(state="detached")
    reader.read("Bo’s phone then", bo, own)


SCENES: Final[dict[str, Callable[[Reader], None]]] = {
    "menu": menu,
    "drawers": drawers,
    "admission": admission,
    "refusals": refusals,
    "withdrawals": withdrawals,
}


@contextmanager
def ear(browser: Browser) -> Iterator[BrowserContext]:
    """A phone that nobody looks at."""
    context = phone(browser, scale=1)
    context.add_init_script(SAYS)
    yield context
    context.close()


def text_of(folder: Path, browser: Browser, scene: str) -> str:
    """All that is read in this scene."""
    room = Room(folder, wall_clock=lambda: EVENING)
    with room.served() as url, ear(browser) as context:
        reader = Reader(room, url, context)
        SCENES[scene](reader)
    room.close()
    return "\n".join(reader.lines).strip() + "\n"


def main() -> None:
    """Write each scene's file."""
    with sync_playwright() as driver, launched(driver, STILL) as browser:
        for scene in sys.argv[1:] or SCENES:
            with tempfile.TemporaryDirectory() as folder:
                (READ / f"{scene}.txt").write_text(text_of(Path(folder), browser, scene), "utf-8")


if __name__ == "__main__":
    main()
