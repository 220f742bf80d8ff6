"""What the shipped firmware does within so much chip time: evenings in the chips' virtual time."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from rig.patience import output_of
from tricktable.board.flash.firmware import compile_firmware
from tricktable.board.link.process import MICROPYTHON, best_interpreter

pytestmark = pytest.mark.skipif(
    best_interpreter() != MICROPYTHON, reason="no MicroPython for this machine"
)

ROOT = Path(__file__).parents[2]
HEAP_KIB = 900
"""Firmware, models and hands share it; what is left says nothing."""
MOST_LOST_MS = 200
LOOKS = 3000
DIPS = 40
SWEEPS = 24
MOST_DARK_MS = 2500
"""A second until the next beat, and one until a start after the last."""


def told_by(*words: str, program: str = "virtual_evening.py", heap_kib: int = HEAP_KIB) -> Any:
    """What an evening of a program beside this file tells."""
    folders = [ROOT / "firmware" / name for name in ("sim", "portable", "pico")]
    command = [sys.executable, "-I", "-m", "micropython_unix", "-X", f"heapsize={heap_kib}k"]
    done = output_of(
        [*command, str(Path(__file__).with_name(program)), *words],
        env={"MICROPYPATH": ":".join(map(str, [*folders, ROOT / "tests", ".frozen"]))},
        timeout=None,
    )
    assert "TOLD " in done.stdout, done.stdout + done.stderr
    return json.loads(done.stdout.split("TOLD ")[1])


def test_a_reader_that_lost_one_setting_has_it_again_within_200_ms():
    took_ms = dict(told_by("losses"))
    assert len(took_ms) >= 16
    assert {name: ms for name, ms in took_ms.items() if ms > MOST_LOST_MS} == {}


def test_one_field_is_on_at_a_time_and_long_enough_before_a_tag_is_asked():
    (seen,) = told_by("fields")
    assert seen["looks"] == LOOKS
    assert seen["most"] == 1
    assert seen["dark"] <= LOOKS // 50  # while a chip is started again
    assert min(seen["lit"]) > LOOKS // 12
    assert seen["too_soon"] == [0, 0, 0, 0]


@pytest.mark.parametrize("seed", ["1", "2"])
def test_no_host_is_told_of_a_picture_while_the_display_is_dark(seed):
    told = told_by(str(DIPS), seed, program="virtual_glass.py")
    assert told["wrong"] == []
    assert len(told["healed"]) == DIPS
    assert max(told["healed"]) <= MOST_DARK_MS
    assert told["beats"] > DIPS


def test_a_tap_is_told_also_while_the_heap_is_swept_and_a_glitch_is_not():
    told = told_by(str(SWEEPS), program="virtual_sweep.py")
    assert len(told["tapped"]) >= SWEEPS // 2
    assert told["told"] == told["tapped"]
    assert told["fights"] == 0


def test_a_sweep_marks_what_lives_in_one_go_once_the_program_is_loaded_from_its_pack(tmp_path):
    """Else it walks through all of 16 MB, as a count does: for a third of its time, or more."""
    (tmp_path / "a.pack").write_bytes(compile_firmware().pack)
    told = told_by(str(tmp_path / "a"), program="virtual_heap.py", heap_kib=16 * 1024)
    assert (told["from"], told["waiting"]) == (f"{tmp_path}/a/rounds.mpy", 100)
    assert told["sweep_us"] < told["count_us"] / 10
