"""Every field of every body and question of the table of routes, made wrong in each way.

The refusal says in words which field, what it must be and what to do, and quotes no card's code.
"""

import copy
import re

import pytest
from msgspec import inspect

from rig.evening import TOKEN
from tricktable.text.unfit import FORM
from tricktable.web.api.problems import MIMETYPE
from tricktable.web.api.routes import PREFIX, ROUTES
from tricktable.web.api.shapes import Text
from web.look.test_card_spelling import CODE

MISSING = object()
OF_PYTHON = re.compile(r"`|\$|[Rr]egex|RFC|\bstr\b|\bint\b|\bbool\b|\barray\b|\bbyte\b|\^|None")
"""How libraries and programs speak of types, and no person does."""
LISTS = (inspect.ListType, inspect.VarTupleType)
WRONG = (True, 7.5, "QH", [["QH"]], {"QH": 1})
"""A value of each JSON type; which of them are wrong depends on the field."""
EXAMPLES = {
    "topic": "leader",
    "pen": "pen-1",
    "card": "2C",
    "secrets": "no",
    "abandon": "no",
}
"""What fits a field's pattern."""


def plain(kind):
    """The type without what is said beside it, and the words that are listed beside it."""
    listed = ()
    while isinstance(kind, inspect.Metadata):
        listed = listed or (kind.extra_json_schema or {}).get("enum", ())
        kind = kind.type
    return kind, listed


def choices(kind):
    """Every type that may stand there."""
    kind, listed = plain(kind)
    if isinstance(kind, inspect.UnionType):
        return [each for inner in kind.types for each in choices(inner)]
    return [(kind, listed)]


def values(kind, name=""):
    """A whole value of this type for each choice of structs in it, with all its members."""
    for each, listed in choices(kind):
        if isinstance(each, inspect.StructType):
            inner = [[*values(field.type, field.encode_name)] for field in each.fields]
            tag = {each.tag_field: each.tag} if each.tag_field else {}
            names = [field.encode_name for field in each.fields]
            for at in range(max([1, *map(len, inner)])):
                chosen = (many[min(at, len(many) - 1)] for many in inner)
                yield {**tag, **dict(zip(names, chosen, strict=True))}
        elif isinstance(each, LISTS):
            yield [next(values(each.item_type, name.removesuffix("s")))] * (each.min_length or 1)
        else:
            yield single(each, listed, name)


def single(kind, listed, name):
    """A value of a type that holds no other."""
    match kind:
        case inspect.LiteralType():
            return kind.values[0]
        case inspect.IntType():
            return kind.ge or 1
        case inspect.StrType():
            return listed[0] if listed else EXAMPLES[name] if kind.pattern else "x"
        case inspect.DateType():
            return "2026-09-01"
    return {inspect.BoolType: False, inspect.DictType: {}}.get(type(kind))


def fields(kind, value, at=()):
    """Every field in a value of this type: where, its type, and whether it may be left out."""
    for each, _ in choices(kind):
        match each:
            case inspect.StructType() if isinstance(value, dict):
                if each.tag_field and value.get(each.tag_field) != each.tag:
                    continue
                if each.tag_field:
                    yield (*at, each.tag_field), inspect.LiteralType((each.tag,)), True
                for field in each.fields:
                    where = (*at, field.encode_name)
                    yield where, field.type, field.required
                    yield from fields(field.type, value[field.encode_name], where)
            case inspect.ListType() | inspect.VarTupleType() if isinstance(value, list):
                for place, inner in enumerate(value):
                    yield (*at, place), each.item_type, False
                    yield from fields(each.item_type, inner, (*at, place))


def takes(kind, value):
    """Whether the field's type takes a value of this JSON type."""
    return any(
        isinstance(each, inspect.AnyType)
        or {
            bool: isinstance(each, inspect.BoolType),
            float: isinstance(each, inspect.FloatType),
            str: isinstance(each, inspect.StrType | inspect.DateType | inspect.LiteralType),
            list: isinstance(each, LISTS),
            dict: isinstance(each, inspect.StructType | inspect.DictType),
            type(None): isinstance(each, inspect.NoneType),
        }[type(value)]
        for each, _ in choices(kind)
    )


def too_long(kind):
    """Values beyond each limit of the field."""
    for each, _ in choices(kind):
        match each:
            case inspect.IntType():
                yield from () if each.le is None else (each.le + 1,)
                yield from () if each.ge is None else (each.ge - 1,)
            case inspect.StrType() if each.max_length or each.pattern:
                yield "x" * ((each.max_length or 100) + 1)
            case inspect.ListType() | inspect.VarTupleType() if each.max_length:
                yield [next(values(each.item_type))] * (each.max_length + 1)


def is_listed(kind):
    """Whether only certain words, or texts of one form, may stand there."""
    return any(
        listed or isinstance(each, inspect.LiteralType | inspect.DateType) or of_form(each)
        for each, listed in choices(kind)
    )


def of_form(kind):
    return isinstance(kind, inspect.StrType) and kind.pattern


def wrong(kind, is_required):
    """Each way to make this field wrong for certain."""
    if is_required:
        yield "missing", MISSING
    if not takes(kind, None):
        yield "null", None
    for value in WRONG:
        if not takes(kind, value):
            yield "wrong type", value
    for value in too_long(kind):
        yield "too long", value


def around(value, at):
    """What holds the field at this place."""
    for each in at[:-1]:
        value = value[each]
    return value


def beside(value, at):
    """All that stands beside the field at this place and holds nothing itself."""
    inner = around(value, at)
    pairs = inner.items() if isinstance(inner, dict) else ()
    return tuple(pair for pair in pairs if not isinstance(pair[1], dict | list))


def put(value, at, what):
    """The value with this at one of its places."""
    value = copy.deepcopy(value)
    inner = around(value, at)
    if what is MISSING:
        del inner[at[-1]]
    else:
        inner[at[-1]] = what
    return value


def name_of(at):
    return "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in at)[1:]


def address(made, route):
    gaps = {"code": made.table.code, "name": "torite"}
    return PREFIX + re.sub(r"<(?:\w+:)?(\w+)>", lambda gap: gaps.get(gap[1], "1"), route.path)


def spelt(answer, where):
    """It is refused, in words for people, which are given."""
    assert answer.mimetype == MIMETYPE, where
    said = answer.json["detail"]
    assert not OF_PYTHON.search(said), (where, said)
    assert re.fullmatch(r'["A-Z].*\w.*\.', said, re.DOTALL), (where, said)
    assert len(said) < 400, (where, said)
    assert answer.json["do"], where
    return said


BODIES = [each for each in ROUTES if each.takes.body and not isinstance(each.takes.body, Text)]
QUESTIONS = [each for each in ROUTES if each.takes.query]


def send(client, path, route, body):
    headers = {"X-Host-Token": TOKEN}
    return client.open(path, method=route.method, json=body, headers=headers)


@pytest.mark.parametrize("route", BODIES, ids=lambda route: route.name)
def test_each_field_of_a_body_is_refused_in_words_whatever_is_wrong_with_it(hall, route):
    made, client = hall
    path, tried, seen = address(made, route), set(), set()
    kind = inspect.type_info(route.takes.body)
    for value in values(kind):
        for at, of, is_required in fields(kind, value):
            if (place := (at, beside(value, at))) in seen:
                continue  # only what stands elsewhere is another
            seen.add(place)
            for how, what in wrong(of, is_required):
                answer = send(client, path, route, put(value, at, what))
                where = (route.name, name_of(at), how, what)
                said = spelt(answer, where)
                assert answer.status_code == 400, (where, said)
                assert f'"{name_of(at)}"' in said, (where, said)
                assert ("missing" in said) == (how == "missing"), (where, said)
                assert not CODE.search(said), (where, said)
                tried.add(how)
            if is_listed(of) or takes(of, {}):
                answer = send(client, path, route, put(value, at, "QH"))
                if answer.status_code >= 400:
                    said = spelt(answer, (route.name, at))
                    assert not CODE.search(said.replace('"QH"', "")), (at, said)
    assert {"missing", "null", "wrong type"} <= tried or route.name in ALL_OPTIONAL
    for body in ([], "QH", 7, True):
        said = spelt(send(client, path, route, body), (route.name, body))
        assert "object" in said, (body, said)


ALL_OPTIONAL = {
    *("callOrganiser", "prolongRound", "playAgain", "enrolDeck", "checkDeck", "seatRound"),
}
"""Operations that need no member of their body."""


@pytest.mark.parametrize("route", QUESTIONS, ids=lambda route: route.name)
def test_each_parameter_is_refused_in_words_whatever_is_wrong_with_it(hall, route):
    made, client = hall
    kind = inspect.type_info(route.takes.query)
    for field in kind.fields:
        for what in ("QH", "", *map(str, too_long(field.type))):
            if what != "QH" and not takes(field.type, "") and what:
                continue
            answer = client.open(
                address(made, route),
                method=route.method,
                query_string={field.encode_name: what},
                headers={"X-Host-Token": TOKEN},
            )
            if answer.status_code >= 400:
                said = spelt(answer, (route.name, field.encode_name, what))
                assert not is_listed(field.type) or not CODE.search(said), said
                if answer.status_code == 400:
                    assert f'"{field.encode_name}"' in said or "missing" in said, said


def test_each_pattern_of_a_field_has_words():
    """A form without words would be told as any text."""
    for route in (*BODIES, *QUESTIONS):
        for kind in (route.takes.body, route.takes.query):
            if kind is None or isinstance(kind, Text):
                continue
            shape = inspect.type_info(kind)
            for value in values(shape):
                for at, of, _ in fields(shape, value):
                    assert has_words(of), (route.name, at)


def has_words(kind):
    said = False
    while isinstance(kind, inspect.Metadata):
        said = said or FORM in (kind.extra or {}) or "enum" in (kind.extra_json_schema or {})
        kind = kind.type
    return said or not of_form(kind)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "The body is empty: send JSON."),
        (b"{", "The body is not whole: its JSON ends too early."),
        (b"{]", "The body is not JSON (byte 1)."),
        (b'{"card": "\xff"}', "The body is not UTF-8."),
        (b'{"minutes": 1e999}', "A number is too large."),
        (b'{"minutes": 1, "misspelt": 2}', 'Unknown field "misspelt"; known: minutes.'),
    ],
)
def test_a_body_that_is_no_json_is_told_so(hall, body, said):
    _, client = hall
    headers = {"X-Host-Token": TOKEN, "Content-Type": "application/json"}
    answer = client.put("/api/v1/club/round", data=body, headers=headers)
    assert (answer.status_code, answer.json["detail"]) == (400, said)
