"""How a board and each of its parts is: facts, what they mean, what of them may be sent. Pure."""

from tricktable.checkup.bundle import bundle
from tricktable.checkup.facts import Facts, facts_of
from tricktable.checkup.remarks import Remark, printed, remarks, still

__all__ = ["Facts", "Remark", "bundle", "facts_of", "printed", "remarks", "still"]
