"""What was played, as pages: the evening and one game, for everybody, with and without a script."""

import json
import re
from collections import Counter
from datetime import UTC, datetime
from random import Random

import pytest
from playwright.sync_api import expect

from players import every_game
from rig.browser import (
    LOOKS,
    PHONE,
    SIDEWAYS,
    SMALL_PHONE,
    assert_fits,
    assert_open_to_all,
    phone,
    settled,
)
from tricktable.rules.cards import BY_CODE
from tricktable.table import commands
from tricktable.text.sentences import Name, Picture, figure, spoken
from tricktable.web.guest import standings
from tricktable.web.guest.chart import chart
from tricktable.web.guest.sentences import reason
from tricktable.web.site import site_of
from web.by_chance import LONG_NAMES as NAMES
from web.by_chance import play
from web.inspectors import GUEST, TWICE, UNFOLD, faults
from web.people.played_games import play_together
from web.room import CODE, Room, begin, lay
from web.room import ask as must

GAME, EVENING = f"/t/{CODE}/game", f"/t/{CODE}/evening"


def told(room):
    return standings.standings(site_of(room.app).evenings.games(room.table))


# --- what it says ---------------------------------------------------------------------------------


def test_without_a_game_both_pages_say_so(guest):
    for path in (GAME, EVENING):
        assert "No game yet" in guest.get(path).text


def test_a_game_without_a_deal_has_nothing_to_explain(room, guest):
    play(room, "troika", 4, 1, upto=0)
    page = guest.get(GAME).text
    assert "Troika" in page
    assert 'class="sheet story"' not in page


def test_an_evening_counts_who_has_won_how_often(room):
    for seed in (2, 12):
        play(room, "triatri", 3, seed)
    games = site_of(room.app).evenings.games(room.table)
    won = dict.fromkeys(NAMES[:3], 0)
    for game in games:
        for seat in game.winners:
            won[NAMES[seat]] += 1
    rows = told(room).wins.rows
    counted = {spoken(row.head)[:5]: [spoken(cell) for cell in row.cells] for row in rows}
    assert counted == {name[:5]: [str(count), "2"] for name, count in won.items()}
    assert [int(spoken(row.cells[0])) for row in rows] == sorted(won.values(), reverse=True)


def test_whoever_has_finished_no_game_stands_below_those_who_have(room):
    play(room, "troika", 4, 1, names=("Eve", "Flo", "Gus", "Hal"), upto=3)
    play(room, "triatri", 3, 2, names=("Ann", "Bo", "Cy"))
    names = [spoken(row.head) for row in told(room).wins.rows]
    assert {*names[:3]} == {"Ann", "Bo", "Cy"}
    assert names[3:] == ["Eve", "Flo", "Gus", "Hal"]


def test_a_person_who_sits_elsewhere_is_the_same_person(room):
    play(room, "triatri", 3, 2)
    first = [line.values[-1] for line in told(room).courses[0].lines]
    play(room, "triatri", 3, 12, names=("Bo", "Ann", "Cy"))
    (course,) = told(room).courses
    shown = [spoken(line.who) for line in course.lines]
    assert shown == ["Ann", "Bo", "Maximiliane-Charlot…", "Cy"]
    second = site_of(room.app).evenings.games(room.table)[1].record.summary()["detail"]["points"]
    ends = [line.values[-1] for line in course.lines]
    assert ends == [first[0] + second[1], first[1] + second[0], first[2], second[2]]
    assert [spoken(cell) for cell in course.games[0].rows[0].cells] == [
        str(n).replace("-", "−") for n in ends
    ]


FINISHED = 4  # a game of Etori that comes to its end


def test_partners_have_one_line_until_they_have_played_with_others(room):
    play(room, "etori", 4, FINISHED, names=("Ann", "Bo", "Cy", "Di"))
    (course,) = told(room).courses
    assert [spoken(line.who) for line in course.lines] == ["Ann & Cy", "Bo & Di"]
    assert [spoken(head) for head in course.heads] == ["After", "Ann & Cy", "Bo & Di"]
    play(room, "etori", 4, FINISHED, names=("Ann", "Cy", "Bo", "Di"))
    (course,) = told(room).courses
    assert [spoken(line.who) for line in course.lines] == ["Ann", "Bo", "Cy", "Di"]


HUNDRED = 38  # a game of TriATri for three that ends by two gems of every colour
ANN, BO, LAST = 2, 6, 1  # games of TriATri for three, by whom they are won


def evening_of(room, *games, is_past=False):
    """What the evening's page says first, after these games: kind, players, seed."""
    for name, count, seed, *names in games:
        play(room, name, count, seed, names=names or NAMES)
    played = site_of(room.app).evenings.games(room.table)
    it = standings.standings(played, is_past)
    return " ".join(filter(None, (spoken(it.lead), spoken(it.closest))))


ONCE_EACH = [("triatri", 3, seed, "Ann", "Bo", "Cy") for seed in (ANN, BO, LAST)]
PAIRS = ("etori", 4, 4, "Ann", "Bo", "Cy", "Di")


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (ONCE_EACH[:1], "TriATri: Ann wins."),
        ([("torite", 4, 0)], "The Torite: Not won this time."),
        ([("torite", 4, 0), ("torite", 4, 1)], "Nobody has won any of 2 games."),
        ([ONCE_EACH[0]] * 2, "Ann leads, 2 of 2 games."),
        (ONCE_EACH[:2], "Ann and Bo lead, 1 of 2 games each."),
        (ONCE_EACH, "Everybody is tied, 1 of 3 games each. The closest ended 4–3."),
        ([PAIRS] * 2, "Ann and Cy lead together, 2 of 2 games."),
        (
            [PAIRS, ("etori", 4, 4, "Ann", "Bo", "Di", "Cy")],
            "Ann leads, 2 of 2 games.",
        ),
        (
            [PAIRS, ("triatri", 3, 5, "Ann", "Bo", "Cy")],
            "Cy leads, 2 of 2 games. The closest was TriATri, −1 to −2.",
        ),
        ([PAIRS, ("torite", 4, 0)], "Ann and Cy lead together, 1 of 2 games."),
    ],
)
def test_an_evening_begins_with_one_true_sentence(room, games, said):
    assert evening_of(room, *games) == said


def test_where_all_win_or_lose_together_the_table_has_won(room):
    for has_won in (True, True, False):
        play_together(room.table, NAMES[:4], has_won)
    assert evening_of(room) == "The table won 2 of 3 games."


def test_an_evening_that_is_over_was_won(room):
    said = "Ann won the evening, 2 of 3 games. The closest ended 4–3."
    games = [*[ONCE_EACH[0]] * 2, ONCE_EACH[2]]
    assert evening_of(room, *games, is_past=True) == said


def test_an_evening_without_a_finished_game_says_so(room, guest):
    begin(room.table)
    assert '<p class="tale"><b>No game is finished yet.</b></p>' in guest.get(EVENING).text
    assert evening_of(room, is_past=True) == "No game was finished."


def test_more_leaders_than_a_sentence_can_hold_are_counted(room):
    told = evening_of(room, *[("tredici", 10, 10, *map(str, range(10)))] * 2)
    assert told == "5 people lead together, 2 of 2 games."


def test_a_guest_who_comes_another_day_reads_when_the_last_game_ended(tmp_path):
    clock = [datetime(2026, 5, 1, 20, tzinfo=UTC)]
    room = Room(tmp_path, wall_clock=lambda: clock[0])
    play(room, "triatri", 3, ANN)
    page = room.app.test_client().get(f"/t/{CODE}").text
    assert "The last game here ended on May 1, 2026." in page
    clock[0] = datetime.now(UTC)
    must(room.table, commands.NextGame())
    assert "The last game here" not in room.app.test_client().get(f"/t/{CODE}").text
    play(room, "triatri", 3, ANN)
    assert "The last game here" not in room.app.test_client().get(f"/t/{CODE}").text
    room.close()


def test_whoever_comes_to_the_evening_from_a_seat_goes_back_to_it(room, guest):
    play(room, "triatri", 3, ANN)
    assert f'href="/t/{CODE}">Back to the table' in guest.get(EVENING).text
    page = guest.get(f"{EVENING}?from=seat").text
    assert f'href="/t/{CODE}/seat" data-keeps' in page
    assert "keeps.js" in page


def test_the_deals_of_a_course_stand_under_their_game(room, guest):
    for seed in (ANN, BO):
        play(room, "triatri", 3, seed)
    rows = re.findall(r'<th scope="row(?:group)?"[^>]*>(.*?)</th>', guest.get(EVENING).text)
    rounds = [f"Round {number}" for number in (3, 2, 1)]
    assert rows[3:11] == ["Game 2", *rounds, "Game 1", *rounds], "below who has won"


def test_a_game_that_was_given_up_counts_nothing_and_is_listed(room):
    play(room, "troika", 4, 1)
    running = told(room)
    assert running.courses[0].moments
    play(room, "torite", 4, 1)
    after = told(room)
    assert after.courses == (), "where all win together, there is no course of scores"
    assert [spoken(each.headline) for each in after.results][1] == "Not finished"


def test_a_game_is_kept_with_what_everybody_had_at_its_end(room, guest):
    play(room, "triatri", 3, ANN)
    (game,), (course,) = told(room).results, told(room).courses
    ended = {spoken(line.who): line.values[-1] for line in course.lines}
    assert {spoken(each.who): each.amount for each in game.scores} == {
        who: figure(value) for who, value in ended.items()
    }
    assert spoken(game.headline).startswith(spoken(game.scores[0].who)), "best first"
    page = guest.get(EVENING).text
    assert all(f"<b>{figure(value)}</b></span>" in page for value in ended.values())
    assert 'id="wins"' not in page, "of one game it is said who has won"
    play(room, "troika", 4, 1)
    assert 'id="wins"' in guest.get(EVENING).text
    assert told(room).results[0].scores == (), "of two sides the reason says it"


def test_who_has_won_is_said_once_with_the_reason(room, guest):
    play(room, "triatri", 3, ANN)
    for path, part in ((f"/t/{CODE}", '<section class="turn">'), (EVENING, '<p class="tale">')):
        _before, _mark, rest = guest.get(path).text.partition(part)
        said = " ".join(re.sub("<[^>]*>", "", rest.partition("</section>")[0]).split())
        assert said.count("Ann wins") == 1, path
        assert re.search(r"\bwith -?\d+ points?\b", said), path


def test_each_deal_of_the_evening_says_by_what_it_was_scored(room, guest):
    play(room, "troika", 4, 1)
    table = guest.get(EVENING).text.partition('<table class="course">')[2].partition("</table>")[0]
    (course,) = told(room).courses
    assert table.count('<tr class="why">') == len(course.moments)
    assert "bid" in re.sub("<[^>]*>", "", table)


def test_a_reason_without_the_winner_keeps_its_names_and_cards():
    bo, al, queen = Name("Bo"), Name("Al"), Picture("QH")
    for why, rest in (
        ((bo, " wins with ", queen, "."), ("with ", queen, ".")),
        ((bo, " wins", ": ", al, " has less"), (al, " has less")),
        ((bo, " wins."), ()),
        ((al, " is out"), (al, " is out")),
    ):
        assert reason((bo, " wins"), why) == rest


def test_the_chart_draws_what_the_table_says(room, guest):
    play(room, "triatri", 3, 2)
    page = guest.get(EVENING).text
    drawn = json.loads(re.search(r'data-course="([^"]+)"', page)[1].replace("&#34;", '"'))
    (course,) = told(room).courses
    assert drawn["labels"][1:] == [spoken(each.words) for each in course.moments]
    assert [each["values"] for each in drawn["lines"]] == [
        [0, *line.values] for line in course.lines
    ]
    every = [value for each in drawn["lines"] for value in each["values"]]
    assert drawn["scale"] == [min(every), max(every)]


def test_a_hundred_at_once_is_named_and_flattens_no_chart(room, guest):
    for seed in (LAST, HUNDRED, ANN, BO):
        play(room, "triatri", 3, seed)
    (course,) = told(room).courses
    drawn = chart(course)
    (leader,) = [each for each in course.lines if each.values[-1] > 100]
    others = [value for each in course.lines if each is not leader for value in each.values]
    low, high = drawn.data["scale"]
    assert low <= 0 <= high < 30
    assert low <= min(others) <= max(others) <= high
    said = f"Off the chart: {spoken(leader.who)}, {leader.values[-1]}."
    assert [*map(spoken, drawn.beyond)] == [said]
    page = guest.get(EVENING).text
    assert f'aria-label="A line chart of the scores in the table below. {said}"' in page
    assert '<p class="beyond" aria-hidden="true">Off the chart: <bdi>' in page


def course_of(*lines):
    who = [(f"P{number}",) for number, _ in enumerate(lines)]
    moments = [standings.CourseMoment((), (), ())] * (len(lines[0]) if lines else 0)
    told = [standings.CourseLine(*each) for each in zip(who, lines, strict=True)]
    return standings.Course("x", "X", tuple(moments), tuple(told))


@pytest.mark.parametrize(
    ("lines", "scale", "beyond"),
    [
        (
            [(8, 22, 36, 50, 64, 71), (0, 3, 3, 3, 8, 8)],
            [0, 71],
            0,
        ),  # Troika: large, but as its deals are
        ([(2, 4, 6, 99, 104), (3, 5, 9, 12, 15)], [0, 15], 1),
        ([(2, 4, 6, -99, -104), (3, 5, 9, 12, 15)], [0, 15], 1),
        ([(100,), (0,)], [0, 100], 0),  # nothing to compare it with
        ([(100, 102, 104, 105, 107)], [0, 107], 0),  # most of it would be outside
        ([(2, 102), (40, 80)], [0, 102], 0),  # flattens nothing
        ([(0, 0), (0, 0)], [0, 0], 0),
    ],
)
def test_a_chart_leaves_out_only_what_would_flatten_it(lines, scale, beyond):
    drawn = chart(course_of(*lines))
    assert (drawn.data["scale"], len(drawn.beyond)) == (scale, beyond)


def test_each_game_of_the_evening_has_its_page_and_no_other(room, guest):
    play(room, "triatri", 3, 2)
    begin(room.table)
    assert "TriATri" in guest.get(f"{GAME}/1").text
    shown, newest = guest.get(f"{GAME}/2").text, guest.get(GAME).text
    assert shown.partition("</main>")[0] == newest.partition("</main>")[0]
    assert guest.get(f"{GAME}/3").status_code == 404
    for number in (1, 2):
        assert f'href="{GAME}/{number}"' in guest.get(EVENING).text


def test_a_games_page_tells_findings_rules_and_sums(room, guest):
    begin(room.table)
    lay(room.table, "1:2H 2:TH 3:4D 0:5H 2:9S 3:8H 0:3C")
    page = guest.get(GAME).text
    assert page.count(" telling") == 2
    play(room, "troika", 4, 1)
    page = guest.get(GAME).text
    assert "<dt>K16</dt>" in page
    assert "They lose what they bid" in page or "tricks" in page


def test_names_that_attack_do_nothing_here_either(room, guest):
    play(room, "triatri", 2, 2, names=('"><script>alert(2)</script>', "\u202egnp.exe"))
    for path in (GAME, EVENING):
        page = guest.get(path).text
        assert "<script>" not in page
        assert "\u202e" not in page


# --- in a real browser ----------------------------------------------------------------------------


@pytest.fixture
def look(browser, still_browser, served, watch):
    """Open a path while the room is served, in one tab for all; nothing may complain.

    A tab that is only looked at draws nothing.
    """
    tabs = {}

    def look(path, size=None, script=True, is_pressed=True):
        if script not in tabs:
            its = browser if is_pressed else still_browser
            tabs[script] = watch(phone(its, size=size, has_script=script))
        tabs[script].goto(served + path)
        return tabs[script]

    return look


SEEN = [("torite", 4), ("torite", 2), ("triatri", 4), ("etori", 6), ("tredici", 4), ("troika", 4)]


SMALL = """() => [...document.querySelectorAll("summary, .door, .onward a, .results a")]
  .filter((each) => each.getBoundingClientRect().height < 43.9)
  .map((each) => each.outerHTML.slice(0, 80))"""


def test_every_games_story_is_open_to_all_and_stays_on_the_screen(room, look):
    for number, (name, count) in enumerate(SEEN):
        play(room, name, count, 3)
        seen, scheme = LOOKS[number % len(LOOKS)]
        for tongue in sorted(("en", "ja"), key=seen.__eq__):
            page = look(f"{GAME}?lang={tongue}", is_pressed=False)
            page.evaluate(UNFOLD)
            assert settled(page, SMALL) == [], (name, count)
            assert_fits(page, PHONE, SMALL_PHONE)
        assert_open_to_all(page, scheme)


def test_the_evening_is_open_to_all_and_stays_on_the_screen(room, look):
    play(room, "troika", 4, 5)
    play(room, "triatri", 4, 3)
    for tongue in ("en", "ja"):
        page = look(f"{EVENING}?lang={tongue}", is_pressed=False)
        page.evaluate(UNFOLD)
        assert settled(page, SMALL) == []
        assert_fits(page, PHONE, SMALL_PHONE)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert_fits(page, SMALL_PHONE)
    page.evaluate("document.documentElement.style.fontSize = ''")
    assert_open_to_all(page)


def test_every_column_of_the_evening_s_table_is_seen_on_a_small_phone(room, look):
    play(room, "triatri", 4, 3, names=("Bartholomew Castellano", *NAMES[1:4]))
    for tongue in ("en", "ja"):
        page = look(f"{EVENING}?lang={tongue}", size=SMALL_PHONE, is_pressed=False)
        page.evaluate(UNFOLD)
        wide = page.locator(".wide:has(.course)")
        expect(page.locator(".course thead th")).to_have_count(5)
        assert wide.evaluate("each => each.scrollWidth - each.clientWidth") == 0, tongue


def test_the_chart_is_open_and_the_table_behind_it_folded(room, look):
    play(room, "triatri", 3, 2)
    page = look(EVENING, size=PHONE)
    page.locator(".uplot canvas").wait_for()
    parts = (".tale", ".results", ".uplot")
    top = [page.locator(each).bounding_box()["y"] for each in parts]
    assert top == sorted(top)
    assert top[1] < PHONE["height"], "result and games are seen at once"
    expect(page.locator("table.course")).to_be_hidden()
    page.get_by_text("As a table").click()
    expect(page.locator("table.course")).to_be_visible()
    page.set_viewport_size(SMALL_PHONE)
    page.wait_for_function("() => document.querySelector('.uplot').clientWidth < 300")
    expect(page.locator(".plot li")).to_have_count(3)
    is_drawn = """canvas => {
      const {data} = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(data.buffer)).size > 10;
    }"""
    assert page.locator(".uplot canvas").evaluate(is_drawn)


def test_a_chart_that_was_drawn_for_a_wider_screen_is_cut_nowhere(
    room, served, still_browser, watch
):
    play(room, "triatri", 3, 2)
    page = watch(phone(still_browser, size=SIDEWAYS))
    page.goto(served + EVENING)
    page.locator(".uplot canvas").wait_for()
    assert faults(page, GUEST, "usual", (SMALL_PHONE,), TWICE, patience_ms=0) == {}


def test_the_live_page_unfolds_what_was_played_and_keeps_it_up(room, look):
    begin(room.table, ("Ann", "Bo", "Cy", "Di"))
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    page = look(f"/t/{CODE}")
    page.locator("#deals > summary").click()
    story = page.locator("#deals #story1")
    story.get_by_text("in play").wait_for()
    story.locator("summary").click()
    expect(story).not_to_have_attribute("open", "")
    lay(room.table, "2:4S 3:5S 0:6S 1:7S")
    page.locator("#deals table.tricks tbody tr:nth-child(2)").wait_for(state="attached")
    expect(story, "who folded it wants it folded").not_to_have_attribute("open", "")
    page.locator("#evening > summary").click()
    page.locator("#evening").get_by_text("In progress").wait_for()
    expect(page.locator("#evening").get_by_text("No game is finished yet.")).to_be_visible()


def test_the_live_page_draws_the_chart_once_it_is_unfolded(room, look):
    play(room, "triatri", 3, 2)
    page = look(f"/t/{CODE}")
    asked = []
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    page.locator("#evening > summary").click()
    page.locator("#evening .uplot canvas").wait_for()
    assert "uPlot.iife.min.js" in asked


A_LOOK = "00:11"
"""By then a page that follows no stream has looked again."""


def test_both_pages_keep_up_and_draw_a_chart_again_only_if_it_has_changed(room, look):
    play(room, "triatri", 3, 2)
    page = look(GAME)
    page.clock.install()
    look(EVENING)
    page.locator(".uplot canvas").wait_for()
    page.evaluate("document.querySelector('.uplot').id = 'first'")
    page.get_by_text("As a table").click()
    for _ in range(2):  # it asks again only when it has shown what came
        with page.expect_response(lambda each: each.url.endswith(EVENING)):
            page.clock.fast_forward(A_LOOK)
    begin(room.table, ("Ann", "Bo", "Cy", "Di"))
    lay(room.table, "1:9H 2:QH 3:2H 0:3H")
    expect(page.locator("#first canvas"), "nothing has changed").to_be_visible()
    page.clock.fast_forward(A_LOOK)
    page.locator(".results").get_by_text("In progress").wait_for()
    page.locator(".uplot:not(#first) canvas").wait_for()
    unfolded = page.locator("table.course").first
    expect(unfolded, "who unfolded it wants it unfolded").to_be_visible()
    expect(page.locator("#link")).to_have_text("up to date")

    look(GAME)
    page.locator("#story1 > summary").click()
    lay(room.table, "2:4S 3:5S 0:6S 1:7S")
    page.clock.fast_forward(A_LOOK)
    page.locator("#story1 table.tricks tbody tr:nth-child(2)").wait_for(state="attached")
    expect(page.locator("#story1")).not_to_have_attribute("open", "")


def test_without_a_script_the_links_lead_to_the_same(room, look):
    play(room, "triatri", 3, 2)
    page = look(f"/t/{CODE}", script=False)
    page.locator("#evening > summary").click()
    page.locator("#evening a").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This evening")
    page.get_by_role("link", name="TriATri").click()
    page.get_by_text("What each card counted").first.wait_for()


def test_an_evening_prints_without_what_only_a_screen_can_do(room, look):
    play(room, "triatri", 3, 2)
    page = look(EVENING)
    page.emulate_media(media="print")
    expect(page.locator(".door")).to_be_hidden()
    expect(page.locator(".link")).to_be_hidden()
    expect(page.locator(".chart")).to_be_hidden()
    expect(page.locator(".figures summary")).to_be_hidden()
    expect(page.locator("table.course")).to_be_visible()


# --- how rare a hand was --------------------------------------------------------------------------

RARE = re.compile(r"<h3>How rare each hand was</h3>(.*?)</table>", re.DOTALL)
ROW = re.compile(r"<th[^>]*>([^<]*|<bdi>.*?</bdi>)</th><td[^>]*>([\d-]+)</td><td[^>]*>(\d+)</td>")


@pytest.mark.parametrize(("name", "count"), every_game.USUAL)
def test_how_rare_a_hand_was_is_told_only_once_all_have_seen_it(room, guest, name, count):
    played = every_game.by_chance(Random(5), name, count, is_tidy=True)
    names = tuple(f"P{seat}" for seat in range(count))
    play(room, name, count, 5, names=names)
    seen = []
    for line in played.lines:
        if line["kind"] == "dealt":
            seen.append({})
        elif line["kind"] in ("played", "shown") and line.get("seat") is not None and seen:
            seen[-1].setdefault(f"P{line['seat']}", set()).add(line["card"])
    stories = guest.get(GAME).text.split('class="sheet story"')[1:][::-1]
    for public, story in zip(seen, stories, strict=True):
        for rare in RARE.findall(story):
            rows = ROW.findall(rare)
            assert rows
            for who, shape, one_in in rows:
                cards = public[re.sub("<.*?>", "", who)]
                suits = Counter(BY_CODE[card].suit for card in cards)
                assert shape.replace("-0", "") == "-".join(map(str, sorted(suits.values())[::-1]))
                assert int(one_in) > 1


def test_nothing_is_told_of_the_hands_of_a_deal_that_is_being_played(room, guest):
    begin(room.table)
    assert "How rare" not in guest.get(GAME).text
    played = every_game.by_chance(Random(2), "troika", 4, is_tidy=True)
    play(room, "troika", 4, 2, upto=len(played.lines) - 1)
    newest = guest.get(GAME).text.split('class="sheet story"')[1]
    assert "How rare" not in newest


@pytest.mark.parametrize(
    ("won", "next_to_it", "is_close"), [(1, 0, False), (4, 4, False), (4, 3, True), (52, 39, True)]
)
def test_a_game_is_close_by_a_real_margin_only(won, next_to_it, is_close):
    assert standings._Finish("", won, next_to_it).is_close == is_close
