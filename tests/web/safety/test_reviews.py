"""What guests are sent while a hand is on is the same, byte for byte, whoever asks for a review."""

from random import Random

import pytest

from players import every_game
from tricktable.table import commands
from tricktable.web.guest import fragment
from web.room import CODE, Room, ask

KINDS = [("torite", 4), ("troika", 4), ("tredici", 3)]
ASKED = [f"/t/{CODE}/game/1/review", f"/t/{CODE}/game/1/replay?at=900&marks=1"]
CLAIM = [f"/t/{CODE}/claim", f"/api/v1/tables/{CODE}/claim"]


@pytest.mark.parametrize(("name", "count"), KINDS)
def test_a_review_that_is_asked_for_changes_nothing_that_anybody_is_sent(name, count, tmp_path):
    game = every_game.by_chance(Random(3), name, count, is_tidy=True)
    sent = []
    for asks in (False, True):
        folder = tmp_path / f"{asks}"
        folder.mkdir()
        room = Room(folder)
        client = room.app.test_client()
        names = ["Ann", "Bo", "Cy", "Di"][:count]
        ask(room.table, commands.NewGame(name, count, names, dict(game.header.given)))
        seen = []
        for number, line in enumerate(game.lines[:30]):
            ask(room.table, commands.Enter(line))
            if asks and number % 6 == 5:
                for address in ASKED:
                    assert client.get(address).status_code == 200
            claims = number == 20 and name != "tredici"  # where there are no tricks to claim
            if claims:
                seq = room.table.record().seq
                ask(room.table, commands.ClaimRest(1, 1, seq, [0, 2]))
                ask(room.table, commands.AnswerClaim([0], 1, seq, True, [0, 1, 2]))
            for address in CLAIM if asks else ():
                told = client.get(address)
                assert (told.status_code == 200) is claims
                assert "holds" not in told.text
            seen.append(fragment.render(room.table.view()))
            if number % 6 == 5:
                seen.append(client.get(f"/t/{CODE}/game").text)
        sent.append(seen)
        room.close()
    assert sent[0] == sent[1]
