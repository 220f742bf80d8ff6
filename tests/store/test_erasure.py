"""Names go with their endings, and in scripts without blanks; other people's names stay."""

import json

import pytest

from tricktable.store import erasure
from tricktable.store.journal import Row

FIELDS = frozenset(("text", "people"))


def cleared(body, name):
    return erasure.in_fields(body, FIELDS, name, "Player 1")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("健太", "健太さんの番です"),
        ("健太", "次は健太"),
        ("Anna", "Annas table is full"),
        ("علی\u200cر\u0636\u0627", "علی\u0631\u0636\u0627 is here"),  # without its joiner
        ("علی\u0631\u0636\u0627", "علی\u200cر\u0636\u0627 is here"),
        ("Zoë", "Zoe\u0308 is here"),  # its mark apart
        ("Anna", "See Anna_s sheet"),
        ("Anna", "see _Anna_ now"),
        ("สมชาย", "คุณสมชายมาแล้ว"),
    ],
)
def test_a_text_goes_where_something_hangs_on_the_name(name, text):
    assert cleared({"text": text}, name) == {"text": "Player 1"}


def test_a_name_that_stands_by_itself_is_replaced_and_the_text_stays():
    assert cleared({"text": "Anna plays; Bo waits"}, "Anna") == {"text": "Player 1 plays; Bo waits"}


def test_another_name_that_begins_like_it_stays_in_lists_of_names():
    assert cleared({"people": ["An", "Anna", "健太郎"]}, "An") == {
        "people": ["Player 1", "Anna", "健太郎"]
    }
    assert cleared({"people": ["健太", "健太郎"]}, "健太") == {"people": ["Player 1", "健太郎"]}


@pytest.mark.parametrize(
    "desk",
    [
        {"note": ["not_now", None, None, "Annas turn"]},
        {"asking": ["leave", None, [], json.dumps({"names": ["Anna", "Bo"]})]},
    ],
)
def test_a_note_and_a_question_that_hold_it_go(desk):
    row = Row("7KQ", 1, "", None, "desk", json.dumps(desk))
    (body,) = erasure.without([row], "Anna").values()
    assert "Anna" not in body
