"""A journal's errors: one small family. Any other exception from it is a bug."""

from typing import Final

from tricktable.text.language import message


class JournalError(Exception):
    """Raised if a journal could not do as asked; the rows of that call are not in it.

    Its text may name the file, and is for the host only.
    """

    public: str = message("the journal cannot be written")
    """The reason for everybody at the table, translatable and without a file name."""


class RowTaken(JournalError):
    """Raised if a row with this number or board event exists: another program wrote it.

    Read the table's newer rows before you try again.
    """


class Full(JournalError):
    """Raised if there is no room for the rows; the same call succeeds once there is room."""

    public = message("the disk is full")


class AtLimit(Full):
    """Raised if the journal's file is as large as it may be, whatever room the disk has."""

    public = message("the journal is as large as it may be")


class Outage(JournalError):
    """Raised if the store cannot be opened, read or written, or another program keeps it locked."""


class ReadOnly(Outage):
    """Raised if the disk or file permissions allow only reading; tried again later."""

    public = message("the disk is read-only")


class Newer(Outage):
    """Raised if the store was written by a newer Tricktable, whose rows this one could misread."""


REPAIR: Final = "`tricktable journal repair` saves what can still be read"
"""What to do about a row that cannot be read."""
REMEDY: Final = (
    f"{REPAIR}; `tricktable serve --begin-anew` starts an empty one; both keep the old files"
)
"""What to do about a journal that has lost rows."""


class Unsound(Outage):
    """Raised if saved rows are lost or cannot be read.

    Nothing was changed. The message says what to do.
    """

    public = message("the journal is damaged")


class BadRow(Unsound):
    """Raised if one row makes no sense at its place: it is damaged, or an earlier one is lost."""

    def __init__(self, table: str, seq: int, why: str) -> None:
        super().__init__(f"row {seq} of table {table} is damaged: {why}; {REPAIR}")
        self.table = table
        self.seq = seq
        self.why = why
        """The end of a sentence: `it is not JSON`."""
