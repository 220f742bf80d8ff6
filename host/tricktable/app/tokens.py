"""The host token that all hosts of one database share."""

import secrets
from contextlib import suppress

import msgspec

from tricktable.settings import Settings
from tricktable.store import club_token
from tricktable.store.journal import Journal
from tricktable.store.journal.row import FOR_EVER_MS
from tricktable.store.machine import keep_token, kept_token


def with_clubs_token(settings: Settings, journal: Journal) -> Settings:
    """These settings with the host token of all hosts of this database, if none was chosen.

    The first host gives its own; each later one keeps that in its data folder in place of its own,
    so that commands on its computer know it. Raises: Full, Outage.
    """
    # The file cannot be read, or not be written: then this host has the token as it is.
    with suppress(OSError):
        if settings.host_token == kept_token(settings.data):
            what = club_token.lease_text(settings.host_token)
            holder = secrets.token_hex(8)
            lease = journal.take(club_token.NAME, holder, FOR_EVER_MS, what)
            token = club_token.read(lease.what)
            settings = msgspec.structs.replace(settings, host_token=token)
            keep_token(token, settings.data)
    return settings
