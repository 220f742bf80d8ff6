"""That a bundle tells what helps, and that nothing of anybody leaves the house in one."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from board.checkup.board import HAS, WELL, facts
from tricktable.board.checkup import Facts, bundle
from tricktable.board.checkup.bundle import FILES, our_part
from tricktable.board.checkup.facts import versions

COUNTS = ("timeouts", "errors", "collisions", "retries", "restarts", "falls")
FIRMWARE = Path(__file__).parents[3] / "firmware"

UID, NAME, TOKEN = "04A3C6CAE26180", "Ann Ottoline", "Zk3v9-Qm_T7xW2bR5yLpAA"
FULL = "the flash is full or broken"
FOUR_BYTES = "12345678"  # an id that looks like a number
SECRETS = (
    UID,
    FOUR_BYTES,
    UID.lower(),
    "04:A3:C6:CA:E2:61:80",
    NAME,
    "Ottoline",
    TOKEN,
    "/home/ann",
    "7KQ",
)


def test_a_bundle_tells_what_helps():
    told = json.loads(json.dumps(bundle(facts(errors=("key Q is stuck", "port: OSError", FULL)))))
    assert told["health"]["r0"] == {"version": "92", "test": "ok"} | dict.fromkeys(COUNTS, 0)
    assert told["health"]["keys"] == {"stuck": "-"}
    assert told["health"]["board"] == {
        "parts": 7,
        "minutes": 2,
        "round": 14,
        "bus": "1000,1000,1000,1000,1000",
    }
    assert told["parts"] == HAS
    assert told["firmware"] == "0.1.0"
    assert told["errors"] == ["key Q is stuck", "port: OSError", FULL]
    assert told["versions"]["tricktable"] == versions()["tricktable"]


def test_of_an_exception_its_place_and_kind_are_told_and_never_its_text():
    for error in (
        f"program.py, line 12: ValueError: {NAME}",
        f"rounds.py, line 1, in _talk: ValueError: {NAME}",
        f"picture 7: KeyError({NAME!r},)",
    ):
        assert NAME not in our_part(error)
        assert our_part(error).endswith("Error")
    for error in (
        f"{NAME}.py, line 3: ValueError: x",
        f"rounds.py, line 3, in {NAME}: ValueError: x",
        f"key {NAME} is stuck",
        f"the display does not answer {UID}",
        f"program.py, line 3: {NAME.replace(' ', '')}: x",
        f"program.py, line 3: ValueErrorOf{NAME.split()[1]}: x",
    ):
        assert our_part(error) == f"({len(error)} other characters)"


def test_an_id_that_looks_like_a_count_is_not_told():
    hostile = {part: (FOUR_BYTES,) * len(words) for part, words in WELL.items()}
    assert FOUR_BYTES not in json.dumps(bundle(facts(health=hostile)))


def test_the_files_whose_faults_are_told_are_the_firmwares():
    own = {path.stem for path in FIRMWARE.glob("p*/**/*.py")}
    of_the_host = {"checkup", "host", "messages", "newest", "session"}
    assert set(FILES) == own - of_the_host - {"__init__", "clock"}


hostile = st.sampled_from(SECRETS) | st.text()
words = st.lists(hostile, max_size=9).map(tuple)


@given(
    st.builds(
        Facts,
        versions=st.dictionaries(st.sampled_from(["tricktable", "python"]), hostile),
        state=hostile,
        word=hostile,
        firmware=hostile,
        has=st.dictionaries(hostile | st.sampled_from([*HAS]), hostile),
        link=st.dictionaries(hostile | st.just("bad_frames"), st.integers(0, 10**9)),
        health=st.dictionaries(hostile | st.sampled_from([*WELL]), words),
        errors=st.lists(
            hostile
            | hostile.map("program.py, line 1: ValueError: {}".format)
            | hostile.map("the display does not answer{}".format),
            max_size=9,
        ).map(tuple),
    )
)
def test_nothing_of_anybody_leaks_whatever_came_in(hostile_facts):
    told = json.dumps(bundle(hostile_facts), ensure_ascii=False)
    assert not [secret for secret in SECRETS if secret in told]
