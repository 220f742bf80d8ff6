"""The pages in every game and every phase of it: whole, within the screen, open to all, silent."""

import json
import re
from random import Random

import pytest

from games.cases import CASES
from players import every_game
from rig.browser import phone, wire
from tricktable.rules.options import TEAMS
from tricktable.table import commands
from tricktable.table.views import WITHOUT, TableView
from tricktable.text.sentences import whole
from tricktable.web.guest import fragment
from tricktable.web.guest.screen import clean_names, screen
from tricktable.web.host import forms, host_offers
from tricktable.web.live.feed import BEAT
from web.room import CODE, HOST_PAGE, sit

KINDS = pytest.mark.parametrize(("name", "count"), every_game.KINDS)
SEEN = [("torite", 1), ("torite", 3), ("triatri", 4), ("etori", 6), ("tredici", 3), ("tredici", 13)]
SEEN += [("troika", 4)]
NAMES = tuple("Ann Bo Maximiliane-Charlotte ゆき Eve Fay Gil Hana Ivo Jo Kai Lea Max".split())


def begun(table, name, count, seed=1, names=NAMES, abandon=False, **options):
    """A game by chance has begun at this table; its entries are to come."""
    played = every_game.by_chance(Random(seed), name, count)
    given = {**played.header.given, **options}
    ask(table, commands.NewGame(name, count, list(names[:count]), given, abandon=abandon))
    return played.lines


def ask(table, request):
    answer = table.ask(request)
    assert answer.is_done, answer.reason


def phases(room, lines):
    """Enter the lines; stop at each moment that awaits something for the first time.

    The pages see nothing between: that they follow each card is tried where people play.
    """
    seen, left = set(), iter(lines)
    while True:
        with room.curtain.down():
            moment = None
            while moment in (None, *seen):
                if moment and not enter_next(room.table, left):
                    return
                view = room.table.view().view
                moment = (view.next_what, bool(view.trick), bool(view.findings))
        seen.add(moment)
        yield view.next_what


def enter_next(table, lines):
    """Enter one more line; whether there was one."""
    line = next(lines, None)
    if line is not None:
        ask(table, commands.Enter(line))
    return line is not None


@KINDS
def test_every_moment_has_a_page_and_every_offer_a_button_that_works(room, name, count):
    lines = begun(room.table, name, count)
    for line in lines:
        now = room.table.view()
        assert screen(now).game is not None
        for group in host_offers.groups(now.view, clean_names(now)):
            assert group.counts or group.choices
            for choice in group.choices:
                form = forms.Fields({"what": group.what, "value": choice.value})
                if choice.seat is not None:
                    form["seat"] = str(choice.seat)
                assert forms.read("say", form) == _request(group.what, choice)
        ask(room.table, commands.Enter(line))
    assert fragment.render(room.table.view())


AMENDS = ("corrected", "struck")


@pytest.mark.parametrize("name", ["torite", "triatri", "etori", "troika"])
def test_a_trick_is_told_as_a_whole_and_amid_one_only_what_a_card_has_proved(room, name):
    tricks, known = 0, ()
    for line in begun(room.table, name, 4):
        before = room.table.view().view.trick
        ask(room.table, commands.Enter(line))
        now = room.table.view()
        shown = screen(now)
        found = zip(shown.game.findings, now.view.findings, strict=True)
        proved = [whole(each.words) for each, finding in found if finding not in known]
        known, heard = now.view.findings, shown.heard
        for words in proved:
            if line["kind"] not in AMENDS:  # what these prove is an older card's
                assert words in heard
            heard = " ".join(heard.replace(words, "", 1).split())
        if now.view.trick:
            assert heard == ""
        elif before and line["kind"] == "played":
            tricks += 1
            assert re.match(r"\S+ .+(, \S+ .+){3}\. \S+ took trick \d+ with .+\. ", heard)
    assert tricks > 4


def _request(what, choice):
    """What the button asks for, written down once more."""
    value = json.loads(choice.value)
    if what == "dealt":
        return commands.Deal(choice.seat)
    if ">" in what:
        return commands.Move(choice.seat, *what.split(">"), value)
    return commands.Declare(what, choice.seat, value)


@KINDS
def test_what_a_button_says_is_what_the_record_has(room, name, count):
    """Whatever a record declares, deals or moves was on a button just before."""
    with room.curtain.down():
        assert_each_was_offered(room, begun(room.table, name, count, seed=2))


def assert_each_was_offered(room, lines):
    for line in lines:
        now = room.table.view()
        offered = {
            (group.what, choice.seat, choice.value)
            for group in host_offers.groups(now.view, clean_names(now))
            for choice in group.choices
        }
        if line["kind"] == "dealt":
            assert ("dealt", line["dealer"], "null") in offered
        elif line["kind"] == "moved":
            move = f"{line['from']}>{line['to']}"
            assert (move, line["seat"], str(line["count"])) in offered
        elif line["kind"] == "declared" and line["topic"] != "stacks":
            value = json.dumps(line.get("value"))
            assert (line["topic"], line["seat"], value) in offered
        ask(room.table, commands.Enter(line))


@pytest.mark.parametrize(("name", "count"), [("tredici", 3), ("troika", 4), ("tredici", 8)])
def test_the_hosts_page_names_no_card_that_lies_face_down(room, client, name, count):
    lines = begun(room.table, name, count, seed=7)
    open_cards = set()
    for line in lines:
        ask(room.table, commands.Enter(line))
        if line["kind"] in ("played", "shown"):
            open_cards.add(line["card"])
    entries = client.get(HOST_PAGE).text.split('id="entries"')[1].split('id="evening"')[0]
    told = set(re.findall(r'aria-label="(\w+ of \w+)"', entries))
    assert len(told) <= len(open_cards)
    assert "made a secret choice" in entries or CASES[name].is_open
    assert "target" not in entries


@pytest.mark.parametrize(("game", "players"), [(g, n) for g, n in every_game.KINDS])
def test_a_game_is_begun_with_its_own_form_and_its_defaults(room, client, game, players):
    page = client.get(f"{HOST_PAGE}?new={game}:{players}").text
    form = page.split('id="new"')[1].split("</form>")[0]
    fields = {"game": game, "players": str(players), "names": list(NAMES[:players])}
    teams = re.findall(r'<option value="(\d)" selected>', form)
    assert len(teams) == (players if TEAMS in CASES[game].needed(players) else 0)
    for key in re.findall(r'name="(option\.\w+)"', form):
        fields[key] = ""
    if teams:
        fields["team"] = teams
    answer = client.post(f"{HOST_PAGE}/game", data=fields, headers={"Origin": "http://localhost"})
    assert answer.status_code == 303
    header = room.table.view().header
    assert (header.game, header.players) == (game, players)
    assert set(header.given) <= {"teams"}


def test_house_rules_are_chosen_in_words_and_stand_in_the_record(room, client):
    page = client.get(f"{HOST_PAGE}?new=troika:4").text
    assert "Saskatchewan: 34 cards" in page
    assert '<option value="" selected>32 cards, no kitty, no Low bids. (default)</option>' in page
    fields = {
        "game": "troika",
        "players": "4",
        "option.variant": '"saskatchewan"',
        "option.bid_out": '"none"',
        "option.min_bid": "8",
    }
    client.post(f"{HOST_PAGE}/game", data=fields, headers={"Origin": "http://localhost"})
    given = room.table.view().header.given
    assert given == {"variant": "saskatchewan", "bid_out": "none", "min_bid": 8}


def test_a_bid_is_put_right_in_its_place(room, client):
    ask(room.table, commands.NewGame("troika", 4, dealer=0))
    ask(room.table, commands.Declare("bid", 1, "7"))
    ask(room.table, commands.Declare("bid", 2, "8"))
    form = client.get(f"{HOST_PAGE}?correct=2").text.split('id="correct"')[1]
    assert "7 No" in form
    fields = {"seq": "2", "what": "bid", "seat": "1", "value": '"7N"'}
    answer = client.post(f"{HOST_PAGE}/amend", data=fields, headers={"Origin": "http://localhost"})
    assert answer.status_code == 303
    assert room.table.view().view.position.bids == ("7N", "8")


def test_stacks_are_counted_with_sixteen_fields(room, client):
    ask(room.table, commands.NewGame("torite", 2, dealer=0))
    counts = ["4", "3", "3", "3", "3", "4", "3", "3", "3", "3", "4", "3", "3", "3", "3", "4"]
    fields = {"what": "stacks", "count": counts}
    answer = client.post(f"{HOST_PAGE}/say", data=fields, headers={"Origin": "http://localhost"})
    assert answer.status_code == 303
    assert room.table.view().view.next_what == "pairing"
    odd = {"what": "stacks", "count": ["4", "x"]}
    answer = client.post(f"{HOST_PAGE}/say", data=odd, headers={"Origin": "http://localhost"})
    assert answer.status_code == 422


def test_a_hand_is_thrown_in_a_game_rests_and_people_move_on(room, client):
    def post(action, **fields):
        origin = {"Origin": "http://localhost"}
        return client.post(f"{HOST_PAGE}/{action}", data=fields, headers=origin).status_code

    lines = begun(room.table, "etori", 4)
    room.enter(lines[:9])
    assert post("throw") == 303
    assert room.table.view().view.next_what == "deal"
    assert post("undo") == 303
    assert room.table.view().view.next_what == "play"
    assert post("pause") == 303
    assert "Game paused" in client.get(HOST_PAGE).text
    assert post("resume") == 303
    assert post("next", rotate="1") == 200, "it is not over: leave it?"
    assert post("next", rotate="1", abandon="yes") == 303
    assert room.table.view().names[:2] == ("ゆき", "Ann")


# --- in a real browser ----------------------------------------------------------------------------


@pytest.fixture
def look(browser, served, watch):
    """Open a path on a phone while the room is served; nothing may complain."""

    def look(path, scheme="light"):
        page = watch(phone(browser, scheme))
        page.goto(served + path)
        page.locator("#link[data-state=waiting]").wait_for(state="detached")
        return page

    return look


@pytest.mark.parametrize(("name", "count"), SEEN)
def test_the_largest_page_of_a_game_stays_below_sixty_kilobytes(room, client, name, count):
    room.enter(begun(room.table, name, count, seed=6))
    page = client.get(f"/t/{CODE}")
    loaded = {*re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text), "/static/update.js"}
    loaded |= {"/static/fraunces-600.woff2"}
    weight = len(page.data)
    for path in loaded:
        with client.get(path, headers={"Accept-Encoding": "gzip"}) as sent:
            assert sent.status_code == 200
            weight += len(sent.data)
    assert weight < 60_000


@KINDS
def test_the_hosts_page_of_a_whole_game_stays_below_sixty_kilobytes(room, client, name, count):
    """Entries are folded by deal and trick; each is listed once its group is opened."""
    room.enter(begun(room.table, name, count, seed=6))
    record = room.table.record()
    left = {seq for seq in range(1, record.seq + 1) if record.happening(seq)}
    pages = [client.get(HOST_PAGE).text]
    while left:
        pages.append(client.get(f"{HOST_PAGE}?entries={min(left)}").text)
        listed = {int(each) for each in re.findall(r'<li id="e(\d+)"', pages[-1])}
        assert min(left) in listed
        left -= listed
    assert max(len(page.encode()) for page in pages) < 60_000


def test_a_seat_that_lays_its_cards_loads_at_most_sixty_kilobytes(room, browser, served, watch):
    room.table.board_is(WITHOUT)
    page = watch(phone(browser))
    session = wire(page)
    room.keep_nothing()
    asked, sizes, ended = [], {}, set()  # heads and bodies, as they are on the wire

    def comes(it, size):
        sizes[it["requestId"]] = sizes.get(it["requestId"], 0) + size

    def ends(it):
        sizes[it["requestId"]] = it["encodedDataLength"]
        ended.add(it["requestId"])

    def beats(it):  # as many as this computer takes time
        if it["eventName"] == "beat":
            comes(it, -len(BEAT))

    session.on("Network.requestWillBeSent", lambda it: asked.append(it["requestId"]))
    session.on(
        "Network.responseReceived", lambda it: comes(it, it["response"]["encodedDataLength"])
    )
    session.on("Network.dataReceived", lambda it: comes(it, it["encodedDataLength"]))
    session.on("Network.loadingFinished", ends)
    session.on("Network.eventSourceMessageReceived", beats)
    for name, count, tongue in (
        ("torite", 4, "en"),
        ("troika", 4, "ja"),
        ("tredici", 6, "en"),
        ("triatri", 4, "ja"),
    ):
        names = tuple(f"Player {each}" for each in range(count))
        lines = begun(room.table, name, count, names=names, abandon=True)
        token = sit(room.table, 1)
        for entered in (lines[:0], lines[:12]):
            for line in entered:
                ask(room.table, commands.Enter(line))
            page.goto("about:blank")  # the stream of the last one ends
            asked.clear()
            sizes.clear()
            ended.clear()
            page.goto(f"{served}/t/{CODE}/seat?lang={tongue}#{token}")
            page.locator("#own[data-state=sits]").wait_for()
            page.locator("#link[data-state=waiting]").wait_for(state="detached")
            page.evaluate("() => new Promise(requestAnimationFrame)")  # what it needs is asked for
            while len({*asked} - ended) > 1:  # the stream alone goes on
                page.evaluate("() => new Promise(requestAnimationFrame)")
            assert len(asked) > 7, "nothing was kept before"
            assert sum(sizes.values()) <= 60_000, (name, len(entered))


def test_the_host_bids_and_begins_another_game_with_taps(room, look):
    ask(room.table, commands.NewGame("troika", 4, list(NAMES[:4]), dealer=0))
    page = look(HOST_PAGE)
    page.locator("#host").get_by_role("button", name="7 No", exact=True).click()
    page.get_by_role("heading", name="Maximiliane-Charlot… to bid", level=1).wait_for()
    page.locator("#new summary").first.click()
    page.get_by_role("button", name="Tredici for 5").click()
    page.locator("#rules").wait_for()
    page.get_by_label("Seat 5", exact=True).fill("Eve")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Leave it, begin the new game").click()
    page.get_by_role("heading", name="Everybody chooses a suit", level=1).wait_for()
    now: TableView = room.table.view()
    assert now.names[4] == "Eve"
    assert now.header.given["teams"] == [[0, 1, 2], [3, 4]]
