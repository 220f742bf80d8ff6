"""The health of a board and its parts: the facts, their meaning, and what may be sent. Pure."""

from tricktable.board.checkup.bundle import bundle
from tricktable.board.checkup.facts import ELSEWHERE, Facts, facts_of, fault_words
from tricktable.board.checkup.remarks import Remark, remark_lines, remarks, still

__all__ = [
    "ELSEWHERE",
    "Facts",
    "Remark",
    "bundle",
    "facts_of",
    "fault_words",
    "remark_lines",
    "remarks",
    "still",
]
