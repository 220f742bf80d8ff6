"""What the facts of a board mean and what to do about it, in plain sentences. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from tablewire.checkup import BOARD_PART, DISPLAY_PART, KEYS_PART
from tricktable.checkup.facts import Facts, Reader, count, readers, word

GENUINE: Final = ("90", "91", "92")
CLONES: Final = ("88", "12", "82", "B2")
FEW: Final = 5
"""So many of a fault are no pattern."""
OFTEN_A_MINUTE: Final = 1.0
"""So often they are worth a hand at the cable."""
SLOW_ROUND_MS: Final = 100
LITTLE_HEAP_BYTES: Final = 20_000


class Remark(NamedTuple):
    """What there is to say of one part."""

    part: str
    is_well: bool
    sentence: str


def remarks(facts: Facts) -> Iterator[Remark]:
    """What there is to say, part by part, calmly; at least one remark for each part."""
    yield Remark("board", facts.state == "live", _of_the_board(facts))
    if facts.link:
        yield from _of_the_cable(facts.link)
    if facts.health is None:
        if facts.state == "live":
            yield Remark("health", False, _CANNOT_TELL)
        return
    for reader in readers(facts):
        yield from _of_a_reader(reader)
    yield _of_the_display(facts.health)
    yield _of_the_keys(facts.health)
    yield Remark("lamps and buzzer", True, "A test lets them go on for a moment: look and listen.")
    yield from _of_the_program(facts)


_CANNOT_TELL: Final = (
    "The board does not tell how it is: its firmware is older than this, or it was busy. "
    "Ask again, or put the firmware of this host onto it with `tricktable flash`."
)
_STATES: Final = {
    "live": "It is connected and answers.",
    "silent": "It has gone silent: look whether its cable is in at both ends.",
    "absent": "No board was found: plug it in with a cable that carries data, or name its --port.",
}


def _of_the_board(facts: Facts) -> str:
    known = f" Firmware {facts.firmware}." if facts.firmware else ""
    return (_STATES.get(facts.state) or facts.word or "It cannot be used.") + known


def _of_the_cable(link: Mapping[str, int]) -> Iterator[Remark]:
    broken, lost = link.get("bad_frames", 0), link.get("lost", 0)
    if broken >= FEW:
        what = f"{broken} lines came broken: use a shorter cable, and no hub."
        yield Remark("cable", False, what)
    else:
        yield Remark("cable", True, "What it carries arrives whole.")
    if lost:
        what = f"The board's memory was full and {_number(lost, 'event')} not kept: " + _SHOW_AGAIN
        yield Remark("memory", False, what)


_SHOW_AGAIN: Final = "look whether cards are missing in the game, and lay them again."


def _of_a_reader(reader: Reader) -> Iterator[Remark]:
    part = f"reader {reader.number}"
    if reader.version == "00":
        yield Remark(part, False, "It does not answer: look at its plug, its power and its wires.")
        return
    found = [
        f"{_number(many, name)} in {_minutes(reader.minutes)}: {advice}"
        for key, (name, advice, least) in _ADVICE.items()
        if (many := reader.counts.get(key, 0)) >= least
        and (many / reader.minutes >= OFTEN_A_MINUTE or key in _NEVER_USUAL)
    ]
    if reader.test == "bad":
        found.append("its chip fails its self test: if it misses cards, put in another.")
    if reader.is_slowed:
        found.append(
            f"the board slowed its bus down to {reader.khz} kHz, on which it makes no mistakes: "
            "shorten its cable, or look at its ground wire."
        )
    for sentence in found:
        yield Remark(part, False, _capital(sentence))
    if not found:
        yield Remark(part, True, f"It is well. {_chip(reader)}")


_ADVICE: Final[Mapping[str, tuple[str, str, int]]] = {
    "errors": ("CRC error", "move the metal away from it, or shorten its cable.", FEW),
    "timeouts": ("broken reading", "lay cards flat and leave them for a moment.", 2 * FEW),
    "collisions": ("collision", "lay one card at a time, and no other tag near it.", 4 * FEW),
    "retries": ("missed answer", "bring the card nearer: thinner wood above the reader.", 4 * FEW),
    "falls": ("card lost and found", "fasten the reader, and keep the card still on it.", FEW),
    "restarts": ("restart", "give it 100 uF at its plug, and look at its power wires.", 1),
}
"""By the word for a count: what it is called, what to do about it, and from how many on."""
_NEVER_USUAL: Final = ("restarts",)


def _chip(reader: Reader) -> str:
    if reader.version in GENUINE:
        return f"Chip {reader.version}, self test {_TESTS.get(reader.test, 'not made')}."
    kind = "a known clone" if reader.version in CLONES else "of no known kind"
    return f"Chip {reader.version}, {kind}."


_TESTS: Final = {"ok": "passed", "bad": "failed"}


def _of_the_display(health: Mapping[str, tuple[str, ...]]) -> Remark:
    is_well = health.get(DISPLAY_PART) == ("ok",)
    sentence = "It is well." if is_well else "It does not answer: look at its four wires."
    return Remark("display", is_well, sentence)


def _of_the_keys(health: Mapping[str, tuple[str, ...]]) -> Remark:
    stuck = word(health, KEYS_PART, "stuck")
    if stuck in ("", "-"):
        return Remark("keys", True, "None is stuck.")
    names = stuck.replace("seat", "seat button ").replace(",", ", ")
    return Remark("keys", False, f"Stuck: {names}. Free it, or look for solder between its pins.")


def _of_the_program(facts: Facts) -> Iterator[Remark]:
    round_ms = count(facts.health or {}, BOARD_PART, "round")
    if round_ms > SLOW_ROUND_MS:
        yield Remark(
            "program", False, f"No key was looked at for {round_ms} ms: tell us, with a bundle."
        )
    free = facts.link.get("free", LITTLE_HEAP_BYTES)
    if free < LITTLE_HEAP_BYTES:
        yield Remark("program", False, f"Only {free} bytes of memory are left: restart the board.")
    if facts.errors:
        yield Remark("program", True, f"The last fault it told of: {facts.errors[-1]}.")


def _number(many: int, name: str) -> str:
    if many == 1:
        return f"1 {name}"
    return f"{many} cards lost and found" if name.startswith("card") else f"{many} {name}s"


def _minutes(minutes: float) -> str:
    return f"{minutes:.0f} minutes" if minutes >= 1.5 else "a minute"


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def still(before: Facts, after: Facts) -> Iterator[Remark]:
    """What became of cards that lay still between two looks at the same board."""
    if before.health is None or after.health is None:
        yield from remarks(after if before.health else before)
        return
    for then, now in zip(readers(before), readers(after), strict=False):
        if now.minutes < then.minutes:
            yield Remark("board", False, "It restarted meanwhile: look at its cable, begin again.")
            return
        lost = now.counts["falls"] - then.counts["falls"]
        missed = now.counts["retries"] - then.counts["retries"]
        minutes = _minutes(now.minutes - then.minutes)
        advice = "" if lost == 0 else " Fasten the reader, and lay the card over its middle."
        sentence = f"{lost} false removals and {missed} missed answers in {minutes}.{advice}"
        yield Remark(f"reader {now.number}", lost == 0, sentence)


def printed(said: Iterable[Remark]) -> Iterator[str]:
    """The remarks as lines; what is not well stands out by its first character."""
    for remark in said:
        yield f"{' ' if remark.is_well else '!'} {remark.part}: {remark.sentence}"
