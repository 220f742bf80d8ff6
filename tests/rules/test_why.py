"""Why a trick was taken: the sentence is true of the cards that lie there, in every playthrough."""

from collections.abc import Iterator
from functools import cache

import pytest

from games.cases import CASES
from games.samples import courses
from tricktable.games.triatri.rules import DOMINANT, worths
from tricktable.rules.cards import BY_CODE, COLOURS, Card
from tricktable.rules.page import why
from tricktable.rules.view import AnyView
from tricktable.text.sentences import Picture, coded

GAMES = [name for name in CASES if name != "tredici"]  # it has no tricks


@cache
def tricks(name: str) -> tuple[AnyView, ...]:
    """A moment after each trick of games by chance."""
    found: dict[object, AnyView] = {}
    for seed in (1, 2):
        for course in courses(CASES[name], seed):
            for seen in course.views:
                if seen.last_winner is not None:
                    found.setdefault((seen.last, seen.trump, seen.deal), seen)
    return tuple(found.values())


def named(seen: AnyView) -> list[str]:
    """The cards and colours of which the sentence speaks, in order."""
    return [part.code for part in why(seen) if isinstance(part, Picture)]


def lies(seen: AnyView) -> tuple[Card, list[Card]]:
    """The card that took the trick, and all."""
    cards = {seat: BY_CODE[code] for seat, code in seen.last}
    return cards[seen.last_winner], [*cards.values()]


def claims(seen: AnyView) -> Iterator[tuple[str, bool]]:
    """What is said of ranks and suits, and whether it is so, by the printed cards alone."""
    card, cards = lies(seen)
    yield "is the Rensho, which beats every other card.", card.code in ("AC", "AS")
    of_suit = [each for each in cards if each.suit == card.suit]
    is_trump, is_led = card.code[1] == seen.trump, card.suit == cards[0].suit
    yield (
        "is the highest trump in the trick.",
        is_trump and card == max(of_suit) and len(of_suit) > 1,
    )
    yield "is the only trump in the trick.", is_trump and len(of_suit) == 1
    no_trump = all(each.code[1] != seen.trump for each in cards)
    is_best = is_led and no_trump
    yield (
        "is the highest card of the suit that was led.",
        is_best and card == max(of_suit) and len(of_suit) > 1,
    )
    yield "is the only card of the suit that was led.", is_led and len(of_suit) == 1
    lower = [each for each in of_suit if each.rank < card.rank]
    yield "is the lowest card of the suit that was led.", is_led and not lower
    last = "is the lowest, as the five and the three come last."
    yield last, is_led and bool(lower) and all(each.rank in (3, 5) for each in lower)


@pytest.mark.parametrize("name", [name for name in GAMES if name != "triatri"])
def test_what_is_said_of_a_trick_is_true_of_its_cards(name):
    assert len(tricks(name)) > 20
    for seen in tricks(name):
        words, (card, _) = coded(why(seen)), lies(seen)
        assert words.startswith(card.code)
        told = words.removeprefix(card.code).strip()
        assert dict(claims(seen))[told], (words, seen.last, seen.trump)


def counts(seen: AnyView) -> dict[int, tuple[Card, int]]:
    """What lies before each seat in the end, and what it counts."""
    laid = worths(seen.last, seen.position.plan)
    return {
        seat: (BY_CODE[each.code], each.worth)
        for (seat, _), each in zip(seen.last, laid, strict=True)
    }


KINDS = ("took over", "more than any other", "beats", "last")


def test_what_is_said_of_a_count_is_true():
    kinds = set[str]()
    for seen in tricks("triatri"):
        at = counts(seen)
        card, worth = at[seen.last_winner]
        assert worth == max(each for _, each in at.values())
        order = [seat for seat in at if at[seat][1] == worth]
        words, cards = coded(why(seen)), named(seen)
        kinds.add(next(each for each in KINDS if each in words))
        assert card.code in cards
        if "took over" in words:
            assert cards == [dict(seen.last)[seen.last_winner], card.code]
        if "more than any other" in words:
            assert order == [seen.last_winner]
        if "any other card: " in words:  # it counts double
            assert worth in [card.rank << times for times in (1, 2, 3)]
            assert cards[1:] == [COLOURS[card.suit], COLOURS[DOMINANT.index(card.suit)]]
            assert COLOURS.index(cards[2]) in {BY_CODE[each].suit for _, each in seen.last}
        elif "beats" in words:
            assert {COLOURS[at[seat][0].suit] for seat in order} == {*cards[1:]}
            assert COLOURS[card.suit] == cards[1]
        elif "last" in words:
            assert order[-1] == seen.last_winner
            assert len(order) > 1
    assert kinds == {*KINDS}
