"""Pictures as the host sends them, one for each thing that a page can say. Test support."""

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


ALREADY = "9H was already played by West in trick 2"
FULL = [[2, "QH"], [3, "2H"], [0, "TS"], [1, "AH"]]

PICTURES: dict[str, dict[str, object]] = {
    "trick-two-cards": trick(),
    "trick-lead": trick(c=[], b=-1, w=2),
    "trick-full": trick(c=FULL, b=2, w=0, n=LONG_NAMES, k=[10, 2, 0, 1]),
    "trick-three-players": trick(
        n=["Penelope", "Bo", "Guinever"], c=[[0, "9C"], [1, "KD"]], b=0, w=2, k=[4, 3, 2], u=""
    ),
    "trick-two-players": trick(n=["Ann", "Bo"], c=[[1, "JC"]], b=0, w=0, k=[4, 3]),
    "trick-six-players": trick(
        n=["Ann", "Bo", "Cy", "Di", "Ed", "Flo"], c=[[4, "5D"]], w=0, k=[0, 1, 2, 3, 4, 5]
    ),
    "trick-everyone-shows": trick(c=FULL, b=3, w=-1, a="show"),
    "trick-who-leads": trick(c=[], b=-1, w=-1, a="leader", u=""),
    "trick-turn-without-room": trick(w=3, n=LONG_NAMES, a="prize"),
    "trick-note": trick(m="Cy played out of turn"),
    "trick-note-two-lines": trick(m=ALREADY),
    "trick-note-three-lines": trick(m=ALREADY + ": is it a misread one?"),
    "trick-note-page": trick(m=f"{ALREADY}. {ALREADY}. {ALREADY}."),
    "ask": ask(ALREADY, ("2", "misread"), ("3", "correct it"), ("4", "other deck")),
    "ask-long": ask(
        "This card belongs to the blue deck, and the red one is in play. What is to be done?",
        ("OK", "forget this card and go on as if nothing had happened"),
        ("MENU", "change to the blue deck"),
    ),
    "words-large": words("Who deals? Press your button."),
    "words-small": words(
        "The Torite is over: 6 4 2 0 was needed, and you made it. Ann deals; press your button."
    ),
    "words-too-many": words("A sentence that goes on and on " * 9),
    "qr-21": qr("HTTP://A.DE/7KQ"),
    "qr-25": qr(ADDRESS),
    "qr-29": qr("http://192.168.178.123:8080/t/7KQ2"),
    "qr-33": qr("http://192.168.178.123:8080/t/7KQ2?from=the-board-at-the-window"),
}
"""By the name of their approved picture in tests/board/screens."""
