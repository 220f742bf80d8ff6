"""The light at each seat, and the sound, in the wire's words, from one view of the table. Pure."""

from typing import Final

from tricktable.rules.view import AnyView
from tricktable.table.desk.moment import OWN_READERS
from tricktable.table.notes import ALL_DONE, CALM
from tricktable.table.views import TableView

SEATS_ON_BOARD: Final = OWN_READERS
"""One light beside each reader."""


def lights(now: TableView) -> list[str]:
    """A word for each light of the board; while a phone waits, only its button is lit."""
    shining = _light_of_seats(now)
    if now.has_buttons:
        for seat, _ in now.claims:
            shining[seat] = "hold"
    return shining


def _light_of_seats(now: TableView) -> list[str]:
    view = now.view
    if now.deck_work is not None:  # any reader will do
        return ["wrong" if is_refusal(now) else "on"] * SEATS_ON_BOARD
    if view is None:
        return ["off"] * SEATS_ON_BOARD
    if view.seats > now.equipment.stations:  # seats share readers, so no light belongs to anybody
        return ["off" if view.is_over else "on"] * SEATS_ON_BOARD
    awaited = view.awaited
    lights = [_light(view, seat, awaited) for seat in range(view.seats)]
    lights += ["off"] * (SEATS_ON_BOARD - view.seats)
    wrong = now.desk.note.seat if now.desk.note is not None and is_refusal(now) else None
    if wrong is not None and wrong < view.seats:
        lights[wrong] = "wrong"
    return lights


def _light(view: AnyView, seat: int, awaited: tuple[int, ...]) -> str:
    if view.winner:
        return "won" if seat in view.winner else "off"
    if view.is_over:
        return "off"
    # Lamps mean "you": a seat that need not act stays dark.
    if awaited and seat not in awaited:
        return "off"
    if len(awaited) != 1:
        return "on"
    # The winner of a trick leads the next one: one colour says both.
    return "won" if not view.trick and seat == view.last_winner else "turn"


def is_refusal(now: TableView) -> bool:
    """Whether the note says that something did not count."""
    return now.desk.note is not None and now.desk.note.about not in CALM


def _of_a_deck(now: TableView, before: TableView) -> str:
    """The sound for a card being enrolled or checked; a wrong card sounds every time."""
    if is_refusal(now):
        return "refused"
    if now.deck_work is None:
        return "over" if now.desk.note is not None and now.desk.note.about in ALL_DONE else ""
    is_further = before.deck_work is not None and now.deck_work.done > before.deck_work.done
    return "read" if is_further else ""


def sound(now: TableView, before: TableView | None) -> str:
    """The buzzer's sound for what has just happened."""
    if before is None or now.version == before.version:
        return ""
    # First of all: while somebody handles the deck, nothing can happen in the game.
    if now.deck_work is not None or before.deck_work is not None:
        return _of_a_deck(now, before)
    if now.asked is not None:
        return "" if now.asked == before.asked else "ask"
    if now.desk.note != before.desk.note and is_refusal(now):
        return "refused"
    if now.desk.sound != before.desk.sound:  # an example of the new volume
        return "read"
    if now.view is None or before.view is None or now.view.seq == before.view.seq:
        turned = {now.desk.page, before.desk.page}
        return "read" if len(turned) > 1 and "scores" in turned else ""
    if now.view.is_over:
        return "over"
    return "trick" if sum(now.view.tally) > sum(before.view.tally) else "read"
