"""How long tests wait for what is sure to come. Never waits itself."""

PATIENCE_S = 60
"""What has not happened by then never will, however busy the computer is.

No test promises a time of its own.
"""
HANG_S = 120
"""A test that takes longer hangs: what it waits for by itself it has given up before.

pytest ends it (pyproject.toml); who may take longer is named in tests/rig/test_patience.py.
"""
