"""TriATri's sentences for each moment of play. Decides nothing."""

from typing import Final, assert_never

from tricktable.games.triatri.position import Ending, TriatriView
from tricktable.games.triatri.rules import OWN
from tricktable.rules import phases
from tricktable.rules.cards import COLOURS
from tricktable.rules.phases import Phase, TurnPhase
from tricktable.text import names
from tricktable.text.language import _, message, plural
from tricktable.text.names import SUIT_NAMES, suit_name
from tricktable.text.sentences import Picture, Sentence, sentence


def _play(view: TriatriView) -> Phase:
    """Each trick has a prize, named before it; its colour must be followed, whatever was led."""
    prize = view.position.prize
    lies = " ".join(code for _, code in view.trick)
    if prize is not None:
        where = "from their own gems" if prize["from"] == OWN else "from the stock"
        played_for = f"for {SUIT_NAMES[prize['colour']]} {where}"
        lies = f"{played_for}, {lies}" if lies else played_for
    beside = phases.beside(view, in_trick=True)
    made = phases.play(view)._replace(beside=beside, lies=lies, is_word_newer=True)
    if view.led is None:  # the starter, where house rules set them free (A8)
        return made
    colour = Picture(view.led)
    words = sentence(
        "Play {colour} or an imitation; if you have no {colour}, play any card.", colour=colour
    )
    return made._replace(can=words)


# --- the end ------------------------------------------------------------------------------------


def _outcome(view: TriatriView) -> str:
    position, won = view.position, phases.winners(view)
    match position.ended_by:
        case "two_sets":
            return _("{won} with two gems of every colour", won=won)
        case "colour_gone":
            stock = zip(COLOURS, position.stock, strict=True)
            return _(
                "{won} with {points}: the stock has no {gems} left",
                won=won,
                points=_points_of_winner(view),
                gems=names.list_in_words(suit_name(each) for each, left in stock if not left),
            )
        case "three_rounds" | None:  # an ended game has ended by something
            return _(
                "{won} with {points} after three rounds", won=won, points=_points_of_winner(view)
            )
        case never:
            assert_never(never)


def _points_of_winner(view: TriatriView) -> str:
    """The winner's points, and that more gems decided where somebody else has as many (4a)."""
    points, winners = view.position.points, view.winner or (0,)
    best = points[winners[0]]
    told = plural("{count} point", "{count} points", best)
    if points.count(best) > len(winners):
        return _("{points} and more gems", points=told)
    return told


def why_ended(ending: Ending) -> Sentence:
    """The same without the winner, for tables and explanations."""
    match ending:
        case "two_sets":
            return sentence("Two gems of every colour win at once")
        case "colour_gone":
            return sentence("A colour ran out in the stock: that ended the game")
        case "three_rounds":
            return sentence("Three rounds have been played")
        case never:
            assert_never(never)


_SHOW: Final = message("{who}, show a card")
PHASES: Final = phases.of(
    {
        "reveal": TurnPhase(
            (_SHOW, _SHOW, message("Everybody shows a card")),
            "to show a card",
            own=message("Show a card"),
            can=message("Any card: the highest number starts."),
            foot=("Turn one up", "to turn one up"),
        ),
        "prize": TurnPhase(
            message("{who} names the prize"),
            "to name the prize",
            own=message("You name the prize"),
            can=message("Choose a gem: the player who takes the trick gets it."),
            in_trick=True,
        ),
        "play": _play,
        "over": lambda view: phases.over(view, _outcome(view)),
    }
)
