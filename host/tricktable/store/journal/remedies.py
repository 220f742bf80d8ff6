"""What to do about a PostgreSQL server that lets nobody in. Asks no server.

libpq tells its reasons in words alone, and a server may use its own language for them: then there
is no advice, and what was said stands as it is.
"""

from typing import Final

_REMEDIES: Final = (
    (
        "Connection refused",
        "is PostgreSQL running there, and does its setting listen_addresses let others in?",
    ),
    ("no pg_hba.conf entry", "let this computer in there, with a line in pg_hba.conf"),
    (
        "no password supplied",
        "put the password into ~/.pgpass, a file that only you may read, or into PGPASSWORD",
    ),
    ("password authentication failed", "check the user, and the password in ~/.pgpass"),
    ("failed to resolve host", "check the name of that computer, or use its address"),
    ("timeout expired", "is that computer on, and does its firewall let PostgreSQL through?"),
)
_ABSENT: Final = (
    ('database "', "create it there, with createdb"),
    ('role "', "create that user there, with createuser --pwprompt"),
)


def remedy(said: str) -> str:
    """What to do about `said`, libpq's reason; empty if nothing is known."""
    for words, do in _REMEDIES:
        if words in said:
            return do
    for what, do in _ABSENT:
        if what in said and said.endswith("does not exist"):
            return do
    return ""
