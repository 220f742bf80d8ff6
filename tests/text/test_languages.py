"""Languages: every translation fits its message, and `make languages` finds what is new and gone.

That nothing is left to translate, tests/test_repository.py says.
"""

import string

import pytest

import languages

FILES = languages.files()


@pytest.fixture(
    scope="module", params=FILES, ids=lambda path: f"{path.parents[1].name}-{path.stem}"
)
def path(request):
    return request.param


@pytest.fixture(scope="module")
def catalog(path):
    return languages.read(path)


def test_there_is_another_language():
    assert "ja" in [path.stem for path in FILES]


def test_each_number_has_its_form(catalog):
    for message in catalog:
        if message.pluralizable:
            assert len(message.string) == catalog.num_plurals, message.id


def test_no_translation_is_marked_as_a_guess(catalog):
    # Such a one is never read: the message stays in English.
    assert [message.id for message in catalog if message.id and message.fuzzy] == []


def test_a_translation_has_the_fields_of_its_message(catalog):
    for message in catalog:
        if not message.id:
            continue
        if message.pluralizable:  # one may be a word, as in "1 card"
            wanted = {*_fields(message.id[1]), "count"}
            assert all({*_fields(form), "count"} == wanted for form in message.string), message.id
        else:
            assert _fields(message.string) == _fields(message.id), message.id


def test_a_question_stays_one(catalog):
    asked = [each for each in catalog if isinstance(each.id, str) and each.id.endswith("?")]
    assert [each.string for each in asked if ord(each.string[-1]) not in (0x3F, 0xFF1F)] == []


def test_a_suit_has_one_word_in_all_games(catalog):
    # Our games and the pages say it: beside it, the other word is read as another thing.
    assert [each.string for each in catalog if "スート" in str(each.string)] == []


def _fields(words):
    """The fields as formatting finds them. Raises: ValueError for a brace that has no other."""
    return sorted(name for _, name, _, _ in string.Formatter().parse(words) if name is not None)


def test_what_is_given_to_a_mark_in_any_way_is_found():
    found = {each.id for each in languages.extracted()}
    assert "{who} leads" in found  # from one message to its words
    assert ("1 card", "{count} cards") in found
    assert "Sit here" in found  # in a template
    assert "You can play {cards}." in found  # within another string


def test_a_new_language_begins_with_an_empty_file(tmp_path):
    begun = tmp_path / "pl.po"
    begun.touch()
    begun.write_bytes(languages.updated(begun))
    catalog = languages.read(begun)
    assert (catalog.num_plurals, len(catalog.get("1 card").string)) == (3, 3)
    assert len(languages.missing(catalog)) == len(catalog) == len(languages.extracted())


def test_a_file_that_is_behind_is_brought_up_to_date(tmp_path):
    behind = tmp_path / "ja.po"
    behind.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
        'msgid "Sit here"\nmsgstr "X"\n\nmsgid "gone"\nmsgstr "Y"\n',
        encoding="utf-8",
    )
    behind.write_bytes(languages.updated(behind))
    after = languages.read(behind)
    assert after.get("Sit here").string == "X"
    assert after.get("gone") is None
    assert after.get("Who deals?").string == ""
    assert "Who deals?" in languages.missing(after)
    assert "Sit here" not in languages.missing(after)
