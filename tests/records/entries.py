"""Entries by chance: every well-formed thing that a record of up to four seats can say."""

from hypothesis import strategies as st

from tricktable.rules.cards import ALL, COLOURS, SUITS
from tricktable.rules.codec import PLACES
from tricktable.rules.entries import Corrected, Dealt, Declared, Held, Moved, Played, Shown, Struck

seats = st.integers(0, 3)
cards = st.sampled_from(ALL)
suits = st.sampled_from(SUITS)
places = st.sampled_from(PLACES)
bids = st.builds(
    "".join, st.tuples(st.sampled_from("5 6 9 10 12".split()), st.sampled_from(["", "N", "L"]))
)
prizes = st.fixed_dictionaries(
    {"colour": st.sampled_from(COLOURS), "from": st.sampled_from(["stock", "own"])}
)
stacks = st.lists(st.lists(st.integers(0, 13), min_size=4, max_size=4), min_size=4, max_size=4)
pairings = st.permutations([1, 2, 3, 4]).map(lambda four: [four[:2], four[2:]])
happenings = st.one_of(
    st.builds(Dealt, seats),
    st.builds(Held, seats, cards),
    st.builds(Shown, st.none() | seats, cards),
    st.builds(Played, seats, cards),
    st.builds(Moved, seats, places, places, st.integers(0, 52), st.none()),
    st.lists(cards, unique=True, max_size=7).flatmap(
        lambda some: st.builds(
            Moved, seats, places, places, st.just(len(some)), st.just(tuple(some))
        )
    ),
    st.builds(
        Declared, seats, st.sampled_from("leader misdeal ace kische tredici".split()), st.none()
    ),
    st.builds(Declared, seats, st.just("bid"), st.just("pass") | bids),
    st.builds(Declared, st.none() | seats, st.just("trump"), suits),
    st.builds(Declared, seats, st.just("target"), suits),
    st.builds(Declared, seats, st.just("prize"), prizes),
    st.builds(Declared, st.none(), st.just("stacks"), stacks),
    st.builds(Declared, st.none(), st.just("pairing"), pairings),
    st.builds(Declared, st.none(), st.just("draw"), st.none()),
)
entries = st.one_of(
    happenings,
    st.builds(Struck, st.integers()),
    st.builds(Corrected, st.integers(), happenings),
)
