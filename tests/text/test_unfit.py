"""Values that do not fit their types, and what is said of each."""

import msgspec
import pytest

from tricktable.table.commands import CardCode
from tricktable.text.language import speaking
from tricktable.text.unfit import Unfit, fit


class Laid(msgspec.Struct, tag_field="do", tag="lay", forbid_unknown_fields=True):
    card: CardCode
    seat: int | None = None


class Said(msgspec.Struct, tag_field="do", tag="say", forbid_unknown_fields=True):
    words: list[str] = []
    to: dict[str, list[int]] = {}


Act = Laid | Said


def why(given, kind=Act, strict=True):
    with pytest.raises(Unfit) as fault:
        fit(given, kind, strict=strict)
    return str(fault.value)


def test_what_fits_is_given_as_its_type():
    assert fit({"do": "lay", "card": "QH"}, Act) == Laid("QH")
    assert fit({"do": "lay", "card": "QH", "seat": "2"}, Act, strict=False) == Laid("QH", 2)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"card": "QH"}, '"do" is missing: it must be one of lay, say'),
        ({"do": "sing"}, '"do" must be one of lay, say'),
        ({"do": None}, '"do" must be one of lay, say; it was null'),
        ({"do": []}, '"do" must be one of lay, say; it was a list'),
        ([], "the body must be an object; it was a list"),
        (
            {"do": "lay"},
            '"card" is missing: it must be a card\'s code: '
            "its rank (2-9, T, J, Q, K, A), then its suit's letter",
        ),
        (
            {"do": "lay", "card": "QH", "seat": "2"},
            '"seat" must be a whole number or null; it was a text',
        ),
        ({"do": "lay", "card": "QH", "seat": 2.5}, '"seat" must be a whole number or null'),
        ({"do": "lay", "card": "QH", "who": 2}, 'unknown field "who"; known: do, card, seat'),
        ({"do": "say", "words": ["a", 7]}, '"words[1]" must be a text; it was a number'),
        ({"do": "say", "to": {"a": [True]}}, '"to[0]" must be a whole number; it was a boolean'),
    ],
)
def test_what_does_not_fit_is_told_with_its_place_and_what_may_stand_there(given, said):
    assert why(given) == said


def test_a_long_name_of_an_unknown_field_is_cut():
    said = why({"do": "say", "x`" * 500: 1})
    assert len(said) < 120
    assert said.endswith("known: do, words, to")


def test_it_is_told_in_the_language_of_whoever_reads_it():
    with speaking("ja"):
        assert why({"do": "sing"}).startswith("「do」は次のいずれか")
