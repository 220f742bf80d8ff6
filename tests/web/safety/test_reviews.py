"""What is sent while a hand is on is the same, byte for byte, whether reviews are searched or not:
at every door, to guests, seats, the host and programs.
"""

import json
import re
from datetime import UTC, datetime
from random import Random

import pytest

from players import every_game
from rig.patience import until
from tricktable.rules import codec
from tricktable.rules.review.claim import can_claim
from tricktable.table import commands
from tricktable.text.language import languages
from tricktable.web import reviews
from tricktable.web.outbound import topics
from tricktable.web.outbound.webhooks import SECRET_PREFIX, Reception, Webhooks
from tricktable.web.site import site_of
from web.room import CODE, NAMES, Room, ask, sit
from web.safety.routes import reads

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
BEFORE, RUNNING = 1, 2
"""A game that is over, and the one whose hand is on."""
LOOKS = 20, 36
"""Of the running game, after so many entries, all doors are looked at."""
ABOUT_REVIEWS = ("review", "/replay", "/try", "/claim", "/puzzle")
"""Doors that may tell what was searched. The others may not."""
ELSEWHERE = ("/metrics", "/healthz", "/static/", "/games", "/api/v1/openapi.json")
"""Doors that tell of no table."""
UNCLAIMED = "triatri", "tredici"
"""Games without tricks that could be claimed."""
PEN = re.compile(rb'name="pen" value="[^"]*"')
"""Drawn by chance for each page of the host."""


def search(client, looks, seq):
    """Have all searched that anybody can ask for: the game before, and the one that is on."""
    game, api = f"/t/{CODE}/game/{RUNNING}", f"/api/v1/tables/{CODE}"
    asked = [f"{game}/review", f"{api}/games/{RUNNING}/review", f"{game}/replay?at={seq}&seat=1"]
    asked += [f"{game}/replay?at=900&marks=1", f"{game}/try?at={seq}&ask=hint"]
    asked += [f"/t/{CODE}/puzzle", f"/t/{CODE}/puzzle/{RUNNING}"]
    if looks == LOOKS[0]:
        asked.append(f"{api}/games/{BEFORE}/review")
    for address in asked:
        assert client.get(address).status_code < 500, address
    for address in (f"/t/{CODE}/claim", f"{api}/claim"):
        assert "holds" not in client.get(address).text  # it does not lie open


def streams(room):
    """What everybody is sent who follows the table: guests, walls, overlays and programs."""
    site, view = site_of(room.app), room.table.view()
    for kind in (room.views, site.states, site.overlays, site.changes):
        yield from (kind.newest(CODE, language).message for language in languages())
    yield topics.state(view)


def answers(client, about="", **headers):
    """What all doors but those of reviews answer; of a table, only those with its code."""
    for path in (each for each in reads(client.application) if about in each):
        if path.startswith(ELSEWHERE) or any(each in path for each in ABOUT_REVIEWS):
            continue
        answer = client.get(path, headers=headers)
        told = [each for each in answer.headers if each[0] != "Date"]
        yield path, answer.status_code, told, PEN.sub(b"", answer.data)


class Receiver:
    """Where a webhook of a room delivers, and the webhook."""

    def __init__(self, room, folder):
        self.told = list[tuple[dict[str, str], bytes]]()
        address = "https://example.org/hook", f"{SECRET_PREFIX}AAAA", room.journal, folder / "hook"
        self.hook = Webhooks(*address, send=self.send, now=lambda: NOON)
        self.hook.show(room.table.view())
        self.hook.start()
        until((folder / "hook").exists)

    def send(self, _url, headers, body):
        """Keep what is delivered."""
        self.told.append((dict(headers), body))
        return Reception(True)

    def deliveries(self, games):
        """All that it is told until this many games have begun."""
        until(lambda: sum(b"game.began" in body for _, body in self.told) == games)
        self.hook.stop()
        return self.told


def claim(room, seat, others):
    """This seat claims the rest, and one of the other phones has not agreed."""
    seq = room.table.record().seq
    ask(room.table, commands.ClaimRest(seat, RUNNING, seq, others))
    ask(room.table, commands.AnswerClaim(others[1:], RUNNING, seq, True, [seat, *others]))


def sent(folder, name, games, is_searched):
    """Every byte that anybody can get while the second of these games goes on."""
    folder.mkdir()
    room = Room(folder, wall_clock=lambda: NOON)
    receiver = Receiver(room, folder)
    host, guest = room.app.test_client(), room.app.test_client()
    guest.environ_base = {**guest.environ_base, "REMOTE_ADDR": "192.168.1.50"}
    before, running = games
    lines = [codec.write_header(before.header), *map(json.dumps, before.lines)]
    ask(room.table, commands.TakeIn(tuple(line.encode() for line in lines)))
    count, given = running.header.players, dict(running.header.given)
    ask(room.table, commands.NewGame(name, count, list(NAMES[:count]), given, abandon=True))
    tokens = [sit(room.table, seat) for seat in range(count)]
    can = False
    for number, line in enumerate(running.lines[: LOOKS[-1]], 1):
        ask(room.table, commands.Enter(line))
        receiver.hook.show(room.table.view())
        record = room.table.record()
        if number in LOOKS:
            can = can_claim(record, 1)
            if can:
                claim(room, 1, [0, 2])
            if is_searched:
                search(guest, number, record.seq)
        yield from streams(room)
        if number in LOOKS:
            yield from answers(host)
            yield from answers(guest)
            for token in tokens:
                yield from answers(guest, CODE, **{"X-Seat-Token": token})
    assert can is (name not in UNCLAIMED)
    ask(room.table, commands.NewGame(name, count, list(NAMES[:count]), given, abandon=True))
    receiver.hook.show(room.table.view())
    yield from receiver.deliveries(3)
    room.close()


@pytest.mark.parametrize(("name", "count"), every_game.USUAL)
def test_a_search_changes_nothing_that_anybody_is_sent(name, count, tmp_path, monkeypatch):
    monkeypatch.setattr(reviews, "SECONDS", 0.0)  # how far a search comes in time is never the same
    monkeypatch.setattr(reviews, "_IDLE", 0)  # nobody else is in a hurry here
    games = [every_game.by_chance(Random(seed), name, count, is_tidy=True) for seed in (5, 3)]
    alone = [*sent(tmp_path / "alone", name, games, False)]
    for unasked, asked in zip(alone, sent(tmp_path / "asked", name, games, True), strict=True):
        assert unasked == asked
