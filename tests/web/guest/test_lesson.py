"""A lesson: one question at a time, answered by a touch, and why. In any browser."""

import html
import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from games.samples import known
from rig.browser import PHONE, SIDEWAYS, SMALL_PHONE, assert_fits, phone
from tricktable.games import GAMES
from tricktable.rules.course import course
from tricktable.rules.lesson import Lesson, Taker
from tricktable.table import commands
from web.room import CODE, NAMES, ask, own, sit

LESSON = f"/t/{CODE}/lesson"


def words_of(page):
    return html.unescape(" ".join(re.sub(r"<[^>]+>", " ", page).split()))


def main_of(page):
    return page.split("<main")[1].split("</main>")[0]


def links(page):
    """Where a touch leads: every link of the lesson that is an answer."""
    return [
        html.unescape(each) for each in re.findall(r'href="([^"]*answer=[^"]*)"', main_of(page))
    ]


def of(name, step, *more):
    return f"/games/{name}/lesson?" + "&".join((f"step={step}", *more))


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_of_every_step_is_a_link_that_says_whether_it_is_right(guest, name):
    for number, moment in enumerate(course(GAMES[name]), start=1):
        page = guest.get(of(name, number)).text
        found = links(page)
        assert len(found) == len(moment.answers) == len({*found})
        assert "Yes!" not in page
        wrong = next(each for each in moment.answers if not each.is_right)
        for each in (wrong, moment.right[-1]):
            link = next(link for link in found if link.endswith(f"answer={each.value}"))
            told = guest.get(link).text
            assert ("Yes!" in told) == each.is_right
            assert ("Not this one." in told) != each.is_right
            assert bool(links(told)) != each.is_right, "who was wrong can try again"
            assert ("Next" if each.is_right else "Go on") in words_of(main_of(told))


@pytest.mark.parametrize("name", GAMES)
def test_nothing_tells_who_takes_a_trick_before_it_is_answered(guest, name):
    for number, moment in enumerate(course(GAMES[name]), start=1):
        page = main_of(guest.get(of(name, number)).text)
        assert 'class="worth"' not in page
        if isinstance(moment.step.question, Taker):
            assert " wins" not in page
            assert " took " not in words_of(page.split('class="table-top"')[1])
            wrong = next(each for each in moment.answers if not each.is_right)
            assert " wins" not in main_of(guest.get(of(name, number, f"answer={wrong.value}")).text)
            right = moment.right[0].value
            assert " wins" in main_of(guest.get(of(name, number, f"answer={right}")).text)


def test_a_verdict_gives_the_games_own_reason_and_the_rule(guest):
    told = words_of(guest.get(of("etori", 4, "answer=2")).text)
    assert "Yes! A ♣" in told or "is the Rensho, which beats every other card." in told
    refused = words_of(guest.get(of("troika", 1, "answer=1")).text)
    assert "Not this one. 6 does not outbid 6N. A bid must be higher" in refused


def test_a_listener_hears_the_question_and_then_the_reason(guest):
    def said(page):
        return html.unescape(re.search(r'data-said="(.*?)"', page)[1])

    asked = said(guest.get(of("troika", 1)).text)
    assert asked.endswith("What may you say? Pass. 6 with a trump. 7 with a trump.")
    assert said(guest.get(of("torite", 4, "answer=0")).text) == (
        "Yes! Three of spades is the only trump in the trick. "
        "The highest spade takes the trick, even a low one."
    )


def test_the_lesson_of_a_table_is_that_of_its_game_and_leads_back_to_it(room, guest):
    ask(room.table, commands.NewGame("etori", 4, list(NAMES), {}, abandon=True))
    page = guest.get(LESSON).text
    assert "BoがA♦" not in page
    assert "<title>Etori" in page
    assert f'href="/t/{CODE}"' in page
    last = guest.get(f"{LESSON}?step=99&from=seat").text
    assert "You know enough to play." in last
    assert f'href="/t/{CODE}/seat"' in last
    assert f'href="/t/{CODE}/rules?from=seat"' in last
    assert f'href="{LESSON}?from=wall"' in guest.get(f"/t/{CODE}/wall").text
    assert f'href="/t/{CODE}/wall"' in guest.get(f"{LESSON}?from=wall").text


def test_where_there_is_no_lesson_the_page_says_so_or_leads_to_the_games(room, guest):
    assert guest.get(LESSON).headers["Location"] == f"/t/{CODE}/rules"
    assert guest.get("/games/chess/lesson").status_code == 404
    with known(replace(GAMES["troika"], name="mute", lesson=Lesson())):
        assert "There is no lesson in this game." in guest.get("/games/mute/lesson").text
        assert "/games/mute/lesson" not in guest.get("/games/mute/rules").text
    assert "/games/troika/lesson" in guest.get("/games/troika/rules").text
    assert "/games/troika/lesson" in guest.get("/games").text


def test_what_no_step_asks_is_no_answer(guest):
    for answer in ("99", "", "AS", "<b>"):
        page = guest.get(of("torite", 2, f"answer={answer}")).text
        assert "Yes!" not in page
        assert "Not this one." not in page
    assert "Which of your cards" in guest.get(of("torite", "x")).text
    assert "Which of your cards" in guest.get(of("torite", -5)).text


def test_with_a_script_an_answer_comes_without_loading_the_page(served, browser, watch):
    page = watch(phone(browser))
    page.goto(f"{served}/games/troika/lesson")
    page.evaluate("() => { window.isTheSame = true; }")
    page.get_by_role("link", name="6 with a trump").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Not this one.")
    expect(verdict).to_be_focused()
    page.get_by_role("link", name="Pass").click()
    expect(verdict).to_contain_text("Yes!")
    expect(verdict).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="Next").click()
    expect(page.get_by_role("heading", name="Who leads?")).to_be_focused()
    page.get_by_role("link", name="Go on").click()
    page.locator('.place[data-seat="1"] a').click()
    expect(verdict).to_contain_text("is the highest card of the suit that was led.")
    page.go_back()
    expect(page.get_by_role("heading", name="Who leads?")).to_be_visible()
    assert page.evaluate("window.isTheSame")


# --- the offer ------------------------------------------------------------------------------------

WHERE = "document.getElementById('table').getBoundingClientRect().toJSON()"
NO_STORE = "Object.defineProperty(window, 'localStorage', {get() { throw Error(); }})"


@pytest.mark.parametrize("keeps", ["store", "cookie"])
def test_a_phone_is_offered_the_lesson_of_a_game_once(room, served, browser, watch, keeps):
    ask(room.table, commands.NewGame("etori", 4, list(NAMES), {}, abandon=True))
    context = phone(browser)
    if keeps == "cookie":
        context.add_init_script(NO_STORE)
    page = watch(context)
    page.goto(f"{served}/t/{CODE}")
    offer = page.locator("#offer")
    expect(offer).to_contain_text("New to Etori? Learn it in two minutes.")
    before = page.evaluate(WHERE)
    offer.get_by_role("button", name="No, thank you").click()
    expect(offer).to_have_count(0)
    assert page.evaluate(WHERE) == before
    page.reload()
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    expect(offer).to_be_hidden()
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), {}, abandon=True))
    page.reload()
    offer.get_by_role("link", name="Lesson").click()
    expect(page.get_by_role("heading", name="What may you say?")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(offer).to_be_hidden()


def test_a_seat_is_offered_the_lesson_before_the_first_card_of_a_game_that_is_new_to_its_name(
    room, guest
):
    def begin(*names):
        ask(room.table, commands.NewGame("etori", 4, [*names], {}, dealer=0, abandon=True))
        token = sit(room.table, 1)
        return lambda: own(guest, token)

    page = begin(*NAMES)
    assert "New to Etori? Learn it in two minutes." in page()
    link = re.search(r'id="lesson-.*?href="([^"]+)"', page())[1]
    lesson = guest.get(html.unescape(link)).text
    assert f'href="/t/{CODE}/seat"' in lesson, "and it leads back to the seat"
    page = begin(*NAMES)
    assert 'id="lesson-' in page(), "the game before was only begun"
    for seat, code in enumerate(("AS", "KS", "QS", "JS")):
        ask(room.table, commands.Lay(code, seat))
    assert 'id="lesson-' not in page(), "nobody reads it over a trick"
    assert 'id="lesson-' not in begin(*NAMES)()
    assert 'id="lesson-' in begin(NAMES[0], "Zoe", *NAMES[2:])()


def test_the_offer_at_a_seat_is_whole_in_large_print(room, served, browser, watch):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES), {}, dealer=0, abandon=True))
    page = watch(phone(browser))
    page.goto(f"{served}/t/{CODE}/seat#{sit(room.table, 1)}")
    page.locator(".laid").wait_for()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert_fits(page, PHONE, SMALL_PHONE, SIDEWAYS)
