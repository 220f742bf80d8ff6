"""The times and sizes that both ends of the wire keep to. Numbers only, no code.

What the host alone keeps to stands with what it is for: a board has no room to spare.
"""

MAX_LINE_BYTES = 1200  # longest frame, `~` and line feed included: a picture with a QR code
MAX_EVENT_BYTES = 144  # longest event frame: it has to fit into EVENT_CREDIT_BYTES
MAX_HELLO_BYTES = 176  # longest hello: what a board says of its parts has to fit

RING_EVENTS = 256  # a board keeps at least this many until they are committed: five hands
RING_BYTES = 64 * RING_EVENTS  # their frames; those of cards, keys and buttons are below 50 bytes
FAULT_BYTES = 2 * (1 + MAX_EVENT_BYTES)  # of these, kept free for why a board failed and restarted

# A Pico's USB FIFO holds 256 bytes; a write into a full one blocks 500 ms (micropython#9634).
CREDIT_BYTES = 240  # most that a board has under way and that no host has shown to have read
EVENT_CREDIT_BYTES = 144  # of these, most that events use: two beats always find room

BEAT_MS = 1000  # a board's beat, and a host's tick
SILENT_MS = 3000  # an end that was not heard for so long is shown as silent
GONE_MS = 2500  # two ticks and a half: a host on the network has left, and another may come
RESEND_MS = 250  # events without an acknowledgement are sent again
SEEN_MS = 400  # a button that goes down sooner is no answer to what a new picture asks
