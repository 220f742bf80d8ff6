"""The club's pages: what the organiser sees and says."""
