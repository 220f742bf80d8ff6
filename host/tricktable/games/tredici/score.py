"""Tredici's scoring: thirteen cards in the stacks win, and nothing else counts."""

from tricktable.games.tredici.position import TrediciView
from tricktable.rules.score import DealScore, Figure, Score
from tricktable.text.language import Message, message


def score(view: TrediciView) -> Score:
    """The cards in hands and stacks; winning the game is worth 1."""
    at = view.position
    hands = (sum(at.hands[seat] for seat in seats) for seats in at.owners)
    won = view.winner or ()
    return Score(
        total=Figure(Message("Stacks"), at.stacks),
        now=(Figure(Message("Hand"), tuple(hands)),),
        deals=()
        if view.status == "playing"
        else (DealScore(0, tuple(int(seats[0] in won) for seats in view.owners)),),
        unit=message("games won"),
    )
