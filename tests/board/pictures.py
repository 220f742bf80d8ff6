"""Pictures as a host sends them that say too much, or all that a page can say. Test support.

The screens of the games stand in `gallery`.
"""

from collections.abc import Sequence

import qrcode

NAMES = ["Ann", "Bo", "Cy", "Di"]
LONG_NAMES = ["Penelope", "Bo", "Maximil", "Wilhelmi"]
ADDRESS = "http://10.0.0.5:8080/t/7KQ"


def trick(**changes: object) -> dict[str, object]:
    """A trick of a Torite for four, two cards played, with changes."""
    return {
        "p": "trick",
        "t": "T5/12",
        "n": NAMES,
        "c": [[2, "QH"], [3, "2H"]],
        "b": 0,
        "w": 0,
        "a": "play",
        "f": ["Ann", "to play"],
        "k": [3, 2, 0, 1],
        "u": "S",
        "m": "",
        "l": ["turn", "off", "off", "off"],
        "s": "",
    } | changes


def qr(address: str, level: int = qrcode.ERROR_CORRECT_M) -> dict[str, object]:
    """The page that lets phones join at an address."""
    code = qrcode.QRCode(border=0, error_correction=level)
    code.add_data(address)
    code.make()
    matrix = code.get_matrix()
    side = len(matrix)
    digits = -(-side // 8) * 2
    rows = []
    for modules in matrix:
        bits = "".join("1" if dark else "0" for dark in modules).ljust(4 * digits, "0")
        rows.append(f"{int(bits, 2):0{digits}X}")
    return {"p": "qr", "z": side, "r": rows, "t": address}


def words(sentence: str) -> dict[str, object]:
    """A sentence under a heading."""
    return {"p": "words", "t": "Tricktable", "q": sentence}


def ask(question: str, *answers: tuple[str, str]) -> dict[str, object]:
    """A question with its answers."""
    return {"p": "ask", "q": question, "o": [list(answer) for answer in answers]}


def sheet(title: str, *rows: Sequence[object], says: str = "") -> dict[str, object]:
    """A table under a heading, and a sentence."""
    return {"p": "sheet", "t": title, "r": [list(row) for row in rows], "q": says}


def card(code: str, done: int, says: str, of: int = 52) -> dict[str, object]:
    """A card that is awaited while a deck is enrolled."""
    return {"p": "card", "t": f"Red deck {done} of {of}", "c": code, "d": done, "n": of, "q": says}


ALREADY = "9H was already played by West in trick 2"
FULL = [[2, "QH"], [3, "2H"], [0, "TS"], [1, "AH"]]

PICTURES: dict[str, dict[str, object]] = {
    "trick-full": trick(c=FULL, b=2, w=0, n=LONG_NAMES, k=[10, 2, 0, 1], f=["Penelope", "to lead"]),
    "trick-six-players": trick(
        n=["Ann", "Bo", "Cy", "Di", "Ed", "Flo"], c=[[4, "5D"]], w=0, k=[0, 1, 2, 3, 4, 5]
    ),
    "trick-turn-without-room": trick(
        w=3, n=LONG_NAMES, f=["Wilhelmi", "to choose a target in secret"]
    ),
    "trick-suits": trick(i=[[3, 4, 3, 3], [], [1, 1, 11, 0], [0, 0, 0, 13]], c=[], w=2, e="H"),
    "trick-note-two-lines": trick(m=ALREADY),
    "trick-note-three-lines": trick(m=ALREADY + ": is it a misread one?"),
    "trick-note-page": trick(m=f"{ALREADY}. {ALREADY}. {ALREADY}."),
    "trick-worth-four": trick(
        n=LONG_NAMES,
        c=[[2, "8B", "8"], [3, "2G", "8"], [0, "4R", "8"]],
        b=2,
        w=1,
        k=["2 1 1", "0 0 1", "1 1 0", "0 0 0"],
        t="R3 T5/5 own \x10",
        u="\x0e3 \x0f2 \x104",
    ),
    "trick-without-words": trick(
        n=["", "", "", ""], c=[[0, ""]], b=0, k=["", "", "", ""], t="", u="", f=["", ""]
    ),
    "trick-faces": trick(
        n=["Penelope", "Bo", "Maximil", "Wilhelmi"],
        k=["10\x1212\x11", "5\x123\x11", "10\x1212\x11", "5\x123\x11"],
        t="D2 T5/13",
        w=-1,
        f=["Ann or Cy", "lead"],
    ),
    "trick-points": trick(
        n=LONG_NAMES, k=["20+3", "-14+1", "20+3", "-14+1"], t="T3/8 Wilhelmi 12", u="H"
    ),
    "trick-stacks-of-two-teams": trick(
        n=["Ann +5", "Bo +6"],
        c=[[0, "4"], [1, "11"]],
        b=-1,
        w=1,
        a="stack",
        k=["4 3 4 4 4 1", "26 in hand"],
        t="draw 3  discards 8",
        u="hand 4",
        f=["Set aside", "Bo, Flo, Gus"],
    ),
    "trick-bids-with-two-words": trick(
        c=[[1, "12 No"], [2, "11 Low"], [3, "pass"]], b=0, w=0, a="bid", t="Deal 2", u="to 52"
    ),
    "sheet-two-long": sheet(
        "Troika to 52, after deal 12",
        ["Penelope & Wilhelmi", "+18", "38"],
        ["Bo & Maximilia", "-14", "-20"],
        says="Wilhelmi to deal. Press your button.",
    ),
    "sheet-empty-cells": sheet("", ["", ""], ["", "5"]),
    "sheet-three": sheet(
        "Etori, after deal 2",
        ["Ann & Di", "+2", "7\x12"],
        ["Bo & Ed", "", "5\x12"],
        ["Cy & Flo", "", "3\x12"],
        says="Cy or Flo to deal. Press your button.",
    ),
    "sheet-four": sheet(
        "Round 1",
        *(
            [name, "\x0e2", "\x0f1", "\x100", "12p"]
            for name in ("Penelope", "Bo", "Maximil", "Wilhelmi")
        ),
        says="Who deals? Press your button.",
    ),
    "sheet-too-much": sheet(
        "A heading that goes on and on and on until it does not fit any more at all",
        *(["A very long name of somebody", "123456", "123456789"] for _ in range(5)),
        says="A sentence that goes on and on and on until it does not fit any more",
    ),
    "card-too-much": card("TS", 51, "A sentence that goes on and on and on until it does not fit"),
    "card-by-name": card("X1", 24, "", of=24),
    "ask-long": ask(
        "This card belongs to the blue deck, and the red one is in play. What is to be done?",
        ("OK", "forget this card and go on as if nothing had happened"),
        ("MENU", "change to the blue deck"),
    ),
    "ask-too-long": ask(
        ALREADY,
        *((key, "an answer that needs more than a line of the display") for key in "234567"),
    ),
    "words-small": words(
        "The Torite is over: 6 4 2 0 was needed, and you made it. Ann deals; press your button."
    ),
    "words-too-many": words("A sentence that goes on and on " * 9),
    "qr-21": qr("HTTP://A.DE/7KQ"),
    "qr-29": qr("http://192.168.178.123:8080/t/7KQ2"),
    "qr-33": qr("http://192.168.178.123:8080/t/7KQ2?from=the-board-at-the-window"),
}
"""By the name of their approved picture in docs/pictures/display."""
