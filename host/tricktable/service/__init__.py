"""The web service: guests' pages, their stream, the host's console. Knows tables, never a board."""

from tricktable.service.app import create_app
from tricktable.service.server import Server, serve
from tricktable.service.settings import ServiceSettings

__all__ = ["Server", "ServiceSettings", "create_app", "serve"]
