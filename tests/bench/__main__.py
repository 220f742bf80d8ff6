"""`make bench`: `python -m bench [SUBJECT ...]`. Never does anything but start the runner."""

import sys

from bench.runner import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
