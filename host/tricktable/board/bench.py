"""What a person and a new board try together, part by part, and the report of it. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from tablewire.messages import KEYS
from tablewire.words import CARD, CROWD, FAULT, KEY, READER, SEAT, UNREADABLE
from tricktable.board.checkup import Remark
from tricktable.text.count import how_many

OK: Final = "ok"
BAD: Final = "bad"
SKIPPED: Final = "skipped"
SEATS: Final = 4  # of a picture's lights


class BenchStep(NamedTuple):
    """One thing to try."""

    part: str
    task: str
    """What the person does, or a question about what they see and hear."""
    advice: str
    """What to look at if it does not work."""
    what: str = ""
    """The kind of event by which the board notices; empty if only the person can tell."""
    args: tuple[str, ...] = ()
    """How the event's words begin."""
    picture: Mapping[str, object] = {}
    """What the board shows and sounds meanwhile."""
    unit: str = ""
    """If the person measures something: in what."""
    needs: str = ""
    """The part without which this tells nothing, if that is not its own."""

    @property
    def name(self) -> str:
        """By which a report knows it."""
        return f"{self.part}: {self.task}"

    @property
    def choices(self) -> str:
        """What the person may type."""
        if self.unit:
            return f"a number of {self.unit}, n: it never did, s: skip"
        if self.what:
            return "Enter: done, n: nothing happens, s: skip"
        return "y, n, Enter: show it again, s: skip"

    def outcome(self, typed: str) -> str:
        """What it says that the person typed this: OK (if the board agrees), BAD or SKIPPED.

        Empty if the person is to be asked again.
        """
        answer = typed.casefold()
        if answer in ("s", "skip"):
            return SKIPPED
        if answer in ("n", "no"):
            return BAD
        if self.unit:
            return OK * bool(_AMOUNT.fullmatch(answer.removesuffix(self.unit).strip()))
        return OK * (answer in ([""] if self.what else ["y", "yes"]))


_AMOUNT: Final = re.compile(r"\d{1,3}([.,]\d)?", re.ASCII)


class BenchResult(msgspec.Struct, frozen=True):
    """How a step went."""

    part: str
    task: str
    outcome: str
    said: str = ""

    @property
    def name(self) -> str:
        """Of its step."""
        return f"{self.part}: {self.task}"


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What was tried so far. Of one board, told by its chip's id."""

    board: str
    firmware: str
    begun: str
    results: tuple[BenchResult, ...] = ()

    def with_result(self, result: BenchResult) -> Report:
        """With one more step, or a step's newer result in the place of its older one."""
        by_name = {each.name: each for each in (*self.results, result)}
        return msgspec.structs.replace(self, results=(*by_name.values(),))

    def steps_left(self, steps: Iterable[BenchStep]) -> list[BenchStep]:
        """The steps that have not gone well yet."""
        done = {each.name for each in self.results if each.outcome == OK}
        return [step for step in steps if step.name not in done]

    def summary(self, left: Sequence[BenchStep]) -> str:
        """How many steps went well, and which parts do not; `left`: what has not gone well."""
        bad = [each for each in self.results if each.outcome == BAD]
        said = [f"{how_many(sum(each.outcome == OK for each in self.results), 'step')} went well"]
        if bad:
            parts = ", ".join(dict.fromkeys(each.part for each in bad))
            said.append(f"{len(bad)} did not ({parts})")
        if untried := len(left) - len(bad):
            said.append(
                f"{how_many(untried, 'step')} {'is' if untried == 1 else 'are'} still to be tried"
            )
        return f"{', '.join(said)}."


def steps(has: Mapping[str, str]) -> Iterator[BenchStep]:
    """What there is to try on a board with these parts, the display first: it helps with the rest.

    `has`: the parts with their numbers, as the board's hello lists them.
    """
    numbers = {part: int(number) for part, number in has.items() if number.isdecimal()}
    lights, readers = numbers.get("lights", SEATS), numbers.get("readers", SEATS)
    is_breadboard = numbers.get("keys") == 0  # a whole table has them
    yield BenchStep(
        "display",
        "Does the display say “Bench” and below it “All is well”, without snow or a shift?",
        "its four wires, whether GND and VCC are exchanged, and that its chip is an SSD1306",
        picture=_page("All is well"),
    )
    if numbers.get("buzzer", 1):
        yield BenchStep(
            "sounder",
            "Did the board just sound?",
            "its two wires" if is_breadboard else "BUZZER's two joints and R_BUZZER",
            picture=_page("Listen", sound="ask"),
        )
    for seat in range(lights):
        words = ["off"] * SEATS
        words[seat] = "on"
        yield BenchStep(
            f"lamp {seat + 1}",
            f"Is the lamp of station {seat + 1} lit, and no other one?",
            "the wires of its gate, and its own"
            if is_breadboard
            else f"the ribbon of station {seat + 1} at both ends, R_LAMP{seat}, and whether two of "
            "the stations are exchanged",
            picture=_page(f"Lamp {seat + 1}", lights=words),
        )
    for key in KEYS[: numbers.get("keys", len(KEYS))]:
        yield BenchStep(
            f"key {key.replace('T', '10')}",
            f"Press the key {key.replace('T', '10')} once.",
            "the ribbon of the key board, and that key's joints",
            KEY,
            (key,),
        )
    for seat in range(numbers.get("seats", SEATS)):
        yield BenchStep(
            f"button {seat + 1}",
            f"Press the button of station {seat + 1} once, briefly."
            if not is_breadboard
            else f"Press button {seat + 1} once, briefly.",
            "both ends of its two wires, hole by hole: one beside the right one is as good as none"
            if is_breadboard
            else f"the ribbon of station {seat + 1}, R_BUTTON{seat}, and whether two of the "
            "stations are exchanged",
            SEAT,
            (str(seat), "short"),
        )
    for reader in range(readers):
        yield from _of_a_reader(reader, is_breadboard)
    yield BenchStep(
        "cable",
        "Bend the computer's cable gently at both ends for ten seconds. Did the display stay on?",
        "the cable: take another one, shorter, with data wires, and no hub",
        picture=_page("The cable"),
        needs="display",
    )


def _of_a_reader(reader: int, is_breadboard: bool) -> Iterator[BenchStep]:
    part, card = f"reader {reader + 1}", (CARD, (str(reader),))
    if is_breadboard:
        yield BenchStep(
            part,
            f"Follow the red wire of {part}, which no board can measure: does it go to the red "
            "rail, the rail to row 5 (3V3), and no wire to row 1 or 2 (5 V)?",
            "the rail's red wire: it belongs in row 5. Pull the computer's cable before moving it",
            picture=_page("Red wire: row 5?"),
        )
    place, cover = (part, "it") if is_breadboard else (f"station {reader + 1}", "the lid")
    wires = (
        "its seven wires"
        if is_breadboard
        else (f"the ribbon of {place} at both ends, its reader's eight pins")
    )
    yield BenchStep(
        part,
        f"Lay a card in its sleeve on {place}, and lift it again.",
        f"{wires}, and that the tag is an NTAG213",
        *card,
    )
    yield BenchStep(
        part,
        f"Lower a card slowly over the middle of {place} until the board sounds. "
        f"How high above {cover} was it?",
        f"for metal below {place}, and that the reader lies close below its cover",
        *card,
        unit="mm",
    )
    yield BenchStep(
        part,
        f"Put a phone beside {place}, touching it, with its screen on. Lay a card on {place}, "
        "and lift it again.",
        "how far away the phone has to be, and tell the players",
        *card,
    )


def _page(
    sentence: str, *, sound: str = "", lights: Sequence[str] = ("off",) * SEATS
) -> dict[str, object]:
    return {"p": "words", "t": "Bench", "q": sentence, "l": list(lights), "s": sound}


def notice_sentence(what: str, args: Sequence[str]) -> str:
    """What a board noticed, as a sentence; empty if it is of no use at a bench."""
    if what == KEY:
        return f"The board noticed the key {args[0].replace('T', '10')}."
    if what == FAULT:
        return f"The board says: {args[0].replace('_', ' ')}."
    place = int(args[0]) + 1 if args and args[0].isdecimal() else 0
    sentence = _NOTICED.get((what, *args[1:2]), _NOTICED.get((what,), ""))
    return sentence.format(place=place, detail=" ".join(args[1:]))


_NOTICED: Final[Mapping[tuple[str, ...], str]] = {
    (SEAT,): "The board noticed button {place}.",
    (SEAT, "long"): "The board noticed that button {place} was held for long.",
    (CARD,): "The board noticed a card on reader {place}.",
    (CROWD,): "The board noticed two cards at once on reader {place}.",
    (UNREADABLE,): "The board noticed a card on reader {place} that it cannot read ({detail}).",
    (READER, "dead"): "The board says: reader {place} does not answer.",
}
"""By an event's kind, and its second word."""


def is_meant(step: BenchStep, what: str, args: Sequence[str]) -> bool:
    """Whether this is the event that a step waits for."""
    return what == step.what and tuple(args[: len(step.args)]) == step.args


def wrong(step: BenchStep, events: Iterable[tuple[str, Sequence[str]]]) -> str:
    """What is wrong with the events that came of a step, as a sentence; empty: nothing."""
    came, others = False, []
    for what, args in events:
        if is_meant(step, what, args):
            came = True
        else:
            others.append((what, notice_sentence(what, args)))
    if came:  # two keys at once are a bridge, but a card may be unreadable until it lies
        return next((f"{said[:-1]}, too." for what, said in others if what == step.what), "")
    return next((said for _, said in others if said), "Nothing came.")


def as_markdown(report: Report, left: Sequence[BenchStep], remarks: Iterable[Remark]) -> str:
    """The report as a page of Markdown, to keep with the table.

    `left`: what has not gone well. `remarks`: none if the board was not asked yet.
    """
    signs = {OK: "works", BAD: "**does not work**", SKIPPED: "not tried"}
    rows = [
        f"| {each.part} | {each.task} | {signs[each.outcome]} | {each.said.replace('|', '/')} |"
        for each in report.results
    ]
    own = [f"* {each.part}: {each.sentence}" for each in remarks]
    return "\n".join(
        (
            "# Bench report",
            "",
            f"Board {report.board}, program {report.firmware}, begun {report.begun}. "
            f"{report.summary(left)}",
            "",
            "| part | what was tried | outcome | noted |",
            "|---|---|---|---|",
            *rows,
            "",
            "## What the board says of itself",
            "",
            *(own or ["It is asked at the end of the walk, which was not reached."]),
            "",
        )
    )
