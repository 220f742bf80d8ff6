"""From nothing to the first card of four players without a board: the real program, real phones."""

import re
import sys
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from rig.browser import phone
from rig.network import Network
from rig.program import Program

MOST_TOUCHES = 8
NAMES = ("Ann", "Bo", "Cy", "Di")
WHY = re.compile(r"Cy .*highest")
LOCAL = ("--http-host", "127.0.0.1", "--http-port", "0")


class Fingers:
    """Everything that anybody touches, counted."""

    def __init__(self) -> None:
        self.touches = 0

    def touch(self, what: Locator) -> None:
        """Touch it once it is there."""
        self.touches += 1
        what.tap()


def sit(page: Page, name: str, fingers: Fingers) -> None:
    """Type a name, and touch a chair: the first that is free."""
    page.locator("#sit [name=name]").fill(name)
    fingers.touch(page.locator("#sit button:enabled").first)


def sit_all(
    host: Page, here: str, phones: list[Page], fingers: Fingers, game: str = "The Torite"
) -> str:
    """All sit down at the address that they scan, which is returned, and the game begins."""
    scanned = here + urlsplit(host.locator("#join .address").inner_text()).path
    for page, name in zip(phones, NAMES, strict=True):
        page.goto(scanned)
        sit(page, name, fingers)
        page.locator(f"#own[data-state=gathers][data-name={name}]").wait_for()
        assert page.locator("#link").inner_text() == "without a board"
        assert "button" not in page.locator("#own").inner_text()
        expect(host.locator("#table .place").filter(has_text=name)).to_be_visible()
    expect(phones[0].locator("#table")).to_contain_text(NAMES[-1])
    expect(phones[0].locator("#table")).to_contain_text("Already seated?")
    begin(host, fingers, game)
    for page, name in zip(phones, NAMES, strict=True):
        page.locator(f"#own[data-state=sits][data-name={name}]").wait_for()
    return scanned


def begin(host: Page, fingers: Fingers, game: str = "The Torite") -> None:
    """Choose a game for those who sit there, and begin it."""
    fingers.touch(host.get_by_role("button", name=f"Play this: {game}"))
    fingers.touch(host.get_by_role("button", name="Begin"))
    expect(host.locator("#watched .turn")).to_be_in_viewport()  # what the game waits for


def lay_the_first_card(phones: list[Page], fingers: Fingers) -> None:
    """One phone lays it, and all of them show it."""
    fingers.touch(phones[0].locator(".fan .keys label.C"))
    fingers.touch(phones[0].locator(".fan").get_by_role("button", name="two of clubs"))
    for page in phones:
        expect(page.locator("#table .trick [aria-label='two of clubs']")).to_be_visible()


def end(program: Program, pages: list[Page]) -> None:
    """End the host, of which no page is to complain."""
    for page in pages:
        page.context.close()
    assert program.end() == 0


def test_from_nothing_to_the_first_card(browser, tmp_path, watch):
    fingers = Fingers()
    with Program(tmp_path, "serve", *LOCAL) as program:
        here = program.until(r"http://localhost:\d+")[0]
        host = watch(phone(browser, scale=1))
        host.goto(f"{here}/host/")
        phones = [watch(phone(browser, scale=1)) for _ in range(4)]
        sit_all(host, here, phones, fingers)
        lay_the_first_card(phones, fingers)
        assert fingers.touches <= MOST_TOUCHES
        for page, card in zip(phones[1:], ("three", "king", "five"), strict=True):
            page.locator(".fan .keys label.C").tap()
            page.locator(".fan").get_by_role("button", name=f"{card} of clubs").tap()
        asked = phones[3]
        asked.get_by_role("link", name="Menu").tap()
        expect(asked.locator("#last-trick"), "why did she win?").to_contain_text(WHY)
        end(program, [host, *phones])


def test_four_who_do_not_know_the_game_find_each_answer_within_a_touch(browser, tmp_path, watch):
    """What people asked who tried it: at a seat, before the first touch or after it."""
    fingers = Fingers()
    with Program(tmp_path, "serve", *LOCAL) as program:
        here = program.until(r"http://localhost:\d+")[0]
        host = watch(phone(browser, scale=1))
        host.goto(f"{here}/host/")
        phones = [watch(phone(browser, scale=1)) for _ in range(4)]
        scanned = sit_all(host, here, phones, fingers, "Tredici")
        assert fingers.touches <= MOST_TOUCHES
        for page, suit in zip(phones, ("clubs", "diamonds", "hearts", "spades"), strict=True):
            page.get_by_label(suit, exact=True).tap()
            page.get_by_role("button", name="This is my suit").tap()
        bo = phones[1]
        expect(bo.locator("#own h2"), "what must I do?").to_have_text("Set cards aside, or none")
        expect(bo.locator(".may"), "what can I do?").to_have_text(
            "Only cards of your suit, face down."
        )
        expect(bo.locator("#score"), "what is the score?").to_have_text("Bo 0Cy 0Di 0Ann 0")
        bo.locator("#acts .keys label").first.tap()
        bo.get_by_role("button", name="Set them aside").tap()
        expect(bo.get_by_role("button", name="Take back"), "how do I take it back?").to_be_visible()
        bo.get_by_role("link", name="Menu").tap()
        code = urlsplit(scanned).path.removesuffix("/seat")
        goal = "Everybody secretly collects one suit, and guesses who else collects it."
        for question, where, answer in (
            ("what are the rules?", "#goal", goal),
            ("what are the rules, in detail?", "#rules summary", "Rules"),
            ("how is the score made?", "#deals summary", "Scores explained"),
            ("where is the code to scan?", "#invite .join", code),
            ("how do I leave?", "#leave summary", "Leave"),
        ):
            expect(bo.locator(where), question).to_contain_text(answer)
            expect(bo.locator(where), question).to_be_in_viewport(ratio=1)
        bo.get_by_role("link", name="Close").tap()
        expect(bo.locator("#score"), "the table is not lost").to_be_in_viewport(ratio=1)
        end(program, [host, *phones])


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has four addresses of its own")
def test_from_nothing_to_the_first_card_with_a_closed_door(browser, tmp_path, watch):
    """Each phone has an address of its own, as on a Wi-Fi, and the host lets them in."""
    fingers = Fingers()
    with Program(tmp_path, "serve", *LOCAL) as program, ExitStack() as wifi:
        here = program.until(r"http://localhost:\d+")[0]
        host = watch(phone(browser, scale=1))
        host.goto(f"{here}/host/")
        path = urlsplit(host.locator("#join .address").inner_text()).path
        fingers.touch(host.get_by_role("button", name="Close the door"))
        expect(host.get_by_role("button", name="Open the door")).to_be_visible()

        phones = [watch(phone(browser, scale=1)) for _ in range(4)]
        for number, (page, name) in enumerate(zip(phones, NAMES, strict=True), start=2):
            network = Network(here.replace("localhost", "127.0.0.1"), f"127.0.0.{number}")
            page.goto(wifi.enter_context(network).url + path)
            sit(page, name, fingers)
            shown = page.locator(".wait b").inner_text()
            expect(host.locator("#let-in")).to_contain_text(f"{name}: phone {shown}")
        fingers.touch(host.get_by_role("button", name="Let all 4 in"))
        for page, name in zip(phones, NAMES, strict=True):
            page.locator(f"#own[data-state=gathers][data-name={name}]").wait_for()
        begin(host, fingers)
        lay_the_first_card(phones, fingers)
        assert fingers.touches <= MOST_TOUCHES + 2
        end(program, [host, *phones])
