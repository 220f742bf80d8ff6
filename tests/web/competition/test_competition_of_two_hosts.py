"""A competition at two hosts of one PostgreSQL: one declares, the other seats, both count."""

import json
from random import Random

from flask.testing import FlaskClient

from players.every_game import by_chance
from rig.evening import Cables, house
from rig.patience import until
from rig.postgres import running
from tricktable.rules import codec
from tricktable.table import commands
from web.competition.parlour import API, scores

ORIGIN = {"Origin": "http://localhost"}


def told(client: FlaskClient) -> dict[str, object]:
    return client.get(API).json or {}


def test_a_round_begun_at_one_host_is_played_at_another_and_corrected_at_either(tmp_path):
    played = by_chance(Random(1), "triatri", 2, is_tidy=True)
    lines = [
        json.dumps(each).encode() for each in (codec.header_fields(played.header), *played.lines)
    ]
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    with running() as server:
        url = server.database()
        with (
            house(tmp_path / "one", Cables(), 1, database=url) as one,
            house(tmp_path / "other", Cables(), 1, database=url) as other,
        ):
            here, there = one.app().test_client(), other.app().test_client()
            new = {
                "title": "Monday",
                "game": "triatri",
                "players": 2,
                "movement": "round_robin",
                "options": dict(played.header.given),
                "entrants": [["Ann"], ["Bo"]],
            }
            assert here.post(API, json=new, headers=ORIGIN).status_code == 201
            until(lambda: told(there).get("title") == "Monday")
            begun = there.post(f"{API}/rounds", json={"round": 1}, headers=ORIGIN)
            assert begun.json["not_seated"] == []
            (meeting,) = begun.json["rounds"][0]["meetings"]
            table = one.tables[meeting["code"]]
            until(lambda: list(table.view().names) == meeting["seats"])
            assert table.ask(commands.TakeIn(tuple(lines))).is_done
            until(lambda: told(there)["rounds"][0]["meetings"][0]["is_complete"])  # type: ignore[index]
            assert here.post(f"{API}/rounds/end", headers=ORIGIN, json={}).status_code == 200
            before = scores(told(there))
            assert any(before.values())
            struck = {"kind": "struck", "seq": len(played.lines)}
            correction = {"code": table.code, "game": table.view().games, "entry": struck}
            done = there.post(f"{API}/corrections", json=correction, headers=ORIGIN)
            assert done.status_code == 200
            until(lambda: scores(told(here)) == scores(told(there)) != before)
