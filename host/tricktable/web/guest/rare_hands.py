"""How rare each hand of a finished deal was, below its explanation.

Tells only of hands whose every card all have seen: it shows no card, and nothing of any other hand.
"""

from collections.abc import Mapping
from random import Random

from tricktable.games import blame_game
from tricktable.rules.explanation import Explanation
from tricktable.rules.faults import GameFault
from tricktable.rules.rarity import Rarity, by_deal
from tricktable.rules.record import Record
from tricktable.text.language import _
from tricktable.text.sentences import Name, Sheet, SheetRow, figure, sentence


def deals(
    record: Record, names: tuple[str, ...], stories: tuple[Explanation, ...]
) -> tuple[Explanation, ...]:
    """The deals of a game, newest first, each with how rare its hands were if that is known."""
    try:
        with blame_game(record.header.rules, may_refuse=False):
            rare = [*by_deal(record, Random(0))][::-1]
    except GameFault:
        return stories
    return tuple(
        story if story.runs else story._replace(sheets=(*story.sheets, *_sheets(hands, names)))
        for story, hands in zip(stories, rare, strict=True)
    )


def _sheets(hands: Mapping[int, Rarity], names: tuple[str, ...]) -> tuple[Sheet, ...]:
    """A line for each hand; one like most others is not worth one."""
    rows = tuple(
        SheetRow((Name(names[seat]),), ((str(hand),), (figure(hand.about),)))
        for seat, hand in hands.items()
        if hand.one_in > 1
    )
    if not rows:
        return ()
    heads = (sentence("Player"), sentence("Cards of each suit"), sentence("One hand in"))
    return (Sheet("rarity", _("How rare each hand was"), heads, rows),)
