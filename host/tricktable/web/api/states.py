"""A table's public view in the API's shapes, and as the event that its stream sends.

Takes what anybody in the room may see and nothing else, so it cannot reveal a secret.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Final

import msgspec
from msgspec import structs

from tricktable.house.open_tables import SleepingTable
from tricktable.rules import names as people
from tricktable.rules.entries import Dealt, Declared, Happening, Held, Moved, Played, Shown
from tricktable.rules.game import AnyGame, Header, Offer
from tricktable.rules.record import Record
from tricktable.rules.topics import DEALT, topic_of
from tricktable.rules.values import bounded
from tricktable.rules.view import AnyView, CardOfSeat
from tricktable.rules.view import view as public
from tricktable.table.answers import Answer
from tricktable.table.desk.deck_work import DeckProgress
from tricktable.table.scorebook import Scorebook
from tricktable.table.table import Table
from tricktable.table.views import ABSENT, TableView
from tricktable.text.language import _
from tricktable.text.sentences import in_signs
from tricktable.web.api import models
from tricktable.web.guest.fragment import RETRY_MS
from tricktable.web.guest.screen import clean_names

HELD: Final = "held"
"""The kind of an entry of a card that was read face down."""
WAYS: Final = ("played", "shown", HELD)
"""The kinds of entry that laying a card can make."""
_encode: Final = msgspec.json.Encoder().encode


def encode(view: TableView) -> bytes:
    """The view as one server-sent event, the same bytes for everybody who watches."""
    return b"retry: %d\nevent: state\ndata: %s\n\n" % (RETRY_MS, _encode(state(view)))


def brief(table: TableView) -> models.BriefJson:
    """The table as an entry in the list of tables."""
    return models.BriefJson(
        code=table.code,
        version=table.version,
        board=table.board,
        game=table.view.game if table.view else None,
        status=table.view.status if table.view else None,
        names=list(clean_names(table)),
    )


def asleep(table: SleepingTable) -> models.BriefJson:
    """A table that is not in memory as an entry in the list of tables."""
    return models.BriefJson(table.code, 0, ABSENT, None, None, [], asleep_since=table.last)


def state(table: TableView) -> models.StateJson:
    """The whole table."""
    view, header, open_question = table.view, table.header, table.question
    return models.StateJson(
        code=table.code,
        version=table.version,
        board=table.board,
        board_word=str(table.board_word),
        trouble=_(table.trouble) if table.trouble else None,
        names=list(clean_names(table)),
        games=table.games,
        is_paused=table.desk.is_paused,
        # Sentences: the codes of cards are for fields.
        note=in_signs(table.to_all if table.is_note_of_keys else table.asks_and_note, table.names),
        question=open_question
        and models.QuestionJson(
            in_signs(open_question.text, table.names),
            [
                models.AnswerableJson(key, in_signs(answer, table.names))
                for key, answer in open_question.options
            ],
        ),
        summary=_summary(view, header) if view and header else None,
        options=dict(header.options) if header else {},
        trick=_trick(view) if view else None,
        offers=_offers((*view.offers, *table.early), header.rules) if view and header else [],
        is_locked=table.desk.is_locked,
        are_seats_open=table.are_seats_open,
        waiting=[models.WaitingJson(seat, phone.number) for seat, phone in table.claims],
        chairs=[*table.chairs],
        laying=meaning_of_card(table),
        tending=_deck_work(table.deck_work) if table.deck_work else None,
    )


def _offers(offers: Iterable[Offer], rules: AnyGame) -> list[models.OfferedJson]:
    """Each thing once, with all seats that may say it; a seat has at most one offer of each."""
    seats: dict[bytes, list[int | None]] = {}
    made, taken = list[models.OfferedJson](), set[tuple[str, int | None]]()
    for each in offers:
        alike = _encode((each.what, each.values, each.is_secret))
        if alike not in seats:
            seats[alike] = []
            made.append(_offer(each, seats[alike], rules))
        seats[alike] += [seat for seat in each.seats if (each.what, seat) not in taken]
        taken.update((each.what, seat) for seat in each.seats)
    return [each for each in made if each.seats]


def _offer(of: Offer, seats: list[int | None], rules: AnyGame) -> models.OfferedJson:
    topic = topic_of(rules, of.what)
    bounds, values = bounded(of.values)
    return models.OfferedJson(
        what=of.what,
        kind="dealt" if topic is DEALT else "moved" if topic.is_move else "declared",
        step=topic.step_name if topic.step_name in rules.awaits else None,
        seats=seats,
        values=list(values),
        numbers=bounds and models.BoundsJson(*bounds),
        is_secret=of.is_secret,
    )


def _deck_work(now: DeckProgress) -> models.TendingJson:
    return models.TendingJson(now.what, now.deck, now.card, now.done, now.of, list(now.missing))


def meaning_of_card(table: TableView) -> models.LayingJson | None:
    """What a card laid now means; None where none can be."""
    stands = table.card_means
    if stands is None:
        return None
    more = [HELD] if stands.may_be_read and HELD not in stands.ways else []
    return models.LayingJson([*stands.ways, *more], bool(stands.of_nobody))


def summary(record: Record) -> models.SummaryJson:
    """What this record means to anybody in the room."""
    return _summary(public(record), record.header)


def _summary(view: AnyView, header: Header) -> models.SummaryJson:
    return models.SummaryJson(
        game=view.game,
        players=header.players,
        status=view.status,
        seq=view.seq,
        next=models.NextJson(view.next_seat, view.next_what),
        winner=None if view.winner is None else list(view.winner),
        findings=[
            models.FindingJson(each.rule, each.grade, each.seat, each.seq, list(each.proof))
            for each in view.findings
        ],
        detail=view.position.as_json(),
    )


def _trick(view: AnyView) -> models.TrickJson:
    return models.TrickJson(
        number=view.number,
        of=view.of,
        led=view.led,
        best=view.best,
        cards=_cards_json(view.trick),
        last=_cards_json(view.last),
        last_winner=view.last_winner,
        tally=list(view.tally),
        trump=view.trump,
    )


def _cards_json(cards: tuple[CardOfSeat, ...]) -> list[models.LaidJson]:
    return [models.LaidJson(seat, code) for seat, code in cards]


def game(number: int, began: str, header: Header, entries: int) -> models.GameJson:
    """A game as an entry in the list of games."""
    named = None if header.names is None else [people.safe_name(name, "") for name in header.names]
    return models.GameJson(
        number=number,
        began=began,
        game=header.game,
        players=header.players,
        options=header.given,
        names=named,
        entries=entries,
    )


def game_begun(table: Table, answer: Answer) -> models.GameJson:
    """The game as it was when it began, whatever has been played since."""
    now = table.snapshot()
    if now.record and now.view.games == answer.game:
        return game(answer.game, now.began, now.record.header, answer.seq)
    # Its answer was lost, and another one has begun since.
    sheet = Scorebook(table.code, table.rows()).sheets[answer.game - 1]
    return game(sheet.number, sheet.began_at, sheet.header, answer.seq)


def entries(
    record: Record, after: int, presumed: Collection[int] = ()
) -> Iterator[models.EntryJson]:
    """Every entry after that number except strikes and corrections, in its current wording.

    `presumed` has the numbers of those that the table presumed.
    """
    for seq in range(after + 1, record.seq + 1):
        entry = record.happening(seq)
        if entry is not None:
            made = _entry(seq, entry, record.step(seq) is None, record.header.rules)
            yield structs.replace(made, is_presumed=True) if seq in presumed else made


def _entry(seq: int, entry: Happening, is_struck: bool, rules: AnyGame) -> models.EntryJson:
    """What was recorded; of a face-down card, only that it was scanned."""
    match entry:
        case Dealt(dealer):
            return models.DealtEntryJson(seq=seq, is_struck=is_struck, dealer=dealer)
        case Played(seat, card):
            return models.PlayedEntryJson(seq=seq, is_struck=is_struck, seat=seat, card=card.code)
        case Shown(shown_by, card):
            return models.ShownEntryJson(
                seq=seq, is_struck=is_struck, seat=shown_by, card=card.code
            )
        case Held(seat, _):
            return models.HeldEntryJson(seq=seq, is_struck=is_struck, is_secret=True, seat=seat)
        case Moved(seat, source, target, count, _):
            return models.MovedEntryJson(
                seq=seq, is_struck=is_struck, seat=seat, source=source, target=target, count=count
            )
        case Declared(_, topic, _) if topic_of(rules, topic).is_quiet:
            return models.DeclaredEntryJson(seq=seq, is_struck=is_struck, is_secret=True)
        case Declared(said_by, topic, value):
            return models.DeclaredEntryJson(
                seq=seq, is_struck=is_struck, seat=said_by, topic=topic, value=value
            )
