"""The house rules of Tredici in words; what they do is for its rules."""

from __future__ import annotations

from typing import Final

from tricktable.rules.cards import STANDARD
from tricktable.rules.entries import Malformed
from tricktable.rules.options import TEAMS, Options, by_name, choice, even_teams, number, teams
from tricktable.rules.values import Chosen
from tricktable.text.language import message

HAND: Final = 7
LARGEST_WITHOUT_TEAMS: Final = 4

_OF_ALL: Final = (
    choice(  # D10
        "runout",
        message("When the piles run out"),
        {
            "eager": message("Cards are given for a new pile as soon as both piles are empty."),
            "lazy": message("Cards are given for a new pile only when somebody has to draw."),
        },
    ),
    choice(  # D13
        "draw_at",
        message("When it is drawn"),
        {
            1: message("The game is drawn when every hand has at most one card."),
            0: message("The game is drawn when no hand has a card."),
        },
    ),
    choice(  # D14
        "kische_limit",
        message("Kisché, how often"),
        {
            "game": message("Kisché is called once in a game."),
            "player": message("Kisché is called once by each player."),
            "unlimited": message("Kisché is called as often as anybody likes."),
        },
    ),
    choice(  # D15
        "kische_when",
        message("Kisché, when"),
        {
            "between_turns": message("Anybody may call kisché between two turns."),
            "own_turn": message("Kisché is called before one's own turn."),
        },
    ),
    choice(  # D16
        "purge_redraw",
        message("New hand after a purge"),
        {
            "next_turn": message("Who was purged draws a new hand in the own next turn."),
            "now": message("Who was purged draws a new hand at once."),
        },
    ),
    choice(  # D18
        "purge_keep_suit",
        message("Suit after a purge"),
        {
            "only_if_forced": message("Who was purged takes another suit, if one is free."),
            "always_ok": message("Who was purged may take the same suit again."),
        },
    ),
    choice(  # D20
        "purge_collision",
        message("Suits of two who were purged"),
        {
            "allowed": message("Two who were purged may take the same suit."),
            "in_turn_order": message(
                "Who was purged chooses in turn, only among suits still free."
            ),
        },
    ),
    choice(  # D24
        "auto_call",
        message("Calling tredici"),
        {
            "no": message("Tredici must be called."),
            "yes": message("The thirteenth card in the stacks ends the game."),
        },
    ),
    choice(  # D4
        "deal_ace_counts",
        message("Aces in the deal"),
        {
            "no": message("Only an ace that was drawn costs the hand."),
            "yes": message("An ace of another suit in the dealt hand costs the hand too."),
        },
    ),
    choice(  # D9
        "shuffle_discards",
        message("Shuffle discards"),
        {
            "yes": message("The discards are shuffled before they become the draw pile."),
            "no": message("The discards are turned over unshuffled."),
        },
    ),
    choice(  # D31
        "discard_face",
        message("Discard face"),
        {
            "down": message("Discards lie face down."),
            "up": message("Discards lie face up."),
        },
    ),
    choice(  # D26
        "deadlock",
        message("Deadlock"),
        {
            "offer_draw": message("When nobody can win any more, a draw may be agreed on."),
        },
    ),
)


def options(players: int, given: Chosen) -> Options:
    """The house rules of so many players. Raises: Malformed, if their teams are not told."""
    most = len(STANDARD) // players
    hand_size = number(  # D27
        "hand_size",
        message("Hand size"),
        (min(HAND, most), range(1, most + 1)),
        message("Hands have {number} cards."),
    )
    if players <= LARGEST_WITHOUT_TEAMS:
        return by_name((*_OF_ALL, hand_size))
    if TEAMS not in given:
        raise Malformed(f"{players} players need the option teams")
    return by_name((*_OF_ALL, hand_size, teams(players)))


def usual(players: int) -> Chosen:
    """Many play in even teams."""
    return {TEAMS: even_teams(players)} if players > LARGEST_WITHOUT_TEAMS else {}
