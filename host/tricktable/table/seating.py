"""Which phones have which seats at one table, and which are waiting. Locked by its table.

Keeps only a digest of each phone's token, so that neither a copy of the database nor a log
lets anybody sit down. Who sits is the club's, not one host's: the database tells what other hosts
have kept, and what is here holds while it cannot be asked.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from tricktable.store.journal import Full, Journal, Outage, Phone, Row
from tricktable.store.journal.phones import REPLACED, SENT_AWAY, SITS
from tricktable.table.desk import seats
from tricktable.table.desk.moment import Changes, Waiting

CLAIM_MS: Final = 60_000
"""How long a phone waits for the button."""
WAITS: Final = "waits"
UNKNOWN: Final = "unknown"
"""An unknown token: it was never let in, or waited too long."""


def new_token() -> str:
    """A new token to recognise a phone by: 128 random bits."""
    return secrets.token_urlsafe(16)


def digest(token: str) -> str:
    """The digest that is kept of a token. No salt: 128 random bits are in no table of digests."""
    # No slow hash either (PBKDF2, bcrypt): those protect what people choose; nobody tries 2^128.
    return hashlib.sha256(token.encode()).hexdigest()


class Claim(NamedTuple):
    """A phone that waits for a seat's button."""

    digest: str
    address: str
    """Where it asked from; empty if unknown."""
    waiting: Waiting
    until_ms: int

    @property
    def number(self) -> str:
        """The two digits that phone and table show."""
        return self.waiting.number


class PhoneState(NamedTuple):
    """What is known about a phone."""

    state: str
    """`waits`, `sits`, `replaced`, `sent_away` or `unknown`."""
    person: str = ""
    claim: Claim | None = None
    seat: int | None = None
    """The seat it is waiting for."""

    @property
    def sits(self) -> bool:
        """Whether it was let in, and still may."""
        return self.state == SITS

    @property
    def is_here(self) -> bool:
        """Whether it sits or waits, as far as this host knows."""
        return self.state in (SITS, WAITS)


class SeatOccupancy(NamedTuple):
    """One seat, with the phones that have it or want it."""

    is_taken: bool
    """A phone sits there."""
    number: str
    """The digits that a phone waiting to sit there shows; empty if none waits."""
    can_be_given_back: bool
    """Another phone sat there before."""


class Seating:
    """The phones of one table."""

    def __init__(self, code: str, journal: Journal) -> None:
        """Load them from the database. Raises: Outage."""
        self._code = code
        self._journal = journal
        self._claims: dict[int, Claim] = {}
        self._phones = {phone.digest: phone for phone in journal.phones(code)}
        """By digest, in the order of their last change."""
        self._unsaved: dict[str, Phone] = {}
        self.changes = 0
        """How many phones have come or gone here."""

    # --- claims ----------------------------------------------------------------------------------

    def claims(self, now_ms: int) -> Mapping[int, Waiting]:
        """The seats that phones are waiting for, each with its phone."""
        return {
            seat: claim.waiting
            for seat, claim in sorted(self._claims.items())
            if now_ms < claim.until_ms
        }

    def is_asked_from(self, address: str, but: str, now_ms: int) -> bool:
        """Whether a phone other than `but` is waiting at this address."""
        return any(
            claim.address == address and claim.digest != but and now_ms < claim.until_ms
            for claim in self._claims.values()
            if address
        )

    def claim(self, seat: int, phone: str, address: str, now_ms: int) -> None:
        """Let the phone with this digest wait for that seat, and for no other."""
        self.withdraw(phone)
        number = self._new_number()
        # The number is for people and may come again. The word is new for each claim, so a press
        # that began before, or that the board had kept, lets nobody else in (`Y` in
        # docs/reference/wire.md).
        waiting = Waiting(number, f"{number}-{secrets.token_hex(4)}")
        self._claims[seat] = Claim(phone, address, waiting, now_ms + CLAIM_MS)

    def _new_number(self) -> str:
        """A number that no other phone is showing."""
        taken = {claim.number for claim in self._claims.values()}
        # Drawn, not counted up: nobody can know beforehand which number is shown next.
        return secrets.choice([each for each in map(str, range(10, 100)) if each not in taken])

    def withdraw(self, phone: str) -> bool:
        """Stop its waiting; returns whether it was waiting."""
        waited = [seat for seat, claim in self._claims.items() if claim.digest == phone]
        for seat in waited:
            del self._claims[seat]
        return bool(waited)

    def end_old_claims(self, now_ms: int) -> Changes:
        """Forget who has waited too long; what tells it, if anybody has."""
        old = [seat for seat, claim in self._claims.items() if now_ms >= claim.until_ms]
        for seat in old:
            del self._claims[seat]
        return seats.claim_ended() if old else ()

    def forget_claims(self) -> None:
        """Forget all waiting phones: in a new game these are no longer the seats they asked for."""
        self._claims.clear()

    # --- phones ----------------------------------------------------------------------------------

    def kept(self) -> Sequence[Phone] | None:
        """This table's phones as all hosts of the club have kept them; None if nobody can tell."""
        try:
            return self._journal.phones(self._code)
        except Outage:
            return None

    def take_in(self, kept: Sequence[Phone]) -> bool:
        """Learn what other hosts have kept; returns whether any of it is new.

        What could not be saved from here still counts.
        """
        before = {**self._phones}
        for phone in kept:
            # The others keep their order, which says which phone was replaced last.
            if phone.digest not in self._unsaved and self._phones.get(phone.digest) != phone:
                self._phones.pop(phone.digest, None)
                self._phones[phone.digest] = phone
        return before != self._phones

    def look(self) -> bool:
        """Ask the database for what other hosts have kept; returns whether any of it is new."""
        return self.take_in(self.kept() or ())

    def known(self, phone: str, now_ms: int) -> PhoneState:
        """What is known about the phone with this digest."""
        for seat, claim in self._claims.items():
            if claim.digest == phone and now_ms < claim.until_ms:
                return PhoneState(WAITS, "", claim, seat)
        found = self._phones.get(phone)
        return PhoneState(found.state, found.person) if found else PhoneState(UNKNOWN)

    def seat_of(self, known: PhoneState, persons: Sequence[str]) -> int | None:
        """Where that phone sits, or waits to sit; None where its owner has no seat now."""
        if known.sits and known.person in persons:
            return persons.index(known.person)
        return known.seat

    def leave(self, phone: str, persons: Sequence[str], now_ms: int, at: str) -> Changes:
        """The phone gets up, or waits no more; what tells it, if the table is to know."""
        known = self.known(phone, now_ms)
        if self.withdraw(phone):
            return seats.claim_ended()
        if known.sits and known.person in persons:
            return seats.send_away(persons.index(known.person))
        if known.sits:
            self.send_away(known.person, at)
        return ()

    def sitting(self) -> frozenset[str]:
        """The people whose phones have seats."""
        return frozenset(each.person for each in self._phones.values() if each.state == SITS)

    def replaced(self) -> frozenset[str]:
        """The people whose seat another phone has taken, so that the old phone can have it back."""
        return frozenset(each.person for each in self._phones.values() if each.state == REPLACED)

    def places(self, persons: Sequence[str], now_ms: int) -> tuple[SeatOccupancy, ...]:
        """Every seat, with who sits there and whether a phone has it or waits for it."""
        claims, sitting, replaced = self.claims(now_ms), self.sitting(), self.replaced()
        return tuple(
            SeatOccupancy(
                person in sitting, claims[seat].number if seat in claims else "", person in replaced
            )
            for seat, person in enumerate(persons)
        )

    def obey(self, row: Row, persons: Sequence[str]) -> None:
        """Let a phone come or go as a row says; once only, not when the journal is read again."""
        word = msgspec.json.decode(row.body, type=seats.Word)
        seat = word.seat
        self.look()  # whoever is to go, or to be replaced, may have sat down at another host
        match word.what:
            case seats.LET_IN:
                self.let_in(seat, persons[seat], row.at)
            case seats.TURN_AWAY:
                self._claims.pop(seat, None)
            case seats.SEND_AWAY:
                self.send_away(persons[seat], row.at)
            case seats.GIVE_BACK:
                self.give_back(persons[seat], row.at)

    def let_in(self, seat: int, person: str, at: str) -> None:
        """Give this person's seat to the phone that waits for it, in place of any other."""
        claim = self._claims.pop(seat, None)
        if claim is not None:
            self._end(person, REPLACED, at)
            self._keep(Phone(self._code, claim.digest, person, SITS, at))
            self.save()

    def send_away(self, person: str, at: str) -> None:
        """Take this person's seat away from their phone."""
        self._end(person, SENT_AWAY, at)
        self.save()

    def give_back(self, person: str, at: str) -> None:
        """Give the seat back to the phone that was replaced last."""
        last = next((p for p in reversed(self._of(person)) if p.state == REPLACED), None)
        if last is not None:
            self._end(person, SENT_AWAY, at)
            self._keep(last._replace(state=SITS, since=at))
            self.save()

    def save(self) -> None:
        """Make pending changes durable. Without room or database, tries again later."""
        if self._unsaved:
            try:
                self._journal.keep_phones(list(self._unsaved.values()))
            # Memory knows who sits. If the host is killed before this is saved, one phone asks
            # again (docs/explanation/pages.md).
            except (Full, Outage):
                return
            self._unsaved.clear()

    def _of(self, person: str) -> list[Phone]:
        return [each for each in self._phones.values() if each.person == person]

    def _end(self, person: str, state: str, at: str) -> None:
        for each in self._of(person):
            if each.state == SITS:
                self._keep(each._replace(state=state, since=at))

    def _keep(self, phone: Phone) -> None:
        self.changes += 1
        self._phones.pop(phone.digest, None)  # the newest stands last
        self._phones[phone.digest] = self._unsaved[phone.digest] = phone
