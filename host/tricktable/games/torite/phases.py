"""The Torite's sentences: what the table waits for, and what it has people do. Decides nothing."""

from typing import Final, assert_never

from tricktable.games.torite.position import Position, ToriteView
from tricktable.games.torite.rules import START_CARDS, TARGETS
from tricktable.rules import phases
from tricktable.rules.asides import Aside, EntrySeen, Reminder, Stop
from tricktable.rules.cards import SUITS
from tricktable.rules.entries import Dealt
from tricktable.rules.findings import finding_sentence, plain_finding
from tricktable.rules.phases import Due, Phase
from tricktable.rules.values import rows_in
from tricktable.rules.view import FindingDetail
from tricktable.text import names
from tricktable.text.language import Message, _, message, plural
from tricktable.text.names import AND, SUIT_NAMES
from tricktable.text.sentences import (
    Name,
    Picture,
    Sentence,
    list_in_words,
    sentence,
    sentence_by_number,
)


def _stacks(view: ToriteView) -> Phase:
    return phases.phase(
        view,
        sentence("Count the four stacks"),
        Due("", "Count the suits in the four stacks, or pair the stacks"),
        more=_pairing_is_about(),
    )._replace(is_in_words=True, brief=Due("", "Count or pair the stacks"))


def _pairing(view: ToriteView) -> Phase:
    return phases.phase(
        view,
        sentence("Choose the stacks"),
        Due("", "Choose who plays which stack in which round"),
        more=_pairing_is_about(),
    )._replace(brief=Due("", "Pair the stacks"))


def _pairing_is_about() -> Sentence:
    return sentence("Who plays which stack in which round")


def _deal(view: ToriteView) -> Phase:
    made = phases.deal(view)
    if not any(said.topic == "stacks" for said in view.said):
        return made
    # T12: three equal stacks leave no legal pairing.
    again = "No two of these stacks can be paired: deal again"
    return made._replace(due=Due("", again, by_button=True), brief=Due("", "Deal again", True))


def _leader(view: ToriteView) -> Phase:
    start = START_CARDS[view.seats][0].code
    return phases.phase(
        view,
        sentence("Who leads first?"),
        Due("", f"Who holds {start}?", by_button=True),
        more=sentence("The player with {card} says so", card=Picture(start)),
    )._replace(place=phases.place(view, in_trick=True), is_in_words=True)


def _turn_up(view: ToriteView) -> Phase:
    """Asks for what the dummy's stack can hold: one card of each suit, or of those it has (T18)."""
    missing, is_counted = _suits_not_up(view)
    leader = view.names[view.last_winner or 0]
    who = phases.actors_text(view)
    if not missing:
        headline = sentence("{who} leads", who=Name(leader))
        return phases.phase(view, headline, Due(leader, "to lead"), in_trick=True)
    pictures = list_in_words([Picture(suit) for suit in missing], AND)
    suits = names.list_in_words([SUIT_NAMES[suit] for suit in missing])
    more: Sentence = ()
    headline, due = sentence("Turn up cards for {who}", who=phases.actors(view)), Due("", "")
    if len(missing) == len(SUITS):
        due = Due("", f"Turn up one card of each suit for {who}")
    else:
        headline = sentence("Turn up {suits} for {who}", suits=pictures, who=phases.actors(view))
        due = Due("", f"Turn up {suits} for {who}")
        if not is_counted:
            due = due._replace(what=f"{due.what}, or lead if there are none")
            more = sentence("No {suits} there? {who} leads", suits=pictures, who=Name(leader))
    made = phases.phase(view, headline, due, in_trick=True)
    beside = (*made.beside, " · ", *more) if more else made.beside
    return made._replace(hint=due.words, brief=Due(f"{who}:", "turn up cards"), beside=beside)


def _suits_not_up(view: ToriteView) -> tuple[list[str], bool]:
    """The suits of which none is turned up, and whether the stack is known to hold all of them."""
    up = {code[1] for code in view.position.face_up}
    said = {each.topic: each.value for each in view.said}
    missing = [suit for suit in SUITS if suit not in up]
    if "stacks" not in said or "pairing" not in said:
        return missing, False
    pairing, stacks = rows_in(said["pairing"]), rows_in(said["stacks"])
    stack = stacks[pairing[1][len(view.position.rounds) - 1] - 1]
    held = dict(zip(SUITS, stack, strict=True))
    return [suit for suit in missing if held[suit]], True


def _show(view: ToriteView) -> Phase:
    several = message("Show the kept cards")
    made = phases.phase(
        view,
        phases.by_number(view, message("{who}, show your card"), several, several),
        Due("", "Lay your last cards"),
        more=sentence("Twelve tricks are done; each hand has one card left"),
    )._replace(
        own=(_("Show your last card"),),
        of_dummy=sentence("Show {who}’s last card", who=phases.actors(view))
        if view.awaited
        else (),
        foot=phases.at_foot(view, "Show cards", "to show a card"),
        place=phases.place(view, in_trick=True),
    )
    match len(view.awaited):
        case 0:  # only the card set aside
            due, foot = Due("", "Lay the card set aside"), Due("Lay the", "card set aside")
            return made._replace(due=due, foot=foot)
        case 1:
            return made._replace(due=Due(f"{phases.actors_text(view)}:", "lay your last card"))
    return made


# --- the end ------------------------------------------------------------------------------------


def _over(view: ToriteView) -> Phase:
    score = view.position.score
    if score is None:
        return phases.over(
            view, _not_won(view), sentence("Not won this time"), why=_why_not_won(view)
        )
    return phases.over(
        view,
        plural("Won, {count} point", "Won, {count} points", score),
        sentence_by_number("Won with {count} point", "Won with {count} points", score),
        why=sentence(
            "The tricks are {targets}, and all kept suits differ.", targets=_targets(view)
        ),
    )


def _not_won(view: ToriteView) -> str:
    """In English, for display and terminal."""
    match view.position.lost_by:
        case "tricks":
            return "Not won: the wrong trick counts"
        case "suits":
            return "Not won: two kept cards share a suit"
        case None:  # the cards lie well, so only a standing revoke takes the win (T10)
            told, _colon, _proof = plain_finding(_revoke(view), view.names).partition(": ")
            return f"Not won: {told.removesuffix('.')}"
        case never:
            assert_never(never)


def _why_not_won(view: ToriteView) -> Sentence:
    """The reason alone, below a headline that says that it was not won."""
    match view.position.lost_by:
        case "tricks":
            return sentence("The tricks are not {targets}.", targets=_targets(view))
        case "suits":
            return sentence("Two kept cards share a suit.")
        case None:
            return finding_sentence(_revoke(view), view.names)
        case never:
            assert_never(never)


def _revoke(view: ToriteView) -> FindingDetail:
    """The first that is proved."""
    return next(
        each
        for each in view.remarks
        if each.finding.rule == "follow" and each.finding.grade == "proved"
    )


def _targets(view: ToriteView) -> Sentence:
    return list_in_words([(str(each),) for each in TARGETS[view.seats]], AND)


def aside(turn: EntrySeen[Position]) -> Aside | None:
    """Where the leftover card lies (T1); as round 2 begins, that it cannot be won (T16)."""
    options, after = turn.header.options, turn.after
    if isinstance(turn.entry, Dealt):
        return _left_over(options["set_aside"]) if turn.header.players == 3 else None
    begins = len(turn.before.rounds) < len(after.rounds)
    if begins and after.lost_by is not None and options["stop_when_lost"] != "never":
        return Stop(is_asked=options["stop_when_lost"] == "ask")
    return None


def _left_over(lies: object) -> Reminder | None:
    match lies:
        case "face_up":
            return Reminder(Message("Turn the leftover card face up for all to see."))
        case "hidden":
            return Reminder(Message("Leave the leftover card face down. Nobody sees it."))
    return None  # its back shows the suit as it lies


PHASES: Final = phases.of(
    {
        "deal": _deal,
        "leader": _leader,
        "stacks": _stacks,
        "pairing": _pairing,
        "turn_up": _turn_up,
        "show": _show,
        "over": _over,
    }
)
