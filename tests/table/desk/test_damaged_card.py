"""Which card of a deck is damaged, keyed by rank and suit."""

from rig.moments import DECKS, at
from tricktable.store.decks import KINDS
from tricktable.table.desk.changes import desk_change, note_row
from tricktable.table.desk.damaged_card import ask_damaged, take_damaged
from tricktable.table.desk.desk import DeckWork, OpenDialogue
from tricktable.table.notes import Note

RED, _, TRIATRI = DECKS.decks
NO_ANSWER = note_row(Note("no_such_answer"))


def asking(deck: str, *keys: str) -> OpenDialogue:
    return OpenDialogue("damaged", None, keys, deck)


def test_it_asks_for_the_rank_and_then_lists_the_suits():
    first = ask_damaged(at(None), asking(RED.name))
    assert first.text == f"Which card of the {RED.name}? Type rank, then suit."
    assert first.options == (("2-A", "its rank"), ("UNDO", "none"))
    then = ask_damaged(at(None), asking(RED.name, "T"))
    assert then.text.lower() == f"{RED.name}: which t?"
    assert then.options == (("C", "TC"), ("D", "TD"), ("H", "TH"), ("S", "TS"))


def test_every_card_of_every_deck_can_be_keyed_and_nothing_else():
    for deck in DECKS.decks:
        kind, found = KINDS[deck.kind], []
        for rank in "23456789TJQKA":
            before = asking(deck.name)
            after = desk_change(asking=before._replace(keys=(rank,)))
            assert [*take_damaged(at(None), before, rank)] == [after]
            for suit in "CDHS":
                (row,) = take_damaged(at(None), asking(deck.name, rank), suit)
                if row == NO_ANSWER:
                    continue
                code = row.body["note"].card  # type: ignore[attr-defined]
                found.append(code)
                assert row == note_row(
                    Note("lay_new", card=code),
                    tending=DeckWork("replace", deck.name, code),
                    page="table",
                    asking=None,
                )
        assert sorted(found) == sorted(kind.codes)


def test_a_key_that_is_no_rank_or_suit_or_a_deck_that_is_gone_is_refused():
    for key in ("C", "OK", "10"):
        assert [*take_damaged(at(None), asking(RED.name), key)] == [note_row(Note("rank_first"))]
    for deck, keys, key in (
        (RED.name, ("T",), "T"),
        (RED.name, ("T",), "OK"),
        ("gone", ("T",), "C"),
        ("", ("T",), "C"),
    ):
        assert [*take_damaged(at(None), asking(deck, *keys), key)] == [NO_ANSWER]
