"""Contexts of a browser that tests use one after the other, each with its page.

To begin one, with a process for its page, costs as much as to load a page. One that was asked for
anything that outlasts a document is closed at its end, and nobody uses it again.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page

from rig.ports import is_free

MOST: Final = 6
"""So many wait at once: each of their pages is a process."""
FORGET: Final = "location.host !== '' && !localStorage.clear() && !sessionStorage.clear()"
"""Whether what its host left in it is forgotten: of another page one cannot know."""
LASTS: Final[dict[type[Any], str]] = {
    BrowserContext: "add_init_script clock expose_binding expose_function grant_permissions"
    " new_cdp_session route set_extra_http_headers set_geolocation set_offline",
    Page: "add_init_script clock expose_binding expose_function on once route"
    " set_extra_http_headers",
}
"""What outlasts a document."""
OPEN: Final[list[BrowserContext]] = []
"""The contexts that somebody uses."""
SPENT: Final[set[BrowserContext]] = set()
"""Those of them that nobody may use afterwards."""
STRANDED: Final[list[str]] = []
"""The pages that were closed after their host was since somebody last looked.

They may have asked for it meanwhile, and complain in whatever test comes next.
"""


def _spend(asked: BrowserContext | Page) -> None:
    context = asked.context if isinstance(asked, Page) else asked
    if context in OPEN:
        SPENT.add(context)


def _spending(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def spends(self: Any, *given: Any, **named: Any) -> Any:
        _spend(self)
        return method(self, *given, **named)

    return spends


for kind, names in LASTS.items():
    for name in names.split():
        was = getattr(kind, name)
        is_asked_for = isinstance(was, property)
        now = property(_spending(was.fget)) if is_asked_for else _spending(was)
        setattr(kind, name, now)


class Kept:
    """The contexts of one browser that wait for their next use. Mutable."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._waiting: list[tuple[str, BrowserContext]] = []

    def lend(self, **options: Any) -> BrowserContext:
        """A context as `Browser.new_context` makes it, which comes back when it is closed."""
        wanted = repr(sorted(options.items()))
        for found in self._waiting:
            if found[0] == wanted:
                self._waiting.remove(found)
                context: Any = found[1]
                context.new_page = partial(_first_page, context)
                break
        else:
            context = Browser.new_context(self._browser, **options)
        if context not in OPEN:
            OPEN.append(context)
        context.close = partial(self._take_back, context, wanted, options)
        return context  # type: ignore[no-any-return]

    def _take_back(
        self, context: BrowserContext, wanted: str, options: dict[str, Any], **_: object
    ) -> None:
        if context not in OPEN:
            return
        vars(context).pop("new_page", None)
        stranded = [page.url for page in context.pages if _is_stranded(page.url)]
        STRANDED.extend(stranded)
        if context not in SPENT and not stranded and _is_cleared(context, options):
            OPEN.remove(context)
            self._waiting.append((wanted, context))
            if len(self._waiting) <= MOST:
                return
            context = self._waiting.pop(0)[1]
        BrowserContext.close(context)


def _first_page(context: BrowserContext) -> Page:
    """Its page of before; more of them are new."""
    del context.new_page
    return context.pages[0]


def _is_stranded(url: str) -> bool:
    """Whether the page was served from a port where nobody listens any more."""
    port = urlsplit(url).port
    return port is not None and is_free(port)


def _is_cleared(context: BrowserContext, options: dict[str, Any]) -> bool:
    """Whether its only page is as new again."""
    if len(context.pages) != 1:
        return False
    page = context.pages[0]
    try:
        if not page.evaluate(FORGET):
            return False
        page.goto("about:blank")
        context.clear_cookies()
        page.emulate_media(
            media="null",
            color_scheme=options.get("color_scheme", "null"),
            reduced_motion=options.get("reduced_motion", "null"),
        )
        if "viewport" in options and options["viewport"] != page.viewport_size:
            page.set_viewport_size(options["viewport"])
    except Error:  # it is gone, or was sent elsewhere meanwhile
        return False
    return True


def forget(closed: BrowserContext) -> None:
    """Nobody uses it any more."""
    SPENT.discard(closed)
    if closed in OPEN:
        OPEN.remove(closed)


def close(context: BrowserContext) -> None:
    """Close it for good."""
    SPENT.add(context)
    context.close()
