"""The typeface of the pages, of which a small file has what nearly all words are written with."""

import re
from itertools import chain

from tricktable.web.guest.fragment import WEB

SMALL, WHOLE = "fraunces-600.woff2", "vendor/fraunces-latin-600-normal.woff2"
STYLE = (WEB / "static" / "style.css").read_text("utf-8")
FACES = dict(re.findall(r'src: url\("([^"]+)"\).*?unicode-range: ([^;]+);', STYLE, re.DOTALL))
USUAL = "AZaz 09 .,:;!?'\"()+-/·\u2018\u2019\u201c\u201d\u2013\u2014\u2026"
USUAL += "ÄÖÜßäöüéèêëàâçîôûñíóúáåø"
UNEQUAL = """async ([small, whole, letters]) => {
  for (const [name, file] of [["Small", small], ["Whole", whole]])
    document.fonts.add(await new FontFace(name, `url(/static/${file})`).load());
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const drawn = (font, letter) => {
    pen.canvas.width = pen.canvas.height = 60;
    pen.font = `40px ${font}, monospace`;
    pen.fillText(letter, 5, 45);
    return [pen.measureText(letter).width, ...pen.getImageData(0, 0, 60, 60).data].join();
  };
  return [...letters].filter((it) => drawn("Small", it) !== drawn("Whole", it));
}"""
"""The letters that the small file does not draw as the whole one does."""


def letters_of(file):
    spans = [each.strip().removeprefix("U+").split("-") for each in FACES[file].split(",")]
    return [*chain(*(range(int(it[0], 16), int(it[-1], 16) + 1) for it in spans))]


def test_each_letter_comes_from_one_file_and_usual_ones_from_the_small_one():
    assert [*FACES] == [SMALL, WHOLE]
    small, whole = letters_of(SMALL), letters_of(WHOLE)
    assert not {*small} & {*whole}
    assert {*range(0x20, 0x7F), *range(0xA0, 0x100)} <= {*small, *whole}
    assert {*map(ord, USUAL)} <= {*small}


def test_the_small_file_draws_each_of_its_letters_as_the_whole_one_does(browser, served, watch):
    page = watch(browser.new_context())
    page.goto(served)
    letters = "".join(map(chr, letters_of(SMALL)))
    assert page.evaluate(UNEQUAL, [SMALL, WHOLE, letters]) == []
    assert page.evaluate(UNEQUAL, [SMALL, WHOLE, "æþ"]) == ["æ", "þ"], "it does see a difference"
