"""The house rules of Tredici in words; `rules.py` carries them out."""

from typing import Final

from tricktable.rules.cards import STANDARD
from tricktable.rules.entries import BadLine
from tricktable.rules.options import TEAMS, Options, by_name, choice, even_teams, number, teams
from tricktable.rules.values import HouseRules
from tricktable.text.language import message

HAND: Final = 7
LARGEST_WITHOUT_TEAMS: Final = 4  # each needs a suit of its own: more people share one as a team

_OF_ALL: Final = (
    choice("runout", message("When the piles run out"), "D10").of(
        eager=message("As soon as both piles are empty, everybody gives a card for a new one."),
        lazy=message("Everybody gives a card for a new pile only when somebody has to draw."),
    ),
    choice("draw_at", message("When it is a draw"), "D13").of(
        {
            1: message("The game is a draw once no hand has more than one card."),
            0: message("The game is a draw once every hand is empty."),
        }
    ),
    choice("kische_limit", message("Kisché: how often"), "D14").of(
        game=message("Kisché can be called once in a game."),
        player=message("Each player can call kisché once."),
        unlimited=message("Kisché can be called any number of times."),
    ),
    choice("kische_when", message("Kisché: when"), "D15").of(
        between_turns=message("Anybody may call kisché between turns."),
        own_turn=message("Only the player whose turn is next may call kisché."),
    ),
    choice("purge_redraw", message("New hand after a purge"), "D16").of(
        next_turn=message("A purged player draws a new hand on their next turn."),
        now=message("A purged player draws a new hand at once."),
    ),
    choice("purge_keep_suit", message("Suit after a purge"), "D18").of(
        only_if_forced=message("A purged player takes another suit if one is free."),
        always_ok=message("A purged player may take the same suit again."),
    ),
    choice("purge_collision", message("Suits of purged players"), "D20").of(
        allowed=message("Two purged players may take the same suit."),
        in_turn_order=message("Purged players choose in turn among the suits still free."),
    ),
    choice("auto_call", message("Calling tredici"), "D24").of(
        no=message("Tredici must be called."),
        yes=message("The thirteenth card in the stacks ends the game."),
    ),
    choice("deal_ace_counts", message("Aces in the deal"), "D4").of(
        no=message("Only a drawn ace costs the hand."),
        yes=message("An ace of another suit in the dealt hand costs the hand too."),
    ),
    choice("shuffle_discards", message("Shuffle discards"), "D9").of(
        yes=message("The discards are shuffled before they become the draw pile."),
        no=message("The discards are turned over unshuffled."),
    ),
    choice("discard_face", message("Discards face up or down"), "D31").of(
        down=message("Discards lie face down."),
        up=message("Discards lie face up."),
    ),
    choice("deadlock", message("Deadlock"), "D26").of(
        offer_draw=message("When nobody can win any more, the players may agree on a draw."),
    ),
)


def options(players: int, given: HouseRules) -> Options:
    """The house rules for this many players. Raises: BadLine, if teams are needed but missing."""
    # Seven players leave a draw pile of three, and have lopsided teams: allowed, with a warning
    # where a game is begun (D28).
    most = len(STANDARD) // players
    hand_size = number(
        "hand_size",
        message("Hand size"),
        (min(HAND, most), range(1, most + 1)),
        message("Cards in a hand: {number}."),
        rulings=("D27",),
    )
    if players <= LARGEST_WITHOUT_TEAMS:
        return by_name((*_OF_ALL, hand_size))
    if TEAMS not in given:
        raise BadLine(f"{players} players need the option teams")
    return by_name((*_OF_ALL, hand_size, teams(players, rulings=("D29",))))


def usual(players: int) -> HouseRules:
    """Defaults for a new game: larger numbers play in even teams."""
    return {TEAMS: even_teams(players)} if players > LARGEST_WITHOUT_TEAMS else {}
