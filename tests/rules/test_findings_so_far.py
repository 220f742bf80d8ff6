"""The docket of a game: findings deal by deal, in order, and copies that go on apart."""

from tricktable.rules.cards import CLUBS, card
from tricktable.rules.findings_so_far import FindingsByDeal, TrickJudge
from tricktable.rules.follow import Follow
from tricktable.rules.verdicts import Finding

TURN = Finding(3, "turn", "proved", 1, (3,))
REVOKE = Finding(2, "follow", "proved", 0, (2, 4), card("2C"))


def follow():
    """Two hands of two cards: clubs and diamonds."""
    return Follow([2, 2, 0, 0], [2, 2], 0)


def with_a_revoke(docket):
    """Seat 0 does not follow clubs, and shows one later."""
    docket.follow.plays(0, card("2D"), CLUBS, 2)
    docket.follow.plays(0, card("2C"), None, 4)


def test_findings_stand_in_order_whatever_came_first():
    docket = FindingsByDeal(follow())
    assert docket.findings() == []
    docket.add(TURN)
    with_a_revoke(docket)
    assert docket.findings() == [REVOKE, TURN]


def test_the_list_is_the_one_of_before_until_something_is_new():
    docket = FindingsByDeal(follow())
    docket.add(TURN)
    listed = docket.findings()
    docket.follow.plays(1, card("3C"), None, 4)
    docket.follow.test(4)
    assert docket.findings() is listed
    docket.add(TURN._replace(seq=5))
    assert docket.findings() == [TURN, TURN._replace(seq=5)]
    assert listed == [TURN]


def test_somebodys_revoke_comes_and_goes():
    docket = FindingsByDeal(Follow([2, 2, 0, 0], [2, 2], 0))
    docket.follow.plays(0, card("2D"), CLUBS, 1)
    docket.follow.test(1)
    docket.follow.plays(1, card("3D"), CLUBS, 2)
    docket.follow.test(2)
    assert docket.findings() == [Finding(2, "follow", "someone", None, ())]
    docket.follow.plays(1, card("3C"), None, 3)
    docket.follow.test(3)
    named = Finding(2, "follow", "proved", 1, (2, 3), card("3C"))
    assert named in docket.findings()


def test_what_an_earlier_deal_proved_stays():
    docket = FindingsByDeal(follow())
    with_a_revoke(docket)
    docket.next_deal(follow())
    docket.add(TURN._replace(seq=9))
    assert docket.findings() == [REVOKE, TURN._replace(seq=9)]


def test_a_copy_goes_on_apart():
    docket = FindingsByDeal(follow())
    docket.follow.plays(0, card("2D"), CLUBS, 2)
    copy = docket.copy()
    docket.follow.plays(0, card("2C"), None, 4)
    copy.add(TURN)
    assert docket.findings() == [REVOKE]
    assert copy.findings() == [TURN]


def test_a_copied_judge_has_what_its_own_class_adds():
    class Chair(TrickJudge):
        def __init__(self):
            super().__init__(follow())
            self.seat = 3

    judge = Chair()
    copied = judge.copy()
    assert copied.seat == 3
    with_a_revoke(copied._found)
    assert (judge.findings(), copied.findings()) == ([], [REVOKE])
