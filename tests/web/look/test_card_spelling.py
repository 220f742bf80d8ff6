"""Cards for people have signs or names, never the codes of records: on pages, in the terminal."""

import functools
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from random import Random

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from games.case import GameCase, header_of
from games.cases import CASES
from games.playthrough import head_of, left_halves
from games.playthrough import read as line_of
from games.samples import drawn
from players.every_game import KINDS, by_chance
from records.lines import entry, growth
from rig.table import as_seen
from table.desk.hostile import Evening
from tricktable.board.picture.pages import picture
from tricktable.house.narrator import Narrator
from tricktable.rules import codec
from tricktable.rules.entries import Dealt, Held, Played, Shown
from tricktable.rules.record import Record, Step
from tricktable.table import commands
from tricktable.table.chronicle import Chronicle
from tricktable.web.outbound.topics import TopicRoots, topics
from tricktable.web.outbound.webhooks import signed_request
from web.room import CODE as TABLE
from web.room import Room, ask

CODE = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][CDHS]|[1-9][RBG]|X[1-9])(?![0-9A-Za-z])")
"""A card as records write it."""
TYPED = "such as QH"
"""What a field says of the form in which a card is typed."""
PAGES = ("guest", "game", "evening", "wall", "seat", "host")


def read(page: str) -> str:
    """What people read, and what is read to them."""
    page = re.sub(r"(?s)<(script|style|template)\b.*?</\1>", " ", page)
    labels = re.findall(r'(?:aria-label|data-say|data-now|alt|title)="(.*?)"', page)
    text = re.sub(r"(?s)<[^>]+>", "\0", page)
    return unescape("\0".join((text, *labels))).replace(TYPED, "")


@pytest.mark.parametrize("name", CASES)
def test_no_page_shows_a_card_by_its_code(name):
    for moment in drawn(CASES[name]):
        pages = {each: moment.pages[each] for each in PAGES} | {
            f"own {seat}": text for seat, text in moment.own.items()
        }
        for page, text in pages.items():
            found = CODE.search(read(text))
            assert not found, (page, read(text)[found.start() - 80 : found.end() + 80])


def test_no_line_of_the_terminal_has_a_cards_code_whatever_is_played():
    lines = list[str]()
    for name, players in KINDS:
        told, game = Narrator(lines.append), by_chance(Random(1), name, players)
        for record in growth(game.header, game.lines[:150]):
            told.show(as_seen(record, record.header.seat_names))
    assert len([line for line in lines if re.search("[♣♦♥♠]", line)]) > 200
    assert len([line for line in lines if " of fire" in line]) > 10
    for line in lines:
        assert not CODE.search(line), line


def test_no_line_of_the_terminal_has_a_cards_code_whatever_board_and_pages_send():
    lines, evening, people = list[str](), Evening(Random(3)), set[str]()
    told = Narrator(lines.append)
    for _ in range(1_000):
        evening.step()
        told.show(evening.table.view())
        people |= {*evening.table.view().names}
    assert len(lines) > 200
    called_so = [TYPED, *filter(CODE.fullmatch, people)]  # whoever is called so is called so
    for line in lines:
        said = functools.reduce(lambda left, name: left.replace(name, ""), called_so, line)
        assert not CODE.search(said), line


# --- programs, refusals and the display, in the playthroughs --------------------------------------

TYPED_FIELDS = frozenset({"card", "cards", "kept", "set_aside", "value", "values"})
"""The fields of the API that hold cards by their codes; all others are words or sentences."""
DISPLAYED = ("q", "m")
"""The fields of a picture that are sentences; there, the board's own signs stand for suits."""
ENTRY = re.compile(r"\bentr(?:y|ies) \d", re.IGNORECASE)
"""The number of an entry, which people do not see."""
SEAT = re.compile(r"\bseat \d")
"""The number of a seat, as programs count them; a seat without a name is `Seat 1`."""
API = f"/api/v1/tables/{TABLE}"
SECRET = "whsec_c2VjcmV0IG9mIGEgdGVzdA=="


def texts(value: object, field: str = "") -> Iterator[tuple[str, str]]:
    """Every text in JSON, with the name of its field."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from texts(each, str(name))
    elif isinstance(value, list):
        for each in value:
            yield from texts(each, field)
    elif isinstance(value, str):
        yield field, value


def spelt(answer: TestResponse) -> None:
    """No sentence of this answer has a card's code; no refusal an entry's or a seat's number."""
    for field, text in texts(answer.get_json()):
        assert field in TYPED_FIELDS or not CODE.search(text), (field, text)
        assert field != "detail" or not (ENTRY.search(text) or SEAT.search(text)), text


def cut(case: GameCase, path: Path) -> Iterator[Record]:
    """The record of a playthrough, after a third and two thirds of it and at its end."""
    first, *lines = path.read_text("utf-8").splitlines()
    head, said = head_of(first), [*left_halves(lines)]
    record = Record(header_of(case.game, head.players, head.options))
    for number, text in enumerate(said, 1):
        record.add(entry(record, line_of(text, head.names, case)))
        if number in (len(said) // 3, 2 * len(said) // 3, len(said)):
            yield record


def wrong(record: Record) -> Iterator[tuple[str, str, dict[str, object] | None]]:
    """Requests most of which are refused: a card again, an entry struck, an entry changed."""
    steps, seats = [*record.steps()], record.header.seats
    cards = [each for each in steps if isinstance(each.entry, (Held, Played, Shown))]
    for step in cards[:1] + cards[-1:]:
        for kind in ("played", "shown", "held"):
            card = {"kind": kind, "seat": 0, "card": card_of(step)}
            yield "POST", "/entries", card
    for step in (steps[0], steps[len(steps) // 2], *cards[-2:-1]):
        fields: dict[str, object] = {**codec.fields_of(step.entry)}
        if isinstance(step.entry, Dealt):
            fields["dealer"] = (step.entry.dealer + 1) % seats
        elif "card" in fields:
            fields["card"] = card_of(cards[-1])
        yield "DELETE", f"/entries/{step.seq}", None
        yield "PUT", f"/entries/{step.seq}", {"entry": fields}
    yield "DELETE", f"/entries/{record.seq + 9}", None


def card_of(step: Step) -> str:
    assert isinstance(step.entry, (Held, Played, Shown))
    return step.entry.card.code


def lines_of(record: Record) -> tuple[bytes, ...]:
    """The record as a file has it, without what was struck or corrected."""
    entries = (codec.write_entry(each.entry) for each in record.steps())
    return tuple(line.encode() for line in (codec.write_header(record.header), *entries))


def refused_now(room: Room, client: FlaskClient, record: Record) -> int:
    """Ask the running game for what is wrong; how much of it was refused."""
    count = 0
    for method, place, body in wrong(record):
        answer = client.open(API + place, method=method, json=body)
        spelt(answer)
        spelt(client.get(API))
        for field, text in texts(json.loads(picture(room.table.view()))):
            assert field not in DISPLAYED or not CODE.search(text), text
        count += answer.status_code == 409
        if answer.status_code < 300:
            client.post(f"{API}/undo")
    return count


def refused_later(room: Room, client: FlaskClient, record: Record) -> int:
    """Ask the same of a game that the table has left."""
    place_of, count = f"{API}/games/{room.table.view().games - 1}/corrections", 0
    for method, place, body in wrong(record):
        seq = int(re.sub(r"\D", "", place) or 0)
        change: dict[str, object] = {"kind": "struck", "seq": seq}
        if method == "PUT":
            change = {"kind": "corrected", "seq": seq, **(body or {})}
        if method != "POST":
            answer = client.post(place_of, json={"entry": change})
            spelt(answer)
            count += answer.status_code == 409
    return count


def told_to_others(room: Room, chronicle: Chronicle, since: int) -> Iterator[tuple[str, str]]:
    """Every text in what a broker's topics and an address are told of the table since this row."""
    for topic, payload in topics(room.table.view(), TopicRoots()).items():
        for field, text in texts(json.loads(payload)):
            yield f"{topic} {field}", text
    for row in room.journal.read(TABLE, since):
        for milestone in chronicle.take(row):
            _, body = signed_request(SECRET, milestone, datetime.now(UTC))
            for field, text in texts(json.loads(body)):
                yield f"{milestone.what} {field}", text


@pytest.mark.parametrize("name", CASES)
def test_no_topic_of_a_broker_and_no_message_to_an_address_has_a_cards_code(name, room):
    client, chronicle, since, seen = room.app.test_client(), Chronicle(), 0, set[str]()
    for path in sorted(CASES[name].playthroughs.glob(f"{name}-*.txt")):
        for record in cut(CASES[name], path):
            ask(room.table, commands.TakeIn(lines_of(record), abandon=True))
            for method, place, body in (("GET", "", None), *wrong(record)):
                client.open(API + place, method=method, json=body)
                for where, text in told_to_others(room, chronicle, since):
                    assert not CODE.search(text), (where, text)
                    seen.add(where)
                since = room.table.view().row
            for place in (f"/host/t/{TABLE}/export/scores", "/metrics"):
                assert not CODE.search(client.get(place).text), place
    assert {"game.ended names", "game.ended winner", "game.began title"} <= seen
    assert {f"tricktable/{TABLE}/state headline", f"tricktable/{TABLE}/state who"} <= seen


@pytest.mark.parametrize("name", CASES)
def test_no_answer_to_a_program_and_no_picture_has_a_cards_code_in_a_sentence(name, room):
    client, now, later = room.app.test_client(), 0, 0
    for path in sorted(CASES[name].playthroughs.glob(f"{name}-*.txt")):
        for record in cut(CASES[name], path):
            ask(room.table, commands.TakeIn(lines_of(record), abandon=True))
            for place in ("", "/entries", "/scores", "/console", "/games"):
                spelt(client.get(API + place))
            now += refused_now(room, client, record)
        ask(room.table, commands.TakeIn(lines_of(record), abandon=True))
        ask(room.table, commands.TakeIn(lines_of(record)[:1], abandon=True))
        later += refused_later(room, client, record)
    assert now
    assert later


def test_a_record_that_cannot_be_is_refused_with_signs(room):
    lines = (
        codec.write_header(header_of(CASES["torite"].game, 4, {})),
        '{"kind": "dealt", "dealer": 0}',
        '{"kind": "declared", "seat": 1, "topic": "leader", "value": null}',
        '{"kind": "played", "seat": 1, "card": "QH"}',
        '{"kind": "played", "seat": 2, "card": "QH"}',
    )
    answer = room.app.test_client().post(
        f"{API}/record", data="\n".join(lines), content_type="application/jsonl"
    )
    said = answer.get_json()["detail"]
    assert said == "line 5: Q♥ was already played by seat 1 (entry 3)."
