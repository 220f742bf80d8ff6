"""The sheets on a guest's page: the game's own, then the tricks of the deal.

Each is made from a public view and nothing else.
"""

from collections.abc import Iterator, Sequence

from tricktable.rules.cards import SUITS
from tricktable.rules.trick_sheets import trick_sheets
from tricktable.rules.view import AnyView
from tricktable.text.language import _
from tricktable.text.names import Names
from tricktable.text.sentences import (
    Name,
    Part,
    Sentence,
    Sheet,
    SheetRow,
    Sign,
    counts,
    sentence,
)


def sheets(view: AnyView) -> tuple[Sheet, ...]:
    """The game's own sheets, and the tricks of the deal so far."""
    page = view.rules.page
    return (*page.sheets(view), *tricks(view, page.signs(view)))


def tricks(view: AnyView, signs: Sequence[Part] = ()) -> Iterator[Sheet]:
    """The tricks of the deal so far, each of which says why it was taken."""
    return trick_sheets(
        view.tricks,
        view.of,
        signs,
        view.names,
        lambda trick: view.rules.page.why(view, trick.plays, trick.taker),
    )


def suit_counts(hands: Sequence[Sequence[int] | None], names: Names) -> tuple[Sheet, ...]:
    """The suit counts of scanned hands, where a house rule shows them."""
    known = [(name, hand) for name, hand in zip(names, hands, strict=False) if hand is not None]
    if not known:
        return ()
    heads: list[Sentence] = [sentence("Suits in hand"), *((Sign(suit),) for suit in SUITS)]
    rows = tuple(SheetRow((Name(name),), counts(list(hand))) for name, hand in known)
    return (Sheet("suits", _("Suits in hand"), tuple(heads), rows, is_plain=True),)
