"""How a journal refuses: one small family. Anything else that it raises is a bug."""

from __future__ import annotations

from tricktable.language import message


class JournalError(Exception):
    """A journal could not do what was asked; the rows of that call are not in it.

    Its text may name the file, and is for the host alone.
    """

    public: str = message("the journal cannot be written")
    """The same for everybody at the table, to be translated: it names no file."""


class Taken(JournalError):
    """Raised if a row's number is there already, or its board event: somebody else wrote it.

    Whoever gets this reads the table's newer rows before it tries again.
    """


class Full(JournalError):
    """Raised if there is no room for the rows; the same call succeeds once there is room."""

    public = message("the disk is full")


class Outage(JournalError):
    """Raised if the store cannot be opened, read or written, or another program keeps it locked."""


class Newer(Outage):
    """Raised if the store was written by a newer Tricktable, whose rows this one could misread."""
