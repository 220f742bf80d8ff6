"""The organiser is called with a board's keys: told once, whatever restarts, whoever sees it."""

from pathlib import Path

from club.evening import Evening
from tricktable.board.picture import picture
from tricktable.club import calls
from tricktable.club.calls import AnswerCall, CallForHelp, EndCall
from tricktable.club.key_calls import KeyCalls
from tricktable.club.notices import notices
from tricktable.store.decks import Decks, Shelf, demo_deck
from tricktable.store.journal import Journal, open_journal
from tricktable.table import commands
from tricktable.table.table import Table

CODE = "7KQ"
EVERYBODY = 2
"""Tables of the house: with one alone nobody looks after all."""


class Host:
    """One host's table and club, and what passes a press on."""

    def __init__(self, journal: Journal, evening: Evening) -> None:
        self.evening, self.woken = evening, 0
        self.key_calls = KeyCalls(self._wake)
        self.table = Table(CODE, journal, Shelf(Decks((demo_deck(),))), self.key_calls)
        self.pass_on()

    def _wake(self) -> None:
        self.woken += 1

    def pass_on(self) -> None:
        """As the house does."""
        self.key_calls.pass_on(self.evening.club)
        view = self.evening.club.view()
        self.table.club_says(notices(view, self.evening.clock.now, EVERYBODY).at(CODE))

    def press(self, *keys: str) -> None:
        """Press keys of the board."""
        for number, key in enumerate(keys, self.table.newest_durable("b001") + 1):
            self.table.hear("b001", number, "K", [key])
        self.pass_on()

    @property
    def open(self) -> list[tuple[str, str]]:
        """Which tables call, and who called."""
        found = self.evening.club.view().of(calls.PART).open
        return [(each.table, each.by) for each in found]

    @property
    def display(self) -> str:
        """What the board's display says."""
        return picture(self.table.view())


def host(tmp_path: Path) -> Host:
    """A host on the journal of this folder."""
    journal = open_journal(tmp_path / "journal.db")
    return Host(journal, Evening(journal))


def test_the_menu_calls_the_organiser_and_the_display_says_who_comes(tmp_path):
    at = host(tmp_path)
    at.press("MENU")
    assert "call the organiser" in at.display
    at.press("8")
    assert at.woken == 1
    assert at.open == [(CODE, "board")]
    assert "The organiser has been called." in at.display
    at.evening.club.ask(AnswerCall(CODE))
    at.pass_on()
    assert "The organiser is coming." in at.display
    at.press("MENU")
    assert "organiser not needed" in at.display
    at.press("8")
    assert at.open == []
    assert "organiser" not in at.display


def test_a_locked_or_paused_table_calls_too_and_does_nothing_else(tmp_path):
    at = host(tmp_path)
    at.table.ask(commands.NewGame("torite", 4, dealer=0))
    for rests, ends in (
        (commands.Pause(), commands.Resume()),
        (commands.Lock(), commands.Unlock()),
    ):
        assert at.table.ask(rests).is_done
        at.press("MENU")
        assert [key for key, _ in at.table.view().asked.options] == ["8"]  # type: ignore[union-attr]
        at.press("4", "8")  # no new game
        assert at.open == [(CODE, "board")]
        at.evening.club.ask(EndCall(CODE))
        assert at.table.ask(ends).is_done
    assert at.table.view().games == 1


def test_where_nobody_looks_after_several_tables_nobody_is_called(tmp_path):
    at = host(tmp_path)
    at.table.club_says(notices(at.evening.club.view(), at.evening.clock.now, 1).at(CODE))
    at.table.hear("b001", 1, "K", ["MENU"])
    assert "organiser" not in at.display


def test_a_press_is_told_once_by_all_hosts_and_after_a_restart(tmp_path):
    at, other = host(tmp_path), host(tmp_path)
    at.press("MENU", "8")
    other.table.catch_up()
    other.pass_on()
    other.evening.club.catch_up()
    assert at.evening.club.seq == other.evening.club.seq == 2  # the call, and its key
    other.evening.club.ask(EndCall(CODE))
    again = host(tmp_path)
    assert again.open == [], "an old press calls nobody"
    # Neither does an old press end the call of somebody else.
    again.evening.club.ask(CallForHelp(CODE))
    again.pass_on()
    again.press("MENU", "8")
    assert again.open == []
    again.evening.club.ask(CallForHelp(CODE, "guest"))
    assert host(tmp_path).open == [(CODE, "guest")]


def test_a_press_that_the_host_could_not_tell_is_told_after_its_restart(tmp_path):
    at = host(tmp_path)
    for number, key in enumerate(("MENU", "8"), start=1):
        at.table.hear("b001", number, "K", [key])  # and it is killed before it passes that on
    assert host(tmp_path).open == [(CODE, "board")]


def test_a_press_counts_beside_a_call_that_is_open(tmp_path):
    at = host(tmp_path)
    at.table.hear("b001", 1, "K", ["MENU"])
    at.evening.club.ask(CallForHelp(CODE, "guest"))
    at.table.hear("b001", 2, "K", ["8"])
    at.pass_on()
    assert at.open == [(CODE, "board")], "a guest's call counts less"
    at.evening.club.ask(EndCall(CODE))
    assert host(tmp_path).open == [], "the press was told"
