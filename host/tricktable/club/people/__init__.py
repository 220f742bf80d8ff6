"""People across evenings: where they sat, and what their finished games add up to."""
