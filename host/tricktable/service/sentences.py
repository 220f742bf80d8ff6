"""Sentences for pages, where cards and suits are drawn. Decides nothing and holds no markup.

A sentence is a row of parts: plain words, names, and cards or suits, which a page draws and a
screen reader speaks. `tricktable.words` makes the plain ones for displays and terminals.
"""

from __future__ import annotations

from string import Formatter
from typing import Final, NamedTuple

from tricktable.games.torite import START_CARDS
from tricktable.rules.view import Remark, View
from tricktable.words import SUIT_NAMES, card_name


class Name(NamedTuple):
    """A person's name, clean already."""

    text: str


class Picture(NamedTuple):
    """A card (`QH`) or a whole suit (`H`)."""

    code: str

    @property
    def text(self) -> str:
        """As it is spoken: "queen of hearts", "hearts"."""
        return SUIT_NAMES[self.code] if self.code in SUIT_NAMES else card_name(self.code)


Part = str | Name | Picture
Sentence = tuple[Part, ...]


def sentence(template: str, **parts: Part | int) -> Sentence:
    """The template with its `{fields}` filled, ready to be drawn or spoken."""
    made: list[Part] = []
    for words, field, _, _ in Formatter().parse(template):
        if words:
            made.append(words)
        if field:
            part = parts[field]
            made.append(str(part) if isinstance(part, int) else part)
    return tuple(made)


def spoken(of: Sentence) -> str:
    """The sentence as plain text."""
    return "".join(part if isinstance(part, str) else part.text for part in of)


# --- whose turn it is ---------------------------------------------------------------------------

_AWAITED: Final = {
    "deal": "Who deals?",
    "leader": "Who leads first?",
    "stacks": "Count the four stacks",
    "pairing": "Choose the stacks",
    "show": "Show the kept cards",
    "over": "The game is over",
}


def headline(view: View, names: tuple[str, ...]) -> Sentence:
    """What the table waits for, in the fewest words."""
    if view.next_what == "over":
        return (_result(view),)
    if view.next_seat is None:
        return (_AWAITED.get(view.next_what, "Waiting"),)
    who = Name(names[view.next_seat])
    if view.next_what == "show":
        return sentence("{who}, show your card", who=who)
    if view.next_what == "turn_up":
        return sentence("Turn up cards for {who}", who=who)
    if view.next_what == "play" and not view.trick:
        return sentence("{who} leads", who=who)
    return sentence("{who} to play", who=who)


def beside(view: View) -> Sentence:
    """The line under the headline: which trick, and what is owed."""
    if view.next_what == "leader":
        starts = START_CARDS.get(view.seats) if view.game == "torite" else None
        if starts:
            return sentence("The holder of {card} says so", card=Picture(starts[0].code))
        return ()
    if view.next_what == "play" and view.led and view.trick:
        return sentence(
            "Trick {number} of {of} · {suit} led",
            number=view.number,
            of=view.of,
            suit=Picture(view.led),
        )
    if view.next_what in ("play", "turn_up"):
        return sentence("Trick {number} of {of}", number=view.number, of=view.of)
    if view.next_what == "show":
        return ("Twelve tricks are played; one card is left in each hand",)
    return ()


def _result(view: View) -> str:
    score = view.detail.get("score")
    if view.winner:
        return "Won!" if score is None else f"Won with {score} points"
    return "Not won this time"


def taken(view: View, names: tuple[str, ...]) -> Sentence:
    """Who took the newest finished trick; nothing before the first."""
    if view.last_winner is None:
        return ()
    who = Name(names[view.last_winner])
    return sentence("{who} took trick {number}", who=who, number=sum(view.tally))


def news(view: View, names: tuple[str, ...]) -> str:
    """What a listener should hear now: the newest card or trick, then whose turn it is."""
    first: Sentence = ()
    if view.trick:
        seat, code = view.trick[-1]
        verb = "{who} led {card}. " if len(view.trick) == 1 else "{who} played {card}. "
        first = sentence(verb, who=Name(names[seat]), card=Picture(code))
    elif view.last:
        winning = next(code for seat, code in view.last if seat == view.last_winner)
        first = (*taken(view, names), " with ", Picture(winning), ". ")
    return spoken((*first, *headline(view, names), "."))


# --- what was improper --------------------------------------------------------------------------

_SHOWS_IT: Final = {
    "played": "{who} did not follow {suit} in trick {trick}: {card} in trick {later} shows it.",
    "shown": "{who} did not follow {suit} in trick {trick}: {card}, kept to the end, shows it.",
    "held": "{who} did not follow {suit} in trick {trick}: {card} was in that hand.",
}
_SOMEBODY: Final = (
    "Somebody did not follow suit: the unseen cards fit no honest deal. Who, is not proved."
)


def finding(remark: Remark, names: tuple[str, ...]) -> Sentence:
    """One improper thing, with its proof. Names nobody without proof."""
    found = remark.finding
    if found.seat is None:
        return (_SOMEBODY,)
    who = Name(names[found.seat])
    proof = Picture(remark.proof_card) if remark.proof_card else None
    if found.rule == "follow" and remark.owed and proof and remark.proof_kind:
        return sentence(
            _SHOWS_IT[remark.proof_kind],
            who=who,
            suit=Picture(remark.owed),
            trick=remark.trick or 0,
            card=proof,
            later=remark.proof_trick or 0,
        )
    if found.rule == "turn" and remark.card:
        return sentence(
            "{who} played {card} out of turn in trick {trick}.",
            who=who,
            card=Picture(remark.card),
            trick=remark.trick or 0,
        )
    if found.rule == "starter" and proof:
        return sentence("{who} led first, but {card} was in another hand.", who=who, card=proof)
    return sentence("{who}: {rule}.", who=who, rule=found.rule)
