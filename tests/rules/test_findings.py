"""Words for what was improper: a game's own rule, and one that the game has no words for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tricktable.games import GAMES
from tricktable.rules.findings import Improper, finding, plain_finding
from tricktable.rules.verdicts import COMMON_RULES, Finding
from tricktable.rules.view import FindingDetail
from tricktable.text.language import speaking
from tricktable.text.sentences import Picture, sentence, spoken

NAMES = ("Ann", "Bo", "Cy", "Di")
BARE = FindingDetail(
    GAMES["etori"], Finding(9, "slow_play", "proved", 2, (9,)), *[None] * 6, deal=2, exhibits=()
)
SOMEBODY = replace(
    BARE, rules=GAMES["triatri"], finding=Finding(9, "slow_play", "someone", None, ())
)


def own(remark, names):
    """The words of a game that has such a rule."""
    if remark.finding.rule != "slow_play":
        return None
    return Improper("Cy is slow.", sentence("{who} is slow", who=Picture("H")))


def test_a_rule_without_words_is_called_by_its_name():
    assert plain_finding(BARE, NAMES) == "Cy broke a rule in deal 2: slow play."
    assert plain_finding(SOMEBODY, NAMES) == "Somebody broke a rule in round 2: slow play."
    assert spoken(finding(BARE, NAMES)) == "Cy broke a rule: slow play."
    assert spoken(finding(SOMEBODY, NAMES)) == "Somebody broke a rule: slow play."
    with speaking("ja"):
        assert "Cy" in spoken(finding(BARE, NAMES))


def test_a_game_says_what_its_own_rule_is():
    remark = replace(BARE, rules=replace(GAMES["etori"], improper=own))
    assert plain_finding(remark, NAMES) == "Cy is slow."
    assert spoken(finding(remark, NAMES)) == "hearts is slow"
    unknown = replace(remark, finding=Finding(9, "other", "proved", 2, (9,)))
    assert plain_finding(unknown, NAMES) == "Cy broke a rule in deal 2: other."


@pytest.mark.parametrize("rule", sorted(COMMON_RULES))
@pytest.mark.parametrize("seat", [None, 1])
def test_a_common_rule_has_words_whatever_is_known_of_the_cards(rule, seat):
    grade = "someone" if seat is None else "proved"
    remark = replace(BARE, finding=Finding(9, rule, grade, seat, (9,)))
    said = spoken(finding(remark, NAMES))
    assert said.startswith("Somebody" if seat is None else "Bo")
    assert said.endswith((".", "proved."))


@pytest.mark.parametrize(
    ("proof", "told"),
    [
        (("9H", 3, "played", 12), "9H in trick 3 shows it."),
        (("9H", None, "held", 2), "9H, read in the hand, shows it."),
        (("9H", None, "shown", 12), "9H, shown later, shows it."),
        (("9H", None, "shown", 2), "9H, shown before, shows it."),
    ],
)
def test_the_card_that_shows_a_revoke_is_named_with_when_it_was_seen(proof, told):
    card, trick, kind, seq = proof
    revoke = Finding(9, "follow", "proved", 1, (4, 6, seq))
    remark = FindingDetail(GAMES["torite"], revoke, 2, "H", "2C", card, trick, kind, 0)
    assert plain_finding(remark, NAMES).endswith(told)
