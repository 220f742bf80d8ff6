"""Broken files: refused with a line and a reason, or read; never a traceback."""

import json
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.every_game import KINDS, by_chance
from records.reader_fuzz import broken, replayed, sources
from thorough import examples
from tricktable.rules import codec

files = cache(sources)
"""Played when a test first asks for them, not at import."""


@examples(400)
@given(st.integers(0, 2**64))
def test_a_broken_file_is_refused_or_read(seed):
    assert replayed(broken(Random(seed), files())) in (0, 2, 3)


@examples(100)
@given(st.binary(max_size=200))
def test_bytes_are_refused_or_read(data):
    header, *_ = files()[0]
    assert replayed(data) == 2
    assert replayed(header + b"\n" + data) in (0, 2, 3)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from("CDHS"),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@examples(100)
@given(st.deferred(lambda: st.sampled_from(files())), st.data())
def test_a_field_of_another_form_is_refused_or_read(file, data):
    at = data.draw(st.integers(0, len(file) - 1))
    fields = json.loads(file[at])
    fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(json_values)
    line = json.dumps(fields, ensure_ascii=data.draw(st.booleans()))
    lines = [*file[:at], line.encode(errors="surrogatepass"), *file[at + 1 :]]
    assert replayed(b"\n".join(lines)) in (0, 2, 3)


@pytest.mark.parametrize(("name", "count"), KINDS)
def test_a_record_cut_anywhere_is_refused_at_its_last_line_or_read(name, count):
    """Within a line only if none of its form was cut before: there it could only be the same."""
    game = by_chance(Random(1), name, count)
    lines = [codec.write_header(game.header), *map(json.dumps, game.lines[:24])]
    before, cut = b"", set()
    for line in lines:
        told = json.loads(line)
        form = (told.get("kind"), told.get("topic"), *told)
        data = line.encode()
        for end in range(0 if before else 1, len(data) + 1):
            is_whole = end in (0, len(data))  # between two lines
            if is_whole or form not in cut:
                assert replayed(before + data[:end]) == (0 if is_whole else 2)
        cut.add(form)
        before += data + b"\n"
