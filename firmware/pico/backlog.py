"""The events that outlive a reset: on the flash from around it until just after it.

A reset empties the memory in which a board keeps what no host has committed. So whoever resets the
board saves that first (after one of the watchdog's, `rescue` does so), and the next start goes on
where the last one ended, under the same boot id and with the same numbers: by these a host knows
what it had taken already. The file is deleted before anything new is told, for a number must never
name two events. Its first line is a frame (see tablewire.frame) of the words
`backlog boot mark ms lost first next`, and the events follow.
"""

import os

from greeter import frame, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from greeter import Greeter
    from tablewire.board import BoardSession
    from tablewire.ring import Ring
else:
    BoardSession = Greeter = Ring = None

PATH = "backlog"
_NEW = "backlog.new"


def found(greeter: Greeter) -> None:
    """Let the greeter speak for what the start before has left, if it has."""
    try:
        with open(PATH, "rb") as file:
            _, boot_id, *counts = words_of(file.readline())
        mark, now_ms, lost, first, next_ = [int(count) for count in counts]
    except OSError:
        return
    except ValueError:  # damaged: while it lies there, `rescue` takes it for what it is to save
        os.remove(PATH)
        return
    greeter.boot_id = boot_id
    greeter.mark, greeter.since_ms = mark, now_ms
    greeter.lost, greeter.first, greeter.next = lost, first, next_


def take(session: BoardSession, greeter: Greeter) -> None:
    """Give a new session these events."""
    with open(PATH, "rb") as file:
        file.readline()
        session.lost = greeter.lost
        session.first = session.next = greeter.first
        for event in file:
            session.ring.put(event)
            session.next += 1


def forget() -> None:
    """Delete the file: a session has its events, and its memory can be found after a reset."""
    os.remove(PATH)


def save(session: BoardSession, now_ms: int) -> None:
    """Keep what the host has not committed for the next start."""
    began = "%s %d %d" % (session.boot, session.mark, now_ms)
    counts = "%d %d %d" % (session.lost, session.first, session.next)
    write(began, counts, session.ring, session.backlog)


def write(began: str, counts: str, ring: Ring, count: int) -> None:
    """Keep the oldest events of a ring; the words say what they are."""
    at = ring.begin
    try:
        with open(_NEW, "wb") as file:
            file.write(frame("backlog %s %s" % (began, counts)))
            for _ in range(count):
                file.write(ring.get(at))
                at = ring.after(at)
        os.rename(_NEW, PATH)  # whole, or not there
    except OSError:  # of a flash that is full or broken nothing can be had
        pass
