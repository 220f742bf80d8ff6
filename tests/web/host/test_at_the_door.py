"""The host's page says aloud which phone waits to be let in: once, not with each trick."""

from tricktable.table import commands, seating
from tricktable.table.views import WITHOUT
from web.reading import SAYS
from web.room import HOST_PAGE, ask, begin, lay

TOKEN_OF = "phone-of-seat-{}"
SHOWS = "seq => document.querySelector(`#host #e${seq}`) !== null"
SAID = "() => said.filter((each) => each.startsWith('Phone'))"


def knock(table, seat):
    """A phone asks for this seat, the last that waits; what the page says of it."""
    assert table.claim(seat, seating.digest(TOKEN_OF.format(seat))).is_done
    return table.view().asks[-1]


def test_the_host_hears_once_of_each_phone_that_waits(room, served, still_browser, watch):
    room.table.board_is(WITHOUT)
    begin(room.table)
    context = still_browser.new_context()
    context.add_init_script(SAYS)
    page = watch(context)
    page.goto(served + HOST_PAGE)
    page.locator("#link[data-state=waiting]").wait_for(state="detached")
    first = knock(room.table, 2)
    assert first.startswith("Phone ")
    page.locator("#let-in", has_text="Cy").wait_for()
    assert page.evaluate(SAID) == [first]
    lay(room.table, "1:9H 2:TH 3:JH 0:2H 3:QD")
    page.wait_for_function(SHOWS, arg=room.table.record().seq, polling=100)
    assert page.evaluate(SAID) == [first]
    second = knock(room.table, 3)
    page.locator("#let-in", has_text="Di").wait_for()
    assert page.evaluate(SAID) == [first, second]
    ask(room.table, commands.LetIn(2))
    page.locator("#let-in", has_text="Cy").wait_for(state="detached")
    assert page.evaluate(SAID) == [first, second]
