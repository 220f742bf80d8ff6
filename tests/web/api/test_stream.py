"""The stream of states through the real server, read by a plain HTTP client for as long as it goes.

The test client of a framework never sees whether an answer ends; a real one does.
"""

import json
from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from rig.patience import PATIENCE_S
from tricktable.rules.cards import SPADES, cards_in
from tricktable.rules.tricks import playable, winner
from tricktable.store.decks import demo_deck
from tricktable.text.language import ENGLISH, languages
from web.room import CODE, begin, deal, lay

CARDS = 20


class Reader:
    """A program that follows a table in one language."""

    def __init__(self, url, language):
        self.connection = HTTPConnection(urlsplit(url).netloc, timeout=PATIENCE_S)
        self.connection.request(
            "GET", f"/api/v1/tables/{CODE}/live", headers={"Accept-Language": language}
        )
        self.answer = self.connection.getresponse()

    def close(self):
        self.answer.close()
        self.connection.close()

    def state(self, version):
        """The state with this version: the newest wins, so earlier ones may come first."""
        while True:
            kind = data = ""
            while line := self.answer.readline().decode().rstrip("\n"):
                name, _, said = line.partition(": ")
                kind, data = (said, data) if name == "event" else (kind, said)
            assert data, "the stream ended"
            if kind == "state" and json.loads(data)["version"] == version:
                return json.loads(data)


def played(table):
    """Lay honest cards; after each, who played what."""
    hands, leader, trick = deal(3), 1, ()
    while True:
        seat = (leader + len(trick)) % 4
        card = next(cards_in(playable(hands[seat], trick)))
        hands[seat] &= ~card.bit
        lay(table, f"{seat}:{card.code}")
        yield {"seat": seat, "card": card.code}
        trick = (*trick, (seat, card))
        if len(trick) == 4:
            leader, trick = winner(trick, SPADES), ()


@pytest.mark.parametrize("language", languages())
def test_a_program_sees_every_later_card_in_its_own_language(room, served, language):
    begin(room.table)
    with closing(Reader(served, language)) as reader, closing(Reader(served, ENGLISH)) as english:
        assert reader.answer.getheader("Content-Length") is None
        reader.state(room.table.version)
        for _, laid in zip(range(CARDS), played(room.table), strict=False):
            state = reader.state(room.table.version)
            shown = state["trick"]
            assert laid in (*shown["cards"], *(shown["last"] or ()))
        room.table.hear("b001", 1, "C", ["3", demo_deck().tag_of("2C")])  # it was played already
        asked = [each.state(room.table.version)["question"]["text"] for each in (reader, english)]
    assert (asked[0] == asked[1]) is (language == ENGLISH)


def test_head_gets_the_head_of_a_stream_and_no_stream(room, served):
    with closing(HTTPConnection(urlsplit(served).netloc, timeout=PATIENCE_S)) as connection:
        connection.request("HEAD", f"/api/v1/tables/{CODE}/live")
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (200, b"")
        assert answer.getheader("Content-Type").startswith("text/event-stream")
    assert not room.feed.streams
