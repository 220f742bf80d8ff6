"""People across evenings: a word at the seat's phone, a page of their own, the season's table."""
