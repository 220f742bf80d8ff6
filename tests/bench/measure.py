"""Numbers out of repeated runs: medians and percentiles. Never prints and never judges."""

import statistics
from collections.abc import Callable, Sequence

LEAST_RUNS = 5


def median_of(measure: Callable[[], float], runs: int = LEAST_RUNS) -> float:
    """Call `measure` `runs` times (at least five) and return the median of what it returned."""
    if runs < LEAST_RUNS:
        raise ValueError(f"a median of {runs} runs says too little: take {LEAST_RUNS}")
    return statistics.median(measure() for _ in range(runs))


def percentile(values: Sequence[float], percent: float) -> float:
    """Return the smallest value that `percent` per cent of the values do not exceed."""
    if not values or not 0 < percent <= 100:
        raise ValueError("a percentile needs values and a percent in (0, 100]")
    ranked = sorted(values)
    rank = -(-len(ranked) * percent // 100)  # nearest rank, rounded up: never between two values
    return ranked[int(rank) - 1]
