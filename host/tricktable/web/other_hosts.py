"""The other hosts of the club: pages are told where they are, and go there if their own is gone.

A page may ask each of them only whether it is there (`PATH`), and learns nothing but that. Pages
with the host's token, or that ask for a person's word, never go by themselves: they offer a link,
and the token stays here.
"""

import json
import re
from collections.abc import Iterable
from typing import Final

from flask import Blueprint, Flask, Response, request
from markupsafe import Markup

from tricktable.web.guards import POLICY
from tricktable.web.site import Find, site, site_of

PATH: Final = "/here"
ASKING: Final = "/asking"
"""An empty page whose policy is from now: a page that was drawn earlier holds it in a frame, and
asks through it hosts that its own policy does not know yet."""
_GO: Final = (
    *("pages.index", "pages.table", "wall.page", "seat.page", "overlay.page"),
    *("history.evening", "history.game", "review.of_game", "replay.of_game", "attempt.of_game"),
    *("claim.of_table", "puzzle.of_evening"),
    *("competition.page", "competition.wall", "season.page"),
)
"""The pages that go to another host."""
_OFFER: Final = (
    *("host.index", "host.page", "decks.index", "decks.act"),
    *("club.page", "club_people.page", "competition_organiser.page"),
    *("people.door", "people.person"),
)
"""The pages that only offer a link: whoever answers at that address now would get the token, or be
told a person's word.
"""
_POLICY: Final = "Content-Security-Policy"
_OWN: Final = "connect-src 'self'"
_UNFRAMED: Final = "frame-ancestors 'none'"
_ORIGIN: Final = re.compile(r"https?://[A-Za-z0-9.:\[\]-]+")
"""What may stand in a policy; a host at a path of a proxy is not gone to."""

blueprint = Blueprint("other_hosts", __name__)


def init_app(app: Flask) -> None:
    """Let pages know these hosts, also open ones. Call it before the guards': it adds to theirs."""
    find, feed = site_of(app).find_other_hosts, site_of(app).views.feed
    app.register_blueprint(blueprint)
    app.jinja_env.globals.update(other_hosts=as_attribute)
    app.after_request(_let_ask)
    if find is not None:
        feed.beats_also(lambda: b"event: hosts\ndata: %s\n\n" % json.dumps(_origins(find)).encode())


@blueprint.get(PATH)
def here() -> Response:
    """That this host serves pages, for a page of another host, which reads nothing of it."""
    return Response(status=204, headers={"Cross-Origin-Resource-Policy": "cross-origin"})


@blueprint.get(ASKING)
def asking_page() -> Response:
    """A page without content that may ask the hosts that are there now, and names them."""
    ours = POLICY[_POLICY].replace(_UNFRAMED, "frame-ancestors 'self'")
    headers = {_POLICY: _with_hosts(ours, addresses()), "X-Frame-Options": "SAMEORIGIN"}
    page = '<!doctype html><html lang="en"><title>Tricktable</title><body{}></body></html>'
    return Response(page.format(as_attribute()), headers=headers)


def addresses() -> list[str]:
    """The origins of the other hosts, for a page that is drawn now."""
    find = site().find_other_hosts
    return _origins(find) if find is not None else []


def _origins(find: Find) -> list[str]:
    return [each for each in find() if _ORIGIN.fullmatch(each)]


def as_attribute() -> Markup:
    """The attribute by which a page knows them; empty where this host is no club's."""
    if site().find_other_hosts is None:
        return Markup("")
    return Markup(' data-hosts="{}"').format(json.dumps(addresses()))


def _let_ask(response: Response) -> Response:
    """Allow a page one address of each host and a frame of our own, and nothing else there."""
    is_club = site().find_other_hosts is not None
    if is_club and request.endpoint in (*_GO, *_OFFER):
        policy = response.headers.get(_POLICY, POLICY[_POLICY])
        response.headers[_POLICY] = _with_hosts(policy, addresses()) + "; frame-src 'self'"
    return response


def _with_hosts(policy: str, found: Iterable[str]) -> str:
    return policy.replace(_OWN, " ".join((_OWN, *(each + PATH for each in found))))
