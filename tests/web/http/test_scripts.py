"""A page names every script that its scripts import: a phone asks for all of them at once."""

import re
from urllib.parse import urljoin

from web.room import CODE, begin
from web.safety.routes import reads

SCRIPT = re.compile(r'<script type="module" src="([^"]+)">')
NAMED = re.compile(r'<(?:script type="module" src|link rel="modulepreload" href)="([^"]+)">')
IMPORTED = re.compile(r'^import\s+(?:[^"(;]*?from\s*)?"([^"]+)"', re.MULTILINE)


def test_every_page_names_all_that_its_scripts_import_and_nothing_else(room, client):
    begin(room.table)
    loaded = set()
    for path in reads(room.app):
        with client.get(path) as answer:
            page = answer.text if answer.mimetype == "text/html" else ""
        needed = SCRIPT.findall(page)
        for each in needed:  # it grows
            with client.get(each) as script:
                names = (urljoin(each, name) for name in IMPORTED.findall(script.text))
                needed += [name for name in names if name not in needed]
        assert {*NAMED.findall(page)} == {*needed}, path
        loaded |= {*needed}
    assert {f"/static/{each}.js" for each in ("seat", "blind", "live", "host", "wall")} <= loaded
    assert "modulepreload" in client.get(f"/t/{CODE}").text
