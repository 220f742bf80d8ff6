"""`make soak`: a day of a table in virtual time, and what became of it.

Exit codes: 0 nothing went wrong; 1 something did, and it stands there with its virtual second.
"""

import argparse
import sys

from soak.day import Result, faults, lived

parser = argparse.ArgumentParser(prog="soak")
parser.add_argument("--hours", type=float, default=24.0)
parser.add_argument("--seed", type=int, default=1)
wanted = parser.parse_args()


def tell(part: Result) -> None:
    """Print how far it is, and at once what is wrong."""
    if isinstance(part.get("wrong"), str):
        print(part["wrong"], flush=True)
    elif "part" in part:
        print(
            f"part {part['part']}: {part['heap']} bytes in use, {part['wrong']} wrong", flush=True
        )


day = lived(int(wanted.hours * 3600), wanted.seed, tell)
print(f"{day['seconds']} s of the table's time in {day['wall_ms'] // 1000} s, seed {wanted.seed}")
for name, count in sorted(day["counts"].items()):
    print(f"  {name}: {count}")
wrong = list(faults(day))
print(*(wrong or ["no event lost or doubled, no card told twice, no heap growth"]), sep="\n")
sys.exit(bool(wrong))
