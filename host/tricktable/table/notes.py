"""What the table says to and asks of its people, as values and sentences. Decides nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, cast, get_args

from tricktable.rules.cards import code_of, written_card
from tricktable.rules.entries import Dealt, Held, Impossible, Shown, in_words
from tricktable.rules.faults import GameFault
from tricktable.rules.record import Record
from tricktable.table.note_kinds import About, Calm
from tricktable.text.language import Message, _, message
from tricktable.text.names import Names, seat_name
from tricktable.text.sentences import capital

MOST_NAMED: Final = 12
"""This many things one note names, the newest: it is read at a table."""
MISREAD, CORRECT, OTHER_DECK = "2", "3", "4"
"""The keys that answer the question about a card seen before."""


if TYPE_CHECKING:
    _Kind = About
else:
    _Kind = str  # a row of another version may be about something that this one does not know


class Note(NamedTuple):
    """One thing to tell the people at the table; `words` makes the sentence."""

    about: _Kind
    seat: int | None = None
    card: str | None = None
    detail: str | Message = ""
    """More detail: a word or a number, or a message from the rules or the desk."""


def of_fault(fault: GameFault) -> Note:
    """The game has failed, and goes no further."""
    return Note("game_fault", detail=fault.title)


def of_refusal(refused: Impossible, seat: int | None, card: str | None = None) -> Note:
    """Why the rules refuse this. A game of another package may give a reason that has no words."""
    return Note(cast(About, refused.because), seat, card, refused.message)


class Question(NamedTuple):
    """A card was laid that had been seen before: is it misread, or is an earlier entry wrong?"""

    seat: int | None
    card: str
    earlier: int
    """The entry in which the card was seen."""


class Prompt(NamedTuple):
    """A question with the key for each answer, in the current language."""

    question: Message
    answers: tuple[tuple[str, Message], ...]
    lines: tuple[tuple[str, Message], ...] = ()
    """The answers again, shortened for a small display; empty if they are few."""

    @property
    def text(self) -> str:
        """The question, with a capital letter in languages that have them."""
        return capital(str(self.question))

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The answers, each with its key."""
        return tuple((key, str(answer)) for key, answer in self.answers)

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """The answers put together."""
        return tuple((key, str(line)) for key, line in self.lines)


NO_DECK: Final = message("No deck is enrolled yet. Press MENU, then 5, or use the host's page.")
"""What a table without any deck says when somebody lays a card."""

CONTROLS: Final = {
    "undo": message("undo"),
    "new_deal": message("new deal"),
    "no_trump": message("no trump"),
    "mute": message("mute"),
    "scores": message("show scores"),
}
"""The acts of control cards, in words."""

_NOTES: Final[Mapping[About, str]] = {
    "unknown_tag": message("That card is not in this deck."),
    "other_deck": message("That is the {card} from the {what} deck."),
    "no_deck": NO_DECK,
    "lay_next": message("Lay the {card}, then each card once, in printed order."),
    "learnt": message("{card} is enrolled."),
    "just_laid": message("You have just laid the {card}."),
    "has_tag": message("You have already laid the {card}."),
    "bad_tag": message("That tag's number {what}."),
    "forgotten": message("{card} undone. Lay it again."),
    "put_off": message("{card} is left till last."),
    "only_left": message("Only {card} is left. Lay it, or press MENU to stop."),
    "enrolled": message("All {what} are enrolled."),
    "stopped_enrolling": message("Stopped. The cards enrolled in {what} are kept."),
    "lay_new": message("Lay the new {card}."),
    "replaced": message("{card} of the {what} has a new tag."),
    "not_replaced": message("Stopped. {card} keeps its old tag."),
    "lay_all": message("Lay every card of the deck, in any order. Then press OK."),
    "is_there": message("{card} is here."),
    "all_there": message("All {what} are here."),
    "not_there_all": message("Missing: {what}."),
    "nothing_checked": message("Stopped. No cards were checked."),
    "deck_gone": message("The deck {what} no longer exists."),
    "not_kept": message("Not saved: {what}. Lay that card again."),
    "control_card": message("That is the control card for {what}."),
    "lay_spare": message("Lay a spare card for {what}."),
    "control_made": message("That card is now set up for {what}."),
    "no_control_made": message("Stopped. No card for {what} was set up."),
    "controls_forgotten": message("No card is set up for {what} any more."),
    "plays_with": message("Now playing with {what}."),
    "tending": message("Finish with the cards first: OK, UNDO or MENU."),
    "nothing_tended": message("No deck is being enrolled or checked."),
    "two_cards": message("{who}: one card at a time, please."),
    "unreadable": message("{who}: not read. Lift the card and lay it again."),
    "reader_dead": message("{who}'s reader is not answering. Type the cards."),
    "reader_ok": message("{who}'s reader works again."),
    "board_fault": message("The board recovered from a fault: {what}"),
    "only_reader_dead": message("The reader is not answering. Enter the cards on a phone."),
    "only_reader_ok": message("The reader works again."),
    "wires": message("Check the wires: {what}."),
    "key_stuck": message("Key {what} is stuck and ignored. Free it."),
    "button_stuck": message("{who}'s button is stuck and ignored. Free it."),
    "board_restarted": message(
        "The board restarted and lost {what} reads. Lay the missing cards again."
    ),
    "rows_lost": message("Part of the record is lost. Check the score before you play on."),
    "lapsed": message("Not recorded, since that game is over: {what}."),
    "overtaken": message("Not recorded, since it no longer fits: {what}."),
    "refused": message("Not recorded, since another host has refused it: {what}."),
    "unknown_event": message("The board sent an unknown message: {what}"),
    "no_game": message("No game yet. How many players? Press {what}."),
    "not_a_seat": message("That seat is empty in this game."),
    "lies_already": message("{card} is already there."),
    "missed": message("{who}'s card was not read: lay it, then {card} again."),
    "awaited": message("Waiting for {who}'s card. Lay it or type it."),
    "twice_in_trick": message("{who} has already played to this trick."),
    "not_in_deck": message("{card} is not in this game's deck."),
    "already_seen": message("{card} is already out."),
    "cannot_be": message("{who} cannot have laid {card} there. Look again."),
    "other_hand": message("{card} is in another hand."),
    "elsewhere": message("{card} went somewhere else."),
    "full_hand": message("All of {who}'s cards are already known."),
    "over": message("The game is over. Press OK for the next one."),
    "game_fault": message("{what} has a fault and cannot continue. Begin another game with MENU."),
    "not_installed": message("{what} is not installed here. Begin another game with MENU."),
    "breaks_later": message("{what}."),
    "not_now": message("{what}."),
    "reading": message("{who}: lay your hand card by card. Hold to finish."),
    "hand_read": message("{who}'s hand has been read."),
    "passed_on": message("{who}'s card is next. Press again for the next seat."),
    "say_on_phone": message("{who}: say it on a phone."),
    "button": message("{who}'s card is next. Press again to undo."),
    "cancelled": message("{who} is no longer selected."),
    "rank_first": message("Rank first, then suit."),
    "whose": message("Whose {card}? Press that seat's button."),
    "no_question": message("There is no question to answer."),
    "not_counted": message("{card} not counted. Lay the right card."),
    "put_away": message("That {card} belongs to another deck. Put it aside."),
    "nothing_to_undo": message("There is nothing to undo."),
    "nothing_to_redo": message("There is nothing to redo."),
    "undone": message("Undone: {who}'s {card}."),
    "undone_act": message("Undone: {what}."),
    "redone": message("Redone."),
    "not_again": message("{who} has changed their mind about another game."),
    "taken_up": message("{what} goes on where it was left."),
    "dealer_changed": message("{who} dealt: bids moved with it. UNDO: as before."),
    "words_struck": message("{who} dealt: what no longer fits is struck. UNDO: as before."),
    "thrown_in": message("The hand is thrown in. UNDO brings it back."),
    "taken_to": message("Back to where {who} revoked."),
    "asks_back": message("{who} asks to take something back."),
    "not_back": message("Not taken back. Play on."),
    "taken_back": message("Taken back, with all that came after it."),
    "claims_rest": message("{who} claims what is left of this hand."),
    "not_claimed": message("The claim is not looked at: play on."),
    "claim_shows": message("{who}: lay your hand open, and touch its cards on your phone."),
    "claim_open": message("{who}'s claim lies open."),
    "no_hand": message("There is no hand to throw in."),
    "paused": message("Paused. Press OK to resume."),
    "locked": message("Locked: only the scorekeeper writes. Cards count."),
    "unlocked": message("Unlocked: keys, buttons and phones work again."),
    "resumed": message("Play resumes."),
    "stopped": message("Stopped here. OK: next game. UNDO: play on."),
    "whose_turn": message("Whose? Type the seat's number, then OK."),
    "chosen": message("{who}: card or button next. UNDO: cancel."),
    "on_phone": message("{who}: choose on your phone, so nobody sees it."),
    "no_such_answer": message("That key does nothing here."),
    "cards_read": message("{who}: {what} read. Press OK when done."),
    "so_many": message("{who}: {what} cards, please."),
    "not_there": message("{who}: that card cannot be there. Look again."),
    "read_already": message("{who}: already read."),
    "turned_up": message("{who}'s next card goes face up."),
    "played_next": message("{who}'s next card is played."),
    "mending": message("Lay the right card in place of {card}."),
    "read_hands": message("Read the hands first: hold your button, then lay each card."),
    "presumed": message("We assumed that {what}. Wrong?"),
    "waits": message("{who}'s {card} waits for {what}."),
    "wait": message("{what}."),
    "reminder": "{what}",  # a whole sentence of the game's own
    "hand_unread": message("{who}'s hand was not read."),
    "sound_is": message("Sound: {what}."),
    "brightness_is": message("Brightness: {what}."),
    "claims": message("{who}: hold your button to accept phone {what}."),
    "claims_shared": message("Phone {what} asks the host for {who}'s seat."),
    "claim_ended": message("That phone is no longer waiting for a seat."),
    "sits": message("{who}'s phone has joined."),
    "sat_down": message("{what} has sat down."),
    "got_up": message("{what} has got up."),
    "door_open": message("Any phone can take a free chair."),
    "door_closed": message("The door is closed: the host lets phones in one by one."),
    "lopsided": message("Teams of different sizes: play like this only if everybody agrees."),
    "seats_open": message("Any phone can take a free seat now."),
    "seats_closed": message("The host lets phones in one by one again."),
    "phone_away": message("{who}'s phone has left."),
    "phone_back": message("{who}'s earlier phone is back."),
}


ABOUT: Final[frozenset[str]] = frozenset(_NOTES)
"""What a note can be about."""
CALM: Final[frozenset[str]] = frozenset(get_args(Calm))
"""Notes of good news: no light blinks and no sound warns."""
OF_ONE_PHONE: Final[frozenset[About]] = frozenset(
    {"sits", "sat_down", "got_up", "phone_away", "phone_back"}
)
"""Notes about one phone, which shows it itself: other pages leave them out."""
OF_KEYS: Final[frozenset[About]] = frozenset(
    {"no_such_answer", "no_question", "rank_first", "sound_is", "brightness_is"}
)
"""Notes for whoever presses the board's keys: its display shows them, and no page."""
ALL_DONE: Final[frozenset[About]] = frozenset({"enrolled", "replaced", "all_there", "control_made"})
"""Notes that end enrolling or checking cards with success."""


_WITHOUT: Final[Mapping[About, str]] = {
    "board_restarted": message("The board restarted. Was the last card recorded?"),
    "mending": message("Lay the right card."),
    "reminder": message("Remember the rules of this game."),
    "missed": message("{who}'s card was not read: lay it."),
    "undone": message("Undone: what {who} said."),
    "not_now": message("Not now."),
    "whose": message("Whose is this? Press that seat's button."),
}
"""The same notes, without a card or detail."""


_OF_ONE: Final[Mapping[About, str]] = {
    "board_restarted": message(
        "The board restarted and lost one read. Lay the missing card again."
    ),
    "so_many": message("{who}: one card, please."),
}
"""The same notes about one thing only."""


_WITHOUT_BOARD: Final[Mapping[About, str]] = {
    "paused": message("Paused. Resume on the host's page."),
    "stopped": message("Stopped here. The host begins the next game."),
    "dealer_changed": message("{who} dealt, and what was said since has moved with the deal."),
    "words_struck": message("{who} dealt, and what no longer fits is struck. Undo brings it back."),
    "thrown_in": message("The hand is thrown in. Undo brings it back."),
    "read_hands": message("Hands cannot be read without a board."),
    "game_fault": message("{what} has a fault and cannot continue. Begin another game."),
    "not_installed": message("{what} is not installed here. Begin another game."),
    "over": message("The game is over. The host begins the next one."),
    "no_game": message("No game yet. The host begins one."),
    "no_deck": message("No deck is enrolled yet."),
    "only_left": message("Only {card} is left."),
    "lay_all": message("Lay every card of the deck, in any order."),
    "tending": message("Finish with the cards first."),
    "awaited": message("Waiting for {who}'s card."),
    "whose": message("Say whose card it is."),
    "whose_turn": message("Say whose card it is."),
    "unlocked": message("Unlocked: phones work again."),
    "cards_read": message("{who}: {what} read."),
    "no_such_answer": message("That cannot be chosen here."),
}
"""The same notes where there are no keys to press."""
_ON_DISPLAY: Final[Mapping[About, str]] = {"presumed": message("Assumed: {what}.")}
"""The same notes in fewer words, for a line of the display and for pages that ask nothing."""
OF_BOARD: Final[frozenset[About]] = frozenset(
    {
        "reader_dead",
        "reader_ok",
        "only_reader_dead",
        "only_reader_ok",
        "wires",
        "passed_on",
        "board_fault",
        "key_stuck",
        "button_stuck",
        "board_restarted",
        "unknown_event",
        "reading",
        "button",
        "cancelled",
        "chosen",
    }
)
"""Notes about a board's own parts: nothing is said of them where there is none any more."""


def sentence(
    told: Note,
    names: Names,
    has_board: bool = True,
    *,
    has_keys: bool = True,
    is_for_display: bool = False,
) -> str:
    """A note as a sentence, even one that another version left in the journal.

    Empty for one about a board's own parts where there is no board. For the display, a note that
    has fewer words is told in these.
    """
    if not has_board and told.about in OF_BOARD:
        return ""
    what = _detail_words(told, names)
    words = _NOTES.get(told.about)
    if words is None:
        return capital(what or told.about.replace("_", " "))
    if not (told.card or what):
        words = _WITHOUT.get(told.about, words)
    if what == "1":
        words = _OF_ONE.get(told.about, words)
    if not (has_board and has_keys):
        words = _WITHOUT_BOARD.get(told.about, words)
    if is_for_display:
        words = _ON_DISPLAY.get(told.about, words)
    card = str(written_card(told.card)) if told.card else ""
    return capital(_(words, who=seat_name(told.seat, names), card=card, what=what))


def _detail_words(told: Note, names: Names) -> str:
    detail = told.detail
    if isinstance(detail, Message):
        return by_name(detail, names)
    return _(detail) if detail else ""


def by_name(reason: Message, names: Names) -> str:
    """The reason for a refusal, with names instead of seat numbers."""
    return in_words(
        _without_entries(reason),
        lambda seat: names[seat] if seat < len(names) else _("seat {number}", number=seat),
    )


_SECRETS: Final = frozenset({"other_hand", "elsewhere"})


def refusal(refused: Impossible, names: Names) -> str:
    """Why the rules refuse a request; never reveals where a card lies that was only scanned."""
    if refused.because in _SECRETS:
        told = of_refusal(refused, None, code_of(refused.card))
        return sentence(told._replace(detail=""), names)
    return sentence(Note("not_now", detail=refused.message), names)


_AT_A_TABLE: Final = {
    message("{card} was already played by {seat} (entry {number})"): message(
        "{card} was already played by {seat}"
    ),
    message("{card} was already shown by {seat} (entry {number})"): message(
        "{card} was already shown by {seat}"
    ),
    message("{card} was already turned up on the table (entry {number})"): message(
        "{card} was already turned up on the table"
    ),
    message("{card} was already moved by {seat} (entry {number})"): message(
        "{card} was already moved by {seat}"
    ),
    # Not whose hand: that is a secret.
    message("{card} was already scanned in the hand of {seat} (entry {number})"): message(
        "{card} was read in another hand"
    ),
    message("if entry {number} changes, entry {later} becomes impossible: {why}"): message(
        "that does not go with {what}: {why}; undo or correct that first"
    ),
    message("there is no entry {number} to strike or correct"): message(
        "that entry is not in this game"
    ),
    message("there is no entry {number} to correct"): message("that entry is not in this game"),
}
"""What is said where nobody sees the numbers of entries."""


def _without_entries(why: Message) -> Message:
    fields = {key: _inner(key, value) for key, value in why.fields.items()}
    return why._replace(words=_AT_A_TABLE.get(why.words, why.words), fields=fields)


def _inner(key: str, value: object) -> object:
    # In a journal a message is a list, as the seats are.
    if key == "seats" or not isinstance(value, (tuple, list)):
        return value
    return _without_entries(Message(*value))


def ask(asked: Question, names: Names, record: Record) -> Prompt:
    """`9H was already played by West in trick 2`, and what can be answered."""
    step = record.step(asked.earlier)
    seat = None if step is None or isinstance(step.entry, Dealt) else step.entry.seat
    fields: dict[str, object] = {
        "card": written_card(asked.card),
        "who": Message("The table") if seat is None else names[seat],
    }
    if step is not None and isinstance(step.entry, Shown):
        question = Message("{card} was already shown by {who}", fields)
    elif step is not None and isinstance(step.entry, Held):
        question = Message("{card} was already read in {who}'s hand", fields)
    else:
        fields["number"] = record.before(asked.earlier).tabletop().number
        question = Message("{card} was already played by {who} in trick {number}", fields)
    options = (
        (MISREAD, Message("misread")),
        (CORRECT, Message("{who}'s was wrong", fields)),
        (OTHER_DECK, Message("other deck")),
    )
    return Prompt(question, options)
