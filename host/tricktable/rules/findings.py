"""What was improper, as a sentence with its proof, plain or for pages.

Names nobody without proof. Has words for the rules that trick games share; a game brings its own
for the rest, and a rule without words goes by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple, assert_never

from tricktable.rules.verdicts import (
    ASTRAY,
    FIRST_TRICK,
    HEAD,
    OPENING,
    OVERTRUMP,
    TRUMP,
    UNBROKEN,
    CommonRule,
    Finding,
    is_common,
)
from tricktable.text.language import ENGLISH, message, speaking
from tricktable.text.names import SUIT_NAMES, Names, seat_name
from tricktable.text.sentences import Field, Name, Picture, Sentence, coded, gap, sentence

if TYPE_CHECKING:
    from tricktable.rules.record import Record
    from tricktable.rules.view import FindingDetail


class Improper(NamedTuple):
    """A game's own words for breaches of its own rules."""

    plain: str
    """For displays and terminals, in English."""
    page: Sentence


def bar_words(pages: Mapping[str, str]) -> Callable[[FindingDetail, Names], Improper | None]:
    """The words for cards that should not have been played or passed, and what shows it.

    Args:
        pages: by rule that `SHARED` lacks, a message with `{who}`, `{card}` and its `{suit}`.
    """

    def improper(remark: FindingDetail, names: Names) -> Improper | None:
        seat, card = remark.finding.seat, remark.card or remark.proof_card
        shown = remark.proof_card if remark.card else None
        page = {**SHARED, **pages}.get(remark.finding.rule)
        if page is None or seat is None or card is None:
            return None
        suit = SUIT_NAMES[card[-1]]
        told = page.removesuffix(".").format(who=seat_name(seat, names), card=card, suit=suit)
        told = f"{told}{in_deal(remark)}."
        shows = sentence(page, who=Name(names[seat]), card=Picture(card), suit=Picture(card[-1]))
        if shown:
            told += f" {shown} was in that hand."
            shows = (*shows, gap(), *sentence("{card} was in that hand.", card=Picture(shown)))
        return Improper(told, shows)

    return improper


SHARED: Final[Mapping[str, str]] = {
    HEAD: message("{who} played {card} without beating the trick."),
    TRUMP: message("{who} played {card} instead of a trump."),
    OVERTRUMP: message("{who} played {card} instead of a higher trump."),
    OPENING: message("{who} led {card}, but another card opens the deal."),
    UNBROKEN: message("{who} led {card} before {suit} were broken."),
    FIRST_TRICK: message("{who} played the penalty {card} to the first trick."),
    ASTRAY: message("{who} passed {card}, but another hand than the right one had it."),
}
"""How rules that several games have were broken, as whole sentences."""
of_shared: Final = bar_words({})
"""The words for a breach of these; None for any other rule."""


SEEN: Final[Mapping[str, str]] = {
    "played": message("{card} in trick {later} shows it."),
    "held": message("{card}, scanned in that hand, shows it."),
    "shown": message("{card}, shown before, shows it."),
    "shown_later": message("{card}, shown later, shows it."),
    "turned_up": message("{card}, turned up for all to see, shows it."),
    "moved": message("{card}, which was moved, shows it."),
    "declared": message("{card}, named aloud, shows it."),
}
"""How the card that proves a revoke was seen, as whole sentences: a game may have its own."""


def by_proof(_: Record, finding: Finding) -> Iterable[int]:
    """The improper entry, and those that prove it."""
    return (finding.seq, *finding.proof)


def in_deal(remark: FindingDetail, word: str = "in") -> str:
    """` in deal 2`; empty for the first deal."""
    return f" {word} {remark.rules.dealing.word} {remark.deal}" if remark.deal > 1 else ""


# --- plain ---------------------------------------------------------------------------------------


def plain_finding(remark: FindingDetail, names: Names) -> str:
    """What was improper, and what proves it, in English."""
    found = remark.finding
    name = seat_name(found.seat, names)
    if is_common(found.rule):
        return _plain(found.rule, remark, name)
    own = remark.rules.improper(remark, names)
    if own is not None:
        return own.plain
    name = "Somebody" if found.seat is None else name
    if remark.card:
        return f"{name} broke a rule with {remark.card}{_in_trick(remark)}: {_rule_name(remark)}."
    return f"{name} broke a rule{in_deal(remark)}: {_rule_name(remark)}."


def _plain(rule: CommonRule, remark: FindingDetail, name: str) -> str:
    match rule:
        case "follow" if remark.finding.grade == "someone":
            where = in_deal(remark)
            return f"Somebody did not follow suit{where}: the unseen cards allow nothing else."
        case "follow":
            suit = SUIT_NAMES[remark.owed] if remark.owed else "suit"
            with speaking(ENGLISH):
                shows = coded(_shows_it(remark))
            told = f"{name} did not follow {suit}{_in_trick(remark)}"
            return f"{told}: {shows}" if shows else f"{told}."
        case "turn":
            what = remark.card or "a card"
            return f"{name} played {what} out of turn{_in_trick(remark)}."
        case "starter":
            if remark.proof_card is None:
                return f"{name} led first, though another should have."
            if remark.proof_kind == "played":
                where = f"in another hand: it was played in trick {remark.proof_trick}"
                return f"{name} led first, but {remark.proof_card} was {where}."
            return f"{name} led first, but {remark.proof_card} was in another hand."
        case never:
            assert_never(never)


def _in_trick(remark: FindingDetail) -> str:
    if remark.trick is None:
        return in_deal(remark)
    return f" in trick {remark.trick}{in_deal(remark, 'of')}"


def _rule_name(remark: FindingDetail) -> str:
    """The rule's name, as in records."""
    return remark.finding.rule.replace("_", " ")


# --- for pages -----------------------------------------------------------------------------------


def finding_sentence(remark: FindingDetail, names: Names) -> Sentence:
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
        return sentence("Somebody broke a rule: {rule}.", rule=_rule_name(remark))
    if remark.card:
        return sentence(
            "{who} broke a rule with {card}: {rule}.",
            who=person,
            card=Picture(remark.card),
            rule=_rule_name(remark),
        )
    return sentence("{who} broke a rule: {rule}.", who=person, rule=_rule_name(remark))


def _shows_it(remark: FindingDetail) -> Sentence:
    """Which card proves it, and how that was seen; empty if no card does."""
    kind = remark.proof_kind
    if not (remark.proof_card and kind) or (kind == "played" and remark.proof_trick is None):
        return ()
    if kind == "shown" and remark.finding.proof[-1] > remark.finding.seq:
        kind = "shown_later"
    words = {**SEEN, **remark.rules.seen}
    return sentence(
        words.get(remark.proof_name) or words[kind],
        card=Picture(remark.proof_card),
        later=remark.proof_trick or 0,
    )


def _not_followed(remark: FindingDetail, person: Name | None) -> Sentence:
    if person is None:
        return sentence(
            "Somebody did not follow suit: the unseen cards fit no honest deal. Nothing proves "
            "who it was."
        )
    if not (remark.owed and remark.trick):
        return sentence("{who} did not follow suit.", who=person)
    told: dict[str, Field] = {
        "who": person,
        "suit": Picture(remark.owed),
        "trick": remark.trick,
    }
    shows = _shows_it(remark)
    if not shows:
        return sentence("{who} did not follow {suit} in trick {trick}.", **told)
    return sentence("{who} did not follow {suit} in trick {trick}: {proof}", proof=shows, **told)
