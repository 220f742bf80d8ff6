"""The statements about phones, as a database carries them out."""

from sqlalchemy import create_engine

from tricktable.store.journal import Phone
from tricktable.store.journal.row import SITS
from tricktable.store.journal.schema import ADD_PHONE, ALL_PHONES, FORGET_PHONE, PHONES

ANN = Phone("T5", "aa", "1.0", SITS, "2026-05-01T12:00:00")


def test_of_several_phones_only_the_one_that_is_named_is_forgotten():
    names = ["aa", "bb", "cc"]
    engine = create_engine("sqlite://")
    with engine.begin() as database:
        PHONES.create(database)
        database.execute(ADD_PHONE, [ANN._replace(digest=name)._asdict() for name in names])
        database.execute(FORGET_PHONE, [{"known": "bb"}])
        assert {each.digest for each in database.execute(ALL_PHONES)} == {"aa", "cc"}
    engine.dispose()
