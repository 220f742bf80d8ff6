"""The desk: decides what each act at the table becomes before it reaches the record.

What the board says (`hearing`), what keys and buttons mean (`keypad`, `saying`, `menu`), what a
laid card is (`laying`, `moving`), what a page asks (`requested`), what the table asks by itself
(`prompts`): each takes a `moment` and returns journal rows. Decides, and does no I/O.
"""
