"""Draws an SVG from standard input as a PNG on standard output; what it lacks, it logs as an error.

A program of its own: drawing takes a tenth of a second and more, in which no phone waits.
"""

import os
import sys

LACKING = "No fonts with a "
"""What a line of the log says before a letter that no typeface of this computer has."""


def main() -> None:
    """Draw it in the typefaces that are named, and in those of this computer."""
    from resvg_py import svg_to_bytes  # the host names this module and needs no such library

    with os.fdopen(os.dup(1), "wb") as output:
        os.dup2(2, 1)  # the library logs to standard output
        markup = sys.stdin.buffer.read().decode()
        drawn = svg_to_bytes(svg_string=markup, font_files=sys.argv[1:], log_information=True)
        output.write(bytes(drawn))


if __name__ == "__main__":
    main()
