"""What a viewpoint may see of a record, ready to show: for displays, pages and speech.

Made anew from the record whenever it changes; holds no secret of another viewpoint, no markup and
no sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Generic, NamedTuple

from tricktable.rules.cards import Card, cards_in, code_of
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Moved, Played, Shown
from tricktable.rules.field_words import field_words
from tricktable.rules.game import AnyGame, Dummy, Header, Offer, Owners, State, Tabletop
from tricktable.rules.laying import CardMeaning
from tricktable.rules.phases import Phase
from tricktable.rules.portions import Portions, portions
from tricktable.rules.position import Common, P
from tricktable.rules.ranking import PRINTED, Ranking
from tricktable.rules.record import Record, Step
from tricktable.rules.topics import topic_of
from tricktable.rules.tricks import Bar, Trick, following_cards
from tricktable.rules.values import JsonValue
from tricktable.rules.verdicts import PUBLIC, Finding, Viewpoint, is_common, may_know

CardOfSeat = tuple[int, str]
"""A seat and the code of the card that it played."""


class Exhibit(NamedTuple):
    """A trick mentioned in a remark."""

    number: int
    """From 1, as `View.number` counts."""
    plays: tuple[CardOfSeat, ...]
    taker: int | None
    """None while the trick continues."""


@dataclass(frozen=True, slots=True)
class FindingDetail:
    """A finding, with everything a sentence about it needs."""

    rules: AnyGame
    finding: Finding
    trick: int | None
    """The trick it happened in, from 1; None where no play was improper, or nobody is named."""
    owed: str | None
    """The suit letter that was not followed, for rule `follow`."""
    card: str | None
    """The card that was played improperly, if one was and its player is named."""
    proof_card: str | None
    proof_trick: int | None
    """The trick in which the proof was played; None where it was shown or read."""
    proof_kind: str | None
    """`played`, `shown`, `turned_up` (by the table), `held`, `moved` or `declared`."""
    deal: int
    """The deal or round it happened in, as `View.deal` counts them."""
    exhibits: tuple[Exhibit, ...] = ()
    """The trick it happened in, and those that show it, where they are others."""
    proof_name: str = ""
    """The move (`kitty>hand`) or topic that showed the card, for those two kinds."""
    entries: tuple[Happening, ...] = ()
    """What else shows it: entries that are no plays, in order."""
    header: Header | None = None
    """The record's; only without entries it may be missing."""


class TakenTrick(NamedTuple):
    """A complete trick of the deal, in playing order, and who took it."""

    plays: tuple[CardOfSeat, ...]
    taker: int


class NewestEntry(NamedTuple):
    """The newest entry, as far as the viewpoint may know it."""

    kind: str
    """As records write it: `dealt`, `held`, `shown`, `played`, `moved` or `declared`."""
    seat: int | None
    card: str | None = None
    topic: str = ""
    value: JsonValue = None
    move: str = ""
    """From one place to another: `hand>discard`."""
    number: int = 0
    """How many cards moved."""


@field_words
@dataclass(frozen=True, slots=True)
class View(Generic[P]):
    """One moment of a game for one viewpoint."""

    rules: AnyGame
    position: P
    """What only the game can interpret."""
    owners: Owners
    seats: int
    names: tuple[str, ...]
    status: str
    seq: int
    next_seat: int | None
    next_what: str
    awaited: tuple[int, ...]
    """The seats whose turn it is, one or all of them, in order; none if it is no seat's."""
    winner: tuple[int, ...] | None
    findings: tuple[Finding, ...]
    remarks: tuple[FindingDetail, ...]
    """The findings again, in the same order, with cards and tricks."""
    number: int
    """The trick that is played, from 1 …"""
    of: int
    """… of how many in this deal."""
    deals: int
    """How many deals or rounds are played; 0 if that is open."""
    until: int
    """How many points end the game; 0 if none do."""
    dealer: int | None
    """Who has dealt the cards of the deal that runs or ended last."""
    trick: tuple[CardOfSeat, ...]
    """The cards that lie there in playing order, each with its seat: `(0, "KH")`."""
    best: int | None
    """Whose card would take it."""
    led: str | None
    """Letter of the suit or colour to follow."""
    last: tuple[CardOfSeat, ...]
    """The trick before …"""
    last_winner: int | None
    """… and whose it is."""
    tally: tuple[int, ...]
    """Tricks by seat."""
    trump: str
    """Letter of the trump suit; empty if there is none."""
    offers: tuple[Offer, ...]
    """What can be said or done now, other than a card laid."""
    laid: CardMeaning | None = None
    """What a card laid now means; None while no card is due."""
    tricks: tuple[TakenTrick, ...] = ()
    """The complete tricks since the cards were dealt."""
    said: tuple[Declared, ...] = ()
    """What has been declared openly since then."""
    beside: tuple[Declared, ...] = ()
    """What of it was said beside a card, since the last complete trick."""
    deal: int = 0
    """The deal or round that runs or ended last, from 1; 0 before the first, or if all is one."""
    ranking: Ranking = PRINTED
    """Which suit each card belongs to, and how high it is."""
    exempt: int = 0
    """The cards that may be played though the suit led could be followed, as a mask."""
    optional: int = 0
    """The cards that need not be played though the suit led is theirs, as a mask."""
    bars: tuple[Bar, ...] = ()
    """What else must not be played now."""
    highest: int | None = None
    """Seat whose bid stands."""
    turned: str | None = None
    """The card that was turned up, as long as it lies there."""
    stock: int = 0
    """How many cards the hands have yet to draw, with the one that lies turned up."""
    out: tuple[int, ...] = ()
    """Seats that do not play this deal, or did not play the last one."""
    dummy: Dummy | None = None
    step: int = 1
    """How many seats further clockwise the next one sits: -1 where play goes anticlockwise."""
    portions: Portions | None = None
    """How the cards are dealt: while that is awaited, and until all see something after it.

    None again in a later deal that is dealt as the first one was.
    """
    newest: NewestEntry | None = None
    """The newest entry; None at the start, after a strike or a correction, and if it is secret."""

    @property
    def game(self) -> str:
        """The game's name in records."""
        return self.rules.name

    @property
    def title(self) -> str:
        """The game's name as people write it."""
        return self.rules.title

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, won or drawn."""
        return self.status != "playing"

    def in_turn(self, first: int) -> list[int]:
        """All seats in the order of their turns, this one first."""
        return [(first + self.step * place) % self.seats for place in range(self.seats)]

    @property
    def may_trump(self) -> bool:
        """Whether a trump may be played though the suit led could be followed."""
        letters = {self.ranking.letters[card] for card in cards_in(self.exempt)}
        return letters == {self.trump} and self.led not in (None, self.trump)

    def playable(self, hand: Iterable[Card]) -> tuple[Card, ...]:
        """The cards of a hand that may properly be played now."""
        return following_cards(hand, self.led, self.ranking, self.exempt, self.bars, self.optional)

    @property
    def phase(self) -> Phase:
        """The game's phase at this moment, in the current language; made afresh each time."""
        return self.rules.phases(self)

    def with_names(self, names: tuple[str, ...]) -> View[P]:
        """The same moment with other names, since pages translate default names."""
        return self if names == self.names else replace(self, names=names)


AnyView = View[Any]
"""A view whose type of position does not matter to the caller."""


def view(record: Record, viewpoint: Viewpoint = PUBLIC) -> AnyView:
    """The newest moment of the record, for the viewpoint."""
    state, header = record.state, record.header
    findings, (dealer, deal) = record.findings(viewpoint), _deal(record)
    table, awaited, winner = state.tabletop(), state.next, state.winner(findings)
    position = state.position(findings, viewpoint)
    return View(
        rules=header.rules,
        position=position,
        owners=header.owners,
        seats=header.seats,
        names=header.seat_names,
        status=state.status,
        seq=record.seq,
        next_seat=awaited.seat,
        next_what=awaited.what,
        awaited=state.awaited,
        winner=None if winner is None else tuple(winner),
        findings=tuple(findings),
        remarks=tuple(remark(record, finding) for finding in findings),
        number=table.number,
        of=table.of,
        deals=table.deals,
        until=table.until,
        dealer=dealer,
        trick=_codes(table.trick),
        best=table.best,
        led=table.owed,
        last=_codes(table.last),
        last_winner=table.last_winner,
        tally=table.tally,
        trump=table.trump,
        ranking=table.ranking,
        exempt=table.exempt,
        optional=table.optional,
        bars=table.bars,
        highest=table.highest,
        turned=code_of(table.turned),
        stock=table.stock,
        out=table.out,
        dummy=table.dummy,
        step=table.step,
        offers=state.offers(),
        deal=table.deal,
        laid=header.rules.laying.card_meaning(header, awaited),
        tricks=tricks_in(deal, record.tricks),
        said=said_in(deal, header.rules),
        beside=said_in(_since_last_trick(deal, len(table.trick)), header.rules, is_beside=True),
        portions=_portions(record, deal),
        newest=_newest(record, viewpoint),
    )


def _newest(record: Record, viewpoint: Viewpoint) -> NewestEntry | None:
    step = record.last
    if step is None or step.seq != record.seq:
        return None
    entry, kind = step.entry, type(step.entry).__name__.lower()
    if isinstance(entry, Dealt):
        return NewestEntry(kind, entry.dealer)
    is_known = entry.seat is None or may_know(viewpoint, entry.seat)
    match entry:
        case Held(seat, card):
            return NewestEntry(kind, seat, card.code) if is_known else None
        case Shown(shown_by, card) | Played(shown_by, card):
            return NewestEntry(kind, shown_by, card.code)
        case Moved(seat, source, target, count):
            return NewestEntry(kind, seat, move=f"{source}>{target}", number=count)
    secrecy = topic_of(record.header.rules, entry.topic).secrecy
    if is_known or secrecy == "none":
        return NewestEntry(kind, entry.seat, topic=entry.topic, value=entry.value)
    return NewestEntry(kind, entry.seat, topic=entry.topic) if secrecy == "value" else None


def _portions(record: Record, deal: Iterable[Step]) -> Portions | None:
    header, state = record.header, record.state
    is_next = state.next.what == Common.DEAL
    if not is_next and not all(
        isinstance(each.entry, Held)
        or (
            isinstance(each.entry, Declared)
            and topic_of(header.rules, each.entry.topic).secrecy != "none"
        )
        for each in deal
    ):
        return None
    now, number = portions(header, state), state.tabletop().deal
    is_first = number == 0 or (number == 1 and not is_next)
    return now if is_first or now != portions(header, header.start()) else None


def _deal(record: Record) -> tuple[int | None, list[Step]]:
    """Who dealt last, and the entries since then, in order."""
    steps = list[Step]()
    for step in record.newest_first():
        if isinstance(step.entry, Dealt):
            return step.entry.dealer, steps[::-1]
        steps.append(step)
    return None, steps[::-1]


def _since_last_trick(deal: list[Step], laid: int) -> list[Step]:
    """The entries since the last complete trick; this many cards of them lie there now."""
    for place in range(len(deal) - 1, -1, -1):
        if isinstance(deal[place].entry, Played):
            if not laid:
                return deal[place + 1 :]
            laid -= 1
    return deal


def said_in(
    deal: Iterable[Step], rules: AnyGame, *, is_beside: bool = False
) -> tuple[Declared, ...]:
    """What was declared openly; or of it only what no game waits for, beside a card."""
    said = []
    for _, entry, after in deal:
        if isinstance(entry, Declared) and not (topic := topic_of(rules, entry.topic)).is_quiet:
            is_awaited = topic.step_name in rules.awaits or after.next.what != Common.PLAY
            if not (is_beside and is_awaited):
                said.append(entry)
    return tuple(said)


def tricks_in(
    deal: Iterable[Step], known: dict[int, TakenTrick | None] | None = None
) -> tuple[TakenTrick, ...]:
    """The complete tricks; what `known` has already is not worked out again (`Record.tricks`)."""
    known = {} if known is None else known
    tricks: list[TakenTrick] = []
    plays: list[Played] = []
    for seq, entry, after in deal:
        if not isinstance(entry, Played):
            continue
        plays.append(entry)
        if seq not in known:
            known[seq] = _full_trick(plays, after)
        if trick := known[seq]:
            tricks.append(trick)
            plays.clear()
    return tuple(tricks)


def _full_trick(plays: Iterable[Played], after: State) -> TakenTrick | None:
    """The trick of these plays; None while it continues."""
    taker = _taker(after)
    if taker is None:
        return None
    return TakenTrick(tuple((each.seat, each.card.code) for each in plays), taker)


def _taker(after: State) -> int | None:
    """Who took the trick that a card has completed; None if the trick continues."""
    return None if after.trick else after.tabletop().last_winner


def remark(record: Record, finding: Finding) -> FindingDetail:
    """The finding, with the cards and tricks it mentions."""
    made = record.remarks.get(finding)
    if made is None:
        made = _remark(record, finding)
        if all(each.taker is not None for each in made.exhibits):
            record.remarks[finding] = made
    return made


_OF_CARDS: Final = (Played, Shown, Held)


def _remark(record: Record, finding: Finding) -> FindingDetail:
    before = record.before(finding.seq).tabletop()
    rules = record.header.rules
    if finding.seat is None:
        # Its entry is where it could be told, not the play that was improper.
        return FindingDetail(rules, finding, None, None, None, None, None, None, before.deal)
    card, trick = _improper(record, finding, before)
    proof = record.step(finding.proof[-1]) if finding.proof else None
    if proof is not None and proof.seq == finding.seq:
        proof = None
    proof_card, proof_trick = finding.card, None
    if proof is not None:
        named, proof_trick = _played_at(record, proof.seq, record.before(proof.seq).tabletop())
        proof_card = proof_card or named
    steps = [
        step
        for seq in dict.fromkeys(rules.exhibits(record, finding))
        if (step := record.step(seq)) is not None
    ]
    return FindingDetail(
        rules,
        finding,
        trick,
        before.owed if finding.rule == "follow" else None,
        code_of(card),
        code_of(proof_card),
        proof_trick,
        _kind(proof.entry) if proof and proof_card else None,
        before.deal,
        tuple(_exhibits(record, steps)),
        _name(proof.entry) if proof and proof_card else "",
        tuple(step.entry for step in steps if not isinstance(step.entry, Played)),
        record.header,
    )


def _improper(record: Record, finding: Finding, before: Tabletop) -> tuple[Card | None, int | None]:
    """The card that was played improperly, and its trick."""
    card, trick = _played_at(record, finding.seq, before)
    if is_common(finding.rule):
        return card, trick
    # A game's own rule may be about no play at all, and its entry the one that settled it: then the
    # card is known by nothing else.
    step, is_told = record.step(finding.seq), finding.card and finding.proof == (finding.seq,)
    if step is None or is_told or not isinstance(step.entry, Played):
        return None, None
    return (card, trick) if step.entry.seat == finding.seat else (None, None)


def _kind(entry: Happening) -> str:
    """How the entry showed a card."""
    if isinstance(entry, Shown) and entry.seat is None:
        return "turned_up"
    return type(entry).__name__.lower()


def _name(entry: Happening) -> str:
    """The move or topic."""
    match entry:
        case Moved(_, source, target):
            return f"{source}>{target}"
        case Declared(_, topic):
            return topic
    return ""


def _exhibits(record: Record, steps: Iterable[Step]) -> Iterator[Exhibit]:
    """The tricks that these entries are plays of, each once; with each what lay there before."""
    tricks: dict[Trick, Exhibit] = {}
    for seq, played, _ in steps:
        if isinstance(played, Played):
            before = record.before(seq).tabletop()
            trick, taker = before.trick, None
            for _, entry, after in record.steps_from(seq):
                if isinstance(entry, Played):
                    trick = (*trick, (entry.seat, entry.card))
                    taker = _taker(after)
                    if taker is not None:
                        break
            tricks.setdefault(trick, Exhibit(before.number, _codes(trick), taker))
    return iter(tricks.values())


def _played_at(record: Record, seq: int, before: Tabletop) -> tuple[Card | None, int | None]:
    """The card of entry `seq`, and the trick it was played to, where it has them."""
    step = record.step(seq)
    if step is None or not isinstance(step.entry, _OF_CARDS):
        return None, None
    is_play = isinstance(step.entry, Played)
    return step.entry.card, before.number if is_play else None


def _codes(trick: Trick) -> tuple[CardOfSeat, ...]:
    return tuple((seat, card.code) for seat, card in trick)
