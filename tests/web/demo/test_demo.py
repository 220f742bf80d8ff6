"""The virtual table's door and stream: who may act, what an act is, what a scene holds."""

import json
import re
from base64 import b64decode
from contextlib import closing

import pytest
from playwright.sync_api import expect

from rig.browser import PHONE, WIDER, phone, settled
from rig.patience import until
from tricktable.rules.cards import cards_in
from tricktable.sim import acts
from tricktable.sim import page as demo_page
from tricktable.sim.scene import as_json
from tricktable.sim.stage import Scene
from tricktable.table import commands
from tricktable.web import limits
from tricktable.web.guards import CSP
from web.refusals import AWAY, SOON_MS, each_in_its_form
from web.room import CODE, Room, ask, begin, deal, lay, play_on, show_kept

ORIGIN = {"Origin": "http://localhost"}


class Hands:
    """Remembers what was to be done; a stage would do it."""

    code = CODE

    def __init__(self):
        self.done = []

    def do(self, act):
        self.done.append(act)


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
def clock():
    return [0]


@pytest.fixture
def demo_room(tmp_path, hands, clock):
    """A room with a virtual table."""
    room = Room(tmp_path)
    room.scenes = demo_page.scenes(room.feed)
    room.app.register_blueprint(demo_page.blueprint([hands], room.scenes))
    limits.init_app(room.app, lambda: clock[0])
    yield room
    room.close()


@pytest.fixture
def page(demo_room):
    return demo_room.app.test_client()


def scene(table, **more):
    """A scene of this table with nothing on its readers."""
    seen = {
        "code": table.code,
        "table": table.view(),
        "screen": bytes(range(256)) * 4,
        "lights": ((0, 0, 0), (40, 40, 64), (0, 64, 16), (4, 4, 4)),
        "hertz": 0,
        "hands": (("2C", "QH"), (), (), ()),
        "piles": {},
        "readers": ((), (), (), ()),
        "cut": (False,) * 4,
        "is_plugged": True,
        "is_auto": False,
    }
    return Scene(**{**seen, **more})


@pytest.mark.parametrize("is_under_cpython", [True, False])
def test_the_page_says_if_the_boards_are_without_micropython(tmp_path, hands, is_under_cpython):
    with closing(Room(tmp_path)) as room:
        scenes = demo_page.scenes(room.feed)
        room.app.register_blueprint(demo_page.blueprint([hands], scenes, is_under_cpython))
        said = room.app.test_client().get("/demo").get_data(as_text=True)
    assert ("run under CPython here" in said) == is_under_cpython


@pytest.mark.parametrize(
    ("sent", "act"),
    [
        ({"do": "lay", "card": "QH", "reader": 2}, acts.LayOnReader("QH", 2)),
        ({"do": "lay", "card": "bank", "reader": 0}, acts.LayOnReader("bank", 0)),
        ({"do": "pair", "reader": 1}, acts.Pair(1)),
        ({"do": "lift", "reader": 3}, acts.Lift(3)),
        ({"do": "press", "key": "UNDO"}, acts.Press("UNDO")),
        ({"do": "button", "seat": 1}, acts.Button(1)),
        ({"do": "button", "seat": 1, "long": True}, acts.Button(1, True)),
        ({"do": "cut", "reader": 2, "mend": True}, acts.Cut(2, True)),
        ({"do": "cable", "plugged": False}, acts.Cable(False)),
        ({"do": "reset"}, acts.Reset()),
        ({"do": "shuffle"}, acts.Shuffle()),
        ({"do": "lay", "card": "X1", "reader": 1}, acts.LayOnReader("X1", 1)),
        ({"do": "say", "what": "bid", "seat": 3, "value": "7N"}, acts.Say("bid", 3, "7N")),
        (
            {"do": "say", "what": "pairing", "value": [[1, 2], [3, 4]]},
            acts.Say("pairing", None, [[1, 2], [3, 4]]),
        ),
        (
            {"do": "begin", "game": "troika", "players": 4, "variant": "saskatchewan"},
            acts.Begin("troika", 4, "saskatchewan"),
        ),
        ({"do": "auto", "on": False}, acts.Auto(False)),
    ],
)
def test_every_act_reaches_the_stage(page, hands, sent, act):
    assert page.post("/demo/act", json=sent, headers=ORIGIN).status_code == 202
    assert hands.done == [act]


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "[]",
        '{"do":"lay"}',
        '{"do":"lay","card":"1X","reader":0}',
        '{"do":"lay","card":"QH","reader":4}',
        '{"do":"lay","card":"9R","reader":0}',
        '{"do":"begin","game":"torite","players":14}',
        '{"do":"say"}',
        '{"do":"lay","card":"QH","reader":true}',
        '{"do":"lay","card":"QH","reader":0,"more":1}',
        '{"do":"press","key":"<b>"}',
        '{"do":"format"}',
        '{"do":"reset"' + " " * 300 + "}",
    ],
)
def test_what_is_no_act_is_refused_and_nothing_done(page, hands, sent):
    answer = page.post("/demo/act", data=sent, content_type="application/json", headers=ORIGIN)
    assert answer.status_code in (400, 415)
    assert hands.done == []


def test_a_form_is_no_act(page, hands):
    answer = page.post("/demo/act", data={"do": "reset"}, headers=ORIGIN)
    assert answer.status_code == 415
    assert hands.done == []


def test_the_page_may_show_a_guest_and_nobody_else_may(page):
    shown = page.get("/demo")
    assert shown.status_code == 200
    assert shown.headers["Content-Security-Policy"] == f"{CSP}; frame-src 'self'"
    assert shown.headers["X-Frame-Options"] == "DENY"
    guest = page.get(f"/t/{CODE}").headers
    assert "frame-ancestors 'self'" in guest["Content-Security-Policy"]
    assert guest["X-Frame-Options"] == "SAMEORIGIN"
    host = page.get(f"/host/t/{CODE}").headers
    assert "frame-ancestors 'none'" in host["Content-Security-Policy"]
    assert host["X-Frame-Options"] == "DENY"


def test_without_a_demo_there_is_no_virtual_table(client):
    assert client.get("/demo").status_code == 404
    assert client.post("/demo/act", json={"do": "reset"}, headers=ORIGIN).status_code == 404
    assert "frame-ancestors 'none'" in client.get(f"/t/{CODE}").headers["Content-Security-Policy"]


def test_the_stream_begins_with_the_newest_scene(demo_room, page):
    demo_room.scenes.show(scene(demo_room.table, hertz=440))
    demo_room.scenes.show(scene(demo_room.table, hertz=880))
    answer = page.get("/demo/live")
    assert answer.mimetype == "text/event-stream"
    event, _, data = answer.text.partition("data: ")
    assert event == "retry: 1000\nevent: scene\n"
    assert json.loads(data)["hertz"] == 880


def test_guests_streams_hold_no_scene(demo_room, page):
    begin(demo_room.table)
    demo_room.scenes.show(scene(demo_room.table))
    assert "QH" not in page.get(f"/t/{CODE}/live").text


def test_a_scene_before_any_game(room):
    shown = as_json(scene(room.table, hands=((),) * 4))
    assert b64decode(shown["screen"]) == bytes(range(256)) * 4
    assert [seat["name"] for seat in shown["seats"]] == ["North", "East", "South", "West"]
    assert not any(seat["due"] or seat["front"] or seat["taken"] for seat in shown["seats"])
    assert shown["over"] is None


def test_a_scene_shows_who_is_due_and_who_is_ahead(room):
    begin(room.table, leader=1)
    lay(room.table, "1:9H 2:KH")
    ahead, due = (each(as_json(scene(room.table))) for each in (winning, awaited))
    assert (ahead, due) == (["KH"], ["Di"])


def winning(shown):
    return [seat["front"] for seat in shown["seats"] if seat["wins"]]


def awaited(shown):
    return [seat["name"] for seat in shown["seats"] if seat["due"]]


def test_a_finished_trick_lies_until_the_next_is_led(room):
    begin(room.table, leader=1)
    lay(room.table, "1:9H 2:KH 3:2S 0:AC")
    shown = as_json(scene(room.table))
    assert [seat["front"] for seat in shown["seats"]] == ["AC", "9H", "KH", "2S"]
    assert [seat["taken"] for seat in shown["seats"]] == ["", "", "", "1"]
    lay(room.table, "3:3S")
    shown = as_json(scene(room.table))
    assert [seat["front"] for seat in shown["seats"]] == [None, None, None, "3S"]


def test_the_kept_cards_lie_open_at_the_end(room):
    hands = deal(5)
    begin(room.table, leader=1)
    play_on(room.table, hands, 12)
    show_kept(room.table, hands)
    shown = as_json(scene(room.table))
    kept = [next(cards_in(hand)).code for hand in hands]
    assert [seat["front"] for seat in shown["seats"]] == kept
    assert winning(shown) == []
    assert shown["over"] is not None


def test_a_hostile_name_arrives_as_text(room):
    begin(room.table, ["</script><b>", "x\nevent: scene", "\u202eevil", ""])
    data = demo_page.encode(scene(room.table)).decode()
    assert data.count("\n") == 4
    names = [seat["name"] for seat in json.loads(data.partition("data: ")[2])["seats"]]
    assert names[0] == "</script><b>"
    assert names[2] == "evil"


def test_shown_cards_lie_before_their_seats_and_nobody_is_ahead(room):
    ask(room.table, commands.NewGame("triatri", 3, ["Ann", "Bo", "Cy"], dealer=0))
    lay(room.table, "2:7R 0:3B", "shown")
    shown = as_json(scene(room.table))
    assert [seat["front"] for seat in shown["seats"]][:3] == ["3B", None, "7R"]
    assert winning(shown) == []
    assert awaited(shown) == ["Bo"]


def test_thirteen_seats_share_four_readers(room):
    teams = {"teams": [[0, 1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]]}
    ask(room.table, commands.NewGame("tredici", 13, [f"P{n}" for n in range(13)], teams))
    shown = as_json(scene(room.table, hands=(("2C",),) * 13, piles={"draw": (), "discard": ()}))
    assert len(shown["seats"]) == 13
    assert [each["name"] for each in shown["readers"]] == [f"Reader {n}" for n in range(1, 5)]
    assert [each["name"] for each in shown["piles"]] == ["Draw pile", "Discards"]
    assert shown["kind"] == "tredici:13:"


def test_what_can_be_said_is_sent_with_its_words(room):
    ask(room.table, commands.NewGame("troika", 4, ["Ann", "Bo", "Cy", "Di"], dealer=0))
    says = as_json(scene(room.table))["says"]
    bids = says[0]
    assert (bids["title"], bids["what"]) == ("Bo bids", "bid")
    assert bids["choices"][0] == {"words": ["Pass"], "seat": 1, "value": "pass"}
    assert [each["what"] for each in says] == ["bid", "misdeal"]
    assert says[1]["rare"]


def test_a_target_is_offered_in_secret_and_drawn_as_a_suit(room):
    ask(room.table, commands.NewGame("tredici", 2, ["Ann", "Bo"], dealer=0))
    says = as_json(scene(room.table))["says"]
    assert [each["title"] for each in says] == [
        "Ann chooses a suit in secret",
        "Bo chooses a suit in secret",
    ]
    assert says[0]["choices"][2]["words"] == [{"suit": "H", "text": "hearts"}]


def test_every_game_is_in_the_list(page):
    listed = page.get("/demo").text
    for kind in ("torite:1:", "triatri:2:", "etori:6:", "tredici:13:", "troika:4:saskatchewan"):
        assert f'value="{kind}"' in listed


@pytest.mark.parametrize("size", [PHONE, {"width": 1280, "height": 900}], ids=["phone", "desk"])
def test_a_fifth_hand_of_nobodys_lies_beside_four(demo_room, hands, browser, watch, size):
    begin(demo_room.table)
    lying = (("2C", "QH"), ("3D",), ("4S",), ("5H",), ("7S",))
    with demo_room.served() as url:
        demo_room.scenes.show(scene(demo_room.table, hands=lying))
        page = watch(phone(browser, size=size))
        page.goto(f"{url}/demo")
        card = page.locator("#apart").get_by_role("button", name="seven of spades")
        card.wait_for()
        assert page.locator(".cloth.is-shared, .tab").count() == 0
        assert page.locator("#apart .its-name").inner_text() == "Stock"
        assert settled(page, WIDER, size["width"]) == []
        assert card.bounding_box()["width"] >= 44
        card.click()
        page.locator(".pad").nth(2).click()
        until(lambda: hands.done)
        assert hands.done == [acts.LayOnReader("7S", 2)]
        demo_room.scenes.show(scene(demo_room.table, hands=lying[:4]))
        card.wait_for(state="detached")
        page.context.close()


ACT = re.compile(r"/demo/act(\?.*)?$")


@pytest.mark.complains("Failed to load resource")
def test_an_act_that_is_refused_is_told_in_its_own_words_until_the_next(demo_room, browser):
    begin(demo_room.table)
    context = phone(browser)
    with demo_room.served() as url:
        demo_room.scenes.show(scene(demo_room.table))
        page = context.new_page()
        page.goto(f"{url}/demo")
        page.locator("#link[data-state=live]").wait_for()
        note, heading = page.locator("#note"), page.locator("#heading")
        for turn, words in enumerate(each_in_its_form(demo_room.app, page, ACT, "POST")):
            page.locator("#auto").click()
            expect(note).to_have_text(words, timeout=SOON_MS)
            lay(demo_room.table, f"{(1 + turn) % 4}:{'23456789'[turn]}{'HS'[turn // 4]}")
            said = heading.inner_text()
            demo_room.scenes.show(scene(demo_room.table))
            expect(heading).not_to_have_text(said)
            expect(note).to_have_text(words)
        page.route(ACT, lambda route: route.abort())
        page.locator("#auto").click()
        expect(note).to_contain_text(AWAY, timeout=SOON_MS)
        page.unroute_all()
        page.locator("#auto").click()
        expect(note).not_to_contain_text(AWAY, timeout=SOON_MS)
        context.close()


@pytest.mark.complains("Failed to load resource")
def test_a_stream_of_scenes_that_is_refused_says_why(demo_room, browser):
    begin(demo_room.table)
    context = phone(browser)
    page = context.new_page()
    refused = {"Content-Type": "text/plain"}
    with demo_room.served() as url:
        page.route(
            re.compile("/demo/live"),
            lambda route: route.fulfill(status=429, body="Too many watch.", headers=refused),
        )
        page.goto(f"{url}/demo")
        expect(page.locator("#no-stream")).to_have_text("Too many watch.", timeout=SOON_MS)
        context.close()
