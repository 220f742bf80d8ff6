"""What a review says: of positions, never of people, and no surer than the search was."""

from __future__ import annotations

from collections.abc import Iterator

from tricktable.rules.review.review import DealReview
from tricktable.text.names import Names
from tricktable.text.sentences import Sentence, Strong, sentence, team


def headline(of: DealReview, names: Names) -> Sentence:
    """The answer in one sentence."""
    match of.kind:
        case "won":
            return sentence("It was won.")
        case "turned":
            return sentence("It could have been won.")
        case "lost_from_the_deal":
            return sentence("Nobody could have won this deal.")
        case "late":
            return sentence("The search ran out of time.")
        case "sides":
            return sentence(
                "{who} could have made {points}.",
                who=team(of.side, names),
                points=Strong(str(of.course[0])),
            )
        case "running":
            return sentence("This hand is still on.")
        case "hidden":
            return sentence("Not every card was seen.")
    return sentence("There is nothing to look for.")


def reasons(of: DealReview) -> Iterator[Sentence]:
    """What to know beside it."""
    match of.kind:
        case "turned":
            yield sentence(
                "It was still possible before card {card} of trick {trick}.",
                card=str(of.card),
                trick=str(of.trick),
            )
            if of.is_last:
                yield sentence("After that card, no way was left.")
            else:
                yield sentence(
                    "After that card no way was found, but it is not proved that there was none."
                )
        case "lost_from_the_deal":
            yield sentence("With these cards there was no way, however they were played.")
        case "sides":
            if of.made == of.course[0]:
                yield sentence("They made exactly that.")
            else:
                yield sentence("They made {points}.", points=Strong(str(of.made)))
            yield sentence("That is with all cards open, and everybody playing as well as can be.")
        case "running":
            yield sentence("A hand is looked at once it is over.")
        case "hidden":
            yield sentence("Only a hand whose every card lay open can be looked at.")
        case "no_goal":
            yield sentence("This game, or this number of players, has no review yet.")
