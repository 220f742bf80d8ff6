"""Whole records: the samples of the specification, how lines end, exit codes and messages."""

import json
from io import BytesIO
from itertools import repeat
from pathlib import Path
from random import Random

import pytest

from players.torite import Manners, play
from records.lines import record_of, refusal
from referees.torite import ALL_SEEING, PUBLIC
from tricktable.games import GAMES
from tricktable.rules.codec import MAX_LINE_BYTES
from tricktable.rules.verdicts import REFEREE
from tricktable.store import replay

SAMPLES = Path(__file__).parents[3] / "shared" / "spec" / "samples"
WITHOUT = "the specification's samples do not lie beside this repository"
RECORDS = sorted(path for path in SAMPLES.glob("*.jsonl") if ".each." not in path.name)
NAMES = [path.name.removesuffix(".jsonl") for path in RECORDS]
HEADER = '{"record": "tricktable/1", "game": "torite", "players": 4}'
DEALT = '{"kind": "dealt", "dealer": 0}'
LEADER = '{"kind": "declared", "seat": 1, "topic": "leader"}'


def replayed(path, each=None):
    with path.open("rb") as file:
        return replay.replay(replay.lines_of(file), each)


def expected(name):
    return json.loads((SAMPLES / name).read_text(encoding="utf-8"))


# --- the samples of the specification -----------------------------------------------------------


@pytest.mark.skipif(not RECORDS, reason=WITHOUT)
def test_the_samples_cover_every_game_and_every_number_of_players():
    kinds = [name.split("-")[:2] for name in NAMES]
    assert {game for game, _ in kinds} == {*GAMES}
    assert {of for game, of in kinds if game == "torite"} == {"one", "two", "three", "four"}


@pytest.mark.skipif(not RECORDS, reason=WITHOUT)
@pytest.mark.parametrize("path", RECORDS, ids=NAMES)
def test_a_sample_means_what_the_specification_says(path):
    record, name = replayed(path), path.name.removesuffix(".jsonl")
    assert record.summary(PUBLIC) == expected(f"{name}.summary.json")
    assert record.summary(REFEREE) == expected(f"{name}.referee.json")
    assert json.loads(replay.as_json(record, REFEREE)) == expected(f"{name}.referee.json")


@pytest.mark.skipif(not RECORDS, reason=WITHOUT)
@pytest.mark.parametrize("each", sorted(SAMPLES.glob("torite-*.each.jsonl")), ids=lambda p: p.name)
def test_a_sample_means_it_after_every_entry(each):
    told = []
    path = each.with_name(each.name.replace(".each", ""))
    replayed(path, lambda record: told.append(json.loads(replay.as_json(record, PUBLIC))))
    assert told == [json.loads(line) for line in each.read_text(encoding="utf-8").splitlines()]


@pytest.mark.skipif(not RECORDS, reason=WITHOUT)
def test_every_bad_record_of_the_torite_is_refused_at_its_line():
    rows = [row for row in expected("bad.json") if '"torite"' in row["record"][0]]
    assert rows
    for row in rows:
        refused = refusal(*row["record"])
        assert refused is not None, row["name"]
        assert (refused.exit_code, refused.line) == (row["exit"], row["line"]), row["name"]


# --- lines --------------------------------------------------------------------------------------


def whole(data):
    """Replay the bytes of a file."""
    return replay.replay(replay.lines_of(BytesIO(data)))


@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_the_last_line_feed_may_be_missing(end):
    assert whole(f"{HEADER}\n{DEALT}{end}".encode()).seq == 1


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "line 1: the line is empty"),
        (b"\n", "line 1: the line is empty"),
        (f"\n{HEADER}\n".encode(), "line 1: the line is empty"),
        (f"{HEADER}\n\n".encode(), "line 2: the line is empty"),
        (f"{HEADER}\n{DEALT}\n\n".encode(), "line 3: the line is empty"),
        (f"{HEADER}\n\n{DEALT}\n".encode(), "line 2: the line is empty"),
        (f"{HEADER}\n{DEALT}\n \n".encode(), "line 3: the line is empty"),
        (f"{HEADER}\n{DEALT}\n".encode() + b"\xff\n", "line 3: the line is not UTF-8"),
        (f"{HEADER}\r{DEALT}".encode(), "line 1: the line is not JSON"),
        (f"{HEADER}\n{DEALT} {LEADER}\n".encode(), "line 2: the line is not JSON"),
        (f"{HEADER}\n{DEALT}\u2028{LEADER}\n".encode(), "line 2: the line is not JSON"),
        (f"{DEALT}\n".encode(), "line 1: the first line must be a header"),
        (f"{HEADER}\n{HEADER}\n".encode(), "line 2: unknown kind null"),
    ],
)
def test_a_file_is_refused_at_its_first_bad_line(data, message):
    with pytest.raises(replay.RecordRefused, match=message) as caught:
        whole(data)
    assert caught.value.exit_code == replay.MALFORMED == 2


@pytest.mark.parametrize("length", [MAX_LINE_BYTES - 1, MAX_LINE_BYTES])
def test_a_line_may_be_long(length):
    assert whole(f"{HEADER}\n{DEALT.ljust(length)}\n{LEADER}\n".encode()).seq == 2


@pytest.mark.parametrize("length", [MAX_LINE_BYTES + n for n in (1, 2, 3)] + [9 * MAX_LINE_BYTES])
@pytest.mark.parametrize("end", ["", "\n", f"\n{LEADER}\n"])
def test_a_line_may_not_be_far_too_long(length, end):
    with pytest.raises(replay.RecordRefused, match="line 2: the line is longer than 65536 bytes"):
        whole(f"{HEADER}\n{DEALT.ljust(length)}{end}".encode())


def test_an_endless_line_is_never_read_to_its_end():
    class Endless:
        left = 3

        def readline(self, size):
            self.left -= 1
            assert self.left
            return b" " * size

    with pytest.raises(replay.RecordRefused, match="line 1: the line is longer than"):
        replay.replay(replay.lines_of(Endless()))


# --- more than any game has ---------------------------------------------------------------------


def endless(*lines):
    """These lines, the last of them again and again."""
    yield from (line.encode() for line in lines)
    yield from repeat(lines[-1].encode())


def test_a_record_without_end_is_refused_by_its_length():
    again = '{"kind": "held", "seat": 1, "card": "AH"}'
    with pytest.raises(replay.RecordRefused, match="at most 100000 entries") as caught:
        replay.replay(endless(HEADER, DEALT, again))
    assert (caught.value.line, caught.value.exit_code) == (replay.MAX_ENTRIES + 2, 2)


def words_without_end(cards, again):
    """A record of this many cards read, one of them again and again, and then every choice of the
    others once: with each word all that follows is as it never was before.
    """
    held = [{"kind": "held", "seat": 0, "card": card} for card in cards]
    read = [json.loads(HEADER), json.loads(DEALT), *held]
    read += [{"kind": "held", "seat": 1, "card": "AH"}] * again
    words, is_struck = [], set()
    for number in range(1, 2 ** len(cards)):
        seq = 2 + (number & -number).bit_length() - 1  # Gray's code: one changes at a time
        words.append({"kind": "corrected", "seq": seq, "entry": held[seq - 2]})
        if seq not in is_struck:
            words[-1] = {"kind": "struck", "seq": seq}
        is_struck ^= {seq}
    return [json.dumps(line).encode() for line in (*read, *words)], len(read)


def test_corrections_without_end_are_refused_by_what_they_cost(monkeypatch):
    monkeypatch.setattr(replay, "MAX_REDONE", 1_000)
    lines, read = words_without_end("2C 3C 4C 5C 6C 7C 8C 9C".split(), again=100)
    with pytest.raises(
        replay.RecordRefused, match="its strikes and corrections mean judging too many"
    ) as caught:
        replay.replay(lines)
    assert caught.value.exit_code == 3
    assert 1_000 // 100 - 2 <= caught.value.line - read <= 1_000 // 100 + 1


def test_what_is_said_again_and_again_costs_little(monkeypatch):
    """The first entry of a game is corrected for ever, now so, now so."""
    game = play(Random(1), 4)
    turn = [
        {"kind": "corrected", "seq": 1, "entry": {"kind": "dealt", "dealer": n}} for n in (1, 2)
    ]
    lines = [json.dumps(line).encode() for line in (game.header, *game.lines)]
    lines += [json.dumps(line).encode() for line in turn * 500]
    monkeypatch.setattr(replay, "MAX_REDONE", 20 * 1_000)
    assert replay.replay(lines).seq == len(lines) - 1


def test_words_that_change_nothing_cost_nothing(monkeypatch):
    monkeypatch.setattr(replay, "MAX_REDONE", 10)
    game = play(Random(1), 4)
    same = {"kind": "corrected", "seq": 1, "entry": game.lines[0]}
    last = {"kind": "struck", "seq": len(game.lines)}
    anew = {"kind": "corrected", "seq": len(game.lines), "entry": game.lines[-1]}
    lines = [game.header, *game.lines, *[same] * 8, last, anew]
    assert (
        replay.replay(json.dumps(line).encode() for line in lines).summary()["winner"] is not None
    )


def test_entries_that_are_struck_one_after_the_other_are_not_folded_again():
    """Whichever end it begins at; nothing else is to be done for a strike than for an entry."""
    count = 500
    held = json.dumps({"kind": "held", "seat": 1, "card": "AH"})
    for seqs in (range(2, count + 2), range(count + 1, 1, -1)):
        strikes = [json.dumps({"kind": "struck", "seq": seq}) for seq in seqs]
        lines = [HEADER, DEALT, *[held] * count, *strikes]
        record = replay.replay(line.encode() for line in lines)
        assert [step.seq for step in record.steps()] == [1]
        assert record.redone <= count


# --- refusals -----------------------------------------------------------------------------------


def test_an_impossible_entry_is_named_with_what_stands_in_its_way():
    played = '{"kind": "played", "seat": %d, "card": "9H"}'
    refused = refusal(HEADER, DEALT, LEADER, played % 1, played % 2)
    assert str(refused) == "line 5: 9♥ was already played by seat 1 (entry 3)"
    assert (refused.line, refused.exit_code) == (5, replay.IMPOSSIBLE)
    assert replay.IMPOSSIBLE == 3


def test_an_impossible_strike_is_named_by_its_own_line():
    refused = refusal(HEADER, DEALT, LEADER, '{"kind": "struck", "seq": 1}')
    assert refused.exit_code == 3
    assert str(refused).startswith("line 4: if entry 1 changes, entry 2 becomes impossible")


def test_reading_stops_at_the_first_refused_line():
    after = []
    lines = iter([HEADER.encode(), LEADER.encode(), b"nonsense"])
    with pytest.raises(replay.RecordRefused) as caught:
        replay.replay(lines, after.append)
    assert (caught.value.exit_code, caught.value.line, after) == (3, 2, [])
    assert next(lines) == b"nonsense"


def test_a_line_that_is_both_is_malformed():
    impossible = '{"kind": "struck", "seq": 9, "entry": 1}'
    assert refusal(HEADER, impossible).exit_code == 3
    wrong_number = '{"kind": "played", "seat": 0, "card": "2C", "seq": 7}'
    assert refusal(HEADER, wrong_number).exit_code == 2


def test_each_is_told_up_to_the_bad_line():
    seen = []
    with pytest.raises(replay.RecordRefused, match="line 4"):
        replay.replay(
            [line.encode() for line in (HEADER, DEALT, LEADER, DEALT)],
            lambda record: seen.append(record.summary()["seq"]),
        )
    assert seen == [1, 2]


@pytest.mark.parametrize(("players", "viewpoint"), [(1, 2), (2, 2), (3, 3), (4, 4), (4, 99)])
def test_a_viewpoint_that_is_no_seat_is_refused(players, viewpoint):
    lines = [HEADER.replace("4", str(players)).encode()]
    with pytest.raises(
        replay.RecordRefused, match=f"line 1: there is no seat {viewpoint}"
    ) as caught:
        replay.replay(lines, viewpoint=viewpoint)
    assert caught.value.exit_code == 2
    assert replay.replay(lines, viewpoint=viewpoint - 1 if viewpoint < 5 else 0).seq == 0


# --- a file and its record ----------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_file_is_its_record(players):
    manners = Manners(revokes=0.2, hurries=0.1, boasts=0.5, reads=0.3, slips=0.1)
    game = play(Random(players), players, manners)
    told = []
    data = "".join(json.dumps(line) + "\n" for line in [game.header, *game.lines]).encode()
    record = replay.replay(replay.lines_of(BytesIO(data)), lambda each: told.append(each.seq))
    for viewpoint in (PUBLIC, ALL_SEEING, 0, 1):
        assert record.summary(viewpoint) == record_of(players, game.lines).summary(viewpoint)
        line = replay.as_json(record, viewpoint)
        assert "\n" not in line
        assert line.isascii()
        assert json.loads(line) == record.summary(viewpoint)
    assert told == list(range(1, len(game.lines) + 1))


def test_a_header_alone_is_a_record():
    assert whole(HEADER.encode()).summary()["next"] == {"seat": None, "what": "deal"}
