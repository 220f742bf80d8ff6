"""What a route reads and what it answers: JSON of a struct, parameters, or text of another kind.

The description is made from them, and so are the handlers: nothing else says it.
"""

import re
import secrets
from typing import Final, Generic, TypeVar

import msgspec
from flask import Response, request
from msgspec import Struct
from msgspec.json import Decoder

from tricktable.rules.nesting import is_too_deep
from tricktable.rules.values import JsonValue
from tricktable.table.views import TableView
from tricktable.text.language import _, current
from tricktable.text.unfit import Unfit, fit
from tricktable.web import locale
from tricktable.web.api.problems import Refusal

T = TypeVar("T")
R_co = TypeVar("R_co", covariant=True)
A_contra = TypeVar("A_contra", contravariant=True)
S = TypeVar("S", bound=Struct)

JSON: Final = "application/json"
JSON_LINES: Final = "application/jsonl"
CSV: Final = "text/csv"
BYTES: Final = "application/octet-stream"
"""For clients that know no JSON Lines."""
EVENTS: Final = "text/event-stream"
_LIFE: Final = secrets.token_hex(4)
"""Versions count from the program's start, so this keeps them apart from an earlier run's."""


# --- what is answered ----------------------------------------------------------------------------


class Gives(Generic[A_contra]):
    """What a route answers."""

    kind: object
    """The struct, or a Text."""
    is_conditional = False
    """Whether it is told only to whoever does not have it already."""

    def answer(self, of: A_contra, status: int) -> Response:
        """The answer that tells this."""
        raise NotImplementedError


class Json(Gives[S]):
    """JSON of this struct."""

    def __init__(self, kind: type[S]) -> None:
        self.kind = kind

    def answer(self, of: S, status: int) -> Response:
        """The struct as JSON."""
        return Response(msgspec.json.encode(of), status, mimetype=JSON)


class VersionedJson(Gives[tuple[S, "TableView"]]):
    """JSON of this struct, which is the same as long as the table's view is."""

    is_conditional = True

    def __init__(self, kind: type[S]) -> None:
        self.kind = kind

    def answer(self, of: tuple[S, TableView], status: int) -> Response:
        """The struct, or 304 if the client already has it."""
        told, view = of
        response = Json(type(told)).answer(told, status)
        response.set_etag(f"{_LIFE}.{view.version}.{current()}")
        response.headers["Cache-Control"] = "no-cache"  # kept, but asked for (RFC 9111, 5.2.2.4)
        response.headers["Vary"] = "Accept-Language"
        response.make_conditional(request)
        return response


class Text(Gives[Response]):
    """A body that is not JSON of one of the API's structs."""

    def __init__(
        self, mimetypes: tuple[str, ...], words: str, example: JsonValue, schema: object = str
    ) -> None:
        """What it is.

        Args:
            mimetypes: any of these; the first one is the usual.
            words: what it holds.
            example: one of them.
            schema: the type of what it holds; for a stream, that of an event's data.
        """
        self.kind = self
        self.mimetypes, self.words, self.example, self.schema = mimetypes, words, example, schema

    def answer(self, of: Response, status: int) -> Response:
        """The answer as it is."""
        of.status_code = status
        return of


# --- what is read --------------------------------------------------------------------------------


class Takes(Generic[R_co]):
    """What a route reads besides its address."""

    body: object = None
    """The struct in its body, a choice of some, a Text, or None."""
    query: type[Struct] | None = None
    """The struct of its parameters."""

    def read(self) -> R_co:
        """What this request carries. Raises: Refusal."""
        raise NotImplementedError


class _NoBody(Takes[None]):
    """No body. An empty object is none: some programs send one with every request."""

    def read(self) -> None:
        if request.get_data().strip() and _body(_ANY) != {}:
            raise Refusal("unreadable", _("This request takes no body."))


class JsonBody(Takes[T]):
    """JSON of a struct, or of one of several."""

    def __init__(self, decoder: Decoder[T]) -> None:
        self.body, self._decoder = decoder.type, decoder

    def read(self) -> T:
        """The request's body, decoded."""
        return _body(self._decoder)


class Parameters(Takes[S]):
    """The address's parameters as a struct."""

    def __init__(self, kind: type[S]) -> None:
        self._kind = kind
        self.query = kind

    def read(self) -> S:
        """The parameters."""
        given = {name: said for name, said in request.args.items() if name != locale.FIELD}
        try:
            return fit(given, self._kind, strict=False)
        except Unfit as fault:
            raise _unreadable(str(fault)) from None


class FileBody(Parameters[S]):
    """A body that its handler reads itself, and parameters."""

    def __init__(self, text: Text, kind: type[S], refusal: str) -> None:
        """`refusal` is the sentence about a body of another type."""
        super().__init__(kind)
        self.body, self._mimetypes, self._refusal = text, text.mimetypes, refusal

    def read(self) -> S:
        """The parameters, if the body is of its type."""
        given = super().read()
        if request.mimetype not in self._mimetypes:
            raise Refusal("media", _(self._refusal))
        return given


NOTHING: Final[Takes[None]] = _NoBody()
_ANY: Final = Decoder()


def body(kind: type[S]) -> Takes[S]:
    """JSON of this struct."""
    return JsonBody(Decoder(kind))


def _body(decoder: Decoder[T]) -> T:
    if request.mimetype != JSON:
        raise Refusal("media", _("The body must be application/json."))
    data = request.get_data()
    if is_too_deep(data.decode("latin-1")):  # brackets are ASCII, whatever the rest is
        raise Refusal("unreadable", _("It is nested too deeply."))
    try:
        return _decode(decoder, data)
    except Unfit as fault:
        raise _unreadable(str(fault)) from None
    except msgspec.DecodeError as fault:
        raise _unreadable(_fault_of_json(data, str(fault))) from None
    except UnicodeDecodeError:
        raise _unreadable(_("the body is not UTF-8")) from None


def _decode(decoder: Decoder[T], data: bytes) -> T:
    try:
        return decoder.decode(data)
    except msgspec.ValidationError:
        return _convert(data, decoder.type)


def _convert(data: bytes, kind: type[T]) -> T:
    """The body; `16.0` counts as a whole number too (JSON Schema Validation 2020-12, 6.1.1)."""
    return fit(_whole(msgspec.json.decode(data)), kind)


def _whole(given: object) -> object:
    """The same value with whole floats as integers."""
    match given:
        case float() if given.is_integer():
            return int(given)
        case list():
            return [_whole(each) for each in given]
        case dict():
            return {name: _whole(each) for name, each in given.items()}
    return given


def _fault_of_json(data: bytes, fault: str) -> str:
    """What is wrong with a body that is no JSON."""
    if not data.strip():
        return _("the body is empty: send JSON")
    if fault.startswith("Number out of range"):
        return _("a number is too large")
    at = re.search(r"\(byte (\d+)\)", fault)
    return (
        _("the body is not JSON (byte {byte})", byte=at[1])
        if at
        else _("the body is not whole: its JSON ends too early")
    )


def _unreadable(clause: str) -> Refusal:
    return Refusal("unreadable", _("{words}.", words=f"{clause[:1].upper()}{clause[1:]}"))
