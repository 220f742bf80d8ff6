"""The host token that all hosts of one database share, as its lease says it. Keeps nothing."""

from typing import Final

import msgspec

NAME: Final = "token:host"
"""The name of the lease."""


class _ClubSecrets(msgspec.Struct):
    """What the lease says."""

    token: str


def lease_text(token: str) -> str:
    """What the lease of this token says."""
    return msgspec.json.encode(_ClubSecrets(token)).decode()


def read(what: str) -> str:
    """The token in what a lease says. Raises: msgspec.DecodeError."""
    return msgspec.json.decode(what, type=_ClubSecrets).token
