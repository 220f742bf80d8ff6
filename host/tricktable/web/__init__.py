"""The host on the web: guests' pages, seats, the console, the API. Knows tables, never a board."""

from tricktable.web.app import create_app
from tricktable.web.http.server import Server, serve
from tricktable.web.settings import ServiceSettings

__all__ = ["Server", "ServiceSettings", "create_app", "serve"]
