"""Contexts of a browser that tests use one after the other, each with its page.

To begin one, with a process for its page, costs as much as to load a page. What was asked of one
that outlasts a document is taken back at its end; one for which that cannot be is closed, and
nobody uses it again.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Final
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize

from rig.ports import is_free

MOST: Final = 6
"""So many wait at once: each of their pages is a process."""
FORGET: Final = "location.host !== '' && !localStorage.clear() && !sessionStorage.clear()"
"""Whether what its host left in it is forgotten: of another page one cannot know."""
LASTS: Final[dict[type[Any], str]] = {
    BrowserContext: "clock expose_binding expose_function grant_permissions"
    " set_extra_http_headers set_geolocation set_offline",
    Page: "clock expose_binding expose_function once set_extra_http_headers",
}
"""What outlasts a document."""
TAKEN_BACK: Final[dict[tuple[type[Any], str], Callable[..., object]]] = {
    (BrowserContext, "add_init_script"): lambda _asked, came, *_: came.close(),
    (BrowserContext, "new_cdp_session"): lambda _asked, came, *_: came.detach(),
    (BrowserContext, "route"): lambda asked, *_: asked.unroute_all(behavior="ignoreErrors"),
    (Page, "add_init_script"): lambda _asked, came, *_: came.close(),
    (Page, "on"): lambda asked, _came, *told: asked.remove_listener(*told),
    (Page, "route"): lambda asked, *_: asked.unroute_all(behavior="ignoreErrors"),
}
"""What outlasts one, too, and how it is taken back: of whom it was asked, what came, what for."""
OPEN: Final[list[BrowserContext]] = []
"""The contexts that somebody uses."""
SPENT: Final[set[BrowserContext]] = set()
"""Those of them that nobody may use afterwards."""
OWED: Final[dict[BrowserContext, list[Callable[[], object]]]] = {}
"""What is to be taken back of them."""
AT_FIRST: Final = {"color_scheme": "light", "reduced_motion": "no-preference"}
SCREEN: Final[ViewportSize] = {"width": 1280, "height": 720}
"""What Playwright begins a context with that says nothing of it."""
STRANDED: Final[list[str]] = []
"""The pages that were closed after their host was since somebody last looked.

They may have asked for it meanwhile, and complain in whatever test comes next.
"""


def _context(asked: BrowserContext | Page) -> BrowserContext:
    return asked.context if isinstance(asked, Page) else asked


def _spend(asked: BrowserContext | Page) -> None:
    if _context(asked) in OPEN:
        SPENT.add(_context(asked))


def _owing(method: Callable[..., Any], take_back: Callable[..., object]) -> Callable[..., Any]:
    @wraps(method)
    def owes(self: Any, *given: Any, **named: Any) -> Any:
        came = method(self, *given, **named)
        if _context(self) in OPEN:
            OWED.setdefault(_context(self), []).append(partial(take_back, self, came, *given))
        return came

    return owes


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
for (kind, name), take_back in TAKEN_BACK.items():
    setattr(kind, name, _owing(getattr(kind, name), take_back))


class Kept:
    """The contexts of one browser that wait for their next use. Mutable."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._waiting: list[tuple[str, BrowserContext]] = []

    def lend(self, **options: Any) -> BrowserContext:
        """A context as `Browser.new_context` makes it, which comes back when it is closed."""
        lasting = {name: options[name] for name in sorted({*options} - {*AT_FIRST, "viewport"})}
        wanted = repr(lasting)
        for found in self._waiting:
            if found[0] == wanted:
                self._waiting.remove(found)
                context: Any = found[1]
                context.new_page = partial(_new_page, context, options, [*context.pages])
                break
        else:
            context = Browser.new_context(self._browser, **options)
        if context not in OPEN:
            OPEN.append(context)
        context.close = partial(self._take_back, context, wanted)
        return context  # type: ignore[no-any-return]

    def _take_back(self, context: BrowserContext, wanted: str, **_: object) -> None:
        if context not in OPEN:
            return
        vars(context).pop("new_page", None)
        owed = OWED.pop(context, [])
        stranded = [page.url for page in context.pages if _is_stranded(page.url)]
        STRANDED.extend(stranded)
        if context not in SPENT and not stranded and _is_cleared(context, owed):
            OPEN.remove(context)
            self._waiting.append((wanted, context))
            if len(self._waiting) <= MOST:
                return
            context = self._waiting.pop(0)[1]
        BrowserContext.close(context)


def _new_page(context: BrowserContext, options: dict[str, Any], had: list[Page]) -> Page:
    """Its page of before, then new ones: on the screen of whoever has it now."""
    page = had.pop() if had else BrowserContext.new_page(context)
    told = {name: options.get(name, usual) for name, usual in AT_FIRST.items()}
    page.emulate_media(media="null", **told)
    viewport = options.get("viewport", SCREEN)
    if viewport != page.viewport_size:
        page.set_viewport_size(viewport)
    return page


def _is_stranded(url: str) -> bool:
    """Whether the page was served from a port where nobody listens any more."""
    port = urlsplit(url).port
    return port is not None and is_free(port)


def _is_cleared(context: BrowserContext, owed: list[Callable[[], object]]) -> bool:
    """Whether nothing of what was in its only page is left, nor of what was asked of it."""
    if len(context.pages) != 1:
        return False
    page = context.pages[0]
    try:
        if not page.evaluate(FORGET):
            return False
        for take_back in owed:
            take_back()
        page.goto("about:blank")
        context.clear_cookies()
    except Error:  # it is gone, or was sent elsewhere meanwhile
        return False
    return True


def forget(closed: BrowserContext) -> None:
    """Nobody uses it any more."""
    SPENT.discard(closed)
    OWED.pop(closed, None)
    if closed in OPEN:
        OPEN.remove(closed)


def close(context: BrowserContext) -> None:
    """Close it for good."""
    SPENT.add(context)
    context.close()
