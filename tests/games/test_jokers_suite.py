"""A game with jokers does what every game must do, on pages and on the display as well."""

from pathlib import Path
from typing import ClassVar

from docs.first_card import JOKERS_ALONE, WITH_JOKERS
from games.case import GameCase, Slips, by_its_own_player
from games.every_game import EveryGame
from tricktable.rules.game import AnyGame


def _case(game: AnyGame) -> GameCase:
    return GameCase(game, Path(), plays=by_its_own_player(game, Slips(errs=0.3, reads=0.8)))


class _WithJokers(EveryGame):
    # It is a part of the how-to, and has neither guide nor lesson nor games to read.
    test_its_guide_tells_how_it_is_played = None
    test_its_guide_is_translated_into_each_of_its_languages = None
    test_its_lesson_is_judged_by_its_own_rules = None
    test_its_lesson_is_translated_into_each_of_its_languages = None
    test_there_is_a_playthrough_of_every_kind_of_table = None


class TestJokersAsTrumps(_WithJokers):
    case: ClassVar = _case(WITH_JOKERS)


class TestJokersAlone(_WithJokers):
    case: ClassVar = _case(JOKERS_ALONE)
