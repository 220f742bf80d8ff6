"""Cards, suits, sentences and tables as markup: what a page draws dozens of times. Never a page.

Plain functions, since a template's macro for each word, card and cell took most of the time of a
view. `_macros.html` hands them to the templates; whatever is drawn once on a page stays there.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from gettext import NullTranslations
from typing import Final
from zlib import crc32

from markupsafe import Markup, escape

from tricktable.rules.cards import BY_CODE
from tricktable.rules.page import Gain, TrickPlace
from tricktable.table.club_notice import RoundClock
from tricktable.text.characters import columns
from tricktable.text.language import _, message, messages
from tricktable.text.names import card_name
from tricktable.text.sentences import (
    FaceDown,
    Fact,
    Mark,
    Name,
    Part,
    Picture,
    Sentence,
    Sheet,
    SheetRow,
    Sign,
    Slot,
    Strong,
    TrickCard,
    spoken,
)
from tricktable.web.guest.screen import GameScreen, ShownFinding

_SPECIAL: Final = re.compile("""[&<>'"]""")
_LONG_WORD: Final = re.compile(r"\w{11}")
_WIDE_WORD: Final = re.compile(r"[^\W\u3000-\uffff]{9}")
_RATHER_WIDE_WORD: Final = re.compile(r"[^\W\u3000-\uffff]{7}")
"""Chinese and Japanese words are left out: they break between any two letters."""
_GAINS: Final = 30
"""What the line of a deal's gains holds on a small phone, in letters and with three for a gap."""

# --- a card -------------------------------------------------------------------------------------


def letter(code: str) -> str:
    """The letter of a card's suit or colour; `X` for an imitation."""
    return "X" if code[0] == "X" else code[-1]


def rank(code: str) -> str:
    """A card's printed rank; empty on an imitation."""
    return {"X": "", "T": "10"}.get(code[0], code[0])


def suit(letter: str) -> Markup:
    """The picture of a suit or colour, without a word."""
    return Markup(_suit(letter))


def card(code: str) -> Markup:
    """A card as large as on the table top, which a screen reader names."""
    return Markup(_card(code, "card", messages()))


def small(code: str) -> Markup:
    """A card as large as the words beside it, which a screen reader names."""
    return Markup(_card(code, "small", messages()))


def text(words: object) -> str:
    """Text, a number or a word of an attribute: safe in either place, whoever wrote it."""
    # Hardly any needs an escape, and to see that is cheaper than to escape.
    if isinstance(words, str) and (words.isalnum() or not _SPECIAL.search(words)):
        return words
    return escape(words)


@cache  # there are seven, and an imitation's
def _suit(letter: str) -> str:
    return _sign(letter).replace(">", ' aria-hidden="true">', 1)


@cache
def _sign(letter: str) -> str:
    """Within a card or key, of which the label alone is read (WAI-ARIA 1.2, 5.2.8)."""
    of = text(letter)
    return f'<svg class="suit {of}"><use href="#{of}"/></svg>'


@cache  # there are 90 cards, two sizes and a few languages
def _card(code: str, size: str, _messages: NullTranslations) -> str:
    of, name = letter(code), text(card_name(code))
    return (
        f'<span class="{size} {of}" role="img" aria-label="{name}">'
        f"<b>{rank(code)}</b>{_sign(of)}</span>"
    )


def keys(rows: Iterable[Sequence[str]], playable: Sequence[str]) -> Markup:
    """Rows of keys that lay a card each; those of cards that may be played stand out."""
    told = messages()
    drawn = ["".join([_key(code, code in playable, told) for code in row]) for row in rows]
    return Markup("".join([f'<div class="row">{row}</div>' for row in drawn]))


def codes(rows: Iterable[Sequence[str]], playable: Sequence[str]) -> str:
    """The same keys for seat.js, which draws them: `AS KS+/4S`, a row behind each stroke.

    A plus marks a card that may be played. Drawn here, they were half of a seat's own part, which
    is never compressed.
    """
    return "/".join([" ".join([f"{code}{'+' * (code in playable)}" for code in r]) for r in rows])


def card_names() -> dict[str, str]:
    """The name of each card, which seat.js gives to its key."""
    return {code: card_name(code) for code in BY_CODE}


@cache  # twice as many as cards, in a few languages
def _key(code: str, can_be_played: bool, _messages: NullTranslations) -> str:
    of, name = letter(code), text(card_name(code))
    classes = f"{of} can" if can_be_played else of
    shown = code[1] if of == "X" else rank(code)
    return (
        f'<button name="card" value="{code}" class="{classes}" aria-label="{name}">'
        f"<b>{shown}</b>{_sign(of)}</button>"
    )


def long_word(said: Iterable[Part]) -> str:
    """The class, a space before it, of what names somebody in a word too long for small phones.

    One that is rather wide is only too long where four places stand in a row.
    """
    names = [part.text for part in said if isinstance(part, Name)]
    if any(map(_WIDE_WORD.search, names)):
        return " is-long"
    return " is-wide" if any(map(_RATHER_WIDE_WORD.search, names)) else ""


def long_name(name: str) -> str:
    """The class of a name by itself."""
    return long_word((Name(name),)).strip()


def place(it: TrickPlace, game: GameScreen, link: str = "") -> Markup:
    """One seat's place on the table top: where it sits, however the trick goes.

    In the text places come in the order of play. A link makes it a place to touch.
    """
    at = f" at{(it.seat - game.below) % game.seats}" if game.is_round else ""
    states = {" wins": it.wins, " is-due": it.is_due, " is-out": it.is_out}
    classes = at + "".join([state for state, applies in states.items() if applies])
    lies = f' data-card="{it.card}"' if it.card else ""
    size = long_word((Name(it.name),))
    shown = f'{_in_place(it)}<span class="who{size}"><bdi>{text(it.name)}</bdi></span>'
    shown = f'<a href="{text(link)}">{shown}</a>' if link else shown
    return Markup(
        f'<li class="place{classes}" id="place{it.seat}" data-seat="{it.seat}"{lies}>\n{shown}\n'
        f"{_worth(it)}{_waits(it)}"
        f'<span class="tag">{text(_tag(it, game))}</span>\n{_also_led(it)}</li>'
    )


def _in_place(it: TrickPlace) -> str:
    if it.card:
        return _card(it.card, "card", messages())
    if it.said:
        said = markup_of(map(_signed_suit, it.said))
        return f'<span class="gap said{_size_of(it.said)}">{said}</span>'
    return '<span class="gap"></span>'


def _size_of(words: Sentence) -> str:
    """The class of a bid whose words would be wider than its place."""
    told = (part.text if isinstance(part, Strong) else part for part in words)
    lengths = (columns(word) for each in told if isinstance(each, str) for word in each.split())
    longest = max(lengths, default=0)
    sizes = ((6, " is-word is-long-word"), (4, " is-word is-wide-word"), (3, " is-word"))
    return next((size for most, size in sizes if longest > most), "")


def _signed_suit(part: Part) -> Part:
    """A suit without its name, which no place has room for."""
    return Sign(part.code) if isinstance(part, Picture) and part.kind == "suit" else part


def _worth(it: TrickPlace) -> str:
    if it.worth is None:
        return ""
    lies = f"{small(it.lies)} " if it.lies else ""
    return f'<p class="worth">{lies}<b>{it.worth}</b></p>'


def _waits(it: TrickPlace) -> str:
    return f'<span class="waits">{small(it.waits)} {text(_("waits"))}</span>' if it.waits else ""


def _tag(it: TrickPlace, game: GameScreen) -> str:
    middle = game.middle
    if it.wins:
        return _("took it") if middle.is_resting else middle.highest if it.said else _("winning")
    if it.leads:
        return _("led")
    if it.is_due:
        return game.due
    return _("sits out") if it.is_out else ""


def _also_led(it: TrickPlace) -> str:
    return f'<span class="tag plain">{text(_("led"))}</span>' if it.wins and it.leads else ""


def clock(it: RoundClock) -> Markup:
    """The round timer. clock.js counts down; without scripts it says when the round ends."""
    over = text(_("The round is over."))
    if it.state == "over":
        return Markup(f'<p class="note clock" data-over>{over}</p>')
    if it.state == "paused":
        left = text(_("Round paused, {time} left", time=it.time_left))
        return Markup(f'<p class="clock">{left}</p>')
    words, until = _("Round: {time} left"), _("Round until {time}", time=it.until)
    return Markup(
        f'<p class="clock" role="timer" data-ends="{it.ends_ms}" data-words="{text(words)}" '
        f'data-end="{over}">{text(until)}</p>'
    )


# --- a sentence ---------------------------------------------------------------------------------


def say(sentence: Sentence) -> Markup:
    """A sentence with its cards, suits and names drawn."""
    return Markup(markup_of(sentence))


def say_whole(sentence: Sentence) -> Markup:
    """The same where no line parts a suit from its name: for pages whose bytes are not scarce."""
    return Markup(markup_of(sentence, _whole))


def markup_of(sentence: Iterable[Part], draw: Callable[[Part], str] | None = None) -> str:
    """The same for what is put together here, of which nothing is escaped again."""
    draw = draw or _part
    drawn = list[str]()
    for each in sentence:
        is_behind = bool(drawn) and drawn[-1].endswith(_PICTURES)
        if is_behind and isinstance(each, str) and each.startswith(_CLOSES):
            # A browser may begin a line with what follows a picture, even with a comma.
            end = 1 + each.startswith(POINT)
            drawn[-1] = f'<span class="one">{drawn[-1]}{text(each[:end])}</span>'
            each = each[end:]
        drawn.append(draw(each))
    return "".join(drawn)


_JOINS: Final = "\N{WORD JOINER}"
"""Between things that stand in one line, though each is drawn."""
POINT: Final = " \N{MIDDLE DOT}"
"""What parts two things on one line: it ends the line of the first, and begins none."""
_HELD_POINT: Final = POINT.replace(" ", "\N{NO-BREAK SPACE}")
_CLOSES: Final = (*",.;:!?)", "\u3001", "\u3002", "\uff01", "\uff09", "\uff1a", "\uff1f", POINT)
_PICTURES: Final = ("</span>", "</svg>", "</i>")


def _part(part: Part) -> str:
    match part:
        case str():
            return text(part.replace(POINT, _HELD_POINT))
        case TrickCard():
            return _small_card(part.code, part.leads, part.wins, part.is_telling)
        case Strong():
            return f"<b>{text(part.text)}</b>"
        case Name():
            return f"<bdi>{text(part.text)}</bdi>"
        case _:
            return _drawing(part)


def _whole(part: Part) -> str:
    is_suit = isinstance(part, Picture) and part.kind == "suit"
    return f'<span class="one">{_part(part)}</span>' if is_suit else _part(part)


def _drawing(part: Picture | Sign | Mark | Slot | FaceDown) -> str:
    match part:
        case Picture():
            if part.kind == "card":
                return _card(part.code, "small", messages())
            return f"{_suit(part.code)} {text(part.text)}"
        case Sign():
            return _suit_sign(part, messages())
        case Mark():
            words = text(part.text)
            words = f"<s>{words}</s>" if part.state == "shut" else words
            return f'<span class="{text(part.state)}">{words}</span>'
        case Slot():
            state = "twice" if part.count > 1 else "seen" if part.count else "free"
            return f'<span class="slot {state}">{_suit_sign(part, messages())}</span>{_JOINS}'
        case FaceDown():
            return f'<i class="stack n{part.count}"></i>'


@cache  # each of 90 cards, in eight ways
def _small_card(code: str, leads: bool, wins: bool, is_telling: bool) -> str:
    # Its letter and rank are a printed card's.
    classes = letter(code), " led" * leads, " won" * wins, " telling" * is_telling
    return f'<i class="{"".join(classes)}">{rank(code)}</i>'


@lru_cache(maxsize=256)
def _suit_sign(part: Sign | Slot, _messages: NullTranslations) -> str:
    return f'{_suit(part.code)}<span class="unseen">{text(part.text)}</span>'


# --- a sheet ------------------------------------------------------------------------------------


def table(sheet: Sheet) -> Markup:
    """The rows of a sheet."""
    return Markup(_table(sheet))


def wide(sheet: Sheet) -> Markup:
    """The same where it may be wider than the screen: then a keyboard can move it, too."""
    return Markup(_wide(sheet))


def facts(sheet: Sheet) -> Markup:
    """What a sheet states, with how each condition stands."""
    return Markup(_facts(sheet))


def exhibits(sheet: Sheet) -> Markup:
    """What proves a finding: tricks, other entries, or both."""
    return Markup(_exhibits(sheet))


def findings(listed: Sequence[ShownFinding], name: str = "finding", first: int = 1) -> Markup:
    """Findings, each with what proves it folded below; `name` keeps lists apart.

    `first` is the number of the first: one that moves to another list keeps its own.
    """
    lines = (_finding(each, f"{name}{number}") for number, each in enumerate(listed, first))
    return Markup("<ul>\n" + "".join([f"<li>{line}</li>\n" for line in lines]) + "</ul>")


def gains(listed: Iterable[Gain]) -> Markup:
    """Who gained what."""
    lines, width = [], 0
    for each in listed:
        lines.append(f"<li><span>{markup_of(each.who)}</span> <b>{text(each.amount)}</b></li>")
        width += columns(f"{spoken(each.who)}   {each.amount}")
    size = " is-told" if width > _GAINS else ""
    return Markup(f'<ul class="gains{size}">{"".join(lines)}</ul>')


def _exhibits(sheet: Sheet) -> str:
    return (_wide(sheet) if sheet.rows else "") + (_facts(sheet) if sheet.facts else "")


def _table(sheet: Sheet) -> str:
    heads = "".join([_head(each) for each in sheet.heads])
    rows = "".join([f"{_row(each)}\n" for each in sheet.rows])
    return (
        f'<table class="{text(sheet.name)}">\n<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}</tbody>\n</table>"
    )


def _head(head: Sentence) -> str:
    if not head:
        return "<td></td>"  # who listens to a table hears of no heading where there is none
    return f'<th scope="col" class="{long_word(head).strip()}">{markup_of(head)}</th>'


def _row(row: SheetRow) -> str:
    mark = f' class="is-{text(row.mark)}"' if row.mark else ""
    classes = f"{'broken' if _is_broken(row.head) else ''}{long_word(row.head)}".strip()
    cells = "".join([f"<td>{markup_of(each)}</td>" for each in row.cells])
    head = markup_of(row.head)
    if row.why:
        # Another trick is another fold: it does not open by itself where the one before was open.
        name = f"y{crc32(cells.encode()):x}"
        asked = f'{head}<span class="unseen">: {text(_("Why?"))}</span>'
        head = (
            f'<details id="{name}"><summary>{asked}</summary><p>{markup_of(row.why)}</p></details>'
        )
    return f'<tr{mark}><th scope="row" class="{classes}">{head}</th>{cells}</tr>'


def _is_broken(head: Iterable[Part]) -> bool:
    """Whether a name in it has a word that is too long for a narrow table, and may be broken."""
    return any(isinstance(part, Name) and _LONG_WORD.search(part.text) for part in head)


def _wide(sheet: Sheet) -> str:
    title = text(sheet.title)
    return f'<div class="wide" tabindex="0" role="group" aria-label="{title}">{_table(sheet)}</div>'


def _facts(sheet: Sheet) -> str:
    lines = "".join([f"{_fact(each)}\n" for each in sheet.facts])
    return f'<ul class="facts">\n{lines}</ul>'


def _fact(fact: Fact) -> str:
    words = f"<p>{markup_of(fact.words)}</p>"
    if not fact.state:
        return f"<li>{words}</li>"
    state = {"met": message("done"), "lost": message("lost"), "open": message("open")}[fact.state]
    return f'<li class="{fact.state}"><span class="state">{text(_(state))}</span>{words}</li>'


def _finding(finding: ShownFinding, name: str) -> str:
    words = markup_of(finding.words)
    if not finding.exhibits:
        return words
    folded = f"<summary><span>{words}</span></summary>{_exhibits(finding.exhibits)}"
    return f'<details id="{text(name)}">{folded}</details>'
