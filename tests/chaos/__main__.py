"""`make chaos`: breaks hosts, database and network at random and by seed, and judges what is left.

What is judged is the program as it is committed: a seed that was passed is not lived again at the
same commit, unless `--anew`; with changes that are not committed, each is lived anew. After Ctrl-C
it reports what was lived until then. Exit codes: 0 nothing was wrong; 1 something was.
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from chaos.ground import Ground
from chaos.world import Lived, kind, lived, plan

ROOT: Final = Path(__file__).parents[2]
KEPT: Final = ROOT / "build" / "chaos.jsonl"


class Past(NamedTuple):
    """A seed that was lived with nothing wrong."""

    seed: int
    lived: Lived


def main() -> int:
    """Live the seeds that the command line names; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m chaos", description=__doc__)
    parser.add_argument("--seeds", type=int, default=1000, help="how many")
    parser.add_argument("--first", type=int, default=1, help="the first of them")
    parser.add_argument("--anew", action="store_true", help="those that were passed before, too")
    parser.add_argument("--until", type=Path, help="end after the seed in which this file appears")
    wanted = parser.parse_args()
    KEPT.parent.mkdir(exist_ok=True)
    commit = version()
    seeds = [*range(wanted.first, wanted.first + wanted.seeds)]
    past = {} if wanted.anew or commit is None else {each.seed: each for each in kept(commit)}
    past = {seed: past[seed] for seed in seeds if seed in past}
    left = [seed for seed in seeds if seed not in past]
    known, failed = len(past), 0
    with contextlib.suppress(KeyboardInterrupt):
        for seed, told in live(left, wanted.until):
            if told is None or told.wrong:
                failed += 1
            else:
                past[seed] = Past(seed, told)
                keep(commit, past[seed])
    print(f"at {commit or 'a commit with changes'}, {known} of these seeds lived earlier:")
    print(report([*past.values()], failed))
    return 1 if failed else 0


def report(past: list[Past], failed: int) -> str:
    """How many seeds were passed, and how often each fault really came about."""
    missed = Counter(each for seed, told in past for each in told.missed(seed))
    whole = sum(not told.missed(seed) for seed, told in past)
    lines = [f"{whole} seeds passed, {failed} failed"]
    if missed:
        without = ", ".join(f"{fault} {times}" for fault, times in sorted(missed.items()))
        lines.append(
            f"{len(past) - whole} lived with nothing wrong, but without a fault that was planned: "
            f"{without}"
        )
    exercised = sum((told.exercised for _, told in past), Counter[str]())
    lines += [f"{times:6} {fault}" for fault, times in sorted(exercised.items())]
    return "\n".join(lines)


def version() -> str | None:
    """The commit that is judged; None if there are changes that are not committed."""
    changes = _git("status", "--porcelain")
    return _git("rev-parse", "HEAD") if changes == "" else None


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def kept(commit: str) -> list[Past]:
    """The seeds that were lived at this commit with nothing wrong."""
    lines = KEPT.read_text().splitlines() if KEPT.exists() else []
    found = [each for each in map(json.loads, lines) if each["commit"] == commit]
    return [Past(each["seed"], Lived([], Counter(each["exercised"]))) for each in found]


def keep(commit: str | None, past: Past) -> None:
    """Note it, if it can be said at which commit."""
    if commit is not None:
        line = {"commit": commit, "seed": past.seed, "exercised": past.lived.exercised}
        with KEPT.open("a") as file:
            file.write(json.dumps(line) + "\n")


def live(seeds: list[int], until: Path | None = None) -> Iterator[tuple[int, Lived | None]]:
    """Live one seed after the other: what became of each, None where it or its ground broke off.

    They share a ground until one breaks off. Ends early where the file `until` appears.
    """
    ground: Ground | None = None
    with contextlib.ExitStack() as place:
        for number, seed in enumerate(seeds, start=1):
            if until and until.exists():
                return
            began, told = time.monotonic(), None
            again = f'again: make chaos ARGS="--first {seed} --seeds 1 --anew"'
            try:
                if ground is None:
                    place.close()
                    name = Path(place.enter_context(tempfile.TemporaryDirectory()))
                    ground = place.enter_context(Ground(name))
                folder = name / str(seed)
                folder.mkdir()
                told = lived(ground, seed, folder)
                if told.wrong:
                    print(f"seed {seed} FAILED: {told.wrong}; {again}", flush=True)
            except Exception:  # noqa: BLE001 - the next seed may tell more
                ground = None
                fault = traceback.format_exc()
                print(f"seed {seed} FAILED: it broke off: {fault}; {again}", flush=True)
            kinds = " ".join(map(kind, plan(seed)))
            took_s = time.monotonic() - began
            print(f"{number}/{len(seeds)} seed {seed} {took_s:.1f} s {kinds}", file=sys.stderr)
            yield seed, told


if __name__ == "__main__":
    sys.exit(main())
