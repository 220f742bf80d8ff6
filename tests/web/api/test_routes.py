"""Every row of the API's table is served as it says: at its address, to whom it lets in."""

import itertools

import pytest

from rig.evening import TOKEN, Cables, house
from tricktable.web import limits
from tricktable.web.api.route import ANYBODY, HOST, OWNER, TAGS
from tricktable.web.api.routes import PREFIX, ROUTES

PLACES = {"name": "torite", "seq": 1, "number": 1, "announcement": 1, "seat": 1}
ELSEWHERE = {"REMOTE_ADDR": "192.168.1.50"}


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A whole house, asked by somebody in the room, never too often."""
    with house(tmp_path_factory.mktemp("house"), Cables()) as made:
        app = made.app()
        ticks = itertools.count(step=1000)
        limits.init_app(app, lambda: next(ticks))
        yield made.table.code, app


def ask(hall, route, **headers):
    """What somebody in the room is told who sends nothing."""
    code, app = hall
    adapter = app.url_map.bind("localhost")
    rule = next(each for each in app.url_map.iter_rules() if each.endpoint == f"api.{route.name}")
    given = {name: PLACES.get(name, code) for name in rule.arguments}
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


@pytest.mark.parametrize("route", ROUTES, ids=lambda each: each.name)
def test_a_row_lets_in_whom_it_says(hall, route):
    refused = kind(ask(hall, route)) == "not-host"
    assert refused == (route.who is HOST)
    assert kind(ask(hall, route, **{"X-Host-Token": "wrong"})) == (
        "not-host" if refused else kind(ask(hall, route))
    )
    assert kind(ask(hall, route, **{"X-Host-Token": TOKEN})) in ("", *route.every_problem)


def test_nothing_is_changed_by_anybody_but_the_host_or_a_persons_own_word():
    assert {each.name for each in ROUTES if each.is_change and each.who is not HOST} == {
        each.name for each in ROUTES if each.who is OWNER
    }
    assert {each.who for each in ROUTES if not each.is_change} == {ANYBODY, HOST}


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
