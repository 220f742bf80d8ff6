"""The feed on real sockets: everybody gets the same bytes, and nobody waits for anybody."""

import contextlib
import select
import socket

import gevent
import pytest

from rig.patience import PATIENCE_S
from tricktable.web.live.feed import BEAT, LOST_MS, PATIENCE_BEATS, TURNS, Feed, StreamLimits

TABLE = "7KQ"
LONG = b"." * (1 << 21)  # more than the buffers of a socket hold


@pytest.fixture
def feed():
    feed = Feed()
    feed.start()
    yield feed
    feed.stop()


@pytest.fixture
def phone(feed):
    """Connects a phone: to this test's feed, or to another."""
    phones = []

    def connect(**how):
        phones.append(Phone(how.pop("feed", feed), **how))
        return phones[-1]

    yield connect
    for each in phones:
        each.far.close()


class Phone:
    """The far end of a stream."""

    def __init__(self, feed, table=TABLE, address="10.0.0.9", seen=0, first=b"", is_full=False):
        self.near, self.far = socket.socketpair()
        self.far.setblocking(False)
        self.got = b""
        self.before = full(self) if is_full else b""
        feed.subscribe(table, self.near, address, seen, first)

    def read(self):
        """What has come until now; b"" at the end of the stream."""
        try:
            return self.far.recv(1 << 22)
        except BlockingIOError:
            return None

    def has_more(self):
        """Whether something has come that was not read yet."""
        return bool(select.select([self.far], [], [], 0)[0])

    def has(self, end):
        """Whether what has come until now ends so."""
        while more := self.read():
            self.got += more
        return self.got.endswith(end)

    def is_open(self):
        return self.near.fileno() >= 0


def until(is_so, what):
    """Let the hub run until it is so."""
    with gevent.Timeout(PATIENCE_S, AssertionError(f"never: {what}")):
        while not is_so():
            gevent.sleep(0.001)


def turn(feed):
    """Let the hub send what was published."""
    until(lambda: not feed._changed, "all changes are sent")


def test_phones_of_a_table_get_the_same_bytes_and_others_none(feed, phone):
    ours, theirs = [phone(), phone()], phone(table="XYZ")
    feed.publish(TABLE, b"one")
    turn(feed)
    assert [each.read() for each in ours] == [b"one", b"one"]
    assert theirs.read() is None


def test_before_the_first_message_there_is_nothing(feed):
    assert feed.newest(TABLE) == (0, b"")


def test_versions_count_up_by_one(feed):
    for version in (1, 2, 3):
        feed.publish(TABLE, b"again")
        assert feed.newest(TABLE) == (version, b"again")


def test_a_new_phone_gets_the_newest_at_once_unless_it_has_it(feed, phone):
    feed.publish(TABLE, b"old")
    feed.publish(TABLE, b"new")
    turn(feed)
    assert phone().read() == b"new"
    assert phone(seen=feed.newest(TABLE).version).read() is None


def test_a_new_phone_has_the_newest_by_its_number_late_in_an_evening(feed, phone):
    for _ in range(1000):
        feed.publish(TABLE, b"new")
    turn(feed)
    assert phone(seen=int("999")).read() == b"new"
    assert phone(seen=int("1000")).read() is None


def test_a_new_phone_that_had_the_newest_before_all_others_did_is_not_sent_it_again(feed, phone):
    other = phone()
    feed.publish(TABLE, b"new")
    first = phone(seen=feed.newest(TABLE).version)
    turn(feed)
    assert (other.read(), first.read()) == (b"new", None)


def test_what_was_published_before_the_start_is_sent_by_it(phone):
    early = Feed()
    waiting = phone(feed=early)
    early.publish(TABLE, b"one")
    early.publish(TABLE, b"two")
    early.start()
    turn(early)
    assert waiting.read() == b"two"
    early.stop()


def test_many_changes_between_two_rounds_are_one_send(feed, phone):
    watching = phone()
    for number in range(100):
        feed.publish(TABLE, b"%d" % number)
    turn(feed)
    assert watching.read() == b"99"


def test_a_blocked_phone_skips_to_the_newest_and_no_message_is_torn(feed, phone):
    slow, quick = phone(), phone()
    for number in range(10):
        message = b"<%d%s>" % (number, LONG)
        feed.publish(TABLE, message)
        until(lambda message=message: quick.has(message), "the quick phone has each message")
    until(lambda: slow.has(b"<9" + LONG + b">"), "the slow phone has the newest message")
    assert [message[:2] for message in slow.got.split(b">")] == [b"<0", b"<9", b""]
    assert len(slow.got) == 2 * len(message)


def test_a_phone_that_has_taken_everything_is_watched_no_more(feed, phone, monkeypatch):
    """A watch that is left would turn the loop without an end."""
    resumed, resume = [], feed._resume
    monkeypatch.setattr(feed, "_resume", lambda *which: (resumed.append(which), resume(*which)))
    slow = phone()
    feed.publish(TABLE, LONG[: 1 << 19] + b"!")
    until(lambda: slow.has(b"!"), "it takes the message bit by bit")
    assert len(resumed) > 1
    until(lambda: resumed[-1][1].writable is None, "its watch ends")
    was = len(resumed)
    for message in (b"one", b"two"):
        feed.publish(TABLE, message)
        until(lambda message=message: slow.has(message), "it gets the next one at once")
    assert len(resumed) == was


def full(phone):
    """A phone whose socket takes no byte more; gives what lies in it."""
    phone.near.setblocking(False)
    lies = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            lies += phone.near.send(b"." * 4096)
    return b"." * lies


@pytest.mark.parametrize("is_full", [False, True])
def test_a_new_phone_takes_what_it_is_sent_first_whole_before_anything_newer(feed, phone, is_full):
    feed.publish(TABLE, b"<old>")
    feed.publish(TABLE, b"<new>")
    turn(feed)
    first = b"head" + LONG + b"<old>"
    watching = phone(seen=1, first=first, is_full=is_full)
    feed.beat()
    until(lambda: watching.has(b"<new>"), "the newest message comes")
    assert watching.got == watching.before + first + b"<new>"
    assert phone(seen=1, first=b"head<old>").read() == b"head<old><new>"
    assert phone(seen=2, first=b"head<new>").read() == b"head<new>"


def test_a_new_phone_that_has_gone_already_is_not_kept(feed):
    near, far = socket.socketpair()
    far.close()
    feed.publish(TABLE, b"new")
    turn(feed)
    feed.subscribe(TABLE, near, "10.0.0.9", 0, b"head")
    assert near.fileno() < 0
    assert not feed.streams
    assert feed.has_room_for("10.0.0.9")


@pytest.mark.parametrize("new", [b"data: a\n\n", b"event: view\n\n"])  # on both sides of a beat
def test_a_phone_that_could_take_no_byte_of_a_message_gets_it_when_it_can(feed, phone, new):
    watching = phone()
    before = full(watching)
    feed.publish(TABLE, new)
    turn(feed)
    until(lambda: watching.has(new), "the newest message comes")
    assert watching.got == before + new


def test_a_phone_that_could_take_no_byte_of_a_beat_is_not_sent_the_newest_again(feed, phone):
    watching = phone()
    feed.publish(TABLE, b"old")
    until(lambda: watching.has(b"old"), "it has the newest message")
    before = full(watching)
    feed.beat()
    until(lambda: watching.has(before), "it takes bytes again")
    feed.publish(TABLE, b"next")
    until(lambda: watching.has(b"next"), "the next message comes")
    assert watching.got == b"old" + before + b"next"


def test_a_phone_that_took_no_byte_of_message_and_beat_gets_the_message(feed, phone):
    watching = phone()
    before = full(watching)
    feed.publish(TABLE, b"new")
    turn(feed)
    feed.beat()
    until(lambda: watching.has(b"new"), "the newest message comes")
    assert watching.got == before + b"new"


def test_a_phone_that_was_blocked_gets_the_next_message_like_others(feed, phone):
    watching = phone()
    feed.publish(TABLE, LONG)
    until(lambda: watching.has(LONG), "it has caught up")
    feed.publish(TABLE, b"next")
    until(lambda: watching.has(b"next"), "the next message comes")
    assert watching.got == LONG + b"next"


def test_a_beat_tells_its_period():
    assert BEAT == b"event: beat\ndata: 2000\n\n"


def test_a_beat_goes_to_everybody_but_not_into_a_torn_message(feed, phone):
    well, blocked = phone(), phone(table="XYZ")
    feed.publish("XYZ", LONG)
    turn(feed)
    feed.beat()
    assert well.read() == BEAT
    until(lambda: blocked.has(LONG), "the torn message is finished")
    feed.beat()
    until(lambda: blocked.has(BEAT), "beats go on")
    assert blocked.got == LONG + BEAT


def test_beats_go_out_in_turn_to_phones_that_came_at_different_times(feed, phone):
    came = []
    for _ in range(TURNS):
        came.append(phone())
        feed._beat_in_turn()
    for each in came:
        each.read()
    for lap in range(2):
        for turn in range(TURNS):
            feed._beat_in_turn()
            heard = [each for each in came if each.read() == BEAT]
            assert len(heard) == 1, (lap, turn)
    came[0].far.close()
    feed.beat()
    assert not came[0].is_open()
    assert [each.read() for each in came[1:]] == [BEAT] * (TURNS - 1)


def test_a_host_without_phones_wakes_up_for_no_beat(feed, phone):
    assert not feed._beat.active
    first, second = phone(), phone()
    assert feed._beat.active
    first.far.close()
    feed.beat()
    assert feed._beat.active
    second.far.close()
    feed.beat()
    assert not feed._beat.active
    phone()
    assert feed._beat.active


def test_a_phone_that_takes_nothing_is_dropped_after_its_patience(feed, phone):
    stuck = phone()
    feed.publish(TABLE, LONG)
    turn(feed)
    for _ in range(PATIENCE_BEATS):
        feed.beat()
        assert stuck.is_open()
    feed.beat()
    assert not stuck.is_open()
    assert not feed.streams


def test_a_phone_that_takes_a_little_now_and_then_is_kept(feed, phone):
    slow = phone()
    feed.publish(TABLE, LONG)
    turn(feed)
    for _ in range(3):
        for _ in range(PATIENCE_BEATS):
            feed.beat()
        until(slow.read, "it takes what has come")
        until(slow.read, "more of the message comes")
    assert slow.is_open()


def test_patience_begins_anew_whenever_a_phone_takes_something(feed, phone):
    slow = phone()
    feed.publish(TABLE, LONG)
    turn(feed)
    for _ in range(PATIENCE_BEATS):
        feed.beat()
    slow.read()
    until(slow.has_more, "more of the message comes")
    for _ in range(PATIENCE_BEATS):
        feed.beat()
        assert slow.is_open()
    feed.beat()
    assert not slow.is_open()


def test_a_phone_that_has_gone_is_dropped_by_the_next_send(feed, phone):
    gone, stays = phone(address="10.0.0.1"), phone(address="10.0.0.2")
    gone.far.close()
    feed.publish(TABLE, b"one")
    turn(feed)
    assert dict(feed.streams) == {"10.0.0.2": 1}
    assert stays.read() == b"one"
    assert not gone.is_open()


def test_a_stop_ends_every_stream_at_once(feed, phone):
    feed.publish("ABC", b"nobody follows")
    phones = [phone(), phone(table="XYZ")]
    assert feed.phone_channels == {TABLE, "XYZ"}
    feed.stop()
    assert [each.read() for each in phones] == [b"", b""]
    assert not feed.streams
    assert not feed.phone_channels
    feed.publish(TABLE, b"late")
    feed.stop()


def test_after_its_stop_a_feed_beats_no_more(phone, monkeypatch):
    monkeypatch.setattr("tricktable.web.live.feed.BEAT_S", 0.001)
    stopped, other = Feed(), Feed()
    for each in (stopped, other):
        each.start()
    stopped.stop()
    late, well = phone(feed=stopped), phone(feed=other)
    until(lambda: well.has(3 * BEAT), "another feed has beaten three times")
    assert late.read() is None
    other.stop()
    stopped.stop()


def test_streams_are_limited_by_address_and_in_total(phone):
    feed = Feed(StreamLimits(per_address=2, in_total=3))
    first = phone(feed=feed, address="a")
    phone(feed=feed, address="a")
    assert not feed.has_room_for("a")
    assert feed.has_room_for("b")
    phone(feed=feed, address="b")
    assert not feed.has_room_for("c")
    first.far.close()
    feed.beat()
    assert feed.has_room_for("a")
    feed.stop()


def test_more_streams_than_the_limits_leave_no_room_either(phone):
    for limits in (StreamLimits(per_address=1), StreamLimits(in_total=1)):
        feed = Feed(limits)
        for _ in range(2):
            phone(feed=feed, address="a")
        assert not feed.has_room_for("a")
        feed.stop()


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="only Linux has it")
def test_a_lost_peer_is_given_up_by_the_kernel(feed):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        far = socket.create_connection(listener.getsockname())
        near, _ = listener.accept()
    feed.subscribe(TABLE, near, "127.0.0.1", 0)
    assert near.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == LOST_MS
    assert near.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    far.close()
