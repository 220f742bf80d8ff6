"""Words for what was improper: a game's own rule, and one that the game has no words for."""

from dataclasses import replace

import pytest

from tricktable.games import GAMES
from tricktable.rules.findings import Improper, bar_words, finding_sentence, in_deal, plain_finding
from tricktable.rules.verdicts import COMMON_RULES, Finding
from tricktable.rules.view import FindingDetail
from tricktable.text.language import speaking
from tricktable.text.sentences import Picture, coded, sentence, spoken

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
    assert spoken(finding_sentence(BARE, NAMES)) == "Cy broke a rule: slow play."
    assert spoken(finding_sentence(SOMEBODY, NAMES)) == "Somebody broke a rule: slow play."
    with speaking("ja"):
        assert "Cy" in spoken(finding_sentence(BARE, NAMES))


def test_a_game_says_what_its_own_rule_is():
    remark = replace(BARE, rules=replace(GAMES["etori"], improper=own))
    assert plain_finding(remark, NAMES) == "Cy is slow."
    assert spoken(finding_sentence(remark, NAMES)) == "hearts is slow"
    unknown = replace(remark, finding=Finding(9, "other", "proved", 2, (9,)))
    assert plain_finding(unknown, NAMES) == "Cy broke a rule in deal 2: other."


@pytest.mark.parametrize("rule", sorted(COMMON_RULES))
@pytest.mark.parametrize("seat", [None, 1])
def test_a_common_rule_has_words_whatever_is_known_of_the_cards(rule, seat):
    grade = "someone" if seat is None else "proved"
    remark = replace(BARE, finding=Finding(9, rule, grade, seat, (9,)))
    said = spoken(finding_sentence(remark, NAMES))
    assert said.startswith("Somebody" if seat is None else "Bo")
    assert said.endswith((".", "proved."))


@pytest.mark.parametrize(
    ("proof", "told"),
    [
        (("9H", 3, "played", 12), "9H in trick 3 shows it."),
        (("9H", None, "held", 2), "9H, scanned in that hand, shows it."),
        (("9H", None, "shown", 12), "9H, shown later, shows it."),
        (("9H", None, "turned_up", 2), "9H, turned up for all to see, shows it."),
        (("9H", None, "moved", 2), "9H, which was moved, shows it."),
        (("9H", None, "declared", 2), "9H, named aloud, shows it."),
        (("9H", None, "shown", 2), "9H, shown before, shows it."),
    ],
)
def test_the_card_that_shows_a_revoke_is_named_with_when_it_was_seen(proof, told):
    card, trick, kind, seq = proof
    revoke = Finding(9, "follow", "proved", 1, (4, 6, seq))
    remark = FindingDetail(GAMES["etori"], revoke, 2, "H", "2C", card, trick, kind, 0)
    assert plain_finding(remark, NAMES).endswith(told)


def remark_of(rule, seat, proof, *known, deal=1):
    """A breach of the ninth entry, and what is known of it."""
    grade = "someone" if seat is None else "proved"
    return FindingDetail(GAMES["torite"], Finding(9, rule, grade, seat, proof), *known, deal)


@pytest.mark.parametrize(
    ("remark", "plain", "page"),
    [
        (
            remark_of("follow", 1, (9, 12), 2, "H", "2C", "9H", 3, "played"),
            "Bo did not follow hearts in trick 2: 9H in trick 3 shows it.",
            "Bo did not follow hearts in trick 2: nine of hearts in trick 3 shows it.",
        ),
        (
            remark_of("follow", 1, (9, 3), 2, "C", "2H", "9C", None, "held", deal=2),
            "Bo did not follow clubs in trick 2 of round 2: 9C, scanned in that hand, shows it.",
            "Bo did not follow clubs in trick 2: nine of clubs, scanned in that hand, shows it.",
        ),
        (
            remark_of("follow", 3, (9, 3), 12, "H", "2D", "9H", None, "shown", deal=3),
            "Di did not follow hearts in trick 12 of round 3: 9H, shown before, shows it.",
            "Di did not follow hearts in trick 12: nine of hearts, shown before, shows it.",
        ),
        (
            remark_of("follow", 0, (9, 5, 30), 12, "S", "2H", "9S", None, "shown"),
            "Ann did not follow spades in trick 12: 9S, kept to the end, shows it.",
            "Ann did not follow spades in trick 12: nine of spades, kept to the end, shows it.",
        ),
        (
            remark_of("follow", 0, (30, 5), 12, "S", "2H", "9S", None, "shown"),
            "Ann did not follow spades in trick 12: 9S, shown before, shows it.",
            "Ann did not follow spades in trick 12: nine of spades, shown before, shows it.",
        ),
        (
            remark_of("follow", None, (), None, None, None, None, None, None),
            "Somebody did not follow suit: the unseen cards allow nothing else.",
            "Somebody did not follow suit: the unseen cards fit no honest deal. "
            "Nothing proves who it was.",
        ),
        (
            remark_of("follow", None, (), None, None, None, None, None, None, deal=2),
            "Somebody did not follow suit in round 2: the unseen cards allow nothing else.",
            "Somebody did not follow suit: the unseen cards fit no honest deal. "
            "Nothing proves who it was.",
        ),
        (
            remark_of("turn", 2, (9,), 4, None, "TS", None, None, None),
            "Cy played TS out of turn in trick 4.",
            "Cy played ten of spades out of turn in trick 4.",
        ),
        (
            remark_of("starter", 3, (9, 14), None, None, None, "2C", 2, "played", deal=2),
            "Di led first, but 2C was in another hand: it was played in trick 2.",
            "Di led first, but two of clubs was in another hand.",
        ),
    ],
)
def test_a_breach_is_told_with_its_trick_and_what_shows_it(remark, plain, page):
    assert plain_finding(remark, NAMES) == plain
    assert spoken(finding_sentence(remark, NAMES)) == page


@pytest.mark.parametrize(
    ("rule", "known", "page"),
    [
        ("follow", (2, "H", "2C", "9H", 3, None), "Bo did not follow hearts in trick 2."),
        ("follow", (2, "H", "2C", None, None, "held"), "Bo did not follow hearts in trick 2."),
        ("follow", (None, "H", "2C", None, None, "held"), "Bo did not follow suit."),
        ("follow", (2, None, "2C", "9H", None, "held"), "Bo did not follow suit."),
        ("follow", (2, "H", "2C", None, None, None), "Bo did not follow hearts in trick 2."),
        (
            "slow_play",
            (2, None, "2C", None, None, None),
            "Bo broke a rule with two of clubs: slow play.",
        ),
        ("turn", (2, None, None, None, None, None), "Bo broke a rule: turn."),
        ("starter", (None, None, None, None, None, "played"), "Bo broke a rule: starter."),
    ],
)
def test_a_page_says_no_more_of_a_breach_than_is_known(rule, known, page):
    assert spoken(finding_sentence(remark_of(rule, 1, (9,), *known), NAMES)) == page


@pytest.mark.parametrize(
    ("seat", "played", "proof", "deal", "told"),
    [
        (1, "2H", None, 1, "Bo wasted 2H."),
        (1, "2H", None, 3, "Bo wasted 2H in round 3."),
        (1, "2H", "9S", 1, "Bo wasted 2H. 9S was in that hand."),
        (2, None, "9S", 1, "Cy wasted 9S."),  # passed, not played
        (2, None, "9S", 2, "Cy wasted 9S in round 2."),
    ],
)
def test_a_card_that_was_barred_is_named_whether_it_was_played_or_passed(
    seat, played, proof, deal, told
):
    remark = remark_of("waste", seat, (9,), 1, None, played, proof, None, "moved", deal=deal)
    made = bar_words({"waste": "{who} wasted {card}."})(remark, NAMES)
    assert made.plain == told
    assert coded(made.page) == told.replace(f" in round {deal}", ""), "the page numbers the deal"
    assert bar_words({"haste": "{who} wasted {card}."})(remark, NAMES) is None


@pytest.mark.parametrize(("seat", "played", "proof"), [(None, "2H", "9S"), (1, None, None)])
def test_what_was_barred_is_not_told_without_a_name_and_a_card(seat, played, proof):
    remark = remark_of("waste", seat, (9,), 1, None, played, proof, None, "moved")
    assert bar_words({"waste": "{who} wasted {card}."})(remark, NAMES) is None


@pytest.mark.parametrize("rule", ["turn", "starter"])
def test_a_page_names_nobody_who_is_not_known(rule):
    remark = remark_of(rule, None, (9,), 2, "H", "2C", "9H", 3, "played")
    assert spoken(finding_sentence(remark, NAMES)) == f"Somebody broke a rule: {rule}."


def test_the_suit_that_was_owed_is_named_where_it_is_known():
    remark = remark_of("follow", 1, (9, 12), 2, None, "2C", "9H", 3, "played")
    assert plain_finding(remark, NAMES) == (
        "Bo did not follow suit in trick 2: 9H in trick 3 shows it."
    )


@pytest.mark.parametrize(
    ("deal", "word", "told"),
    [(0, "in", ""), (1, "in", ""), (2, "in", " in deal 2"), (3, "of", " of deal 3")],
)
def test_the_first_deal_is_not_named(deal, word, told):
    assert in_deal(replace(BARE, deal=deal), word) == told
