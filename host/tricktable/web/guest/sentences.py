"""Sentences about what has happened, for pages and listeners. Decides nothing, holds no markup."""

from collections.abc import Iterable, Sequence, Set

from tricktable.rules.entries import Declared
from tricktable.rules.game import AnyGame
from tricktable.rules.phases import Phase
from tricktable.rules.portions import how_to_deal
from tricktable.rules.topics import topic_of
from tricktable.rules.view import AnyView, FindingDetail
from tricktable.text.language import _
from tricktable.text.names import NEXT
from tricktable.text.sentences import (
    Name,
    Part,
    Picture,
    Sentence,
    list_in_words,
    paragraph,
    sentence,
    speaker,
    spoken,
    whole,
)

Names = tuple[str, ...]

# --- what has happened --------------------------------------------------------------------------


def news(view: AnyView, names: Names, phase: Phase, proved: Sequence[Sentence] = ()) -> str:
    """What a listener hears now: the newest card, announcement or trick, then whose turn it is.

    `phase` is the view's, with these names: whoever draws a page has it already. `proved` is what
    the newest entry has proved.
    """
    told = () if view.seq in retold(view) else newest(view, names, phase)
    return _one_by_one(told, *proved, *told_once(phase.headline, phase.why))


def unasked_news(view: AnyView, names: Names, phase: Phase, proved: Sequence[Sentence] = ()) -> str:
    """What a listener hears unasked: a trick once it is complete, in the middle of one only what
    has been proved.
    """
    if view.trick:
        return _one_by_one(*proved)
    if not _is_of_trick(view, phase):
        return news(view, names, phase, proved)
    plays, told = trick_cards(view, names), took(view, names)
    return _one_by_one(plays, told, *proved, *told_once(phase.headline, phase.why))


def retold(view: AnyView) -> Set[int]:
    """The plays of which a finding says more than that they were made: those out of turn."""
    return {each.finding.seq for each in view.remarks if _tells_play(each)}


def as_heard(remarks: Iterable[FindingDetail]) -> Sequence[FindingDetail]:
    """In the order of their sentences: what tells of a play comes before what the play proves."""
    return sorted(remarks, key=_tells_play, reverse=True)


def _tells_play(remark: FindingDetail) -> bool:
    return remark.finding.rule == "turn" and remark.card is not None


def told_once(headline: Sentence, why: Sentence) -> tuple[Sentence, Sentence]:
    """How it ended, and why: the reason alone where that says who has won, too."""
    return (why, ()) if why and spoken(why).startswith(spoken(headline)) else (headline, why)


def _one_by_one(*sentences: Sentence) -> str:
    return paragraph(*(whole(each) for each in sentences if each))


def reason(headline: Sentence, why: Sentence) -> Sentence:
    """Why it ended so, for where the headline stands above it: who has won is not said twice."""
    won = spoken(headline)
    if not spoken(why).startswith(won):
        return why
    rest, before = list[Part](), len(won)
    for part in why:
        said = spoken((part,))
        if before < len(said):
            rest.append(said[before:] if before else part)
        before = max(0, before - len(said))
    if rest and isinstance(rest[0], str):
        is_apart, rest[0] = rest[0].startswith(":"), rest[0].lstrip(" ,:.、")
        if is_apart:
            rest[0] = rest[0][:1].upper() + rest[0][1:]
        if rest[0].startswith("\uff08") and isinstance(rest[-1], str):
            rest[0] = rest[0][1:]
            rest[-1] = "".join(rest[-1].rsplit("\uff09", 1))
    return tuple(each for each in rest if each)


def review_question(view: AnyView) -> str:
    """What people ask of a game afterwards: whether it could be won, or of one that all have won
    together how well. Empty if it is played for nothing that a review knows.
    """
    if view.rules.goal is None:
        return ""
    if not view.rules.is_cooperative:
        return _("Could it have gone differently?")
    return _("Could it have gone better?") if view.winner else _("Could it have been won?")


def trick_cards(view: AnyView, names: Names) -> Sentence:
    """Every card of the newest finished trick."""
    cards = [
        sentence("{who} {card}", who=Name(names[seat]), card=Picture(code))
        for seat, code in view.last
    ]
    return list_in_words(cards, NEXT)


def _is_of_trick(view: AnyView, phase: Phase) -> bool:
    """Whether the newest public event completed a trick."""
    if view.trick or not view.last or view.last_winner is None:
        return False
    return not phase.is_word_newer


def newest(view: AnyView, names: Names, phase: Phase) -> Sentence:
    """The newest card, announcement or trick."""
    if view.trick:
        seat, code = view.trick[-1]
        who, card = Name(names[seat]), Picture(code)
        if len(view.trick) == 1:
            return sentence("{who} led {card}", who=who, card=card)
        return sentence("{who} played {card}", who=who, card=card)
    if _is_of_trick(view, phase):
        return took(view, names)
    return declaration(view.said[-1], names, view.rules) if view.said and not view.is_over else ()


def first_deal(view: AnyView) -> Sentence:
    """How to deal, before the first card of a game; later deals are told to those who ask."""
    return how_to_deal(view.portions) if view.portions and not view.last else ()


def took(view: AnyView, names: Names) -> Sentence:
    """Who took the newest finished trick, and with which card; empty before the first."""
    if not view.last or view.last_winner is None:
        return ()
    winning = next(code for seat, code in view.last if seat == view.last_winner)
    return sentence(
        "{who} took trick {number} with {card}",
        who=Name(names[view.last_winner]),
        number=sum(view.tally),
        card=Picture(winning),
    )


# --- what was said ------------------------------------------------------------------------------


def declaration(word: Declared, names: Names, rules: AnyGame) -> Sentence:
    """A public declaration: who said it, and what."""
    return topic_of(rules, word.topic).say(speaker(word.seat, names), word.value)
