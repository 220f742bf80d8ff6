"""Live updates: what phones receive without asking again, through one feed per host."""
