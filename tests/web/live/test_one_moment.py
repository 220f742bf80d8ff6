"""Every page is about one moment, though the table changes behind each look at it."""

from itertools import cycle

import pytest

from tricktable.rules.options import even_teams
from tricktable.table import commands
from web.room import CODE, HOST_PAGE, ask

LOOKS = ("view", "record", "places", "memory", "writer", "decks", "history", "rows", "snapshot")
ACTS = ("ask", "try_out", "sitting")
FEW, MANY = 2, 13


class Restless:
    """A table at which, behind every look, a game with more seats begins, or one with fewer."""

    def __init__(self, table):
        self._table = table
        self._players = cycle((FEW, MANY))
        self.is_still = False
        self.change()

    def change(self):
        players = next(self._players)
        teams = {"teams": even_teams(players)} if players == MANY else {}
        game = commands.NewGame("tredici", players, options=teams, dealer=players - 1)
        ask(self._table, game)

    def __getattr__(self, name):
        if name not in LOOKS + ACTS or self.is_still:
            return getattr(self._table, name)
        found = getattr(self._table, name)
        if not callable(found):
            self.change()
            return found

        def looked(*args, **kwargs):
            seen = found(*args, **kwargs)
            self.change()
            return seen

        return looked


@pytest.fixture
def restless(room):
    room.tables[CODE] = Restless(room.table)
    return room.tables[CODE]


PAGES = [
    HOST_PAGE,
    f"{HOST_PAGE}?correct=1",
    f"{HOST_PAGE}?try=strike&seq=1",
    f"{HOST_PAGE}?try=undo",
    f"{HOST_PAGE}?away=12",
    f"{HOST_PAGE}?new=tredici:13",
    f"{HOST_PAGE}?forget=",
    "/host/",
    f"/host/decks?table={CODE}",
    f"{HOST_PAGE}/export/record",
    f"{HOST_PAGE}/export/scores",
    f"{HOST_PAGE}/export/sheet",
    "/",
    f"/t/{CODE}",
    f"/t/{CODE}/seat",
    f"/t/{CODE}/seat/own",
    f"/t/{CODE}/wall",
    f"/t/{CODE}/game",
    f"/t/{CODE}/evening",
    f"/api/v1/tables/{CODE}",
    f"/api/v1/tables/{CODE}/entries",
    f"/api/v1/tables/{CODE}/games",
    f"/api/v1/tables/{CODE}/games/1/record",
]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_breaks_while_the_number_of_seats_changes(restless, client, path):
    for _ in range(2):  # from few seats to many, and back
        assert client.get(path).status_code in (200, 409)
        restless.change()


def test_the_hosts_page_has_a_place_for_each_seat(restless, client):
    for _ in range(2):
        page = client.get(HOST_PAGE).text
        part = page.partition('id="phones"')[2].partition("</details>")[0]
        phones, _, names = part.partition('id="names"')
        seats = names.count('name="seat"')
        assert seats in (FEW, MANY)
        assert phones.count('name="seat"') == seats
        restless.change()


def test_entries_are_those_of_the_game_and_version_that_are_told(restless, client):
    for _ in range(2):
        answer = client.get(f"/api/v1/tables/{CODE}/entries")
        (entry,) = answer.json["entries"]
        has_few = answer.json["game"] % 2 == 1
        assert entry["dealer"] == (FEW if has_few else MANY) - 1
        restless.change()


def test_a_phone_without_a_seat_is_offered_all_seats_of_one_moment(restless, client):
    for _ in range(2):
        chairs = client.get(f"/t/{CODE}/seat/own").text.count('name="seat"')
        assert chairs in (FEW, MANY)
        restless.change()
