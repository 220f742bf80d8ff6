"""Sends each table's view to everybody who watches it, each in their own language.

A view is rendered once for each language that somebody has asked for, never once per phone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Final, Generic, Protocol, TypeVar

from tricktable.text.language import ENGLISH, speaking
from tricktable.web.live.feed import ChannelMessage, Feed


class Showable(Protocol):
    """Anything that can be shown; it says which table it belongs to."""

    @property
    def code(self) -> str:
        """The table's code."""


class Follower(Protocol):
    """Is shown every view."""

    def show(self, view: Showable, /) -> None:
        """Take it in; returns at once."""


V = TypeVar("V", bound=Showable)

_NOTHING: Final = ChannelMessage(0, b"")


class Broadcast(Generic[V]):
    """One kind of view, for all tables. May be called from any thread. Mutable."""

    def __init__(
        self,
        feed: Feed,
        encode: Callable[[V], bytes],
        kind: str = "",
        always: Iterable[str] = (ENGLISH,),
    ) -> None:
        """Nothing is shown yet.

        Args:
            feed: carries the messages.
            encode: makes one whole server-sent event, in the current language.
            kind: keeps these messages apart from other kinds.
            always: languages to render before anybody asks for them.
        """
        self.feed = feed
        self._encode = encode
        self._kind = kind
        self._newest: dict[str, V] = {}
        self._always = frozenset(always)
        self._languages: dict[str, set[str]] = {}
        self._others: list[Broadcast[V]] = []
        self._followers: list[Follower] = []
        self._one_at_a_time = threading.Lock()

    def show(self, view: V) -> None:
        """Render the view here and now, and send it to everybody who watches its table."""
        with self._one_at_a_time:
            # Under one lock, or a view that took longer to render could go out after a newer one.
            self._newest[view.code] = view
            for language in self._languages.setdefault(view.code, {*self._always}):
                self._send(view, language)
            for other in self._others:
                other.show(view)
            for follower in self._followers:
                follower.show(view)

    def tell(self, follower: Follower) -> None:
        """Show each view to this follower, too, from now on."""
        self._followers.append(follower)

    def also(self, encode: Callable[[V], bytes], kind: str) -> Broadcast[V]:
        """The same views in another form, rendered only once somebody has asked for it."""
        other = Broadcast(self.feed, encode, kind, always=())
        with self._one_at_a_time:
            for view in self._newest.values():
                other.show(view)
            self._others.append(other)
        return other

    def newest(self, code: str, language: str) -> ChannelMessage:
        """The table's newest message in this language, which is kept up to date from now on."""
        known = self.feed.newest(self.channel(code, language))
        # Not under the lock where nothing has to be drawn: thousands of phones that come back would
        # wait, in the hub, for each card that is being drawn.
        if known.message and language in self._languages.get(code, ()):
            return known
        with self._one_at_a_time:
            view, spoken = self._newest.get(code), self._languages.setdefault(code, {*self._always})
            if view is not None and language not in spoken:
                spoken.add(language)
                self._send(view, language)
        return self.feed.newest(self.channel(code, language)) if view is not None else _NOTHING

    def forget(self, code: str) -> None:
        """Keep nothing of this table, whose views nobody follows, until it is shown again."""
        with self._one_at_a_time:
            self._newest.pop(code, None)
            for language in self._languages.pop(code, ()):
                self.feed.empty(self.channel(code, language))
            for other in self._others:
                other.forget(code)

    @staticmethod
    def table_of(channel: str) -> str:
        """The code of the table that this channel of the feed is about."""
        return channel.partition("/")[0]

    def channel(self, code: str, language: str) -> str:
        """The feed's name for this channel. No table's code contains a slash."""
        return f"{code}/{self._kind}/{language}"

    def _send(self, view: V, language: str) -> None:
        with speaking(language):
            self.feed.publish(self.channel(view.code, language), self._encode(view))
