"""The board's side: its link, what it shows, how it is, and what is written on its flash."""
