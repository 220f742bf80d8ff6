"""Everything a guest's page shows of a table, worked out but not yet drawn.

Takes a public view and nothing else, so it cannot show a secret.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, NamedTuple

from tricktable.games import GAMES
from tricktable.rules.bidding import due
from tricktable.rules.cards import cards_in
from tricktable.rules.findings import finding_sentence
from tricktable.rules.names import DEFAULTS
from tricktable.rules.page import Gain, Middle, deal_sum, final_score
from tricktable.rules.phases import Phase
from tricktable.rules.trick_sheets import exhibits
from tricktable.rules.view import AnyView
from tricktable.store.erasure import PLAYER
from tricktable.table.note_kinds import CORRECTIONS
from tricktable.table.rematch import RematchOffer
from tricktable.table.views import TableView
from tricktable.text.language import _
from tricktable.text.sentences import (
    Name,
    Sentence,
    Sheet,
    paragraph,
    sentence,
    spoken,
    spoken_form,
    with_full_stop,
    with_pictures,
)
from tricktable.web.guest import sentences
from tricktable.web.guest.sheets import sheets, suit_counts

NOBODY_EARLY: Final[Mapping[int, str]] = {}
MOST_BESIDE: Final = 8
"""If more values than these may be said beside a card, pages keep them a touch away."""
MOST_ROUND: Final = 8
"""With more seats than this the cards lie in a row, in the order of play."""


class ShownFinding(NamedTuple):
    """Something improper, in words, with the tricks that prove it."""

    words: Sentence
    exhibits: Sheet | None


class DummyCards(NamedTuple):
    """A hand that lies open on the table."""

    name: str
    suits: tuple[tuple[str, ...], ...]
    """Its cards, high ones first."""


@dataclass(frozen=True, slots=True)
class GameScreen:
    """A running or finished game."""

    title: str
    headline: Sentence
    beside: Sentence
    why_over: Sentence
    middle: Middle
    sheets: tuple[Sheet, ...]
    findings: tuple[ShownFinding, ...]
    is_won: bool | None
    review: str
    """What somebody can ask of the game once it is over; empty before, and if there is nothing."""
    is_between: bool
    """No deal is running: the next one has not begun, or the game is over."""
    dummy: DummyCards | None
    due: str
    """What stands at the place of whoever is due: `to bid`."""
    seats: int
    gains: tuple[Gain, ...]
    """The sum of the deal that has just ended, or the score at the end of the game."""
    proved: tuple[ShownFinding, ...]
    """The findings that the newest entry has proved."""
    offered: Sentence
    """Who would like another game; empty if nobody does."""

    @property
    def below(self) -> int:
        """The seat nearest to whoever looks from no seat: with four, North sits above."""
        return self.seats // 2

    @property
    def is_round(self) -> bool:
        """Whether each seat has a place of its own on the table top."""
        return self.seats <= MOST_ROUND


@dataclass(frozen=True, slots=True)
class Screen:
    """A guest's page."""

    table: TableView
    """The view it is drawn from; the page takes from it whatever needs no working out."""
    game: GameScreen | None
    asked: Sentence
    """The open question, its cards drawn; empty for none."""
    said: Sentence
    """What the table says to everybody, its cards drawn; empty for nothing."""
    trouble: str
    """Why nothing is being saved; empty while all is well."""
    waits: str
    """What the game waits for while somebody handles the deck itself; otherwise empty."""
    news: str
    """The newest card or announcement and what comes next, for a screen reader."""
    heard: str
    """What the page says unasked: a trick once it is complete; empty in the middle of one."""
    heading: str
    """The browser's title."""

    @property
    def people(self) -> tuple[str, ...]:
        """The names at the table, but for a dummy's; before a game, of those who sit there."""
        header = self.table.header
        if header is None:
            return tuple(filter(None, self.table.chairs))
        return clean_names(self.table)[: header.players]


def screen(table: TableView) -> Screen:
    """Everything that this table's page shows."""
    question, game, heading = table.question, None, _("No game yet")
    news = heard = _("No game yet.")
    if any(table.chairs):
        there = ", ".join(filter(None, table.chairs))
        news = heard = _("No game yet. At the table: {names}.", names=there)
    if table.view is not None:
        names = clean_names(table)
        named = table.view.with_names(names)
        phase, counts = named.phase, suit_counts(table.suit_counts, names)
        early = {each.seat: each.card for each in table.desk.early}
        offered = offered_words(table.rematch, names) if table.rematch else ()
        game, heading = game_screen(named, phase, counts, early, offered), spoken(phase.headline)
        proved = [each.words for each in game.proved]
        news = sentences.news(named, names, phase, proved)
        heard = sentences.unasked_news(named, names, phase, proved)
        news, heard = (paragraph(*_correction(table), each) for each in (news, heard))
    if question is not None:
        news = heard = paragraph(spoken_form(question.text, table.names), news)
    return Screen(
        table=table,
        game=game,
        asked=with_pictures(question.text, table.names) if question else (),
        said=with_pictures(_message(table), table.names),
        trouble=_(table.trouble) if table.trouble else "",
        waits=waits(table),
        news=news,
        heard=heard,
        heading=heading,
    )


def _message(table: TableView) -> str:
    """What the table tells, but for what has a line of its own for as long as it lasts."""
    note = table.desk.note
    is_shown = table.desk.is_locked and note is not None and note.about == "locked"
    return paragraph(*table.asks) if is_shown else table.to_all


def _correction(table: TableView) -> Iterator[str]:
    """What was put right, in a sentence, if that is the newest thing that has happened."""
    note = table.desk.note
    if note is not None and note.about in CORRECTIONS:
        yield with_full_stop(spoken_form(table.note_text, table.names))


def offered_words(offered: RematchOffer, names: Sequence[str]) -> Sentence:
    """Who would like another game, and how."""
    who = Name(names[offered.seat])
    if offered.another:
        title = _(GAMES[offered.another].title)
        return sentence("{who} would like to play {game}.", who=who, game=title)
    if offered.rotate:
        return sentence("{who} would like to play again, everybody one seat on.", who=who)
    return sentence("{who} would like to play again.", who=who)


def waits(table: TableView) -> str:
    """What the game waits for while somebody handles the deck itself; otherwise empty."""
    deck = table.deck_work
    if deck is None:
        return ""
    if deck.what == "control":
        return _("The game is waiting: a control card is being set up.")
    if not deck.of:
        return _("The game is waiting: a deck is being checked.")
    does = {
        "enrol": _("The game is waiting: {deck} is being enrolled, {done} of {of} cards."),
        "replace": _("The game is waiting: a card of {deck} is being replaced."),
        "check": _("The game is waiting: {deck} is being checked, {done} of {of} cards."),
    }
    return does[deck.what].format(deck=deck.deck, done=deck.done, of=deck.of)


def clean_names(table: TableView) -> tuple[str, ...]:
    """The names at the table; unnamed seats get a name in the current language."""
    return shown_names(table.names)


def shown_names(names: Iterable[str]) -> tuple[str, ...]:
    """The same for any names, by seat."""
    return tuple(_name(name, seat) for seat, name in enumerate(names, start=1))


def _name(name: str, seat: int) -> str:
    if name in DEFAULTS:
        return _(name)
    if forgotten := _PLAYER.fullmatch(name):
        return _("Player {number}", number=forgotten[1])
    return _("Seat {number}", number=seat) if name == f"Seat {seat}" else name


_PLAYER: Final = re.compile(PLAYER.format(number="([0-9]+)"))


def findings(
    view: AnyView, names: tuple[str, ...], seat: int | None = None
) -> tuple[ShownFinding, ...]:
    """Everything improper that the cards prove, of this seat or of all."""
    return tuple(
        ShownFinding(finding_sentence(each, names), exhibits(each, names))
        for each in view.remarks
        if seat in (None, each.finding.seat)
    )


def game_screen(
    view: AnyView,
    phase: Phase,
    more: tuple[Sheet, ...] = (),
    early: Mapping[int, str] = NOBODY_EARLY,
    offered: Sentence = (),
) -> GameScreen:
    """A moment of a game.

    Args:
        view: the moment, with the names that are shown.
        phase: what the game says of it.
        more: sheets before those of the game.
        early: the cards that wait for a choice, by seat.
        offered: what somebody has offered to play next.
    """
    middle = view.rules.page.middle(view)
    if told := sentences.first_deal(view):
        middle = replace(middle, title=told, side=())
    if early:
        places = (each._replace(waits=early.get(each.seat)) for each in middle.places)
        middle = replace(middle, places=tuple(places))
    return GameScreen(
        title=_(view.title),
        headline=phase.headline,
        beside=phase.beside,
        why_over=sentences.reason(phase.headline, phase.why),
        middle=middle,
        sheets=(*more, *sheets(view)),
        findings=findings(view, view.names),
        is_won=None if view.winner is None else bool(view.winner),
        review=sentences.review_question(view) if view.is_over else "",
        is_between=phase.is_between,
        dummy=_open(view),
        due=due(view),
        seats=view.seats,
        gains=deal_sum(view) or final_score(view),
        proved=tuple(_new_findings(view)),
        offered=offered,
    )


def _open(view: AnyView) -> DummyCards | None:
    lies = view.dummy
    if lies is None:
        return None
    of, heights = view.ranking.suits, view.ranking.heights
    cards = sorted(cards_in(lies.cards), key=lambda card: (-of[card], -heights[card]))
    suits = groupby(cards, key=lambda card: of[card])
    return DummyCards(
        view.names[lies.seat], tuple(tuple(card.code for card in each) for _, each in suits)
    )


def _new_findings(view: AnyView) -> Iterator[ShownFinding]:
    """What the newest entry proves, of all that the cards prove."""
    for each in sentences.as_heard(view.remarks):
        if view.seq == max(each.finding.seq, *each.finding.proof, 0):
            yield ShownFinding(finding_sentence(each, view.names), exhibits(each, view.names))
