"""Performing: plays a record through the whole machine, one physical act after another."""

from tricktable.sim.perform.performance import Performance, Script, perform_record, script
from tricktable.sim.perform.watch import Apart

__all__ = ["Apart", "Performance", "Script", "perform_record", "script"]
