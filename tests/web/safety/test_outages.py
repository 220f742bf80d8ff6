"""The journal fails at any moment of any request: the answer says so, and is never a fault."""

import json
from collections.abc import Container, Iterator, Mapping
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from rig.far_journal import Far, far
from rig.postgres import running
from tricktable.club.allowance import ClubAllowance
from tricktable.store.journal import Journal, open_journal
from tricktable.table import commands
from tricktable.web.api import keys
from tricktable.web.site import site_of
from web.api.test_acts import ACTS, OF_HOUSE, UNKEYED
from web.api.test_club_acts import BY_WORD, OF_CLUB, OF_COMPETITION
from web.api.test_keys import API, WRITES
from web.room import TOKEN, ask
from web.safety.routes import QUESTIONS, House, reads, writes

AWAY = 503
MOST_CALLS = 60
"""More than any request makes: one that asks for ever would be tried for ever."""


class Reached:
    """A house whose database can be made to fail."""

    def __init__(self, folder: Path, url: str) -> None:
        self.far: Far

        def reached(file: Journal) -> Journal:
            file.close()
            made, self.far = far(open_journal(url))
            return made

        self.house = House(folder, reached)
        self.room = self.house.room
        site_of(self.room.app).allowance = ClubAllowance(self.room.journal)
        self.room.app.config["PROPAGATE_EXCEPTIONS"] = False
        self._askers = 0

    def ask(
        self, method: str, path: str, failing: Container[int], **more: object
    ) -> tuple[TestResponse, int]:
        """Ask while these calls of the journal fail; the answer, and how many there were."""
        calls = 0

        def fails(_: str) -> bool:
            nonlocal calls
            calls += 1
            return calls in failing

        # Each asks from an address of its own: hosts count how often one asks.
        self._askers += 1
        client = self.room.app.test_client()
        client.environ_base["REMOTE_ADDR"] = (
            f"10.{self._askers >> 16}.{self._askers >> 8 & 255}.{self._askers & 255}"
        )
        self.far.fails = fails
        try:
            answer = client.open(path, method=method, **more)
            answer.get_data()
            answer.close()
        finally:
            self.far.fails = lambda _: False
        for table in self.room.tables.values():
            table.try_to_save()
        return answer, calls


@pytest.fixture(scope="module")
def reached(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reached]:
    with running() as server:
        made = Reached(tmp_path_factory.mktemp("reached"), server.database())
        yield made
        made.room.close()


def tried(reached: Reached, method: str, path: str, **more: object) -> Iterator[str]:
    """What is wrong with the answers while the nth call of the journal fails, or all from then."""
    for is_back in (True, False):
        for nth in range(1, MOST_CALLS):
            answer, calls = reached.ask(
                method, path, {nth} if is_back else range(nth, MOST_CALLS), **more
            )
            if answer.status_code >= 500 and answer.status_code != AWAY:
                yield f"{method} {path}, call {nth} fails: {answer.status_code} {answer.text[:200]}"
            if answer.status_code == AWAY and path.startswith("/api/"):
                kind = (answer.get_json(silent=True) or {}).get("type", "")
                if not kind.endswith(":away"):
                    yield f"{method} {path}, call {nth} fails: it is no problem `away`: {kind}"
            if (
                answer.status_code == AWAY
                and path != "/healthz"
                and "Retry-After" not in answer.headers
            ):
                yield f"{method} {path}, call {nth} fails: it does not say when to ask again"
            if calls < nth:
                break
        else:
            yield f"{method} {path} asks the journal without end"


HOST = {"X-Host-Token": TOKEN}


def test_a_card_is_saved_later_or_asked_for_again_whichever_call_fails(reached):
    """As documented: 202 once the table has it, 503 before, and with its key the first answer."""
    new = commands.NewGame("torite", 4, ["Ann", "Bo", "Cy", "Di"], {}, 0, abandon=True)
    ask(reached.room.table, new)
    ask(reached.room.table, commands.Declare("leader", 1))
    before, kinds = reached.room.table.seq, set()
    for nth, card in enumerate("2C 3C 4C 5C 6C 7C 8C 9C".split(), start=1):
        sent = {
            "data": json.dumps({"kind": "played", "seat": 1, "card": card}),
            "content_type": "application/json",
            "headers": {**HOST, keys.HEADER: f"card-number-{nth:02}"},
        }
        first, _calls = reached.ask("POST", f"{API}/entries", {nth}, **sent)
        kinds.add(first.status_code)
        assert first.status_code in (201, 202, AWAY), first.text
        again, _ = reached.ask("POST", f"{API}/entries", (), **sent)
        assert again.status_code == 201, again.text
        rows = [row for row in reached.room.table.rows(before) if f'"{card}"' in row.body]
        assert len(rows) == 1
        ask(reached.room.table, commands.Undo())
    assert kinds == {201, 202, AWAY}


def test_a_game_that_is_not_saved_yet_is_answered_with_202(reached):
    reached.far.fails = lambda call: call == "append"
    game = {"game": "torite", "players": 4, "abandon": True}
    client = reached.room.app.test_client()
    began = client.post(f"{API}/games", json=game, headers=HOST)
    reached.far.fails = lambda _: False
    reached.room.table.try_to_save()
    assert began.status_code == 202
    assert client.post(f"{API}/games", json=game, headers=HOST).status_code == 201


def test_no_page_breaks_if_the_journal_fails_at_any_call(reached):
    wrong = [
        each
        for path in reads(reached.room.app)
        for question in QUESTIONS[:2]
        for each in tried(reached, "GET", path + question, headers=HOST)
    ]
    assert wrong == []


def test_no_form_breaks_if_the_journal_fails_at_any_call(reached):
    form = dict(each.split("=") for each in QUESTIONS[2][1:].split("&")) | {
        "token": reached.house.token
    }
    token = {"X-Seat-Token": reached.house.token}
    wrong = [
        each
        for asked in writes(reached.room.app)
        if not asked.path.startswith("/api/")
        for each in tried(
            reached,
            asked.method,
            asked.path,
            data=form,
            headers={**HOST, **token, "Origin": "http://localhost"},
        )
    ]
    assert wrong == []


def calls_of_programs() -> Mapping[str, tuple[str, str, object]]:
    """Every request of the API that changes something, by a name."""
    of_tables = {
        name: (method, API + path, body)
        for name, (method, path, body) in {**WRITES, **ACTS}.items()
    }
    return {**of_tables, **OF_HOUSE, **OF_CLUB, **OF_COMPETITION, **UNKEYED, **BY_WORD}


def test_no_call_of_a_program_breaks_if_the_journal_fails_at_any_call(reached):
    wrong = []
    for number, (method, path, body) in enumerate(calls_of_programs().values()):
        content = body if isinstance(body, bytes) else json.dumps(body)
        kind = (
            "application/jsonl"
            if path.partition("?")[0].endswith("/record")
            else "application/json"
        )
        for key in ({}, {keys.HEADER: f"key-of-{number:04}"}):
            wrong += tried(
                reached, method, path, data=content, content_type=kind, headers={**HOST, **key}
            )
    assert wrong == []
