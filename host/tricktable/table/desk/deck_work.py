"""Deck work: enrols a deck, replaces a card, checks a deck. The game waits meanwhile.

Every card is one gesture, and there are no questions. Decides, and does no I/O.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, Unpack

from tricktable.rules.entries import Impossible
from tricktable.store.decks import (
    KINDS,
    BadDeck,
    Controls,
    Deck,
    Enrolment,
    KnownCard,
    OtherDeck,
    ShelfChange,
)
from tricktable.store.decks.deck import first_few, plain
from tricktable.store.decks.enrolment import (
    Again,
    CheckOutcome,
    Faulty,
    Foreign,
    Right,
    Steers,
    add_control_card,
    check_tag,
    replace_tag,
)
from tricktable.table import commands
from tricktable.table.desk.changes import Changes, DeskRow, note_row
from tricktable.table.desk.desk import DeckWork, DeskFields
from tricktable.table.desk.moment import Moment
from tricktable.table.notes import CONTROLS, Note
from tricktable.text.language import Message


class DeckProgress(NamedTuple):
    """The progress of deck work, for everybody to see."""

    what: str
    """As in `DeckWork`."""
    deck: str
    colour: str
    card: str
    """The card to lay now, or the last one laid if any may come."""
    done: int
    of: int
    """How many cards there are; 0 until a card shows which deck it is."""
    missing: tuple[str, ...]
    """The cards still to come."""


def progress(now: Moment) -> DeckProgress | None:
    """The progress; None if no deck work is under way."""
    work = now.desk.tending
    if work is None:
        return None
    what, name, card, seen = work
    if what == "control":
        return DeckProgress(what, "", "", "", 0, 1, ())
    enrolment = _enrolment(now, name)
    deck = next((each for each in now.decks.decks if each.name == name), None)
    if what == "enrol" and enrolment is not None:
        awaited, missing = enrolment.next_card or "", enrolment.cards_left
        done, of = len(enrolment.tags), len(enrolment.order)
        return DeckProgress(what, name, enrolment.colour, awaited, done, of, missing)
    if deck is None:
        return DeckProgress(what, name, "", card, 0, 0, ())
    if what == "replace":
        return DeckProgress(what, name, deck.colour, card, 0, 1, (card,))
    missing = _missing_codes(deck, seen)
    last = seen[-1] if seen else ""
    return DeckProgress(what, name, deck.colour, last, len(seen), len(deck.tags), missing)


# --- how it begins ------------------------------------------------------------------------------


def start(now: Moment, request: commands.DeckRequest) -> Changes:
    """Start what a page, a terminal or the menu asks to do with cards. Raises: Impossible."""
    try:
        match request:
            case commands.Enrol(name, colour, kind):
                return _enrol(now, name.strip(), colour.strip(), kind)
            case commands.ReplaceCard(name, card):
                return replace_card(now.decks.deck(name), card)
            case commands.CheckDeck(name):
                return _check(now, name)
            case commands.MakeControl(act):
                return _make(act)
            case commands.ForgetControls(act):
                return _forget(now, act)
            case commands.PlayWith(name):
                return [note_row(Note("plays_with", detail=now.decks.deck(name).name), deck=name)]
            case commands.DeckWorkStep(do):
                return press(now, _KEY_OF[do])
    except BadDeck as fault:
        words, fields = fault.message
        raise Impossible(words, "not_now", None, **fields) from fault


_KEY_OF: Final = {"undo": "UNDO", "later": "OK", "stop": "MENU"}


def _enrol(now: Moment, name: str, colour: str, kind: str) -> Changes:
    name = name or free_name(now, colour, kind)
    if any(deck.name == name for deck in now.decks.decks):
        raise Impossible(
            "there is already a deck {name}; give the new one another name", name=repr(name)
        )
    enrolment = _enrolment(now, name) or Enrolment(name, colour, kind)
    if enrolment.next_card is None:
        return [_finish(enrolment)]
    note = Note("lay_next", card=enrolment.next_card)
    return [_shelve(enrolment, note, tending=DeckWork("enrol", name), page="table")]


def replace_card(deck: Deck, card: str) -> list[DeskRow]:
    """Give the next tag laid to this card. Raises: Impossible if the deck has no such card."""
    if card not in KINDS[deck.kind].codes:
        raise Impossible("there is no {code} in the {deck}", code=card, deck=deck.name)
    note = Note("lay_new", card=card)
    return [note_row(note, tending=DeckWork("replace", deck.name, card), page="table")]


def free_name(now: Moment, colour: str, kind: str) -> str:
    """The default name of a new deck of that colour: `red deck`, `red deck 2`."""
    taken = {deck.name for deck in now.decks.decks} | {deck.name for deck in now.begun}
    return plain(colour, kind, taken)


def _check(now: Moment, name: str) -> Changes:
    if not now.decks.decks:
        raise Impossible("there is no deck yet; enrol one first")
    if name:
        now.decks.deck(name)
    return [note_row(Note("lay_all"), tending=DeckWork("check", name), page="table")]


def _make(act: str) -> Changes:
    if act not in CONTROLS:
        raise Impossible("no control card can do that")
    note = Note("lay_spare", detail=CONTROLS[act])
    return [note_row(note, tending=DeckWork("control", "", act), page="table")]


def _forget(now: Moment, act: str) -> Changes:
    left = now.decks.controls.without(act)
    if left == now.decks.controls:
        raise Impossible("there is no control card for that")
    note = Note("controls_forgotten", detail=CONTROLS[act])
    return [replace(note_row(note), shelving=ShelfChange("", left))]


# --- what is laid -------------------------------------------------------------------------------


def take_tag(now: Moment, work: DeckWork, uid: str) -> Changes:
    """Take a tag laid on any reader."""
    return _LAID[work.what](now, work, uid)


def _laid_to_enrol(now: Moment, work: DeckWork, uid: str) -> Changes:
    enrolment = _enrolment(now, work.deck)
    if enrolment is None:
        return _stop(work)
    others = [each for each in now.begun if each.name != enrolment.name]
    after, said = enrolment.take(uid, now.decks, others)
    if after is enrolment:
        is_last = isinstance(said, Again) and said.card == enrolment.last
        return [note_row(Note("just_laid", card=enrolment.last) if is_last else _note(said))]
    if after.next_card is None:
        return [_finish(after)]
    return [_shelve(after, Note("learnt", card=after.last))]


def _laid_to_replace(now: Moment, work: DeckWork, uid: str) -> Changes:
    try:
        said = replace_tag(now.decks.deck(work.deck), work.card, uid, now.decks)
    except BadDeck:
        return _stop(work)
    if not isinstance(said, Deck):
        return [note_row(_note(said))]
    note = Note("replaced", card=work.card, detail=said.name)
    return [_shelve(said, note, tending=None)]


def _laid_to_check(now: Moment, work: DeckWork, uid: str) -> Changes:
    name = work.deck
    if not name:
        match now.decks.find(uid):
            case KnownCard(deck, _) | OtherDeck(deck, _):
                name = deck.name
            case _:
                return [note_row(Note("unknown_tag"))]
    try:
        deck = now.decks.deck(name)
    except BadDeck:
        return _stop(work)
    said = check_tag(deck, work.seen, uid, now.decks)
    if not isinstance(said, Right):
        return [note_row(_note(said))]
    seen = (*work.seen, said.card)
    if len(seen) == len(deck.tags):
        return [note_row(Note("all_there", detail=_cards_of(len(seen), name)), tending=None)]
    return [note_row(Note("is_there", card=said.card), tending=DeckWork("check", name, seen=seen))]


def _laid_to_control(now: Moment, work: DeckWork, uid: str) -> Changes:
    said = add_control_card(work.card, uid, now.decks, now.begun)
    if not isinstance(said, Controls):
        return [note_row(_note(said))]
    note = Note("control_made", detail=CONTROLS[work.card])
    return [replace(note_row(note, tending=None), shelving=ShelfChange("", said))]


_LAID: Final[Mapping[str, Callable[[Moment, DeckWork, str], Changes]]] = {
    "enrol": _laid_to_enrol,
    "replace": _laid_to_replace,
    "check": _laid_to_check,
    "control": _laid_to_control,
}


def _note(said: CheckOutcome | object) -> Note:
    """The note on what is wrong with a tag."""
    match said:
        case Again(card):
            return Note("has_tag", card=card)
        case Foreign(colour, card):
            return Note("other_deck", card=card, detail=colour)
        case Steers(act):
            return Note("control_card", detail=CONTROLS[act])
        case Faulty(reason):
            return Note("bad_tag", detail=reason)
    return Note("unknown_tag")


# --- keys ---------------------------------------------------------------------------------------


def press(now: Moment, key: str) -> Changes:
    """Take a key: UNDO takes the last card back, OK skips the next one, MENU stops."""
    work = now.desk.tending
    if work is None:
        return [note_row(Note("nothing_tended"))]
    if key == "MENU":
        return [note_row(_end_note(now, work), tending=None)]
    if key == "UNDO":
        return _back(now, work)
    if key == "OK":
        return _on(now, work)
    return [note_row(Note("tending"))]


def _back(now: Moment, work: DeckWork) -> Changes:
    enrolment = _enrolment(now, work.deck)
    if work.what == "enrol" and enrolment is not None and enrolment.last is not None:
        return [_shelve(enrolment.back(), Note("forgotten", card=enrolment.last))]
    if work.seen:
        note = Note("forgotten", card=work.seen[-1])
        return [note_row(note, tending=work._replace(seen=work.seen[:-1]))]
    return [note_row(Note("nothing_to_undo"))]


def _on(now: Moment, work: DeckWork) -> Changes:
    enrolment = _enrolment(now, work.deck)
    if work.what == "check":
        return [note_row(_end_note(now, work), tending=None)]
    if work.what != "enrol" or enrolment is None:
        return [note_row(Note("tending"))]
    after = enrolment.put_off()
    if after.next_card == enrolment.next_card:
        return [note_row(Note("only_left", card=after.next_card))]
    return [_shelve(after, Note("put_off", card=enrolment.next_card))]


def _end_note(now: Moment, work: DeckWork) -> Note:
    """The note when it ends before everything is done."""
    if work.what == "replace":
        return Note("not_replaced", card=work.card)
    if work.what == "control":
        return Note("no_control_made", detail=CONTROLS[work.card])
    if work.what == "enrol":
        return Note("stopped_enrolling", detail=work.deck)
    deck = next((each for each in now.decks.decks if each.name == work.deck), None)
    if deck is None:
        return Note("nothing_checked")
    return Note("not_there_all", detail=first_few(_missing_codes(deck, work.seen)))


# --- how ----------------------------------------------------------------------------------------


def _missing_codes(deck: Deck, seen: Sequence[str]) -> tuple[str, ...]:
    return tuple(code for code in KINDS[deck.kind].codes if code not in seen)


def _enrolment(now: Moment, name: str) -> Enrolment | None:
    return next((each for each in now.begun if each.name == name), None)


def _shelve(item: Deck | Enrolment, note: Note, **more: Unpack[DeskFields]) -> DeskRow:
    """The row with the note; the deck goes onto the shelf first."""
    return replace(note_row(note, **more), shelving=ShelfChange(item.name, item))


def _finish(enrolment: Enrolment) -> DeskRow:
    note = Note("enrolled", detail=_cards_of(len(enrolment.order), enrolment.name))
    return _shelve(enrolment.deck(), note, tending=None)


def _cards_of(number: int, deck: str) -> Message:
    return Message("{number} cards of the {deck}", {"number": number, "deck": deck})


def _stop(work: DeckWork) -> Changes:
    """Stop, because somebody has deleted the deck meanwhile."""
    note = Note("deck_gone", detail=work.deck)
    return [note_row(note, tending=None)]
