"""Whole evenings through the interface, at real tables: each result beside the referees' sums."""

import csv
import io
import json
from datetime import date
from urllib.request import Request, urlopen

from rig.patience import PATIENCE_S
from tricktable.club import consents, round_timer
from tricktable.table import commands
from tricktable.web.site import site_of
from web.competition.parlour import Parlour, Plain, scores
from web.room import TOKEN, Room

TODAY = date.today().isoformat()  # noqa: DTZ011 - a game counts on the day where the host is


def text(url: str, token: str = "") -> str:
    """What stands at this address."""
    with urlopen(Request(url, headers={"X-Host-Token": token}), timeout=PATIENCE_S) as answer:
        read: bytes = answer.read()
    return read.decode("utf-8-sig")


def everybody_keeps_games(room: Room, codes: list[str]) -> None:
    """Whoever has played the newest game at one of these tables keeps it."""
    for code in codes:
        game = site_of(room.app).careers.newest(code)
        for name, where in zip(game.names, game.sittings, strict=True):
            kept = room.club.ask(consents.KeepGames(name, "no word", consents.EveningSeat(*where)))
            assert kept.is_done


def season(url: str) -> dict[str, int]:
    """How many games the season of today has of everybody who keeps them."""
    found = text(f"{url}/season.csv?first={TODAY}&last={TODAY}&by=games&least=1")
    return {each["name"]: int(each["games"]) for each in csv.DictReader(io.StringIO(found))}


def test_a_swiss_evening_with_a_late_arrival_a_leaver_and_a_correction(room):
    parlour = Parlour(room, 2, "triatri", 4)
    with room.served() as url:
        client = Plain(url)
        told = client.post(
            title="Monday",
            game="triatri",
            players=4,
            movement="swiss",
            rounds=3,
            sat_out=0,
            options=parlour.options,
            entrants=[[f"P{number}"] for number in range(1, 9)],
        )
        assert (told["movement"], len(told["entrants"]), told["last_round"]) == ("swiss", 8, 3)
        for turn in (1, 2, 3):
            if turn == 2:
                client.post("/entrants", people=["Late"])
                assert client.send("DELETE", "/entrants/3").status == 200
            told = client.post("/rounds", round=turn, has_clock=True)
            assert told["not_seated"] == []
            assert room.club.view().of(round_timer.PART).ends is not None
            for meeting in told["rounds"][-1]["meetings"]:
                assert room.tables[meeting["code"]].view().names == tuple(meeting["seats"])
                assert not meeting["is_complete"]
                parlour.play(meeting["code"], card_by_card=turn == meeting["table"] == 1)
            assert all(each["is_complete"] for each in client.get()["rounds"][-1]["meetings"])
            client.post("/rounds/end")
            if turn == 1:
                everybody_keeps_games(room, parlour.codes)
        told = client.get()
        assert scores(told) == parlour.sums(told)
        assert len([each for each in told["rounds"] if "Late" in str(each["meetings"])]) == 2

        # A card of the first round was laid by mistake: its table has played two games since.
        meeting = told["rounds"][0]["meetings"][0]
        code, (game,) = meeting["code"], meeting["games"]
        assert room.tables[code].view().games > game
        lines, before = parlour.played[code, game], scores(told)
        kept = season(url)
        assert len(kept) == 8
        struck = {"kind": "struck", "seq": len(lines)}
        client.post("/corrections", code=code, game=game, entry=struck)
        lines.append(struck)
        told = client.get()
        assert scores(told) != before
        after = parlour.sums(told)
        assert scores(told) == after

        # Whoever else adds up or shows that game tells the same: it has no end any more.
        fewer = {name: games - (name in meeting["seats"]) for name, games in kept.items()}
        assert season(url) == {name: games for name, games in fewer.items() if games}
        record = text(f"{url}/host/t/{code}/export/record?game={game}").splitlines()
        assert json.loads(record[-1]) == struck
        assert text(f"{url}/api/v1/tables/{code}/games/{game}/record", TOKEN).splitlines() == record
        sheet = csv.DictReader(io.StringIO(text(f"{url}/host/t/{code}/export/scores")))
        shown = [each for each in sheet if int(each["game"]) == game]
        assert {each["status"] for each in shown} == {"playing"}

        # The newest game of a table is corrected there, and counts at once.
        last = told["rounds"][-1]["meetings"][1]
        lines = parlour.played[last["code"], last["games"][0]]
        struck = {"kind": "struck", "seq": len(lines)}
        assert room.tables[last["code"]].ask(commands.Enter(struck)).is_done
        lines.append(struck)
        told = client.get()
        assert scores(told) == parlour.sums(told) != after

        sheet = [*csv.DictReader(io.StringIO(client.get("/result")))]
        assert {each["name"]: float(each["score"]) for each in sheet} == scores(told)
        assert [int(each["rank"]) for each in sheet] == sorted(int(e["rank"]) for e in sheet)
        assert client.post("/end")["is_over"]


def test_a_mitchell_of_fixed_partners_ranks_each_line_alone(room):
    parlour = Parlour(room, 3, "etori", 4)
    with room.served() as url:
        client = Plain(url)
        client.post(
            title="Friday",
            game="etori",
            players=4,
            movement="mitchell",
            options=parlour.options,
            entrants=[[f"N{number}", f"S{number}"] for number in range(1, 7)],
        )
        for turn in (1, 2, 3):
            if turn > 1:  # the games of a round that the clock has ended are not over
                busy = client.send("POST", "/rounds", {"round": turn})
                assert busy.status == 409
                assert "7KQ, T02, T03" in busy.body["detail"]
            told = client.post("/rounds", round=turn, abandon=True)
            assert len(told["rounds"][-1]["meetings"]) == 3
            for meeting in told["rounds"][-1]["meetings"]:
                parlour.play(meeting["code"])
            client.post("/rounds/end")
        told = client.get()
        assert scores(told) == parlour.sums(told)
        lines = [each["line"] for each in told["standings"]]
        assert lines == [1, 1, 1, 2, 2, 2]
        for line in (1, 2):
            ranked = [each["score"] for each in told["standings"] if each["line"] == line]
            assert ranked == sorted(ranked, reverse=True)
        # Everybody of one line has met everybody of the other, once.
        met = [each["sides"] for turn in told["rounds"] for each in turn["meetings"]]
        assert len({tuple(map(tuple, each)) for each in met}) == 9
        refused = client.send("POST", "/rounds", {"round": 4})
        assert (refused.status, refused.body["detail"]) == (409, "All rounds have been played.")
