"""A finished game as the BG Stats app takes it: a link that opens its import dialog.

The format is the app's own: bgstatsapp.com, "Push plays to BG Stats from other apps or websites".
The link opens the app and no web site, so nobody else learns the names. Sends nothing.
"""

import json
from datetime import UTC
from typing import Final
from urllib.parse import quote

from tricktable.rules.entries import Played
from tricktable.rules.game import Header
from tricktable.rules.record import Record
from tricktable.rules.score import Score
from tricktable.rules.values import JsonValue
from tricktable.table.scorebook import Scoresheet, score_of
from tricktable.web.guest.standings import people

ADDRESS: Final = "bgstats://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Tricktable"


def link(game: Scoresheet, table: str) -> str:
    """The link for a finished game of this table; empty for any other."""
    if not game.is_over:
        return ""
    told = json.dumps(play(game, table), ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(told, safe="")


def play(game: Scoresheet, table: str) -> dict[str, JsonValue]:
    """A finished game in the app's own terms. A game and a person keep their ids between games."""
    header, score = game.record.header, score_of(game.record)
    names, winners = people(game), game.winners
    first, totals = _first(game.record), _totals(header, score)
    players: list[JsonValue] = []
    for seat, name in enumerate(names):
        # Without `winner` the app on Android refuses the whole play.
        player: dict[str, JsonValue] = {
            "name": name,
            "sourcePlayerId": name.casefold(),
            "winner": seat in winners,
            "startPlayer": seat == first,
        }
        if totals[seat] is not None:
            player["score"] = totals[seat]
        team = next(each for each in header.owners if seat in each)
        if 1 < len(team) < len(names):
            player["team"] = " + ".join(names[other] for other in team if other < len(names))
        players.append(player)
    ended = game.newest.astimezone(UTC)
    return {
        "sourceName": SOURCE,
        "sourcePlayId": f"{table}-{game.number}-{game.began.astimezone(UTC):%Y%m%dT%H%M%S}",
        "playDate": f"{ended:%Y-%m-%d %H:%M:%S}",
        "durationMin": max(1, round((game.newest - game.began).total_seconds() / 60)),
        "game": {
            "name": header.rules.title,
            "sourceGameId": game.kind,
            "highestWins": not score.fewest_win,
            "noPoints": all(total is None for total in totals),
        },
        "players": players,
    }


def _first(record: Record) -> int | None:
    """Who laid the first card of the game."""
    played = (step.entry for step in record.steps())
    return next((entry.seat for entry in played if isinstance(entry, Played)), None)


def _totals(header: Header, score: Score) -> list[int | None]:
    """The score that decides the game, by seat."""
    side = {seat: owner for owner, team in enumerate(header.owners) for seat in team}
    return [score.total.values[side[seat]] for seat in range(header.seats)]
