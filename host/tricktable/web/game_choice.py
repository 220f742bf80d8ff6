"""The games that can be chosen, as a lobby, a seat and a list show them. Begins nothing."""

from typing import NamedTuple

from tricktable.games import GAMES
from tricktable.rules.portrait import Portrait
from tricktable.text.language import _, plural


class GameChoice(NamedTuple):
    """A game among those that can be chosen."""

    name: str
    title: str
    portrait: Portrait
    players: tuple[int, ...]
    has_lesson: bool
    people: int
    """How many would play it; 0 where that is not known yet."""

    @property
    def fits(self) -> bool:
        """Whether that many can play it."""
        return not self.people or self.people in self.players

    @property
    def for_how_many(self) -> str:
        """The numbers of players that it is for, in words."""
        *others, last = self.players
        if not others:
            return plural("for {count} player", "for {count} players", last)
        if self.players == (*range(others[0], last + 1),) and others[1:]:
            return _("for {least} to {most} players", least=others[0], most=last)
        least = ", ".join(map(str, others))
        return _("for {least} or {most} players", least=least, most=last)

    @property
    def takes(self) -> str:
        """How long it takes; empty if it does not say."""
        least, most = self.portrait.minutes
        return _("{least} to {most} minutes", least=least, most=most) if most else ""


def game_choices(people: int = 0) -> tuple[GameChoice, ...]:
    """All games, in their order."""
    return tuple(
        GameChoice(
            each.name,
            _(each.title),
            each.portrait,
            tuple(sorted(each.players)),
            each.lesson.is_given,
            people,
        )
        for each in GAMES.values()
    )
