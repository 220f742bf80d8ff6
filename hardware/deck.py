"""A deck with tags in it: where each tag goes, how thick that gets, and a sheet to print for it.

What is marked `assumed` nobody has measured.
"""

from __future__ import annotations

from typing import NamedTuple

CARD_MM = (63.0, 88.0)
TAG_MM = 25.0
CARD_THICK_MM, TAG_THICK_MM, SLEEVE_THICK_MM = 0.30, 0.20, 0.12
"""Of a plastic or paper card; a paper tag with its glue; both walls of a sleeve: assumed."""
OFF_MIDDLE_MM = 13.0
"""From the middle of one place to the next: tags of neighbours lie beside, not on each other."""
A4_MM = (210.0, 297.0)
_MARGIN_MM = 10.0
_TEXT_MM = 4.0


class Place(NamedTuple):
    """Where a tag lies: how far its middle is from the middle of the card, along the long side."""

    name: str
    off_mm: float


PLACES = (Place("A", 0.0), Place("B", OFF_MIDDLE_MM), Place("C", -OFF_MIDDLE_MM))
"""One after the other through the deck."""


def thick_mm(cards: int, places: int = len(PLACES)) -> float:
    """Of a pile of so many cards in sleeves, where it is thickest.

    Tags of two places that are nearer to each other than a tag is wide lie on each other in part:
    at the worst point two of three do.
    """
    layers = 1 if places == 1 else 2 / 3
    return cards * (CARD_THICK_MM + SLEEVE_THICK_MM + layers * TAG_THICK_MM)


def sheet() -> str:
    """An SVG of A4: three cards at full size, each with its tag's place, to cut out as gauges."""
    width, height = A4_MM
    drawn = []
    for number, place in enumerate(PLACES):
        left = _MARGIN_MM + number * CARD_MM[0]
        x, y = left + CARD_MM[0] / 2, 30 + CARD_MM[1] / 2 + place.off_mm
        drawn += [
            f'<rect x="{left:g}" y="30" width="{CARD_MM[0]:g}" height="{CARD_MM[1]:g}" rx="3.5"/>',
            f'<circle cx="{x:g}" cy="{y:g}" r="{TAG_MM / 2:g}"/>',
            f'<path d="M{x - 4:g} {y:g}h8M{x:g} {y - 4:g}v8"/>',
            _words(left + 3, 37, f"{place.name}: cards {number + 1}, {number + 4}, {number + 7} …"),
        ]
    drawn.append('<path d="M10 140h100M10 137v6M110 137v6"/>')
    text = [
        "Print at 100 %, not fitted to the page: this line is 100 mm long. Measure it.",
        "Cut out each card, and its circle. Lay the gauge on the back of a card, edge to edge,",
        "and stick the tag into the circle. Take A, B and C in turns through the deck.",
    ]
    drawn += [_words(10, 150 + 7 * line, words) for line, words in enumerate(text)]
    body = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}mm" height="{height:g}mm" '
        f'viewBox="0 0 {width:g} {height:g}">\n'
        f'<g fill="none" stroke="black" stroke-width="0.25">\n{body}\n</g>\n</svg>\n'
    )


def _words(x: float, y: float, words: str) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{_TEXT_MM:g}" font-family="sans-serif" '
        f'fill="black" stroke="none">{words}</text>'
    )
