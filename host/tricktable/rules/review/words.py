"""What a review says: of positions, never of people, and no surer than the search was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tricktable.rules.cards import cards_in
from tricktable.rules.hands import by_suit
from tricktable.rules.review.calls import Stretch
from tricktable.rules.review.claim import ClaimOutlook
from tricktable.rules.review.from_seat import SeatOutlook
from tricktable.rules.review.last_cards import MissedTrick
from tricktable.rules.review.playout import Outlook
from tricktable.rules.review.rare_hands import HandOdds
from tricktable.rules.review.review import Aim, DealReview, OtherTrump
from tricktable.rules.review.rounds import SharedWin
from tricktable.rules.review.sides import Sides, Unit
from tricktable.text.language import _, form, message
from tricktable.text.names import OR, Names
from tricktable.text.sentences import (
    Field,
    Name,
    Picture,
    Sentence,
    Strong,
    figure,
    list_in_words,
    sentence,
    sentence_by_number,
    team,
)

_PLAIN: Final = {
    "won": message("It was won."),
    "turned": message("It could have been won."),
    "lost_from_the_deal": message("Nobody could have won this deal."),
    "late": message("The search ran out of time."),
    "running": message("This hand is still on."),
    "hidden": message("Not every card was seen."),
    "no_goal": message("There is nothing to look for."),
    "too_many": message("This deal has too many cards for a search."),
}


_DECIDED: Final = {
    ("turned", True): message(
        "Before card {card} of trick {trick} the others could still have stopped it; after that "
        "card, no longer."
    ),
    ("turned", False): message(
        "Before card {card} of trick {trick} it could still be made; after that card, no longer."
    ),
    ("later", True): message(
        "From card {card} of trick {trick} on, the others could not have stopped it; before "
        "that, time ran out."
    ),
    ("later", False): message(
        "From card {card} of trick {trick} on, it could not be made; before that, time ran out."
    ),
    ("always", True): message("The others could not have stopped it."),
    ("always", False): message("The others could stop it, however it was played."),
}
"""When it was decided for a side that needed a number, and whether it then had that number."""


_CAN_BE_WON: Final = {
    True: message("It can still be won."),
    False: message("It can no longer be won."),
}
_NARROW: Final = 5
"""Bounds of a score that lie further apart tell a player nothing: the lower one is told alone."""


def headline(of: DealReview, names: Names) -> Sentence:
    """The answer in one sentence."""
    match of.kind:
        case "sides":
            return _side_headline(of, team(of.side, names))
        case "exactly":
            could = sum(each.could is True for each in of.wanted)
            return sentence(
                "{count} of {all} could have secured what they wanted, whatever the others did.",
                count=Strong(str(could)),
                all=len(of.wanted),
            )
        case "last_cards":
            return _tricks(len(of.missed))
        case "calls":
            return _calls_headline(of)
    return sentence(_PLAIN[of.kind])


def _tricks(count: int) -> Sentence:
    if not count:
        return sentence("No other trick could have been won with its last card.")
    return sentence_by_number(
        "{count} trick could have been won with its last card.",
        "{count} tricks could have been won with their last cards.",
        count,
    )


def _calls_headline(of: DealReview) -> Sentence:
    count = sum(each.last - each.first + 1 for each in of.calls)
    if not count:
        return sentence("There was never anything to call.")
    if count == of.turns:
        return sentence("A call would have been right from the first turn to the last.")
    return sentence(
        "A call would have been right in {count} of {all} turns.",
        count=Strong(str(count)),
        all=of.turns,
    )


def reasons(of: DealReview, names: Names) -> Iterator[Sentence]:
    """What to know beside it."""
    match of.kind:
        case "won":
            yield from _best(of)
        case "turned":
            yield from _turning_point(of)
        case "lost_from_the_deal":
            yield sentence("With these cards there was no way, however they were played.")
        case "sides":
            yield from _sides(of)
        case "exactly":
            yield from (_aim(each, names) for each in of.wanted)
            yield sentence("That is with all cards open, and everybody else against that player.")
        case "last_cards":
            yield from map(_missed_trick, of.missed)
        case "calls":
            if [(each.first, each.last) for each in of.calls] != [(1, of.turns)]:
                yield from map(_stretch, of.calls)
            if of.calls:
                yield sentence("Who it would have hit stays a secret.")
        case _:
            yield from _shut(of.kind)
    yield from map(_odds_of_hand, of.remembered)


def _odds_of_hand(of: HandOdds) -> Sentence:
    """A rare hand; whose it was is not told."""
    rare: dict[str, Field] = {"number": figure(of.one_in)}
    match of.kind:
        case "void":
            words = _("One hand had no {suit} from the deal: one hand in {number} lacks a suit.")
            rare["suit"] = Picture(of.suit)
        case "length":
            words = _(
                "One hand had {count} cards of {suit}: one hand in {number} has as long a suit."
            )
            rare |= {"suit": Picture(of.suit), "count": of.cards}
        case "trumps":
            words = _("One hand had all trumps: that is one hand in {number}.")
        case _:
            words = _("{what}: that is one hand in {number}.")
            rare["what"] = _(of.title)
    return sentence(words, **rare)


def _shut(kind: str) -> Iterator[Sentence]:
    """Why nothing is told."""
    match kind:
        case "running":
            yield sentence("A hand is looked at once it is over.")
        case "hidden":
            yield sentence("Only a hand whose every card lay open can be looked at.")
        case "no_goal":
            yield sentence("There is no review of this kind of deal yet.")
        case "too_many":
            yield sentence("A search has room for about 60 cards; more time would not help.")


def _turning_point(of: DealReview) -> Iterator[Sentence]:
    if of.round:
        yield sentence(
            "It was still possible before card {card} of trick {trick} in round {round}.",
            card=of.card,
            trick=of.trick,
            round=of.round,
        )
    else:
        yield sentence(
            "It was still possible before card {card} of trick {trick}.",
            card=of.card,
            trick=of.trick,
        )
    if of.is_last:
        yield sentence("After that card, no way was left.")
    else:
        yield sentence(
            "After that card no way was found, but it is not proved that there was none."
        )
    yield from _best(of)


def _missed_trick(of: MissedTrick) -> Sentence:
    cards = list_in_words([Picture(card.code) for card in of.cards], OR)
    if of.stake:
        return sentence(
            "Trick {trick}, for {stake}: {cards} would have taken it.",
            trick=of.trick,
            stake=Picture(of.stake),
            cards=cards,
        )
    return sentence("Trick {trick}: {cards} would have taken it.", trick=of.trick, cards=cards)


def _stretch(of: Stretch) -> Sentence:
    if of.first == of.last:
        return sentence("In turn {number}.", number=of.first)
    return sentence("In turns {first} to {last}.", first=of.first, last=of.last)


def _best(of: DealReview) -> Iterator[Sentence]:
    """What could have been scored, no surer than it is known."""
    if of.least is None or of.most is None:
        return
    if of.score == of.most:
        yield sentence("{score} was the best that there was.", score=Strong(str(of.score)))
        return
    if of.score is not None:
        yield sentence("It scored {score}.", score=Strong(str(of.score)))
    is_wide = of.most - of.least > _NARROW
    if of.score == of.least and is_wide:
        if of.is_cut_short:
            yield sentence("Nothing better was found before time ran out.")
        else:
            yield sentence("Nothing better was found, but a better score is not ruled out.")
    elif of.score == of.least:
        yield sentence("Nothing better was found, but up to {most} is not ruled out.", most=of.most)
    elif of.least == of.most:
        yield sentence("The best score was {score}.", score=Strong(str(of.least)))
    elif is_wide:
        words = message("The best score was at least {least}; more than that is not ruled out.")
        if of.is_cut_short:
            words = message(
                "The best score was at least {least}; before more was known, time ran out."
            )
        yield sentence(words, least=Strong(str(of.least)))
    else:
        yield sentence(
            "The best score was at least {least}, and at most {most}.",
            least=Strong(str(of.least)),
            most=of.most,
        )


def _side_headline(of: DealReview, who: Sentence) -> Sentence:
    """Whether the side could have had what it needed; without that, what it could have had."""
    held, made = of.course[of.known_from], of.made
    assert held is not None
    assert made is not None
    if of.needed is None:
        if of.unit.is_loss:
            words = message("{who} could have got away with {points}.")
            if made >= held:
                words = message("{who} took {points}.")
        elif made >= held:
            words = message("{who} made {points}.")
        else:
            words = message("{who} could have made {points}.")
        return sentence(words, who=who, points=amount(of.unit, max(held, made)))
    if made >= of.needed:
        return sentence("{who} made it.", who=who)
    if of.could_be_won is None:
        return sentence("{who} did not make it.", who=who)
    if of.could_be_won:
        return sentence("{who} could have made it.", who=who)
    return sentence("{who} could not have made it.", who=who)


def amount(unit: Unit, points: int) -> Sentence:
    """A number of what is counted."""
    number = unit.spoken_number(points)
    return sentence(form(unit.one, unit.many, number), count=figure(number))


def _sides(of: DealReview) -> Iterator[Sentence]:
    held, made = of.course[of.known_from], of.made
    assert held is not None
    assert made is not None
    if of.needed is not None:
        yield sentence(
            "Needed: {needed}. Made: {points}.", needed=of.needed, points=amount(of.unit, made)
        )
    elif made < held:
        told = message("Taken: {points}.") if of.unit.is_loss else message("Made: {points}.")
        yield sentence(told, points=amount(of.unit, made))
    yield _deciding_card(of)
    if of.known_from:
        yield sentence("That is with all cards open, and everybody playing as well as can be.")
    else:
        yield sentence(
            "With all cards open, and everybody playing as well as can be, it comes to {points}.",
            points=amount(of.unit, held),
        )
    if of.known_from and (of.needed is None or not of.decided_from or of.turned_at is not None):
        words = message(
            "It is known from card {card} of trick {trick} on; before that, time ran out."
        )
        if of.needed is not None:  # and whether it could be had is known from the first card on
            words = message(
                "What it comes to is known from card {card} of trick {trick} on; before that, time "
                "ran out."
            )
        trick, card = divmod(of.known_from, of.seats)
        yield sentence(words, card=card + 1, trick=trick + 1)
    known = [each for each in of.others if each.points is not None]
    if known:
        yield sentence(
            "With the same cards, and something else as trump: {numbers}.",
            numbers=list_in_words([_points_of(each) for each in known]),
        )


def _deciding_card(of: DealReview) -> Sentence:
    """The card after which nothing was open any more, or what is known without one."""
    began, at = of.decided_from, of.turned_at
    trick, card = divmod(began if at is None else at, of.seats)
    place: dict[str, Field] = {"trick": trick + 1, "card": card + 1}
    has_it = of.needed is not None and of.made is not None and of.made >= of.needed
    if of.needed is None:
        if at is None:
            return sentence("No card changed that from card {card} of trick {trick} on.", **place)
        old, new = [*of.course, of.made][at : at + 2]
        assert old is not None
        assert new is not None
        points = {
            "before": figure(of.unit.spoken_number(old)),
            "after": figure(of.unit.spoken_number(new)),
        }
        return sentence(
            "Most changed with card {card} of trick {trick}: from {before} to {after}.",
            **place,
            **points,
        )
    how = "turned" if at is not None else "later" if began else "always"
    return sentence(_DECIDED[how, has_it], **place)


def _points_of(of: OtherTrump) -> Sentence:
    assert of.points is not None
    what = (_(of.title),) if of.title else (Picture(of.name),)
    return (*what, " ", Strong(figure(of.points)))


def _aim(of: Aim, names: Names) -> Sentence:
    numbers: dict[str, Field] = {
        "who": Name(names[of.seat]),
        "wanted": of.tricks,
        "taken": of.taken,
    }
    if of.could is None:
        return sentence("{who}: wanted {wanted}, took {taken}; time ran out.", **numbers)
    if of.taken == of.tricks:
        if of.could:
            return sentence(
                "{who}: wanted {wanted} and took {taken}; with good play it was safe.",
                **numbers,
            )
        return sentence(
            "{who}: wanted {wanted} and took {taken}, though the others could have stopped it.",
            **numbers,
        )
    if of.could:
        return sentence("{who}: wanted {wanted}, took {taken}; it could have been made.", **numbers)
    return sentence(
        "{who}: wanted {wanted}, took {taken}; the others could have stopped it anyway.", **numbers
    )


def outlook(of: Outlook, goal: SharedWin | Sides, names: Names) -> Sentence:
    """What is possible from one moment on."""
    if of.can_be_won is not None:
        return sentence(_CAN_BE_WON[of.can_be_won])
    if of.points is None or not isinstance(goal, Sides):
        return sentence("There was no time to find out.")
    return sentence(
        "With best play by all, it comes to {points} for {who}.",
        points=amount(goal.counts, of.points),
        who=team(sorted(goal.side), names),
    )


def from_seat(of: SeatOutlook, seat: int, names: Names) -> Iterator[Sentence]:
    """What could be known at this seat."""
    known = of.tried - of.unknown
    if not known:
        yield sentence("There was no time to find out.")
        return
    if of.points:
        yield sentence(
            "As far as {who} could know: over {all} ways in which the hidden cards could lie, "
            "it comes to {points} on average for {side}, from {least} to {most}.",
            who=Name(names[seat]),
            side=team(of.side, names),
            all=of.tried,
            points=Strong(figure(round(sum(of.points) / known, 1))),
            least=figure(of.points[0]),
            most=figure(of.points[-1]),
        )
    else:
        yield sentence(
            "As far as {who} could know: of {all} ways in which the hidden cards could lie, "
            "{count} could be won.",
            who=Name(names[seat]),
            count=Strong(str(of.won)),
            all=of.tried,
        )
    yield from _basis(of)
    if of.unknown:
        yield sentence("In {count} of these there was no time to find out.", count=of.unknown)
    yield sentence("Knowing all the cards is not the same as choosing without them.")


def claim(of: ClaimOutlook | None, seat: int, names: Names) -> Iterator[Sentence]:
    """Whether a claim that lies open holds."""
    if of is None or (of.holds is None and not of.hands):
        yield sentence("The claim is not proved, and no layout was found that breaks it.")
    elif of.holds:
        yield sentence("The claim holds, however the cards lie.")
    elif not of.hands:
        yield sentence("The claim is not proved.")
    elif of.holds is None:
        yield sentence("The claim fails if the cards lie like this.")
        yield sentence("The backs show whether they can.")
    elif of.card is None:
        yield sentence("The claim is not proved: it fails if the cards lie like this.")
    else:
        yield sentence(
            "The claim is not proved: it fails if {who} lays {card} and the cards lie like this.",
            who=Name(names[seat]),
            card=Picture(of.card.code),
        )
    for other, hand in enumerate(of.hands if of else ()):
        if hand:
            cards = list_in_words([Picture(card.code) for card in by_suit(cards_in(hand))])
            yield sentence("{who}: {cards}", who=Name(names[other]), cards=cards)


def _basis(of: SeatOutlook) -> Iterator[Sentence]:
    if of.is_exact:
        yield sentence("These are all that there were.")
    elif of.points or of.unknown:
        yield sentence("They were drawn by chance.")
    else:
        yield sentence(
            "They were drawn by chance: of all of them that is {share} in 100, give or "
            "take {error}.",
            share=round(100 * of.won / of.tried),
            error=max(1, round(100 * of.error)),
        )
