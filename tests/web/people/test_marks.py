"""A phone's marks by themselves: which of them count, for how long, and what their cookie says."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from http.cookies import SimpleCookie

import pytest
from itsdangerous import TimestampSigner

from tricktable.club.consents import Consent
from tricktable.club.people import words
from tricktable.web.people import marks
from web.room import Room

DAY_S = 24 * 60 * 60


def person(number: int) -> Consent:
    word = words.salted_hash(f"word {number}", words.Cost(2, 1, 1))
    return Consent(f"p{number}", f"Person {number}", word, datetime(2026, 9, 1, tzinfo=UTC))


PEOPLE = [person(number) for number in range(12)]


class Phone:
    """Keeps its cookie from one answer to the next, as a browser does."""

    def __init__(self, room: Room) -> None:
        self._app = room.app
        self.cookie = ""
        self.said: list[str] = []
        """The newest answer's cookies, whole."""

    @contextmanager
    def asks(self) -> Iterator[None]:
        """A request of this phone, and its answer."""
        headers = {"Cookie": f"{marks.COOKIE}={self.cookie}"} if self.cookie else {}
        with self._app.test_request_context("/", headers=headers):
            yield
            answer = self._app.process_response(self._app.make_response(""))
        self.said = answer.headers.getlist("Set-Cookie")
        for each in self.said:
            self.cookie = SimpleCookie(each)[marks.COOKIE].value

    def gets(self, *people: Consent) -> None:
        for each in people:
            with self.asks():
                marks.give(each)

    def number_of(self, of: Consent | None) -> str:
        with self.asks():
            return marks.of(of)


@pytest.fixture
def phone(room: Room) -> Phone:
    return Phone(room)


@pytest.fixture
def pass_days(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets so many days pass for whoever signs, and for whoever looks."""
    now = TimestampSigner.get_timestamp
    passed = [0.0]

    def later(signer: TimestampSigner) -> int:
        return now(signer) + int(passed[0])

    monkeypatch.setattr(TimestampSigner, "get_timestamp", later)

    def wait(days: float) -> None:
        passed[0] += days * DAY_S

    return wait


def test_a_phone_keeps_its_number_for_a_person_and_no_other_phone_has_it(room, phone):
    phone.gets(PEOPLE[0])
    number = phone.number_of(PEOPLE[0])
    phone.gets(PEOPLE[1], PEOPLE[0])
    assert phone.number_of(PEOPLE[0]) == number != phone.number_of(PEOPLE[1])
    other = Phone(room)
    other.gets(PEOPLE[0])
    assert other.number_of(PEOPLE[0]) not in ("", number)


def test_a_phone_has_the_marks_of_the_eight_who_signed_in_last(phone):
    phone.gets(*PEOPLE[:8])
    assert all(phone.number_of(each) for each in PEOPLE[:8])
    phone.gets(PEOPLE[0])  # again: now the second is the oldest
    phone.gets(PEOPLE[8])
    assert len(phone.cookie.split("~")) == 8
    assert [phone.number_of(each) != "" for each in PEOPLE[:9]] == [True, False] + [True] * 7


def test_no_more_marks_are_looked_at_than_a_phone_may_have(phone):
    """Each costs a digest, and whoever likes may send ten thousand."""
    phone.gets(PEOPLE[0])
    mark = phone.cookie
    phone.cookie = "~".join(["x"] * 7 + [mark])
    assert phone.number_of(PEOPLE[0])
    phone.cookie = "~".join(["x"] * 8 + [mark])
    assert not phone.number_of(PEOPLE[0])


def test_no_mark_is_looked_at_that_is_longer_than_any(phone):
    signer = marks._signer(PEOPLE[0])
    phone.cookie = signer.sign("n" * 80).decode()
    assert len(phone.cookie) < 160
    assert phone.number_of(PEOPLE[0]) == "n" * 80
    phone.cookie = signer.sign("n" * 160).decode()
    assert not phone.number_of(PEOPLE[0])
    with phone.asks():
        assert not marks.is_brought()


def test_a_mark_counts_for_a_season_of_club_evenings(phone, pass_days):
    phone.gets(PEOPLE[0])
    pass_days(89.9)
    number = phone.number_of(PEOPLE[0])
    assert number
    phone.gets(PEOPLE[0])  # who signs in again begins another
    pass_days(89.9)
    assert phone.number_of(PEOPLE[0]) == number
    pass_days(0.2)
    assert not phone.number_of(PEOPLE[0])


def test_nobody_has_a_mark_and_none_can_be_made_for_nobody(phone):
    salt = f"{marks.COOKIE} "
    for key in ("", "0" * 32, PEOPLE[0].word):
        forged = TimestampSigner(key, salt, key_derivation="hmac", digest_method=hashlib.sha256)
        phone.cookie = forged.sign("number").decode()
        assert phone.number_of(None) == ""


def test_a_mark_is_signed_with_256_bits(phone):
    phone.gets(PEOPLE[0])
    assert len(phone.cookie.rpartition(".")[2]) == 43  # 32 bytes in base64 without their ending


def test_the_last_mark_that_is_taken_back_takes_the_cookie_with_it(phone):
    phone.gets(*PEOPLE[:2])
    assert f"Max-Age={90 * DAY_S};" in phone.said[0]
    with phone.asks():
        marks.take_back(PEOPLE[1])
    assert phone.number_of(PEOPLE[0])
    assert not phone.number_of(PEOPLE[1])
    with phone.asks():
        marks.take_back(PEOPLE[0])
    assert "Max-Age=0;" in phone.said[0]
    assert phone.cookie == ""


def test_an_answer_has_one_cookie_whatever_became_of_the_marks(phone):
    with phone.asks():
        marks.give(PEOPLE[0])
        marks.give(PEOPLE[1])
        marks.take_back(PEOPLE[0])
        assert marks.of(PEOPLE[1])
    assert len(phone.said) == 1
    assert not phone.number_of(PEOPLE[0])


@pytest.mark.parametrize(
    ("base_url", "is_secure"), [("https://cards.example", True), ("http://cards.example", False)]
)
def test_a_cookie_of_a_host_behind_https_goes_over_nothing_else(tmp_path, base_url, is_secure):
    room = Room(tmp_path, base_url=base_url)
    phone = Phone(room)
    phone.gets(PEOPLE[0])
    assert ("Secure" in phone.said[0].split("; ")) == is_secure
    room.close()


def test_a_mark_is_one_persons_and_ends_with_their_word(phone):
    ann = PEOPLE[0]
    phone.gets(ann)
    with phone.asks():
        assert marks.is_brought()
    assert phone.number_of(ann)
    for another in (ann._replace(person="p99"), ann._replace(word=PEOPLE[1].word)):
        assert not phone.number_of(another)
    phone.gets(ann)
    assert "~" not in phone.cookie, "one for each person"
