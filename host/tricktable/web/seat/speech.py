"""What a phone reads aloud to somebody who is not looking: whole sentences, ready for its voice.

The hand is included; it is spoken only when its owner asks for it with a tap.
"""

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from markupsafe import Markup

from tricktable.rules.cards import cards_in
from tricktable.rules.findings import finding_sentence
from tricktable.rules.page import NO_FIGURE
from tricktable.rules.view import AnyView
from tricktable.text.language import _, plural
from tricktable.text.names import NEXT, card_name
from tricktable.text.sentences import (
    FaceDown,
    Mark,
    Sentence,
    Slot,
    list_in_words,
    paragraph,
    spoken,
    whole,
    with_full_stop,
)
from tricktable.web.guest import sentences
from tricktable.web.guest.sentences import Names, as_heard, first_deal
from tricktable.web.seat.events import Event
from tricktable.web.seat.seat_offers import SeatOffer


class Speech(NamedTuple):
    """Everything that can be heard, each a few sentences."""

    hand: str = ""
    table: str = ""
    points: str = ""
    """The score: what the page's sheets show."""
    now: str = ""
    """What the game waits for, and what this seat can say."""
    turn: str = ""
    """Said when this seat's turn comes, and when the game has ended; empty while others must
    act."""
    question: str = ""
    """The table's question with its answers, said once."""
    events: str = "[]"
    """The newest entries, as JSON: each its number, its words and its kind (`events.Event`)."""
    side: str = ""
    """Trump, who won the bidding, or what the trick is played for; said when it changes."""
    deal: str = ""
    """How to deal, as the table shows it before a game's first card; said when it changes."""
    note: str = ""
    """What the table tells everybody, such as what it presumes or what was taken back."""
    found: str = "[]"
    """What the cards have proved, as JSON: a phone says each once."""
    result: str = ""
    """The score once a deal has ended; empty while one runs and when the game is over."""
    headline: str = ""
    """What the game waits for, in as few words as possible."""


SILENT: Final = Speech()


class SpeechSource(NamedTuple):
    """What one seat's speech is made from."""

    view: AnyView
    """The public view, since a voice is heard at the whole table."""
    names: Names
    seat: int
    hand: tuple[tuple[str, ...], tuple[str, ...]]
    """The names of the cards in hand, and of those that can be played."""
    secret: Sentence
    """What the seat has chosen in secret; spoken with the hand, and only on request."""
    now: Sentence
    """What the game waits for, whatever this seat holds, since it is said unasked."""
    groups: tuple[SeatOffer, ...]
    question: str = ""
    notices: tuple[str, ...] = ()
    """The state of the table itself: locked, waiting, or not saved."""
    events: tuple[Event, ...] = ()
    can: Sentence = ()
    """What the seat may choose from, whatever it holds: it is heard at the whole table."""
    note: str = ""
    is_awaited: bool = False
    """Whether this seat may act: it is its turn, or that of a dummy whose hand it plays."""


def speech(heard: SpeechSource) -> Speech:
    """Everything that this seat's phone may say now."""
    view, names = heard.view, heard.names
    is_due = heard.is_awaited or bool(heard.groups)
    return Speech(
        hand=paragraph(_hand(*heard.hand), whole(heard.secret) if heard.secret else ""),
        table=_table(heard),
        points=_points(view, names),
        now=_now(heard),
        turn=_turn(heard, is_due),
        question=heard.question,
        events=_as_json(heard.events),
        side=_side(view, names),
        deal=_deal(view),
        note=heard.note,
        found=_as_json([whole(finding_sentence(each, names)) for each in as_heard(view.remarks)]),
        result=_result(view, names),
        headline=whole(view.with_names(names).phase.headline),
    )


def _as_json(of: Sequence[object]) -> Markup:
    """For an attribute in single quotes: double ones, of which it is full, need no escape."""
    told = json.dumps(of, ensure_ascii=False, separators=(",", ":"))
    return Markup(told.translate({ord(each): f"\\u{ord(each):04x}" for each in "&'<>"}))


def at_door(name: str, number: str, is_shared: bool) -> Speech:
    """For a phone that asks for a seat: what to do, and its number."""
    if is_shared:
        said = _(
            "This is phone {number}. Wait for the host to give you {name}'s seat.",
            name=name,
            number=number,
        )
    else:
        said = _(
            "This is phone {number}. If the table shows this number, hold {name}'s button.",
            name=name,
            number=number,
        )
    return SILENT._replace(now=said)


def _side(view: AnyView, names: Names) -> str:
    named = view.with_names(names)
    middle = named.rules.page.middle(named)
    told = middle.side if middle.heard is None else middle.heard
    return whole(told) if told else ""


def _deal(view: AnyView) -> str:
    told = first_deal(view)
    return whole(told) if told else ""


def _result(view: AnyView, names: Names) -> str:
    """The end of a game is told with its turn."""
    is_ended = view.with_names(names).phase.is_between and bool(view.last or view.said)
    return _score(view, names) if is_ended and not view.is_over else ""


def _turn(heard: SpeechSource, is_due: bool) -> str:
    if heard.view.is_over:
        return paragraph(whole(heard.now), _score(heard.view, heard.names))
    if not is_due:
        return ""
    # Before the first card there is no suit to follow.
    led = heard.view.phase.beside if heard.view.trick else ()
    return paragraph(*(whole(each) for each in (heard.now, led) if each))


def _hand(cards: tuple[str, ...], can: tuple[str, ...]) -> str:
    if not cards:
        return _("The table has not scanned any of your cards.")
    holds = plural(
        "You hold 1 card: {cards}.",
        "You hold {count} cards: {cards}.",
        len(cards),
        cards=_row(cards),
    )
    if not can or len(can) == len(cards):
        return holds
    return paragraph(holds, _("You can play {cards}.", cards=_row(can)))


def _table(heard: SpeechSource) -> str:
    """Every card on the table, and who is winning; during a trick, also how the last one went."""
    view, names = heard.view, heard.names
    named = view.with_names(names)
    middle, phase = named.rules.page.middle(named), named.phase
    said = [whole(each) for each in (phase.beside, first_deal(view), middle.side) if each]
    if middle.is_resting:  # the line above is of the next trick
        said.append(whole(middle.title))
    for place in middle.places:
        if place.card:
            card = card_name(place.card)
            said.append(_("{who}: {card}.", who=place.name, card=card))
        elif place.said:
            said.append(_("{who}: {card}.", who=place.name, card=spoken(place.said)))
        elif place.is_out:
            said.append(_("{who} sits out.", who=place.name))
    said += [
        _("{who} is winning.", who=place.name)
        for place in middle.places
        if place.wins and place.card and not middle.is_resting
    ]
    if view.dummy is not None:
        of, cards = named.names[view.dummy.seat], cards_in(view.dummy.cards)
        listed_cards = _row([card_name(card.code) for card in cards])
        said.append(_("{who}’s hand lies open: {cards}.", who=of, cards=listed_cards))
    said += [_("{pile}: {cards}.", pile=heap.name, cards=heap.cards) for heap in middle.heaps]
    last = [_trick(view, names)] if middle.last and not middle.is_resting else []
    told, now = [*last, *([whole(middle.why)] if middle.why else [])], [whole(heard.now)]
    return paragraph(*said, *([*told, *now] if middle.is_resting else [*now, *told]))


def _points(view: AnyView, names: Names) -> str:
    """The score, then what the cards prove."""
    return paragraph(_score(view, names), *_findings(view, names))


def _findings(view: AnyView, names: Names) -> list[str]:
    return [whole(finding_sentence(each, names)) for each in view.remarks]


def _score(view: AnyView, names: Names) -> str:
    """The visible sheets, each number with its heading."""
    said = []
    for sheet in view.rules.page.sheets(view.with_names(names)):
        if sheet.is_long:
            continue
        titles = [spoken(head) for head in sheet.heads[1:]]
        for row in sheet.rows:
            cells = [
                _("{title}: {number}", title=title, number=spoken(_for_voice(cell)).strip())
                for title, cell in zip(titles, row.cells, strict=False)
                if spoken(cell) not in ("", NO_FIGURE)
            ]
            if cells:
                said.append(_("{who}: {cells}.", who=spoken(row.head), cells=_row(cells)))
        said += [whole(_for_voice(fact.words)) for fact in sheet.facts]
    return paragraph(*said)


def _row(things: Sequence[str]) -> str:
    """Joined with a pause in between."""
    return spoken(list_in_words(things, NEXT))


def _for_voice(of: Sentence) -> Sentence:
    """The sentence for a voice: separate things stay separate, struck-out parts are left out."""
    told: Sentence = ()
    for part in of:
        # What a page strikes out, or shows only as card backs, would sound as if it counted.
        if isinstance(part, FaceDown) or (isinstance(part, Mark) and part.state == "shut"):
            continue
        if told and isinstance(part, Mark | Slot) and isinstance(told[-1], Mark | Slot):
            told = (*told, _(", "))
        told = (*told, part)
    return told


def _trick(view: AnyView, names: Names) -> str:
    took = sentences.took(view, names)
    if not took:
        return ""
    return paragraph(whole(sentences.trick_cards(view, names)), whole(took))


def _now(heard: SpeechSource) -> str:
    """The notices, what the game waits for, then all that can be said, in its keys' words."""
    said = [with_full_stop(each) for each in (heard.question, *heard.notices) if each]
    said += [whole(each) for each in (heard.now, heard.can) if each]
    for group in heard.groups:
        keys = list_in_words([key.words for key in group.keys if key.is_open and key.words], NEXT)
        title = with_full_stop(group.title)
        words = keys if group.is_choice and keys else (group.button,)
        said += [*([title] if title not in said else []), whole(words)]
        if not group.names_seat:  # the hand itself gives the reasons
            said += [whole(why) for why in group.why]
    return paragraph(*said)
