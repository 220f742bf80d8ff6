"""Which phones have which seats at one table, and which are waiting. Locked by its table.

Keeps only a digest of each phone's token, so that neither a copy of the database nor a log
lets anybody sit down. Who sits and who waits is the club's, not one host's: the database tells what
other hosts have kept, and what is here holds while it cannot be asked. A phone waits by a lease, so
that its host may end, and so that of two hosts one seat goes to one phone.
"""

import contextlib
import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from tricktable.rules import names as people
from tricktable.rules.entries import Impossible
from tricktable.store.journal import Full, Journal, Lease, Outage, Phone, Row
from tricktable.store.journal.row import REPLACED, SENT_AWAY, SITS
from tricktable.table import table_leases
from tricktable.table.desk import seats
from tricktable.table.desk.changes import Changes
from tricktable.table.desk.moment import Moment, WaitingPhone

CLAIM_MS: Final = 60_000
"""How long a phone waits for the button."""
# Its host looks each second (caretaker.py). Of a lease that ended before, nobody would be told.
LATE_MS: Final = 5_000
"""A claim is leased for so much longer: its own host ends it, and says so."""
UNANSWERED_MS: Final = 600_000
"""If as many claims of one address as there are seats end in this time with nobody let in, only one
phone at that address waits at a time: so a whole table sits down at once from behind one router."""
WAITS: Final = "waits"
UNKNOWN: Final = "unknown"
"""An unknown token: it was never let in, or it is long since it waited."""
LAPSED: Final = "lapsed"
"""It waited too long: nobody held the button, or the host did not let it in."""
TURNED_AWAY: Final = "turned_away"
"""It was refused while it waited."""
OVERTAKEN: Final = "overtaken"
"""A new game began while it waited."""
MOST_REMEMBERED: Final = 64
"""This many phones that waited in vain are told why; more than sit down in an evening."""


def new_token() -> str:
    """A new token to recognise a phone by: 128 random bits."""
    return secrets.token_urlsafe(16)


def digest(token: str) -> str:
    """The digest that is kept of a token. No salt: 128 random bits are in no table of digests."""
    # No slow hash either (PBKDF2, bcrypt): those protect what people choose; nobody tries 2^128.
    return hashlib.sha256(token.encode()).hexdigest()


class _ClaimLease(Struct, frozen=True):
    """What the lease of a claim says, until it ends; its holder is only the word."""

    phone: str
    """The digest of its token."""
    number: str
    word: str
    address: str
    """A digest of where the phone asked from; empty if unknown."""
    game: int
    """The game of the table, counted from 1: seats are others in the next one."""
    name: str = ""
    """What its owner is called, who takes a chair before a game."""


class Asker(NamedTuple):
    """A phone that asks for a seat."""

    digest: str
    address: str = ""
    """Where it asks from; empty if unknown."""
    name: str = ""
    """What its owner is called, who takes a chair before a game."""


class Claim(NamedTuple):
    """A phone that waits for a seat's button."""

    digest: str
    address: str
    """As the lease says it."""
    waiting: WaitingPhone
    until_ms: int
    game: int
    lease: Lease | None
    """None if the database could not be asked: then this host alone knows that it waits."""
    is_ours: bool
    """Whether it asked at this host."""

    @property
    def number(self) -> str:
        """The two digits that phone and table show."""
        return self.waiting.number


class PhoneState(NamedTuple):
    """What is known about a phone."""

    state: str
    """`waits`, `sits`, `replaced`, `sent_away`, why it waited in vain, or `unknown`."""
    person: str = ""
    claim: Claim | None = None
    seat: int | None = None
    """The seat it is waiting for, or waited for in vain."""

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
    """The digits on the phone that waits for this seat; empty if none waits."""
    can_be_given_back: bool
    """Another phone sat there before."""


class Seating:
    """The phones of one table. Mutable."""

    def __init__(self, code: str, journal: Journal) -> None:
        """Load them from the database. Raises: Outage."""
        self._code = code
        self._journal = journal
        self._claims: dict[int, Claim] = {}
        self._phones = {phone.digest: phone for phone in journal.phones(code)}
        """By digest, in the order of their last change."""
        self._unsaved: dict[str, Phone] = {}
        self._with_rows: dict[str, Phone] = {}  # saved once their rows are: see `apply`
        self._unanswered: dict[str, list[int]] = {}
        """By address, as claims have it: when its claims have ended with nobody let in."""
        self._in_vain: dict[str, PhoneState] = {}
        """By digest, the phones that waited here in vain, newest last; a restart forgets them."""
        self.changes = 0
        """How many phones have come or gone here."""

    # --- claims ----------------------------------------------------------------------------------

    def claims(self, now_ms: int) -> Mapping[int, WaitingPhone]:
        """The seats that phones are waiting for, each with its phone."""
        return {
            seat: claim.waiting
            for seat, claim in sorted(self._claims.items())
            if now_ms < claim.until_ms
        }

    @staticmethod
    def asker(phone: str, address: str, name: str) -> Asker:
        """The phone with this digest, which asks from there for somebody who is called so."""
        return Asker(phone, address, people.safe_name(name, ""))

    def is_crowding(self, address: str, phone: str, now_ms: int, seat_count: int) -> bool:
        """Whether this address holds seats for nobody, and another phone there is waiting now.

        Otherwise one stranger's phones could hold every seat of a table all evening. As far as is
        known here, of claims at any host.
        """
        asked = _address_digest(address)
        if len(self._unanswered_since(asked, now_ms)) < seat_count:
            return False
        return any(
            claim.address == asked and claim.digest != phone and now_ms < claim.until_ms
            for claim in self._claims.values()
            if asked
        )

    def _unanswered_since(self, asked: str, now_ms: int) -> list[int]:
        ended = self._unanswered.get(asked, [])
        return [at_ms for at_ms in ended if now_ms - at_ms < UNANSWERED_MS]

    def _note_unanswered(self, claim: Claim) -> None:
        until_ms = claim.until_ms  # even if it was refused before
        kept = {each: self._unanswered_since(each, until_ms) for each in self._unanswered}
        self._unanswered = {each: ended for each, ended in kept.items() if ended}
        if claim.address:
            self._unanswered.setdefault(claim.address, []).append(until_ms)

    def must_admit(self, now: Moment, seat: int, phone: Asker, now_ms: int) -> None:
        """Check that this phone may wait for the seat. Raises: Impossible.

        As far as is known here who waits.
        """
        seats.must_be_free(now, seat, phone.name)
        if now.chairs and now.chairs[seat].person in self.people_seated():
            raise Impossible(
                "{name} sat down there a moment ago; choose another chair",
                name=now.chairs[seat].name,
            )
        if self.is_crowding(phone.address, phone.digest, now_ms, len(now.names)):
            raise Impossible(
                "a phone at your address is already sitting down; try again in a minute"
            )

    def claim(self, seat: int, asker: Asker, now_ms: int, game: int, seat_count: int) -> bool:
        """Let the phone with this digest wait for that seat, and for no other.

        Returns whether it waits: at another host a phone may have asked for that seat, or from
        that address, at the same moment.
        """
        phone, address = asker.digest, asker.address
        self.withdraw(phone)
        self._in_vain.pop(phone, None)
        self.end_old_claims(now_ms)
        number = self._new_number()
        # The number is for people and may come again. The word is new for each claim, so a press
        # that began before, or that the board had kept, lets nobody else in (`Y` in
        # docs/reference/wire.md).
        word = f"{number}-{secrets.token_hex(4)}"
        said = _ClaimLease(phone, number, word, _address_digest(address), game, asker.name)
        name, what = (
            f"{table_leases.claims_at(self._code)}{seat}",
            msgspec.json.encode(said).decode(),
        )
        try:
            lease = self._journal.take(name, word, CLAIM_MS + LATE_MS, what)
        except (Full, Outage):
            lease = None  # this table's board is here, or nobody can be let in by its button anyway
        if lease is not None and lease.holder != word:
            return False
        self._claims[seat] = _claim(said, now_ms + CLAIM_MS, lease, is_ours=True)
        self.changes += 1
        # Each of two hosts sees the other's claim once its own is there.
        self.look_who_waits(now_ms, game)
        if self.is_crowding(address, phone, now_ms, seat_count):
            self.withdraw(phone)
        return self._waits(phone)

    def _waits(self, phone: str) -> bool:
        return any(claim.digest == phone for claim in self._claims.values())

    def waiting_elsewhere(self) -> Sequence[Lease] | None:
        """The claims at this table as the database has them; None if nobody can tell."""
        try:
            return self._journal.leases(table_leases.claims_at(self._code))
        except Outage:
            return None

    def look_who_waits(self, now_ms: int, game: int) -> bool:
        """Ask the database who waits at any host; returns whether any of it is new."""
        return self.heed(self.waiting_elsewhere(), now_ms, game)

    def heed(self, leases: Sequence[Lease] | None, now_ms: int, game: int) -> bool:
        """Learn who waits at any host, as these leases say; returns whether any of it is new.

        What the database could not be told stays.
        """
        if leases is None or not self.is_news(leases, game):
            return False
        kept = {seat: claim for seat, claim in self._claims.items() if claim.lease is None}
        for seat, said, lease in self._claims_among(leases, game):
            known = self._claims.get(seat)
            # Its own host ends it before the lease does (`LATE_MS`).
            until_ms = now_ms + max(0, lease.left_ms - LATE_MS)
            kept[seat] = (
                known
                if known is not None and known.lease and _key(known.lease) == _key(lease)
                else _claim(said, until_ms, lease, is_ours=False)
            )
        self._claims = kept
        self.changes += 1
        return True

    def is_news(self, leases: Sequence[Lease], game: int) -> bool:
        """Whether these leases say anything else of who waits than what is known here."""
        known = {_key(claim.lease) for claim in self._claims.values() if claim.lease}
        return known != {_key(lease) for _, _, lease in self._claims_among(leases, game)}

    def _claims_among(
        self, leases: Iterable[Lease], game: int
    ) -> Iterator[tuple[int, _ClaimLease, Lease]]:
        """The claims among them in this game, each with its seat."""
        claims = table_leases.claims_at(self._code)
        for lease in leases:
            if not lease.name.startswith(claims):
                continue  # the write lock
            seat = lease.name.removeprefix(claims)
            try:
                said = msgspec.json.decode(lease.what, type=_ClaimLease)
            except msgspec.MsgspecError:
                continue  # of another version
            if seat.isdecimal() and said.game == game and not self._sits(said.phone):
                yield int(seat), said, lease

    def _new_number(self) -> str:
        """A number that no other phone is showing."""
        taken = {claim.number for claim in self._claims.values()}
        # Drawn, not counted up: nobody can know beforehand which number is shown next.
        return secrets.choice([each for each in map(str, range(10, 100)) if each not in taken])

    def withdraw(self, phone: str) -> bool:
        """Stop its waiting; returns whether it was waiting."""
        waited = [seat for seat, claim in self._claims.items() if claim.digest == phone]
        for seat in waited:
            self._end_claim(seat)
        return bool(waited)

    def end_old_claims(self, now_ms: int) -> tuple[Changes, bool]:
        """Forget who has waited too long.

        Returns what tells it, if a phone had asked at this host, and whether anybody has.
        """
        old = [(seat, each) for seat, each in self._claims.items() if now_ms >= each.until_ms]
        for seat, claim in old:
            self._end_in_vain(seat, PhoneState(LAPSED, seat=seat))
            self._note_unanswered(claim)
        is_told = any(claim.is_ours for _, claim in old)
        return seats.claim_ended() if is_told else (), bool(old)

    def forget_claims(self) -> None:
        """Forget all waiting phones: in a new game these are no longer the seats they asked for."""
        self._in_vain.clear()
        for seat in [*self._claims]:
            self._end_in_vain(seat, PhoneState(OVERTAKEN))

    def _end_in_vain(self, seat: int, state: PhoneState) -> Claim | None:
        """Nobody waits for this seat any more, and whoever did is told why; returns that claim."""
        claim = self._end_claim(seat)
        if claim is not None:
            self._in_vain[claim.digest] = state
            for oldest in [*self._in_vain][:-MOST_REMEMBERED]:
                del self._in_vain[oldest]
        return claim

    def _end_claim(self, seat: int) -> Claim | None:
        """Nobody waits for this seat any more; returns who did."""
        claim = self._claims.pop(seat, None)
        if claim is not None and claim.lease is not None:
            with contextlib.suppress(Full, Outage):  # it ends by itself, within a minute
                self._journal.let_go(claim.lease)
        if claim is not None:
            self.changes += 1  # last: who asked the journal until now still found the lease
        return claim

    # --- phones ----------------------------------------------------------------------------------

    def stored_phones(self) -> Sequence[Phone] | None:
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
            is_ours = phone.digest in self._unsaved or phone.digest in self._with_rows
            if not is_ours and self._phones.get(phone.digest) != phone:
                self._phones.pop(phone.digest, None)
                self._phones[phone.digest] = phone
        # Another host has let it in, and ends its lease a moment later.
        self._claims = {
            seat: each for seat, each in self._claims.items() if not self._sits(each.digest)
        }
        return before != self._phones

    def look(self) -> bool:
        """Ask the database for what other hosts have kept; returns whether any of it is new."""
        return self.take_in(self.stored_phones() or ())

    def phone_state(self, phone: str, now_ms: int) -> PhoneState:
        """What is known about the phone with this digest."""
        for seat, claim in self._claims.items():
            if claim.digest == phone and now_ms < claim.until_ms:
                return PhoneState(WAITS, "", claim, seat)
            if claim.digest == phone:
                return PhoneState(LAPSED, seat=seat)
        found = self._phones.get(phone)
        if found is not None:
            return PhoneState(found.state, found.person)
        return self._in_vain.get(phone, PhoneState(UNKNOWN))

    def seat_of(self, known: PhoneState, persons: Sequence[str]) -> int | None:
        """Where that phone sits, or waits to sit; None where its owner has no seat now."""
        if known.sits and known.person in persons:
            return persons.index(known.person)
        return known.seat

    def leave(
        self, now: Moment, phone: str, persons: Sequence[str], now_ms: int, at: str
    ) -> Changes:
        """The phone leaves its seat or stops waiting. Returns the changes, if any."""
        known = self.phone_state(phone, now_ms)
        if self.withdraw(phone):
            return seats.claim_ended()
        if known.sits and known.person in persons:
            return seats.send_away(now, persons.index(known.person))
        if known.sits:
            # No row tells it: in this game that person has no seat.
            for phone_away in _send_away(self._phones.values(), known.person, SENT_AWAY, at):
                self._know(phone_away)
                self._unsaved[phone_away.digest] = phone_away
            self.save()
        return ()

    def sit_down(self, now: Moment, seat: int, persons: Sequence[str]) -> Changes:
        """The change that gives an open seat to the waiting phone; none if a phone has the seat."""
        # Nobody can be put out of a seat without a word.
        return () if persons[seat] in self.people_seated() else seats.let_in(now, seat)

    def people_seated(self) -> frozenset[str]:
        """The people whose phones have seats."""
        return frozenset(each.person for each in self._phones.values() if each.state == SITS)

    def people_replaced(self) -> frozenset[str]:
        """The people whose seat another phone has taken, so that the old phone can have it back."""
        return frozenset(each.person for each in self._phones.values() if each.state == REPLACED)

    def places(self, persons: Sequence[str], now_ms: int) -> tuple[SeatOccupancy, ...]:
        """Every seat, with who sits there and whether a phone has it or waits for it."""
        claims, sitting, replaced = (
            self.claims(now_ms),
            self.people_seated(),
            self.people_replaced(),
        )
        return tuple(
            SeatOccupancy(
                person in sitting, claims[seat].number if seat in claims else "", person in replaced
            )
            for seat, person in enumerate(persons)
        )

    def phones_after(self, rows: Sequence[Row], persons: Sequence[str]) -> list[Phone]:
        """The phones that come or go as these rows say, each as it is from then on.

        Changes nothing yet: rows and phones are saved together, or neither.
        """
        words = [
            (msgspec.json.decode(row.body, type=seats.Word), row.at)
            for row in rows
            if row.kind == seats.SEAT
        ]
        if not words:
            return []
        self.look()  # the phone being removed or replaced may have sat down at another host
        phones, moved = {**self._phones}, dict[str, Phone]()
        for word, at in words:
            for phone in self._move(word, at, [*phones.values()], persons):
                for known in (phones, moved):
                    known.pop(phone.digest, None)  # the newest stands last
                    known[phone.digest] = phone
        return [*moved.values()]

    def _move(
        self, word: seats.Word, at: str, phones: Sequence[Phone], persons: Sequence[str]
    ) -> Sequence[Phone]:
        if word.what == seats.TURN_AWAY:
            return ()
        person = persons[word.seat]
        if word.what == seats.SEND_AWAY:
            return _send_away(phones, person, SENT_AWAY, at)
        if word.what == seats.LET_IN:
            claim = self._claims.get(word.seat)
            if claim is None:
                return ()
            came = Phone(self._code, claim.digest, person, SITS, at)
            return [*_send_away(phones, person, REPLACED, at), came]
        was = [each for each in phones if each.person == person and each.state == REPLACED]
        if not was:
            return ()
        return [*_send_away(phones, person, SENT_AWAY, at), was[-1]._replace(state=SITS, since=at)]

    def apply(self, rows: Sequence[Row], phones: Sequence[Phone], *, are_saved: bool) -> None:
        """Let these phones come and go as rows say that were just written, and not only read."""
        for row in rows:
            if row.kind == seats.SEAT:
                word = msgspec.json.decode(row.body, type=seats.Word)
                if word.what == seats.LET_IN:
                    self._end_claim(word.seat)
                elif word.what == seats.TURN_AWAY:
                    claim = self._end_in_vain(word.seat, PhoneState(TURNED_AWAY, seat=word.seat))
                    if claim:
                        self._note_unanswered(claim)
        for phone in phones:
            self._know(phone)
            if not are_saved:
                self._with_rows[phone.digest] = phone

    def rows_are_saved(self) -> None:
        """All rows that waited for room are saved, and the phones with them."""
        self._with_rows.clear()

    def revert(self, phones: Sequence[Phone]) -> None:
        """The rows that told of these phones fall away: what other hosts have kept is true."""
        for phone in phones:
            self._with_rows.pop(phone.digest, None)
            if self._phones.pop(phone.digest, None) is not None:
                self.changes += 1

    def replace_others(self, phones: Sequence[Phone]) -> list[Phone]:
        """These phones, whose rows still wait, and those that they replace.

        Another host may have let one in to the same seat before them.
        """
        came = {
            phone.person: phone
            for phone in phones
            if phone.state == SITS and self._phones.get(phone.digest) == phone
        }
        others = [
            other
            for person, phone in came.items()
            for other in _send_away(self._phones.values(), person, REPLACED, phone.since)
            if other.digest != phone.digest
        ]
        self.apply((), others, are_saved=False)
        return [*phones, *others]

    def save(self) -> None:
        """Save who got up without a row that says so. Without room or database, tries later."""
        if self._unsaved:
            try:
                self._journal.append((), [*self._unsaved.values()])
            except (Full, Outage):
                return
            self._unsaved.clear()

    def _sits(self, phone: str) -> bool:
        known = self._phones.get(phone)
        return known is not None and known.state == SITS

    @property
    def has_unsaved(self) -> bool:
        """Whether changes wait to be saved."""
        return bool(self._unsaved)

    def _know(self, phone: Phone) -> None:
        self.changes += 1
        self._phones.pop(phone.digest, None)  # the newest stands last
        self._phones[phone.digest] = phone


def _send_away(phones: Iterable[Phone], person: str, state: str, at: str) -> list[Phone]:
    """Those of them that have this person's seat, as they are without it."""
    return [
        each._replace(state=state, since=at)
        for each in phones
        if each.person == person and each.state == SITS
    ]


def _address_digest(address: str) -> str:
    """What a lease says of an address: enough to know it again, and nothing that a log shows."""
    return digest(address)[:16] if address else ""


def _claim(said: _ClaimLease, until_ms: int, lease: Lease | None, *, is_ours: bool) -> Claim:
    waiting = WaitingPhone(said.number, said.word, said.name)
    return Claim(said.phone, said.address, waiting, until_ms, said.game, lease, is_ours)


def _key(lease: Lease) -> tuple[str, str]:
    return lease.name, lease.holder
