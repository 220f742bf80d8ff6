"""How long tests wait for what is sure to come. Never waits itself."""

PATIENCE_S = 60
"""What has not happened by then never will: generous, for a computer under load."""
