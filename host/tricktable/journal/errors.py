"""How a journal refuses: one small family. Anything else that it raises is a bug."""

from __future__ import annotations

from typing import Final

from tricktable.text.language import message


class JournalError(Exception):
    """A journal could not do what was asked; the rows of that call are not in it.

    Its text may name the file, and is for the host alone.
    """

    public: str = message("the journal cannot be written")
    """The same for everybody at the table, to be translated: it names no file."""


class RowTaken(JournalError):
    """Raised if a row's number is there already, or its board event: somebody else wrote it.

    Whoever gets this reads the table's newer rows before it tries again.
    """


class Full(JournalError):
    """Raised if there is no room for the rows; the same call succeeds once there is room."""

    public = message("the disk is full")


class Outage(JournalError):
    """Raised if the store cannot be opened, read or written, or another program keeps it locked."""


class ReadOnly(Outage):
    """Raised if the disk or the rights of this program let it read alone; tried again later."""

    public = message("the disk is read-only")


class Newer(Outage):
    """Raised if the store was written by a newer Tricktable, whose rows this one could misread."""


REPAIR: Final = "`tricktable journal repair` saves what can still be read"
"""What to do about a row that cannot be read."""
REMEDY: Final = f"{REPAIR}, `tricktable serve --begin-anew` starts without it; both keep the files"
"""What to do about a journal that has lost rows."""


class Unsound(Outage):
    """Raised if the journal is not what it was: what was saved is lost, or cannot be read.

    Nothing was changed. The message says what to do.
    """

    public = message("the journal is damaged")


class BadRow(Unsound):
    """Raised if one row makes no sense where it stands: it is damaged, or one before it is lost."""

    def __init__(self, table: str, seq: int, why: str) -> None:
        super().__init__(f"row {seq} of table {table} is damaged: {why}; {REPAIR}")
        self.table = table
        self.seq = seq
        self.why = why
        """The end of a sentence: `it is not JSON`."""
