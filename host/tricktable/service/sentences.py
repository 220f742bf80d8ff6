"""Sentences for pages, where cards and suits are drawn. Decides nothing and holds no markup.

`tricktable.words` makes the plain ones, for displays and terminals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from tricktable import words
from tricktable.games.torite import START_CARDS
from tricktable.rules.view import Remark, Said, View
from tricktable.service.parts import Name, Part, Picture, Sentence, sentence, spoken

Names = tuple[str, ...]
LARGEST_TEAM_NAMED: Final = 3

# --- whose turn it is ---------------------------------------------------------------------------


def headline(view: View, names: Names) -> Sentence:
    """What the table waits for, in the fewest words."""
    if view.next_what == "over":
        return _result(view, names)
    seats = words.waiting_for(view)
    what = "lead" if view.next_what == "play" and not view.trick else view.next_what
    one, two, everybody = _AWAITED[what]
    if len(seats) not in (1, 2):
        return (everybody,)
    who = people([names[seat] for seat in seats], " or " if what in _EITHER else " and ")
    before, has_name, after = (one if len(seats) == 1 else two).partition("{who}")
    count = str(view.outlook.get("cards", 2))
    parts: Sentence = (before, *(who if has_name else ()), after.replace("{count}", count))
    return tuple(part for part in parts if part)


_EITHER: Final = frozenset({"deal", "lead"})
"""Of two seats one does it."""
_AWAITED: Final[Mapping[str, tuple[str, str, str]]] = {
    "deal": ("{who} deals", "{who} deals", "Who deals?"),
    "leader": ("Who leads first?",) * 3,
    "stacks": ("Count the four stacks",) * 3,
    "pairing": ("Choose the stacks",) * 3,
    "turn_up": ("Turn up cards for {who}", "", ""),
    "lead": ("{who} leads", "{who} leads", "Who leads?"),
    "play": ("{who} to play", "{who} to play", "Who plays?"),
    "show": ("{who}, show your card", "Show the kept cards", "Show the kept cards"),
    "reveal": ("{who}, show a card", "{who}, show a card", "Everybody shows a card"),
    "prize": ("{who} names the prize", "", ""),
    "bid": ("{who} to bid", "", ""),
    "trump": ("{who} names trump", "", ""),
    "discard": ("{who} discards {count}", "", ""),
    "target": ("{who} chooses a suit", "{who} choose a suit", "Everybody chooses a suit"),
    "stack": ("{who} sets cards aside", "{who} set cards aside", "Everybody sets cards aside"),
    "draw": ("{who} draws {count}", "", ""),
    "give": ("{who} gives a card", "{who} give a card", "Everybody gives a card"),
}
"""For each thing awaited: of one seat, of two, of more or of nobody."""


def people(of: list[str], joint: str = " and ") -> Sentence:
    """Names side by side, ready to be drawn."""
    parts: list[Part] = []
    for number, name in enumerate(of):
        if number:
            parts.append(joint if number == len(of) - 1 else ", ")
        parts.append(Name(name))
    return tuple(parts)


def team(seats: list[int], names: Names) -> Sentence:
    """The people of a team by name, or a large one by its first."""
    if len(seats) > LARGEST_TEAM_NAMED:
        return (Name(names[seats[0]]), "’s team")
    return people([names[seat] for seat in seats], " & ")


def beside(view: View) -> Sentence:
    """The line above the headline: where the game is, and what is owed."""
    where = _where(view)
    more = _more(view)
    return (*where, *((" · ",) if where and more else ()), *more)


def _where(view: View) -> Sentence:
    rounds = view.outlook.get("rounds")
    parts = []
    if rounds and rounds != 1:
        number = view.outlook.get("round", view.detail.get("round"))
        parts.append(f"Round {number or 1} of {rounds}")
    if view.game in ("etori", "troika") and view.deal:
        parts.append(f"Deal {view.deal}")
    if view.next_what in ("play", "turn_up", "prize") and view.of:
        parts.append(f"Trick {view.number} of {view.of}")
    return (" · ".join(parts),) if parts else ()


def _more(view: View) -> Sentence:
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
            return ("Twelve tricks are played; one card is left in each hand",)
        case "target":
            return ("In secret: on the own phone, or at the host",)
        case "give":
            return ("Both piles have run out",)
        case "discard" if view.game == "troika":
            return ("Two cards, neither 5H nor 3S",)
        case "pairing" | "stacks":
            return ("Who plays which stack in which round",)
    return ()


def _result(view: View, names: Names) -> Sentence:
    if view.game == "torite":
        score = view.detail.get("score")
        if view.winner:
            return ("Won!" if score is None else f"Won with {score} points",)
        return ("Not won this time",)
    if not view.winner:
        return ("A draw",)
    teams = [each for each in words.owners(view) if each[0] in view.winner]
    who: list[Part] = []
    for each in teams:
        who += [" and ", *team(each, names)] if who else team(each, names)
    if len(teams) > 1:
        return (*who, " share the win")
    return (*who, " wins" if len(view.winner) == 1 else " win")


def why_over(view: View, names: Names) -> Sentence:
    """Why the game ended so, for the line under the headline; nothing where that says it all."""
    if view.next_what != "over" or (view.game == "torite" and view.winner):
        return ()
    return (f"{words.outcome(replace(view, names=names))}.",)


def taken(view: View, names: Names) -> Sentence:
    """Who took the newest finished trick; nothing before the first."""
    if view.last_winner is None:
        return ()
    who = Name(names[view.last_winner])
    return sentence("{who} took trick {number}", who=who, number=sum(view.tally))


def news(view: View, names: Names) -> str:
    """What a listener should hear now: the newest card, word or trick, then whose turn it is."""
    first: Sentence = ()
    if view.trick:
        seat, code = view.trick[-1]
        verb = "{who} led {card}. " if len(view.trick) == 1 else "{who} played {card}. "
        first = sentence(verb, who=Name(names[seat]), card=Picture(code))
    elif view.said and view.next_what != "over" and not (view.last and view.game != "triatri"):
        first = (*said(view.said[-1], names), ". ")
    elif view.last and view.last_winner is not None:
        winning = next(code for seat, code in view.last if seat == view.last_winner)
        first = (*taken(view, names), " with ", Picture(winning), ". ")
    return spoken((*first, *headline(view, names), "."))


# --- what was said ------------------------------------------------------------------------------


def said(word: Said, names: Names) -> Sentence:
    """Something declared for all to hear: `Cy bids 8 No`."""
    who: Part = "The table" if word.seat is None else Name(names[word.seat])
    value: Any = word.value
    make = _SAID.get(word.topic)
    return make(who, value) if make else (who, ": ", word.topic)


def bid_words(bid: str) -> str:
    """`7 No` for 7N, and `pass`."""
    return bid if bid == "pass" else words.bid_name(bid)


def prize_words(prize: Mapping[str, str]) -> Sentence:
    """A prize: its colour and where it comes from."""
    own = "an own gem" if prize["from"] == "own" else "from the stock"
    return sentence("{colour}, {source}", colour=Picture(prize["colour"]), source=own)


def pairing_words(pairing: list[list[int]]) -> str:
    """Stacks by seat and round: `1, then 2`."""
    return " / ".join(f"{first}, then {second}" for first, second in pairing)


_SAID: Final[Mapping[str, Callable[[Part, Any], Sentence]]] = {
    "leader": lambda who, _: (who, " holds the start card"),
    "stacks": lambda *_: ("The stacks are counted",),
    "pairing": lambda _, value: (f"Stacks: {pairing_words(value)}",),
    "prize": lambda who, value: (who, " plays for ", *prize_words(value)),
    "bid": lambda who, value: (
        who,
        " passes" if value == "pass" else f" bids {words.bid_name(value)}",
    ),
    "trump": lambda _, value: (Picture(value), " is trump"),
    "misdeal": lambda who, _: (who, " calls a misdeal"),
    "kische": lambda who, _: (who, " calls kisché"),
    "tredici": lambda who, _: (who, " calls tredici"),
    "draw": lambda *_: ("A draw is agreed on",),
}


# --- what was improper --------------------------------------------------------------------------

_SHOWS_IT: Final = {
    "played": "{who} did not follow {suit} in trick {trick}: {card} in trick {later} shows it.",
    "shown": "{who} did not follow {suit} in trick {trick}: {card}, {when}, shows it.",
    "held": "{who} did not follow {suit} in trick {trick}: {card} was in that hand.",
}
_SOMEBODY: Final = (
    "Somebody did not follow suit: the unseen cards fit no honest deal. Who, is not proved."
)


def finding(remark: Remark, names: Names) -> Sentence:
    """One improper thing, with its proof. Names nobody without proof."""
    found = remark.finding
    if found.seat is None:
        return (_SOMEBODY,)
    who = Name(names[found.seat])
    proof = Picture(remark.proof_card) if remark.proof_card else None
    if found.rule == "follow" and remark.owed and proof and remark.proof_kind:
        is_later = found.proof[-1] > found.seq
        return sentence(
            _SHOWS_IT[remark.proof_kind],
            who=who,
            suit=Picture(remark.owed),
            trick=remark.trick or 0,
            card=proof,
            later=remark.proof_trick or 0,
            when="kept to the end" if is_later else "taken back before",
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
    if found.rule == "discard":
        return sentence(
            "{who} discarded what must be played: {five} or {three} never came.",
            who=who,
            five=Picture("5H"),
            three=Picture("3S"),
        )
    return sentence("{who}: {rule}.", who=who, rule=found.rule)
