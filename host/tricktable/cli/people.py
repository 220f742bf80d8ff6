"""The command `people`: whose names the journal holds, and deletes one of them for good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Final

import click

from tricktable.cli.flags import PAGES, Flag, printing, serving, settings_of, with_settings
from tricktable.text.count import how_many

if TYPE_CHECKING:
    from tricktable.store.decks import Shelf
    from tricktable.store.journal import Journal

_BOARDS: Final = ("max_journal_mib", "board_port", "board_key_file")
_NO_TOKEN: Final = "no-page-is-served-here-now"  # or one would be made just for this


@click.group()
def people() -> None:
    """List the people in the journal, or delete one for good.

    \b
    List all names:         tricktable people list
    Delete one everywhere:  tricktable people forget Ann
    """


@people.command("list")
@with_settings(*PAGES, *_BOARDS)
def list_people(**flags: Flag) -> None:
    """List every name at any table, and how many games each is in.

    Also shows who keeps their games. Changes nothing, and is safe while a host is running.
    """
    from tricktable.club import consents
    from tricktable.club.people.deletion import club_of
    from tricktable.store import erasure

    games: Counter[str] = Counter()
    with serving(), _journal(flags) as journal:
        for code in journal.tables():
            games.update(erasure.known_names(journal.read(code)))
        kept = club_of(journal).view().of(consents.PART)
    with printing():
        for name, count in sorted(games.items()):
            keeps = ", keeps their games" if kept.of(name) else ""
            click.echo(f"{name}: {how_many(count, 'game')}{keeps}")
        if not games:
            click.echo("This journal contains no names.")


@people.command("forget")
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask whether you are sure.")
@with_settings(*PAGES, *_BOARDS)
def forget_person(name: str, yes: bool, **flags: Flag) -> None:
    """Delete the person called NAME from every table and from the club.

    A number takes the name's place in all games; capitals do not matter. The files are rewritten,
    so that nothing is left in them. This cannot be undone. Stop the hosts first: running hosts show
    old names until they are restarted.

    \b
    Ask first:   tricktable people forget Ann
    Just do it:  tricktable people forget Ann --yes
    Exit codes:  0 the name is gone everywhere; 1 it is not; one sentence says why.
    """
    from tricktable.club.people.deletion import forget, is_known

    with serving(), _journal(flags) as journal:
        shelf = _shelf(journal, flags)
        if not yes and is_known(journal, name, shelf):
            click.confirm(f"Delete {name} from every table? This cannot be undone", abort=True)
        # In any case: of a name that no row has any more, an interrupted run may have left bytes.
        changed = forget(journal, name, shelf)
    if not changed:
        raise click.ClickException(f"there is no {name}")
    with printing():
        rows = f"{how_many(changed, 'row')} changed"
        click.echo(f"Nothing of {name} is left: {rows}.")


def _shelf(journal: Journal, flags: dict[str, Flag]) -> Shelf:
    """The decks of this house: a club's are in its database."""
    from tricktable.store.decks import Folder
    from tricktable.store.decks.club_shelf import ClubShelf

    decks = settings_of({**flags, "host_token": _NO_TOKEN}).decks
    return ClubShelf(journal) if journal.is_shared else Folder(decks)


@contextmanager
def _journal(flags: dict[str, Flag]) -> Iterator[Journal]:
    from tricktable.store.journal import is_shared, open_journal, path_of

    where = settings_of({**flags, "host_token": _NO_TOKEN}).journal
    if not is_shared(where) and not path_of(where).exists():
        raise click.ClickException(f"there is no journal {where}")
    with closing(open_journal(where)) as journal:
        yield journal
