"""One body of each message and each event, as they pass on a wire. Values only."""

QR = ",".join([f'"{(n * 2654435761) % (1 << 32):08X}"' for n in range(29)])
LONG_PICTURE = 'P 7 {"p":"qr","z":29,"r":[' + QR + '],"t":"http://10.0.0.5:8080/t/7KQ"}'

BODIES = [
    "H 1 1 E6614103E7452D2F 1A2B3C4D 5F3A11C3 1 1 4 0.1.0 readers=4,keys=20,display=128x64",
    "H 1 1 E6614103E7452D2F 1A2B3C4D 00000000 1 1 1 0.1.0 readers=4",
    "E 1 83417 C 2 04A3C6CAE26180",
    "E 2 83500 C 0 A1B2C3D4",
    "E 3 84000 X 1",
    "E 4 84100 U 3 truncated",
    "E 5 84200 R 0 dead",
    "E 6 84300 K UNDO",
    "E 7 84400 S 2 long",
    "E 8 84500 F OSError:_[Errno_5]_EIO",
    "E 9 84600 Z something newer",
    "E 10 84700 Y 2 42-1F",
    "B 17 90000 4 10 0 131072",
    "W 1 1 5F3A11C3",
    "A 1A2B3C4D 9",
    "T 1A2B3C4D 17",
    'P 4 {"p":"words","t":"Tricktable","q":"Who deals? Press your button."}',
    LONG_PICTURE,
    "N too_old:_update_this_board",
    "G 12 1",
    "V 12 r0 92 ok 0 14 2 3 0 0",
    "V 12 keys Q,seat2",
    "U 7 begin program 54803 " + "0123456789abcdef" * 4,
    "U 8 data 0 " + "c3Vp" * 128,
    "U 9 check",
    "V 9 update whole 54803 a:",
    "L 1A2B3C4D",
]
