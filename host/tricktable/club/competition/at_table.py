"""Between a competition and one table: who has which seat there, and what its game came to.

Whatever the record says now counts, so a corrected card counts everywhere as soon as it is read.
"""

from tricktable.club.competition.contest import Contest, Meeting
from tricktable.club.competition.results import TableGame
from tricktable.rules.game import Owners
from tricktable.rules.record import Record
from tricktable.rules.view import view


def people_by_seat(contest: Contest, meeting: Meeting, owners: Owners) -> tuple[str, ...]:
    """The name for each seat of the meeting's table.

    Args:
        contest: the competition.
        meeting: one of its tables; each side must have as many people as it has seats.
        owners: the seats of each side, as the game's header has them.
    """
    names: dict[int, str] = {}
    for side, seats in zip(meeting.sides, owners, strict=True):
        people = [name for number in side for name in contest.of(number).people]
        names.update(zip(seats, people, strict=True))
    return tuple(names[seat] for seat in sorted(names))


def game_of(record: Record) -> TableGame:
    """What a game came to, as everybody may know it; whoever has no score yet has 0."""
    now = view(record)
    score = now.rules.score(now)
    won = now.winner or ()
    return TableGame(
        tuple(total or 0 for total in score.total.values),
        tuple(owner for owner, seats in enumerate(now.owners) if seats[0] in won),
        max(len(score.deals), 1),
        now.is_over,
        score.fewest_win,
    )
