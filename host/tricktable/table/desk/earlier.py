"""An earlier card of this deal, picked by its round and trick, and what was wrong with it.

Decides, and does no I/O.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tricktable.rules.cards import written_card
from tricktable.rules.entries import Dealt, Impossible, Played, Shown, Struck
from tricktable.rules.keypad import LIST_KEYS, NUMBER_KEYS
from tricktable.rules.record import Record
from tricktable.table.desk.changes import Changes, EntryRow, desk_change, note_row
from tricktable.table.desk.desk import CardCorrection, OpenDialogue
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import Note, Prompt
from tricktable.text.language import Message

_SHOWN: Final = "OK"
"""The key for cards that were shown, which belong to no trick."""
_OTHER_CARD, _OTHER_SEAT, _NEVER = "2", "3", "4"
# A deal may have 24 tricks, and 13 keys are numbers. When they were not paged by rounds, the
# question about a trick of the second one kept the table from opening again.
_TRICK_KEYS: Final = "".join(NUMBER_KEYS[number] for number in range(1, 14))
_LISTED: Final = 3
"""How many tricks are listed one by one; with more, one row shows all the keys."""


class LaidCard(NamedTuple):
    """A card of this deal and its entry."""

    seq: int
    entry: Played | Shown


class NamedPile(NamedTuple):
    """A trick, or the cards that were shown, under one key."""

    name: Message
    cards: list[LaidCard]


class TrickPage(NamedTuple):
    """As many tricks of one round as there are keys, and the cards shown after them."""

    name: Message
    piles: dict[str, NamedPile]


def pages(record: Record) -> list[TrickPage]:
    """The cards of the deal: all on one page, unless it has several rounds or many tricks."""
    rounds = _rounds(record)
    return [
        page
        for number, (tricks, shown) in enumerate(rounds, 1)
        for page in _pages(number if len(rounds) > 1 else 0, tricks, shown)
    ] or [TrickPage(Message(""), {})]


def _rounds(record: Record) -> list[tuple[list[list[LaidCard]], list[LaidCard]]]:
    """Each round's tricks and shown cards since the deal.

    A round without a new deal numbers its tricks from 1 again: its cards come from stacks
    that were paired before the first.
    """
    found: list[tuple[list[list[LaidCard]], list[LaidCard]]] = []
    running, before = 0, record.header.start().tabletop()
    for step in record.steps():
        entry = step.entry
        if isinstance(entry, Dealt):
            found = []
        elif isinstance(entry, (Played, Shown)):
            if not found or before.deal != running:
                found.append(([], []))
                running = before.deal
            tricks, shown = found[-1]
            if isinstance(entry, Shown):
                shown.append(LaidCard(step.seq, entry))
            else:
                if not before.trick:
                    tricks.append([])
                tricks[-1].append(LaidCard(step.seq, entry))
        before = step.after.tabletop()
    return found


def _pages(number: int, tricks: list[list[LaidCard]], shown: list[LaidCard]) -> Iterator[TrickPage]:
    """One round: with more tricks than there are keys on several pages, the shown cards last."""
    named = [
        NamedPile(Message("Trick {number}", {"number": at}), cards)
        for at, cards in enumerate(tricks, 1)
    ]
    for start in range(0, max(len(named), 1), len(_TRICK_KEYS)):
        part = named[start : start + len(_TRICK_KEYS)]
        piles = dict(zip(_TRICK_KEYS, part, strict=False))
        if shown and start + len(_TRICK_KEYS) >= len(named):
            piles[_SHOWN] = NamedPile(Message("Shown"), shown)
        yield TrickPage(_page_name(number, start + 1, start + len(part), len(named)), piles)


def _page_name(number: int, first: int, last: int, of: int) -> Message:
    fields = {"number": number, "first": first, "last": last}
    if of <= len(_TRICK_KEYS):
        return Message("Round {number}", {"number": number})
    if number:
        return Message("Round {number}, tricks {first}-{last}", fields)
    return Message("Tricks {first}-{last}", {"first": first, "last": last})


class _KeyedPath(NamedTuple):
    """How far the keys have led in the dialogue."""

    pages: list[TrickPage]
    page: TrickPage | None
    pile: NamedPile | None
    laid: LaidCard | None
    keys: tuple[str, ...]
    """The keys that have led somewhere."""


def _choice(record: Record, keys: tuple[str, ...]) -> _KeyedPath:
    """Where the keys lead. Keys after one that leads nowhere are ignored.

    So a question left in the journal by an older version of this program is asked again.
    """
    found, rest = pages(record), list(keys)
    page: TrickPage | None = found[0]
    if len(found) > 1:
        at = _TRICK_KEYS.find(rest.pop(0)) if rest else -1
        page = found[at] if 0 <= at < len(found) else None
    pile = page.piles.get(rest.pop(0)) if page is not None and rest else None
    at = LIST_KEYS.find(rest.pop(0)) if pile is not None and rest else -1
    laid = pile.cards[at] if pile is not None and 0 <= at < len(pile.cards) else None
    led = (len(found) > 1 and page is not None, pile is not None, laid is not None)
    return _KeyedPath(found, page, pile, laid, keys[: sum(led)])


def ask_earlier(now: Moment, asking: OpenDialogue) -> Prompt | None:
    """Ask for the round and trick, then the card, then what was wrong."""
    if now.record is None:
        return None
    chosen = _choice(now.record, asking.keys)
    if chosen.page is None:
        options = ((key, page.name) for key, page in zip(_TRICK_KEYS, chosen.pages, strict=False))
        return Prompt(Message("Which tricks?"), tuple(options))
    if chosen.pile is None:
        return _ask_trick(chosen.page)
    if chosen.laid is None:
        cards = zip(
            LIST_KEYS, (_card_message(laid, now) for laid in chosen.pile.cards), strict=False
        )
        return Prompt(
            Message("{heading}: which card?", {"heading": chosen.pile.name}), tuple(cards)
        )
    return Prompt(
        Message("{card}: what is wrong?", {"card": _card_message(chosen.laid, now)}), _WRONG
    )


def _ask_trick(page: TrickPage) -> Prompt:
    options = tuple((key, pile.name) for key, pile in page.piles.items())
    keys = [key for key in page.piles if key != _SHOWN]
    rows: list[tuple[str, Message]] = []
    if len(keys) > _LISTED:
        is_first = page.piles[keys[0]].name.fields["number"] == 1
        words = Message("the trick's number; A is 1") if is_first else page.name
        rows = [(f"{keys[0]}-{keys[-1]}", words)]
    rows += [each for each in options if each[0] == _SHOWN or not rows]
    return Prompt(Message("Which trick?"), options, tuple(rows))


_WRONG: Final = (
    (_OTHER_CARD, Message("wrong card")),
    (_OTHER_SEAT, Message("wrong seat")),
    (_NEVER, Message("never laid")),
)


def _card_message(laid: LaidCard, now: Moment) -> Message:
    seat, card = laid.entry
    who = Message("The table") if seat is None else now.names[seat]
    return Message("{who} {card}", {"who": who, "card": written_card(card.code)})


def take_earlier(now: Moment, asking: OpenDialogue, key: str) -> Changes:
    """Take one more key of the dialogue."""
    assert now.record is not None
    before = _choice(now.record, asking.keys)
    if before.laid is not None:
        return _wrong(now.record, before.laid, key)
    keys = (*before.keys, key)
    if _choice(now.record, keys).keys != keys:
        return [note_row(Note("no_such_answer"))]
    return [desk_change(asking=asking._replace(keys=keys))]


def _wrong(record: Record, laid: LaidCard, key: str) -> Changes:
    if key == _OTHER_CARD:
        note = Note("mending", laid.entry.seat, laid.entry.card.code)
        return [note_row(note, mending=CardCorrection(laid.seq, None, ""), asking=None)]
    if key == _OTHER_SEAT:
        return [desk_change(asking=OpenDialogue("who", detail=f"reseat:{laid.seq}"))]
    if key != _NEVER:
        return [note_row(Note("no_such_answer"))]
    try:
        record.check(Struck(laid.seq))
    except Impossible as refusal:
        note = Note("breaks_later", laid.entry.seat, detail=refusal.message)
        return [note_row(note, asking=None)]
    return [EntryRow(Struck(laid.seq))]
