"""Runs the portable tests of drivers and models under MicroPython. Ends at the first that fails.

    MICROPYPATH=firmware/sim:firmware/pico:tests micropython -X heapsize=192k \\
        tests/pico/run_on_micropython.py pico.test_mfrc522

Prints the name of each before it runs, and at last how many passed.
"""

import gc
import sys

module = __import__(sys.argv[1])
for name in sys.argv[1].split(".")[1:]:
    module = getattr(module, name)
passed = 0
for test in sorted(dir(module)):
    if test.startswith("test_"):
        print(test)
        gc.collect()
        getattr(module, test)()
        passed += 1
print(passed, "passed")
