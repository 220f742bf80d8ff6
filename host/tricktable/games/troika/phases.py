"""Troika's sentences for each moment of play. Decides nothing."""

from typing import Final

from tricktable.games.troika.position import TroikaView
from tricktable.games.troika.rules import KAISER
from tricktable.games.troika.topics import bid_name, bid_words
from tricktable.rules import phases
from tricktable.rules.phases import Due, Phase, TurnPhase
from tricktable.text.language import _, message, plural
from tricktable.text.sentences import Sentence, sentence


def _bid(view: TroikaView) -> Phase:
    headline = sentence("{who} to bid", who=phases.actors(view))
    made = phases.phase(view, headline, _due_to_bid(view))
    return made._replace(own=(_("Your bid"),), can=_can_bid(view))


def _due_to_bid(view: TroikaView) -> Due:
    bids = next(each.values for each in view.offers if each.what == "bid")
    numbers = [str(bid) for bid in bids if bid != "pass"]
    if not numbers:
        return Due(phases.actors_text(view), "can only pass")
    verb = "to bid" if "pass" in bids else "must bid"
    return Due(phases.actors_text(view), f"{verb}, {bid_name(numbers[0])} or more")


def _can_bid(view: TroikaView) -> Sentence:
    bids = next(each.values for each in view.offers if each.what == "bid")
    numbers = [str(bid) for bid in bids if bid != "pass"]
    if not numbers:
        return (_(phases.ONLY_PASS),)
    least = bid_words(numbers[0])
    if "pass" not in bids:
        return sentence("You must bid {bid} or more.", bid=least)
    return sentence("Bid {bid} or more, or pass.", bid=least)


def _discard(view: TroikaView) -> Phase:
    takes = any(each.what == "kitty>hand" for each in view.offers)
    does = "to take the kitty and discard two cards" if takes else "to discard two cards"
    return phases.phase(
        view,
        sentence("{who} discards {count}", who=phases.actors(view), count=2),
        Due(phases.actors_text(view), does),
        more=sentence("Two cards, but not 5♥ or 3♠"),
    )._replace(
        own=(plural("Discard 1 card", "Discard {count} cards", 2),),
    )


# --- the end ------------------------------------------------------------------------------------


def _outcome(view: TroikaView) -> str:
    position, side = view.position, (view.winner or (0,))[0]
    best, other = position.totals[side], position.totals[1 - side]
    won = phases.winners(view)
    if best >= position.target:
        return _("{won}, {best} to {other}", won=won, best=best, other=other)
    if position.deals[-1].bid == KAISER:
        return _(
            "{won}, {best} to {other}: the bid of 12 No decides", won=won, best=best, other=other
        )
    # Nothing else ends a match below the target: the losers have minus 52 (K28).
    return _("{won}, {best} to {other}: the others fell too low", won=won, best=best, other=other)


PHASES: Final = phases.of(
    {
        "bid": _bid,
        "trump": TurnPhase(
            message("{who} names trump"),
            "to name trump",
            message("You name trump"),
            message("Choose the suit that beats the others in this deal."),
        ),
        "discard": _discard,
        "over": lambda view: phases.over(view, _outcome(view)),
    }
)
