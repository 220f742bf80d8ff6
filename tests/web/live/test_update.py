"""A page takes in a newer one: what the reader did there stays, and nothing else is touched."""

import pytest

from rig.browser import phone
from web.room import CODE, Room

UPDATED = """async ([before, after]) => {
  const { update } = await import("/static/update.js");
  document.getElementById("place")?.remove();
  const piece = (html) => `<section id="place">${html}</section>`;
  document.querySelector("main").insertAdjacentHTML("beforeend", piece(before));
  const place = document.getElementById("place");
  const one = (selector) => place.querySelector(selector);
  const look = await (%s)(one);
  const page = new DOMParser().parseFromString(piece(after), "text/html");
  update(place, page.getElementById("place"));
  return [await look(), place.innerHTML];
}"""
"""What somebody does on a piece of a page, and what is to be seen there once it was updated."""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    """A guest's page, into which each test puts a piece of its own."""
    room, context = Room(tmp_path_factory.mktemp("room")), phone(browser)
    page = context.new_page()
    with room.served() as url:
        page.goto(f"{url}/t/{CODE}")
        yield page
        context.close()
    room.close()


@pytest.fixture
def updated(page):
    """Update a piece of a guest's page on which `act` was done; what its look at it says."""

    def updated(before, act, after, shown=None):
        seen, html = page.evaluate(UPDATED % act, [before, after])
        assert html == (shown or after)
        return seen

    return updated


def radios(*cards, chosen=""):
    """One choice among cards, as a seat's page has it."""
    return "".join(
        f'<label><input type="radio" name="card" value="{card}"'
        f"{' checked=' + chr(34) * 2 if card == chosen else ''}>{card}</label>"
        for card in cards
    )


def test_typed_text_stays_where_the_rest_of_its_field_changes(updated):
    typed = updated(
        '<label>Ann<input name="name" value="Ann" aria-label="Seat 1"></label>'
        '<textarea rows="1">a</textarea>',
        """one => {
            one("input").value = "Beatri";
            one("textarea").value = "typed";
            return () => [one("input").value, one("textarea").value];
        }""",
        '<label>Bo<input name="name" value="Bo" aria-label="Seat 2"></label>'
        '<textarea rows="2">b</textarea>',
    )
    assert typed == ["Beatri", "typed"]


def test_a_form_that_was_sent_is_as_the_newest_page_says(updated):
    values = updated(
        '<form><input name="name" value="Ann"><input type="radio" name="seat" value="0" checked="">'
        '<input type="radio" name="seat" value="1"></form>',
        """one => {
            one("input").value = "typed";
            one("[value='0']").checked = true;
            return () => {
                one("form").reset();
                return [one("input").value, one("[value='1']").checked];
            };
        }""",
        '<form><input name="name" value="Bo"><input type="radio" name="seat" value="0">'
        '<input type="radio" name="seat" value="1" checked=""></form>',
    )
    assert values == ["Bo", True]


def test_what_nobody_touched_follows_the_page(updated):
    values = updated(
        '<input type="hidden" name="seq" value="7"><input name="name" value="Ann">'
        '<input type="checkbox" name="each"><select><option value="a">a</option>'
        '<option value="b">b</option></select>',
        """one => () => [
            one("[name=seq]").value, one("[name=name]").value, one("[name=each]").checked,
            one("select").value,
        ]""",
        '<input type="hidden" name="seq" value="8"><input name="name" value="Bo">'
        '<input type="checkbox" name="each" checked=""><select><option value="a">a</option>'
        '<option value="b" selected="">b</option></select>',
    )
    assert values == ["8", "Bo", True, "b"]


def test_a_choice_stays_while_others_of_its_kind_are_closed(updated):
    chosen = updated(
        radios("QH", "KH"),
        'one => (one("[value=KH]").checked = true, () => one("[value=KH]").checked)',
        radios("QH", "KH").replace('value="QH"', 'value="QH" disabled=""'),
    )
    assert chosen


def test_a_choice_never_becomes_one_of_another_card(updated):
    chosen = updated(
        radios("7C", "QH", "KH"),
        """one => {
            one("[value=QH]").checked = true;
            return () => one(":checked")?.value ?? null;
        }""",
        radios("7C", "KH", "AH"),
    )
    assert chosen is None


def test_text_typed_into_one_field_never_gets_into_another(updated):
    typed = updated(
        '<input name="name" value="">',
        'one => (one("input").value = "secret", () => one("input").value)',
        '<input name="note" value="">',
    )
    assert typed == ""


def test_details_stay_as_the_reader_left_them_and_new_ones_come_as_the_page_says(updated):
    opened = updated(
        """<details class="a"><summary>a</summary>1</details>
        <details class="b" open=""><summary>b</summary>1</details><p id="moved">1</p>""",
        """one => {
            one(".a").open = true;
            one(".b").open = false;
            return () => [one(".a").open, one(".b").open, one(".c").open];
        }""",
        """<details class="a"><summary>a</summary>2</details>
        <details class="b" open=""><summary>b</summary>2</details>
        <details class="c" open=""><summary>c</summary><p id="moved">2</p></details>""",
        """<details class="a" open=""><summary>a</summary>2</details>
        <details class="b"><summary>b</summary>2</details>
        <details class="c" open=""><summary>c</summary><p id="moved">2</p></details>""",
    )
    assert opened == [True, False, True]


def test_focus_stays_on_a_button_that_moves(updated):
    has_focus = updated(
        '<ul><li id="a"><button>a</button></li><li id="b"><button>b</button></li></ul>',
        """one => {
            one("#b button").focus();
            return () => document.activeElement === one("#b button");
        }""",
        '<ul><li id="c"><button>c</button></li><li id="b"><button>b!</button></li>'
        '<li id="a"><button>a</button></li></ul>',
    )
    assert has_focus


def test_a_selection_a_scroll_position_and_a_transition_go_on(updated):
    kept = updated(
        """<ul class="far"><li>1</li><li>2</li><li>3</li><li>4</li></ul>
        <p class="read">some words</p><p class="moves">1</p>""",
        """one => {
            const look = new CSSStyleSheet();
            look.replaceSync(".far { height: 20px; overflow: auto }");
            document.adoptedStyleSheets.push(look);
            one(".far").scrollTop = 30;
            getSelection().selectAllChildren(one(".read"));
            const moving = one(".moves").animate({ opacity: [0, 1] }, 1e6);
            return () => {
                const running = one(".moves").getAnimations().map((each) => each === moving);
                return [one(".far").scrollTop, `${getSelection()}`, running];
            };
        }""",
        """<h2>news</h2><ul class="far"><li>1</li><li>2</li><li>3</li><li>5</li></ul>
        <p class="read">some words</p><p class="moves">2</p>""",
    )
    assert kept == [30, "some words", [True]]


def test_what_is_read_aloud_stays_the_same_node_and_an_alert_comes_as_a_new_one(updated):
    told = updated(
        '<h2>a</h2><p class="unseen" id="news" role="status">old</p><ul></ul>',
        """(one) => {
            const status = one("#news"), added = [];
            const watching = new MutationObserver((all) => {
                for (const { addedNodes } of all) added.push(...addedNodes);
            });
            watching.observe(status.parentNode, { childList: true, subtree: true });
            return () => {
                for (const { addedNodes } of watching.takeRecords()) added.push(...addedNodes);
                return [one("#news") === status, added.includes(one("[role=alert]"))];
            };
        }""",
        '<p class="banner" id="refusal" role="alert">no</p><h2>a</h2>'
        '<p class="unseen" id="news" role="status">new</p><ul></ul>',
    )
    assert told == [True, True]


def test_nothing_is_touched_where_nothing_changed(updated):
    changes = updated(
        '<div><p>1</p><svg><use href="#suit"></use></svg></div><p>1</p>',
        """(one) => {
            const watching = new MutationObserver(() => {});
            const all = { attributes: true, characterData: true, childList: true, subtree: true };
            watching.observe(one("*").parentNode, all);
            return () => watching.takeRecords().map((each) => [each.type, each.target.nodeName]);
        }""",
        '<div><p>1</p><svg><use href="#suit"></use></svg></div><p>2</p>',
    )
    assert changes == [["childList", "P"]], "the words of a sentence that is another one are new"
