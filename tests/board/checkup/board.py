"""A board that is well, and facts about it with something changed. Test support."""

from tricktable.board.checkup.facts import Facts, versions

WELL = {
    **{f"r{number}": ("92", "ok", "0", "0", "0", "0", "0", "0") for number in range(4)},
    "display": ("ok",),
    "keys": ("-",),
    "board": ("7", "120000", "14", "1000,1000,1000,1000,1000"),
}
HAS = {"readers": "4", "keys": "20", "display": "128x64", "health": "1"}


def facts(**changed: object) -> Facts:
    """A board that is well, but for what is changed."""
    plain = {"versions": versions(), "state": "live", "firmware": "0.1.0", "has": HAS}
    return Facts(**(plain | {"link": {"bad_frames": 0}, "health": WELL} | changed))  # type: ignore[arg-type]


def reader(number: int = 1, **words: str) -> dict[str, tuple[str, ...]]:
    """WELL with other words for one reader."""
    names = "version test timeouts errors collisions retries restarts falls".split()
    plain = dict(zip(names, WELL["r0"], strict=True))
    return WELL | {f"r{number}": tuple((plain | words)[name] for name in names)}
