"""What the table tells and asks the people at it, as values and as sentences. Decides nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from tricktable.rules.cards import code_of
from tricktable.rules.entries import Dealt, Held, Impossible, Shown
from tricktable.rules.record import Record
from tricktable.words import Names, who

MISREAD, CORRECT, OTHER_DECK = "2", "3", "4"
"""The keys that answer the question about a card that was seen before."""


class Note(NamedTuple):
    """One thing to tell the people at the table; `words` makes the sentence."""

    about: str
    seat: int | None = None
    card: str | None = None
    detail: str = ""


class Question(NamedTuple):
    """A card was laid that had been seen before: misread, or is an earlier entry wrong?"""

    seat: int | None
    card: str
    earlier: int
    """The entry in which the card was seen."""


class Asked(NamedTuple):
    """A question as people read it, with the key for each answer."""

    text: str
    options: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, str], ...] = ()
    """The options again, put together for a small display; empty where they are few."""


NO_DECK: Final = "No deck is known yet: enrol one with MENU, then 5, or with tricktable enrol."
"""What a table without any deck says to whoever lays a card."""

_NOTES: Final[dict[str, Callable[[Note, str], str]]] = {
    "unknown_tag": lambda _, __: "That is not a card of this deck.",
    "other_deck": lambda note, __: f"That is the {note.card} of the {note.detail} deck.",
    "no_deck": lambda _, __: NO_DECK,
    "lay_next": lambda note, __: f"Lay the {note.card}; each card once, in printed order.",
    "learnt": lambda note, __: f"{note.card} has its tag.",
    "just_laid": lambda note, __: f"That is the {note.card} you just laid.",
    "has_tag": lambda note, __: f"That is the {note.card}, which you have laid already.",
    "bad_tag": lambda note, __: f"The number of that tag {note.detail}.",
    "forgotten": lambda note, __: f"{note.card} is forgotten. Lay it again.",
    "put_off": lambda note, __: f"{note.card} comes at the end.",
    "only_left": lambda note, __: f"Only {note.card} is left. Lay it, or MENU stops.",
    "enrolled": lambda note, __: f"All {note.detail} have their tags.",
    "stopped_enrolling": lambda note, __: f"Stopped. What {note.detail} has learnt is kept.",
    "lay_new": lambda note, __: f"Lay the new {note.card}.",
    "replaced": lambda note, __: f"{note.card} of the {note.detail} has its new tag.",
    "not_replaced": lambda note, __: f"Stopped. {note.card} keeps its old tag.",
    "lay_all": lambda _, __: "Lay each card of the deck, in any order. OK ends it.",
    "is_there": lambda note, __: f"{note.card} is there.",
    "all_there": lambda note, __: f"All {note.detail} are there.",
    "not_there_all": lambda note, __: f"Missing: {note.detail}.",
    "nothing_checked": lambda _, __: "Stopped. No card was checked.",
    "deck_gone": lambda note, __: f"There is no {note.detail} any more.",
    "not_kept": lambda note, __: f"Not kept: {note.detail}. Lay that card again.",
    "tending": lambda _, __: "The cards come first: OK, UNDO or MENU.",
    "nothing_tended": lambda _, __: "No deck is being enrolled or checked.",
    "two_cards": lambda _, name: f"{name}: one card at a time, please.",
    "unreadable": lambda _, name: f"{name}: not read. Lift the card and lay it again.",
    "reader_dead": lambda _, name: f"{name}'s reader does not answer: type the cards.",
    "reader_ok": lambda _, name: f"{name}'s reader works again.",
    "board_fault": lambda note, __: f"The board had a fault and goes on: {note.detail}",
    "board_restarted": lambda note, __: (
        f"The board restarted and lost {note.detail} reads: lay again what is missing."
        if note.detail
        else "The board restarted. Is the last card here?"
    ),
    "unknown_event": lambda note, __: f"The board sent something new: {note.detail}",
    "no_game": lambda _, __: "No game yet. How many players? Press 3 or 4.",
    "not_a_seat": lambda _, __: "Nobody sits there in this game.",
    "lies_already": lambda note, __: f"{note.card} lies there already.",
    "twice_in_trick": lambda _, name: f"{name} has played to this trick already.",
    "not_in_deck": lambda note, __: f"{note.card} is not in this game's deck.",
    "already_seen": lambda note, __: f"{note.card} has been seen before.",
    "cannot_be": lambda note, name: f"{note.card} cannot be what {name} laid there. Look again.",
    "other_hand": lambda note, __: f"{note.card} was read in another hand.",
    "elsewhere": lambda note, __: f"{note.card} was seen to go elsewhere.",
    "full_hand": lambda _, name: f"All cards in the hand of {name} are known already.",
    "over": lambda _, __: "The game is over. OK begins the next one.",
    "breaks_later": lambda note, __: f"That cannot be changed: {note.detail}.",
    "not_now": lambda note, __: f"{note.detail or 'not now'}.",
    "reading": lambda _, name: f"{name}: lay your hand, card by card. Long press ends it.",
    "hand_read": lambda _, name: f"{name}'s hand is read.",
    "button": lambda _, name: f"{name} is here.",
    "rank_first": lambda _, __: "Rank first, then suit.",
    "whose": lambda note, __: f"Whose {note.card}? Press that seat's button.",
    "no_question": lambda _, __: "Nothing is being asked.",
    "not_counted": lambda note, __: f"{note.card} not counted. Lay the right card.",
    "put_away": lambda note, __: f"Put that {note.card} away: it is of another deck.",
    "nothing_to_undo": lambda _, __: "There is nothing to take back.",
    "nothing_to_redo": lambda _, __: "There is nothing to bring back.",
    "undone": lambda note, name: f"Taken back: {name}'s {note.card or 'word'}.",
    "undone_act": lambda note, __: f"Taken back: {note.detail}.",
    "redone": lambda _, __: "Brought back.",
    "thrown_in": lambda _, __: "The hand is thrown in. UNDO brings it back.",
    "taken_to": lambda _, name: f"Taken back to where {name} did not follow.",
    "no_hand": lambda _, __: "There is no running hand to throw in.",
    "paused": lambda _, __: "Paused. OK goes on.",
    "resumed": lambda _, __: "On it goes.",
    "stopped": lambda _, __: "Stopped here. OK begins the next game, UNDO plays on.",
    "whose_turn": lambda _, __: "Whose? Key the seat's number, then OK.",
    "chosen": lambda _, name: f"{name}: lay a card, or press a button.",
    "on_phone": lambda _, name: f"{name}: choose on your phone, so that nobody sees it.",
    "no_such_answer": lambda _, __: "That key answers nothing here.",
    "cards_read": lambda note, name: f"{name}: {note.detail} read. OK when all are.",
    "so_many": lambda note, name: f"{name}: {note.detail} cards, please.",
    "not_there": lambda _, name: f"{name}: that card cannot be there. Look again.",
    "read_already": lambda _, name: f"{name}: read already.",
    "turned_up": lambda _, name: f"{name}'s next card is turned up.",
    "played_next": lambda _, name: f"{name}'s next card is played.",
    "mending": lambda note, __: f"Lay the card that {note.card or 'it'} really was.",
    "read_hands": lambda _, __: "Read the hands first: a long press, then card by card.",
    "hand_unread": lambda _, name: f"{name}'s hand was not read.",
    "set_aside_up": lambda _, __: "Turn the card left over face up: all may see it.",
    "set_aside_hidden": lambda _, __: "The card left over lies face down and stays unknown.",
    "turn_shuffled": lambda _, __: "Shuffle the discards: they are the draw pile now.",
    "turn_over": lambda _, __: "Turn the discards over, unshuffled: they are the draw pile now.",
    "sound_is": lambda note, __: f"Sound: {note.detail}.",
    "brightness_is": lambda note, __: f"Brightness: {note.detail}.",
    "purged": lambda note, __: f"Hands and stacks to the discards: {note.detail}.",
}


CALM: Final = frozenset(
    (
        "reader_ok lies_already reading hand_read button undone undone_act redone thrown_in"
        " taken_to not_counted put_away paused resumed stopped chosen on_phone cards_read"
        " read_already turned_up played_next mending read_hands set_aside_up set_aside_hidden"
        " turn_shuffled turn_over purged lay_next learnt forgotten put_off only_left enrolled"
        " stopped_enrolling lay_new replaced not_replaced lay_all is_there all_there not_there_all"
        " nothing_checked sound_is brightness_is"
    ).split()
)
"""Notes about which nothing is wrong: no light blinks and no sound warns."""
ALL_DONE: Final = frozenset({"enrolled", "replaced", "all_there"})
"""Notes with which seeing to the cards ends well."""


def sentence(told: Note, names: Names) -> str:
    """What a note says; also one that another version left in the journal."""
    words = _NOTES.get(told.about, _other)
    if told.about in _REASONED:
        told = told._replace(detail=by_name(told.detail, names))
    said = words(told, who(told.seat, names))
    return said[:1].upper() + said[1:]


_REASONED: Final = frozenset({"not_now", "breaks_later"})
"""Notes whose detail is the rules' own reason, which knows seats by their numbers."""


def by_name(reason: str, names: Names) -> str:
    """The reason of a refusal with people in place of the numbers of their seats."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        return names[seat] if seat < len(names) else found[0]

    return re.sub(r"\bseat (\d+)\b", name, reason)


_SECRETS: Final = frozenset({"other_hand", "elsewhere"})


def refusal(refused: Impossible, names: Names) -> str:
    """Why the rules refuse what somebody asks for; where a card lies that was only read, never."""
    if refused.because in _SECRETS:
        return sentence(Note(refused.because, card=code_of(refused.card)), names)
    return sentence(Note("not_now", detail=refused.reason), names)


def _other(told: Note, _name: str) -> str:
    return told.detail or told.about.replace("_", " ")


def ask(asked: Question, names: Names, record: Record) -> Asked:
    """`9H was already played by West in trick 2`, and what can be answered."""
    step = record.step(asked.earlier)
    seat = None if step is None or isinstance(step.entry, Dealt) else step.entry.seat
    name = who(seat, names)
    if step is not None and isinstance(step.entry, Shown):
        where = f"shown by {name}"
    elif step is not None and isinstance(step.entry, Held):
        where = f"read in {name}'s hand"
    else:
        where = f"played by {name} in trick {record.before(asked.earlier).felt().number}"
    options = ((MISREAD, "misread"), (CORRECT, f"{name}'s was wrong"), (OTHER_DECK, "other deck"))
    return Asked(f"{asked.card} was already {where}", options)
