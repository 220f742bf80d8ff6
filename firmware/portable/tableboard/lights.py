"""The seat lights: a word and the time in, a colour out. Never drives a lamp.

No word is told by its hue alone: `wrong` blinks, `hold` half as fast, `turn` is the brightest that
does not, `won` is a full colour, `on` is dim.
"""

DARK = (0, 0, 0)
READ = (48, 48, 48)
"""The answer to a card or a key, at once and by the board itself."""
READ_MS = 90  # then the lamp shows its word again

BLINK_MS = 250  # `wrong` flashes twice a second: more than three may harm people (WCAG 2.3.1)
BRIGHTEST = 4
"""Of four steps; each one below halves the light."""

# Red, green, blue. Four lamps at 64 of 255 take 60 mA: the supply of a USB port has that to spare.
COLOURS = {
    "off": DARK,
    "on": (4, 4, 4),
    "turn": (40, 40, 64),
    "won": (0, 64, 16),
    "wrong": (64, 12, 0),
    "hold": (0, 16, 64),
}


def dimmed(colour: tuple[int, int, int], brightness: int) -> tuple[int, int, int]:
    """Return the colour at a step of brightness; what shines goes on shining."""
    steps = BRIGHTEST - brightness
    red, green, blue = [max(value >> steps, 1) if value else 0 for value in colour]
    return red, green, blue


def colour(word: str, now_ms: int) -> tuple[int, int, int]:
    """Return the colour of a light now; a word that this board does not know is dark."""
    blinks = {"wrong": 1, "hold": 2}.get(word, 0)
    # All lamps by the same clock, so that those of two seats blink together and not at random.
    if now_ms // BLINK_MS & blinks:
        return DARK
    return COLOURS.get(word, DARK)
