"""On a small phone no words stand at the edge of the screen, nor of the box that they stand in."""

from itertools import cycle

from rig.browser import PHONE, SMALL_PHONE, phone
from web.inspectors import OTHER, UNFOLD, faults
from web.safety.routes import House, reads


def test_every_page_keeps_its_margin(still_browser, watch, tmp_path):
    """Those of a table's own four are looked at in every moment of a game, too."""
    house = House(tmp_path)
    pages = []
    for path in reads(house.room.app):
        if not path.endswith("/live") and "/overlay" not in path:
            with house.here.get(path) as answer:
                is_page = answer.status_code == 200 and answer.mimetype == "text/html"
                if is_page and 'name="viewport"' in answer.text:
                    pages.append(path)
    assert len(pages) > 15
    with house.room.served() as url:
        page = watch(phone(still_browser, scale=1))
        for path, tongue in zip(pages, cycle(("en", "ja")), strict=False):
            page.goto(f"{url}{path}?lang={tongue}")
            page.evaluate(UNFOLD)
            assert faults(page, OTHER, "usual", (SMALL_PHONE, PHONE)) == {}, (path, tongue)
        page.context.close()
    house.room.close()
