"""`make chaos`: breaks hosts, database and network at random and by seed, and judges what is left.

A seed that was passed is not lived again unless `--anew`. Exit codes: 0 all seeds passed; 1 not.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from pathlib import Path

from chaos.ground import Ground
from chaos.world import lived, plan

PASSED = Path(__file__).parents[2] / "build" / "chaos-passed"


def main() -> int:
    """Live the seeds that the command line names; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m chaos", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="how many")
    parser.add_argument("--first", type=int, default=1, help="the first of them")
    parser.add_argument("--anew", action="store_true", help="those that were passed before, too")
    wanted = parser.parse_args()
    PASSED.parent.mkdir(exist_ok=True)
    if wanted.anew:
        PASSED.unlink(missing_ok=True)
    passed = {int(each) for each in PASSED.read_text().split()} if PASSED.exists() else set()
    seeds = [*range(wanted.first, wanted.first + wanted.seeds)]
    left = [seed for seed in seeds if seed not in passed]
    waiting = enumerate(left, start=1)
    failed, is_over = 0, False
    while not is_over:
        with tempfile.TemporaryDirectory() as name, Ground(Path(name)) as ground:
            for number, seed in waiting:
                began = time.monotonic()
                faults, is_sound = _lived(ground, seed, Path(name) / str(seed))
                failed += bool(faults)
                took = time.monotonic() - began
                kinds = " ".join(each.__name__.strip("_") for each in plan(seed))
                print(f"{number}/{len(left)} seed {seed} {took:.1f} s {kinds}", file=sys.stderr)
                if not is_sound:
                    break
            else:
                is_over = True
    print(f"{len(seeds) - failed} of {len(seeds)} seeds passed, {len(left)} of them lived now")
    return 1 if failed else 0


def _lived(ground: Ground, seed: int, folder: Path) -> tuple[list[str], bool]:
    """Live one seed: what was wrong, and whether the ground is fit for another one."""
    folder.mkdir()
    is_sound = True
    try:
        faults = lived(ground, seed, folder)
    except Exception:  # noqa: BLE001 - the next seed may tell more
        faults, is_sound = [f"it broke off: {traceback.format_exc()}"], False
    if faults:
        again = f'make chaos ARGS="--first {seed} --seeds 1 --anew"'
        print(f"seed {seed} FAILED: {faults}; again: {again}", flush=True)
    else:
        with PASSED.open("a") as file:
            file.write(f"{seed}\n")
    return faults, is_sound


if __name__ == "__main__":
    sys.exit(main())
