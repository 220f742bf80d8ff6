"""Long work rests for as long as it has worked, so that the other threads have half of the time."""

from tricktable.table.giving_way import WORKS_S, giving_way


class Clock:
    """A clock that stands still but for what is worked and rested."""

    def __init__(self) -> None:
        self.now_s = 100.0
        self.rested_s: list[float] = []

    def now(self) -> float:
        """The time."""
        return self.now_s

    def rest(self, seconds: float) -> None:
        """Let so much time pass."""
        self.rested_s.append(seconds)
        self.now_s += seconds


def rests(works_s: list[float]) -> list[float]:
    """How long work rests whose items take so long each."""
    clock = Clock()
    for each in giving_way(works_s, clock.now, clock.rest):
        clock.now_s += each
    return [round(each, 6) for each in clock.rested_s]


def test_after_each_long_item_it_rests_as_long_as_that_took():
    assert rests([0.02, 0.3]) == [0.02, 0.3]


def test_short_items_are_worked_on_together():
    assert rests([0.3 * WORKS_S] * 9) == [1.2 * WORKS_S] * 2


def test_every_item_comes_once_and_in_order():
    assert [*giving_way(iter("abc"), rest=lambda _: None)] == ["a", "b", "c"]
    assert [*giving_way([], rest=lambda _: None)] == []
