"""A moment of a game that was played, as a puzzle: one person lays all cards from there.

Nothing is stored: the address holds all that was laid, and each step is a page.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from flask import Blueprint, abort, render_template, request

from tricktable.rules.cards import BY_CODE, Card, card, cards_in
from tricktable.rules.hands import by_suit
from tricktable.rules.review.playout import Outlook, Playout, playout_from
from tricktable.rules.review.words import outlook as outlook_words
from tricktable.rules.view import view
from tricktable.table.scorebook import Scoresheet
from tricktable.text.language import _
from tricktable.text.sentences import Picture, Sentence, sentence
from tricktable.web.guest import sentences
from tricktable.web.guest.live_part import lies
from tricktable.web.guest.past_moments import game_or_404, moment_number, moment_of
from tricktable.web.guest.review_page import outlook_of
from tricktable.web.guest.screen import GameScreen, game_screen, shown_names
from tricktable.web.tables import off_hub, seen_or_404

blueprint = Blueprint("attempt", __name__)
LAID: Final = "laid"
"""`?laid=QH.3C`: the cards that somebody who tries a moment has laid since."""
ASK: Final = "ask"
"""`?ask=way`: whether it can still be won; `?ask=hint`: with a card that leads there."""
HINT: Final = "hint"
MOST_LAID: Final = 104
"""No deal has more cards."""


class TriedCard(NamedTuple):
    """A card of a hand that is played by whoever tries."""

    code: str
    can: bool
    laid: str
    """All cards that are laid then, as the address has them."""
    is_hint: bool


class TriedHand(NamedTuple):
    """One hand of a moment that somebody tries."""

    name: str
    cards: tuple[TriedCard, ...]
    is_due: bool


class TriedMoment(NamedTuple):
    """A moment that somebody tries, as its page shows it."""

    title: str
    game: GameScreen
    news: str
    hands: tuple[TriedHand, ...]
    laid: str
    """The cards that were laid, as the address has them."""
    before: str | None
    """The same without the last one; None if none was laid."""
    outlook: Sentence
    """What was asked of the search; empty if nothing was."""
    hint: Sentence
    """A card that leads there, for who cannot see it marked; empty without one."""
    is_over: bool


@blueprint.get("/t/<code>/game/<int:number>/try")
def of_game(code: str, number: int) -> str:
    """A moment of the game to be played on by one person. The address holds all that was laid."""
    table = seen_or_404(code)
    game, asks = game_or_404(table, number), request.args.get(ASK, "")
    codes = [each for each in request.args.get(LAID, "").split(".") if each in BY_CODE]
    codes = codes[:MOST_LAID]
    seq = off_hub(lambda: moment_of(game, moment_number()).view.seq)
    outlook = outlook_of(table, number, seq, codes) if asks else None
    tried = off_hub(_attempt, game, seq, codes, outlook or Outlook(), asks)
    if tried is None:
        abort(404, _("This moment cannot be tried: not every card was seen, or none was due."))
    return render_template(
        "try.html", code=table.code, number=number, at=moment_number(), it=tried, lies=lies
    )


def _attempt(
    game: Scoresheet, seq: int, codes: Sequence[str], outlook: Outlook, asks: str
) -> TriedMoment | None:
    made = playout_from(game.record, seq, map(card, codes))
    if made is None:
        return None
    names = shown_names(game.names)
    then = view(made.record).with_names(names)
    laid = ".".join(each.code for each in made.laid)
    hint = outlook.card if asks == HINT else None
    return TriedMoment(
        title=_(then.title),
        game=game_screen(then, then.phase),
        news=sentences.news(then, names, then.phase),
        hands=tuple(_keys(made, names, laid, hint)),
        laid=laid,
        before=laid.rpartition(".")[0] if laid else None,
        outlook=outlook_words(outlook, made.goal, names) if asks else (),
        hint=sentence("A hint: {card}.", card=Picture(hint.code)) if hint else (),
        is_over=made.due < 0,
    )


def _keys(
    made: Playout, names: tuple[str, ...], laid: str, hint: Card | None
) -> Iterator[TriedHand]:
    """Whoever plays next first, and the others in the order of their turns."""
    may, hands = {each.code for each in made.may()}, made.hands()
    step = made.record.state.tabletop().step
    for seat in sorted(hands, key=lambda seat: (seat - made.due) * step % len(names)):
        hand = hands[seat]
        is_due = seat == made.due
        keys = tuple(
            TriedCard(
                each.code,
                is_due and each.code in may,
                f"{laid}.{each.code}".lstrip("."),
                is_due and each == hint,
            )
            for each in by_suit(cards_in(hand))
        )
        yield TriedHand(names[seat], keys, is_due)
