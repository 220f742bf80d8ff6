"""Nobody is told an entry by its number: a sentence for people says what the entry is."""

import re
from typing import Final

import languages
from tricktable.table import notes
from tricktable.text.language import FOLDER

NUMBERED: Final = re.compile(r"\bentr(y|ies) (\d|\{)", re.IGNORECASE)


def test_a_message_with_an_entrys_number_has_one_without_for_people():
    messages = {str(each.id) for each in languages.read(FOLDER / "ja.po") if each.id}
    numbered = {each for each in messages if NUMBERED.search(each)}
    assert numbered <= {*notes._AT_A_TABLE}
    assert numbered
    assert not [each for each in notes._AT_A_TABLE.values() if NUMBERED.search(each)]
