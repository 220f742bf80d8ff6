"""A table at which nobody plays yet: phones take chairs, and the host chooses a game for them."""

import re

import pytest
from playwright.sync_api import expect

from rig.browser import assert_fits, phone
from tricktable.games import GAMES
from tricktable.rules.values import MOST_LISTED
from tricktable.table import commands
from tricktable.table.views import LIVE, WITHOUT
from web.room import CODE, HOST_PAGE, NAMES, ask
from web.seat.test_passing import form_of, name_in, own, plain
from web.seat.test_seat import ORIGIN, SEAT, header, post


def sit(guest, seat, name, **more):
    """A phone takes a chair; its token."""
    answer = post(guest, "claim", seat=str(seat), name=name, **more)
    assert answer.status_code == 201, answer.text
    return answer.json["token"]


def all_sit(guest, names=NAMES):
    return [sit(guest, seat, name) for seat, name in enumerate(names)]


def host(client, action, **fields):
    return client.post(f"{HOST_PAGE}/{action}", data=fields, headers=ORIGIN)


def chairs(room):
    return [name for name in room.table.view().chairs if name]


# --- phones ---------------------------------------------------------------------------------------


def test_a_guest_types_a_name_and_touches_a_chair_and_everybody_sees_it(room, client, guest):
    page = guest.get(f"{SEAT}/own").text
    assert 'data-state="chooses"' in page
    assert len(re.findall(r'<button name="seat" value="\d"', page)) == 4
    token = sit(guest, 1, "ゆき")
    mine = own(guest, token)
    assert 'data-state="gathers" data-name="ゆき"' in mine
    for seen in (guest.get(f"/t/{CODE}"), guest.get(f"/t/{CODE}/wall"), client.get(HOST_PAGE)):
        assert "ゆき" in seen.text
    other = guest.get(f"{SEAT}/own").text
    assert not re.search(r'<button name="seat" value="1"', other), "taken"


@pytest.mark.complains("status of 409")
def test_what_was_wrong_is_said_no_longer_once_a_chair_is_taken(browser, served, watch):
    page = watch(phone(browser, scale=1))
    page.goto(served + SEAT)
    page.locator("#sit button:enabled").first.tap()
    expect(page.locator("#refusal")).to_have_text("Type your name first.")
    page.locator("#sit [name=name]").fill("Ann")
    page.locator("#sit button:enabled").first.tap()
    page.locator("#own[data-state=gathers]").wait_for()
    expect(page.locator("#refusal")).to_have_count(0)


def test_a_chair_that_was_taken_a_moment_ago_says_so_and_the_phone_may_choose_another(room, guest):
    sit(guest, 1, "Ann")
    late = post(guest, "claim", seat="1", name="Bo")
    assert late.status_code == 409
    assert "Ann sat down there a moment ago; choose another chair." in late.text
    assert own(guest, sit(guest, 2, "Bo")).count('data-name="Bo"')
    assert post(guest, "claim", seat="3", name=" ").status_code == 409
    assert post(guest, "claim", seat="3", name="bo").status_code == 409
    assert post(guest, "claim", seat="99", name="Cy").status_code == 409
    assert chairs(room) == ["Ann", "Bo"]


def test_more_people_share_a_phone_and_pass_it_round_in_the_game(room, guest):
    ask(room.table, commands.AddPlayer("Max"))
    first = sit(guest, 1, "Ann")
    sent = {"seat": "2", "name": "Bo", "more": "1"}
    both = guest.post(f"{SEAT}/claim", data=sent, headers={**ORIGIN, **header(first)}).json["token"]
    assert both.startswith(first)
    page = own(guest, both)
    assert "On this phone:" in page
    assert "<bdi>Bo</bdi>" in page
    room.table.board_is(WITHOUT)
    ask(room.table, commands.NewGame("torite", 3, dealer=0))
    assert name_in(own(guest, both)) in ("Ann", "Bo")
    assert [place.is_taken for place in room.table.snapshot().places] == [False, True, True]


def test_whoever_joins_a_phone_reads_which_number_the_host_lets_in(room, guest):
    first = sit(guest, 0, "Ann")
    ask(room.table, commands.CloseSeats())
    sent = {"seat": "1", "name": "Bo", "more": "1"}
    both = guest.post(f"{SEAT}/claim", data=sent, headers={**ORIGIN, **header(first)}).json["token"]
    ((_, waiting),) = room.table.view().claims
    asks = f"<bdi>Bo</bdi>: Ask the host to check number {waiting.number}."
    page = own(guest, both)
    assert 'data-state="gathers" data-name="Ann"' in page
    assert asks in page
    ask(room.table, commands.LetIn(1))
    page = own(guest, both)
    assert "Ask the host" not in page
    assert "On this phone:" in page


def test_without_scripts_people_sit_down_share_and_get_up(room, guest):
    page = plain(guest, "claim", form_of(guest.get(SEAT).text, "sit"), seat="0", name="Ann").text
    assert 'data-state="gathers" data-name="Ann"' in page
    more = re.findall(r"<form[^>]*/claim.*?</form>", page, re.S)[-1]
    page = plain(guest, "claim", more, seat="1", name="Bo").text
    assert chairs(room) == ["Ann", "Bo"]
    refused = plain(
        guest,
        "claim",
        re.findall(r"<form[^>]*/claim.*?</form>", page, re.S)[-1],
        seat="2",
        name="Bo",
    )
    assert "add a letter" in refused.text
    assert 'data-state="gathers"' in refused.text, "it keeps its chairs"
    plain(guest, "leave", re.findall(r"<form[^>]*/leave.*?</form>", page, re.S)[-1])
    assert chairs(room) == []


# --- the host -------------------------------------------------------------------------------------


def test_the_host_moves_adds_removes_and_closes_the_door_with_touches(room, client, guest):
    all_sit(guest, NAMES[:2])
    host(client, "add_player", name="Max")
    asks = client.post(HOST_PAGE, data={"move": "0"}, headers=ORIGIN).text
    assert "Touch the chair to which" in asks
    assert asks.count('name="onto"') == 3
    host(client, "swap_chairs", seat="0", onto="2")
    assert chairs(room) == ["Max", "Bo", "Ann"]
    host(client, "send_away", seat="1")
    assert chairs(room) == ["Max", "Ann"]
    host(client, "close_seats")
    waits = post(guest, "claim", seat="1", name="Cy").json["token"]
    assert 'data-state="waits"' in own(guest, waits)
    assert "Let Cy in" in client.get(HOST_PAGE).text
    host(client, "let_in", seat="1")
    assert chairs(room) == ["Max", "Cy", "Ann"]
    refused = host(client, "add_player", name="ann")
    assert refused.status_code == 409
    assert "There is already a ann at this table" in refused.text


def test_four_who_sit_are_partners_across_the_table_and_a_fifth_can_still_come(room, guest):
    all_sit(guest, NAMES[:4])
    page = guest.get(f"/t/{CODE}/seat").text
    felt, dock = page.split('<ol class="trick round of4" data-seats="4">')[1].split('id="own"')
    assert felt.count('<li class="place') == 4
    assert "is-free" not in felt
    assert "Chair 5</button>" in dock


def test_games_that_do_not_fit_the_people_say_why_and_others_begin(room, client, guest):
    all_sit(guest, NAMES[:3])
    page = client.get(HOST_PAGE).text
    for game in GAMES.values():
        is_offered = f'name="new" value="{game.name}:3"' in page
        assert is_offered == (3 in game.players), game.name
    unfit = page.split('class="pick unfit"')[1].split("</form>")[0]
    assert "3 people sit here." in unfit
    assert '<a class="door" href="#new">Choose a game</a>' in page
    assert f"<b>{CODE}</b>" in guest.get("/").text
    for each in (guest.get("/"), client.get("/host/?every")):
        assert all(f"<bdi>{name}</bdi>" in each.text for name in NAMES[:3]), "who sits there"
    assert "minutes" in page
    form = client.get(f"{HOST_PAGE}?new=torite:3").text
    assert 'name="names"' not in form, "nobody types other people's names"
    sit(guest, 3, NAMES[3])
    assert "The Torite, 4 players" in client.get(f"{HOST_PAGE}?new=torite:3").text
    late = host(client, "game", game="torite", players="3")
    assert late.status_code == 409
    assert "4 people sit at the table" in late.text
    host(client, "game", game="torite", players="4")
    assert room.table.view().names == NAMES


def test_partners_are_drawn_and_shown_and_the_chosen_game_stays(room, client, guest):
    tokens = all_sit(guest)
    seen = set()
    for _ in range(40):
        answer = host(client, "draw", people="4", chairs="1", new="troika:4", rules="saskatchewan")
        assert "new=troika:4" in answer.headers["Location"]
        seen.add(tuple(chairs(room)))
    assert len(seen) > 5
    page = client.get(f"{HOST_PAGE}?new=troika:4").text
    there = chairs(room)
    pairs = re.sub("<[^>]*>", "", page.split('class="partners"')[1].split("</ul>")[0])
    assert f"{there[0]} &amp; {there[2]}" in pairs.replace(" & ", " &amp; ")
    host(client, "game", game="troika", players="4")
    for token, name in zip(tokens, NAMES, strict=True):
        assert name_in(own(guest, token)) == name
    stale = host(client, "draw", people="3")
    assert stale.status_code == 409


def test_house_rules_are_chosen_by_name_and_only_what_differs_is_told(room, client, guest):
    all_sit(guest)
    page = client.get(f"{HOST_PAGE}?new=troika:4").text
    keys = re.findall(r'name="rules" value="(\w*)"( aria-pressed)?[^>]*>([^<]+)</button>', page)
    assert keys == [
        ("book", " aria-pressed", "As designed"),
        ("saskatchewan", "", "Saskatchewan"),
        ("bidders", "", "Only bidders win"),
    ]
    assert 'class="house"' not in page
    kitty = client.get(f"{HOST_PAGE}?new=troika:4&rules=saskatchewan").text
    told = kitty.split('class="house"')[1].split("</ul>")[0]
    assert told.count("<li>") == 1
    assert "34 cards, a kitty of two" in told
    ask(room.table, commands.NewGame("troika", 4, options={"win": "only_bidders"}))
    ask(room.table, commands.NextGame(abandon=True))
    ask(room.table, commands.SitDownAnew())
    again = client.get(f"{HOST_PAGE}?new=troika:4").text
    assert "Ours of last time" in again
    assert "A side wins only" in again.split('class="house"')[1].split("</ul>")[0]


@pytest.mark.parametrize("game", [*GAMES])
def test_no_list_of_a_hundred_values_is_a_dropdown(room, client, game):
    for players in GAMES[game].players:
        page = client.get(f"{HOST_PAGE}?new={game}:{players}").text
        for listed in re.findall(r'<select name="option.*?</select>', page, re.S):
            assert listed.count("<option") <= MOST_LISTED


def test_a_number_that_is_typed_tells_its_bounds_and_a_word_beside_it_counts_too(room, client):
    page = client.get(f"{HOST_PAGE}?new=troika:4").text
    field = re.search(r'<input type="number"[^>]*option.bid_out[^>]*>', page)[0]
    assert 'min="0" max="99" value=""' in field
    assert "From 0 to 99." in page
    sent = {"game": "troika", "players": "4", "option.bid_out": "50"}
    host(client, "game", **sent)
    assert room.table.record().header.options["bid_out"] == 50
    host(client, "game", **{**sent, "option.bid_out": '"none"', "abandon": "yes"})
    assert room.table.record().header.options["bid_out"] == "none"
    host(client, "game", **{**sent, "option.bid_out": "", "abandon": "yes"})
    assert room.table.record().header.options["bid_out"] == 45


# --- the code -------------------------------------------------------------------------------------


def test_the_code_leads_to_a_chair_while_one_is_free(room, client, guest):
    def wall():
        return guest.get(f"/t/{CODE}/wall").text

    assert f"/t/{CODE}/seat" in wall()
    assert "Sit down with a phone" in wall()
    tokens = all_sit(guest)
    room.table.board_is(LIVE)
    ask(room.table, commands.NewGame("torite", 4))
    assert f"/t/{CODE}/seat" not in wall()
    room.table.board_is(WITHOUT)
    assert f"/t/{CODE}/seat" not in wall(), "everybody sits"
    post(guest, "leave", tokens[0])
    assert f"/t/{CODE}/seat" in wall()


@pytest.mark.parametrize("people", [(), ("Ann", "Maximiliane-Charlotte")])
def test_on_a_large_screen_the_table_the_code_and_the_games_are_seen_at_once(
    room, browser, served, watch, people
):
    for name in people:
        ask(room.table, commands.AddPlayer(name))
    page = watch(browser.new_context())
    for width, height in ((1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(served + HOST_PAGE)
        for part in (".lobby", "#join .qr", ".pick >> nth=0"):
            expect(page.locator(part)).to_be_in_viewport(ratio=1)
        table, code, games = (
            page.locator(part).bounding_box() for part in (".lobby", "#join .qr", "#new")
        )
        assert table["x"] + table["width"] < code["x"]
        assert code["x"] + code["width"] < games["x"]
        assert code["height"] > height * (0.38 if people else 0.45)
        assert games["x"] + games["width"] > width * 0.95
    assert_fits(page, {"width": 1200, "height": 700}, {"width": 1280, "height": 800})
