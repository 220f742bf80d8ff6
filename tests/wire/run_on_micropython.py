"""Runs the wire's portable tests and bad cables under MicroPython. Ends at the first that fails.

    MICROPYPATH=firmware/portable:tests micropython -X heapsize=192k \\
        tests/wire/run_on_micropython.py test_frame test_messages seeds=1,2,3

Prints the name of each before it runs, and at last how many passed.
"""

import gc
import sys


def tests_of(name: str) -> int:
    """Run each test of a module of this folder; gives their number."""
    module = getattr(__import__(f"wire.{name}"), name)
    tests = [test for test in dir(module) if test.startswith("test_")]
    for test in tests:
        print(name, test)
        gc.collect()
        getattr(module, test)()
    return len(tests)


def cables(seeds: list[str]) -> int:
    """Run a bad cable for each seed; gives their number."""
    from wire.bad_cable import Trial  # not in the heap of a board's own tests

    for seed in seeds:
        print("seed", seed)
        gc.collect()
        wrong = Trial(int(seed)).run()
        assert not wrong, wrong
    return len(seeds)


passed = 0
for argument in sys.argv[1:]:
    if argument.startswith("seeds="):
        passed += cables(argument[6:].split(","))
    else:
        passed += tests_of(argument)
print(passed, "passed")
