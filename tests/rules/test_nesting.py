"""How deeply JSON is nested: told without reading it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thorough import examples
from tricktable.rules.nesting import DEEPEST, is_too_deep

TEXTS = st.text(st.sampled_from('[]{}"\\,:a\n'), max_size=20)
VALUES = st.recursive(
    TEXTS | st.integers() | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
)


@examples(100)
@given(VALUES, st.integers(0, DEEPEST), st.booleans())
def test_json_is_too_deep_from_a_certain_depth_on(value, depth, is_wide):
    brothers = [[]] * (2 * DEEPEST if is_wide else 0)
    text = json.dumps([value, *brothers])
    inside = depth_of([value, *brothers])
    nested = "[" * depth + text + "]" * depth
    assert is_too_deep(nested) == (depth + inside > DEEPEST)


def depth_of(value):
    """How many lists and objects stand in each other."""
    if not isinstance(value, (list, dict)):
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max(map(depth_of, inner), default=0)


@pytest.mark.parametrize(
    "pair", [("[", "]"), ('{"a":', "}"), ('[{"a":', "}]")], ids=lambda it: it[0]
)
def test_five_hundred_in_each_other_are_read_and_one_more_is_not(pair):
    opening, closing = pair
    pairs = 500 // len(closing)
    text = opening * pairs + "[]" * 300 + closing * pairs
    assert is_too_deep(text)
    assert not is_too_deep(text.replace("[]", ""))
    assert not is_too_deep("[]" * 300 + text.replace("[]", ""))
    assert is_too_deep(f"[{text.replace('[]', '')}]")


@pytest.mark.parametrize("opening", ["[", "{", '{"a":', '[["[]",', "[]["])
def test_what_only_opens_is_too_deep(opening):
    assert is_too_deep(opening * (DEEPEST + 1))


@pytest.mark.parametrize("text", ['"' + "[" * 9000, '"' + "[" * 9000 + '"', '"\\"' + "{" * 9000])
def test_a_text_is_as_shallow_as_any(text):
    assert not is_too_deep(text)
    assert not is_too_deep(f'{{"value": {text}')
