"""Values at the edges of every parameter of every address: none breaks a page, now or later.

Nobody lists the parameters. The app's own map has the addresses, its pages have their forms, each
page's own look at a request says which fields there are besides, and the description of the
interface says what its bodies consist of.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from html.parser import HTMLParser
from itertools import islice
from typing import Any, Final, NamedTuple
from urllib.parse import quote, urlencode, urljoin

import pytest
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.test import TestResponse

from thorough import some
from tricktable.club.people import words
from tricktable.table.views import WITHOUT
from tricktable.web.api import problems
from tricktable.web.api.shapes import JSON, JSON_LINES
from web.people.played_games import play
from web.room import CODE, TOKEN, begin, sit
from web.safety.routes import STREAMS, Asked, House, writes

pytestmark = pytest.mark.sampled
FORM: Final = "application/x-www-form-urlencoded"
HOST: Final = {"Origin": "http://localhost", "X-Host-Token": TOKEN}
MOST: Final = str(10**400)
TEXTS: Final = (
    *("", " ", "0", "-1", "1", "2", "07", "1_0", "1.5", "٣", "²"),
    *(str(2**63), str(-(2**63) - 1), MOST, "1e400", "NaN", "-Infinity"),
    *("0001-01-01", "9999-12-31", "10000-01-01", "2026-02-30", "2026-09-01T00:00Z"),
    *("\ud800", "\x00", "\u202e", "x" * 3000, "[" * 2000, "null", "../..", "%"),
)
"""What may be typed into any field, or stand in any gap of an address."""
JSONS: Final = (
    *("null", "true", "0", "-1", "1", "1.5", "16.0", "-0.0", "1e400", "NaN", "Infinity"),
    *(str(2**53), str(2**63), str(2**64), MOST, f"-{MOST}"),
    *('""', '" "', '"\\ud800"', '"\\u0000"', f'"{"x" * 3000}"', "[]", "{}", "[[]]", "[null]"),
    *('"0001-01-01"', '"9999-12-31"', '"10000-01-01"', '"2026-02-30"', '"1"'),
)
"""What may stand in any place of a body of JSON."""
BODIES: Final = (
    *(b"", b"\xff\xfe", b"\x00", b"{", b"null", b"NaN", b"[" * 20_000, b'{"a":' * 5_000),
    *(MOST.encode(), b"=&=&;%", b"%ED%A0%80=%00", b'"\xed\xa0\x80"'),
)
"""What may be sent instead of a form or a body of JSON."""
KINDS: Final = (JSON, JSON_LINES, FORM, "multipart/form-data; boundary=x", "")
ENDS: Final = (
    *(("0001-01-01", "0001-01-02"), ("9999-12-30", "9999-12-31"), ("0001-01-01", "9999-12-31")),
    *(("2026-09-02", "2026-09-01"), ("2026-09-01", "2026-09-01")),
)
"""Ranges at both ends of all days, one that is reversed, and a day."""
CHEAP: Final = words.Cost(2, 1, 1)
GAPS: Final = {"code": CODE, "name": "torite", "filename": "style.css"}
QUESTIONS: Final = (
    *("", "?correct=3", "?new=troika", "?forget=Ann&sure=once", "?who=1", "?try=strike&seq=3"),
    *("?away=1", "?plain=1&seat=1"),
)
"""Ways to ask for pages, which then have other forms."""


class Noted(ImmutableMultiDict[str, str]):
    """What a request says in its address or its form; notes which of it a page looks at."""

    fields: Final[set[str]] = set()
    """Of all requests together."""

    def __getitem__(self, key: str) -> str:
        self.fields.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.fields.add(str(key))
        return super().__contains__(key)

    def get(self, key: str, *args: Any, **more: Any) -> Any:
        """As a dictionary's."""
        self.fields.add(key)
        return super().get(key, *args, **more)

    def getlist(self, key: str, *args: Any, **more: Any) -> Any:
        """All values of one field."""
        self.fields.add(key)
        return super().getlist(key, *args, **more)


class Form(NamedTuple):
    """A form of a page: where it is sent, and what it sends if nobody types anything."""

    method: str
    path: str
    fields: Mapping[str, str]


_SAYS: Final = {"what": "leader", "seat": "1"}
OF_OTHER_GAMES: Final = (
    Form("POST", f"/host/t/{CODE}/say", {**_SAYS, "value": "null"}),
    Form("POST", f"/host/t/{CODE}/say", {**_SAYS, "count": "1"}),
    Form("POST", f"/host/t/{CODE}/say", {**_SAYS, "things": "2", "thing-1": "0.1", "thing-2": "1"}),
    Form("POST", f"/host/t/{CODE}/amend", {**_SAYS, "value": "null", "seq": "3"}),
)
"""Forms that a page has where another game runs, or another step of it is due."""


class Forms(HTMLParser):
    """Every form of one page."""

    def __init__(self, path: str, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._path, self._select = path, ""
        self._fields: dict[str, str] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A form begins, or something in it."""
        has = {name: said or "" for name, said in attrs}
        if tag == "form":
            self._fields = {}
            path = urljoin(self._path, has.get("action", "")).partition("?")[0]
            self.found.append(Form(has.get("method", "get").upper(), path, self._fields))
        elif self._fields is not None and has.get("name"):
            self._fields.setdefault(has["name"], has.get("value", ""))
            self._select = has["name"] if tag == "select" else ""
        elif self._fields is not None and tag == "option" and self._select:
            self._fields[self._select] = self._fields[self._select] or has.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        """A form ends."""
        if tag == "form":
            self._fields = None


class Edges(NamedTuple):
    """A house in which there is some of everything, and what must hold of each of its answers."""

    house: House

    def routes(self) -> Iterator[Asked]:
        """Every address with the plainest words in its gaps."""
        for rule in self.house.room.app.url_map.iter_rules():
            path = re.sub(r"<(?:[^:>]+:)?(\w+)>", lambda gap: GAPS.get(gap[1], "1"), rule.rule)
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                if path not in STREAMS:
                    yield Asked(method, path, rule.endpoint)

    def send(self, asked: Asked | Form, fields: Mapping[str, str]) -> TestResponse:
        """Its answer to these fields, in the address or in a form."""
        said = urlencode(fields, errors="surrogatepass")
        where: dict[str, Any] = {"query_string": said}
        if asked.method != "GET":
            where = {"data": said, "content_type": FORM}
        return self.answer(asked.method, asked.path, **where)

    def answer(self, method: str, path: str, **how: Any) -> TestResponse:
        """An answer to the host, which is no fault; each refusal has a sentence of its own."""
        headers = {**HOST, "X-Seat-Token": self.house.token, **how.pop("headers", {})}
        answer = self.house.here.open(path, method=method, headers=headers, buffered=True, **how)
        where = f"{method} {path[:100]} {str(how)[:200]}: {answer.status_code}"
        assert answer.status_code < 500, where
        if answer.status_code >= 400:
            said = _words(answer)
            assert "Something went wrong" not in said, where
            assert re.search(r"\w\w+.*[.!?]", said, re.DOTALL), f"{where} {said}"
        return answer

    def shows(self, of: object, every: int) -> None:
        """None of these pages is broken by what is stored by now: one in so many."""
        pages = [each.path for each in self.routes() if is_page(each)]
        for path in some(pages, of, every):
            self.answer("GET", path)

    def shows_all(self) -> None:
        """No page is."""
        self.shows("", every=1)


def is_page(asked: Asked) -> bool:
    """Whether it shows what is stored."""
    return asked.method == "GET" and asked.endpoint not in ("static", "openapi.openapi")


def _words(answer: TestResponse) -> str:
    if answer.mimetype == problems.MIMETYPE:
        return str(json.loads(answer.data)["detail"])
    page = answer.get_data(as_text=True)
    return re.sub(r"<[^>]*>", " ", page.partition("<main")[2] or page)


@pytest.fixture(scope="module")
def edges(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Edges]:
    dear, house = words.COST, House(tmp_path_factory.mktemp("house"))
    app = house.room.app
    # What a word costs is no matter of its letters, and each try took as long as thirty pages.
    words.COST = CHEAP  # type: ignore[misc]
    app.request_class = type("Request", (app.request_class,), {"parameter_storage_class": Noted})
    play(house.room.another("A2B"))
    edges = Edges(house)
    people = [[name] for name in ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gil", "Hal")]
    contest = {"title": "Monday", "game": "torite", "players": 4, "movement": "swiss"}
    for method, path, body in (
        ("PUT", "season", {"first": "2026-09-01", "last": "2027-06-30"}),
        ("POST", "club/competition", {**contest, "entrants": people}),
        ("POST", "club/announcements", {"text": "Supper is served", "minutes": 10}),
        ("PUT", "club/round", {"minutes": 20}),
    ):
        assert edges.answer(method, f"/api/v1/{path}", json=body).status_code in (200, 201)
    yield edges
    house.room.close()
    words.COST = dear  # type: ignore[misc]


@pytest.mark.parametrize("text", [*TEXTS, "A2B", "a2b"])
def test_whatever_stands_in_a_gap_of_an_address(edges, text):
    said = quote(text, errors="surrogatepass")
    for rule in edges.house.room.app.url_map.iter_rules():
        if text in TEXTS and text not in some(TEXTS, rule, every=6):
            continue
        for gap in re.findall(r"<[^>]+>", rule.rule):
            path = rule.rule.replace(gap, said, 1)
            path = re.sub(r"<(?:[^:>]+:)?(\w+)>", lambda each: GAPS.get(each[1], "1"), path)
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                if not path.endswith("/live"):
                    edges.answer(method, path)


def test_whatever_is_asked_of_a_page_or_typed_into_its_forms(edges):
    tried = 0
    Noted.fields.clear()
    edges.send(Asked("GET", "/nowhere", ""), {})
    everywhere = {*Noted.fields}  # one place reads them for all pages
    for asked in dict.fromkeys((*edges.routes(), *writes(edges.house.room.app))):
        if asked.path in STREAMS or (asked.path.startswith("/api/") and asked.method != "GET"):
            continue
        Noted.fields.clear()
        edges.send(asked, {})
        known: set[str] = set()
        while fields := Noted.fields - known:  # some are looked at only where others are given
            known |= fields
            for field in sorted(fields):
                every = len(TEXTS) if field in everywhere else 4
                for text in some(TEXTS, (asked, field), every):
                    edges.send(asked, {field: text})
                    tried += 1
        if {"first", "last"} <= known:
            for first, last in ENDS:
                edges.send(asked, {"first": first, "last": last})
    assert tried > 800


def test_whatever_is_typed_into_the_forms_that_pages_have(edges):
    found: dict[tuple[str, ...], Form] = {}
    for asked in edges.routes():
        for question in QUESTIONS if asked.method == "GET" else ():
            answer = edges.answer("GET", asked.path + question)
            if answer.mimetype == "text/html":
                for form in Forms(asked.path, answer.text).found:
                    found.setdefault((form.method, form.path, *form.fields), form)
    assert len(found) > 40
    for form in (*found.values(), *OF_OTHER_GAMES):
        fields = {**form.fields, "seat_token": edges.house.token, "pen": ""}
        for field in form.fields:
            for text in some(TEXTS, (form, field)):
                edges.send(form, {**fields, field: text})
        if {"first", "last"} <= form.fields.keys():
            for first, last in ENDS:
                edges.send(form, {**fields, "first": first, "last": last})
    edges.shows_all()  # with each of these ranges: test_a_season_at_either_end_of_all_days


def test_whatever_a_phone_says_that_it_lays_where_no_board_does(edges):
    table = edges.house.room.another("A2C")
    begin(table)
    table.board_is(WITHOUT)
    moment = {"game": str(table.view().games), "seq": "2"}
    fields = {**moment, "card": "9H", "how": "played", "seat": "1"}
    mine = {"X-Seat-Token": sit(table, 1)}
    for act in ("lay", "take_back"):
        for field in fields:
            for text in some(TEXTS, (act, field)):
                said = urlencode({**fields, field: text}, errors="surrogatepass")
                path = f"/t/{table.code}/seat/{act}"
                edges.answer("POST", path, data=said, content_type=FORM, headers=mine)


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_sent_instead_of_a_form_or_of_json(edges, kind):
    for asked in edges.routes():
        if asked.method != "GET":
            for body in some(BODIES, (asked, KINDS.index(kind) * "."), every=len(KINDS)):
                edges.answer(asked.method, asked.path, data=body, content_type=kind or None)


# --- the interface for programs -------------------------------------------------------------------

Schema = Mapping[str, Any]
PLAIN: Final = {"integer": 1, "number": 1, "boolean": False, "string": "x"}


def sample(schema: Schema, known: Mapping[str, Schema]) -> Any:
    """A value with every member that there may be; of several choices, the first."""
    if "$ref" in schema:
        return sample(known[schema["$ref"].rpartition("/")[2]], known)
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        return sample(next(each for each in choices if each != {"type": "null"}), known)
    if "properties" in schema:
        return {name: sample(each, known) for name, each in schema["properties"].items()}
    if "prefixItems" in schema:
        return [sample(each, known) for each in schema["prefixItems"]]
    if schema.get("type") == "array":
        return [sample(schema.get("items", {}), known)] * max(1, schema.get("minItems", 1))
    if schema.get("type") == "object":
        return {"x": sample(schema.get("additionalProperties") or {}, known)}
    if schema.get("format") == "date":
        return "2026-09-01"
    plain = schema.get("minimum", PLAIN.get(schema.get("type", ""), "x"))
    return schema.get("const", schema.get("enum", [plain])[0])


def places(value: object, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a value, the whole of it first."""
    yield at
    if isinstance(value, dict | list):
        for name, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from places(each, (*at, name))


def with_at(value: object, at: Sequence[Any], said: str) -> str:
    """The value as JSON, with this in one of its places."""
    if not at:
        return said
    whole = inner = deepcopy(value)
    for each in at[:-1]:
        inner = inner[each]  # type: ignore[index]
    inner[at[-1]] = "@@"  # type: ignore[index]
    return json.dumps(whole).replace('"@@"', said, 1)


PARTS = 4
"""A busy machine has a minute and more to do with all operations at once."""


def operations(edges: Edges) -> Iterator[tuple[str, str, Schema]]:
    """Every operation: its method, its address and its description."""
    described = edges.answer("GET", "/api/v1/openapi.json").json
    for path, methods in described["paths"].items():  # type: ignore[index]
        for method, operation in methods.items():
            address = re.sub(r"{(\w+)}", lambda gap: GAPS.get(gap[1], "1"), path)
            if address not in STREAMS:
                yield method.upper(), address, operation


def test_whatever_stands_in_a_question_or_in_a_header(edges):
    for method, path, operation in operations(edges):
        for given in operation["parameters"]:
            is_asked = given["in"] == "query"  # few: each is tried with all
            for text in TEXTS if is_asked else some(TEXTS, (path, given["name"])):
                if is_asked:
                    said = urlencode({given["name"]: text}, errors="surrogatepass")
                    edges.answer(method, path, query_string=said)
                elif given["in"] == "header" and text.isascii() and text.isprintable():
                    edges.answer(method, path, headers={given["name"]: text}, json={})
        if "first" in {each["name"] for each in operation["parameters"]}:
            for first, last in ENDS:
                edges.answer(method, path, query_string={"first": first, "last": last})


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_stands_in_a_body_and_is_stored(edges, part):
    described = edges.answer("GET", "/api/v1/openapi.json").json
    known = described["components"]["schemas"]  # type: ignore[index]
    tried = 0
    for method, path, operation in islice(operations(edges), part, None, PARTS):
        content = operation.get("requestBody", {}).get("content", {}).get(JSON)
        if content is None:
            continue
        examples = [each["value"] for each in content.get("examples", {}).values()]
        is_stored = False
        for example in (*examples, sample(content["schema"], known)):
            for at in places(example):
                answers = [
                    edges.answer(
                        method, path, data=with_at(example, at, said), content_type=JSON
                    ).status_code
                    for said in some(JSONS, (path, at))
                ]
                tried += len(answers)
                if any(each < 400 for each in answers) and not path.endswith("/try"):
                    is_stored = True
                    edges.shows((path, example, at), every=4)
        if is_stored:
            edges.shows_all()
    assert tried > 500


def test_a_season_at_either_end_of_all_days(edges):
    for first, last in ENDS:
        edges.answer("PUT", "/api/v1/season", json={"first": first, "last": last})
        edges.shows_all()
