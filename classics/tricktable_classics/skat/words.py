"""What is said at a table of Skat: the bids, the games, and what is awaited."""

from dataclasses import replace
from typing import Final

from tricktable.rules import page, phases
from tricktable.rules.keypad import NUMBER_KEYS, NUMBERS, Keys
from tricktable.rules.options import Form
from tricktable.rules.page import Middle
from tricktable.rules.phases import Due, Phase, TurnPhase
from tricktable.rules.topics import (
    AnyTopic,
    Keypad,
    OfferToSeat,
    Place,
    SeatPage,
    Topic,
    Wording,
    called_out,
    exchange,
    heading,
)
from tricktable.rules.values import JsonValue
from tricktable.text.language import Message, _, message, verbatim
from tricktable.text.names import SUIT_NAMES
from tricktable.text.sentences import Name, Picture, Sentence, Strong, sentence
from tricktable_classics.skat.position import (
    GRAND,
    HAND,
    HAND_CALLS,
    HOLD,
    NULL,
    OPEN_CALLS,
    OUVERT,
    PASS,
    SCHNEIDER,
    SCHWARZ,
    VALUES,
    Position,
    SkatView,
    parts,
)
from tricktable_classics.skat.rules import RAMSCH
from tricktable_classics.words import lies_open

GAMES: Final = {GRAND: message("Grand"), NULL: message("Null"), RAMSCH: message("Ramsch")}
ADDED: Final = {
    (): "{game}",
    (HAND,): message("{game} hand"),
    (OUVERT,): message("{game} ouvert"),
    (HAND, SCHNEIDER): message("{game} hand, schneider"),
    (HAND, SCHWARZ): message("{game} hand, schwarz"),
    (HAND, OUVERT): message("{game} hand ouvert"),
}
"""A game by what was said with it."""
STAKES: Final = {2: message("{game} contra"), 4: message("{game} contra and re")}
"""A game that was doubled."""


# --- the bids ------------------------------------------------------------------------------------


def _is_bid(value: JsonValue) -> bool:
    return value in (PASS, HOLD) or (type(value) is int and value in VALUES)


def _told_bid(who: str, bid: JsonValue, view: SkatView) -> str:
    match bid:
        case "pass":
            return f"{who} passes"
        case "hold":
            return f"{who} holds {view.position.bid}"
    return f"{who} bids {bid}"


def _keys(bid: JsonValue) -> Keys:
    """The digits of a number, then OK."""
    match bid:
        case "pass":
            return ("OK",)
        case "hold":
            return ("J",)
    return (*(NUMBER_KEYS[int(digit) or 10] for digit in str(bid)), "OK")


def _label(keys: Keys, key: str) -> Message:
    if key == "OK":
        return Message(message("Bid {bid}"), {"bid": _digits(keys)}) if keys else Message("Pass")
    return Message("Hold") if key == "J" else verbatim(_digits((key,)))


def _digits(keys: Keys) -> str:
    return "".join(str(NUMBERS[key] % 10) for key in keys)


def _asks(who: str, keys: Keys, _names: object) -> Message:
    if keys:
        return Message("{who} bids {bid} …", {"who": who, "bid": _digits(keys)})
    return Message("{who} bids", {"who": who})


BID: Final[Topic[Position, JsonValue]] = Topic(
    name="bid",
    title=message("The bid"),
    form=Form(_is_bid, message('"pass", "hold", or a value from 18 to 264')),
    calls={HOLD: Wording(message("Hold"), message("{who} holds the bid"))},
    words=lambda bid: (Strong(str(bid)),),
    due=message("to bid"),
    told=_told_bid,
    said=message("{who} bids {value}"),
    acts=message("{who} to bid"),
    page=SeatPage(title=message("Your bid"), button=message("Say it")),
    keypad=Keypad(question=_asks, keys=_keys, label=_label, is_always_asked=True),
)

# --- the game ------------------------------------------------------------------------------------


def game_words(call: str) -> Sentence:
    """`Grand hand`, with a suit as its picture."""
    game, said = parts(call)
    named: Sentence = (_(GAMES[game]),) if game in GAMES else (Picture(game),)
    return sentence(ADDED[said], game=named) if said else named


def _told_game(who: str, call: str, _view: SkatView) -> str:
    game, said = parts(call)
    return f"{who} plays {SUIT_NAMES.get(game) or GAMES[game].lower()} {' '.join(said)}".rstrip()


def _place(call: str, _to: OfferToSeat[Position]) -> Place:
    game, said = parts(call)
    return "first" if said in ((), (HAND,)) and game == "D" else ""


TAKE: Final[Topic[Position, int]] = Topic(
    name="kitty>hand",
    title=message("The skat"),
    step="skat",
    due=message("to announce"),
    bidding=None,
    told="{who} picks up the skat",
    said=message("{who} picked up the skat"),
    acts=message("{who} picks up the skat"),
    page=SeatPage(title=message("Pick up the skat"), button=message("I pick it up")),
    keypad=Keypad(line=message("pick up the skat")),
)
DISCARD: Final[Topic[Position, int]] = exchange(
    message("Discard two cards"),
    "{who} discards two cards",
    message("{who} discarded two cards"),
    does="to discard two cards",
)
GAME: Final[Topic[Position, str]] = Topic(
    name="game",
    title=message("The game"),
    form=Form(
        lambda value: value in (*OPEN_CALLS, *HAND_CALLS),
        message("C, D, H, S, G or N, with hand, schneider, schwarz and ouvert behind it"),
    ),
    words=game_words,
    due=message("to announce"),
    bidding=None,
    told=_told_game,
    said=message("{who} plays {value}"),
    acts=message("{who} announces a game"),
    does="to announce a game",
    page=SeatPage(
        own=message("Which game do you play?"),
        title=message("Your game"),
        button=message("This is my game"),
        place=_place,
    ),
    keypad=Keypad(
        line=message("announce a game"),
        question=message("{who} plays which game?"),
    ),
)
OPEN: Final[Topic[Position, None]] = lies_open(
    message("The hand lies open"), message("hand lies open")
)
CONTRA: Final[Topic[Position, None]] = called_out(
    "contra",
    message("Contra"),
    said=message("{who} says contra"),
    heading=heading(message("{who} may say contra"), message("Contra, said by")),
    line=message("contra"),
)
RE: Final[Topic[Position, None]] = called_out(
    "re",
    message("Re"),
    said=message("{who} says re"),
    heading=heading(message("{who} may say re"), message("Re, said by")),
    line=message("re"),
)
TOPICS: Final[tuple[AnyTopic[Position], ...]] = (BID, TAKE, DISCARD, GAME, OPEN, CONTRA, RE)
SEEN: Final = {"kitty>hand": message("{card}, taken from the skat, shows it.")}

# --- what is awaited -----------------------------------------------------------------------------


def _bid(view: SkatView) -> Phase:
    at, who = view.position, phases.actors(view)
    if at.is_answer:
        headline = sentence("Does {who} hold {bid}?", who=who, bid=Strong(str(at.bid)))
        told = phases.phase(view, headline, Due(phases.actors_text(view), f"to hold {at.bid}"))
        return told._replace(
            own=sentence("Do you hold {bid}?", bid=Strong(str(at.bid))),
            can=(_("Hold it if your game is worth as much; if not, pass."),),
        )
    headline = sentence("{who} to bid", who=who)
    held = sentence("{bid} is held", bid=Strong(str(at.bid))) if at.bid else ()
    told = phases.phase(view, headline, Due(phases.actors_text(view), "to bid"), more=held)
    return told._replace(
        own=(_("Your bid"),),
        can=(_("Bid the next value or a higher one, up to what your game is worth, or pass."),),
    )


PHASES: Final = phases.of(
    {
        "bid": _bid,
        "skat": TurnPhase(
            message("{who} plays"),
            "to pick up the skat, or not",
            message("You play alone"),
            message("Pick up the skat and discard two cards, or announce a hand game."),
        ),
    }
)


def middle(view: SkatView) -> Middle:
    """The game and who plays it beside the trick."""
    at, made = view.position, page.table(view)
    if not at.game:
        return made
    if at.declarer is None:
        return replace(made, side=game_words(at.game))
    who, game = Name(view.names[at.declarer]), game_words(at.game)
    if at.factor > 1:
        game = sentence(STAKES[at.factor], game=game)
    return replace(made, side=sentence("{bid}, {who}", bid=game, who=who))
