"""Pages with what a search finds, which takes seconds: their beginning is there at once."""

from collections.abc import Callable, Iterator, Mapping
from contextvars import copy_context
from typing import Final

from flask import Response, render_template, stream_with_context
from gevent import Greenlet
from markupsafe import Markup

from tricktable.text.language import current, speaking

BEAT_S: Final = 1.0
"""So often a blank is sent meanwhile."""
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
    end the page in the middle. It is ended when the page has been left, which shows where a blank
    cannot be sent, if not before (`hang_up.has_gone`).
    """
    page = render_template(template, gap=GAP, searches=True, **known)
    before, _, after = page.partition(GAP)
    language = current()

    def parts() -> Iterator[str]:
        yield before
        with speaking(language):  # what began with the request has ended
            finding = Greenlet(find)
            finding.gr_context = copy_context()
            finding.start()
        try:
            finding.join(BEAT_S)
            while not finding.ready():
                yield "\n"
                finding.join(BEAT_S)
        finally:
            finding.kill(block=False)
        with speaking(language):
            found = render_template(f"_{template}", **known, **finding.get())
        yield found + after

    return Response(stream_with_context(parts()), mimetype="text/html")
