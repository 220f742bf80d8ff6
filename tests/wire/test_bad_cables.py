"""Whatever the cable does, both ends agree at last: nothing lost, nothing twice, in order."""

import pytest

from wire.bad_cable import Trial

SEEDS = range(240)
BATCH = 20


@pytest.mark.parametrize("first", SEEDS[::BATCH])
def test_both_ends_agree_after_a_bad_cable(first):
    wrong = {seed: Trial(seed).run() for seed in range(first, first + BATCH)}
    assert wrong == dict.fromkeys(wrong, "")


def test_the_cables_are_as_bad_as_they_say():
    trials = [Trial(seed) for seed in range(20)]
    for trial in trials:
        trial.run()
    hosts = [trial.host for trial in trials]  # of each, the last that lived
    assert sum(len(trial.over) for trial in trials) >= 20, "boards that restarted"
    assert sum(trial.host_lives - 1 for trial in trials) >= 40, "hosts that were killed"
    assert sum(host.openings for host in hosts) >= 40, "ports opened anew"
    assert sum(host.bad_frames for host in hosts) >= 40
    assert sum(host.doubles for host in hosts) >= 1000
    assert sum(host.gaps for host in hosts) >= 100
    assert sum(trial.board.resent for trial in trials) >= 1000
    assert sum(trial.board.lost for trial in trials) >= 1000, "events refused by a full ring"
    assert max(trial.cable.peak for trial in trials) >= 200, "a port that nobody read"
