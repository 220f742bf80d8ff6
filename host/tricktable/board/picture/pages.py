"""Chooses the page the board shows, and makes the whole picture as it goes over the wire. Pure."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Final

from tricktable.board.checkup import Facts
from tricktable.board.picture.beside import legible, told_beside
from tricktable.board.picture.columns import columns
from tricktable.board.picture.lamps import SEATS_ON_BOARD, lights, sound
from tricktable.board.picture.readers import readers_page
from tricktable.rules.cards import RANKS
from tricktable.rules.display import Columns, HouseRules, Rows
from tricktable.rules.phases import BUTTON, BY_PHONE, Due
from tricktable.rules.view import AnyView
from tricktable.table.club_notice import OVER, RoundClock
from tricktable.table.desk import first_game
from tricktable.table.desk.deck_work import DeckProgress
from tricktable.table.desk.desk import BRIGHTNESS, READERS, SOUNDS
from tricktable.table.views import TableView
from tricktable.text.board import board_text, cut_name, sentence, short_name

ANSWER_CHARACTERS: Final = 48
"""Some two lines of the display. Six answers in kana, which are long on the wire, and a short
question still make a picture."""
_NAME_IN_SENTENCE: Final = 24
"""With two such names a sentence has room for what it says of them."""
LOOK_MS: Final = 5_000
"""How long the last trick of a deal stays before the standings appear: its last card must be seen,
too."""
_PAUSED: Final = "Paused. Press OK to resume."
_PAUSED_BUTTON: Final = "Paused. Press the button to resume."
_STOPPED: Final = "Stopped here."
_AFTER_STOP: Final = "OK: next game. UNDO: play on."
_AFTER_STOP_BUTTON: Final = "Press: next game. Hold: play on."
_ANSWER: Final = "Answer on a phone, or hold the button to cancel."
_BACK: Final = "Press OK to go back."
_NOT_SAVED: Final = "Not saved: see the host."
"""Whatever the reason is: the host's page has room for it, and the trick stays on the display."""
_PLAYERS: Final = "Players"
_FIRST: Final = ("How many? Press {keys}.", "How many? {keys}.", "{keys}?")
"""What a table that has never had a game asks below that title, each in fewer words."""
_CHOOSE: Final = ("Choose a game on a phone.", "On a phone.")
"""The same where there are no keys."""
_NO_DECK: Final = "No deck yet: type the cards, or enrol one: MENU, then 5."
JOIN_CHARACTERS: Final = 1000
"""The longest page with a QR code; leaves room for lights, sound and frame on a wire line."""

PICTURE_CHARACTERS: Final = 1150
"""The longest picture; a line of the wire has 1200 bytes, including its frame."""

Picture = dict[str, object]


def _first(now: TableView, message: str) -> Picture:
    """The question at a table that has never had a game."""
    if not now.equipment.has_keys:
        chosen = [Due("", words) for words in _CHOOSE]
        return _todo_page("Tricktable", chosen, message, now.names)
    keys = first_game.plain_keys()
    todos = [Due("", words.format(keys=keys)) for words in _FIRST]
    return _todo_page(_PLAYERS, todos, message or ("" if now.has_deck else _NO_DECK), now.names)


def unshown(now: TableView) -> str:
    """What the display shows if an error in a game's own code keeps it from being drawn."""
    title = now.view.title if now.view else "Tricktable"
    page = _words(title, "This game cannot be shown here. Cards and keys still count.")
    # Ask nothing of the game here, as the game is what failed.
    return _json({**page, "l": ["off"] * SEATS_ON_BOARD, "s": ""})


def picture(
    now: TableView,
    before: TableView | None = None,
    join: Mapping[str, object] | None = None,
    board: Facts | None = None,
) -> str:
    """The picture of `now` as the JSON that goes over the wire.

    Args:
        now: the newest view.
        before: the view shown last, to choose the sound for what has changed since.
        join: the `qr` page with the address for guests, as made by `invites.board_page`.
        board: what is known about the board, for the pages that show it.
    """
    if now.desk.page == "about" and now.asked is None:
        page: Mapping[str, object] = _about(now, join, board.firmware if board else "")
    elif now.desk.page == READERS and now.asked is None:
        page = readers_page(board)
    elif join and _wants_qr(now):
        page = _join(join)
    else:
        page = _page(_with_short_names(now), _has_come(now, before))
    if not now.equipment.has_keys:
        page = _without_keys(page, {BUTTON: BY_PHONE} if now.has_shared_button else {})
    # A phone waiting to sit down comes first on every page: the person at the button must read its
    # number.
    page = legible(_with_claim(page, board_text(asks(now))), _hint(now), _briefly(now))
    preferences = {} if now.desk.sound == SOUNDS[-1] else {"v": SOUNDS.index(now.desk.sound)}
    if now.desk.brightness != BRIGHTNESS[-1]:
        preferences["g"] = now.desk.brightness
    holds = {"h": words_held} if any(words_held := _words_on_hold(now)) else {}
    more = {"l": lights(now), "s": sound(now, before), **preferences, **holds}
    # Kana are long on the wire, so what is most urgent is added last and always fits.
    choices = [page, page.get("x"), _words("Tricktable", asks(now)) if now.claims else None]
    *longer, shortest = (_json({**each, **more}) for each in choices if isinstance(each, dict))
    return next((each for each in longer if len(each) <= PICTURE_CHARACTERS), shortest)


_BY_BUTTON: Final = {"OK: next": "Press: next", "Press OK": "Press the button"}
"""What games and tables say of the key OK, for a board on which its button is that."""


def _without_keys(page: Mapping[str, object], more: Mapping[str, str]) -> Mapping[str, object]:
    """The page, and the one after it, in words for a board without keys; `more` in others."""
    told = dict(page)
    for field in ("q", "u", "m"):
        for keys, button in (*_BY_BUTTON.items(), *more.items()):
            if isinstance(said := told.get(field), str):
                told[field] = said.replace(keys, button)
    second = page.get("x")
    return {**told, "x": _without_keys(second, more)} if isinstance(second, dict) else told


def asks(now: TableView) -> str:
    """Who is waiting to sit down, in just enough words to say what to do; empty if nobody is."""
    if not now.claims:
        return ""
    named = [(short_name(now.names[seat]), waiting.number) for seat, waiting in now.claims]
    if len(named) == 1:
        ((name, number),) = named
        todo = f"{name}: hold for" if now.has_buttons else f"{name}: host must accept"
        return f"{todo} phone {number}."
    todo = "Hold to sit" if now.has_buttons else "Waiting for the host"
    return f"{todo}: {', '.join(f'{name} {number}' for name, number in named)}."


def _words_on_hold(now: TableView) -> list[str]:
    """What holding each button answers: see `h` in the wire's reference."""
    words = {seat: waiting.word for seat, waiting in now.claims} if now.has_buttons else {}
    return [words.get(seat, "") for seat in range(SEATS_ON_BOARD)]


def _with_claim(page: Mapping[str, object], asks: str) -> Mapping[str, object]:
    """The page and the one after it, each saying first who is waiting to sit down."""
    if not asks:
        return page
    said = _SAYS.get(str(page["p"]), "q")
    rest = "" if said == _ADDRESS else page[said]
    second = page.get("x")
    more = {"x": _with_claim(second, asks)} if isinstance(second, dict) else {}
    return {**page, said: f"{asks} {rest}".strip(), **more}


_ADDRESS: Final = "t"
_SAYS: Final = {"trick": "m", "qr": _ADDRESS}
"""The field that holds a page's sentence, if not `q`; a page with a code gives up its address."""


def _json(page: Mapping[str, object]) -> str:
    return json.dumps(page, separators=(",", ":"), ensure_ascii=True)


def _has_come(now: TableView, before: TableView | None) -> bool:
    """Whether the game has moved on since the last view shown."""
    if now.view is None or before is None or before.view is None:
        return now.view is not None
    return (before.games, before.view.seq) != (now.games, now.view.seq)


def _wants_qr(now: TableView) -> bool:
    return now.desk.page == "qr" and now.asked is None


def _about(now: TableView, join: Mapping[str, object] | None, board: str) -> Picture:
    """The page with versions and addresses."""
    address = [["", str(join["t"]).removeprefix("http://")]] if join else []
    rows = [["Host", version("tricktable")], ["Board", board or "?"], ["Table", now.code], *address]
    return {"p": "sheet", "t": "Tricktable", "r": rows, "q": _BACK}


def _join(page: Mapping[str, object]) -> Mapping[str, object]:
    """The page with the code, or with only the address if the code is too large for the display."""
    if len(_json(page)) <= JOIN_CHARACTERS:
        return page
    return _words("Open this address", str(page["t"]))


def _with_short_names(now: TableView) -> TableView:
    """The view with names short enough to leave room in sentences."""
    names = tuple(cut_name(name, _NAME_IN_SENTENCE) for name in now.names)
    view = now.view
    return replace(now, names=names, view=None if view is None else view.with_names(names))


def _page(now: TableView, has_come: bool) -> Picture:
    view, message = now.view, _message(now)
    if now.deck_work is not None:
        return _deck_work(now.deck_work, sentence(_of_the_cards(now), now.names))
    if now.asked is not None:
        if not now.equipment.has_keys:
            return _words("Tricktable", f"{sentence(now.asked.text, now.names)} {_ANSWER}")
        rows = now.asked.rows or now.asked.options
        return {"p": "ask", "q": sentence(now.asked.text, now.names), "o": _pairs(rows, now.names)}
    if view is None:
        return _first(now, message)
    options = now.header.options if now.header else {}
    display = view.rules.display
    if now.desk.page == "scores" and not message:
        return _standings_table(view, display.standings(view, options), _BACK)
    if now.desk.is_paused:
        paused = _PAUSED if now.equipment.has_keys else _PAUSED_BUTTON
        return _todo_page(view.title, (Due("", paused),), message, view.names)
    if now.desk.is_stopped and not view.is_over:
        said = _STOPPED if message.startswith(_STOPPED) else message
        after = _AFTER_STOP if now.equipment.has_keys else _AFTER_STOP_BUTTON
        return _todo_page(view.title, (Due("", after),), said, view.names)
    phase = view.phase
    if view.is_over or (phase.is_between and view.deal):
        return _between(view, options, message, has_come)
    if phase.is_in_words:
        return _asked_of(view, view.title, message)
    # The round's end has the foot where the game needs it for nothing.
    hint = phase.hint or _round(now.club.clock)
    return _game_page(view, display.page(view, options), message, hint, now.suit_counts)


def _game_page(
    view: AnyView,
    page: Columns | Rows,
    message: str,
    hint: str = "",
    suits: Sequence[Sequence[int] | None] = (),
) -> Picture:
    """The game's display page, with what to do next, or a more urgent message."""
    if isinstance(page, Columns):
        return columns(view, page, message or hint, suits)
    if view.is_over:
        return _result_table(view, page, message)
    if message:
        return _asked_of(view, page.title, message)
    return _standings_table(view, page, view.phase.waits_for)


def _between(view: AnyView, options: HouseRules, message: str, has_come: bool) -> Picture:
    """The standings after a deal or game; for a moment before them, the last trick."""
    display = view.rules.display
    settled = _game_page(view, display.between(view, options), message)
    # Only when a card has just ended the deal: looking at a page again brings back no old trick.
    if not has_come or view.newest is None or view.newest.kind != "played":
        return settled
    last_trick = _game_page(view, display.page(view, options), message)
    return {**last_trick, "x": settled, "y": LOOK_MS}


def _round(clock: RoundClock | None) -> str:
    """When the round ends: a time, and no count, which would need a picture a second."""
    if clock is None or clock.state == OVER:
        return ""
    return f"Round ends {clock.until}" if clock.until else f"Round: {clock.time_left} left"


def _message(now: TableView) -> str:
    """What is more urgent than the game's next step."""
    if now.trouble:
        return _NOT_SAVED
    typed, keyed = now.desk.typed, now.header.pack.kind.keyed if now.header else {}
    if len(typed) == 2:
        return f"{keyed[typed] if typed[1] in RANKS else typed}? then OK"
    jokers = [key for key in RANKS if typed and typed + key in keyed]
    if jokers:
        return f"{typed}, suit? {', '.join(jokers)}: joker"
    if typed:
        is_shared = now.view is not None and now.view.seats > now.equipment.stations
        rank = "10" if typed == "T" else typed
        return f"{rank}: suit, or OK for the seat" if is_shared else f"{rank}, suit?"
    return now.note_on_display


def _of_the_cards(now: TableView) -> str:
    if now.trouble:
        return _NOT_SAVED
    is_next = now.desk.note is not None and now.desk.note.about == "learnt"
    return "Lay this card." if is_next else now.note_on_display


_UNNAMED: Final = {"check": "Which deck?", "control": "Control card"}


def _deck_work(deck: DeckProgress, said: str) -> Picture:
    """The card to lay next, or the one just laid, in large letters, and how many are done.

    Where there is neither, and nothing to count, what to do has the page, and is large.
    """
    count = f" {deck.done} of {deck.of}" if deck.of > 1 else ""
    title = board_text(f"{deck.deck}{count}" or _UNNAMED[deck.what])
    if not deck.card and deck.of <= 1:
        return _words(title, said)
    return {
        "p": "card",
        "t": title,
        "c": deck.card,
        "d": deck.done,
        "n": deck.of,
        "q": said,
    }


def _todo_page(title: str, todos: Sequence[Due], message: str, names: Sequence[str]) -> Picture:
    """What to do, and beside it the message if there is one that says something else."""
    if message in ("", todos[0].words):
        return _words(title, todos[0].words, names)
    printed = [_legible_due(todo, names) for todo in todos]
    return told_beside(board_text(title), printed, sentence(message, names))


def _asked_of(view: AnyView, title: str, message: str) -> Picture:
    """What the game waits for; if there is a message, in few words, so that both are read."""
    phase = view.phase
    if not message:
        return _words(title, phase.waits_for, view.names)
    due = (phase.due, *([phase.brief] if phase.brief else []))
    return _todo_page(title, due, message, view.names)


def _legible_due(due: Due, names: Sequence[str]) -> Due:
    """The same in the board's characters."""
    return due._replace(who=sentence(due.who, names), what=sentence(due.what, names))


def _briefly(now: TableView) -> Sequence[Due]:
    """The foot of the columns in fewer words, where the game has some."""
    view = now.view and _with_short_names(now).view
    if view is None or view.is_over or view.phase.brief is None:
        return ()
    return (_legible_due(view.phase.brief, view.names),)


def _hint(now: TableView) -> str:
    """What the game itself says above the columns."""
    return "" if now.view is None else sentence(now.view.phase.hint, now.names)


def _words(title: str, text: str, names: Sequence[str] = ()) -> Picture:
    return {"p": "words", "t": board_text(title), "q": sentence(text, names)}


def _pairs(options: Sequence[tuple[str, str]], names: Sequence[str]) -> list[list[str]]:
    return [[key, sentence(text, names, ANSWER_CHARACTERS)] for key, text in options]


def _standings_table(view: AnyView, page: Rows, said: str) -> Picture:
    """The table, with a sentence below it."""
    rows = [list(row) for row in page.rows]
    return {"p": "sheet", "t": page.title, "r": rows, "q": sentence(said, view.names)}


def _result_table(view: AnyView, page: Rows, message: str) -> Picture:
    """The table of a finished game: the winner above it, the reason below."""
    title, _, reason = view.phase.outcome.partition(": ")
    said = message or (f"{reason[:1].upper()}{reason[1:]}." if reason else _NEXT_GAME)
    return _standings_table(view, page._replace(title=title), said)


_NEXT_GAME: Final = "Press OK for the next game."
