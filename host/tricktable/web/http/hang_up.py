"""Whether the client of a request has hung up, for what takes long to answer."""

from typing import Final

from flask import has_request_context, request

HAS_GONE: Final = "tricktable.has_gone"
"""Where a request's environment has what tells whether its client has hung up."""


def has_gone() -> bool:
    """Whether the visitor has hung up before the answer to this request; False outside of one."""
    return has_request_context() and bool(request.environ.get(HAS_GONE, bool)())
