"""What holds for every test: examples that a slow machine does not fail, and Ctrl-C."""

import os
import signal

from hypothesis import HealthCheck, settings

from thorough import LEAST

# No deadline, and no complaint of slowness: a verdict must not depend on how busy the machine is.
# CI draws the same examples each time, so that a verdict is the same again; everywhere else the
# search goes on.
settings.register_profile(
    "tricktable",
    deadline=None,
    derandomize="CI" in os.environ,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=max(settings.default.max_examples, LEAST),
)
settings.load_profile("tricktable")

# A shell's background job ignores Ctrl-C, and so would all that it starts: here it is heard.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
