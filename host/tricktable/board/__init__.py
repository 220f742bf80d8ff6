"""Everything about boards: the link to them, what they show, their health, and flashing."""
