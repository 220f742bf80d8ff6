"""Corrects an entry of any game of a table: the running one, a past one, one of a competition.

The newest game is corrected at its table, like any other entry; a past one in the club's rows.
"""

from collections.abc import Mapping

from tricktable.club import past_games
from tricktable.club.club import Club, ClubView
from tricktable.club.competition import declarations, rounds
from tricktable.club.competition.commands import CorrectPlayed
from tricktable.club.competition.rounds import Tables
from tricktable.club.past_games import CorrectPast
from tricktable.rules import codec
from tricktable.rules.entries import BadLine, Corrected, Impossible, Struck
from tricktable.rules.values import JsonValue
from tricktable.store.journal import BadRow, Outage
from tricktable.table import commands
from tricktable.table.answers import Answer, refusal
from tricktable.table.scorebook import (
    PastCorrections,
    Scorebook,
    take_correction,
    take_corrections,
)
from tricktable.table.table import Table
from tricktable.text.language import _, message

_NO_GAME = message("There is no such game at this table.")


def corrections(view: ClubView) -> PastCorrections:
    """What was corrected of games that their tables have left, in a competition or not."""
    found = dict(view.of(declarations.PART).corrections)
    for where, lines in view.of(past_games.PART).items():
        found[where] = (*found.get(where, ()), *lines)
    return found


def correct(
    club: Club, tables: Tables, code: str, game: int, entry: Mapping[str, JsonValue]
) -> Answer:
    """Strike or correct an entry of the table's game with this number."""
    try:
        table = tables[code]
    except (KeyError, BadRow, Outage):
        return Answer(False, _(_NO_GAME))
    if table.view().games == game:
        return table.ask(commands.Enter(entry))
    if game in table.left_games:  # corrections stand behind a record's end, which is still to come
        return Answer(False, _("This game is not over. Take it up again to correct it."))
    view, where, competition = club.view(), (code, game), rounds.newest(club)
    request: CorrectPlayed | CorrectPast
    if competition and rounds.is_counted(competition, *where):
        before = competition.corrections_of(*where)
        request = CorrectPlayed(*where, entry, len(before))
    else:
        before = corrections(view).get(where, ())
        request = CorrectPast(*where, entry, len(view.of(past_games.PART).get(where, ())))
    seq = _newest_entry(table, game, [*before], entry)
    if isinstance(seq, Answer):
        return seq
    answer = club.ask(request)
    return answer._replace(game=game, seq=seq) if answer.is_done else answer


def _newest_entry(
    table: Table, number: int, before: list[str], entry: Mapping[str, JsonValue]
) -> int | Answer:
    """The number of the record's last entry after this correction of a past game, or why not.

    `before`: what was corrected of it already.
    """
    game = Scorebook(table.code, table.rows()).open_number(number, table.rows)
    if game is None:
        return Answer(False, _(_NO_GAME))
    record = game.record
    take_corrections(record, before)
    try:
        correction = codec.entry_of(entry, record.header, record.seq + 1)
        if not isinstance(correction, (Corrected, Struck)):
            said = _("A game that is no longer at its table can only be corrected.")
            return Answer(False, said)
        take_correction(record, correction)
    except (Impossible, BadLine) as fault:
        return refusal(fault, game.names)
    return record.seq
