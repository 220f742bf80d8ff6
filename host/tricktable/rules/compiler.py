"""What the compiler must know of a class or a number, and nobody else: `make fast`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int
    """A number that fits a machine word."""
    T = TypeVar("T")

    def mypyc_attr(**_attributes: bool) -> Callable[[type[T]], type[T]]:
        """Leave the class as it is: it runs as it was written."""
        return lambda of_class: of_class
