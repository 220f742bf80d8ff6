"""The desk: decides what each act at the table becomes before it reaches the record.

What the board reports (`from_board`), what keys and buttons mean (`keypad`, `calls`, `menu`), what
a laid card is (`laid_card`, `face_down`), what a page asks (`from_pages`), what the table asks by
itself (`prompts`): each takes a `moment` and returns journal rows. Decides, and does no I/O.
"""
