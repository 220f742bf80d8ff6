"""Sentences for pages, where cards and suits are drawn. Decides nothing and holds no markup.

`tricktable.words` makes the plain ones, for displays and terminals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from tricktable import words
from tricktable.games.torite.rules import START_CARDS
from tricktable.rules.game import AnyGame
from tricktable.rules.topics import topic_of
from tricktable.rules.view import AnyView, Said
from tricktable.text.language import _, message
from tricktable.text.names import AND, OR
from tricktable.text.parts import (
    Name,
    Picture,
    Sentence,
    counted,
    listed,
    people,
    sentence,
    speaker,
    spoken,
    team,
)

Names = tuple[str, ...]

# --- whose turn it is ---------------------------------------------------------------------------


def headline(view: AnyView, names: Names) -> Sentence:
    """What the table waits for, in the fewest words."""
    if view.next_what == "over":
        return _result(view, names)
    seats = view.awaited
    what = "lead" if view.next_what == "play" and not view.trick else view.next_what
    one, two, everybody = _AWAITED[what]
    if len(seats) not in (1, 2):
        return sentence(everybody)
    who = people([names[seat] for seat in seats], OR if what in _EITHER else AND)
    cards: Any = view.outlook.get("cards", 2)
    return sentence(one if len(seats) == 1 else two, who=who, count=cards)


_EITHER: Final = frozenset({"deal", "lead"})
"""Of two seats one does it."""
_AWAITED: Final[Mapping[str, tuple[str, str, str]]] = {
    "deal": (message("{who} deals"),) * 2 + (message("Who deals?"),),
    "leader": (message("Who leads first?"),) * 3,
    "stacks": (message("Count the four stacks"),) * 3,
    "pairing": (message("Choose the stacks"),) * 3,
    "turn_up": (message("Turn up cards for {who}"), "", ""),
    "lead": (message("{who} leads"),) * 2 + (message("Who leads?"),),
    "play": (message("{who} to play"),) * 2 + (message("Who plays?"),),
    "show": (message("{who}, show your card"),) + (message("Show the kept cards"),) * 2,
    "reveal": (message("{who}, show a card"),) * 2 + (message("Everybody shows a card"),),
    "prize": (message("{who} names the prize"), "", ""),
    "bid": (message("{who} to bid"), "", ""),
    "trump": (message("{who} names trump"), "", ""),
    "discard": (message("{who} discards {count}"), "", ""),
    "target": (
        message("{who} chooses a suit"),
        message("{who} choose a suit"),
        message("Everybody chooses a suit"),
    ),
    "stack": (
        message("{who} sets cards aside"),
        message("{who} set cards aside"),
        message("Everybody sets cards aside"),
    ),
    "draw": (message("{who} draws {count}"), "", ""),
    "give": (
        message("{who} gives a card"),
        message("{who} give a card"),
        message("Everybody gives a card"),
    ),
}
"""For each thing awaited: of one seat, of two, of more or of nobody."""


def beside(view: AnyView) -> Sentence:
    """The line above the headline: where the game is, and what is owed."""
    where = _where(view)
    more = _more(view)
    return (*where, *((" · ",) if where and more else ()), *more)


def _where(view: AnyView) -> Sentence:
    rounds = view.outlook.get("rounds")
    parts = []
    if rounds and rounds != 1:
        number = view.outlook.get("round", view.detail.get("round"))
        parts.append(_("Round {number} of {of}", number=number or 1, of=rounds))
    if view.game in ("etori", "troika") and view.deal:
        parts.append(_("Deal {number}", number=view.deal))
    if view.next_what in ("play", "turn_up", "prize") and view.of:
        parts.append(_("Trick {number} of {of}", number=view.number, of=view.of))
    return (" · ".join(parts),) if parts else ()


def _more(view: AnyView) -> Sentence:
    match view.next_what:
        case "leader":
            starts = START_CARDS.get(view.seats)
            return (
                sentence("The holder of {card} says so", card=Picture(starts[0].code))
                if starts
                else ()
            )
        case "play" if view.led and view.trick and view.game != "triatri":
            return sentence("{suit} led", suit=Picture(view.led))
        case "show":
            return sentence("Twelve tricks are played; one card is left in each hand")
        case "target":
            return sentence("In secret: on the own phone, or at the host")
        case "give":
            return sentence("Both piles have run out")
        case "discard" if view.game == "troika":
            return sentence("Two cards, neither 5H nor 3S")
        case "pairing" | "stacks":
            return sentence("Who plays which stack in which round")
    return ()


def _result(view: AnyView, names: Names) -> Sentence:
    if view.game == "torite":
        score: Any = view.detail.get("score")
        if not view.winner:
            return sentence("Not won this time")
        if score is None:
            return sentence("Won!")
        return counted("Won with {count} point", "Won with {count} points", score)
    if not view.winner:
        return sentence("A draw")
    teams = [team(each, names) for each in view.owners if each[0] in view.winner]
    who = listed(teams)
    if len(teams) > 1:
        return sentence("{who} share the win", who=who)
    is_one = len(view.winner) == 1
    return sentence("{who} wins", who=who) if is_one else sentence("{who} win", who=who)


def why_over(view: AnyView, names: Names) -> Sentence:
    """Why the game ended so, for the line under the headline; nothing where that says it all."""
    if view.next_what != "over" or (view.game == "torite" and view.winner):
        return ()
    return sentence("{outcome}.", outcome=words.outcome(replace(view, names=names)))


def taken(view: AnyView, names: Names) -> Sentence:
    """Who took the newest finished trick; nothing before the first."""
    if view.last_winner is None:
        return ()
    who = Name(names[view.last_winner])
    return sentence("{who} took trick {number}", who=who, number=sum(view.tally))


def news(view: AnyView, names: Names) -> str:
    """What a listener should hear now: the newest card, word or trick, then whose turn it is."""
    awaited = headline(view, names)
    told = _told(view, names)
    if told:
        return spoken(sentence("{told}. {awaited}.", told=told, awaited=awaited))
    return spoken(sentence("{awaited}.", awaited=awaited))


def heard(view: AnyView, names: Names) -> str:
    """What a listener should hear without asking: a trick as a whole, and nothing amid one."""
    if view.trick:
        return ""
    told = _told(view, names)
    if not _is_of_trick(view):
        return news(view, names)
    plays, awaited = played(view, names), headline(view, names)
    return spoken(sentence("{plays}. {told}. {awaited}.", plays=plays, told=told, awaited=awaited))


def played(view: AnyView, names: Names) -> Sentence:
    """Every card of the newest finished trick."""
    cards = [
        sentence("{who} {card}", who=Name(names[seat]), card=Picture(code))
        for seat, code in view.last
    ]
    return listed(cards, words.NEXT)


def _is_of_trick(view: AnyView) -> bool:
    """Whether a finished trick is the newest thing that everybody saw."""
    if view.trick or not view.last or view.last_winner is None:
        return False
    # A prize is named before each trick, bids and other words only before the first.
    return view.game != "triatri" or view.next_what != "play"


def _told(view: AnyView, names: Names) -> Sentence:
    """The newest card, word or trick."""
    if view.trick:
        seat, code = view.trick[-1]
        who, card = Name(names[seat]), Picture(code)
        if len(view.trick) == 1:
            return sentence("{who} led {card}", who=who, card=card)
        return sentence("{who} played {card}", who=who, card=card)
    if _is_of_trick(view):
        return took(view, names)
    return said(view.said[-1], names, view.rules) if view.said and view.next_what != "over" else ()


def took(view: AnyView, names: Names) -> Sentence:
    """Who took the newest finished trick, and with which card; nothing before the first."""
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


def said(word: Said, names: Names, rules: AnyGame) -> Sentence:
    """Something declared for all to hear: `Cy bids 8 No`."""
    return topic_of(rules, word.topic).say(speaker(word.seat, names), word.value)
