"""What threads lock, and for what they wait meanwhile: every lock of the product, as it is taken.

`watch` has each lock that the product makes from then on noted by its place, the class and the
attribute that hold it, such as `Table._lock`. docs/explanation/locks.md says in which order they
are taken; whatever is done against it, in any thread of any test, is found by `against`.
"""

from __future__ import annotations

import ast
import re
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache, wraps
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
PRODUCT: Final = ROOT / "host" / "tricktable"
PAGE: Final = ROOT / "docs" / "explanation" / "locks.md"
KINDS: Final = ("Lock", "RLock", "Condition")
_ROW: Final = re.compile(r"^\| \d+ \| (?P<places>[^|]+) \| (?P<notes>[^|]+) \|", re.MULTILINE)


class Order(NamedTuple):
    """What the page says."""

    number: dict[str, int]
    """Of each place: a lock is taken while one of a smaller number is held, or none."""
    nested: frozenset[str]
    """Places of which one may be taken while another is held: the page says `one in another`."""
    signals: frozenset[str]
    """Locks that one thread takes and another releases, so that the first waits for the second."""


def order(page: str) -> Order:
    """The order of the page with this text."""
    number, nested, signals = dict[str, int](), set[str](), set[str]()
    for place, row in enumerate(_ROW.finditer(page)):
        for each in re.findall(r"`([^`]+)`", row["places"]):
            number[each] = place
            if "one in another" in row["notes"]:
                nested.add(each)
            if "a signal" in row["notes"]:
                signals.add(each)
    return Order(number, frozenset(nested), frozenset(signals))


# --- where they are made --------------------------------------------------------------------------


class Made(NamedTuple):
    """Where the source makes a lock: a call's first and last character in its file."""

    line: int
    column: int
    end_line: int
    end_column: int


def _made(tree: ast.Module) -> Iterator[tuple[Made, str]]:
    """Where this module makes locks, and the place of each."""
    for owner in ast.walk(tree):
        if isinstance(owner, ast.ClassDef):
            for statement in ast.walk(owner):
                if isinstance(statement, ast.Assign | ast.AnnAssign | ast.Expr):
                    for call, attribute in _in_statement(statement):
                        yield (
                            Made(
                                call.lineno,
                                call.col_offset,
                                call.end_lineno or 0,
                                call.end_col_offset or 0,
                            ),
                            f"{owner.name}.{attribute}",
                        )


def _in_statement(statement: ast.stmt) -> Iterator[tuple[ast.Call, str]]:
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            pairs = [*zip(targets, values, strict=True)]
        case ast.Assign(targets=[target], value=value):
            pairs = [(target, value)]
        case ast.AnnAssign(target=target, value=ast.expr() as value):
            pairs = [(target, value)]
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=kept), args=args)):
            pairs = [(kept, each) for each in args]  # self._known.setdefault(code, Lock())
        case _:
            return
    for target, value in pairs:
        if isinstance(target, ast.Attribute):
            for node in ast.walk(value):
                if isinstance(node, ast.Call) and is_lock(node):
                    yield node, target.attr


def is_lock(node: ast.AST) -> bool:
    """Whether this is a call that makes a lock."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name("threading"), attr=kind)):
            return kind in KINDS
    return False


@cache
def places(file: str) -> dict[Made, str]:
    """The place of each lock that this file of the product makes, by where it makes it."""
    return dict(_made(ast.parse(Path(file).read_text(encoding="utf-8"))))


def _place(frame: FrameType) -> str | None:
    """The place of the lock that is being made there; None if that is not the product's."""
    file = frame.f_code.co_filename
    if not file.startswith(str(PRODUCT)):
        return None
    at = next(
        each for index, each in enumerate(frame.f_code.co_positions()) if index * 2 == frame.f_lasti
    )
    line, end_line, column, end_column = at
    return places(file)[Made(line or 0, column or 0, end_line or 0, end_column or 0)]


# --- what is done with them -----------------------------------------------------------------------


class Taken(NamedTuple):
    """A lock that was taken while another was held."""

    held: str
    then: str
    is_another: bool
    """Whether it is another lock than the one held: they may have one place."""


class Waited(NamedTuple):
    """Something that was waited for while a lock was held."""

    held: str
    what: str
    where: str


class Noted:
    """All that was done since the last look. Any thread adds to it."""

    def __init__(self) -> None:
        self.taken: dict[Taken, str] = {}
        """Each with where it was done first."""
        self.waited: set[Waited] = set()


NOTED: Final = Noted()
"""All that was ever done."""
_told: Final[set[str]] = set()
_held: Final = threading.local()
_LOCK: Final = threading.Lock
_RLOCK: Final = threading.RLock


def held() -> list[Recorded]:
    """The locks that this thread holds, the first that it took first."""
    try:
        found: list[Recorded] = _held.locks
    except AttributeError:
        found = _held.locks = []
    return found


@contextmanager
def another_host() -> Iterator[None]:
    """What happens in here, on a test's own thread, another host does: it holds none of ours."""
    ours, _held.locks = held(), []
    try:
        yield
    finally:
        _held.locks = ours


class Recorded:
    """A lock of the product; it does what the one below does, and notes it."""

    def __init__(self, place: str, below: Any, is_signal: bool) -> None:
        self.place, self._below, self._is_signal = place, below, is_signal
        self._depth = 0
        self._owner = 0
        self._among: list[Recorded] = []

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        """See threading.RLock."""
        me = threading.get_ident()
        if self._owner == me and isinstance(self._below, _REENTRANT):
            self._depth += 1
            return bool(self._below.acquire())
        if blocking:
            self._note()
        if not self._below.acquire(blocking, timeout):
            return False
        self._have(me, 1)
        return True

    def release(self) -> None:
        """See threading.RLock."""
        self._depth -= 1
        if self._depth <= 0:
            self._leave()
        self._below.release()

    __enter__ = acquire

    def __exit__(self, *_: object) -> None:
        self.release()

    def locked(self) -> bool:
        """See threading.Lock."""
        return bool(self._below.locked())

    # What a condition needs of its lock.

    def _is_owned(self) -> bool:
        return bool(self._below._is_owned())

    def _release_save(self) -> tuple[int, Any]:
        depth, self._depth = self._depth, 0
        self._leave()
        return depth, self._below._release_save()

    def _acquire_restore(self, saved: tuple[int, Any]) -> None:
        self._note()
        depth, below = saved
        self._below._acquire_restore(below)
        self._have(threading.get_ident(), depth)

    def _have(self, owner: int, depth: int) -> None:
        self._owner, self._depth = owner, depth
        if not self._is_signal and _is_ours(sys._getframe(2)):
            self._among = held()
            self._among.append(self)

    def _leave(self) -> None:
        self._owner = 0
        if self in self._among:
            self._among.remove(self)

    def _note(self) -> None:
        for each in held():
            taken = Taken(each.place, self.place, each is not self)
            if taken not in NOTED.taken:
                NOTED.taken[taken] = _where()


_REENTRANT: Final = type(threading.RLock())
_THROUGH: Final = frozenset((str(threading.__file__), __file__))
"""Files through which the product takes locks and waits."""


def _is_ours(frame: FrameType | None) -> bool:
    """Whether the product itself does that, and not a test that holds a lock on purpose."""
    while frame is not None and frame.f_code.co_filename in _THROUGH:
        frame = frame.f_back
    return frame is not None and frame.f_code.co_filename.startswith(str(PRODUCT))


def _where() -> str:
    """The lines of the product that led here, the innermost last."""
    lines: list[str] = []
    frame: FrameType | None = sys._getframe()
    while frame is not None and len(lines) < 6:
        file = frame.f_code.co_filename
        if file.startswith(str(PRODUCT)):
            lines.insert(0, f"{Path(file).relative_to(PRODUCT).as_posix()}:{frame.f_lineno}")
        frame = frame.f_back
    return " > ".join(lines)


class _Condition(threading.Condition):
    """A condition whose lock is noted, where the product makes it."""

    def __init__(self, lock: Any = None) -> None:
        place = _place(sys._getframe(1)) if lock is None else None
        made: Any = lock if place is None else Recorded(place, _RLOCK(), False)
        super().__init__(made)

    def wait(self, timeout: float | None = None) -> bool:
        """See threading.Condition."""
        lock: object = vars(self)["_lock"]
        if isinstance(lock, Recorded):
            _note_wait(f"news of {lock.place}", lock)
        return bool(super().wait(timeout))


def _note_wait(what: str, own: Recorded | None = None) -> None:
    for each in held():
        if each is not own:
            NOTED.waited.add(Waited(each.place, what, _where()))


def _begins(frame: FrameType | None) -> bool:
    """Whether a thread waits there for another to begin, which needs no lock of ours for that."""
    return frame is not None and frame.f_code is threading.Thread.start.__code__


def _noting_waits(owner: Any, name: str) -> None:
    below: Callable[..., Any] = getattr(owner, name)

    @wraps(below)
    def waiting(*args: Any, **named: Any) -> Any:
        caller = sys._getframe(1)
        if held() and _is_ours(caller) and not _begins(caller):
            _note_wait(f"{owner.__name__}.{name}")
        return below(*args, **named)

    setattr(owner, name, waiting)


class _Maker:
    """Makes locks in place of threading.Lock or threading.RLock."""

    # No function: it would become a method of a class that keeps it, as werkzeug's do.

    def __init__(self, below: Callable[[], Any], signals: frozenset[str]) -> None:
        self._below, self._signals = below, signals

    def __call__(self) -> Any:
        place = _place(sys._getframe(1))
        below = self._below()
        return below if place is None else Recorded(place, below, place in self._signals)


def watch() -> None:
    """Note from now on what is done with the locks that the product makes."""
    signals = order(PAGE.read_text(encoding="utf-8")).signals
    threading.Lock = _Maker(_LOCK, signals)  # type: ignore[assignment]
    threading.RLock = _Maker(_RLOCK, signals)  # type: ignore[assignment]
    threading.Condition = _Condition  # type: ignore[misc]
    for owner, name in (
        (threading.Thread, "join"),
        (threading.Event, "wait"),
        (Future, "result"),
    ):
        _noting_waits(owner, name)


def against(page: Order, noted: Noted) -> list[str]:
    """What was done against the order of the page, and what was waited for with a lock held."""
    wrong = []
    for (one, then, is_another), where in [*noted.taken.items()]:
        if one == then:
            if is_another and one not in page.nested:
                wrong.append(f"{then} was taken with another {one} held: {where}")
            elif not is_another:
                wrong.append(f"{then} was taken twice: {where}")
        elif page.number[one] >= page.number[then]:
            wrong.append(f"{then} was taken with {one} held, against the page: {where}")
    wrong += [f"{what} was waited for with {one} held: {at}" for one, what, at in noted.waited]
    return sorted(wrong)


@cache
def _page() -> Order:
    return order(PAGE.read_text(encoding="utf-8"))


def news() -> list[str]:
    """What was done against the page and has not been told yet."""
    found = [each for each in against(_page(), NOTED) if each not in _told]
    _told.update(found)
    return found
