"""The house rules of Tredici in words; `rules.py` carries them out."""

from typing import Final

from tricktable.rules.cards import STANDARD
from tricktable.rules.entries import Malformed
from tricktable.rules.options import TEAMS, Options, by_name, choice, even_teams, number, teams
from tricktable.rules.values import Chosen
from tricktable.text.language import message

HAND: Final = 7
LARGEST_WITHOUT_TEAMS: Final = 4  # each needs a suit of its own: more people share one as a team

_OF_ALL: Final = (
    choice(
        "runout",
        message("When the piles run out"),
        {
            "eager": message(
                "As soon as both piles are empty, everybody gives a card for a new one."
            ),
            "lazy": message(
                "Everybody gives a card for a new pile only when somebody has to draw."
            ),
        },
        rulings=("D10",),
    ),
    choice(
        "draw_at",
        message("When it is a draw"),
        {
            1: message("The game is a draw once no hand has more than one card."),
            0: message("The game is a draw once every hand is empty."),
        },
        rulings=("D13",),
    ),
    choice(
        "kische_limit",
        message("Kisché: how often"),
        {
            "game": message("Kisché can be called once in a game."),
            "player": message("Each player can call kisché once."),
            "unlimited": message("Kisché can be called any number of times."),
        },
        rulings=("D14",),
    ),
    choice(
        "kische_when",
        message("Kisché: when"),
        {
            "between_turns": message("Anybody may call kisché between turns."),
            "own_turn": message("Only the player whose turn is next may call kisché."),
        },
        rulings=("D15",),
    ),
    choice(
        "purge_redraw",
        message("New hand after a purge"),
        {
            "next_turn": message("A purged player draws a new hand on their next turn."),
            "now": message("A purged player draws a new hand at once."),
        },
        rulings=("D16",),
    ),
    choice(
        "purge_keep_suit",
        message("Suit after a purge"),
        {
            "only_if_forced": message("A purged player takes another suit if one is free."),
            "always_ok": message("A purged player may take the same suit again."),
        },
        rulings=("D18",),
    ),
    choice(
        "purge_collision",
        message("Suits of purged players"),
        {
            "allowed": message("Two purged players may take the same suit."),
            "in_turn_order": message("Purged players choose in turn among the suits still free."),
        },
        rulings=("D20",),
    ),
    choice(
        "auto_call",
        message("Calling tredici"),
        {
            "no": message("Tredici must be called."),
            "yes": message("The thirteenth card in the stacks ends the game."),
        },
        rulings=("D24",),
    ),
    choice(
        "deal_ace_counts",
        message("Aces in the deal"),
        {
            "no": message("Only a drawn ace costs the hand."),
            "yes": message("An ace of another suit in the dealt hand costs the hand too."),
        },
        rulings=("D4",),
    ),
    choice(
        "shuffle_discards",
        message("Shuffle discards"),
        {
            "yes": message("The discards are shuffled before they become the draw pile."),
            "no": message("The discards are turned over unshuffled."),
        },
        rulings=("D9",),
    ),
    choice(
        "discard_face",
        message("Discards face up or down"),
        {
            "down": message("Discards lie face down."),
            "up": message("Discards lie face up."),
        },
        rulings=("D31",),
    ),
    choice(
        "deadlock",
        message("Deadlock"),
        {
            "offer_draw": message("When nobody can win any more, the players may agree on a draw."),
        },
        rulings=("D26",),
    ),
)


def options(players: int, given: Chosen) -> Options:
    """The house rules for this many players. Raises: Malformed, if teams are needed but missing."""
    # Seven players leave a draw pile of three, and have lopsided teams: allowed, with a warning
    # where a game is begun (D28).
    most = len(STANDARD) // players
    hand_size = number(
        "hand_size",
        message("Hand size"),
        (min(HAND, most), range(1, most + 1)),
        message("Hands have {number} cards."),
        rulings=("D27",),
    )
    if players <= LARGEST_WITHOUT_TEAMS:
        return by_name((*_OF_ALL, hand_size))
    if TEAMS not in given:
        raise Malformed(f"{players} players need the option teams")
    return by_name((*_OF_ALL, hand_size, teams(players, rulings=("D29",))))


def usual(players: int) -> Chosen:
    """Defaults for a new game: larger numbers play in even teams."""
    return {TEAMS: even_teams(players)} if players > LARGEST_WITHOUT_TEAMS else {}
