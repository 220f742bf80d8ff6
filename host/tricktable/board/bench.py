"""What a person and a new board try together, part by part, and the report of it. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from tablewire.messages import KEYS
from tricktable.board.checkup import Remark

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

    @property
    def name(self) -> str:
        """By which a report knows it."""
        return f"{self.part}: {self.task}"


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
        """With one more step, or a step's newer result."""
        others = tuple(each for each in self.results if each.name != result.name)
        return msgspec.structs.replace(self, results=(*others, result))

    def left(self, steps: Iterable[BenchStep]) -> list[BenchStep]:
        """The steps that have not gone well yet."""
        done = {each.name for each in self.results if each.outcome == OK}
        return [step for step in steps if step.name not in done]

    @property
    def is_well(self) -> bool:
        """Whether each step was tried and went well."""
        return all(result.outcome == OK for result in self.results)


def steps(has: Mapping[str, str]) -> Iterator[BenchStep]:
    """What there is to try on a board with these parts, the display first: it helps with the rest.

    `has`: the parts with their numbers, as the board's hello lists them.
    """
    numbers = {part: int(number) for part, number in has.items() if number.isdecimal()}
    lights, readers = numbers.get("lights", SEATS), numbers.get("readers", SEATS)
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
            "BUZZER's two joints and R_BUZZER",
            picture=_page("Listen", sound="ask"),
        )
    for seat in range(lights):
        words = ["off"] * SEATS
        words[seat] = "on"
        yield BenchStep(
            f"lamp {seat + 1}",
            f"Is the lamp of station {seat + 1} lit, and no other one?",
            f"the ribbon of station {seat + 1} at both ends, R_LAMP{seat}, and whether two of the "
            "stations are exchanged",
            picture=_page(f"Lamp {seat + 1}", lights=words),
        )
    for key in KEYS[: numbers.get("keys", len(KEYS))]:
        yield BenchStep(
            f"key {key.replace('T', '10')}",
            f"Press the key {key.replace('T', '10')} once.",
            "the ribbon of the key board, and that key's joints",
            "K",
            (key,),
        )
    for seat in range(numbers.get("seats", SEATS)):
        yield BenchStep(
            f"button {seat + 1}",
            f"Press the button of station {seat + 1} once, briefly.",
            f"the ribbon of station {seat + 1}, R_BUTTON{seat}, and whether two of the stations "
            "are exchanged",
            "S",
            (str(seat), "short"),
        )
    for reader in range(readers):
        yield from _of_a_reader(reader)
    yield BenchStep(
        "cable",
        "Bend the computer's cable gently at both ends for ten seconds. Did the display stay on?",
        "another cable, shorter, with data wires, and no hub",
        picture=_page("The cable"),
    )


def _of_a_reader(reader: int) -> Iterator[BenchStep]:
    part, card = f"reader {reader + 1}", ("C", (str(reader),))
    yield BenchStep(
        part,
        f"Lay a card in its sleeve on station {reader + 1}, and lift it again.",
        f"the ribbon of station {reader + 1} at both ends, its reader's eight pins, and that the "
        "tag is an NTAG213",
        *card,
    )
    yield BenchStep(
        part,
        f"Lower a card slowly over the middle of station {reader + 1} until the board sounds. "
        "How high above the lid was it?",
        "metal below the station, and that the reader lies close below the lid",
        *card,
        unit="mm",
    )
    yield BenchStep(
        part,
        f"Put a phone beside station {reader + 1}, touching it, with its screen on. Lay a card on "
        "the station, and lift it again.",
        "how far the phone has to be away; tell the players",
        *card,
    )


def _page(
    sentence: str, *, sound: str = "", lights: Sequence[str] = ("off",) * SEATS
) -> dict[str, object]:
    return {"p": "words", "t": "Bench", "q": sentence, "l": list(lights), "s": sound}


def other_end(step: BenchStep, what: str, args: Sequence[str]) -> str:
    """What it means that the board noticed this in place of what it should; empty: nothing."""
    if what != step.what:
        return ""
    if what == "K":
        return f"The board noticed the key {args[0].replace('T', '10')}."
    return f"The board noticed station {int(args[0]) + 1}." if args[0] != step.args[0] else ""


def written(report: Report, remarks: Iterable[Remark]) -> str:
    """The report as a page of Markdown, to keep with the table."""
    signs = {OK: "works", BAD: "**does not work**", SKIPPED: "not tried"}
    rows = [
        f"| {each.part} | {each.task} | {signs[each.outcome]} | {each.said} |"
        for each in report.results
    ]
    own = [f"* {each.part}: {each.sentence}" for each in remarks]
    return "\n".join(
        (
            "# Bench report",
            "",
            f"Board {report.board}, program {report.firmware}, begun {report.begun}.",
            "",
            "| part | what was tried | outcome | noted |",
            "|---|---|---|---|",
            *rows,
            "",
            "## What the board says of itself",
            "",
            *own,
            "",
        )
    )
