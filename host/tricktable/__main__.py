"""`python -m tricktable` is `tricktable`."""

from tricktable.cli import main

main(prog_name="tricktable")
