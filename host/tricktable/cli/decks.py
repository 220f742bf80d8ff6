"""The commands `deck` and `enrol`: enrol and check decks, and manage their folder."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from tricktable.cli.completion import decks_named
from tricktable.cli.flags import PAGES, Flag, serving, settings_of, with_settings
from tricktable.text.count import how_many

if TYPE_CHECKING:
    from tricktable.store.decks import Folder
    from tricktable.store.decks.club_shelf import ClubShelf
    from tricktable.table import commands

_STANDARD: Final = "standard"
_JOURNAL: Final = ("max_journal_mib", "board_port")
"""The settings that a command without a table does not need."""


class _Kind(click.ParamType[str]):
    """A kind of deck, by the word that people type; loads no game until one is needed."""

    name = "kind"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002
        return f"[{'|'.join(_kinds())}]"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        kinds = _kinds()
        if value not in kinds:
            self.fail(f"{value!r} is not one of {', '.join(map(repr, kinds))}.", param, ctx)
        return kinds[value]


def _kinds() -> Mapping[str, str]:
    """Maps the word that people type to the name of that kind of deck."""
    from tricktable.store.decks import KINDS, STANDARD52

    return {_STANDARD if name == STANDARD52 else name: name for name in KINDS}


@click.command()
@click.option("--name", default="", help="The deck's name (default: its colour and kind).")
@click.option(
    "--colour", default="", help="The colour of the backs, in your own words (default: red)."
)
@click.option(
    "--kind",
    type=_Kind(),
    default=_STANDARD,
    help="The standard 52 cards, or the special deck of a game.",
)
@with_settings(*PAGES)
def enrol(name: str, colour: str, kind: str, **flags: Flag) -> None:
    """Teach the table a new deck, card by card, in about a minute.

    Lay each card on any reader as it comes up, in the order of a new deck; the board shows which
    one is next. You type nothing. On the board, UNDO undoes the last card, OK leaves a card that
    you cannot find for the end, and MENU stops. After Ctrl-C or a power cut, run the same command
    again to continue.

    \b
    The first deck:       tricktable enrol
    A second one:         tricktable enrol --colour blue
    Another kind:         tricktable enrol --kind KIND
    Exit codes:           0 the deck is complete; 1 it cannot be enrolled; 3 stopped before the end.
    """
    from tricktable.cli import deck_work

    _refuse_words(name, colour)
    settings = settings_of(flags)
    with serving():
        is_whole = deck_work.enrol(settings, name, colour, kind)
    sys.exit(0 if is_whole else 3)


@click.group()
def deck() -> None:
    """List, check, repair, rename, export, import and delete decks, and make control cards.

    \b
    List the decks:                   tricktable deck list
    Check that one is complete:       tricktable deck check
    Replace a card's tag:             tricktable deck replace "red deck" 7D
    Make a spare tag an undo card:    tricktable deck control undo
    Take a deck to another host:      tricktable deck export "red deck" red.json
                                      tricktable deck import red.json
    """


@deck.command("list")
@with_settings(*PAGES, *_JOURNAL)
def list_decks(**flags: Flag) -> None:
    """List the decks; the first one is used unless you choose another."""
    from tricktable.store.decks import CUT, is_cut

    with serving():
        shelf = _folder(flags)
    for each in shelf.decks.decks:
        click.echo(f"{each.name}: {each.colour}, {how_many(len(each.tags), 'card')} ({each.kind})")
        if is_cut(each):
            click.echo(f"{each.name}: {CUT}", err=True)
    for begun in shelf.enrolments:
        count = f"{len(begun.tags)} of {len(begun.order)} cards"
        click.echo(f"{begun.name}: {begun.colour}, {count} so far; `tricktable enrol` continues")
    for act, number in shelf.decks.controls.counts.items():
        if number:
            click.echo(f"{_with_dashes(act)}: {number} control card{'s' if number > 1 else ''}")
    for fault in shelf.faults:
        click.echo(f"not used: {fault}", err=True)
    if not shelf.decks.decks and not shelf.enrolments:
        click.echo("There is no deck yet; `tricktable enrol` makes one.")


@deck.command()
@click.argument("name", default="", shell_complete=decks_named)
@with_settings(*PAGES)
def check(name: str, **flags: Flag) -> None:
    """Check that a deck is complete: find missing cards and cards of other decks.

    Pass the cards over a reader in any order. Without NAME, the first card shows which deck it is.
    Press OK on the board, or Ctrl-C, to finish and see what is missing.

    \b
    Exit codes: 0 every card is there; 1 it cannot be checked; 3 something is missing.
    """
    from tricktable.table import commands

    _attend(commands.CheckDeck(name), flags)


@deck.command()
@click.argument("name", shell_complete=decks_named)
@click.argument("card")
@with_settings(*PAGES)
def replace(name: str, card: str, **flags: Flag) -> None:
    """Replace a damaged CARD's tag with the next tag you lay.

    Write CARD like 7D, TH or AS; in a deck of colours like 7R (fire), 7B (water), 7G (wood) or X1.

    \b
    Exit codes: 0 the tag is replaced; 1 it cannot be done; 3 stopped before that.
    """
    from tricktable.store.decks import code_of
    from tricktable.table import commands

    code = code_of(card)
    if code is None:
        raise click.UsageError(f"there is no card {card!r}; write it like 7D, TH or AS")
    _attend(commands.ReplaceCard(name, code), flags)


@deck.command()
@click.argument("act", type=click.Choice(["undo", "new-deal", "no-trump", "mute", "scores"]))
@click.option("--forget", is_flag=True, help="Remove the control cards for this act.")
@with_settings(*PAGES)
def control(act: str, forget: bool, **flags: Flag) -> None:
    """Turn the next tag you lay into a control card for ACT.

    Lay a control card on any reader during a game to make it act. You can have several cards for
    the same act.

    \b
    Exit codes: 0 the card is made; 1 it cannot be made; 3 stopped before that.
    """
    from tricktable.store.decks import ShelfChange
    from tricktable.table import commands

    act = act.replace("-", "_")
    if not forget:
        _attend(commands.MakeControl(act), flags)
    with serving():
        shelf = _folder(flags)
        before = shelf.decks.controls
        if not before.counts[act]:
            raise click.ClickException(f"There is no control card for {_with_dashes(act)}.")
        shelf.put(ShelfChange("", before.without(act)))


@deck.command()
@click.argument("name", shell_complete=decks_named)
@click.argument("file", default="-")
@with_settings(*PAGES, *_JOURNAL)
def export(name: str, file: str, **flags: Flag) -> None:
    """Export a deck, with its tags' numbers, to FILE or to standard output."""
    from tricktable.store.decks import write_deck

    with serving():
        text = write_deck(_folder(flags).decks.deck(name))
        if file == "-":
            click.echo(text, nl=False)
            return
        with Path(file).open("x", encoding="utf-8") as out:  # nobody's file is overwritten
            out.write(text)


@deck.command("import")
@click.argument("file")
@click.option("--name", default="", help="The deck's name here (default: the one in its file).")
@click.option(
    "--colour", default="", help="The colour of the backs (default: the one in its file)."
)
@with_settings(*PAGES, *_JOURNAL)
def import_deck(file: str, name: str, colour: str, **flags: Flag) -> None:
    """Import a deck from FILE, or `-` for standard input. A running host can use it at once."""
    from tricktable.store.decks import CUT, MAX_FILE_BYTES, decode, is_cut, read_deck, renamed

    _refuse_words(name, colour)
    with serving():
        with click.open_file(file, "rb") as content:
            found = read_deck(decode(content.read(MAX_FILE_BYTES + 1)))
        found = renamed(found, name or found.name, colour or found.colour)
        _folder(flags).add(found)
    click.echo(f"{found.name}: {how_many(len(found.tags), 'card')}.")
    if is_cut(found):
        click.echo(f"Warning: {CUT}", err=True)


@deck.command()
@click.argument("old", shell_complete=decks_named)
@click.argument("new")
@click.option("--colour", default="", help="The new colour of the backs, if that changes too.")
@with_settings(*PAGES, *_JOURNAL)
def rename(old: str, new: str, colour: str, **flags: Flag) -> None:
    """Rename the deck OLD to NEW."""
    _refuse_words(new, colour)
    with serving():
        _folder(flags).rename(old, new, colour)


@deck.command()
@click.argument("name", shell_complete=decks_named)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@with_settings(*PAGES, *_JOURNAL)
def delete(name: str, yes: bool, **flags: Flag) -> None:
    """Delete a deck, even a half-enrolled one. Export it first if you might want it back."""
    with serving():
        shelf = _folder(flags)
        if not yes and shelf.has(name):
            click.confirm(f"Forget all the tags of {name!r}?", abort=True)
        shelf.delete(name)


def _refuse_words(name: str, colour: str) -> None:
    """Raises: click.UsageError, if no deck can have this name or colour; empty is right."""
    from tricktable.store.decks import STANDARD52, BadDeck
    from tricktable.store.decks.deck import check_words

    try:
        check_words(name or "deck", colour or "red", STANDARD52)
    except BadDeck as fault:
        raise click.UsageError(str(fault)) from None


def _with_dashes(act: str) -> str:
    """The act as people type it."""
    return act.replace("_", "-")


def _folder(flags: dict[str, Flag]) -> Folder | ClubShelf:
    """The decks of this house: a club's are in its database."""
    from tricktable.store.decks import Folder
    from tricktable.store.decks.club_shelf import ClubShelf
    from tricktable.store.journal import is_shared, open_journal

    settings = settings_of(flags)
    if is_shared(settings.journal):
        journal = open_journal(settings.journal)
        click.get_current_context().call_on_close(journal.close)
        return ClubShelf(journal)
    return Folder(settings.decks)


def _attend(request: commands.DeckRequest, flags: dict[str, Flag]) -> None:
    from tricktable.cli import deck_work

    settings = settings_of(flags)
    with serving():
        is_well = deck_work.attend(settings, request)
    sys.exit(0 if is_well else 3)
