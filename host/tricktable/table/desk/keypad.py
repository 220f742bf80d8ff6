"""What seat buttons and keys mean: things said, cards typed, answers, the menu.

A player who has something to say presses the seat's button; if that leaves a choice, keys follow,
the display lists them. What is seldom said stands in the menu. Decides, and does no I/O.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from tricktable.rules.cards import RANKS, SUITS, Card
from tricktable.rules.keypad import KEYS, NUMBER_KEYS
from tricktable.rules.record import Record
from tricktable.table.desk import (
    acts,
    board_preferences,
    calls,
    damaged_card,
    deck_work,
    earlier,
    first_game,
    game_setup,
    menu,
    missed_card,
    new_deal_question,
    next_game_question,
    people,
    prompts,
    seat_picker,
    unfinished_game,
)
from tricktable.table.desk.changes import Changes, desk_change, note_row
from tricktable.table.desk.desk import READERS, CardCorrection, OpenDialogue
from tricktable.table.desk.evening import new_game, next_game, resume
from tricktable.table.desk.face_down import finish_moving
from tricktable.table.desk.laid_card import lay, speaker, stands_for, typed_card
from tricktable.table.desk.moment import Moment
from tricktable.table.desk.presumption import deal_in_line
from tricktable.table.notes import CORRECT, MISREAD, OTHER_DECK, Note, Prompt

# --- seat buttons --------------------------------------------------------------------------------


def press_seat(now: Moment, button: int, is_long: bool) -> Changes:
    """A seat's button: I deal, I bid, the typed card is mine; long: my hand is being read.

    Where there are no keys, also what OK and UNDO are for.
    """
    key = "" if now.equipment.has_keys else _key_of(now, is_long)
    return press_key(now, key) if key else _press_of_seat(now, button, is_long)


def _press_of_seat(now: Moment, button: int, is_long: bool) -> Changes:
    record, desk = now.record, now.desk
    if desk.tending is not None:
        return [note_row(Note("tending"))]
    if record is None:
        return [note_row(first_game.none_yet())]
    if desk.is_paused:
        return [note_row(Note("paused"))]
    if desk.asking is not None and _asks_seat(desk.asking) and not now.is_shared:
        key = NUMBER_KEYS.get(button + 1)
        return answer(now, key) if key else [note_row(Note("not_a_seat"))]
    seat = speaker(now, button)
    if seat is None:
        return _nobody_singled_out(now)
    if seat >= record.header.seats:
        return [note_row(Note("not_a_seat"))]
    if is_long:
        begins = desk.reading != seat
        return [
            note_row(
                Note("reading" if begins else "hand_read", seat),
                reading=seat if begins else None,
                typed="",
            )
        ]
    card = typed_card(now)
    if card is not None:
        return lay(now, seat, False, card)
    moving = desk.moving_of(seat)
    if moving is not None:
        return finish_moving(now, record, moving)
    return _passed_on(now, record, seat) or calls.speak(now, record, seat)


def _nobody_singled_out(now: Moment) -> Changes:
    if now.equipment.has_keys:
        return [note_row(Note("whose_turn"))]
    return [note_row(Note("passed_on", 0), chosen=0)]


def _passed_on(now: Moment, record: Record, seat: int) -> Changes:
    """Name the seat after this one, which presses of a button for all have named; else nothing.

    The display has said that a press does so: it says nothing for this seat.
    """
    is_named = now.is_shared and not now.equipment.has_keys and now.desk.chosen is not None
    if not is_named or record.state.next.seat is not None:
        return []
    after = (seat + 1) % record.header.seats
    return [note_row(Note("passed_on", after), chosen=after)]


def _key_of(now: Moment, is_long: bool) -> str:
    """The key that a board without any has its buttons for; empty if the press is the seat's."""
    desk, record = now.desk, now.record
    if is_long:
        return "UNDO"
    is_over = record is not None and (record.state.status != "playing" or desk.is_stopped)
    is_at_rest = desk.is_paused or desk.tending is not None or desk.page != "table"
    return "OK" if is_over or is_at_rest else ""


def _asks_seat(asking: OpenDialogue) -> bool:
    """Whether the open question is answered with a seat's button."""
    return asking.about in ("who", "swap") or (asking.about == "name" and not asking.keys)


# --- keys ----------------------------------------------------------------------------------------


def press_key(now: Moment, key: str) -> Changes:
    """Take a key: part of a card, an answer, or OK, UNDO, MENU."""
    desk = now.desk
    if key not in KEYS:  # a newer board has more keys
        return [note_row(Note("unknown_event", detail=key))]
    if desk.tending is not None:
        return deck_work.press(now, key)
    if desk.is_paused and not menu.is_for_help(now, key):
        return resume(now) if key == "OK" else [note_row(Note("paused"))]
    # Before MENU, for a card lies there unsettled; other keys still type a card.
    if desk.question is not None and key in (MISREAD, CORRECT, OTHER_DECK, "UNDO"):
        return answer(now, key)
    if key == "MENU":
        return menu.press_menu(now)
    if desk.asking is not None:
        return answer(now, key)
    if key == "UNDO":
        return _press_undo(now)
    if key == "OK":
        return _press_ok(now)
    return _type(now, key)


def _type(now: Moment, key: str) -> Changes:
    """Take the rank or suit of a card; before the first game, the number of players."""
    if now.record is None and key in first_game.choices():
        return new_game(now, first_game.request(key))
    if asked := calls.asked_at_a_key(now):
        return asked
    typed = now.desk.typed
    if key in RANKS:
        is_joker = now.record is not None and typed + key in now.record.header.pack.kind.keyed
        return [desk_change(typed=typed + key if is_joker else key)]
    # D is diamonds and no rank; no key is both.
    if key in SUITS and typed:
        return [desk_change(typed=(typed[-1] if typed[-1] in RANKS else typed[0]) + key)]
    return [note_row(Note("rank_first"))]


def _press_ok(now: Moment) -> Changes:
    record, desk = now.record, now.desk
    if record is None or desk.page in ("scores", "about", READERS):
        return [desk_change(page="table")]
    card = typed_card(now)
    if card is not None:
        return _lay_typed(now, record, card)
    if desk.typed and now.is_shared:
        seat = speaker(now, -1)
        if seat is None:
            return [note_row(Note("not_a_seat"), typed="")]
        return [note_row(Note("chosen", seat), chosen=seat, typed="")]
    if desk.moving:
        if len(desk.moving) > 1:
            return [note_row(Note("whose"))]
        return finish_moving(now, record, desk.moving[0])
    if record.state.status != "playing" or desk.is_stopped:
        return next_game(now, 0)
    if desk.page != "table":
        return [desk_change(page="table")]
    deal = deal_in_line(desk.note, record, now.presumed)
    return missed_card.ask(record) if deal is None else _ask_dealer(record, deal)


def _lay_typed(now: Moment, record: Record, card: Card) -> Changes:
    desk, awaited = now.desk, record.state.next
    if desk.mending is not None:
        return lay(now, None, True, card)
    own = awaited.seat if desk.chosen is None else desk.chosen
    seat = speaker(now, -1) if now.is_shared else own
    if seat is None and not stands_for(record, None).of_nobody:
        return [note_row(Note("whose_turn" if now.is_shared else "whose", card=card.code))]
    return lay(now, seat, seat is None, card)


def _ask_dealer(record: Record, deal: int) -> Changes:
    """Ask who dealt, if it can have been somebody else than the table presumes."""
    if not calls.other_seats(record, deal):
        return missed_card.ask(record)
    return [desk_change(asking=OpenDialogue("who", detail=f"reseat:{deal}"))]


def _press_undo(now: Moment) -> Changes:
    desk = now.desk
    if desk.page != "table":
        return [desk_change(page="table")]
    # UNDO takes back what was done last: a card just read, before any entry.
    if desk.moving and not desk.typed:
        *others, last = desk.moving
        fewer = last._replace(cards=last.cards[:-1])
        return [desk_change(moving=[*others, fewer] if fewer.cards else others)]
    if desk.typed or desk.mending is not None or desk.chosen is not None or desk.is_stopped:
        return [desk_change(typed="", mending=None, chosen=None, is_stopped=False)]
    return acts.undo(now)


# --- answers -------------------------------------------------------------------------------------


def answer(now: Moment, key: str) -> Changes:
    """Take the key of an answer; UNDO takes a key back, or closes the question."""
    asking = now.desk.asking
    if now.desk.question is not None:
        return _answer_question(now, key)
    if asking is None:
        return [note_row(Note("no_question"))]
    if key not in KEYS:
        return [note_row(Note("no_such_answer"))]
    if key == "UNDO":
        if asking.keys:
            return [desk_change(asking=asking._replace(keys=asking.keys[:-1]))]
        return [desk_change(asking=None)]
    return _DIALOGUES[asking.about].take(now, asking, key)


def _answer_question(now: Moment, key: str) -> Changes:
    question = now.desk.question
    assert question is not None
    if key == CORRECT:
        mending = CardCorrection(question.earlier, question.seat, question.card)
        note = Note("mending", question.seat, question.card)
        return [note_row(note, mending=mending, question=None)]
    if key == OTHER_DECK:
        return [note_row(Note("put_away", question.seat, question.card), question=None)]
    if key not in (MISREAD, "UNDO"):
        return [note_row(Note("no_such_answer"))]
    return [note_row(Note("not_counted", question.seat, question.card), question=None)]


def question(now: Moment) -> Prompt | None:
    """The open dialogue, as people read it."""
    asking = now.desk.asking
    return None if asking is None else _DIALOGUES[asking.about].ask(now, asking)


_LOOKED_UP: Final = frozenset(
    "menu who players rules earlier name swap sound brightness damaged".split()
)
"""The dialogues that somebody opens, and only to tell the table something. Those that a card or the
game raises are everybody's: play waits for them."""


def is_looked_up(now: Moment) -> bool:
    """Whether the open dialogue is one that somebody has opened at the keys, such as the menu."""
    asking = now.desk.asking
    return asking is not None and asking.about in _LOOKED_UP


class Dialogue(NamedTuple):
    """How one kind of dialogue asks and takes its answers."""

    ask: Callable[[Moment, OpenDialogue], Prompt | None]
    take: Callable[[Moment, OpenDialogue, str], Changes]


_DIALOGUES: Final[Mapping[str, Dialogue]] = {
    "say": Dialogue(calls.ask_say, calls.take_say),
    "menu": Dialogue(menu.ask_menu, menu.take_menu),
    "no_trump": Dialogue(calls.ask_no_trump, calls.take_no_trump),
    "who": Dialogue(seat_picker.ask_seat, seat_picker.take_seat),
    "anew": Dialogue(new_deal_question.ask_new_deal, new_deal_question.take_new_deal),
    "next_game": Dialogue(next_game_question.ask_next_game, next_game_question.take_next_game),
    "missed": Dialogue(missed_card.ask_missed, missed_card.take_missed),
    "damaged": Dialogue(damaged_card.ask_damaged, damaged_card.take_damaged),
    "players": Dialogue(game_setup.ask_count, game_setup.take_count),
    "rules": Dialogue(game_setup.ask_rules, game_setup.take_rules),
    "leave": Dialogue(unfinished_game.ask_leave, unfinished_game.take_leave),
    "earlier": Dialogue(earlier.ask_earlier, earlier.take_earlier),
    "name": Dialogue(people.ask_name, people.take_name),
    "swap": Dialogue(people.ask_swap, people.take_swap),
    "sound": Dialogue(board_preferences.ask_sound, board_preferences.take_sound),
    "brightness": Dialogue(board_preferences.ask_brightness, board_preferences.take_brightness),
    "revoke": Dialogue(prompts.ask_revoke, prompts.take_revoke),
    "lost": Dialogue(prompts.ask_lost, prompts.take_lost),
}
