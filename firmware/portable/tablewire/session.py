"""Both ends of the wire under one name. Where memory is dear, import `tablewire.board` alone."""

from tablewire.board import BoardSession
from tablewire.host import HostSession, Mismatch, Restarted, TooNew, TooOld

__all__ = ["BoardSession", "HostSession", "Mismatch", "Restarted", "TooNew", "TooOld"]
