"""The ring of frames. For both Pythons: plain asserts."""

from tablewire.ring import NOTE_BYTES, Ring


def drain(ring, count):
    """The frames of a ring that holds this many."""
    at = ring.begin
    frames = []
    for _ in range(count):
        frames.append(ring.get(at))
        at = ring.after(at)
    return frames


def test_frames_come_out_as_they_went_in_wherever_the_block_ends():
    for size in range(40, 60):
        ring = Ring(size)
        held = []
        for n in range(200):
            frame = (f"{n}" * (1 + n % 4)).encode()
            while not ring.put(frame):
                ring.drop()
                held.pop(0)
            held.append(frame)
            assert drain(ring, len(held)) == held, (size, n)


def test_a_full_ring_refuses_and_keeps_what_it_has():
    ring = Ring(12)
    assert ring.put(b"abcde")
    assert ring.put(b"fghij")
    assert not ring.put(b"")
    assert drain(ring, 2) == [b"abcde", b"fghij"]
    ring.drop()
    assert not ring.put(b"123456")
    assert ring.put(b"12345")
    assert drain(ring, 2) == [b"fghij", b"12345"]


def test_its_block_never_grows():
    ring = Ring(64)
    for _ in range(100):
        ring.put(b"x" * 30)
        if not ring.put(b"y" * 9):
            ring.drop()
        assert len(ring.block) == 64 + NOTE_BYTES
