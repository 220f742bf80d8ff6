"""Asks on the keypad which card of a deck is damaged. Decides, and does no I/O."""

from collections.abc import Mapping
from typing import Final

from tricktable.rules.cards import RANKS, SUITS, written_card
from tricktable.store.decks import KINDS
from tricktable.table.desk.changes import Changes, desk_change, note_row
from tricktable.table.desk.deck_work import replace_card
from tricktable.table.desk.desk import OpenDialogue
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note, Prompt
from tricktable.text.language import Message


def ask_damaged(now: Moment, asking: OpenDialogue) -> Prompt:
    """Ask which card gets a new tag: its rank, then its suit."""
    if asking.keys:
        rank = asking.keys[0]
        suits = tuple((suit, written_card(f"{rank}{suit}")) for suit in SUITS)
        keyed = _cards_by_keys(now, asking)
        jokers = ((key, keyed.get(rank + key)) for key in RANKS)
        suits += tuple((key, written_card(code)) for key, code in jokers if code)
        return Prompt(
            Message("{deck}: which {rank}?", {"deck": asking.detail, "rank": rank}), suits
        )
    question = Message("Which card of the {deck}? Type rank, then suit.", {"deck": asking.detail})
    return Prompt(question, _RANK_ROW)


def _cards_by_keys(now: Moment, asking: OpenDialogue) -> Mapping[str, str]:
    """As `DeckKind` has it; nothing of a deck that is gone."""
    decks = (each for each in now.decks.decks if each.name == asking.detail)
    return next((KINDS[each.kind].keyed for each in decks), {})


_RANK_ROW: Final = (("2-A", Message("its rank")), ("UNDO", Message("none")))


def take_damaged(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Take a key: the rank of the damaged card, then its suit."""
    keys = (*asking.keys, key)
    if not asking.keys:
        if key not in RANKS:
            return [note_row(Note("rank_first"))]
        return [desk_change(asking=asking._replace(keys=keys))]
    deck = next((each for each in now.decks.decks if each.name == asking.detail), None)
    if deck is None:
        return [note_row(Note("no_such_answer"))]
    keyed, kind = "".join(keys), KINDS[deck.kind]
    card = kind.keyed.get(keyed, keyed)
    if card not in kind.codes:
        return [note_row(Note("no_such_answer"))]
    (change,) = replace_card(deck, card)
    return [change.and_also(asking=None)]
