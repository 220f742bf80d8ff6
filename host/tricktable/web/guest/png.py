"""Draws an SVG from standard input as a PNG on standard output, in the typefaces that are named.

A program of its own: drawing takes a tenth of a second and more, in which no phone waits.
"""

import sys

from resvg_py import svg_to_bytes


def main() -> None:
    """Draw it. What none of these typefaces has comes from those of this computer."""
    drawn = svg_to_bytes(svg_string=sys.stdin.buffer.read().decode(), font_files=sys.argv[1:])
    sys.stdout.buffer.write(bytes(drawn))


if __name__ == "__main__":
    main()
