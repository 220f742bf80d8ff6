"""How often one address may ask for each thing; beyond that it is told how long to wait.

All rate limits stand here, and one mechanism counts them, for this host alone and while it runs:
what a request costs is this host's processor. What a request does to something that all hosts of a
club share is counted for all of them besides (`club/allowance.py`).
"""

import math
from collections.abc import Callable, Mapping
from typing import Final

from flask import Flask
from werkzeug.exceptions import TooManyRequests

from tricktable.rules.limits import MOST_PLAYERS
from tricktable.settings import Settings
from tricktable.store.clock import monotonic_ms
from tricktable.text.language import _, message
from tricktable.web.allowance import Limit, RateLimits
from tricktable.web.site import site, site_of
from tricktable.web.tables import off_hub
from tricktable.web.visitors import visitor

ACT: Final = Limit(25, 50, message("Slow down, please. That was more than two hands can do."))
"""A hand's act at the virtual table."""
WRITE: Final = Limit(20, 100, message("Slow down, please. Wait a moment, then continue."))
"""A write by a program acting for the host; a record of any length is one request."""
_SLOWLY: Final = message("Slow down, please. Wait a little, then press again.")
CLAIM: Final = Limit(0.2, 2 * MOST_PLAYERS, _SLOWLY, is_clubs=True)
"""A phone asking for a seat at one table. A whole club sits down from behind one router, each table
at once and some people twice; but each claim is shown on the table's display, for up to a minute,
and holds a seat (`seating.UNANSWERED_MS`)."""
SAY: Final = Limit(3, 15, _SLOWLY)
"""A seat saying something. A phone that sits is counted by itself, all others of an address at one
table together: a club has one address behind its router."""
WORD: Final = Limit(1, 20, _SLOWLY)
"""A name with a word. Behind a proxy a whole club signs in from one address."""
GUESS: Final = Limit(
    1 / 60,
    5,
    message("Too many tries for one name. Wait a minute, then try again."),
    is_clubs=True,
)
"""A word for one name, from whatever address. In eight hours that is 485 tries, and of six letters
there are 300 million words."""
OWN: Final = Limit(1 / 60, 5, GUESS.words, 4096)
"""A word for one name, from a phone that gave the right one before: counted apart for each, so that
nobody's guesses keep its owner out. There is a mark more only for who has the word."""
CALL: Final = Limit(1 / 60, 3, _SLOWLY, is_clubs=True)
"""Calling the organiser to one table: nobody walks faster, and a rude guest is soon quiet. Counted
as what seats say."""
_JOIN_WORDS: Final = message("Too many pages were opened from this address. Wait a moment.")


def of(settings: Settings) -> Mapping[str, Limit]:
    """All limits, by the name they are counted under."""
    streams = settings.streams_per_address
    return {
        # Behind a proxy, one address stands for a whole room, which may come back all at once.
        "join": Limit(streams / 4, 2 * streams, _JOIN_WORDS, settings.streams_in_total),
        "act": ACT,
        "write": WRITE,
        # At 20 tables there are more pairs of address and table than addresses.
        "claim": CLAIM._replace(max_addresses=settings.streams_in_total),
        "say": SAY._replace(max_addresses=settings.streams_in_total),
        "word": WORD,
        "guess": GUESS,
        "own": OWN,
        "call": CALL._replace(max_addresses=settings.streams_in_total),
    }


def init_app(app: Flask, now_ms: Callable[[], int] = monotonic_ms) -> None:
    """Count requests of this app. `now_ms` replaces this machine's clock."""
    app_site = site_of(app)
    app_site.limits = RateLimits(of(app_site.settings), now_ms)


def count(name: str, whose: str | None = None) -> None:
    """Count this request; ends it with 429 if there were too many from its address.

    Or about `whose`, if that is given, from whatever address. For the hub's thread: it asks the
    database in another.
    """
    here, address = site(), visitor() if whose is None else whose
    limit = here.limits.limits[name]
    is_allowed = here.limits.allows(name, address)
    if is_allowed and limit.is_clubs and here.allowance is not None:
        each_ms = round(1000 / limit.per_s)
        is_allowed = off_hub(here.allowance.has_one, name, address, limit.burst, each_ms)
    if not is_allowed:
        wait_s = math.ceil(1 / limit.per_s)  # one more is allowed by then
        raise TooManyRequests(_(limit.words), retry_after=wait_s)


def count_at(name: str, code: str, phone: str = "") -> None:
    """Count this request at the table with this code; ends it with 429 if its address sent more.

    Other tables have their own count, and so has each phone that sits there (the digest of its
    token): behind one router a club is one address.
    """
    count(name, f"{visitor()} {code} {phone}".rstrip())
