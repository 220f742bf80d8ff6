"""What others made and we ship: exactly those files, unchanged, each with its licence."""

import hashlib
import json

from tricktable.web.guest.fragment import WEB

VENDOR = WEB / "static" / "vendor"
LISTED = json.loads((VENDOR / "vendor.json").read_text())


def test_every_vendored_file_is_listed_and_there():
    there = {path.name for path in VENDOR.iterdir()} - {"vendor.json"}
    assert {each["file"] for each in LISTED} == there


def test_every_vendored_file_is_what_was_published():
    for each in LISTED:
        content = (VENDOR / each["file"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == each["sha256"], each["file"]


def test_every_vendored_file_says_where_it_is_from_and_its_licence():
    for each in LISTED:
        assert {"file", "package", "version", "path", "licence", "sha256"} <= each.keys()
        # A typeface is the same in every package that is named after it.
        name = each["package"].rpartition("/")[2]
        assert any("LICENSE" in o["path"] for o in LISTED if o["package"].endswith(name))


def test_no_page_loads_anything_from_elsewhere():
    for path in (*WEB.rglob("*.html"), *WEB.rglob("*.css"), *WEB.rglob("*.js")):
        if path.parent != VENDOR:
            text = path.read_text().replace("http://www.w3.org/2000/svg", "")
            assert "http://" not in text, path
            assert "https://" not in text, path
            assert "@import" not in text, path
