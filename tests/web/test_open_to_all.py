"""What shuts somebody out is found in either light, also by the shorter look at the second."""

import pytest

from rig.browser import assert_open_to_all, phone

PAGE = """<html lang="en"><head><title>A page</title><style>
  body { background: white; color: black }
  @media (prefers-color-scheme: dark) { body { background: #222; color: #333 } }
</style></head><body><main><h1>Hello</h1><p>Ann leads.</p></main></body></html>"""


def test_letters_that_only_the_dark_hides_are_found(browser):
    with phone(browser) as context:
        page = context.new_page()
        page.set_content(PAGE)
        assert_open_to_all(page, "light")
        with pytest.raises(AssertionError, match="color-contrast"):
            assert_open_to_all(page)
