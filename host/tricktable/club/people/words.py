"""A person's word, kept so that nobody can read it: salted and slow to guess. Knows no person.

RFC 7914 (scrypt).
"""

import hashlib
import hmac
import secrets
import unicodedata
from functools import cache
from typing import Final, Literal, NamedTuple

Want = Literal["open", "keep", "forget"]
"""What somebody gives their word for: to see or change what is kept, to keep it, or to end it."""
SHORTEST: Final = 6
"""Letters of a word: with a try a minute, nobody guesses one of these in a year's evenings."""
LONGEST: Final = 100
"""Of a word, which is normalised before it is hashed: nobody may make the host work on a book."""
_SALT_BYTES: Final = 16
"""128 bits of chance: no two words of a club share a salt."""
_DIGEST_BYTES: Final = 32  # 256 bits: the word itself is easier to guess


class Cost(NamedTuple):
    """What one try costs: `n` × `r` × 128 bytes of memory, and `p` times the time for that."""

    n: int
    r: int
    p: int


COST: Final = Cost(2**14, 8, 5)
"""16 MiB for each try, which a Raspberry Pi can spare.

The OWASP Password Storage Cheat Sheet (scrypt) lists these numbers beside 2**17, 8, 1, which take
128 MiB: a similar defence by more computing.
"""


def salted_hash(word: str, cost: Cost | None = None) -> str:
    """The word as it is kept: cost, salt and digest. Takes a good part of a second."""
    cost = cost or COST
    salt = secrets.token_bytes(_SALT_BYTES)
    return ":".join((*map(str, cost), salt.hex(), _digest(word, cost, salt).hex()))


def fits(word: str, known: str | None) -> bool:
    """Whether this is the word that is kept so.

    Without one it is no word's, and to learn that takes as long. Raises: ValueError, if it is no
    word that was kept.
    """
    *cost, salt, digest = (known or _nobodys()).split(":")
    made = _digest(word, Cost(*map(int, cost)), bytes.fromhex(salt))
    return hmac.compare_digest(made, bytes.fromhex(digest)) and known is not None


def read(typed: str) -> str:
    """A typed word without what keyboards of phones add to it: blanks, capitals, other forms."""
    return " ".join(unicodedata.normalize("NFKC", typed).casefold().split())


def is_long_enough(word: str) -> bool:
    """Whether a word that was read may be kept."""
    return SHORTEST <= len(word) <= LONGEST


def _digest(word: str, cost: Cost, salt: bytes) -> bytes:
    said = read(word).encode("utf-8", "replace")
    n, r, p = cost
    # The default allows 32 MiB, and a little more than n × r × 128 bytes are needed.
    most = 2 * 128 * n * r + 2**20
    return hashlib.scrypt(said, salt=salt, n=n, r=r, p=p, maxmem=most, dklen=_DIGEST_BYTES)


@cache
def _nobodys() -> str:
    return salted_hash(secrets.token_hex(16))
