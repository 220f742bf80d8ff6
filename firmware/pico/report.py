"""What a host is told of an exception. Loaded when there is one."""

import io
import sys


def report_of(problem: Exception) -> str:
    """Return where an exception was raised and what it says, in one line."""
    traceback = io.StringIO()
    sys.print_exception(problem, traceback)
    lines: list[str] = traceback.getvalue().strip().split("\n")
    for line in reversed(lines):
        if 'File "' in line:  # the innermost comes last: File "main.py", line 6, in <module>
            _, path, place = line.split('"', 2)
            return "%s%s: %s" % (path.split("/")[-1], place.strip(), lines[-1])
    return lines[-1]
