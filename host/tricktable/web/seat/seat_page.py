"""What one seat's page shows to that seat alone, worked out but not yet drawn.

Made from what the table says to one phone. None of it may reach a page that others see.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from tricktable.games import GAMES
from tricktable.rules.cards import Card, cards_in
from tricktable.rules.contribution import contribution
from tricktable.rules.entries import Played, Shown
from tricktable.rules.entry_words import entry_words
from tricktable.rules.hands import by_suit, hand
from tricktable.rules.laying import Way
from tricktable.rules.page import Gain, totals, why
from tricktable.rules.phases import Phase
from tricktable.rules.ranking import LETTERS, PRINTED
from tricktable.rules.record import Record
from tricktable.rules.review.claim import can_claim, is_shared_claim, unseen
from tricktable.rules.topics import topic_of
from tricktable.rules.view import AnyView
from tricktable.rules.view import view as view_of
from tricktable.store.journal.row import REPLACED, SENT_AWAY, SITS
from tricktable.table.club_notice import NOTHING_SAID, ClubNotice
from tricktable.table.desk import calls, own_card, presumption, rest_claim, undo_request
from tricktable.table.desk.laid_card import stands_for
from tricktable.table.seating import LAPSED, OVERTAKEN, TURNED_AWAY, UNKNOWN, SeatOccupancy
from tricktable.table.views import PhoneView, TableView
from tricktable.text.language import _, message
from tricktable.text.names import OR, card_name
from tricktable.text.sentences import (
    Name,
    Picture,
    Sentence,
    Strong,
    gap,
    list_in_words,
    paragraph,
    sentence,
    sentence_by_number,
    spoken,
    spoken_form,
    whole,
    with_full_stop,
)
from tricktable.web.competition.next_place import NextPlace
from tricktable.web.game_choice import GameChoice, game_choices
from tricktable.web.guest import sentences
from tricktable.web.guest.explanation import newest_reason
from tricktable.web.guest.screen import ShownFinding, clean_names, findings, offered_words, waits
from tricktable.web.guest.sentences import retold
from tricktable.web.seat import events, fan, seat_offers, speech, turn
from tricktable.web.seat.shared_phone import Hands, Holder

PASSES = "passes"
"""The phone is passed round, and nobody has said yet that they have it in hand."""
AWAY = "away"
"""The phone's owner has no seat in this game."""
CHOOSES = "chooses"
"""The phone is not known here and may ask for a seat."""
GATHERS = "gathers"
"""The phone's owner has a chair, and no game has begun."""
_NAMED: Final = 3
"""This many acts are named that would be undone with another."""
_OF_REQUESTS: Final = frozenset({"asks_back", "claims_rest", "claim_open"})
"""Notes of what the phones at the seats are asked, or told, by a question."""
NOBODY: Final = "nobody"
"""What forms call the seat of a card that belongs to none."""
_ENDS: Final = {
    REPLACED: (
        message("Another phone has this seat now."),
        message("If it is not yours, ask the host to give the seat back."),
    ),
    SENT_AWAY: (
        message("This phone no longer has a seat."),
        message("It left, or the host removed it. What it entered still counts."),
    ),
    LAPSED: (
        message("Nobody held {name}’s button."),
        message("Ask again, or ask the host to let you in."),
    ),
    TURNED_AWAY: (
        message("This phone was not let in to {name}’s seat."),
        message("Ask again, and make sure that everybody compares the number."),
    ),
    OVERTAKEN: (
        message("A new game has begun."),
        message("This phone was waiting for a seat in the game before. Ask again."),
    ),
    # It may have sat at another table on another evening: no fault of anybody.
    UNKNOWN: (message("Where are you sitting?"), message("This phone has no seat here yet.")),
    AWAY: (message("You have no seat in this game."), ""),
    CHOOSES: (message("Where are you sitting?"), ""),
}
"""What a phone is told that has lost its seat, or got none, and what it can do."""
_LAPSED_AT_HOST: Final = (
    message("The host did not let you in to {name}’s seat in time."),
    message("Ask again, and tell the host the number on your phone."),
)
"""The same where seats share buttons, and the host lets phones in."""


class SeatChoice(NamedTuple):
    """A seat in the list of seats to choose from."""

    name: str
    """Empty for a chair on which nobody sits before a game."""
    is_taken: bool
    is_asked_for: bool


class OtherCard(NamedTuple):
    """A card that this phone can lay though it is not its seat's: a dummy's, or nobody's."""

    whose: str
    """As forms say it: the seat's number, or `nobody`."""
    how: str
    """Whether it is `played` or `shown`, as forms say it."""
    title: str
    fan: fan.Fan


class RematchKeys(NamedTuple):
    """Another game of the same people, as one phone can have it."""

    words: Sentence
    """Who offers it; empty if nobody does."""
    keys: tuple[tuple[str, str, str], ...]
    """Each by the field that it sends, its value, and what it says."""
    is_own: bool = False
    """Whether it is this phone that offers it."""
    others: tuple[GameChoice, ...] = ()
    """Other games that as many people can play."""


class BackKeys(NamedTuple):
    """What this seat would take back though others have acted, or what another one asks to."""

    kind: Literal["can ask", "asks", "asked", "fell"]
    """Whether it can ask, has asked, is asked, or its request fell as somebody acted."""
    words: Sentence
    seq: int = 0
    """The entry that would be taken back."""
    seat: int | None = None
    """Whose it is; None if it is this seat's."""


class ClaimKeys(NamedTuple):
    """What concerns this seat of a claim on what is left of the hand."""

    kind: Literal["can claim", "claims", "asked", "shows", "open"]
    """Whether it can claim, has claimed, is asked, is to show its hand, or a claim lies open."""
    words: Sentence
    seq: int = 0
    """The record's newest entry when the claim was made."""
    cards: tuple[tuple[str, ...], ...] = ()
    """Those that its hand can have, in rows, if it is to show it."""
    seat: int | None = None
    """As of `BackKeys`."""


class HandCard(NamedTuple):
    """One card of this seat's hand."""

    code: str
    can_be_played: bool


@dataclass(frozen=True, slots=True)
class SeatScreen:
    """The private part of a seat's page."""

    state: str
    """`sits`, `waits`, `away`, `chooses`, or why it no longer sits."""
    name: str = ""
    number: str = ""
    """The number that both the board and the phone show while it waits."""
    left_s: int = 0
    is_shared: bool = False
    """Seats share buttons, so the host lets the phone in."""
    chairs: tuple[SeatChoice, ...] = ()
    again: int | None = None
    """The seat that the phone asked for in vain; None if it is not free to be asked for."""
    game: int = 0
    seat: int | None = None
    """The number of its seat, once it sits there."""
    seq: int = 0
    """The moment that all of this describes."""
    last: int = 0
    """The newest entry that counts; a smaller number than before says that one was taken back."""
    now: Sentence = ()
    """What this seat must do, or who must act; without a seat, what has become of it."""
    advice: tuple[str, ...] = ()
    """What somebody without a seat should know and do, in sentences."""
    can: Sentence = ()
    """What this seat may choose from, while it is due, unless its hand shows it."""
    is_due: bool = False
    """Whether the table waits for this seat, alone or as one of several who may act."""
    is_play: bool = False
    """Whether the table waits for a card."""
    groups: tuple[seat_offers.SeatOffer, ...] = ()
    """What it has to say now."""
    early: tuple[seat_offers.SeatOffer, ...] = ()
    """What it can say though others are due, as the table presumes what they would say."""
    beside: tuple[seat_offers.SeatOffer, ...] = ()
    """Rare calls of the step that is due."""
    calls: tuple[seat_offers.SeatOffer, ...] = ()
    hand: tuple[HandCard, ...] = ()
    must: Sentence = ()
    """Why some cards of the hand cannot be played."""
    fan: fan.Fan | None = None
    """The cards that it can lay from this phone; None where it can lay none."""
    others: tuple[OtherCard, ...] = ()
    """What it can lay beside its own."""
    laid: own_card.NewestCard | None = None
    """The card that it has just laid, or that waits for a choice, and that it can take back …"""
    laid_words: Sentence = ()
    """… and a sentence that names it."""
    said: int = 0
    """The entry in which it has just said something, and that it can take back; 0 if none …"""
    said_words: Sentence = ()
    """… and what that was."""
    back: BackKeys | None = None
    claim: ClaimKeys | None = None
    deal: int = 0
    """The entry of a deal that the table presumes to be another seat's; 0 if there is none …"""
    deal_words: Sentence = ()
    """… and what it should be if this seat dealt."""
    lesson: str = ""
    """The title of a game that is new to this seat, before its first card; empty if none is."""
    secret: Sentence = ()
    """What this seat has chosen in secret."""
    score: tuple[Gain, ...] = ()
    """What everybody has, this seat's owner first."""
    goal: str = ""
    """What everybody plays for, in a line: a message, or empty if the game does not say."""
    last_trick: tuple[Sentence, ...] = ()
    """The cards of the newest complete trick, who took it, and why."""
    findings: tuple[ShownFinding, ...] = ()
    """What the cards prove of this seat, as far as it may see them."""
    speech: speech.Speech = speech.SILENT
    holders: tuple[Holder, ...] = ()
    """The people who pass this phone round; none where one person has it."""
    holder: Sentence = ()
    """Which of them must have it in hand, or whose page it shows."""
    is_anybodys: bool = False
    """Whether several of them may act."""
    is_lobby: bool = False
    """Whether nobody plays yet: then whoever takes a chair says who they are."""
    at_door: tuple[Sentence, ...] = ()
    """Who else at this phone waits to be let in, and with which number."""
    can_take_all: bool = False
    """Whether one phone can take all free seats, to be passed round."""
    keeps: str = ""
    """Whether this person's games are kept, or could be: see `people/keepers.py`."""
    is_over: bool = False
    """Whether the game is over …"""
    review: str = ""
    """… and what somebody can ask of it; empty if there is nothing."""
    part: Sentence = ()
    """By what the deal was scored that has just ended; once the game is over, what this seat has
    done for the result, or what it kept secret."""
    rematch: RematchKeys | None = None
    """Another game; None while this one is played, and where others say what is played next."""
    next: NextPlace | None = None
    """In a competition, where the phone's owner goes next."""
    club: ClubNotice = NOTHING_SAID

    def going_to(self, place: NextPlace | None) -> SeatScreen:
        """The same with where its owner goes next, which is also said."""
        if place is None or not place.words:
            return replace(self, next=place)
        said = paragraph(self.speech.now, whole(place.words))
        return replace(self, next=place, speech=self.speech._replace(now=said))


def chooses(
    places: tuple[SeatOccupancy, ...],
    table: TableView,
    state: str = CHOOSES,
    asked_for: int | None = None,
) -> SeatScreen:
    """For a phone without a seat: why it has none, and which seats there are.

    `asked_for` is the seat for which it waited in vain.
    """
    is_at_host = state == LAPSED and _is_shared(table)
    title, why = _LAPSED_AT_HOST if is_at_host else _ENDS[state]
    chairs = _chairs(places, table)
    if table.chairs:
        asked_for = None  # with the name that was typed then
    again = None if asked_for is None or chairs[asked_for].is_asked_for else asked_for
    title = _(title, name=chairs[asked_for].name if asked_for is not None else "")
    how = _how(places, table) if again is None else _("Or choose another seat.")
    advice = (_(why), how) if why else (how,)
    said = speech.SILENT._replace(now=paragraph(title, *advice))
    players = table.header.players if table.header else 0
    if table.chairs:
        how = _("Type your name, then touch a chair.")
        if not table.are_seats_open:
            how += " " + _("The host lets you in.")
        advice = (_(why), how) if why else (how,)
    free = sum(not place.is_taken for place in places[:players])
    return SeatScreen(
        state,
        chairs=chairs,
        again=again,
        now=(title,),
        advice=advice,
        speech=said,
        is_lobby=bool(table.chairs),
        can_take_all=table.are_seats_open and free > 1,
    )


def _how(places: tuple[SeatOccupancy, ...], table: TableView) -> str:
    """How to take a seat."""
    if table.are_seats_open and not all(place.is_taken for place in places):
        return _("Choose a free seat.")
    if _is_shared(table):
        return _("Choose your seat, then wait for the host to let you in.")
    return _("Choose your seat, then hold its button on the table.")


def _is_shared(table: TableView) -> bool:
    """Whether no button can let phones in, because seats share them, so the host does."""
    return not table.has_buttons


def seat_screen(sitting: PhoneView, seats: tuple[int, ...] = ()) -> SeatScreen:
    """Everything this phone shows. `seats` are all its seats, if it is passed round."""
    known, table, seat = sitting.known, sitting.table, sitting.seat
    names = clean_names(table)
    name = names[seat] if seat is not None else ""
    # A waiting phone knows nothing of the seat yet: anybody could be holding it.
    if known.claim is not None:
        left_s, is_shared = -(-sitting.left_ms // 1000), _is_shared(table)
        said = speech.at_door(name, known.claim.number, is_shared)
        return SeatScreen(known.state, name, known.claim.number, left_s, is_shared, speech=said)
    if (seat := sitting.own_seat) is None:
        state, asked_for = (AWAY, None) if known.sits else (known.state, known.seat)
        return chooses(sitting.places, table, state, asked_for)
    if table.view is None:
        return _gathers(sitting, table, seat, name)
    return _screen_of_player(sitting, table, seat, names, seats or (seat,))


def _gathers(sitting: PhoneView, table: TableView, seat: int, name: str) -> SeatScreen:
    """For a phone whose owner has taken a chair before a game."""
    now = sentence("You sit here, {who}", who=Name(name))
    wait = _("The host chooses the game. It appears here once it begins.")
    return SeatScreen(
        GATHERS,
        name,
        seat=seat,
        chairs=_chairs(sitting.places, table),
        now=now,
        advice=(wait,),
        is_lobby=True,
        speech=speech.SILENT._replace(now=f"{with_full_stop(spoken(now))} {wait}"),
        club=table.club,
    )


def passed_phone(hands: Hands) -> SeatScreen:
    """What a phone shows that is passed round; covered, only whom to hand it to."""
    it = seat_screen(hands.sitting, hands.seats)
    if it.is_lobby:
        return replace(it, holders=hands.holders)
    if hands.is_covered:
        now = sentence("Hand the phone to {who}", who=Name(it.name))
        said = speech.SILENT._replace(now=spoken(now))
        it = SeatScreen(PASSES, it.name, seat=it.seat, now=now, is_due=True, speech=said)
    elif it.laid is None:
        it = _with_anothers_card(it, hands)
    is_asked = it.is_due and not hands.is_anybodys
    words = _("Hand the phone to {who}") if is_asked else _("This is {who}’s page")
    holder = sentence(words, who=Name(it.name))
    return replace(it, holders=hands.holders, holder=holder, is_anybodys=hands.is_anybodys)


_ASK_HOST: Final = message("Ask the host to check number {number}")


def at_door(sittings: Sequence[PhoneView]) -> tuple[Sentence, ...]:
    """Who of a phone's people waits to be let in, before a game, and what to ask the host."""
    waiting = [each.known.claim.waiting for each in sittings if each.known.claim]
    return tuple(
        (Name(each.name), ": ", with_full_stop(_(_ASK_HOST, number=each.number)))
        for each in waiting
        if each.name
    )


def _with_anothers_card(it: SeatScreen, hands: Hands) -> SeatScreen:
    """With the card that another laid before the phone was handed on: it can be taken back."""
    table, record, seat = hands.sitting.table, hands.sitting.record, hands.sitting.seat
    assert record is not None
    assert seat is not None
    if not _is_laying(table):
        return it
    for each in hands.seats:
        if laid := own_card.just_laid(record, each, table.desk.early):
            return replace(it, laid=laid, laid_words=_laid_words(laid, table, seat))
    return it


def _is_laying(table: TableView) -> bool:
    """Whether cards are laid from phones: on readers where there is a board."""
    is_played = not (table.desk.is_paused or table.desk.is_stopped)
    return is_played and table.is_without_board and not table.desk.is_locked


def _screen_of_player(
    sitting: PhoneView, table: TableView, seat: int, names: tuple[str, ...], seats: tuple[int, ...]
) -> SeatScreen:
    """For a phone that has a seat in the running game, or these."""
    view, record, header = table.view, sitting.record, table.header
    assert view is not None
    assert record is not None
    assert header is not None
    is_played = not (table.desk.is_paused or table.desk.is_stopped)
    cards = hand(record, seat)
    is_laying = _is_laying(table)
    asking = seat_offers.SeatContext(
        view, header, record, seat, names, cards, sitting.presumed, is_laying
    )
    groups = seat_offers.due(asking) if is_played else ()
    early = seat_offers.early(asking) if is_played else ()
    is_own_turn = view.awaited == (seat,)  # then nothing that others have to say is presumed
    phase, is_awaited = view.with_names(names).phase, seat in turn.acting_seats(record)
    is_anybodys = turn.is_anybodys(record)
    if turn.is_dummys(record) and phase.of_dummy:
        phase = phase._replace(headline=phase.of_dummy)
    elif is_awaited and seat not in view.awaited:
        phase = phase._replace(own=phase.of_dummy, bound=())
    if not (is_awaited or is_anybodys):
        # What all say together is for those to say whose turn it is.
        early = (*(each for each in groups if each.is_of_table), *early)
        groups = tuple(each for each in groups if not each.is_of_table)
    is_due = is_awaited or is_anybodys or bool(groups)
    held, must = _hand(view, phase, seat, cards)
    can = phase.can if is_awaited and not table.desk.is_paused else ()
    rests: Sentence = (_("The game is paused."),) if table.desk.is_paused else ()
    asked, secret = (
        rests or _now(phase, is_awaited, False, groups),
        view.rules.secret(view, seat),
    )
    others = frozenset(each for each, at in enumerate(sitting.places) if at.is_taken)
    asker = _Asker(record, seat, names, seats, others.difference(seats))
    back = _back(table, asker) if _is_said(table) else None
    if back is not None and back.kind == "can ask" and back.seq in sitting.presumed:
        back = None
    claim = _claim(table, asker) if _is_said(table) else None
    question, notices = _notices(table)
    line = table.desk.note
    noted = sitting.presumed if line is not None and line.about == "presumed" else frozenset()
    for asks in (back, claim):
        if asks is not None and asks.kind not in ("can ask", "can claim"):
            question = paragraph(question, whole(asks.words))
    rematch = _rematch(sitting, seats, names) if view.is_over else None
    if rematch is not None and rematch.words:
        question = paragraph(question, whole(rematch.words))
    heard = speech.SpeechSource(
        view_of(record), names, seat, held_words(held), secret, asked, groups, question, notices
    )._replace(
        # All that happened in a game that is taken up again was told before it was left.
        events=()
        if line is not None and line.about == "taken_up"
        else events.events(record, names, sitting.acts, noted, retold(view)),
        can=can,
        note=_note(table, names, claim),
        is_awaited=is_awaited or turn.is_dummys(record),
    )
    is_own_card = is_awaited and seat in view.awaited
    is_anothers = turn.is_played_by_another(record.state.tabletop().dummy, seat)
    is_laid_now = is_own_card and turn.is_for_cards(record)
    laid = _newest_card(sitting, record, seat) if is_laying else None
    said = own_card.newest_of(record, seat) if laid is None and _is_said(table) else 0
    if said in sitting.presumed or (said and isinstance(record.counts(said), Played | Shown)):
        said = 0  # nobody said it; or it lies on a reader, and is taken back with the card itself
    if rematch is not None and rematch.is_own:
        laid, said = None, 0  # what is taken back now is the offer
    deal = other_deal(sitting) if is_played and not table.desk.is_locked else 0
    dealt = topic_of(header.rules, "dealt").say(Name(names[seat]), None) if deal else ()
    return SeatScreen(
        SITS,
        names[seat],
        seat=seat,
        game=table.games,
        seq=record.seq,
        last=record.last.seq if record.last else 0,
        now=rests or _now(phase, is_awaited, bool(must), groups),
        can=() if must else can,
        is_due=is_due,
        is_play=phase.is_play,
        groups=(*groups, *early) if is_own_turn else groups,
        early=() if is_own_turn else early,
        beside=seat_offers.beside(asking) if is_played else (),
        calls=seat_offers.calls(asking) if is_played and not view.is_over else (),
        hand=held,
        must=must,
        fan=_fan(sitting, seat, cards, is_laid_now) if is_laying and not is_anothers else None,
        others=tuple(_other_cards(sitting, record, seat, names)) if is_laying else (),
        laid=laid,
        laid_words=_laid_words(laid, table, seat) if laid else (),
        said=said,
        said_words=_said_words(record, said, names),
        back=back,
        claim=claim,
        deal=deal,
        deal_words=dealt,
        secret=() if view.is_over else secret,
        score=totals(view.with_names(names), seat),
        goal=view.rules.portrait.line,
        last_trick=_last_trick(view.with_names(names)),
        findings=findings(view, names, seat),
        speech=speech.speech(heard),
        club=table.club,
        part=_part(record, seat, names, secret) if phase.is_between else (),
        is_over=view.is_over,
        review=sentences.review_question(view) if view.is_over else "",
        rematch=rematch,
    )


def _part(record: Record, seat: int, names: tuple[str, ...], secret: Sentence) -> Sentence:
    if record.state.status != "playing":
        return contribution(record, seat) or secret
    return newest_reason(record, names)


def _rematch(
    sitting: PhoneView, seats: tuple[int, ...], names: tuple[str, ...]
) -> RematchKeys | None:
    """For a phone with these seats."""
    table, header, offered = sitting.table, sitting.table.header, sitting.table.rematch
    assert header is not None
    if table.desk.is_locked or table.desk.is_paused or table.trouble:
        return None
    choices = game_choices(header.players)
    others = tuple(each for each in choices if each.fits and each.name != header.game)
    if offered is None:
        moved = (("rotate", "1", _("Again, one seat over")),) if header.players > 1 else ()
        return RematchKeys((), (("rotate", "0", _("Play again")), *moved), others=others)
    field, value, key = "rotate", str(offered.rotate), _("Play again")
    if offered.another:
        field, value = "another", offered.another
        key = _("Play {game}", game=_(GAMES[value].title))
    is_own = offered.seat in seats
    phones = [place.is_taken for seat, place in enumerate(sitting.places) if seat not in seats]
    if is_own and any(phones):
        game = _(GAMES[offered.another or header.game].title)
        return RematchKeys(
            sentence("{game} begins once another phone agrees.", game=game), (), True
        )
    if is_own:
        key = _("Begin the game")
    words = offered_words(offered, names)
    return RematchKeys(words, ((field, value, key),), is_own, () if is_own else others)


def _note(table: TableView, names: tuple[str, ...], claim: ClaimKeys | None) -> str:
    """What the table tells everybody, as it is heard beside a claim; its question tells more."""
    line = table.desk.note
    is_own = line is not None and line.about == "claim_shows" and claim is not None
    if line is not None and (line.about in _OF_REQUESTS or is_own):
        return ""
    return spoken_form(table.to_all, names)


class _Asker(NamedTuple):
    """A seat that may ask the others for something, at a phone with these seats."""

    record: Record
    seat: int
    names: tuple[str, ...]
    seats: tuple[int, ...]
    others: frozenset[int]
    """The seats at other phones."""

    def has_nobody(self, seat: int, waits: Collection[int]) -> bool:
        """Whether a seat here has asked, and none that has not answered is at another phone."""
        return seat in self.seats and self.others.isdisjoint(waits)


def _back(table: TableView, asker: _Asker) -> BackKeys | None:
    """What is told of taking back what others have acted upon."""
    record, seat, names, seats, _others = asker
    stands = undo_request.open_request(table.desk, record)
    if stands is not None and asker.has_nobody(stands.seat, stands.waits):
        said = _said_words(record, stands.seq, names)
        return BackKeys("can ask", said, stands.seq, stands.seat)
    if stands is not None and stands.seat in seats:
        return BackKeys("asks", (_("You asked to take this back. The others decide."),), stands.seq)
    if stands is not None and seat in stands.waits:
        return BackKeys("asked", _asks(record, stands.seat, stands.seq, names), stands.seq)
    fell = undo_request.fallen(table.desk, record)
    if fell is not None and fell.seat in seats:
        return BackKeys("fell", (_("Somebody has acted meanwhile: nothing is taken back."),))
    seq = own_card.asked_back(record, seat) if stands is None else 0
    said = _said_words(record, seq, names)
    return BackKeys("can ask", said, seq) if said else None


def _claim(table: TableView, asker: _Asker) -> ClaimKeys | None:
    """What is told of a claim, and what can be done; never whether one would hold."""
    record, seat, names, seats, _others = asker
    stands, is_shared = table.desk.rest_claim, is_shared_claim(record)
    says = _("{who} says: we have won.") if is_shared else _("{who} says: the rest are mine.")
    is_left = stands and stands.waits and asker.has_nobody(stands.seat, stands.waits)
    if stands is None or (is_left and stands.seat == seat):
        words = _("We have won") if is_shared else _("The rest are mine")
        return ClaimKeys("can claim", (words,), record.seq) if can_claim(record, seat) else None
    who = Name(names[stands.seat])
    if is_left:
        again = sentence(says, who=who)
        return ClaimKeys("can claim", again, record.seq, seat=stands.seat)
    if rest_claim.open_hand(table.desk, record):
        return ClaimKeys("open", sentence("{who}’s claim lies open.", who=who), stands.at)
    if seat in stands.waits:
        return ClaimKeys("asked", sentence(says, who=who), stands.at)
    if stands.waits and stands.seat in seats:
        return ClaimKeys("claims", (_("You claim what is left. The others decide."),), stands.at)
    if seat != stands.seat:
        return None
    left = rest_claim.size(record, seat)
    words = _("Lay your hand open, and touch its cards here: {number}.")
    hidden = by_suit(cards_in(unseen(record)))
    suits = ([card for card in hidden if card.suit == suit] for suit in range(len(LETTERS)))
    cards = tuple(row for suit in suits for row in fan.rows(suit))
    return ClaimKeys("shows", sentence(words, number=Strong(str(left))), stands.at, cards)


def _asks(record: Record, seat: int, seq: int, names: tuple[str, ...]) -> Sentence:
    """What this seat asks, and what goes with it, in words that tell no secret."""
    steps = [*record.steps_from(seq)]
    what, *more = [events.entry_sentence(record, each.entry, names) for each in steps]
    who = Name(names[seat])
    asks = sentence("{who} would like to take back a secret choice.", who=who)
    if what:
        asks = sentence("{who} would like to take this back: {what}.", who=who, what=what)
    lost: list[Sentence] = [each for each in more if each][:_NAMED]
    if rest := len(more) - len(lost):
        lost.append(sentence_by_number("{count} more act", "{count} more acts", rest))
    return (
        (*asks, gap(), *sentence("It also undoes: {what}.", what=list_in_words(lost)))
        if lost
        else asks
    )


def _last_trick(view: AnyView) -> tuple[Sentence, ...]:
    told = (sentences.trick_cards(view, view.names), sentences.took(view, view.names), why(view))
    return told if view.last_winner is not None else ()


def other_deal(sitting: PhoneView) -> int:
    """The deal of which the table's line says that another seat made it, if this one could have.

    Its entry; 0 if there is none.
    """
    record, seat = sitting.record, sitting.seat
    deal = presumption.deal_in_line(sitting.table.desk.note, record, sitting.presumed)
    if record is None or seat is None or deal is None:
        return 0
    return deal if seat in calls.other_seats(record, deal) else 0


def _fan(
    sitting: PhoneView,
    seat: int | None,
    cards: tuple[Card, ...],
    is_due: bool,
    how: Way | None = None,
) -> fan.Fan | None:
    assert sitting.record is not None
    early = sitting.table.desk.early
    return fan.fan(sitting.record, sitting.presumed, seat, cards, is_due, early, how)


def _other_cards(
    sitting: PhoneView, record: Record, seat: int, names: tuple[str, ...]
) -> Iterator[OtherCard]:
    """The cards of a dummy, and nobody's, each only while it can be laid."""
    awaited, lies = record.state.awaited, record.state.tabletop().dummy
    for whose in own_card.beside(record, seat):
        stands = stands_for(record, whose)
        ways: tuple[Way, ...] = ("shown",) if whose is None else stands.ways
        for number, how in enumerate(ways if whose != seat else ()):
            # Nobody's card is due once each seat has laid its own.
            is_due = not awaited if whose is None else whose in awaited
            is_open = lies is not None and whose == lies.seat
            cards = hand(record, whose) if whose is not None and is_open else ()
            made = _fan(sitting, whose, cards, is_due and not number, how)
            if made is None:
                continue
            if whose is None:
                title = _(stands.of_nobody)
            elif how == "shown" and len(ways) > 1:
                title = _("Turn up {name}’s card", name=names[whose])
            else:
                title = _("{name}’s card", name=names[whose])
            yield OtherCard(NOBODY if whose is None else str(whose), how, title, made)


def _newest_card(sitting: PhoneView, record: Record, seat: int) -> own_card.NewestCard | None:
    early = sitting.table.desk.early
    # Nobody's card even if it was the game's last.
    for whose in dict.fromkeys((seat, *own_card.played_by(record, seat), None)):
        if (found := own_card.just_laid(record, whose, early)) is not None:
            return found
    return None


def _is_said(table: TableView) -> bool:
    """Whether seats say things: the game is played, and everybody may write."""
    return not (table.desk.is_paused or table.desk.is_stopped or table.desk.is_locked)


def _said_words(record: Record, seq: int, names: tuple[str, ...]) -> Sentence:
    entry = record.counts(seq) if seq else None
    return entry_words(entry, names, record.header) if entry is not None else ()


def _laid_words(laid: own_card.NewestCard, table: TableView, seat: int) -> Sentence:
    if laid.seat != seat:
        return sentence("{card} was laid.", card=Picture(laid.card.code))
    if laid.seq or table.waits is None:
        return sentence("You laid {card}.", card=Picture(laid.card.code))
    return sentence(
        "Your {card} waits for {what}.", card=Picture(laid.card.code), what=str(table.awaits)
    )


def _notices(table: TableView) -> tuple[str, tuple[str, ...]]:
    """What is said once, as the question at the top of the page; and its other notices."""
    asks, notices = table.question, [waits(table)] if table.deck_work else []
    if table.desk.is_locked:
        notices.append(_("The table is locked: only the scorekeeper can write. Cards still count."))
    if table.trouble:
        words = _("Nothing is being saved: {trouble}. You can play on, but not start a new game.")
        notices.append(words.format(trouble=_(table.trouble)))
    answers = [
        _("{key}: {answer}.", key=key, answer=answer)
        for key, answer in (asks.options if asks else ())
    ]
    question = [with_full_stop(spoken_form(asks.text, table.names)), *answers] if asks else []
    club = table.club
    said = [with_full_stop(each) for each in (club.of_call, club.of_round, *club.announced) if each]
    return paragraph(*question, *said), tuple(notices)


def held_words(held: tuple[HandCard, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of the cards in hand, and of those that can be played."""
    return (
        tuple(card_name(each.code) for each in held),
        tuple(card_name(each.code) for each in held if each.can_be_played),
    )


def _chairs(places: tuple[SeatOccupancy, ...], table: TableView) -> tuple[SeatChoice, ...]:
    return tuple(
        SeatChoice(name, place.is_taken, bool(place.number))
        for name, place in zip(table.chairs or clean_names(table), places, strict=False)
    )


def _hand(
    view: AnyView, phase: Phase, seat: int, cards: tuple[Card, ...]
) -> tuple[tuple[HandCard, ...], Sentence]:
    """The hand, marking what can be played, and why the rest cannot."""
    is_turn = phase.is_play and seat in view.awaited
    is_turn = is_turn and not turn.is_played_by_another(view.dummy, seat)
    can = set(view.playable(cards)) if is_turn else set()
    held = tuple(HandCard(card.code, card in can) for card in cards)
    if not (is_turn and view.led and len(can) < len(cards)):
        return held, ()
    suits = {view.ranking.letters[card] for card in can}
    if view.led not in suits:
        return held, (_("You must play a trump."),) if suits == {view.trump} else ()
    suit = Picture(view.led)
    if view.may_trump:
        return held, sentence(_("You must follow {suit} or play a trump."), suit=suit)
    if any(view.ranking.letters[card] == view.led for card in {*cards} - can):
        return held, sentence(_("You must follow {suit}, and beat the trick."), suit=suit)
    if suits != {view.led}:
        others = [card for card in view.playable(cards) if view.ranking.letters[card] != view.led]
        named = list_in_words([(Picture(card.code),) for card in others], OR)
        words = _("You have {suit}, so play one, or {cards}.")
        return held, sentence(words, suit=suit, cards=named)
    if any(PRINTED.letters[card] != view.led for card in can):  # such as a bower
        named = list_in_words([(Picture(card.code),) for card in cards if card in can], OR)
        return held, sentence(_("You have {suit}, so play {cards}."), suit=suit, cards=named)
    return held, sentence(_("You have {suit}, so play one."), suit=suit)


def _now(
    phase: Phase, is_awaited: bool, is_bound: bool, groups: tuple[seat_offers.SeatOffer, ...]
) -> Sentence:
    """What this seat must do, or whom the table waits for."""
    for each in groups:
        # Of its own accord, while the table waits for others.
        if each.is_urgent or not (is_awaited or each.is_of_table):
            return (each.title,)
    if not is_awaited:
        return phase.headline
    return (is_bound and phase.bound) or phase.own or phase.headline
