"""What the pages and the API of one host rest on: made once, found by every request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from flask import Flask, current_app

from tricktable.web.guest import picture

if TYPE_CHECKING:
    from tricktable.club.allowance import ClubAllowance
    from tricktable.club.club import Club
    from tricktable.club.competition.played_games import PlayedGames
    from tricktable.club.people.careers import Careers
    from tricktable.club.people.words import Want
    from tricktable.settings import Settings
    from tricktable.table.scorebook import Scorebooks
    from tricktable.table.table import Table
    from tricktable.table.views import TableView
    from tricktable.web.allowance import RateLimits
    from tricktable.web.api.keys import AnswersByKey, UnderWay
    from tricktable.web.club.overview import Glances
    from tricktable.web.club.pulse import Pulse
    from tricktable.web.live.broadcast import Broadcast
    from tricktable.web.live.spectators import Spectators
    from tricktable.web.metrics import Metrics
    from tricktable.web.own_addresses import OwnAddresses
    from tricktable.web.reviews import Reviews
    from tricktable.web.table_registry import TableRegistry
    from tricktable.web.turns import Turns

Find = Callable[[], Iterable[str]]
"""Looks up the addresses of the other hosts that are there now."""


@dataclass
class Site:
    """Everything that one app needs besides the request. Mutable only while the app is made."""

    settings: Settings
    """Where to listen and for whom."""
    tables: Mapping[str, Table]
    """By code; read anew for each request, so tables may come and go."""
    views: Broadcast[TableView]
    """What each table shows, as it is."""
    own: OwnAddresses
    """Looks up the machine's addresses."""
    metrics: Metrics
    """Takes the counts."""
    later: Later | None = None
    """What spectators see; None if they see the tables as they are."""
    club: Club | None = None
    """What all tables share; None if there is no such thing here."""
    careers: Careers | None = None
    """The games of people who keep theirs; None if nobody can keep any here."""
    allowance: ClubAllowance | None = None
    """Counts some requests for all hosts of the club; None if this host counts alone."""
    find_other_hosts: Find | None = None
    """Finds the addresses of the club's other hosts; None if this host is no club's."""
    registry: TableRegistry | None = None
    """Where tables are opened and closed; None if they cannot come and go here."""
    evenings: Scorebooks = field(init=False)
    """The evenings of the tables as they are, read once …"""
    seen_evenings: Scorebooks = field(init=False)
    """… and as spectators may see them."""
    played_games: PlayedGames = field(init=False)
    """The competition's games as they are …"""
    seen_played_games: PlayedGames = field(init=False)
    """… and as spectators may see them."""
    turns: Mapping[Want, Turns] = field(init=False)
    """The queues for words, one for each thing that is wanted."""
    picture_queue: Turns = field(init=False)
    """The queue for pictures: one is drawn at a time."""
    pulse: Pulse = field(init=False)
    glances: Glances = field(init=False)
    limits: RateLimits = field(init=False)
    reviews: Reviews = field(init=False)
    changes: Broadcast[TableView] = field(init=False)
    """That a table has changed, for the pages that look at it then."""
    overlays: Broadcast[TableView] = field(init=False)
    states: Broadcast[TableView] = field(init=False)
    """The tables as programs read them …"""
    seen_states: Broadcast[TableView] = field(init=False)
    """… and as programs of spectators do."""
    requests_under_way: UnderWay = field(init=False)
    answers_of_house: AnswersByKey = field(init=False)
    """Answers to requests with keys that concern no table, for when they come again."""

    @property
    def seen_views(self) -> Broadcast[TableView]:
        """What each table shows spectators."""
        return self.later.views if self.later else self.views

    @property
    def spectators(self) -> Spectators | None:
        """The tables as spectators see them; None if they see them as they are."""
        return self.later.spectators if self.later else None

    def read_again(self, code: str) -> None:
        """Keep nothing that was read of this table: a name has left its rows."""
        for each in (self.evenings, self.seen_evenings, self.careers):
            if each is not None:
                each.read_again(code)
        self.answers_of_house.without_answers()
        self.reviews.forget()
        picture.png_of.cache_clear()


class Later(NamedTuple):
    """What spectators see of the tables, some time after it happened."""

    spectators: Spectators
    views: Broadcast[TableView]


_NAME: Final = "tricktable"


def put(app: Flask, site: Site) -> None:
    """Let this app's requests find the site."""
    app.extensions[_NAME] = site


def site_of(app: Flask) -> Site:
    """The site of this app."""
    found: Site = app.extensions[_NAME]
    return found


def site() -> Site:
    """The site of the app that answers this request."""
    found: Site = current_app.extensions[_NAME]
    return found
