"""Where somebody sits next in the competition that runs, for the page of the seat they have now.

Nobody has to look for a guide card between two rounds: their phone says it by itself.
"""

from collections.abc import Sequence
from typing import NamedTuple

from tricktable.club.competition.state import Competition
from tricktable.rules.names import name_key
from tricktable.text.language import _
from tricktable.text.sentences import Sentence, sentence
from tricktable.web.competition import screens
from tricktable.web.competition.screens import GuideRound


class NextPlace(NamedTuple):
    """What a phone says of its owner's competition."""

    entrant: int
    """The number of their guide card."""
    words: Sentence = ()
    """Where they sit next, as soon as that is known and they are to go there; else empty."""
    code: str = ""
    """The table where they sit next, if it is another one."""


def next_place(
    it: Competition, codes: Sequence[str], name: str, here: str, is_over: bool
) -> NextPlace | None:
    """Where the person of this name, whose phone is at table `here`, goes next.

    `codes` are the club's tables by number, from 1; `is_over` says whether nothing is being played
    at that phone. None if nobody of that name takes part, or several do.
    """
    wanted = name_key(name)
    found = [
        each.number
        for each in it.contest.entrants
        if each.is_here and wanted in map(name_key, each.people)
    ]
    if it.contest.is_over or len(found) != 1:
        return None
    (entrant,) = found
    stop = _stop(it, codes, entrant, here, is_over)
    if stop is None:
        return NextPlace(entrant)
    return NextPlace(entrant, _words(stop, wanted), stop.code if stop.code != here else "")


def _stop(
    it: Competition, codes: Sequence[str], entrant: int, here: str, is_over: bool
) -> GuideRound | None:
    """The round that has begun elsewhere; or the next one, once nothing is being played here."""
    if it.contest.is_running:
        now = screens.stops(it, codes, it.round, it.contest.rounds[-1], entrant)
        if now and now[0].code != here:
            return now[0]
    if not is_over:
        return None
    to_come = screens.to_come(it.contest)
    following = screens.stops(it, codes, it.round + 1, to_come[0], entrant) if to_come else []
    return following[0] if following else None


def _words(stop: GuideRound, wanted: str) -> Sentence:
    if not stop.table:
        return sentence(_("Round {round}: you sit out"), round=str(stop.round))
    seat = next((seat for name, seat in stop.seats if not name or name_key(name) == wanted), "")
    return sentence(
        _("Round {round}: table {table}, seat {seat}"),
        round=str(stop.round),
        table=str(stop.table),
        seat=seat,
    )
