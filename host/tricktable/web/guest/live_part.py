"""The live part of a guest's page as markup, from one Screen. Sent as it is to every phone.

Plain functions and no template: it is drawn anew for each card, while somebody waits.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple
from zlib import crc32

from markupsafe import Markup

from tricktable.rules.page import Heap, Middle, TrickPlace
from tricktable.table.club_notice import ClubNotice
from tricktable.table.desk import lobby
from tricktable.table.desk.presumption import is_of_deal
from tricktable.text.characters import characters, columns
from tricktable.text.language import _, plural
from tricktable.text.sentences import Name, Sheet, gap, spoken, with_pictures
from tricktable.web.guest import markup
from tricktable.web.guest.markup import markup_of, text
from tricktable.web.guest.screen import (
    MOST_ROUND,
    DummyCards,
    GameScreen,
    Screen,
    ShownFinding,
    clean_names,
)

_SUITS: Final = "SHCD"
TWO_LINES: Final = 56
"""What the two lines of the heading on a small phone hold, in letters."""
_EYEBROW: Final = 54
"""What the line above the headline of a phone on its side holds, in letters."""
_HEADLINE: Final = 28
"""A longer headline needs two lines of a phone."""
_CORNER: Final = 28
"""What the corner of a wall's felt holds above the card at its side, in letters."""
NO_LINKS: Final[Mapping[int, str]] = {}


def live_part(it: Screen) -> str:
    """What a page keeps up to date, as markup on lines of its own."""
    game = it.game
    is_won = game and game.is_won is not None
    classes = (
        "" if game else "no-game",
        " is-over" if is_won else "",
        " is-between" if game and game.is_between else "",
    )
    club = it.table.club
    helped = club.call or ("can" if club.has_organiser else "")
    return (
        f'<main id="table" class="{"".join(classes)}" data-board="{text(it.table.board)}" '
        f'data-help="{text(helped)}" data-heading="{text(it.heading)}" '
        f'data-news="{text(it.news)}" data-heard="{text(it.heard)}">\n'
        f'<div class="now">\n{_notes(it)}{_question(it)}{_clock(club)}'
        f"{_game(game, it.table.code) if game else _no_game(it)}</main>"
    )


# --- what is said above the cards ---------------------------------------------------------------


class _Note(NamedTuple):
    """A line of its own above the cards."""

    words: str
    classes: str = "note"
    name: str = ""
    """Its id, by which an update knows it again (idiomorph); empty if it has none."""


def _notes(it: Screen) -> str:
    return "".join([_note(each) for each in _note_lines(it)])


def _note(note: _Note) -> str:
    name = f' id="{note.name}"' if note.name else ""
    return f'<p class="{note.classes}"{name}>{text(note.words)}</p>\n'


def _note_lines(it: Screen) -> Iterator[_Note]:
    table, club = it.table, it.table.club
    if it.trouble:
        words = _(
            "Nothing is being saved: {trouble}. You can play on, but not start a new game.",
            trouble=it.trouble,
        )
        yield _Note(words, "banner")
    if club.of_call:
        yield _Note(club.of_call, "note call")
    for announced in club.announced:
        yield _Note(announced, "note announced")
    if table.board == "refused" and table.board_word:
        yield _Note(str(table.board_word))
    if it.waits:
        yield _Note(it.waits, name="waits")
    if table.desk.is_locked:
        words = _("The table is locked: only the scorekeeper can write. Cards still count.")
        yield _Note(words, name="is-locked")


def _question(it: Screen) -> str:
    asked = it.table.question
    if asked is None:
        return _message(it) if it.said else ""
    names, answers = it.table.names, [words for _key, words in asked.options]
    options = "".join([f"<li>{markup_of(with_pictures(words, names))}</li>\n" for words in answers])
    return (
        f'<section class="ask" aria-labelledby="ask">\n<h2 id="ask">{markup_of(it.asked)}</h2>\n'
        f'<ul>\n{options}</ul>\n<p class="beside">{text(_("Answered at the table."))}</p>\n'
        "</section>\n"
    )


def _message(it: Screen) -> str:
    """What the table says. A note lies over other things: it goes, and the next is another line."""
    table, view = it.table, it.table.view
    if table.desk.note is None or table.asks:
        return f'<p class="note told">{markup_of(it.said)}</p>\n'
    about = " of-deal" if is_of_deal(table.desk.note) else ""
    name = crc32(f"{view.seq if view else 0} {it.said}".encode())
    return f'<p class="note told passing{about}" id="n{name}">{markup_of(it.said)}</p>\n'


def _clock(club: ClubNotice) -> str:
    return f"{markup.clock(club.clock)}\n" if club.clock else ""


# --- the game -----------------------------------------------------------------------------------


def _no_game(it: Screen) -> str:
    table = it.table
    sits = [name for name in table.chairs if name]
    if sits:
        words = plural("{count} person sits here", "{count} people sit here", len(sits))
    else:
        words = _("Who is playing?") if table.chairs else _("No game yet")
    beside = _("It will appear here once the first deal is announced.")
    if table.chairs:
        beside = _("Scan the code, type your name and touch a chair.")
        if sits:
            beside += gap() + _("Already seated? The game will appear on your phone.")
    said = f'<p class="eyebrow">{text(_("No game yet"))}</p>\n' if table.chairs else ""
    return (
        f'<section class="turn">\n{said}<h1>{text(words)}</h1>\n'
        f'<p class="beside">{text(beside)}</p>\n</section>\n'
        f"{_chairs(it) if table.chairs else _bare()}</div>\n"
    )


def _bare() -> str:
    suits = "".join([markup.suit(letter) for letter in _SUITS])
    return (
        '<section class="table-top is-empty" aria-hidden="true">\n'
        f'<p class="idle">{suits}</p>\n</section>\n'
    )


def _chairs(it: Screen) -> str:
    """The table with everybody who has sat down, as they sit round it."""
    table, names = it.table, clean_names(it.table)
    chairs = table.chairs
    if len(chairs) > lobby.FEWEST and not chairs[-1]:
        chairs = chairs[:-1]  # one more can come; but four that sit are partners across the table
    seats = len(chairs)
    is_round, below = seats <= MOST_ROUND, seats // 2
    places = []
    for seat, given in enumerate(chairs):
        at = f" at{(seat - below) % seats}" if is_round else ""
        phone = _("phone") if seat in table.phones else _("no phone") if given else ""
        who = names[seat] if given else _("Chair {number}", number=seat + 1)
        first, long = next(characters(given or "+")), markup.long_word((Name(who),))
        places.append(
            f'<li class="place{at}{"" if given else " is-free"}" data-seat="{seat}">'
            f'<span class="gap chair" aria-hidden="true">{text(first)}</span>'
            f'<span class="who{long}"><bdi>{text(who)}</bdi></span>'
            f'<span class="tag">{text(phone)}</span></li>\n'
        )
    classes = f" round of{seats}" if is_round else ""
    return (
        f'<section class="table-top lobby" aria-label="{text(_("The chairs"))}">\n'
        f'<ol class="trick{classes}" data-seats="{seats}">\n{"".join(places)}</ol>\n</section>\n'
    )


def _game(game: GameScreen, code: str) -> str:
    return (
        f"{_turn(game, code)}{_table_top(game)}{_proof(game.proved)}</div>\n"
        f'<div class="sheets">\n{sheets(game.sheets)}{_findings(game.findings)}</div>\n'
    )


def _turn(game: GameScreen, code: str) -> str:
    beside = markup_of((" · ", *game.beside)) if game.beside else ""
    gains = markup.gains(game.gains) if game.gains else ""
    during, after = (gains, "") if game.is_won is None else ("", gains)
    why = f'<p class="beside">{markup_of(game.why_over)}</p>' if game.why_over else ""
    # Its place is there before anybody says it: nothing below it moves.
    offered = "" if game.is_won is None else f'<p class="rematch">{markup_of(game.offered)}</p>\n'
    review = _review(game.review, code) if game.review else ""
    won = f' class="is-won{markup.long_word(game.headline)}"' if game.is_won else ""
    if game.is_won is None and columns(spoken(game.headline)) > _HEADLINE:
        won = ' class="is-told"'
    size = " is-told" if columns(f"{game.title} · {spoken(game.beside)}") > _EYEBROW else ""
    return (
        f'<section class="turn">\n<p class="eyebrow{size}">{text(game.title)}{beside}</p>\n'
        f"{during}<h1{won}>{markup_of(game.headline)}</h1>\n{why}{after}{review}{offered}</section>\n"
    )


def _review(question: str, code: str) -> str:
    return f'<p><a class="door" href="/t/{text(code)}/game/review">{text(question)}</a></p>\n'


def _table_top(game: GameScreen) -> str:
    middle = game.middle
    length = " is-told" if columns(spoken(middle.side)) > _CORNER else ""
    side = ""
    if middle.side:
        apart = f'<span class="unseen">{text(_(", "))}</span>'
        side = f'<span class="side{length}">{apart}{markup_of(middle.side)}</span>'
    size = markup.long_word(middle.title).strip()
    if columns(spoken(middle.title)) > TWO_LINES:
        size = "is-told"
    size = size and f' class="{size}"'
    return (
        '<section class="table-top" aria-labelledby="table-top">\n'
        f'<h2 id="table-top"{size}><span>{markup_of(middle.title)}</span>{side}</h2>\n'
        f"{lies(game)}{_last(middle) if middle.last or middle.why else ''}</section>\n"
    )


def lies(game: GameScreen, links: Mapping[int, str] = NO_LINKS) -> Markup:
    """What lies in the middle of the table; the places of the seats with a link can be touched."""
    heaps = game.middle.heaps
    opened = _open_hand(game.dummy) if game.dummy else ""
    return Markup((_heaps(heaps) if heaps else _trick(game, links)) + opened)


def _open_hand(hand: DummyCards) -> str:
    suits = "".join([f"<li>{''.join(map(markup.small, suit))}</li>" for suit in hand.suits])
    name = text(_("{who}’s hand", who=hand.name))
    return f'<div class="open-hand"><p>{name}</p><ul>{suits}</ul></div>\n'


def _heaps(heaps: Iterable[Heap]) -> str:
    listed = [
        f'<li><span class="heap{"" if heap.cards else " none"}"><b>{heap.cards}</b></span>'
        f'<span class="who">{text(heap.name)}</span></li>\n'
        for heap in heaps
    ]
    return f'<ul class="heaps">\n{"".join(listed)}</ul>\n'


def _trick(game: GameScreen, links: Mapping[int, str]) -> str:
    middle = game.middle
    classes = f" round of{game.seats}" if game.is_round else ""
    classes += " is-resting" if middle.is_resting else ""
    places = "".join(
        [f"{markup.place(each, game, links.get(each.seat, ''))}\n" for each in middle.places]
    )
    return f'<ol class="trick{classes}" data-seats="{game.seats}">\n{places}</ol>\n'


def _last(middle: Middle) -> str:
    cards = "".join([_of_last(each) for each in middle.last if each.card])
    listed = f"<ol>{cards}</ol>" if cards else ""
    return f'<div class="strip">{_why(middle)}{listed}</div>\n'


def _why(middle: Middle) -> str:
    """Who took the trick before, which says why when it is touched."""
    if not middle.why:
        return f"<p>{markup_of(middle.taken)}</p>"
    asked = markup_of(middle.taken) if middle.taken else text(_("Why?"))
    why = markup_of(middle.why)
    # Another trick is another fold: it does not open by itself where the one before was open.
    name = f"r{crc32(f'{asked}{why}'.encode())}"
    return (
        f'<details class="reason" id="{name}"><summary><span>{asked}</span></summary>'
        f"<p>{why}</p></details>"
    )


def _of_last(it: TrickPlace) -> str:
    wins = ' class="wins"' if it.wins else ""
    card = markup.small(it.card or "")
    return f'<li{wins}>{card}<span class="unseen"> <bdi>{text(it.name)}</bdi></span></li>'


def _proof(findings: Iterable[ShownFinding]) -> str:
    told = "".join([_finding(each) for each in findings])
    # Another proof is another box: it does not become of the one before.
    return f'<div class="proof" id="p{crc32(told.encode())}">\n{told}</div>\n' if told else ""


def _finding(it: ShownFinding) -> str:
    exhibits = markup.exhibits(it.exhibits) if it.exhibits else ""
    return f"<p>{markup_of(it.words)}</p>\n{exhibits}"


# --- the sheets below ---------------------------------------------------------------------------


def sheets(of: Iterable[Sheet]) -> Markup:
    """The sheets, one below the other."""
    return Markup("".join([_sheet(sheet, number) for number, sheet in enumerate(of, start=1)]))


def _sheet(sheet: Sheet, number: int) -> str:
    name, title = text(sheet.name), text(sheet.title)
    if sheet.is_folded:
        return (
            f'<details class="sheet {name}" id="{name}{number}">\n'
            f"<summary>{title}</summary>\n{markup.wide(sheet)}\n</details>\n"
        )
    layout = f" {sheet.layout}" if sheet.layout else ""
    unseen = ' class="unseen"' if sheet.is_plain else ""
    rows = markup.wide(sheet) if sheet.rows else ""
    facts = markup.facts(sheet) if sheet.facts else ""
    return (
        f'<section class="sheet {name}{layout}" aria-labelledby="s{number}">\n'
        f'<h2 id="s{number}"{unseen}>{title}</h2>\n{rows}{facts}</section>\n'
    )


def _findings(findings: tuple[ShownFinding, ...]) -> str:
    if not findings:
        return ""
    return (
        '<section class="sheet findings" aria-labelledby="findings">\n'
        f'<h2 id="findings">{text(_("What the cards show"))}</h2>\n'
        f"{markup.findings(findings)}\n</section>\n"
    )
