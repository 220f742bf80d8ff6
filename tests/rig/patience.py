"""How long tests wait for what is sure to come. Never waits itself."""

PATIENCE_S = 240
"""What has not happened by then never will, however busy the computer is.

No test promises a time of its own. pytest lets a test take longer (pyproject.toml), so that the
test itself says what never came to be.
"""
