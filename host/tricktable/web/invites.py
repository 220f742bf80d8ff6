"""A QR code in three forms: text for a terminal, SVG for a page, rows for the board's display.

It only draws; the code holds nothing but an address.
"""

from functools import lru_cache
from typing import Final

from qrcode.constants import ERROR_CORRECT_L, ERROR_CORRECT_M
from qrcode.main import QRCode

QUIET: Final = 4
"""Blank modules around the code (ISO/IEC 18004, 6.3.8)."""
MOST_KEPT: Final = 64
"""This many codes are kept: those of a club's tables, in two forms each."""
_ON_WHITE: Final = "\x1b[38;5;16;48;5;231m"  # black on white, whatever the terminal's colours are
_RESET: Final = "\x1b[0m"
_DARK: Final = "\x1b[38;5;16;48;5;16m##"  # black on black: no gaps, as between bare signs
_LIGHT: Final = "\x1b[48;5;231m  "
_COLUMNS: Final = 80
_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def address(base_url: str, table: str) -> str:
    """The address that a guest's phone opens."""
    return f"{base_url.rstrip('/')}/t/{table}"


def terminal(text: str, is_coloured: bool = True, has_blocks: bool = True) -> str:
    """The code in half blocks, two modules a character; without colours, for black on white.

    Where a terminal has no blocks, each module is two ASCII characters.
    """
    if not has_blocks:
        return _in_ascii(text, is_coloured)
    lines = []
    matrix = _matrix(text, ERROR_CORRECT_L, QUIET)
    if len(matrix) % 2:
        matrix = (*matrix, (False,) * len(matrix))
    for upper, lower in zip(matrix[::2], matrix[1::2], strict=True):
        line = "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        lines.append(f"{_ON_WHITE}{line}{_RESET}" if is_coloured else line)
    return "\n".join(lines)


def _in_ascii(text: str, is_coloured: bool) -> str:
    """At most 80 columns wide, with a narrower border if need be."""
    bare = len(_matrix(text, ERROR_CORRECT_L, 0))
    quiet = max(1, min(QUIET, (_COLUMNS // 2 - bare) // 2))
    dark, light = (_DARK, _LIGHT) if is_coloured else ("##", "  ")
    lines = []
    for modules in _matrix(text, ERROR_CORRECT_L, quiet):
        line = "".join(dark if is_dark else light for is_dark in modules)
        lines.append(f"{line}{_RESET}" if is_coloured else line)
    return "\n".join(lines)


def svg(text: str) -> str:
    """The code as one SVG path, black on white in light and dark mode."""
    matrix = _matrix(text, ERROR_CORRECT_M, QUIET)
    size = len(matrix)
    path = "".join(
        f"M{column} {row}h1v1h-1z"
        for row, modules in enumerate(matrix)
        for column, is_dark in enumerate(modules)
        if is_dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}"'
        f' shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{size}v{size}H0z"/>'
        f'<path d="{path}"/></svg>'
    )


def board_page(text: str, said: str = "") -> dict[str, object]:
    """The board's `qr` page (docs/reference/wire.md): size, rows without a border, text.

    `said` stands beside the code instead of what it holds. A row is hex, most significant bit
    first, padded on the right. Up to 53 bytes of text make 29 modules, which the display's 64 rows
    hold at two pixels each.
    """
    # The lowest error correction level: a higher one needs more modules than 64 rows can show.
    matrix = _matrix(text, ERROR_CORRECT_L, 0)
    size = len(matrix)
    row_bytes = -(-size // 8)
    rows = []
    for modules in matrix:
        bits = "".join("1" if is_dark else "0" for is_dark in modules).ljust(row_bytes * 8, "0")
        rows.append(int(bits, 2).to_bytes(row_bytes).hex())
    return {"p": "qr", "z": size, "r": rows, "t": said or text}


# Finding the mask that reads best takes tens of milliseconds, and all who look need the same code.
@lru_cache(MOST_KEPT)
def _matrix(text: str, correction: int, border: int) -> tuple[tuple[bool, ...], ...]:
    code = QRCode(error_correction=correction, border=border)
    code.add_data(text)
    code.make(fit=True)
    return tuple(tuple(map(bool, row)) for row in code.get_matrix())
