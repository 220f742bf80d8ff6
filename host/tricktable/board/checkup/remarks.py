"""What the facts of a board mean and what to do about it, in plain sentences. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from tablewire.checkup import BOARD_PART, DISPLAY_PART, KEYS_PART
from tricktable.board.checkup.facts import ELSEWHERE, Facts, Reader, count, readers, word
from tricktable.text.sentences import capital

# VersionReg (MFRC522 data sheet, 9.3.4.8), and what clones in circulation say there
# (miguelbalboa/rfid).
GENUINE: Final = ("90", "91", "92")
CLONES: Final = ("88", "12", "82", "B2")
FEW: Final = 5
"""Fewer faults than this are no pattern."""
OFTEN_A_MINUTE: Final = 1.0
"""Faults this frequent are worth checking the cable for."""
SLOW_ROUND_MS: Final = 100
"""So long without a look at the keys; between two looks lies a slice of 5 ms at most."""
LITTLE_HEAP_BYTES: Final = 20_000
"""A board has 113 KB left after its hello (docs/explanation/simulated-board.md)."""


class Remark(NamedTuple):
    """What there is to say about one part."""

    part: str
    is_well: bool
    sentence: str


def remarks(facts: Facts) -> Iterator[Remark]:
    """The remarks, part by part, calmly; at least one for each part."""
    yield Remark("board", facts.state == "live", _of_the_board(facts))
    if facts.link and (facts.state == "live" or facts.firmware):  # or nothing came over a cable
        yield from _of_the_cable(facts.link)
    if facts.health is None:
        if facts.state == "live":
            yield Remark("health", False, _CANNOT_TELL)
        return
    for reader in readers(facts):
        yield from _of_a_reader(reader, _of_wires(facts, f"reader {reader.number}"))
    yield _of_the_display(facts.health, _of_wires(facts, "display"))
    yield _of_the_keys(facts.health)
    if facts.has.get("lights") != "0" or facts.has.get("buzzer") != "0":
        said = "A test switches them on for a moment: look and listen."
        yield Remark("lamps and buzzer", True, said)
    yield from _of_the_program(facts)


_CANNOT_TELL: Final = (
    "The board did not report its health: its firmware is older than this host, or it was busy. "
    "Ask again, or update the board with `tricktable flash`."
)
_STATES: Final = {
    "live": "Connected and answering.",
    "silent": "Silent. Check that its cable is plugged in at both ends.",
    "absent": "No board found. Plug it in with a data cable, or give its port with --port.",
    ELSEWHERE: "Another host of the club has the board. Run this command there.",
}


def _of_the_board(facts: Facts) -> str:
    known = f" Firmware {facts.firmware}." if facts.firmware else ""
    return (_STATES.get(facts.state) or facts.word or "It cannot be used.") + known


def _of_the_cable(link: Mapping[str, int]) -> Iterator[Remark]:
    broken, lost = link.get("bad_frames", 0), link.get("lost", 0)
    if broken >= FEW:
        what = f"{broken} lines arrived damaged. Use a shorter cable, and no hub."
        yield Remark("cable", False, what)
    else:
        yield Remark("cable", True, "Everything arrives undamaged.")
    if lost:
        what = f"The board's memory was full, and it lost {_number(lost, 'event')}. " + _SHOW_AGAIN
        yield Remark("memory", False, what)


_SHOW_AGAIN: Final = "Check whether the game lacks any cards, and lay them again."


def _of_wires(facts: Facts, part: str) -> str:
    """What a breadboard has found out last about the wires of a part, as a sentence; or empty."""
    told = (each.partition(": ") for each in reversed(facts.errors))
    return next((f" {capital(said)}." for name, _, said in told if name == part), "")


def _of_a_reader(reader: Reader, wires: str) -> Iterator[Remark]:
    part = f"reader {reader.number}"
    if reader.version == "00":
        check = wires or " Check its plug, its power and its wires."
        yield Remark(part, False, f"No answer.{check}")
        return
    found = [
        f"{_number(many, name)} in {_minutes(reader.minutes)}: {advice}"
        for key, (name, advice, least) in _ADVICE.items()
        if (many := reader.counts.get(key, 0)) >= least
        and (many / reader.minutes >= OFTEN_A_MINUTE or key in _NEVER_USUAL)
    ]
    if reader.test == "bad":
        found.append("its chip fails its self test. If it misses cards, replace it.")
    if reader.is_slowed:
        found.append(
            f"the board slowed its bus to {reader.khz} kHz, where it makes no errors: "
            "shorten its cable, or check its ground wire."
        )
    for sentence in found:
        yield Remark(part, False, capital(sentence))
    if not found:
        yield Remark(part, True, f"Working. {_chip(reader)}")


_ADVICE: Final[Mapping[str, tuple[str, str, int]]] = {
    "errors": ("CRC error", "move the metal away from it, or shorten its cable.", FEW),
    "timeouts": ("broken reading", "lay cards flat and leave them for a moment.", 2 * FEW),
    "collisions": ("collision", "lay one card at a time, and no other tag near it.", 4 * FEW),
    "retries": ("missed answer", "bring the cards nearer, with thinner wood above it.", 4 * FEW),
    "falls": ("card lost and found", "fasten the reader, and leave cards still on it.", FEW),
    "restarts": ("restart", "fit a 100 uF capacitor at its plug, and check its power wires.", 1),
}
"""For each kind of count: its name, what to do about it, and how many it takes to matter."""
_NEVER_USUAL: Final = ("restarts",)


def _chip(reader: Reader) -> str:
    if reader.version in GENUINE:
        return f"Chip {reader.version}, self test {_TESTS.get(reader.test, 'not made')}."
    kind = "a known clone" if reader.version in CLONES else "of an unknown kind"
    return f"Chip {reader.version}, {kind}."


_TESTS: Final = {"ok": "passed", "bad": "failed"}


def _of_the_display(health: Mapping[str, tuple[str, ...]], wires: str) -> Remark:
    is_well = health.get(DISPLAY_PART) == ("ok",)
    sentence = "Working." if is_well else f"No answer.{wires or ' Check its four wires.'}"
    return Remark("display", is_well, sentence)


def _of_the_keys(health: Mapping[str, tuple[str, ...]]) -> Remark:
    stuck = word(health, KEYS_PART, "stuck")
    if stuck in ("", "-"):
        return Remark("keys", True, "None stuck.")
    names = stuck.replace("seat", "seat button ").replace(",", ", ")
    return Remark("keys", False, f"Stuck: {names}. Free it, or look for solder between its pins.")


def _of_the_program(facts: Facts) -> Iterator[Remark]:
    round_ms = count(facts.health or {}, BOARD_PART, "round")
    if round_ms > SLOW_ROUND_MS:
        yield Remark(
            "program", False, f"The keys were not read for {round_ms} ms. Send us a bundle."
        )
    free = facts.link.get("free", LITTLE_HEAP_BYTES)
    if 0 < free < LITTLE_HEAP_BYTES:  # 0: it has just begun, and not counted them yet
        yield Remark("program", False, f"Only {free} bytes of memory are left. Restart the board.")
    if facts.errors:
        yield Remark("program", True, f"The last fault it reported: {facts.errors[-1]}.")


def _number(many: int, name: str) -> str:
    if many == 1:
        return f"1 {name}"
    return f"{many} cards lost and found" if name.startswith("card") else f"{many} {name}s"


def _minutes(minutes: float) -> str:
    return f"{minutes:.0f} minutes" if minutes >= 1.5 else "a minute"


def still(before: Facts, after: Facts) -> Iterator[Remark]:
    """How cards that lay still fared between two checks of the same board."""
    if before.health is None or after.health is None:
        yield from remarks(after if before.health else before)
        return
    for then, now in zip(readers(before), readers(after), strict=False):
        if now.minutes < then.minutes:
            yield Remark("board", False, "It restarted meanwhile. Check its cable and start again.")
            return
        lost = now.counts["falls"] - then.counts["falls"]
        missed = now.counts["retries"] - then.counts["retries"]
        minutes = _minutes(now.minutes - then.minutes)
        advice = "" if lost == 0 else " Fasten the reader, and lay the card over its middle."
        sentence = f"{lost} false removals and {missed} missed answers in {minutes}.{advice}"
        yield Remark(f"reader {now.number}", lost == 0, sentence)


def remark_lines(said: Iterable[Remark]) -> Iterator[str]:
    """The remarks as lines; `!` marks what is not well."""
    for remark in said:
        yield f"{' ' if remark.is_well else '!'} {remark.part}: {remark.sentence}"
