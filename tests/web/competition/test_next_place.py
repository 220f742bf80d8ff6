"""A seat's page says by itself where its owner sits next, once that is known."""

import re

from flask.testing import FlaskClient

from tricktable.web.seat.shared_phone import BETWEEN
from web.competition.parlour import Parlour, Plain
from web.room import CODE, sit
from web.seat.test_seat import post


def own(guest: FlaskClient, code: str, token: str) -> str:
    """What only this phone is shown."""
    answer = guest.get(f"/t/{code}/seat/own", headers={"X-Seat-Token": token})
    assert answer.status_code == 200
    return answer.text


def said(shown: str) -> str:
    """Where it says that its owner goes."""
    found = re.search(r'<p class="next" id="next"><b>(.*?)</b>', shown)
    return re.sub(r"<.*?>", "", found[1]) if found else ""


def test_between_two_rounds_each_phone_says_where_its_owner_sits_next(room, guest):
    parlour = Parlour(room, 2, "triatri", 2)
    with room.served() as url:
        client = Plain(url)
        client.post(
            title="Monday",
            game="triatri",
            players=2,
            movement="howell",
            options=parlour.options,
            entrants=[[f"P{number}"] for number in range(1, 5)],
        )
        assert "Monday" in guest.get(f"/t/{CODE}").text
        first = client.post("/rounds", round=1)["rounds"][0]["meetings"]
        phones = {
            name: (each["code"], sit(room.tables[each["code"]], seat))
            for each in first
            for seat, name in enumerate(each["seats"])
        }
        for name, (code, token) in phones.items():
            shown = own(guest, code, token)
            assert said(shown) == "", "nobody is sent away from a game"
            assert f"/competition?who={name[1:]}" in shown
        for code in parlour.codes:
            parlour.play(code)
        foretold = {name: said(own(guest, *phone)) for name, phone in phones.items()}
        at_one = [token for code, token in phones.values() if code == CODE]
        for phone in (*at_one, BETWEEN.join(at_one)):
            assert 'id="rematch"' not in own(guest, CODE, phone), "nobody else says what is next"
            again = post(guest, "again", phone, game=str(room.table.view().games), rotate="0")
            assert again.status_code == 409
        client.post("/rounds/end")
        assert {name: said(own(guest, *phone)) for name, phone in phones.items()} == foretold
        second = client.post("/rounds", round=2)["rounds"][1]["meetings"]
        moved = 0
        for each in second:
            for seat, name in enumerate(each["seats"]):
                words = f"Round 2: table {each['table']}, seat {seat + 1}"
                assert foretold[name] == words
                shown = own(guest, *phones[name])
                if phones[name][0] == each["code"]:
                    assert said(shown) == "", "they are there"
                    continue
                moved += 1
                assert said(shown) == words
                assert f"/t/{each['code']}/seat" in shown
                assert f"{words}." in shown, "a phone that speaks says so, too"
        assert moved
        client.post("/rounds/end")
        client.post("/end")
        assert not any('id="next"' in own(guest, *phone) for phone in phones.values())
        assert "Monday" not in guest.get(f"/t/{CODE}").text


def test_who_sits_out_or_is_not_in_it_is_told_so_or_nothing(room, guest):
    parlour = Parlour(room, 1, "triatri", 2)
    with room.served() as url:
        client = Plain(url)
        client.post(
            title="Monday",
            game="triatri",
            players=2,
            movement="round_robin",
            options=parlour.options,
            entrants=[["P1"], ["P2"], ["P3"]],
        )
        told = client.post("/rounds", round=1)
        (meeting,) = told["rounds"][0]["meetings"]
        tokens = [sit(room.table, seat) for seat in (0, 1)]
        parlour.play(CODE)
        shown = {said(own(guest, CODE, token)) for token in tokens}
        assert "Round 2: you sit out" in shown
        # Another name than any in the competition: a guest who plays for somebody.
        client.send("DELETE", f"/entrants/{meeting['seats'][0][1:]}")
        assert said(own(guest, CODE, tokens[0])) == ""
        assert "/competition?who=" not in own(guest, CODE, tokens[0])
