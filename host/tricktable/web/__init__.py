"""The host on the web: guests' pages, seats, the console, the API. Knows tables, never a board."""

from tricktable.web.app import create_app
from tricktable.web.http.server import Server, serve

__all__ = ["Server", "create_app", "serve"]
