"""What the virtual table's page draws: the board, the cards where they lie, what can be said.

Everything is open there: it is a demo, and the person watching plays all hands.
"""

import json
from base64 import b64encode
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from tricktable.games import GAMES
from tricktable.rules.bidding import bids
from tricktable.rules.cards import ALL, WILD
from tricktable.rules.deal import PILES, STOCK
from tricktable.rules.game import Header, Variant
from tricktable.rules.page import Fronts
from tricktable.rules.portrait import Portrait
from tricktable.rules.values import Bounds
from tricktable.rules.view import AnyView
from tricktable.sim.acts import Auto
from tricktable.sim.stage import GameSwitch, Scene
from tricktable.table.house_rules import standard
from tricktable.table.notes import Prompt
from tricktable.text import sentences
from tricktable.text.language import _
from tricktable.text.names import SUIT_NAMES, card_name, suit_name
from tricktable.web.guest.screen import clean_names, screen
from tricktable.web.host.host_offers import Choice, HostOffer, of_table


def as_json(scene: Scene) -> dict[str, object]:
    """What the page draws: the board's display and lights, the cards, and the sentences."""
    table, guest = scene.table, screen(scene.table)
    names, header = clean_names(table), table.header
    view = table.view.with_names(names) if table.view else None
    note = (
        scene.refused or guest.trouble or (table.asked.text if table.asked else table.asks_and_note)
    )
    return {
        "screen": b64encode(scene.screen).decode(),
        "lights": scene.lights,
        "hertz": scene.hertz,
        "plugged": scene.is_plugged,
        "auto": scene.is_auto,
        "game": table.games,
        "kind": _kind(header) if header else "",
        "seats": _seats(scene, view, names),
        "readers": _readers(scene, view, names),
        "keys": table.equipment.has_keys,
        "piles": _piles(scene, view),
        "says": [
            *([_question(table.asked, table.names)] if table.asked else []),
            *(_group(each) for each in of_table(table, names)),
        ],
        "heading": guest.heading,
        "beside": sentences.spoken(guest.game.beside) if guest.game else "",
        "side": sentences.spoken(guest.game.middle.side) if guest.game else "",
        "note": sentences.in_signs(note, table.names),
        "news": guest.news,
        "leaving": scene.leaving and _question_before_leaving(scene.leaving, header, view),
        "over": None if view is None or view.winner is None else bool(view.winner),
    }


def games() -> list[tuple[str, list[tuple[str, str]]]]:
    """Every game with the numbers of players and the variants that can be begun."""
    listed = []
    for game in GAMES.values():
        kinds = [
            (f"{game.name}:{number}:{variant.name}", f"{_(variant.title)} · {number}")
            for variant in (Variant("", game.title), *game.variants)
            for number in sorted(game.players)
        ]
        listed.append((_(game.title), kinds))
    return listed


class PicturedGame(NamedTuple):
    """A game to choose by its picture."""

    kind: str
    """As in `games`: with the number of players that it is shown with."""
    title: str
    portrait: Portrait


def pictured_games() -> list[PicturedGame]:
    """Every game that has a picture, for four players or as near as it comes."""
    return [
        PicturedGame(_kind(standard(game.name)), _(game.title), game.portrait)
        for game in GAMES.values()
        if game.portrait.cards
    ]


def faces() -> dict[str, str]:
    """The name of each card."""
    return {each.code: card_name(each.code) for each in ALL}


def backs() -> dict[str, str]:
    """The name of a face-down card, by the letter of its suit, which is all its back shows."""
    named = {letter: _("a card of {suit}", suit=suit_name(letter)) for letter in SUIT_NAMES}
    return {**named, "X": _("an imitation"), WILD: _("a joker")}


def _kind(header: Header) -> str:
    """The game as the page's list of games names it."""
    variant = header.options.get("variant")
    is_named = any(each.name == variant for each in header.rules.variants)
    return f"{header.game}:{header.players}:{variant if is_named else ''}"


def _seats(scene: Scene, view: AnyView | None, names: tuple[str, ...]) -> list[dict[str, object]]:
    """Every seat with its hand, and what lies beside the seats."""
    seats = view.seats if view else len(names)
    fronts = view.rules.page.fronts(view) if view else Fronts({})
    made = bids(view) if view else None
    due, said = view.awaited if view else (), made.words if made else {}
    return [
        {
            "name": names[seat] if seat < len(names) else _of_nobody(view) or _("Stock"),
            "is_person": seat < seats,
            "hand": hand,
            "front": fronts.cards.get(seat),
            "said": sentences.spoken(said.get(seat, ())),
            "taken": _tricks_beside(view, seat) if view is not None and seat < seats else "",
            "due": seat in due,
            "wins": seat == fronts.ahead,
        }
        for seat, hand in enumerate(scene.hands)
        if seat < seats or hand or seat in fronts.cards
    ]


def _readers(scene: Scene, view: AnyView | None, names: tuple[str, ...]) -> list[dict[str, object]]:
    """The board's readers: one per seat, or shared if there are more seats."""
    stations = scene.table.equipment.stations
    is_shared = len(names) > stations
    own = [*names, _of_nobody(view)]
    return [
        {
            "name": _("Reader {number}", number=at + 1)
            if is_shared
            else own[at]
            if at < len(own)
            else "",
            "tokens": tokens,
            "cut": scene.cut[at],
        }
        for at, tokens in enumerate(scene.readers[:stations])
    ]


def _of_nobody(view: AnyView | None) -> str:
    """The name of the place that belongs to no seat; empty if there is none."""
    return view.rules.page.of_nobody(view) if view else ""


def _piles(scene: Scene, view: AnyView | None) -> list[dict[str, object]]:
    """What lies on the table, each pile with its top card."""
    return [
        {"name": _pile_name(name, view), "count": len(cards), "top": cards[-1:]}
        for name, cards in scene.piles.items()
        if cards or name in PILES
    ]


def _pile_name(name: str, view: AnyView | None) -> str:
    number = name.removeprefix("stack")
    if view is not None and number.isdecimal():
        return view.rules.page.stack(view, int(number))
    if name == STOCK and view is not None and not view.stock:
        return _("Not dealt")
    return _(PILES.get(name, name))


def _question_before_leaving(
    leaving: GameSwitch, header: Header | None, view: AnyView | None
) -> dict[str, object] | None:
    """The question before a running game is left, and the act of either answer."""
    if header is None or view is None:
        return None
    title = _(header.rules.title)
    return {
        "title": _(
            "{game}, trick {number}, is not over. Leave it?", game=title, number=view.number
        ),
        "leave": msgspec.to_builtins(msgspec.structs.replace(leaving.act, abandon=True)),
        "stay": msgspec.to_builtins(Auto(leaving.was_auto)),
    }


def _question(asked: Prompt, names: Sequence[str]) -> dict[str, object]:
    """The open question, with a button for each key that answers it."""
    return {
        "title": sentences.in_signs(asked.text, names),
        "what": "",
        "rare": False,
        "choices": [
            {"words": [sentences.in_signs(words, names)], "key": key}
            for key, words in asked.options
        ],
    }


def _group(group: HostOffer) -> dict[str, object]:
    """Something that can be said, as the page draws it."""
    typed = (
        []
        if group.numbers is None
        else [_number_choice(group.numbers, each) for each in group.typed]
    )
    return {
        "title": sentences.spoken(group.title),
        "what": group.what,
        "rare": group.is_rare,
        "choices": [
            {"words": _parts(choice.words), "seat": choice.seat, "value": json.loads(choice.value)}
            for choice in group.choices
        ]
        + typed
        or [{"words": [_("Count them")], "seat": None, "value": None}],
    }


def _number_choice(numbers: Bounds, choice: Choice) -> dict[str, object]:
    """A number too many to list: the seat's button asks for it."""
    words = _("{least} to {most}", least=numbers.least, most=numbers.most)
    return {"words": [*_parts(choice.words), f" {words}"], "button": choice.seat or 0}


def _parts(sentence: sentences.Sentence) -> list[object]:
    """Words, and suits as `{"suit": "H"}`."""
    return [
        {"suit": part.code, "text": part.text}
        if isinstance(part, sentences.Picture)
        else _plain(part)
        for part in sentence
    ]


def _plain(part: sentences.Part) -> str:
    return part if isinstance(part, str) else part.text


def _tricks_beside(view: AnyView, seat: int) -> str:
    """What lies beside a seat: its tricks of the deal; nothing in games without tricks."""
    tally = view.tally[seat] if seat < len(view.tally) else 0
    return str(tally) if tally else ""
