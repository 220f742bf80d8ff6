"""What a game says at each moment: on pages, on the display and in the terminal.

A game maps each moment to one `Phase`. The moments that most games know (a deal, a card to lead or
to play, the end) are made here; a game that says nothing gets `by_default`. Decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from tricktable.rules.bidding import bids
from tricktable.rules.cards import STANDARD, SUIT_MASKS, SUITS, cards_in, mask
from tricktable.rules.field_words import field_words
from tricktable.rules.portions import how_to_deal
from tricktable.rules.position import Common
from tricktable.rules.topics import PASS
from tricktable.rules.verdicts import (
    FIRST_TRICK,
    HEAD,
    OPENING,
    OVERTRUMP,
    TRUMP,
    UNBROKEN,
    OwnRule,
)
from tricktable.text import names
from tricktable.text.language import ENGLISH, _, message, speaking
from tricktable.text.names import AND, OR, SUIT_NAMES
from tricktable.text.sentences import (
    Name,
    Picture,
    Sentence,
    figure,
    gap,
    list_in_words,
    sentence,
    spoken,
    team,
)

if TYPE_CHECKING:
    from tricktable.rules.tricks import Bar
    from tricktable.rules.view import AnyView

BUTTON: Final = "Press your button."
BY_PHONE: Final = "Say so on a phone."
"""In its place where a press cannot tell whose it is."""


class Dealing(NamedTuple):
    """What a game calls the part between one dealing of the cards and the next."""

    word: str
    """In English, as terminals have it."""
    numbered: str
    """A message with its `{number}`."""
    counted: str
    """A message with its `{number}` and how many there are, `{of}`."""
    in_game: str
    """A message with its `{number}` and that of the evening's game, `{game}`."""


DEAL: Final = Dealing(
    "deal",
    message("Deal {number}"),
    message("Deal {number} of {of}"),
    message("Game {game}, deal {number}"),
)
ROUND: Final = Dealing(
    "round",
    message("Round {number}"),
    message("Round {number} of {of}"),
    message("Game {game}, round {number}"),
)


class Due(NamedTuple):
    """What the table waits for, in two parts: `Ann`, `to draw 2 cards`. In English."""

    who: str
    """Empty if the table speaks to everybody."""
    what: str
    by_button: bool = False
    """Whether the answer is a press of a seat's button."""

    @property
    def words(self) -> str:
        """Both parts; as a whole sentence if a button answers."""
        said = f"{self.who} {self.what}" if self.who else self.what
        return f"{said}." if self.by_button and not said.endswith(("?", ".")) else said


@field_words
class Phase(NamedTuple):
    """What a game says at one moment. Sentences are in the language that was current."""

    headline: Sentence
    """What the table waits for, in as few words as possible; or how the game ended."""
    due: Due
    """The same in full, for display and terminal; or how the game ended, and why."""
    own: Sentence = ()
    """What the pages of those whose turn it is say; the headline if empty."""
    bound: Sentence = ()
    """The same while they hold cards that they cannot play."""
    can: Sentence = ()
    """What those whose turn it is may choose from, for people who do not know the game."""
    of_dummy: Sentence = ()
    """What whoever plays a dummy's hand is told when that is awaited; the headline if empty."""
    beside: Sentence = ()
    """The line beside the headline: where the game is, and the suit to follow."""
    place: str = ""
    """Where the game is: `trick 5`, `round 2, trick 5`, `after deal 3`. In English."""
    lies: str = ""
    """What lies on the table or was bid: `hearts led, QH 2H`. In English."""
    foot: Due | None = None
    """The large and small words at the foot of the display, if they differ from `due`."""
    brief: Due | None = None
    """The same for the display beside a note that takes lines, if `due` and `foot` are too long."""
    hint: str = ""
    """What the display says above its columns, if they and the foot leave something out."""
    why: Sentence = ()
    """Why the game ended this way, if the headline does not say it."""
    is_play: bool = False
    """Whether those whose turn it is play a card from hand and follow suit."""
    is_between: bool = False
    """Whether no deal is running: the next one is due, or the game is over."""
    is_in_words: bool = False
    """Whether the table is empty, so that the display asks in a sentence."""
    is_routine: bool = False
    """Whether it is just the next step of a turn, which everybody follows: terminals leave it
    out."""
    is_word_newer: bool = False
    """The newest word was said after the last trick, so listeners hear that."""

    @property
    def waits_for(self) -> str:
        """What the table waits for, in a few words."""
        return f"{self.due.words} {BUTTON}" if self.due.by_button else self.due.words

    @property
    def summary(self) -> str:
        """The state of the game: `trick 5: hearts led, QH 2H, West to play`."""
        told = f"{self.lies}, {self.due.words}" if self.lies else self.due.words
        return f"{self.place}: {told}" if self.place else told

    @property
    def outcome(self) -> str:
        """How a finished game ended: who won, and why."""
        return self.due.what


# --- the parts of it ----------------------------------------------------------------------------


def phase(
    view: AnyView, headline: Sentence, due: Due, *, more: Sentence = (), in_trick: bool = False
) -> Phase:
    """What the table waits for during a deal.

    Args:
        more: what to know beside the headline.
        in_trick: whether to give the number of a trick, which runs or is about to begin.
    """
    return Phase(
        headline,
        due,
        beside=beside(view, more, in_trick),
        place=place(view, in_trick),
        lies=lies(view),
    )


def actors(view: AnyView, last: str = AND) -> Sentence:
    """The names of those whose turn it is, for pages."""
    return list_in_words([Name(view.names[seat]) for seat in view.awaited], last)


def actors_text(view: AnyView, last: str = AND) -> str:
    """The names of those whose turn it is; empty for nobody. For displays and terminals."""
    seats = view.awaited
    if len(seats) == view.seats > 1:
        return "Everybody"
    return names.people(seats, view.names, last) if seats else ""


def by_number(view: AnyView, one: str, two: str, many: str, last: str = AND) -> Sentence:
    """The message for one person to act, for two, or for more or none; `{who}` is their names."""
    if len(view.awaited) not in (1, 2):
        return sentence(many)
    return sentence(one if len(view.awaited) == 1 else two, who=actors(view, last))


def at_foot(view: AnyView, together: str, alone: str) -> Due:
    """At the display's foot: what several do at once (the columns show who), or what one does.

    Both must be short enough to fit there.
    """
    if len(view.awaited) > 1:
        return Due(together, "")
    return Due(actors_text(view), alone)


def place(view: AnyView, in_trick: bool = False) -> str:
    """Where the game is: `trick 5`, `round 2, trick 5`; empty without such parts."""
    deal = [f"{view.rules.dealing.word} {view.deal}"] if view.deal else []
    trick = [f"trick {view.number}"] if in_trick and view.of else []
    return ", ".join(deal + trick)


def beside(view: AnyView, more: Sentence = (), in_trick: bool = False) -> Sentence:
    """Where the game is, for pages, and what else to know."""
    dealing, where = view.rules.dealing, []
    if view.deals > 1:
        where.append(_(dealing.counted, number=view.deal or 1, of=view.deals))
    elif view.deal:
        where.append(_(dealing.numbered, number=view.deal))
    if in_trick and view.of:
        where.append(_("Trick {number} of {of}", number=view.number, of=view.of))
    if not where:
        return more
    return (" · ".join(where), *((" · ", *more) if more else ()))


def lies(view: AnyView) -> str:
    """The running trick: `hearts led, QH 2H`; before its first card the bids, `Ann 7, Bo pass`."""
    if not view.trick:
        with speaking(ENGLISH):
            made = bids(view)
            said = made.words.items() if made and not made.is_over else ()
            told = [(view.names[seat], spoken(words)) for seat, words in said]
        return ", ".join(f"{name} {words[:1].lower()}{words[1:]}" for name, words in told)
    led = f"{SUIT_NAMES[view.led]} led, " if view.led else ""
    return led + " ".join(code for _, code in view.trick)


Words = str | Callable[["AnyView"], Sentence]
"""A message, or what makes a sentence of the moment."""


def _sentence(words: Words, view: AnyView) -> Sentence:
    if callable(words):
        return words(view)
    return (_(words),) if words else ()


@field_words
@dataclass(frozen=True, slots=True)
class TurnPhase:
    """What is said while those whose turn it is do something that is neither to deal nor to play.

    A value that makes a `Phase` of each moment.
    """

    headline: str | tuple[str, str, str]
    """A message with `{who}`: one for one person, two, and all or none, if they differ."""
    does: str
    """In English: `to bid`."""
    own: Words = ""
    """As in `Phase`, like the next two."""
    can: Words = ""
    more: Words = ""
    """What to know beside the headline."""
    foot: tuple[str, str] | None = None
    """Short words for the display's foot, for several at once and for one alone (`at_foot`)."""
    brief: tuple[str, str] | None = None
    in_trick: bool = False
    """Whether to give the number of a trick, which runs or is about to begin."""
    is_routine: bool = False

    def __call__(self, view: AnyView) -> Phase:
        """The phase of this moment."""
        if isinstance(self.headline, str):
            headline = sentence(self.headline, who=actors(view))
        else:
            headline = by_number(view, *self.headline)
        due, more = Due(actors_text(view), self.does), _sentence(self.more, view)
        return phase(view, headline, due, more=more, in_trick=self.in_trick)._replace(
            own=_sentence(self.own, view),
            can=_sentence(self.can, view),
            foot=self.foot and at_foot(view, *self.foot),
            brief=self.brief and at_foot(view, *self.brief),
            is_routine=self.is_routine,
        )


# --- what most games know -----------------------------------------------------------------------


def deal(view: AnyView) -> Phase:
    """The cards are dealt next."""
    one = message("{who} deals")
    headline = by_number(view, one, one, message("Who deals?"), OR)
    dealers = view.awaited
    if not dealers or len(dealers) == view.seats or len(dealers) > names.MOST_NAMED:
        due = Due("", "Who deals?", by_button=True)
    else:
        due = Due(names.people(dealers, view.names, OR), "to deal", by_button=True)
    return Phase(
        headline,
        due,
        own=() if view.next_seat is None else (_("You deal"),),
        # Until a trick rests there, the felt says so, for all.
        can=how_to_deal(view.portions) if view.portions and view.last else (),
        beside=beside(view),
        place=f"after {place(view)}" if view.deal else "",
        is_between=True,
        is_in_words=True,
    )


def play(view: AnyView) -> Phase:
    """A card is led or played; from a hand that lies open, by whoever plays it."""
    made, hand = _play(view), view.dummy
    if hand is None or hand.by == hand.seat or view.awaited != (hand.seat,):
        return made
    player, words = view.names[hand.by], message("{who} plays for {dummy}")
    return made._replace(
        headline=sentence(words, who=Name(player), dummy=Name(view.names[hand.seat])),
        due=Due(player, f"to {'play' if view.trick else 'lead'} for {view.names[hand.seat]}"),
    )


def _play(view: AnyView) -> Phase:
    due = Due(actors_text(view, OR), "to play" if view.trick else "to lead")
    if view.trick:
        one = message("{who} to play")
        headline = by_number(view, one, one, message("Who plays?"))
        own: Sentence = (_("Your turn"),)
        of_dummy = sentence("Play for {who}", who=actors(view))
    else:
        one = message("{who} leads")
        headline = by_number(view, one, one, message("Who leads?"), OR)
        own = (_("You lead"),)
        of_dummy = sentence("Lead for {who}", who=actors(view))
    bound: Sentence = ()
    more: Sentence = ()
    can: Sentence = (_("Play any card."),) if view.trick else _may_lead(view)
    if view.trick and view.led:
        owed, letters = Picture(view.led), view.ranking.letters
        bound = sentence("Your turn: follow {suit}", suit=owed)
        can = sentence("Follow {suit} if you can; if not, play any card.", suit=owed)
        if early := _early_cards(view, FIRST_TRICK):
            words = message("Follow {suit} if you can; if not, play any card but {cards}.")
            can = sentence(words, suit=owed, cards=early)
        if view.may_trump:
            bound = sentence("Your turn: follow {suit} or play a trump", suit=owed)
            can = sentence(
                "Follow {suit} or play a trump; if you cannot follow, play any card.", suit=owed
            )
        duties = {bar.rule for bar in view.bars if bar.cards}
        if TRUMP in duties:
            can = sentence("Follow {suit} if you can; if not, play a trump.", suit=owed)
        if duties & {HEAD, OVERTRUMP}:
            can = (*can, gap(), _("Beat the trick if you can."))
        special = view.exempt | view.optional
        suit = mask(card for card in cards_in(special) if letters[card] == view.led)
        if not view.may_trump and (others := _in_words(view.exempt & ~suit)):
            can = (*can, gap(), *sentence("You may always play {cards}.", cards=others))
        if kept := _in_words(view.optional & suit):
            can = (*can, gap(), *sentence("You need not play {cards}.", cards=kept))
        more = sentence("{suit} led", suit=owed)
    made = phase(view, headline, due, more=more, in_trick=True)
    made = made._replace(own=own, bound=bound, can=can, of_dummy=of_dummy, is_play=True)
    first = next((bar for bar in view.bars if bar.rule == OPENING), None)
    return made if first is None else _first_lead(view, made, first)


def _may_lead(view: AnyView) -> Sentence:
    early = _early_cards(view, UNBROKEN)
    return sentence("Lead any card but {cards}.", cards=early) if early else (_("Lead any card."),)


def _early_cards(view: AnyView, rule: OwnRule) -> Sentence:
    """The cards that this rule bars now; nothing if it bars none."""
    return _in_words(next((bar.cards for bar in view.bars if bar.rule == rule), 0))


def _in_words(cards: int) -> Sentence:
    """Any of these cards, a mask: whole suits by their names."""
    named: list[Picture] = []
    for letter, suit in zip(SUITS, SUIT_MASKS, strict=True):
        codes = (
            (letter,) if cards & suit == suit else (card.code for card in cards_in(cards & suit))
        )
        named += map(Picture, codes)
    named += (Picture(card.code) for card in cards_in(cards & ~mask(STANDARD)))
    return list_in_words(named, OR) if named else ()


def _first_lead(view: AnyView, led: Phase, bar: Bar) -> Phase:
    """The same where only one card is led, perhaps by whoever has it."""
    code = next(cards_in(bar.others & ~bar.cards)).code
    led = led._replace(can=sentence("{card} is led first.", card=Picture(code)))
    if len(view.awaited) == 1:
        return led
    return led._replace(
        headline=sentence("Whoever has {card} leads it", card=Picture(code)),
        due=Due("", f"Whoever has {code} leads it"),
        own=sentence("Lead {card} if you have it", card=Picture(code)),
    )


def over(
    view: AnyView, outcome: str = "", result: Sentence = (), why: Sentence | None = None
) -> Phase:
    """The game has ended.

    Args:
        outcome: who won, and why: `Ann wins by 3 to 1: the others fell too low`; who won if empty.
        result: the headline; who won if empty.
        why: what stands below the headline; by default `outcome`, or else by how much it was won.
    """
    if why is None:
        why = _outcome(view, outcome) if outcome else _by_how_much(view)
    return Phase(
        result or _result(view),
        Due("", outcome or _plain_result(view)),
        beside=beside(view),
        place=place(view),
        why=why,
        is_between=True,
    )


def _outcome(view: AnyView, outcome: str) -> Sentence:
    """The outcome as a sentence, which names the winners as the headline does."""
    won = _plain_result(view)
    if not outcome.startswith(won):
        return sentence("{outcome}.", outcome=outcome)
    return sentence("{outcome}.", outcome=(*_result(view), outcome.removeprefix(won)))


def _by_how_much(view: AnyView) -> Sentence:
    """The winners' total and the next one, or what all have who share the win."""
    score, won = view.rules.score(view), view.winner or ()
    totals = zip(view.owners, score.total.values, strict=False)
    known = [(seats[0] not in won, total) for seats, total in totals if total is not None]
    known.sort(key=lambda each: (each[0], -score.worth(each[1])))
    if not known:
        return ()
    (is_lost, best), *others = known
    left = [total for is_left, total in others if is_left]
    if left and not is_lost:
        return sentence("{most} to {next}.", most=figure(best), next=figure(left[0]))
    is_shared = not is_lost and others and all(total == best for _, total in others)
    return sentence("{most} each.", most=figure(best)) if is_shared else ()


def winners(
    view: AnyView, wins: str = message("{who} wins"), win: str = message("{who} win")
) -> str:
    """`Ann wins`, `Ann and Cy win`, `Ann and Bo share the win`."""
    won = view.winner or ()
    teams = [names.team(each, view.names) for each in view.owners if each[0] in won]
    if len(teams) > 1:
        return _("{who} share the win", who=names.list_in_words(teams))
    return _(wins if len(won) == 1 else win, who=names.list_in_words(teams))


def _plain_result(view: AnyView) -> str:
    if view.winner:
        return winners(view)
    return _("A draw") if view.status == "drawn" else _("Nobody wins")


def _result(view: AnyView) -> Sentence:
    won = view.winner
    if not won:
        return (_plain_result(view),)
    teams = [team(each, view.names) for each in view.owners if each[0] in won]
    them = list_in_words(teams)
    if len(teams) > 1:
        return sentence("{who} share the win", who=them)
    return sentence(message("{who} wins") if len(won) == 1 else message("{who} win"), who=them)


# --- a game that says nothing -------------------------------------------------------------------


ONLY_PASS: Final = message("You can only pass.")


def by_default(view: AnyView) -> Phase:
    """The phase as it can be described without knowing the game."""
    what = view.next_what
    if what in _KNOWN:
        return _KNOWN[what](view)
    due = (each for each in view.rules.topics if each.acts and each.step_name == what)
    topic = next(due, None)
    if topic is None:
        return _to(view, what.replace("_", " "))
    page, can = topic.page, topic.page.can
    if any(each.what == topic.name and each.values == (PASS,) for each in view.offers):
        can = ONLY_PASS
    made = TurnPhase(topic.acts, topic.does or topic.to_do, page.own or page.title, can)(view)
    return made._replace(is_routine=topic.form.fits(None) and not topic.is_move)


def of(own: Mapping[str, Callable[[AnyView], Phase]]) -> Callable[[AnyView], Phase]:
    """The phases of a game by what it waits for: its own, and `by_default` for all others."""
    return lambda view: own.get(view.next_what, by_default)(view)


def _to(view: AnyView, what: str) -> Phase:
    """`Ann to bid`, `Everybody to show`."""
    one = sentence("{who} to {what}", who=actors(view), what=what)
    match len(view.awaited):
        case 0:
            return phase(view, (what.capitalize(),), Due("", what.capitalize()))
        case 1 | 2:
            headline = one
        case _:
            headline = sentence("Everybody to {what}", what=what)
    return phase(view, headline, Due(actors_text(view), f"to {what}"), in_trick=bool(view.trick))


_KNOWN: Final[Mapping[str, Callable[[AnyView], Phase]]] = {
    Common.DEAL: deal,
    Common.PLAY: play,
    Common.OVER: over,
    "turn_up": TurnPhase(
        message("{who} turns a card up"), "to turn a card up", message("Turn the next card up")
    ),
}


def no_secret(_: AnyView, __: int) -> Sentence:
    """Nothing is chosen in secret."""
    return ()
