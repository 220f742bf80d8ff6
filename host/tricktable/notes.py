"""What the table says to and asks of its people, as values and sentences. Decides nothing."""

from __future__ import annotations

from typing import Final, NamedTuple

from tricktable.rules.cards import code_of, written
from tricktable.rules.entries import Dealt, Held, Impossible, Shown
from tricktable.rules.entries import told as reason_told
from tricktable.rules.record import Record
from tricktable.text.language import Message, _, message
from tricktable.text.names import Names, who

MISREAD, CORRECT, OTHER_DECK = "2", "3", "4"
"""The keys that answer the question about a card seen before."""


class Note(NamedTuple):
    """One thing to tell the people at the table; `words` makes the sentence."""

    about: str
    seat: int | None = None
    card: str | None = None
    detail: str | Message = ""
    """More detail: a word or a number, or a message from the rules or the desk."""


def of_fault(record: Record | None) -> Note:
    """The game of this record has failed, and goes no further."""
    return Note("game_fault", detail=record.header.rules.title if record else "")


class Question(NamedTuple):
    """A card was laid that had been seen before: is it misread, or is an earlier entry wrong?"""

    seat: int | None
    card: str
    earlier: int
    """The entry in which the card was seen."""


class Asked(NamedTuple):
    """A question with the key for each answer, in the current language."""

    question: Message
    answers: tuple[tuple[str, Message], ...]
    lines: tuple[tuple[str, Message], ...] = ()
    """The answers again, shortened for a small display; empty if they are few."""

    @property
    def text(self) -> str:
        """The question, with a capital letter in languages that have them."""
        return _first_up(str(self.question))

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The answers, each with its key."""
        return tuple((key, str(answer)) for key, answer in self.answers)

    @property
    def rows(self) -> tuple[tuple[str, str], ...]:
        """The answers put together."""
        return tuple((key, str(line)) for key, line in self.lines)


NO_DECK: Final = message(
    "No deck is known yet: enrol one with MENU, then 5, or on the host's page."
)
"""What a table without any deck says when somebody lays a card."""

CONTROLS: Final = {
    "undo": message("undo"),
    "new_deal": message("new deal"),
    "no_trump": message("no trump"),
    "mute": message("mute"),
    "scores": message("show scores"),
}
"""The acts of control cards, in words."""

_NOTES: Final[dict[str, str]] = {
    "unknown_tag": message("That is not a card of this deck."),
    "other_deck": message("That is the {card} of the {what} deck."),
    "no_deck": NO_DECK,
    "lay_next": message("Lay the {card}; each card once, in printed order."),
    "learnt": message("{card} has its tag."),
    "just_laid": message("That is the {card} you just laid."),
    "has_tag": message("That is the {card}, which you have laid already."),
    "bad_tag": message("The number of that tag {what}."),
    "forgotten": message("{card} is forgotten. Lay it again."),
    "put_off": message("{card} comes at the end."),
    "only_left": message("Only {card} is left. Lay it, or MENU stops."),
    "enrolled": message("All {what} have their tags."),
    "stopped_enrolling": message("Stopped. What {what} has learnt is kept."),
    "lay_new": message("Lay the new {card}."),
    "replaced": message("{card} of the {what} has its new tag."),
    "not_replaced": message("Stopped. {card} keeps its old tag."),
    "lay_all": message("Lay each card of the deck, in any order. OK ends it."),
    "is_there": message("{card} is there."),
    "all_there": message("All {what} are there."),
    "not_there_all": message("Missing: {what}."),
    "nothing_checked": message("Stopped. No card was checked."),
    "deck_gone": message("There is no {what} any more."),
    "not_kept": message("Not kept: {what}. Lay that card again."),
    "control_card": message("That is the control card for {what}."),
    "lay_spare": message("Lay the spare card for {what}."),
    "control_made": message("That card stands for {what} now."),
    "no_control_made": message("Stopped. No card was made one for {what}."),
    "controls_forgotten": message("No card stands for {what} any more."),
    "plays_with": message("The {what} is in play now."),
    "tending": message("The cards come first: OK, UNDO or MENU."),
    "nothing_tended": message("No deck is being enrolled or checked."),
    "two_cards": message("{who}: one card at a time, please."),
    "unreadable": message("{who}: not read. Lift the card and lay it again."),
    "reader_dead": message("{who}'s reader does not answer: type the cards."),
    "reader_ok": message("{who}'s reader works again."),
    "board_fault": message("The board had a fault and goes on: {what}"),
    "key_stuck": message("Key {what} is stuck and not heard: free it."),
    "button_stuck": message("{who}'s button is stuck and not heard: free it."),
    "board_restarted": message(
        "The board restarted and lost {what} reads: lay again what is missing."
    ),
    "rows_lost": message("Some of what was recorded is lost. Check the score before you play on."),
    "unknown_event": message("The board sent something new: {what}"),
    "no_game": message("No game yet. How many players? Press 3 or 4."),
    "not_a_seat": message("Nobody sits there in this game."),
    "lies_already": message("{card} lies there already."),
    "missed": message("{who}'s card was not read: lay it, then {card} again."),
    "awaited": message("{who}'s card is awaited: lay it, or type it."),
    "twice_in_trick": message("{who} has played to this trick already."),
    "not_in_deck": message("{card} is not in this game's deck."),
    "already_seen": message("{card} has been seen before."),
    "cannot_be": message("{card} cannot be what {who} laid there. Look again."),
    "other_hand": message("{card} was read in another hand."),
    "elsewhere": message("{card} was seen to go elsewhere."),
    "full_hand": message("All cards in the hand of {who} are known already."),
    "over": message("The game is over. OK begins the next one."),
    "game_fault": message("{what} has a fault and cannot go on. Begin another game with MENU."),
    "breaks_later": message("That cannot be changed: {what}."),
    "not_now": message("{what}."),
    "reading": message("{who}: lay your hand, card by card. Long press ends it."),
    "hand_read": message("{who}'s hand is read."),
    "button": message("{who} is here."),
    "rank_first": message("Rank first, then suit."),
    "whose": message("Whose {card}? Press that seat's button."),
    "no_question": message("Nothing is being asked."),
    "not_counted": message("{card} not counted. Lay the right card."),
    "put_away": message("Put that {card} away: it is of another deck."),
    "nothing_to_undo": message("There is nothing to take back."),
    "nothing_to_redo": message("There is nothing to bring back."),
    "undone": message("Taken back: {who}'s {card}."),
    "undone_act": message("Taken back: {what}."),
    "redone": message("Brought back."),
    "thrown_in": message("The hand is thrown in. UNDO brings it back."),
    "taken_to": message("Taken back to where {who} did not follow."),
    "no_hand": message("There is no running hand to throw in."),
    "paused": message("Paused. OK goes on."),
    "locked": message("Locked: whoever keeps the score writes. Cards count."),
    "unlocked": message("Unlocked: keys, buttons and phones write again."),
    "resumed": message("On it goes."),
    "stopped": message("Stopped here. OK begins the next game, UNDO plays on."),
    "whose_turn": message("Whose? Key the seat's number, then OK."),
    "chosen": message("{who}: lay a card, or press a button."),
    "on_phone": message("{who}: choose on your phone, so that nobody sees it."),
    "no_such_answer": message("That key answers nothing here."),
    "cards_read": message("{who}: {what} read. OK when all are."),
    "so_many": message("{who}: {what} cards, please."),
    "not_there": message("{who}: that card cannot be there. Look again."),
    "read_already": message("{who}: read already."),
    "turned_up": message("{who}'s next card is turned up."),
    "played_next": message("{who}'s next card is played."),
    "mending": message("Lay the card that {card} really was."),
    "read_hands": message("Read the hands first: a long press, then card by card."),
    "reminder": "{what}",  # a whole sentence of the game's own
    "hand_unread": message("{who}'s hand was not read."),
    "sound_is": message("Sound: {what}."),
    "brightness_is": message("Brightness: {what}."),
    "claims": message("{who}: hold your button to let phone {what} sit there."),
    "claims_shared": message("The host lets phone {what} sit with {who}."),
    "claim_ended": message("That phone waits for a seat no more."),
    "sits": message("{who}'s phone sits here now."),
    "phone_away": message("{who}'s phone sits here no more."),
    "phone_back": message("{who}'s phone from before sits here again."),
}


CALM: Final = frozenset(
    (
        "reader_ok lies_already reading hand_read button undone undone_act redone thrown_in"
        " taken_to not_counted put_away paused resumed stopped chosen on_phone cards_read"
        " read_already turned_up played_next mending read_hands reminder"
        " lay_next learnt forgotten put_off only_left enrolled"
        " stopped_enrolling lay_new replaced not_replaced lay_all is_there all_there not_there_all"
        " nothing_checked lay_spare control_made no_control_made controls_forgotten plays_with"
        " sound_is brightness_is claims claims_shared claim_ended sits phone_away phone_back"
        " locked unlocked awaited"
    ).split()
)
"""Notes of good news: no light blinks and no sound warns."""
ALL_DONE: Final = frozenset({"enrolled", "replaced", "all_there", "control_made"})
"""Notes that end enrolling or checking cards with success."""


_WITHOUT: Final = {
    "board_restarted": message("The board restarted. Is the last card here?"),
    "mending": message("Lay the card that it really was."),
    "reminder": message("The game reminds of its rules."),
    "missed": message("{who}'s card was not read: lay it."),
    "undone": message("Taken back: {who}'s word."),
    "not_now": message("Not now."),
    "whose": message("Whose is this? Press that seat's button."),
}
"""The same notes, without a card or detail."""


def sentence(told: Note, names: Names) -> str:
    """What a note says, even one that another version left in the journal."""
    what = _what(told, names)
    words = _NOTES.get(told.about)
    if words is None:
        return _first_up(what or told.about.replace("_", " "))
    if not (told.card or what):
        words = _WITHOUT.get(told.about, words)
    card = str(written(told.card)) if told.card else ""
    return _first_up(_(words, who=who(told.seat, names), card=card, what=what))


def _what(told: Note, names: Names) -> str:
    detail = told.detail
    if isinstance(detail, Message):
        return by_name(detail, names)
    return _(detail) if detail else ""


def _first_up(said: str) -> str:
    return said[:1].upper() + said[1:]


def by_name(reason: Message, names: Names) -> str:
    """The reason for a refusal, with names instead of seat numbers."""
    return reason_told(
        reason, lambda seat: names[seat] if seat < len(names) else _("seat {number}", number=seat)
    )


_SECRETS: Final = frozenset({"other_hand", "elsewhere"})


def refusal(refused: Impossible, names: Names) -> str:
    """Why the rules refuse a request; never reveals where a card lies that was only scanned."""
    if refused.because in _SECRETS:
        return sentence(Note(refused.because, card=code_of(refused.card)), names)
    return sentence(Note("not_now", detail=refused.message), names)


def ask(asked: Question, names: Names, record: Record) -> Asked:
    """`9H was already played by West in trick 2`, and what can be answered."""
    step = record.step(asked.earlier)
    seat = None if step is None or isinstance(step.entry, Dealt) else step.entry.seat
    fields: dict[str, object] = {
        "card": written(asked.card),
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
    return Asked(question, options)
