"""Deals of Bridge come from PBN and go there, as other programs write them."""

from random import Random

import pytest

from games.case import Slips, by_its_own_player, header_of
from records.lines import record_with
from tricktable.rules.cards import BY_CODE, STANDARD, mask
from tricktable.rules.entries import Held
from tricktable_classics.bridge import GAME, pbn

DEAL = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
"""The example of the standard."""
FILE = f'% PBN 2.1\n[Event "Club"]\n[Dealer "E"]\n[Deal "{DEAL}"]\n{{ a comment }}\n'


def test_a_deal_of_a_file_is_dealt():
    (board,) = pbn.read(FILE)
    assert board.dealer == 1
    assert board.hands[0] == mask(
        BY_CODE[code] for code in "3H 6H AD KD QD 9D 8D 7D".split()
    ) | mask(BY_CODE[code] for code in "AC 9C 7C 3C 2C".split())
    assert sum(hand.bit_count() for hand in board.hands) == len(STANDARD)
    record = pbn.record_of(board)
    read = {step.entry.card for step in record.steps() if isinstance(step.entry, Held)}
    assert read == {*STANDARD}
    assert record.state.next == (1, "bid")


def test_deals_that_were_played_are_written_and_read_again():
    options = {"scoring": "duplicate", "boards": 2}
    play = by_its_own_player(GAME, Slips(0, 0, 0))
    record = record_with(header_of(GAME, 4, options), play(Random(1), 4, options, True))
    text = pbn.pbn_text(record)
    boards = pbn.read(text)
    assert len(boards) == len(record.state.deals)
    assert f'[Deal "{pbn.deal_tag(boards[0])}"]' in text
    assert '[Vulnerable "None"]' in text
    contract = record.state.deals[0].contract
    assert f'[Contract "{contract.level}{contract.strain.replace("N", "NT")}' in text
    assert f'[Result "{record.state.deals[0].tricks}"]' in text


@pytest.mark.parametrize(
    "deal", ["", "N:AKQ", DEAL.replace("N:", "X:"), DEAL.replace(".63.", ".33."), DEAL[:-1]]
)
def test_what_is_no_deal_is_refused(deal):
    with pytest.raises(ValueError, match=r"no deal|twice"):
        pbn.read(f'[Deal "{deal}"]')


def test_a_file_becomes_a_record_and_a_record_a_file(tmp_path, monkeypatch, capsys):
    path = tmp_path / "deals.pbn"
    path.write_text(FILE)
    monkeypatch.setattr("sys.argv", ["pbn", str(path)])
    pbn.main()
    lines = capsys.readouterr().out
    assert lines.startswith('{"record": "tricktable/1", "game": "bridge"')
    record = tmp_path / "game.jsonl"
    record.write_text(lines)
    monkeypatch.setattr("sys.argv", ["pbn", str(record)])
    pbn.main()
    assert capsys.readouterr().out == ""  # nothing was played yet
