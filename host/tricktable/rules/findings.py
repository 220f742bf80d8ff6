"""What was improper, as a sentence with its proof, plain or for pages.

Names nobody without proof. Has words for the rules that trick games share; a game brings its own
for the rest, and a rule without words goes by its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, assert_never

from tricktable.rules.verdicts import CommonRule, is_common
from tricktable.text.language import message
from tricktable.text.names import SUIT_NAMES, Names, who
from tricktable.text.sentences import Name, Picture, Sentence, sentence

if TYPE_CHECKING:
    from tricktable.rules.view import FindingDetail


class Improper(NamedTuple):
    """A game's own words for breaches of its own rules."""

    plain: str
    """For displays and terminals, in English."""
    page: Sentence


def no_words(_: FindingDetail, __: Names) -> Improper | None:
    """No words: the game has no rule of its own whose breach can be proved."""
    return None


def in_deal(remark: FindingDetail, word: str = "in") -> str:
    """` in deal 2`; empty for the first deal."""
    return f" {word} {remark.rules.dealing.word} {remark.deal}" if remark.deal > 1 else ""


# --- plain ---------------------------------------------------------------------------------------


def plain_finding(remark: FindingDetail, names: Names) -> str:
    """What was improper, and what proves it, in English."""
    found = remark.finding
    name = who(found.seat, names)
    if is_common(found.rule):
        return _plain(found.rule, remark, name)
    own = remark.rules.improper(remark, names)
    if own is not None:
        return own.plain
    name = "Somebody" if found.seat is None else name
    return f"{name} broke a rule{in_deal(remark)}: {_called(remark)}."


def _plain(rule: CommonRule, remark: FindingDetail, name: str) -> str:
    match rule:
        case "follow" if remark.finding.grade == "someone":
            where = in_deal(remark)
            return f"Somebody did not follow suit{where}: the unseen cards allow nothing else."
        case "follow":
            suit = SUIT_NAMES[remark.owed] if remark.owed else "suit"
            return f"{name} did not follow {suit}{_in_trick(remark)}: {_shown_by(remark)}"
        case "turn":
            return f"{name} played {remark.card} out of turn{_in_trick(remark)}."
        case "starter":
            return f"{name} did not hold the start card: {_shown_by(remark)}"
        case never:
            assert_never(never)


def _in_trick(remark: FindingDetail) -> str:
    return f" in trick {remark.trick}{in_deal(remark, 'of')}"


def _shown_by(remark: FindingDetail) -> str:
    if remark.proof_trick is not None:
        return f"{remark.proof_card} in trick {remark.proof_trick} shows it."
    if remark.proof_kind == "held":
        where = "read in the hand"
    else:
        is_later = remark.finding.proof[-1] > remark.finding.seq
        where = "shown later" if is_later else "shown before"
    return f"{remark.proof_card}, {where}, shows it."


def _called(remark: FindingDetail) -> str:
    """The rule's name, as in records."""
    return remark.finding.rule.replace("_", " ")


# --- for pages -----------------------------------------------------------------------------------


def finding(remark: FindingDetail, names: Names) -> Sentence:
    """One finding with its proof."""
    found = remark.finding
    person = None if found.seat is None else Name(names[found.seat])
    if is_common(found.rule):
        return _page(found.rule, remark, person)
    own = remark.rules.improper(remark, names)
    return own.page if own is not None else _broke(remark, person)


def _page(rule: CommonRule, remark: FindingDetail, person: Name | None) -> Sentence:
    match rule:
        case "follow":
            return _not_followed(remark, person)
        case "turn":
            if not (person and remark.card):
                return _broke(remark, person)
            return sentence(
                "{who} played {card} out of turn in trick {trick}.",
                who=person,
                card=Picture(remark.card),
                trick=remark.trick or 0,
            )
        case "starter":
            if not (person and remark.proof_card):
                return _broke(remark, person)
            card = Picture(remark.proof_card)
            return sentence(
                "{who} led first, but {card} was in another hand.", who=person, card=card
            )
        case never:
            assert_never(never)


def _broke(remark: FindingDetail, person: Name | None) -> Sentence:
    """The words of a rule that has none."""
    if person is None:
        return sentence("Somebody broke a rule: {rule}.", rule=_called(remark))
    return sentence("{who} broke a rule: {rule}.", who=person, rule=_called(remark))


def _shows_it(remark: FindingDetail) -> str:
    match remark.proof_kind:
        case "played":
            return message(
                "{who} did not follow {suit} in trick {trick}: {card} in trick {later} shows it."
            )
        case "shown" if remark.finding.proof[-1] < remark.finding.seq:
            return message(
                "{who} did not follow {suit} in trick {trick}: {card}, taken back before, shows it."
            )
        case "shown":
            return message(
                "{who} did not follow {suit} in trick {trick}: {card}, kept to the end, shows it."
            )
    return message("{who} did not follow {suit} in trick {trick}: {card} was in that hand.")


def _not_followed(remark: FindingDetail, person: Name | None) -> Sentence:
    if person is None:
        return sentence(
            "Somebody did not follow suit: the unseen cards fit no honest deal. Nothing proves "
            "who it was."
        )
    if not (remark.owed and remark.proof_card and remark.proof_kind):
        return sentence("{who} did not follow suit.", who=person)
    return sentence(
        _shows_it(remark),
        who=person,
        suit=Picture(remark.owed),
        trick=remark.trick or 0,
        card=Picture(remark.proof_card),
        later=remark.proof_trick or 0,
    )
