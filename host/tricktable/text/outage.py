"""Why something outside the program failed, in words: the system's own, without its numbers."""

import re
from typing import Final

_NUMBER: Final = re.compile(r"\[(?:Errno|WinError|SSL)[^\]]*\] ?")


def reason(fault: BaseException) -> str:
    """The reason, to follow a colon: "Permission denied"; the kind of fault if it gives none."""
    inner = getattr(fault, "reason", None)
    if isinstance(inner, BaseException):  # of urllib, which only wraps it
        return reason(inner)
    strerror = getattr(fault, "strerror", None)
    said = next((each for each in (inner, strerror) if isinstance(each, str)), str(fault))
    said = _NUMBER.sub("", said).strip().rstrip(".")
    return said or type(fault).__name__
