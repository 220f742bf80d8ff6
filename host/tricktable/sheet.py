"""The house-rule sheet: every option of a game with its value, in a sentence that a player reads.

A sheet is the text that lies on the table; its hash stands in the record, so that a quarrel about
the rules can be settled by printing it again. Pure: prints nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Final

from tricktable.games import GAMES
from tricktable.games.tredici.rules import LARGEST_WITHOUT_TEAMS
from tricktable.rules import codec
from tricktable.rules.entries import Malformed
from tricktable.rules.game import Header
from tricktable.rules.options import Form
from tricktable.rules.seats import even_teams
from tricktable.text.language import ENGLISH, Message, _, message, speaking, verbatim

KEY: Final = "sheet"
"""The extra key of a record's header that holds the hash of its sheet."""

Sentences = Mapping[object, str]

_COMMON: Final[Mapping[str, Sentences]] = {
    "revoke_action": {
        "flag": message("A proved revoke is told, and play goes on."),
        "undo": message("After a proved revoke the table asks whether to take back to that trick."),
        "void_deal": message("After a proved revoke the table asks whether to throw the hand in."),
    },
    "hand_scan": {
        "off": message("Hands need not be read."),
        "optional": message(
            "Hands may be read after the deal, so that a revoke can be proved at once."
        ),
        "required": message(
            "Every hand is to be read after the deal; the table reminds who has not."
        ),
    },
}
_TORITE: Final[Mapping[str, Sentences]] = {
    "score_cards_2p": {
        "round2": message("With two or one, the score counts the cards kept in round 2."),
        "round1": message("With two or one, the score counts the cards kept in round 1."),
    },
    "set_aside": {
        "down_suit_visible": message(
            "With three, the card left over lies face down and shows its suit."
        ),
        "face_up": message("With three, the card left over lies face up."),
        "hidden": message("With three, the card left over lies face down and shows nothing."),
    },
    "stop_when_lost": {
        "ask": message("When round 1 leaves no way to win, the table asks whether to stop."),
        "auto": message("When round 1 leaves no way to win, the game stops."),
        "never": message("Round 2 is played also when it can no longer be won."),
    },
    "show_suit_counts": {
        "no": message("How many cards of each suit a hand has, only the backs tell."),
        "yes": message("How many cards of each suit a hand has is shown once the hand was read."),
    },
}
_TRIATRI: Final[Mapping[str, Sentences]] = {
    "imitation": {
        "carry": message("An imitation takes the winning card with the worth that it has."),
        "recompute_exchange": message(
            "An imitation changes places with the winning card; every card is "
            "worth what it is where it then lies."
        ),
        "recompute_copy": message(
            "An imitation becomes a copy of the winning card; every card is worth "
            "what it is where it then lies."
        ),
    },
    "leader_must_follow": {
        "yes": message("Who names the prize must play its colour too."),
        "no": message("Who names the prize may play any card."),
    },
    "tie_two_colours": {
        "dominant": message(
            "Of three or more tied cards of two colours, the dominant colour wins."
        ),
        "last": message("Of three or more tied cards of two colours, the last one wins."),
    },
    "three_tie_vs_imitation": {
        "fourth": message(
            "When three tie for the start and the fourth shows an imitation, the fourth starts."
        ),
        "redo": message(
            "When three tie for the start and the fourth shows an imitation, all show again."
        ),
    },
    "final_tie": {
        "shared": message("Equal points and equal gems share the place."),
        "playoff_none": message(
            "Equal points and equal gems stay tied; nothing more is played for it."
        ),
    },
    "deck": {
        "custom": message("The game's own cards are used."),
        "standard_map": message(
            "Standard cards stand in: hearts are fire, spades water, clubs wood, and "
            "J, Q and K of diamonds imitations."
        ),
    },
}
_ETORI: Final[Mapping[str, Sentences]] = {
    "aces": {
        "dealt": message("The payment looks at the aces that were dealt to the winners."),
        "captured": message("The payment looks at the aces that the winners captured."),
    },
    "rensho_any_time": {
        "no": message("The Rensho follows suit like any card."),
        "yes": message("The Rensho may be played at any time."),
    },
    "payment": {
        "seed": message(
            "4 chips without an ace; 2 with minor aces; else 1, 2 or 4 by faces captured."
        ),
        "plain": message(
            "1 chip for 9 to 11 faces, 2 for 12 to 15, 4 for all 16, whatever the aces."
        ),
    },
    "deal": {
        "losers": message("The losers deal next."),
        "rotate": message("The team of the next seat deals next."),
    },
    "six_first_lead": {
        "winners": message("With six, the winners of the deal before lead first."),
        "newcomers": message("With six, the team that sat out leads first."),
    },
    "six_end": {
        "elimination": message("With six, a team without chips is out, and the others play on."),
        "first_bust_most_chips": message(
            "With six, the game ends with the first team out of chips."
        ),
    },
    "direction": {
        "clockwise": message("Play goes clockwise."),
        "anticlockwise": message("Play goes anticlockwise."),
    },
    "stop_when_decided": {
        "no": message("A deal is played until all sixteen faces are captured."),
        "yes": message("A deal ends as soon as nothing that follows can change what is paid."),
    },
    "trump_change": {
        "off": message("Spades are trump."),
        "on": message(
            "Trump may be changed before the first card; then the ace of spades is the Rensho."
        ),
    },
}
_TREDICI: Final[Mapping[str, Sentences]] = {
    "runout": {
        "eager": message("Cards are given for a new pile as soon as both piles are empty."),
        "lazy": message("Cards are given for a new pile only when somebody has to draw."),
    },
    "draw_at": {
        1: message("The game is drawn when every hand has at most one card."),
        0: message("The game is drawn when no hand has a card."),
    },
    "kische_limit": {
        "game": message("Kisché is called once in a game."),
        "player": message("Kisché is called once by each player."),
        "unlimited": message("Kisché is called as often as anybody likes."),
    },
    "kische_when": {
        "between_turns": message("Anybody may call kisché between two turns."),
        "own_turn": message("Kisché is called before one's own turn."),
    },
    "purge_redraw": {
        "next_turn": message("Who was purged draws a new hand in the own next turn."),
        "now": message("Who was purged draws a new hand at once."),
    },
    "purge_keep_suit": {
        "only_if_forced": message("Who was purged takes another suit, if one is free."),
        "always_ok": message("Who was purged may take the same suit again."),
    },
    "purge_collision": {
        "allowed": message("Two who were purged may take the same suit."),
        "in_turn_order": message("Who was purged chooses in turn, only among suits still free."),
    },
    "auto_call": {
        "no": message("Tredici must be called."),
        "yes": message("The thirteenth card in the stacks ends the game."),
    },
    "deal_ace_counts": {
        "no": message("Only an ace that was drawn costs the hand."),
        "yes": message("An ace of another suit in the dealt hand costs the hand too."),
    },
    "shuffle_discards": {
        "yes": message("The discards are shuffled before they become the draw pile."),
        "no": message("The discards are turned over unshuffled."),
    },
    "discard_face": {
        "down": message("Discards lie face down."),
        "up": message("Discards lie face up."),
    },
    "deadlock": {
        "offer_draw": message("When nobody can win any more, a draw may be agreed on."),
    },
}
_TROIKA: Final[Mapping[str, Sentences]] = {
    "variant": {
        "base": message("32 cards, without kitty and Low."),
        "saskatchewan": message("Saskatchewan: 34 cards, a kitty of two, and Low bids."),
    },
    "nt_increase": {
        "off": message("52 points win."),
        "on": message("52 points win; after a bid made without trump it takes 62."),
    },
    "double_defenders": {
        "no": message("The defenders' points are never doubled."),
        "yes": message("Without trump the defenders' points are doubled as well."),
    },
    "bid_out_62": {
        "same": message("When it takes 62, that limit stays."),
        55: message("When it takes 62, that limit is 55."),
        56: message("When it takes 62, that limit is 56."),
    },
    "win": {
        "any": message("Any side with enough points wins."),
        "only_bidders": message("A side wins only at the end of a deal that it bid."),
    },
    "low_specials": {
        "lowest": message("In Low the five of hearts and three of spades rank lowest."),
        "highest": message("In Low the five of hearts and three of spades rank highest."),
    },
    "low_rank": {
        "above_no": message("A Low bid is above No of the same number."),
        "equal_no": message("A Low bid is as high as No of the same number."),
    },
    "kitty": {
        "after_trump": message("Trump is named before the kitty is taken."),
        "before_trump": message("The kitty is taken before trump is named."),
    },
    "all_pass": {
        "dealer_forced": message("When three have passed, the dealer has to bid."),
        "redeal": message("When all have passed, the same dealer deals again."),
    },
    "misdeal": {
        "on": message("A hand of tens, nines, eights and sevens alone may be called a misdeal."),
        "off": message("No hand is a misdeal."),
    },
    "minus_loses": {
        "off": message("No score is so low that it loses."),
        52: message("A side at minus 52 or below has lost."),
    },
    "overtricks": {
        "yes": message("Points above the bid count."),
        "no": message("Points above the bid do not count."),
    },
    "kaiser_bid": {
        "off": message("Twelve No is a bid like others."),
        "on": message("Twelve No decides the game, made or failed."),
    },
}
_GAMES: Final[Mapping[str, Mapping[str, Sentences]]] = {
    "torite": _TORITE,
    "triatri": _TRIATRI,
    "etori": _ETORI,
    "tredici": _TREDICI,
    "troika": _TROIKA,
}
_MANY: Final[Mapping[str, str]] = {
    "min_bid": message("The lowest bid is {number}."),
    "hand_size": message("Hands have {number} cards."),
    "bid_out": message("From {number} points on a side scores only by bidding."),
    "teams": message("Teams: {teams}."),
}
_TITLES: Final[Mapping[str, str]] = {
    "revoke_action": message("Revoke action"),
    "hand_scan": message("Hand scan"),
    "score_cards_2p": message("Score cards with two"),
    "set_aside": message("Card left over"),
    "stop_when_lost": message("Stop when lost"),
    "show_suit_counts": message("Show suit counts"),
    "imitation": message("Imitations"),
    "leader_must_follow": message("Leader must follow"),
    "tie_two_colours": message("Ties in two colours"),
    "three_tie_vs_imitation": message("Three tied and an imitation"),
    "final_tie": message("Final tie"),
    "deck": message("Deck"),
    "aces": message("Aces"),
    "rensho_any_time": message("Rensho any time"),
    "payment": message("Payment"),
    "deal": message("Deal"),
    "six_first_lead": message("First lead with six"),
    "six_end": message("End with six"),
    "direction": message("Direction"),
    "stop_when_decided": message("Stop when decided"),
    "trump_change": message("Trump change"),
    "runout": message("When the piles run out"),
    "draw_at": message("When it is drawn"),
    "kische_limit": message("Kisché, how often"),
    "kische_when": message("Kisché, when"),
    "purge_redraw": message("New hand after a purge"),
    "purge_keep_suit": message("Suit after a purge"),
    "purge_collision": message("Suits of two who were purged"),
    "auto_call": message("Calling tredici"),
    "deal_ace_counts": message("Aces in the deal"),
    "shuffle_discards": message("Shuffle discards"),
    "discard_face": message("Discard face"),
    "deadlock": message("Deadlock"),
    "variant": message("Variant"),
    "nt_increase": message("No trump raises the target"),
    "double_defenders": message("Double defenders"),
    "bid_out_62": message("Bid out at 62"),
    "win": message("Win"),
    "low_specials": message("Low specials"),
    "low_rank": message("Low rank"),
    "kitty": message("Kitty"),
    "all_pass": message("When all pass"),
    "misdeal": message("Misdeal"),
    "minus_loses": message("Minus loses"),
    "overtricks": message("Overtricks"),
    "kaiser_bid": message("Bid of twelve No"),
    "min_bid": message("Lowest bid"),
    "hand_size": message("Hand size"),
    "bid_out": message("Bid out"),
    "teams": message("Teams"),
}
_NO_LIMIT: Final = message("Defenders always score.")


def header(game: str, players: int, given: Iterable[str] = ()) -> Header:
    """The header of a game whose options are given as `option=value`. Raises: Malformed."""
    options = dict(map(_option, given))
    if game == "tredici" and players > LARGEST_WITHOUT_TEAMS:
        options.setdefault("teams", even_teams(players))
    line = {"record": codec.FORMAT, "game": game, "players": players, "options": options}
    return codec.read_header(json.dumps(line), GAMES)


def _option(text: str) -> tuple[str, object]:
    """`min_bid=7`: numbers and lists as JSON writes them, anything else is a word."""
    name, equals, value = text.partition("=")
    if not equals:
        raise Malformed(f"a house rule is written option=value, not {text!r}")
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def title(option: str) -> str:
    """What a form calls the option. Raises: KeyError for a new one."""
    return _(_TITLES[option])


def sentence(game: str, option: str, value: object) -> str:
    """What an option with this value means, in one sentence of the language being spoken.

    Raises: KeyError for a new one.
    """
    return str(meaning(game, option, value))


def meaning(game: str, option: str, value: object) -> Message:
    """The same for any language. Raises: KeyError for a new one."""
    if option in _MANY:
        return _of_many(option, value)
    return Message({**_COMMON, **_GAMES[game]}[option][value])


def _of_many(option: str, value: object) -> Message:
    if value == "none":
        return Message(_NO_LIMIT)
    if isinstance(value, list):
        return Message(
            _MANY[option], {"teams": _side_by_side(message("{one}; {other}"), map(_team, value))}
        )
    return Message(_MANY[option], {"number": value})


def _team(seats: Iterable[int]) -> Message:
    numbers = (verbatim(seat + 1) for seat in seats)
    return Message(
        "seats {numbers}", {"numbers": _side_by_side(message("{one} and {other}"), numbers)}
    )


def _side_by_side(joint: str, things: Iterable[Message]) -> Message:
    return reduce(lambda one, other: Message(joint, {"one": one, "other": other}), things)


def lines(header: Header) -> Iterator[str]:
    """The sheet, line by line: each option as it is, and what else it could be."""
    rules, players = header.rules, header.players
    yield f"{rules.title}, {players} {'player' if players == 1 else 'players'}"
    for option, values in rules.options(players, header.given).items():
        value = header.options[option]
        is_default = value == values[0] and type(value) is type(values[0])
        yield ""
        yield f"{option} = {_shown(value)}{' (default)' if is_default else ''}"
        yield f"    {sentence(header.game, option, value)}"
        for other in values:
            if isinstance(other, range):
                yield f"    or {other[0]} to {other[-1]}"
            elif isinstance(other, Form):
                yield f"    or {other.words}"
            elif other != value:
                yield f"    or {_shown(other)}: {sentence(header.game, option, other)}"


def _shown(value: object) -> str:
    return str(value).replace("'", "")


def text(header: Header) -> str:
    """The sheet as it is printed, and as records know it: in English, whoever asks for it."""
    with speaking(ENGLISH):
        return "\n".join(lines(header))


def digest(header: Header) -> str:
    """The sheet's hash: the first 16 hexadecimal digits of the SHA-256 of its text in UTF-8."""
    return hashlib.sha256(text(header).encode()).hexdigest()[:16]
