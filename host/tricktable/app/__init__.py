"""The whole host: puts together tables, club, boards and pages, serves them and closes them again.

`serving` opens a house and serves it; `house` is one host with its tables, its `boards` and its
`audiences`; `tokens` is the word by which all hosts of a club know their host's other devices.
"""

from tricktable.app.audiences import MOST_TOLD
from tricktable.app.boards import Find
from tricktable.app.house import House
from tricktable.app.service import about_decks, board_search, open_house, serve
from tricktable.app.tokens import with_clubs_token

__all__ = [
    "MOST_TOLD",
    "Find",
    "House",
    "about_decks",
    "board_search",
    "open_house",
    "serve",
    "with_clubs_token",
]
