"""Tredici's sentences: what the table waits for, and what it has people do. Decides nothing."""

from typing import assert_never

from tricktable.games.tredici.position import Position, TrediciView
from tricktable.rules import phases
from tricktable.rules.asides import EntrySeen, Reminder
from tricktable.rules.entries import Declared
from tricktable.rules.phases import Due, Phase
from tricktable.text.language import Message, _, message, plural
from tricktable.text.sentences import Picture, Sentence, sentence


def phase(view: TrediciView) -> Phase:
    """The sentences for this moment."""
    match view.position.what:
        case "deal":
            return phases.deal(view)
        case "target":
            return _target(view)
        case "stack":
            return _stack(view)
        case "discard":
            return _discard(view)
        case "draw":
            return _draw(view)
        case "give":
            return _give(view)
        case "over":
            return _over(view)
        case never:
            assert_never(never)


def secret(view: TrediciView, seat: int) -> Sentence:
    """The suit the seat collects, if the view knows it."""
    for seats, target in zip(view.position.owners, view.position.targets, strict=True):
        if seat in seats and target:
            return sentence("Your suit: {suit}", suit=Picture(target))
    return ()


def _target(view: TrediciView) -> Phase:
    return phases.phase(
        view,
        phases.by_number(
            view,
            message("{who} chooses a suit"),
            message("{who} choose a suit"),
            message("Everybody chooses a suit"),
        ),
        Due(phases.everybody(view), "to choose a target in secret"),
        more=sentence("Secretly, on your phone or at the host's computer"),
    )._replace(
        own=(_("Choose your suit in secret"),),
        can=(_("You win with all thirteen cards of it."),),
        foot=phases.at_foot(view, "Pick targets", "to pick a target in secret"),
        brief=phases.at_foot(view, "Pick targets", "to pick a target"),
    )


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
        Due(phases.everybody(view), does),
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
        sentence("{who} discards {count}", who=phases.who(view), count=count),
        Due(phases.everybody(view), f"to discard {_cards(count)}"),
    )._replace(
        own=(plural("Discard 1 card", "Discard {count} cards", count),),
        brief=Due(phases.everybody(view), f"to discard {count}"),
    )


def _draw(view: TrediciView) -> Phase:
    count = view.position.cards or 0
    return phases.phase(
        view,
        sentence("{who} draws {count}", who=phases.who(view), count=count),
        Due(phases.everybody(view), f"to draw {_cards(count)}"),
    )._replace(own=(plural("Draw 1 card", "Draw {count} cards", count),), is_routine=True)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _give(view: TrediciView) -> Phase:
    return phases.phase(
        view,
        phases.by_number(
            view,
            message("{who} gives a card"),
            message("{who} give a card"),
            message("Everybody gives a card"),
        ),
        Due(phases.everybody(view), "to give a card for the new draw pile"),
        more=sentence("Both piles are empty"),
    )._replace(
        own=(_("Give a card for the new draw pile"),),
        can=(_("Any card of your hand."),),
        foot=phases.at_foot(view, "Give one each", "to give a card"),
    )


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
        who = ", ".join(turn.header.seat_names[seat] for seat in after.purged)
        purge = Message("{what}: hands and stacks go to the discards.", {"what": who})
        return Reminder(purge)
    if not before.discard or after.discard or not after.draw:
        return None
    if turn.header.options["shuffle_discards"] == "yes":
        return Reminder(Message("Shuffle the discards. They are the new draw pile."))
    return Reminder(Message("Turn the discards over, unshuffled. They are the new draw pile."))
