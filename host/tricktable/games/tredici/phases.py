"""Tredici's sentences: what the table waits for, and what it has people do. Decides nothing."""

from typing import Final

from tricktable.games.tredici.position import Position, TrediciView
from tricktable.games.tredici.rules import EXCHANGED
from tricktable.rules import phases
from tricktable.rules.asides import EntrySeen, Reminder
from tricktable.rules.entries import Declared
from tricktable.rules.phases import Due, Phase, TurnPhase
from tricktable.text.language import Message, _, message, plural
from tricktable.text.sentences import Picture, Sentence, sentence


def secret(view: TrediciView, seat: int) -> Sentence:
    """The suit the seat collects, if the view knows it."""
    for seats, target in zip(view.position.owners, view.position.targets, strict=True):
        if seat in seats and target:
            return sentence("Your suit: {suit}", suit=Picture(target))
    return ()


def _stack(view: TrediciView) -> Phase:
    does = "to set cards aside"
    return phases.phase(
        view,
        phases.by_number(
            view,
            message("{who} sets cards aside"),
            message("{who} set cards aside"),
            message("Everybody sets cards aside"),
        ),
        Due(phases.actors_text(view), does),
    )._replace(
        own=(_("Set cards aside, or none"),),
        can=(_("Only cards of your suit, face down."),),
        foot=phases.at_foot(view, "Set aside", does),
        is_routine=view.next_seat is not None,
    )


def _discard(view: TrediciView) -> Phase:
    count = view.position.cards or 0
    return phases.phase(
        view,
        sentence("{who} discards {count}", who=phases.actors(view), count=count),
        Due(phases.actors_text(view), f"to discard {_cards(count)}"),
    )._replace(
        own=(plural("Discard 1 card", "Discard {count} cards", count),),
        can=_cause(view, count),
        brief=Due(phases.actors_text(view), f"to discard {count}"),
    )


def _cause(view: TrediciView, count: int) -> Sentence:
    """The cause of a discard. Empty if it may be either: both take all cards of a small hand."""
    if view.next_seat is None or count < view.position.hands[view.next_seat]:
        return (_("You set nothing aside in your last turn."),)
    return (_("You drew an ace of another suit."),) if count > EXCHANGED else ()


def _draw(view: TrediciView) -> Phase:
    count = view.position.cards or 0
    return phases.phase(
        view,
        sentence("{who} draws {count}", who=phases.actors(view), count=count),
        Due(phases.actors_text(view), f"to draw {_cards(count)}"),
    )._replace(
        own=(plural("Draw 1 card", "Draw {count} cards", count),),
        can=sentence("A full hand is {count}", count=view.position.hand_size),
        is_routine=True,
    )


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _over(view: TrediciView) -> Phase:
    if not view.winner:
        return phases.over(view, _("A draw: nobody can win any more"))
    wins = message("{who} has all thirteen cards: tredici")
    win = message("{who} have all thirteen cards: tredici")
    return phases.over(view, phases.winners(view, wins, win))


def aside(turn: EntrySeen[Position]) -> Reminder | None:
    """Whose cards go away after a kisché (D21), and that the discards are turned over (D9)."""
    before, after = turn.before, turn.after
    if isinstance(turn.entry, Declared) and turn.entry.topic == "kische":
        names, caller = turn.header.seat_names, turn.entry.speaker
        who = ", ".join(names[seat] for seat in after.purged)
        shared = message(
            "Kisché by {caller}: {who} shared a suit. Hand and stacks go to the discards."
        )
        alone = message(
            "Kisché by {caller}: nobody shared a suit. {who}: hand and stacks go to the discards."
        )
        told = alone if caller in after.purged else shared
        return Reminder(Message(told, {"caller": names[caller], "who": who}))
    if not before.discard or after.discard or not after.draw:
        return None
    if turn.header.options["shuffle_discards"] == "yes":
        return Reminder(Message("Shuffle the discards. They are the new draw pile."))
    return Reminder(Message("Turn the discards over, unshuffled. They are the new draw pile."))


PHASES: Final = phases.of(
    {
        "target": TurnPhase(
            (
                message("{who} chooses a suit"),
                message("{who} choose a suit"),
                message("Everybody chooses a suit"),
            ),
            "to choose a target in secret",
            own=message("Choose your suit in secret"),
            can=message("You win with all thirteen cards of it."),
            more=message("Secretly, by phone or on the host's screen"),
            foot=("Pick targets", "to pick a target in secret"),
            brief=("Pick targets", "to pick a target"),
        ),
        "stack": _stack,
        "discard": _discard,
        "draw": _draw,
        "give": TurnPhase(
            (
                message("{who} gives a card"),
                message("{who} give a card"),
                message("Everybody gives a card"),
            ),
            "to give a card for the new draw pile",
            own=message("Give a card for the new draw pile"),
            can=message("Any card of your hand."),
            more=message("Both piles are empty"),
            foot=("Give one each", "to give a card"),
        ),
        "over": _over,
    }
)
