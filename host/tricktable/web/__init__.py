"""The host on the web: pages of guests, seats and hosts, the API. Knows tables, never a board."""

from tricktable.web.app import create_app
from tricktable.web.http.server import Server, serve

__all__ = ["Server", "create_app", "serve"]
