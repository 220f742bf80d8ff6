"""What a phone says aloud to whoever does not look at it: whole sentences, ready for its voice.

The hand is among them; whether it is spoken, only its owner's finger says.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tricktable.rules.findings import finding
from tricktable.rules.view import AnyView
from tricktable.text.language import _, plural
from tricktable.text.names import NEXT, card_name
from tricktable.text.sentences import FaceDown, Mark, Sentence, Slot, ended, listed, spoken
from tricktable.web.guest import sentences
from tricktable.web.guest.sentences import Names
from tricktable.web.guest.sheets import sheets
from tricktable.web.seat.seat_offers import SeatOffer


class Speech(NamedTuple):
    """What can be heard, each a few sentences."""

    hand: str = ""
    table: str = ""
    points: str = ""
    """How the game stands: what the page's sheets show."""
    now: str = ""
    """What is awaited, and what this seat can say."""
    trick: str = ""
    """The newest finished trick; the same words are heard once."""
    turn: str = ""
    """Said when this seat's turn comes, and how the game ended; empty while others are awaited."""
    news: str = ""
    """The newest card or word."""
    question: str = ""
    """What the table asks, with its answers: said once."""


SILENT: Final = Speech()


class SpeechSource(NamedTuple):
    """What the speech of one seat is made from."""

    view: AnyView
    """As everybody sees it: a voice is heard at the whole table."""
    names: Names
    seat: int
    hand: tuple[tuple[str, ...], tuple[str, ...]]
    """The cards by name, and those of them that can be played."""
    secret: Sentence
    """What the seat has chosen in secret: told with the hand, for whoever asks for that."""
    now: str
    """What is awaited, whatever this seat holds: it is said without being asked."""
    groups: tuple[SeatOffer, ...]
    question: str = ""
    notices: tuple[str, ...] = ()
    """What holds beside the game: that it is locked, waits or is not saved."""


def speech(heard: SpeechSource) -> Speech:
    """Everything that this seat's phone may say now."""
    view, names = heard.view, heard.names
    is_due = heard.seat in view.awaited or bool(heard.groups)
    return Speech(
        hand=" ".join(
            [_hand(*heard.hand), *([ended(spoken(heard.secret))] if heard.secret else [])]
        ),
        table=_table(view, names),
        points=_points(view, names),
        now=_now(heard),
        trick=_trick(view, names),
        turn=_turn(heard, is_due),
        news=sentences.news(view, names),
        question=heard.question,
    )


def waiting(name: str, number: str, is_shared: bool) -> Speech:
    """For a phone that asks for a seat: what is to be done, and its number."""
    if is_shared:
        said = _(
            "This is phone {number}. Wait for the host to give you {name}'s seat.",
            name=name,
            number=number,
        )
    else:
        said = _(
            "This is phone {number}. If the table says the same, hold {name}'s button.",
            name=name,
            number=number,
        )
    return SILENT._replace(now=said)


def _turn(heard: SpeechSource, is_due: bool) -> str:
    if heard.view.is_over:
        return f"{ended(heard.now)} {_points(heard.view, heard.names)}"
    if not is_due:
        return ""
    # Before the first card there is no suit to follow.
    led = spoken(heard.view.phase.beside) if heard.view.trick else ""
    return " ".join(ended(each) for each in (heard.now, led) if each)


def _hand(cards: tuple[str, ...], can: tuple[str, ...]) -> str:
    if not cards:
        return _("The table has read none of your cards.")
    holds = plural(
        "You hold 1 card: {cards}.",
        "You hold {count} cards: {cards}.",
        len(cards),
        cards=_row(cards),
    )
    if not can or len(can) == len(cards):
        return holds
    return f"{holds} {_('You can play {cards}.', cards=_row(can))}"


def _table(view: AnyView, names: Names) -> str:
    """What lies there, card by card, and who wins it; amid a trick also how the last one went."""
    named = view.naming(names)
    middle, phase = named.rules.page.middle(named), named.phase
    said = [ended(spoken(each)) for each in (phase.beside, middle.side) if each]
    for place in middle.places:
        if place.card:
            card = card_name(place.card)
            said.append(_("{who}: {card}.", who=place.name, card=card))
        elif place.said:
            said.append(_("{who}: {card}.", who=place.name, card=place.said))
    said += [
        _("{who} is winning.", who=place.name)
        for place in middle.places
        if place.wins and place.card and not middle.is_resting
    ]
    said += [_("{pile}: {cards}.", pile=heap.name, cards=heap.cards) for heap in middle.heaps]
    if middle.taken and middle.is_resting:
        said.append(ended(spoken(middle.taken)))
    said.append(ended(spoken(phase.headline)))
    if middle.last and not middle.is_resting:
        said.append(_trick(view, names))
    return " ".join(said)


def _points(view: AnyView, names: Names) -> str:
    """The sheets that lie open, each number with what it is the number of; what the cards show."""
    said = []
    for sheet in sheets(view.naming(names)):
        if sheet.is_folded or sheet.is_long:
            continue
        titles = [spoken(head) for head in sheet.heads[1:]]
        for row in sheet.rows:
            cells = [
                _("{title}: {number}", title=title, number=_heard(cell))
                for title, cell in zip(titles, row.cells, strict=False)
                if cell
            ]
            said.append(_("{who}: {cells}.", who=spoken(row.head), cells=_row(cells)))
        said += [ended(_heard(fact.words)) for fact in sheet.facts]
    said += [ended(spoken(finding(each, names))) for each in view.remarks]
    return " ".join(said)


def _row(things: Sequence[str]) -> str:
    """Side by side, with a pause between."""
    return spoken(listed(things, NEXT))


def _heard(of: Sentence) -> str:
    """As it is spoken: what stands apart on a page is kept apart, what is struck out left out."""
    told: Sentence = ()
    for part in of:
        # What a page strikes out, or shows by backs alone, would be heard as if it counted.
        if isinstance(part, FaceDown) or (isinstance(part, Mark) and part.state == "shut"):
            continue
        if told and isinstance(part, Mark | Slot) and isinstance(told[-1], Mark | Slot):
            told = (*told, _(", "))
        told = (*told, part)
    return spoken(told).strip()


def _trick(view: AnyView, names: Names) -> str:
    took = sentences.took(view, names)
    if not took:
        return ""
    return f"{ended(spoken(sentences.played(view, names)))} {ended(spoken(took))}"


def _now(heard: SpeechSource) -> str:
    """What holds, what is awaited, then everything that can be said, as its keys say it."""
    said = [ended(each) for each in (heard.question, *heard.notices, heard.now) if each]
    for group in heard.groups:
        keys = _row([spoken(key.words) for key in group.keys if key.is_open and key.words])
        title = ended(group.title)
        said += [*([title] if title not in said else []), ended(keys or group.button)]
        if not group.names_seat:  # why not is told by the hand
            said += [spoken(why) for why in group.why]
    return " ".join(said)
