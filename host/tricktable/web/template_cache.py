"""Templates as Python runs them, kept beside them as Python keeps its modules.

A second program finds what a first one compiled. Where nothing can be kept, each compiles for
itself, as it does with what is damaged or another version's. Knows no template by name.
"""

import marshal
import os
import sys
import threading
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import version
from importlib.util import cache_from_source
from pathlib import Path
from typing import Final

from jinja2.bccache import Bucket, BytecodeCache, bc_magic

_DIGEST_BYTES: Final = 16


class TemplateCache(BytecodeCache):
    """The folder `__pycache__` beside the templates."""

    def __init__(self) -> None:
        self._makers = f"{bc_magic!r} {version('jinja2')}"

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """The file that keeps this template for this version of Python."""
        return cache_from_source(f"{filename or name}.py")

    def get_source_checksum(self, source: str) -> str:
        """Tells this source from any other, and what another Jinja makes of it."""
        return f"{self._makers} {source}"

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket with what is kept of exactly this source, if it is whole."""
        with suppress(OSError):
            kept = Path(bucket.key).read_bytes()
            if kept[:_DIGEST_BYTES] == _digest(bucket, kept[_DIGEST_BYTES:]):
                bucket.code = marshal.loads(kept[_DIGEST_BYTES:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it, unless the disk or whoever started Python forbids that."""
        if sys.dont_write_bytecode:
            return
        code, path = marshal.dumps(bucket.code), Path(bucket.key)
        part = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_native_id()}")
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                part.write_bytes(_digest(bucket, code) + code)
                part.replace(path)
            finally:
                part.unlink(missing_ok=True)


def _digest(bucket: Bucket, code: bytes) -> bytes:
    return blake2b(bucket.checksum.encode() + code, digest_size=_DIGEST_BYTES).digest()
