"""TriATri's sentences for each moment of play. Decides nothing."""

from typing import assert_never

from tricktable.games.triatri.position import Ending, TriatriView
from tricktable.rules import phases
from tricktable.rules.cards import COLOURS
from tricktable.rules.phases import Due, Phase
from tricktable.text import names
from tricktable.text.language import _, message, plural
from tricktable.text.names import SUIT_NAMES, suit_name
from tricktable.text.sentences import Picture, Sentence, sentence


def phase(view: TriatriView) -> Phase:
    """The sentences for this moment."""
    match view.position.what:
        case "deal":
            return phases.deal(view)
        case "reveal":
            return _reveal(view)
        case "prize":
            return phases.phase(
                view,
                sentence("{who} names the prize", who=phases.who(view)),
                Due(phases.everybody(view), "to name the prize"),
                in_trick=True,
            )._replace(
                own=(_("You name the prize"),),
                can=(_("Choose a gem: the player who takes the trick gets it."),),
            )
        case "play":
            return _play(view)
        case "over":
            return phases.over(view, _outcome(view))
        case never:
            assert_never(never)


def _reveal(view: TriatriView) -> Phase:
    one = message("{who}, show a card")
    return phases.phase(
        view,
        phases.by_number(view, one, one, message("Everybody shows a card")),
        Due(phases.everybody(view), "to show a card"),
    )._replace(
        own=(_("Show a card"),),
        can=(_("Any card: the highest number starts."),),
        foot=phases.at_foot(view, "Turn one up", "to turn one up"),
    )


def _play(view: TriatriView) -> Phase:
    """Each trick has a prize, named before it; its colour must be followed, whatever was led."""
    prize = view.position.prize
    lies = " ".join(code for _, code in view.trick)
    if prize is not None:
        where = "from their own gems" if prize.is_own else "from the stock"
        played_for = f"for {SUIT_NAMES[prize.colour]} {where}"
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
                gems=names.listed(suit_name(each) for each, left in stock if not left),
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
