"""A conversation between a real board and a real host, line by line, for the reference page.

PYTHONPATH=tests .venv/bin/python -m wire.transcript
"""

from wire.pair import Pair

FIRST_MS = 60_000
ASK = '{"p":"words","t":"Tricktable","q":"Who deals? Press your button."}'
WAIT = '{"p":"words","t":"T1/12","q":"West to play"}'


def conversation() -> Pair:
    """A card before the host, a greeting, a picture, a button, and a frame that gets lost."""
    pair = Pair()
    pair.now_ms = FIRST_MS - 1580
    pair.lay(2)
    pair.now_ms = FIRST_MS
    pair.open()
    pair.host.show(ASK)
    pair.wait(10, 10)
    pair.wait(990, 100)
    pair.board.emit(pair.now_ms, "S", 1, "short")
    pair.exchange()
    pair.host.show(WAIT)
    pair.wait(10, 10)
    pair.lay(0, "04B1C2D3E4F580")
    pair.lose_up = "E"
    pair.exchange()
    pair.lose_up = ""
    pair.wait(300, 10)
    return pair


def transcript() -> str:
    """The conversation with the time of each frame, and who sent it."""
    lines = []
    for way, line, ms in conversation().passed:
        end = "host " if way == "down" else "board"
        lines.append(f"{(ms - FIRST_MS) / 1000:4.2f} s  {end}  {line}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(transcript(), end="")
