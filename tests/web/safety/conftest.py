"""What the tests of safety share: a house that serves all there is, and that nothing changes."""

import pytest

from web.safety.routes import House


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A host in the middle of a game, with a virtual table and a phone at a seat."""
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.room.close()
