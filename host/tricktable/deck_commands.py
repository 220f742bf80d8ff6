"""The commands about decks: enrol and check them, and keep their folder. Decides nothing."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tricktable.flags import PAGES, Flag, serving, settings_of, with_settings

if TYPE_CHECKING:
    from tricktable import requests
    from tricktable.decks import Folder

_STANDARD: Final = "standard"
_JOURNAL: Final = ("database", "max_journal_mib", "board_port")
"""The settings that a command without a table has no use for."""


class _Kind(click.ParamType[str]):
    """A kind of deck by the word that people type; the games are not loaded until one is asked."""

    name = "kind"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002
        return f"[{'|'.join(_kinds())}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        kinds = _kinds()
        if value not in kinds:
            self.fail(f"{value!r} is not one of {', '.join(map(repr, kinds))}.", param, ctx)
        return kinds[value]


def _kinds() -> Mapping[str, str]:
    """The name of each kind of deck by the word for it."""
    from tricktable.decks import KINDS, STANDARD52

    return {_STANDARD if name == STANDARD52 else name: name for name in KINDS}


@click.command()
@click.option("--name", default="", help="What the deck is called; else its colour and kind.")
@click.option("--colour", default="", help="Of the backs, as people say it; red if you do not say.")
@click.option(
    "--kind",
    type=_Kind(),
    default=_STANDARD,
    help="52 cards, or those of a game that is played with others.",
)
@with_settings(*PAGES)
def enrol(name: str, colour: str, kind: str, **flags: Flag) -> None:
    """Teach the table a new deck, card by card, in about a minute.

    Lay each card once on any reader, in the order in which new decks are printed; the board shows
    the next one. Nothing is typed. At the board UNDO takes the last card back, OK puts one off that
    is not at hand, MENU stops. After Ctrl-C or a power cut the same command goes on.

    \b
    The first deck:       tricktable enrol
    A second one:         tricktable enrol --colour blue
    Of another kind:      tricktable enrol --kind KIND
    Exit codes:           0 the deck is whole; 1 it cannot be enrolled; 3 stopped before the end.
    """
    from tricktable import attend

    settings = settings_of(flags)
    with serving():
        is_whole = attend.enrol(settings, name, colour, kind)
    sys.exit(0 if is_whole else 3)


@click.group()
def deck() -> None:
    """List, check, mend, rename, export, import and delete decks, and make control cards.

    \b
    What decks are there:             tricktable deck list
    Is one whole:                     tricktable deck check
    A card got a new tag:             tricktable deck replace "red deck" 7D
    A spare tag is to say undo:       tricktable deck control undo
    Take a deck to another house:     tricktable deck export "red deck" red.json
                                      tricktable deck import red.json
    """


@deck.command("list")
@with_settings(*PAGES, *_JOURNAL)
def list_decks(**flags: Flag) -> None:
    """List the decks, the first of which is in play where nobody chose."""
    with serving():
        shelf = _folder(flags)
    for each in shelf.decks.decks:
        click.echo(f"{each.name}: {each.colour}, {len(each.tags)} cards ({each.kind})")
    for begun in shelf.begun:
        count = f"{len(begun.tags)} of {len(begun.order)} cards"
        click.echo(f"{begun.name}: {begun.colour}, {count} so far; `tricktable enrol` goes on")
    for act, number in shelf.decks.controls.counts.items():
        if number:
            click.echo(f"{_written(act)}: {number} control card{'s' if number > 1 else ''}")
    for fault in shelf.faults:
        click.echo(f"not used: {fault}", err=True)
    if not shelf.decks.decks and not shelf.begun:
        click.echo("No deck yet; `tricktable enrol` makes one.")


@deck.command()
@click.argument("name", default="")
@with_settings(*PAGES)
def check(name: str, **flags: Flag) -> None:
    """Pass a deck over a reader, in any order, and hear what is missing, foreign or came twice.

    NAME may be left out: the first card tells which deck it is. OK at the board, or Ctrl-C, ends it
    and names what is missing.

    \b
    Exit codes: 0 every card is there; 1 it cannot be checked; 3 something is missing.
    """
    from tricktable import requests

    _attend(requests.CheckDeck(name), flags)


@deck.command()
@click.argument("name")
@click.argument("card")
@with_settings(*PAGES)
def replace(name: str, card: str, **flags: Flag) -> None:
    """Give one damaged CARD of a deck the tag that is laid next; its old one is forgotten.

    CARD is written as 7D, TH, AS; in a deck of colours as 7R (fire), 7B (water), 7G (wood), X1.

    \b
    Exit codes: 0 it has its new tag; 1 it cannot be; 3 stopped before.
    """
    from tricktable import requests

    _attend(requests.ReplaceCard(name, card.upper().replace("10", "T")), flags)


@deck.command()
@click.argument("act", type=click.Choice(["undo", "new-deal", "no-trump", "mute", "scores"]))
@click.option("--forget", is_flag=True, help="No card is to stand for it any more.")
@with_settings(*PAGES)
def control(act: str, forget: bool, **flags: Flag) -> None:
    """Make a spare tag a control card: the tag that is laid next stands for ACT.

    Laid on a reader in a game it then does what it says. Several cards may stand for one act.

    \b
    Exit codes: 0 there is such a card; 1 it cannot be made; 3 stopped before.
    """
    from tricktable import requests
    from tricktable.decks import Shelving

    act = act.replace("-", "_")
    if not forget:
        _attend(requests.MakeControl(act), flags)
    with serving():
        shelf = _folder(flags)
        before = shelf.decks.controls
        if not before.counts[act]:
            raise click.ClickException(f"No control card stands for {_written(act)}.")
        shelf.put(Shelving("", before.without(act)))


@deck.command()
@click.argument("name")
@click.argument("file", default="-")
@with_settings(*PAGES, *_JOURNAL)
def export(name: str, file: str, **flags: Flag) -> None:
    """Write a deck into FILE, or to standard output. It holds the numbers of its tags."""
    from tricktable.decks import write_deck

    with serving():
        text = write_deck(_folder(flags).decks.named(name))
        if file == "-":
            click.echo(text, nl=False)
            return
        with Path(file).open("x", encoding="utf-8") as out:  # nobody's file is overwritten
            out.write(text)


@deck.command("import")
@click.argument("file")
@click.option("--name", default="", help="What it is called here; else what its file says.")
@click.option("--colour", default="", help="Of the backs; else what its file says.")
@with_settings(*PAGES, *_JOURNAL)
def import_deck(file: str, name: str, colour: str, **flags: Flag) -> None:
    """Take in a deck from FILE, or `-` for standard input. A running host has it at once."""
    from tricktable.decks import MAX_FILE_BYTES, decoded, read_deck, renamed

    with serving():
        with click.open_file(file, "rb") as content:
            found = read_deck(decoded(content.read(MAX_FILE_BYTES + 1)))
        found = renamed(found, name or found.name, colour or found.colour)
        _folder(flags).add(found)
    click.echo(f"{found.name}: {len(found.tags)} cards.")


@deck.command()
@click.argument("old")
@click.argument("new")
@click.option("--colour", default="", help="Of the backs, if that is to change too.")
@with_settings(*PAGES, *_JOURNAL)
def rename(old: str, new: str, colour: str, **flags: Flag) -> None:
    """Call the deck OLD by another name, NEW."""
    with serving():
        _folder(flags).rename(old, new, colour)


@deck.command()
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_settings(*PAGES, *_JOURNAL)
def delete(name: str, yes: bool, **flags: Flag) -> None:
    """Forget a deck, or one whose enrolment was begun. Export it first, if it may be needed."""
    with serving():
        shelf = _folder(flags)
        if not yes and shelf.has(name):
            click.confirm(f"Forget all tags of {name!r}?", abort=True)
        shelf.delete(name)


def _written(act: str) -> str:
    """As people type it."""
    return act.replace("_", "-")


def _folder(flags: dict[str, Flag]) -> Folder:
    from tricktable.decks import Folder

    return Folder(settings_of(flags).decks)


def _attend(request: requests.OfTheCards, flags: dict[str, Flag]) -> None:
    from tricktable import attend

    settings = settings_of(flags)
    with serving():
        is_well = attend.attend(settings, request)
    sys.exit(0 if is_well else 3)
