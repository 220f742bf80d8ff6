"""The host's newest picture on its way to the board's display. Never keeps an older one."""

from tablewire.frame import encode
from tablewire.messages import Picture

PICTURE_RESEND_MS = 500  # a picture that no beat has confirmed is sent again


class Newest:
    """One picture at a time is under way, so that a slow board is never sent two to draw."""

    def __init__(self) -> None:
        self._id = 0  # of the newest
        self._frame = b""
        self._sent_id = 0  # the last sent in this greeting
        self._sent_ms = 0
        self._shown_id = 0  # as the last beat of this greeting says
        self.resent = 0  # pictures sent again

    def show(self, picture_json: str) -> int:
        """Make this the newest; gives its id. Raises ValueError if it does not fit a line."""
        # In JSON a tilde can only stand in a string, where it may be written so.
        picture = Picture(self._id + 1, picture_json.replace("~", "\\u007e"))
        if min(picture_json) < " ":
            raise ValueError("a control character in %r" % picture_json)
        self._frame = encode(str(picture))
        self._id = picture.id
        return picture.id

    def reset(self) -> None:
        """The board was greeted anew: it shows nothing that counts."""
        self._sent_id = 0
        self._shown_id = 0

    def note_shown(self, picture_id: int) -> None:
        """A beat says that the board shows this one."""
        self._shown_id = picture_id

    def due(self, now_ms: int) -> bytes:
        """The frame to send now, or nothing."""
        if self._id == self._shown_id:
            return b""
        under_way = self._sent_id not in (0, self._shown_id)
        if under_way and now_ms - self._sent_ms < PICTURE_RESEND_MS:
            return b""
        if self._sent_id == self._id:
            self.resent += 1
        self._sent_id = self._id
        self._sent_ms = now_ms
        return self._frame
