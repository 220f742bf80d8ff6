"""Every row of the API's table is served as it says: at its address, to whom it lets in."""

import itertools

import pytest

from rig.evening import TOKEN, Cables, house
from tricktable.web import limits
from tricktable.web.api.route import ANYBODY, HOST, OWNER, TAGS, Permission
from tricktable.web.api.routes import PREFIX, ROUTES

PLACES = {"name": "torite", "seq": 1, "number": 1, "announcement": 1, "seat": 1}
READ_BY_ANYBODY = set(
    "listTables readTable followTable listGames reviewGame listKnownGames readGameRules readGuide"
    " readClaim listEntries listDecks followClub readSeason readCompetition exportResult".split()
)
"""What shows no more than the room may know."""
BY_THEIR_WORD = {"readOwnGames", "forgetMe"}
"""What a person asks for with their own word and no token."""
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.50"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A whole house, asked by somebody in the room, never too often."""
    with house(tmp_path_factory.mktemp("house"), Cables()) as made:
        app = made.app()
        ticks = itertools.count(step=1000)
        limits.init_app(app, lambda: next(ticks))
        yield made, app


def ask(hall, route, **headers):
    """What somebody in the room is told who sends nothing."""
    made, app = hall
    adapter = app.url_map.bind("localhost")
    rule = next(each for each in app.url_map.iter_rules() if each.endpoint == f"api.{route.name}")
    given = {name: PLACES.get(name, made.table.code) for name in rule.arguments}
    path = adapter.build(rule.endpoint, given)
    json = {} if route.is_change else None
    client = app.test_client()
    return client.open(
        path, method=route.method, json=json, headers=headers, environ_base=ELSEWHERE
    )


def kind(answer):
    """The kind of problem it is; empty if it is none, or a stream."""
    is_problem = answer.mimetype == "application/problem+json"
    return answer.json["type"].rpartition(":")[2] if is_problem else ""


def there(made):
    """The tables, what is written of each, and who keeps its score."""
    return {code: ([*table.rows()], table.writer) for code, table in made.tables.items()}


@pytest.mark.parametrize("route", ROUTES, ids=lambda each: each.name)
def test_a_row_lets_in_whom_it_says_and_does_nothing_for_others(hall, route):
    before = there(hall[0])
    for headers in (
        {},
        {"X-Host-Token": "wrong"},
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Seat-Token": TOKEN},
    ):
        answer = ask(hall, route, **headers)
        assert (kind(answer) == "not-host") == (route.permission is HOST), headers
        assert (answer.status_code == 403) == (route.permission is HOST), headers
    assert there(hall[0]) == before
    if not route.is_change:
        assert kind(ask(hall, route, **{"X-Host-Token": TOKEN})) != "not-host"


def test_the_host_alone_changes_anything_and_reads_whatever_the_room_may_not_know():
    """Two lists besides the table, so that a slip in its first column is seen."""
    let_in = {who: {each.name for each in ROUTES if each.permission is who} for who in Permission}
    assert let_in[ANYBODY] == READ_BY_ANYBODY
    assert let_in[OWNER] == BY_THEIR_WORD
    assert not [each.name for each in ROUTES if each.permission is ANYBODY and each.is_change]


def test_what_is_served_below_the_prefix_is_the_table_and_its_description(hall):
    _, app = hall
    served = [
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/")
    ]
    rows = [(each.method, PREFIX + each.path) for each in ROUTES]
    assert sorted(served) == sorted([*rows, ("GET", f"{PREFIX}/openapi.json")])


def test_the_rows_of_a_tag_stand_together_in_the_order_of_the_tags():
    assert [tag for tag, _ in itertools.groupby(each.tag for each in ROUTES)] == [*TAGS]
