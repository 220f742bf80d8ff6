"""Two hosts at one table, of which one cannot reach the journal for a while and plays on."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import pytest

from players.every_game import by_chance
from rig.table import Rig
from tricktable.rules.entries import Played
from tricktable.rules.record import Record
from tricktable.store.journal import Outage, Phone, Row
from tricktable.store.journal.sqlite import SqliteJournal
from tricktable.table import answers, commands, seating
from tricktable.table.scorebook import Scorebooks
from tricktable.table.views import TableView
from tricktable.web.live.spectators import DelayedTable

LAID = "0:QH 1:2H"
STRIKES = {"kind": "struck"}
CORRECTS = {"kind": "corrected", "entry": {"kind": "played", "seat": 1, "card": "5H"}}


class FarJournal(SqliteJournal):
    """A journal that a host cannot reach while the test says so."""

    is_away = False

    def append(self, rows: Sequence[Row], phones: Sequence[Phone] = ()) -> None:
        """See `Journal.append`."""
        self._must_be_near()
        super().append(rows, phones)

    def read(self, table: str, after: int = 0) -> Iterator[Row]:
        """See `Journal.read`."""
        self._must_be_near()
        return super().read(table, after)

    def look(self) -> None:
        """See `Journal.look`."""
        self._must_be_near()

    def _must_be_near(self) -> None:
        if self.is_away:
            raise Outage("the journal is away")


@pytest.fixture
def here(tmp_path: Path) -> Rig:
    """A host whose journal goes away; the game has begun there."""
    rig = Rig(tmp_path, FarJournal(tmp_path / "journal.db"))
    rig.begin()
    return rig


@pytest.fixture
def there(here: Rig, tmp_path: Path) -> Rig:
    """Another host, which reaches it all the time. It has a board of its own."""
    return Rig(tmp_path, boot="b0a4d0b0")


def away(rig: Rig, is_away: bool = True) -> None:
    assert isinstance(rig.journal, FarJournal)
    rig.journal.is_away = is_away


def write(rig: Rig) -> None:
    """A page of this host enters a card."""
    assert rig.ask(commands.Enter({"kind": "played", "seat": 2, "card": "3H"})).is_done


def entries(rig: Rig) -> list[Mapping[str, object]]:
    record = rig.record
    return [{"seq": seq, "entry": entry} for seq, entry, _ in record.steps()]


def played(rig: Rig) -> list[str]:
    return cards(rig.record)


def cards(record: Record) -> list[str]:
    return [each.card.code for _, each, _ in record.steps() if isinstance(each, Played)]


def saved_again(rig: Rig) -> None:
    away(rig, False)
    for _ in range(2):  # numbered anew, then saved
        rig.table.try_to_save()
    assert rig.table.snapshot().fault == ""


def test_what_was_laid_meanwhile_comes_behind_what_the_other_host_wrote(here, there):
    away(here)
    here.play(LAID)
    write(there)
    assert played(here) == ["QH", "2H"]
    saved_again(here)
    there.table.catch_up()
    assert played(here) == played(there) == ["3H", "QH", "2H"]
    assert entries(here) == entries(there)
    here.restart()
    assert played(here) == ["3H", "QH", "2H"]
    assert here.table.newest_durable(here.boot) == there.table.newest_durable(here.boot)


class Nobody:
    """An audience that looks away."""

    def show(self, view: TableView) -> None:
        """See `Audience.show`."""


@pytest.mark.parametrize("order", ["waiting", "mixed"])
def test_whoever_keeps_up_with_rows_has_none_that_gave_way_to_another_hosts(here, there, order):
    """A page reads the rows that wait: alone, or behind what has taken their numbers already."""
    books, delayed = (
        Scorebooks(),
        DelayedTable(here.table.code, 0, Nobody(), lambda _: 0, lambda: 0),
    )
    delayed.show(here.view)

    def read() -> list[list[str]]:
        delayed.show(here.view)
        kept = (books.games(here.table)[-1].record, delayed.game(here.table).record)
        return [cards(record) for record in kept if record is not None]

    assert read() == [[], []]
    away(here)
    here.play(LAID)
    if order == "mixed":
        write(there)
    away(here, False)
    read()
    if order == "waiting":
        write(there)
    saved_again(here)
    assert played(here) == ["3H", "QH", "2H"]
    assert read() == [played(here), played(here)]
    here.play("3:4H")
    assert read() == [played(here), played(here)]


def test_a_card_that_comes_before_the_first_try_to_save_is_not_waited_for(here, there):
    away(here)
    here.play("0:QH 1:2H")
    write(there)
    away(here, False)
    here.play("3:4H")
    there.table.catch_up()
    assert played(here) == played(there) == ["3H", "QH", "2H", "4H"]
    assert here.table.snapshot().fault == ""


@pytest.mark.parametrize(
    ("key", "card"), [("", "3H"), ("key-0001", "3H")], ids=["without a key", "with a key"]
)
def test_what_a_host_learns_while_it_refuses_is_shown(here, there, key, card):
    """Nothing else comes that would show it."""
    write(there)
    enter = commands.Enter({"kind": "played", "seat": 2, "card": card})
    assert not here.table.ask(enter, key).is_done
    assert played(here) == ["3H"]
    assert here.view.view.trick == ((2, "3H"),)
    names = ["Eva", "Fin", "Gus", "Hal"]
    assert there.ask(commands.NewGame("torite", 4, names, abandon=True)).is_done
    assert not here.table.ask(commands.Redo(), key and "key-0002").is_done
    assert (here.view.games, here.view.names) == (2, tuple(names)) or not key


def test_what_fell_away_is_told_once_no_other_host_can_carry_it_out(here, there):
    away(here)
    card = commands.Enter({"kind": "played", "seat": 2, "card": "3H"})
    assert not here.table.ask(card, "key-0001").is_saved
    assert there.ask(commands.NewGame("torite", 4, abandon=True)).is_done
    away(here, False)
    here.table.try_to_save()  # it has fallen away, and that is not saved yet
    assert here.table.ask(card, "key-0001").because == answers.AWAY
    assert there.table.ask(card, "key-0001").is_done
    for _ in range(2):
        here.table.try_to_save()
    first = here.table.ask(card, "key-0001")
    assert (first.is_done, first.is_saved, first.game) == (True, True, 2)


def test_what_is_impossible_while_something_waits_is_not_refused_for_good(here):
    away(here)
    named(here, 0, "Eve")
    strike = commands.Enter({**STRIKES, "seq": 999})
    assert here.table.ask(strike, "key-0001").because == answers.AWAY
    saved_again(here)
    assert here.table.ask(strike, "key-0001").because != answers.AWAY


@pytest.mark.parametrize(("dealer", "leader", "laid"), [(1, 2, []), (3, 2, []), (0, 1, ["QH"])])
def test_what_the_table_presumed_gives_way_to_what_was_said_at_the_other_host(
    here, there, dealer, leader, laid
):
    """A card is not lost for a deal and a lead of others that its host had not heard of."""
    assert there.ask(commands.NewGame("torite", 4, abandon=True)).is_done
    here.table.catch_up()
    away(here)
    card = commands.Enter({"kind": "played", "seat": 2, "card": "3H"})
    first = here.table.ask(card, "key-0001")
    assert (first.is_done, first.is_saved) == (True, False)
    for said in (
        {"kind": "dealt", "dealer": dealer},
        {"kind": "declared", "topic": "leader", "seat": leader},
        *({"kind": "played", "seat": leader, "card": each} for each in laid),
    ):
        assert there.ask(commands.Enter(said)).is_done
    saved_again(here)
    there.table.catch_up()
    assert played(here) == played(there) == [*laid, "3H"]
    assert entries(here) == entries(there)
    now = here.table.ask(card, "key-0001")
    assert (now.is_done, now.is_saved, now.seq) == (True, True, 3 + len(laid))
    assert here.ask(commands.Undo()).is_done
    assert played(here) == laid


@pytest.mark.parametrize("is_over", [True, False])
def test_what_was_laid_belongs_to_the_deal_that_it_took_for_granted(here, there, is_over):
    """Of the next it is no part, though somebody has said meanwhile that it was dealt."""
    lines = by_chance(Random(1), "etori", 4, is_tidy=True).lines
    first, second = (at for at, line in enumerate(lines) if line["kind"] == "dealt")
    assert there.ask(commands.NewGame("etori", 4, abandon=True)).is_done
    known = first if is_over else second
    for line in lines[:known]:
        assert there.ask(commands.Enter(line)).is_done
    here.table.catch_up()
    away(here)
    assert here.ask(commands.Enter({"kind": "played", "seat": 3, "card": "2C"})).is_done
    for line in lines[known : second + 1]:
        assert there.ask(commands.Enter(line)).is_done
    saved_again(here)
    there.table.catch_up()
    assert entries(here) == entries(there)
    assert here.said.startswith("Not recorded") == is_over
    assert len(entries(here)) == second + 1 + (not is_over)


def test_an_event_that_its_board_has_told_the_other_host_counts_once(here, there):
    away(here)
    here.play(LAID)
    there.boot, there._seq = (
        here.boot,
        there.table.newest_durable(here.boot),
    )  # its cable is there now
    there.play("0:QH 1:2H 2:3H")
    saved_again(here)
    assert played(here) == played(there) == ["QH", "2H", "3H"]
    assert entries(here) == entries(there)


def named(rig: Rig, seat: int, name: str) -> None:
    assert rig.ask(commands.Rename(seat, name)).is_done


def test_names_that_both_hosts_gave_meanwhile_are_all_there(here, there):
    away(here)
    named(here, 0, "Eve")
    named(there, 1, "Fay")
    named(here, 3, "Gil")
    named(there, 2, "Hal")
    named(there, 3, "Ida")
    saved_again(here)
    there.table.catch_up()
    for rig in (here, there):
        assert rig.view.names == ("Eve", "Fay", "Hal", "Gil")  # where both named one, the later row
    here.restart()
    assert here.view.names == ("Eve", "Fay", "Hal", "Gil")


def test_a_name_given_in_a_game_begun_meanwhile_stays_with_it(here, there):
    away(here)
    here.ask(commands.NewGame("torite", 3, ["Eve", "Fay", "Gil"], {}, 0, abandon=True))
    named(here, 2, "Hal")
    named(there, 2, "Ida")
    saved_again(here)
    assert here.view.names == ("Eve", "Fay", "Hal")


def test_a_name_falls_away_if_the_other_host_began_a_game_with_other_seats(here, there, caplog):
    away(here)
    named(here, 3, "Eve")
    there.ask(commands.NewGame("torite", 3, ["Fay", "Gil", "Hal"], {}, 0, abandon=True))
    saved_again(here)
    assert here.view.names == ("Fay", "Gil", "Hal")
    assert here.said == "Not recorded, since that game is over: the name Eve."
    assert "the name Eve" in caplog.text


def sits(rig: Rig, token: str) -> bool:
    return rig.table.phone_view(seating.digest(token), is_acting=True).known.sits


def let_in(rig: Rig, token: str) -> None:
    """This phone sits down on seat 1, let in by this host."""
    assert rig.table.claim(1, seating.digest(token)).is_done
    assert rig.ask(commands.LetIn(1)).is_done
    assert sits(rig, token)


def test_a_phone_let_in_meanwhile_is_kept_with_its_row_and_replaces_the_one_before(here, there):
    away(here)
    let_in(here, "ours")
    write(there)  # or both would write the same row, at the rig's one moment
    let_in(there, "theirs")
    assert not sits(there, "ours")
    saved_again(here)
    there.table.catch_up()
    for rig in (here, there):
        assert (sits(rig, "ours"), sits(rig, "theirs")) == (True, False)
    here.restart()
    assert (sits(here, "ours"), sits(here, "theirs")) == (True, False)


def test_a_phone_whose_row_falls_away_has_not_sat_down(here, there):
    """Both hosts hear the same press of the button; each knows another phone that waits."""
    away(here)
    boot = here.boot
    there.boot, there._seq = boot, there.table.newest_durable(boot)
    for rig, token in ((here, "ours"), (there, "theirs")):
        assert rig.table.claim(1, seating.digest(token)).is_done
        rig.button(1, "long")
        assert sits(rig, token)
    saved_again(here)
    assert (sits(here, "ours"), sits(here, "theirs")) == (False, True)
    assert [phone.digest for phone in there.journal.phones("7KQ")] == [seating.digest("theirs")]


@pytest.mark.parametrize("is_correction", [False, True])
def test_a_change_follows_an_entry_that_has_another_number_now(here, there, is_correction):
    away(here)
    here.play(LAID)
    record = here.table.record()
    assert record is not None
    change = CORRECTS if is_correction else STRIKES
    assert here.ask(commands.Enter({**change, "seq": record.seq})).is_done
    write(there)
    saved_again(here)
    there.table.catch_up()
    changed = ["5H"] if is_correction else []
    assert played(here) == played(there) == ["3H", "QH", *changed]


def test_a_game_begun_meanwhile_comes_behind_with_all_that_was_changed_in_it(here, there):
    away(here)
    here.ask(commands.NewGame("torite", 3, [], {}, 0, abandon=True))
    here.button(1)
    here.play("1:QH")
    record = here.table.record()
    assert here.ask(commands.Enter({**STRIKES, "seq": record.seq})).is_done
    write(there)
    saved_again(here)
    there.table.catch_up()
    assert entries(here) == entries(there)
    assert there.view.view is not None
    assert there.table.record().header.players == 3  # type: ignore[union-attr]


def test_cards_that_waited_for_a_choice_are_played_once_the_other_host_has_made_it(here, there):
    begin = commands.NewGame("triatri", 4, [], {}, 0, abandon=True)
    assert here.ask(begin).is_done
    for seat, card in enumerate(("4R", "5R", "6R", "7R")):
        here.ask(commands.Enter({"kind": "shown", "seat": seat, "card": card}))
    there.table.catch_up()
    away(here)
    record = here.table.record()
    seat = record.state.next.seat
    assert seat is not None
    for number, card in enumerate(("2R", "3R")):
        here.lay(card, (seat + number) % 4)
    assert [each.card for each in here.view.desk.early] == ["2R", "3R"]
    prize = commands.Declare("prize", seat, {"colour": "R", "from": "stock"})
    assert there.ask(prize).is_done
    saved_again(here)
    there.table.catch_up()
    assert played(here) == played(there) == ["2R", "3R"]
    assert here.view.desk.early == there.view.desk.early == ()
