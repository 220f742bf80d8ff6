"""The health of a board and its parts: the facts, their meaning, and what may be sent. Pure."""

from tricktable.checkup.bundle import bundle
from tricktable.checkup.facts import Facts, facts_of
from tricktable.checkup.remarks import Remark, printed, remarks, still

__all__ = ["Facts", "Remark", "bundle", "facts_of", "printed", "remarks", "still"]
