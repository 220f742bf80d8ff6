"""Each inspector finds fault with a small page that has its fault, and with none that has not."""

from typing import Final

import pytest

from rig.browser import SEEN_BY_LIGHT, SMALL_PHONE, assert_open_to_all, phone, violations
from web.inspectors import EVERYWHERE, INSPECTORS, OTHER, faults, shut

PAGE: Final = """<!doctype html><html lang="en"><title>A page</title>
  <meta name="viewport" content="width=device-width">
  <body style="margin: 20px"><div class="dock"></div><main class="screen"><p>Fine.</p>
  <section id="own"><button style="width: 100px; height: 100px">Say</button></section>
  {}</main>"""
WRONG: Final = {
    "nothing sticks out sideways": "<p style='width: 2000px'>far</p>",
    "words keep their margin": "<p style='margin-left: -18px'>near</p>",
    "no words are cut": (
        "<table style='table-layout: fixed; width: 30px'>"
        "<tr><td style='overflow: hidden'>Maximiliane</table>"
    ),
    "tables fit their boxes": (
        "<div id='table' style='width: 90px'><table style='width: 99px'><tr><td>x</table></div>"
    ),
    "names above tricks are whole": (
        "<div id='table'><table class='tricks' style='table-layout: fixed; width: 30px'><thead>"
        "<tr><th style='overflow: hidden'>Maximiliane</table></div>"
    ),
    "a seat's keys are large": "<div id='own'><button>x</button></div>",
    "what a finger must hit is large": "<a href='/'>x</a>",
    "Japanese has no Latin blanks and full stops": (
        "<p>\u3042\u3002 \u3044<script>document.documentElement.lang = 'ja'</script>"
    ),
    "no line begins with a comma or a point": (
        "<p style='width: 60px'><b style='display: inline-block; width: 58px'>Ann</b>, Bo"
    ),
    "a score stands beside its name": (
        "<p class='scores'><span style='display: block; width: 60px'>Bartho <b>12</b></span></p>"
    ),
    "four do not stand as three and one": (
        "<ul class='whose' style='display: flex; flex-wrap: wrap; width: 180px'>"
        + "<li style='width: 60px; height: 44px'>x</li>" * 4
        + "</ul>"
    ),
    "words are whole": "<h2 style='width: 40px; overflow-wrap: anywhere'>Maximiliane</h2>",
    "short words in Japanese are whole": (
        "<div class='keys'><span style='display: block; width: 20px'>\u30d1\u30b9</span></div>"
    ),
    "words in Japanese tables are whole": "<table><tr><td style='width: 1em'>秘密</table>",
    "figures keep their distance": (
        "<div class='teams'><table style='border-spacing: 0'>"
        "<tr><td style='padding: 0'>30<td style='padding: 0'><b>140</b></table></div>"
    ),
    "a seat's part fits its screen": ("<style>.dock { position: sticky; height: 2000px }</style>"),
    "what can still be keeps its distance": (
        "<table><tr><td><b>1</b><td style='padding: 0'><i class='open'>2</i></table>"
    ),
    "the wall holds all of it": (
        "<div class='sheets' style='height: 30px; overflow: hidden'><p>one</p><p>two</p></div>"
    ),
    "rows of the wall are whole": (
        "<div class='wide' style='width: 30px; overflow: auto'>Maximiliane</div>"
    ),
    "nothing lies on anything else": ("<p>one</p><p style='margin-top: -30px'>two</p>"),
    "no word lies on a card": (
        "<div class='table-top'><h2><span>Hearts</span></h2><div class='place'>"
        "<b class='card' style='display: block; margin-top: -40px'>9</b></div></div>"
    ),
    "chips have their whole edge": (
        "<div class='sheets'><b class='small' style='box-shadow: 0 0 1px red'>9</b></div>"
    ),
}
FAINT: Final = """<html lang="en"><head><title>A page</title><style>
  body { background: white; color: black }
  @media (prefers-color-scheme: dark) { body { background: #222; color: #333 } }
</style></head><body><main><h1>Hello</h1><p>Ann leads.</p></main></body></html>"""
"""Its letters are hidden by the dark alone."""

ALIKE: Final = """<p class=a>Ann</p><p class=a>Bo</p><style>
  .a {{ color: #333 }} .b {{ background: white }} {}</style>
  <div class=b><p class=a>Cy</p></div><div class=b><p class=a style="{}">Di</p></div>"""
"""Of texts that are drawn alike, axe looks at one until it is clear (rig/browser.py)."""
ONE_IS_FAINT: Final = (
    ("div:last-child .a { color: #ddd }", ""),
    ("div:last-child { background: #444 }", ""),
    ("div:last-child { opacity: 0.2 }", ""),
    (".b:last-child .a { color: #888; font-size: 20px } .b:last-child { font-weight: 400 }", ""),
    ("", "background: #444"),
)


@pytest.mark.parametrize(("rule", "style"), [("", ""), *ONE_IS_FAINT])
def test_one_faint_text_among_others_of_its_kind_is_found(still_browser, rule, style):
    with phone(still_browser, scale=1) as context:
        page = context.new_page()
        page.set_content(PAGE.format(ALIKE.format(rule, style)))
        found = violations(page, runOnly=SEEN_BY_LIGHT).response["violations"]
        faint = [node["html"] for each in found for node in each["nodes"]]
        assert ["Di" in each for each in faint] == [True] * bool(rule or style)


def test_each_has_its_fault():
    assert [*WRONG] == [each.name for each in INSPECTORS]


def test_each_finds_its_fault_and_none_where_there_is_none(still_browser):
    context = phone(still_browser, size=SMALL_PHONE, scale=1)
    page = context.new_page()
    page.set_content(PAGE.format(""))
    for kind in EVERYWHERE:
        for names in ("usual", "long"):
            assert faults(page, kind, names, [SMALL_PHONE]) == {}, kind
    for each in INSPECTORS:
        page.set_content(PAGE.format(WRONG[each.name]))
        for kind in each.on:
            for names in each.names:
                found = faults(page, kind, names, [SMALL_PHONE], patience_ms=0)
                assert f"320 px, {each.name}" in found, (kind, found)
    page.set_content(PAGE.format("<img src='data:,'>"))
    assert "axe, dark" in shut(page, "dark")
    context.close()


def test_a_line_that_begins_with_a_point_is_found_too(still_browser):
    context = phone(still_browser, size=SMALL_PHONE, scale=1)
    page = context.new_page()
    for words, is_stray in (("Troika \u00b7 9", True), ("Troika\u00a0\u00b7 9", False)):
        page.set_content(PAGE.format(f"<p style='font: 16px monospace; width: 7ch'>{words}</p>"))
        found = faults(page, OTHER, "usual", [SMALL_PHONE], patience_ms=0)
        assert ("320 px, no line begins with a comma or a point" in found) == is_stray, words
    context.close()


def test_letters_that_only_the_dark_hides_are_found(browser):
    with phone(browser) as context:
        page = context.new_page()
        page.set_content(FAINT)
        assert_open_to_all(page, "light")
        with pytest.raises(AssertionError, match="color-contrast"):
            assert_open_to_all(page)
