"""Performing: plays a record through the whole machine, one physical act after another."""

from tricktable.perform.performance import Performance, Script, performed, script
from tricktable.perform.watch import Apart

__all__ = ["Apart", "Performance", "Script", "performed", "script"]
