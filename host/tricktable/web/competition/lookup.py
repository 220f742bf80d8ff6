"""How pages and programs reach the club's competition: what was declared, and how it stands now.

In a broadcast, spectators see the tables later than they are; then their standings are later, too.
"""

from collections.abc import Iterator, Mapping

from flask import abort

from tricktable.club.club import Club
from tricktable.club.competition import rounds
from tricktable.club.competition.played_games import PlayedGames, Standing
from tricktable.club.competition.state import Competition
from tricktable.table.table import Table
from tricktable.text.language import _
from tricktable.web.live.spectators import Spectators
from tricktable.web.site import site
from tricktable.web.tables import SeenTable, all_tables, off_hub, spectators


def club_or_404() -> Club:
    """The club; ends the request with 404 if there is none here."""
    found = site().club
    return found or abort(404, _("There is no club here."))


def played_games() -> PlayedGames:
    """The games as they are."""
    return site().played_games


def competition_or_404() -> Competition:
    """The newest competition; ends the request with 404 if none was announced."""
    found = rounds.newest(club_or_404())
    return found or abort(404, _("No competition has been announced."))


def running_now() -> Competition | None:
    """The competition that is not over; None if there is none."""
    club = site().club
    found = rounds.newest(club) if club else None
    return found if found and not found.contest.is_over else None


def title() -> str:
    """The title of the competition that runs; empty if none does."""
    found = running_now()
    return found.title if found else ""


def standings(competition: Competition, is_host: bool) -> Standing:
    """How it stands: for the host as it is, for anybody else as spectators see the tables."""
    later = None if is_host else spectators()
    if later is None:
        return off_hub(played_games().of, competition, all_tables())
    seen = site().seen_played_games
    return off_hub(seen.of, competition, _SeenTables(all_tables(), later))


class _SeenTables(Mapping[str, SeenTable]):
    """Every table as spectators see it; looks up a table only when it is asked for."""

    def __init__(self, tables: Mapping[str, Table], later: Spectators) -> None:
        self._tables, self._later = tables, later

    def __getitem__(self, code: str) -> SeenTable:
        return SeenTable(self._tables[code], self._later.tables[code])

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)
