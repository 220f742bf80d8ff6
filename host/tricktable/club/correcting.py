"""Corrects an entry of any game of a table: the running one, a past one, one of a competition.

The newest game is corrected at its table, like any other entry; a past one in the club's rows.
"""

from collections.abc import Mapping

from tricktable.club import past_games
from tricktable.club.club import Club, ClubView
from tricktable.club.competition import declaring, running
from tricktable.club.competition.running import Tables
from tricktable.club.past_games import CorrectPast
from tricktable.rules.values import JsonValue
from tricktable.store.journal import BadRow, Outage
from tricktable.table import commands
from tricktable.table.answering import Answer
from tricktable.table.scorebook import PastCorrections
from tricktable.text.language import _


def corrections(view: ClubView) -> PastCorrections:
    """What was corrected of games that their tables have left, in a competition or not."""
    found = dict(view.of(declaring.PART).corrections)
    for where, lines in view.of(past_games.PART).items():
        found[where] = (*found.get(where, ()), *lines)
    return found


def correct(
    club: Club, tables: Tables, code: str, game: int, entry: Mapping[str, JsonValue]
) -> Answer:
    """Strike or correct an entry of the table's game with this number."""
    if running.is_of_competition(club, code, game):
        return running.correct(club, tables, code, game, entry)
    try:
        table = tables[code]
    except (KeyError, BadRow, Outage):
        return Answer(False, _("There is no such game at this table."))
    if table.view().games == game:
        return table.ask(commands.Enter(entry))
    if game in table.left:
        return Answer(False, _(running.TAKE_UP_FIRST))
    view = club.view()
    seq = running.corrected(table, game, corrections(view).get((code, game), ()), entry)
    if isinstance(seq, Answer):
        return seq
    after = len(view.of(past_games.PART).get((code, game), ()))
    answer = club.ask(CorrectPast(code, game, entry, after))
    return answer._replace(game=game, seq=seq) if answer.is_done else answer
