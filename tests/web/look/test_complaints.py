"""What a page writes to its console or throws fails its test, whoever opened it."""

import pytest

from rig.browser import COMPLAINTS, NO_HOST, OPEN, close_all_but, hear_no_complaint, keep
from rig.patience import until
from web.conftest import NO_SCRIPT
from web.room import CODE, begin

THROWS = "setTimeout(() => { throw new Error('no such card') })"


@pytest.mark.parametrize(
    "act", ["console.error('no such card')", "console.warn('no such card')", THROWS]
)
@pytest.mark.parametrize("is_context_open", [True, False])
def test_a_complaint_is_heard_of_any_page_and_forgiven_only_by_name(browser, act, is_context_open):
    context = browser.new_context()
    page = context.new_page() if is_context_open else browser.new_page()
    page.evaluate(act)
    until(lambda: page.evaluate("true") and COMPLAINTS)
    (heard,) = COMPLAINTS
    hear_no_complaint([heard])
    assert COMPLAINTS == [], "it is told once"
    page.evaluate(act)
    until(lambda: page.evaluate("true") and COMPLAINTS)
    with pytest.raises(AssertionError, match="no such card"):
        hear_no_complaint(["no such suit"])
    page.close()
    context.close()


@pytest.mark.complains("net::ERR_")
def test_who_may_complain_of_a_host_may_complain_of_a_script_that_it_lacks(browser, room):
    context = browser.new_context()
    page = context.new_page()
    with room.served() as url:
        page.goto(f"{url}/t/{CODE}", wait_until="domcontentloaded")
    page.evaluate("void import('/static/clock.js')")
    until(lambda: page.evaluate("true") and any(NO_SCRIPT in each for each in COMPLAINTS))
    page.close()
    context.close()


def test_what_the_host_before_refused_is_no_complaint_of_the_one_that_listens_now(browser, room):
    context, said = browser.new_context(), []
    context.on("console", lambda message: said.append(message))
    page = context.new_page()
    begin(room.table)
    with room.served() as url:
        page.goto(f"{url}/t/{CODE}/rules")
    refused = f"{url}/static/clock.js?anew"
    page.evaluate(f"fetch('{refused}').catch(() => {{}}); 0")
    until(lambda: page.evaluate("true") and f"{NO_HOST} ({refused})" in COMPLAINTS)
    COMPLAINTS.clear()
    (late,) = [each for each in said if each.location["url"] == refused]
    with room.served() as again:
        assert again == url
        keep(context, late)
        assert COMPLAINTS == []
        page.close()
    context.close()


def test_what_a_failed_test_leaves_open_complains_in_no_other(browser):
    kept, left = browser.new_context(), browser.new_context()
    until(lambda: {kept, left} <= {*OPEN})
    page = left.new_page()
    close_all_but([each for each in OPEN if each is not left])
    assert page.is_closed()
    assert kept in OPEN
    assert left not in OPEN
    kept.close()
