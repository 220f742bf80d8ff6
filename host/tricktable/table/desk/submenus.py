"""What the menu lists: the lines and submenus that are possible now.

Each line belongs to a submenu; the menu itself (`menu`) knows none of them by name.
Decides, and does no I/O.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, NamedTuple

from tricktable.games import GAMES
from tricktable.rules.entries import Held, Played, Shown
from tricktable.rules.topics import topic_of
from tricktable.store.decks import KINDS
from tricktable.store.decks.deck import COLOURS
from tricktable.table import commands
from tricktable.table.desk import acts, deck_work, seats, unfinished_game
from tricktable.table.desk.calls import say
from tricktable.table.desk.changes import Changes, desk_change, note_row
from tricktable.table.desk.desk import READERS, CardCorrection, HelpByKeys, OpenDialogue
from tricktable.table.desk.evening import pause
from tricktable.table.desk.game_setup import choose_game
from tricktable.table.desk.keys import KeyedCall
from tricktable.table.desk.moment import Moment, who_and_what
from tricktable.table.notes import CONTROLS, Note
from tricktable.text.language import Message


class MenuLine(NamedTuple):
    """Something that can be done."""

    name: str
    words: Message
    act: Callable[[Moment], Changes]


class Submenu(NamedTuple):
    """Lines under a heading; not listed without any."""

    name: str
    words: Message
    lines: Callable[[Moment], Iterator[MenuLine | Submenu]]


# --- call ----------------------------------------------------------------------------------------


def _calls(now: Moment) -> Iterator[MenuLine]:
    if now.record is None:
        return
    for offer in now.record.state.offers():
        topic = topic_of(now.record.header.rules, offer.what)
        if topic.is_rare:
            words = Message(topic.keypad.line or topic.title)
            yield MenuLine(topic.name, words, _declare(topic.name))


def _declare(topic: str) -> Callable[[Moment], Changes]:
    """Say a rare thing: at once if only one seat can say it, else ask who does."""

    def act(now: Moment) -> Changes:
        assert now.record is not None
        offer = next(each for each in now.record.state.offers() if each.what == topic)
        if len(offer.seats) > 1:
            return _dialogue("who", topic)(now)
        return say(now, now.record, KeyedCall(topic, offer.seats[0], None))

    return act


# --- correct -------------------------------------------------------------------------------------


def _corrections(now: Moment) -> Iterator[MenuLine]:
    last = None if now.record is None else now.record.last
    if last is not None:
        if isinstance(last.entry, (Played, Shown, Held)):
            yield MenuLine("mend", Message("wrong last card"), _mend_last)
        yield MenuLine("reseat", Message("wrong last seat"), _dialogue("who", "reseat"))
        yield MenuLine("earlier", Message("an earlier card"), _dialogue("earlier"))
    if now.history.undone:
        yield MenuLine("redo", Message("redo"), acts.redo)
    deal = None if now.record is None else acts.deal_begins(now.record)
    if deal is not None and now.record is not None and now.record.header.seats > 1:
        # The last line: no key of another one changes.
        yield MenuLine("dealer", Message("wrong dealer"), _dialogue("who", f"reseat:{deal}"))


def _mend_last(now: Moment) -> Changes:
    assert now.record is not None and now.record.last is not None
    last = now.record.last
    seat, card = who_and_what(last.entry)
    return [note_row(Note("mending", seat, card), mending=CardCorrection(last.seq, None, ""))]


def _dialogue(about: str, detail: str = "") -> Callable[[Moment], Changes]:
    return lambda _: [desk_change(asking=OpenDialogue(about, detail=detail))]


# --- game ----------------------------------------------------------------------------------------


def _games(now: Moment) -> Iterator[MenuLine | Submenu]:
    record = now.record
    if record is not None:
        yield MenuLine("next", Message("play again, same seats"), _again(0))
        yield MenuLine("rotate", Message("again, move one seat"), _again(1))
        if record.state.status == "playing":
            yield MenuLine("pause", Message("pause"), pause)
            if acts.deal_begins(record) is not None:
                yield MenuLine("throw_in", Message("throw the hand in"), acts.throw_in)
    yield Submenu("new", Message("new game"), _new_games)
    yield Submenu("people", Message("people"), _people)


def _again(rotate: int) -> Callable[[Moment], Changes]:
    return lambda now: unfinished_game.begin(now, commands.NextGame(rotate, abandon=True))


def _new_games(_: Moment) -> Iterator[MenuLine]:
    for name, game in GAMES.items():
        yield MenuLine(name, Message(game.title), partial(choose_game, game=name))


# --- people --------------------------------------------------------------------------------------


def _people(now: Moment) -> Iterator[MenuLine]:
    if now.record is not None:
        yield MenuLine("name", Message("change a name"), _dialogue("name"))
        yield MenuLine("swap", Message("swap two players"), _dialogue("swap"))


# --- scores --------------------------------------------------------------------------------------


def _scores(now: Moment) -> Iterator[MenuLine]:
    if now.record is not None:
        yield MenuLine("scores", Message("scores"), partial(_turn_to, "scores"))


# --- cards ---------------------------------------------------------------------------------------


def _cards(now: Moment) -> Iterator[MenuLine | Submenu]:
    for kind in KINDS.values():
        yield Submenu(kind.name, Message(kind.enrol), partial(_colours, kind.name))
    yield Submenu("controls", Message("control cards"), _controls)
    for deck in now.begun:
        words = Message("continue the {deck}", {"deck": deck.name})
        yield MenuLine("go_on", words, _ask(commands.Enrol(deck.name, deck.colour, deck.kind)))
    if any(_other_decks(now)):
        yield Submenu("play_with", Message("play with another deck"), _other_decks)
    if now.decks.decks:
        yield MenuLine("check", Message("check a deck"), _ask(commands.CheckDeck()))
        yield Submenu("replace", Message("replace a card"), _decks_to_repair)


def _colours(kind: str, now: Moment) -> Iterator[MenuLine]:
    for colour in COLOURS:
        name = deck_work.free_name(now, colour, kind)
        yield MenuLine(colour, Message(colour), _ask(commands.Enrol(name, colour, kind)))


def _controls(now: Moment) -> Iterator[MenuLine | Submenu]:
    for act, words in CONTROLS.items():
        yield MenuLine(act, Message(words), _ask(commands.MakeControl(act)))
    if any(now.decks.controls.counts.values()):
        yield Submenu("forget", Message("delete one"), _control_lines)


def _control_lines(now: Moment) -> Iterator[MenuLine]:
    for act, number in now.decks.controls.counts.items():
        if number:
            yield MenuLine(act, Message(CONTROLS[act]), _ask(commands.ForgetControls(act)))


def _other_decks(now: Moment) -> Iterator[MenuLine]:
    """The decks that the game could be played with instead."""
    decks = now.decks_of_game
    for deck in decks.decks:
        fits = now.record is None or deck.fits(now.record.header.pack.kind.name)
        if fits and deck.name != decks.in_play:
            words = Message("with the {deck}", {"deck": deck.name})
            yield MenuLine(deck.name, words, _ask(commands.PlayWith(deck.name)))


def _decks_to_repair(now: Moment) -> Iterator[MenuLine]:
    for deck in now.decks.decks:
        act = partial(_ask_which, deck.name)
        yield MenuLine(deck.name, Message("of the {deck}", {"deck": deck.name}), act)


def _ask_which(deck: str, _: Moment) -> Changes:
    return [desk_change(asking=OpenDialogue("damaged", detail=deck))]


def _ask(request: commands.DeckRequest) -> Callable[[Moment], Changes]:
    return lambda now: deck_work.start(now, request)


# --- table ---------------------------------------------------------------------------------------


def _of_the_table(now: Moment) -> Iterator[MenuLine]:
    yield MenuLine("join", Message("join with a phone"), partial(_turn_to, "qr"))
    yield MenuLine("sound", Message("sound"), _dialogue("sound"))
    yield MenuLine("brightness", Message("brightness"), _dialogue("brightness"))
    yield MenuLine("about", Message("about"), partial(_turn_to, "about"))
    yield MenuLine("readers", Message("readers"), partial(_turn_to, READERS))
    if now.claims:  # the last line: no key of another one changes meanwhile
        yield MenuLine("turn_away", Message("refuse the phone"), seats.turn_away)


def _turn_to(page: str, _: Moment) -> Changes:
    return [desk_change(page=page, asking=None)]


# --- help ----------------------------------------------------------------------------------------


def _help(now: Moment) -> Iterator[MenuLine]:
    if now.club.call:
        yield MenuLine(
            "not_needed", Message("organiser not needed"), partial(_tell_organiser, False)
        )
    elif now.club.has_organiser:
        called = partial(_tell_organiser, True)
        yield MenuLine("organiser", Message("call the organiser"), called)


def _tell_organiser(is_wanted: bool, now: Moment) -> Changes:
    number = now.desk.help.number + 1 if now.desk.help else 1
    return [desk_change(asking=None, help=HelpByKeys(number, is_wanted))]


HELP: Final = {"8": Submenu("help", Message("help"), _help)}
"""What the menu lists even while the game is paused or the table locked."""
TOP: Final = {
    "2": Submenu("call", Message("call"), _calls),
    "3": Submenu("correct", Message("correct"), _corrections),
    "4": Submenu("game", Message("game"), _games),
    "5": Submenu("cards", Message("cards"), _cards),
    "6": Submenu("table", Message("table"), _of_the_table),
    "7": Submenu("scores", Message("scores"), _scores),
    **HELP,
}
"""The menu; each line has a fixed key of its own."""
