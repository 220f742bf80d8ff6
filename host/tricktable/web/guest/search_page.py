"""Pages with what a search finds, which takes seconds: their beginning is there at once."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from flask import Response, render_template, stream_with_context
from markupsafe import Markup

from tricktable.text.language import current, speaking

GAP: Final = Markup("<!-- found -->")
"""Where what was found comes; nobody's words can say it, since they are escaped."""


def found_page(template: str, **known: object) -> str:
    """The whole page of what is known without a search."""
    found = Markup(render_template(f"_{template}", **known))
    return render_template(template, gap=found, searches=False, **known)


def search_page(
    template: str, find: Callable[[], Mapping[str, object]], **known: object
) -> Response:
    """The page `NAME.html`, and in its gap `_NAME.html` with what `find` gives, once it has it.

    One answer in parts, so that no script is needed. `find` reads no journal: what it raises would
    end the page in the middle.
    """
    page = render_template(template, gap=GAP, searches=True, **known)
    before, _, after = page.partition(GAP)
    language = current()

    def parts() -> Iterator[str]:
        yield before
        with speaking(language):  # what began with the request has ended
            found = render_template(f"_{template}", **known, **find())
        yield found + after

    return Response(stream_with_context(parts()), mimetype="text/html")
