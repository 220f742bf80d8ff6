"""What Oh Hell says of each moment, where it is more than all games say."""

from typing import Final

from oh_hell.position import OhHellView
from tricktable.rules import phases
from tricktable.rules.phases import Phase
from tricktable.text.sentences import sentence


def _deal(view: OhHellView) -> Phase:
    """Also how many cards everybody gets, which changes from deal to deal."""
    told = phases.deal(view)
    cards = view.position.cards
    words = sentence("1 card each") if cards == 1 else sentence("{count} cards each", count=cards)
    return told._replace(beside=(*told.beside, *((" · ",) if told.beside else ()), *words))


PHASES: Final = phases.of({"deal": _deal})
