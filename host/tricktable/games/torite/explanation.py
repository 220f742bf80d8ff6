"""The Torite's score explained: the tricks and suits that win, and the kept cards that count."""

from collections.abc import Iterator, Sequence
from typing import Final

from tricktable.games.torite.position import Position
from tricktable.games.torite.rules import SCORE_BASE
from tricktable.rules.cards import card
from tricktable.rules.explanation import Account, DealSeen, Explanation, Ruling
from tricktable.rules.score import Term
from tricktable.rules.trick_sheets import trick_sheets
from tricktable.text.language import Message
from tricktable.text.names import NEXT, Names
from tricktable.text.sentences import (
    Fact,
    Name,
    Picture,
    Sentence,
    Strong,
    list_in_words,
    sentence,
    sentence_by_number,
)

Deal = DealSeen[Position]

T5: Final = Ruling("T5", Message("The card set aside counts towards the four suits, too."))
T6: Final = Ruling(
    "T6",
    Message(
        "The rank kept with the most tricks, minus the rank kept with the fewest, plus 12; no "
        "limit either way."
    ),
)
T7: Final = Ruling("T7", Message("A lost game scores nothing."))
T10: Final = Ruling("T10", Message("A game cannot be won while a revoke stands."))
T15_ROUND2: Final = Ruling("T15", Message("With two rounds, the cards kept in round 2 count."))
T15_ROUND1: Final = Ruling("T15", Message("With two rounds, the cards kept in round 1 count."))


def explained(deal: Deal) -> Explanation:
    """The deal: each condition for a win, and the score if the table won."""
    at = deal.position
    return Explanation(
        title=sentence("The score"),
        result=_result(at),
        facts=tuple(_facts(at, deal.names)),
        accounts=(_account(deal),) if at.won else (),
        rulings=tuple(_rulings(deal)),
        sheets=tuple(trick_sheets(deal.tricks, deal.of, (), deal.names)),
        runs=deal.runs,
    )


def _result(at: Position) -> Sentence:
    if at.won is None:
        return sentence("in play") if at.lost_by is None else sentence("can no longer be won")
    if at.score is not None:
        return sentence_by_number("won, {count} point", "won, {count} points", at.score)
    return sentence("not won")


def _facts(at: Position, names: Names) -> Iterator[Fact]:
    needed = Strong(" · ".join(map(str, at.target)))
    is_over = at.won is not None
    for number, played in enumerate(at.rounds):
        taken = Strong(" · ".join(map(str, played.tricks)))
        state = "lost" if at.lost_by == "tricks" else "met" if is_over else "open"
        told = sentence("Tricks {taken}; needed {needed}", taken=taken, needed=needed)
        if number or len(at.rounds) > 1:
            told = sentence(
                "Round {number}: tricks {taken}; needed {needed}",
                number=number + 1,
                taken=taken,
                needed=needed,
            )
        yield Fact(told, state)
    kept = list(_kept_cards(at, names))
    if at.set_aside:
        yield Fact(sentence("{card} was set aside", card=Picture(at.set_aside)))
    if kept:
        yield Fact(sentence("Kept: {cards}", cards=list_in_words(kept, NEXT)))
        twice = len(set(at.kept_suits)) < len(at.kept_suits)
        state = "lost" if twice else "met" if is_over else "open"
        words = sentence("Two kept cards share a suit") if twice else sentence("All suits differ")
        yield Fact(words, state)
    if is_over and not at.won and at.lost_by is None:
        yield Fact(sentence("A suit was not followed, so the table cannot win"), "lost")


def _kept_cards(at: Position, names: Names) -> Iterator[Sentence]:
    for played in at.rounds:
        for name, code in zip(names, played.kept, strict=False):
            if code:
                yield (Name(name), " ", Picture(code))


def _account(deal: Deal) -> Account:
    """The rank kept with most tricks, minus that with fewest, plus 12 (T6, T15)."""
    rounds = deal.position.rounds
    is_first = len(rounds) == 2 and deal.header.options["score_cards_2p"] == "round1"
    kept = rounds[0 if is_first else -1].kept
    tricks = rounds[-1].tricks  # the last round's, whichever kept cards count (T15)
    most, fewest = tricks.index(max(tricks)), tricks.index(min(tricks))
    terms = (
        *_terms(most, tricks, kept, deal.names, 1),
        *_terms(fewest, tricks, kept, deal.names, -1),
        Term(sentence("Added to every score"), SCORE_BASE),
    )
    return Account(sentence("The table"), terms)


def _terms(
    seat: int, tricks: Sequence[int], kept: Sequence[str | None], names: Names, sign: int
) -> Iterator[Term]:
    code = kept[seat]
    if code is not None:
        told = sentence_by_number(
            "{card} of {who}, with {count} trick",
            "{card} of {who}, with {count} tricks",
            tricks[seat],
            card=Picture(code),
            who=Name(names[seat]),
        )
        yield Term(told, sign * card(code).rank)


def _rulings(deal: Deal) -> Iterator[Ruling]:
    """The rulings that the result depends on."""
    at = deal.position
    if at.set_aside:
        yield T5
    if at.won:
        yield T6
        if at.of_rounds == 2:
            is_first = deal.header.options["score_cards_2p"] == "round1"
            yield T15_ROUND1 if is_first else T15_ROUND2
    elif at.won is not None:
        yield T7
        if at.lost_by is None:
            yield T10
