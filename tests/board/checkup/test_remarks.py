"""What the facts of a board mean, and what there is to do."""

import msgspec
import pytest

from board.checkup.board import WELL, facts, reader
from tricktable.board.checkup import Facts, remark_lines, remarks, still


def complaints(known_facts):
    return [(each.part, each.sentence) for each in remarks(known_facts) if not each.is_well]


def test_a_board_that_is_well():
    said = list(remarks(facts()))
    assert all(each.is_well for each in said)
    assert [each.part for each in said if each.part.startswith("reader")] == [
        f"reader {number}" for number in (1, 2, 3, 4)
    ]
    assert "  reader 1: Working. Chip 92, self test passed." in list(remark_lines(said))


@pytest.mark.parametrize(
    ("health", "part", "words"),
    [
        (reader(errors="14"), "reader 2", ["14 CRC errors in 2 minutes", "metal", "cable"]),
        (reader(timeouts="30"), "reader 2", ["30 broken readings"]),
        (reader(collisions="50"), "reader 2", ["one card at a time"]),
        (reader(retries="60"), "reader 2", ["60 missed answers", "nearer"]),
        (reader(falls="9"), "reader 2", ["9 cards lost and found"]),
        (reader(restarts="1"), "reader 2", ["1 restart in 2 minutes", "power"]),
        (reader(version="00", test="dead"), "reader 2", ["plug"]),
        (reader(test="bad"), "reader 2", ["fails its self test"]),
        (WELL | {"display": ("dead",)}, "display", ["four wires"]),
        (WELL | {"keys": ("Q,seat2",)}, "keys", ["Q, seat button 2", "solder"]),
        (WELL | {"board": ("7", "120000", "900")}, "program", ["900 ms"]),
        (None, "health", ["older"]),
    ],
)
def test_what_is_wrong_is_said_with_what_to_do(health, part, words):
    ((at, sentence),) = complaints(facts(health=health))
    assert at == part
    assert all(word in sentence for word in words), sentence


def test_a_few_faults_in_a_long_evening_are_no_complaint():
    evening = reader(errors="60", timeouts="90", collisions="100") | {
        "board": ("7", str(4 * 3_600_000), "14")
    }
    assert complaints(facts(health=evening)) == []


def test_a_clone_is_well_and_named():
    for version, words in (("12", "a known clone"), ("99", "of an unknown kind")):
        said = list(remarks(facts(health=reader(version=version, test="none"))))
        assert any(words in each.sentence for each in said)
        assert all(each.is_well for each in said)


def test_a_bus_that_the_board_slowed_down_is_named_by_its_reader():
    bus = ("7", "120000", "14", "1000,1000,250,1000,1000")
    ((part, sentence),) = complaints(facts(health=reader() | {"board": bus}))
    assert part == "reader 2"
    assert sentence.startswith("The board slowed its bus to 250 kHz")
    for plain in (("7", "120000", "14"), ("7", "120000", "14", "500,500,500,500,500")):
        assert complaints(facts(health=reader() | {"board": plain})) == []


def test_what_a_breadboard_found_out_about_a_wire_is_said_of_its_part():
    errors = ("reader 1: check 3.3V", "display: 5 V on VCC", "reader 1: check SCK (GP18)")
    health = reader(version="00") | {"display": ("dead",)}
    said = dict(complaints(facts(health=health, errors=errors)))
    dead = next(part for part in said if part.startswith("reader"))
    assert said["display"] == "No answer. 5 V on VCC."
    expected = "Check SCK (GP18)." if dead == "reader 1" else "Check its plug"
    assert expected in said[dead]


def test_a_board_without_lamps_and_buzzer_is_not_asked_for_them():
    bare = facts(has={"lights": "0", "buzzer": "0"})
    assert "lamps and buzzer" not in {each.part for each in remarks(bare)}


def test_cable_memory_and_absence():
    ((part, sentence),) = complaints(facts(link={"bad_frames": 40}))
    assert (part, "shorter cable" in sentence) == ("cable", True)
    assert [part for part, _ in complaints(facts(link={"lost": 2}))] == ["memory"]
    ((part, sentence),) = complaints(facts(link={"free": 19_999}))
    assert (part, "Only 19999 bytes of memory" in sentence) == ("program", True)
    assert complaints(facts(link={"free": 0})) == []  # a board counts them once it goes round
    assert complaints(facts(state="absent", health=None))[0][1].startswith("No board found")
    assert "cable" not in {each.part for each in remarks(facts(state="absent", firmware=""))}
    refused = facts(state="refused", word="It is in use by another program.", health=None)
    assert complaints(refused)[0][1].startswith("It is in use by another program.")


def test_cards_that_lie_still():
    later = reader(falls="2", retries="7") | {"board": ("7", "720000", "14")}
    said = {each.part: each for each in still(facts(), facts(health=later))}
    assert said["reader 1"].is_well
    assert not said["reader 2"].is_well
    assert said["reader 2"].sentence.startswith(
        "2 false removals and 7 missed answers in 10 minutes. Fasten"
    )


def test_a_board_that_was_not_there_twice_says_nothing_of_its_cards():
    gone = facts(state="absent", health=None)
    for before, after in ((gone, facts()), (facts(), gone)):
        assert not all(each.is_well for each in still(before, after))
    young = WELL | {"board": ("7", "2000", "14")}
    ((part, is_well, sentence),) = still(facts(), facts(health=young))
    assert (part, is_well, "restarted" in sentence) == ("board", False, True)


def test_facts_pass_from_host_to_doctor_whole():
    told = facts(errors=("key Q is stuck",), word="x")
    assert msgspec.json.decode(msgspec.json.encode(told), type=Facts) == told
