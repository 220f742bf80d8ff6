"""The sounds: a word and how long it has sounded in, a pitch out. Never drives a buzzer."""

SILENT = 0
OFF, QUIET, LOUD = 0, 1, 2

# Steps of a sound: pitch in hertz (0: a rest), length in milliseconds.
SOUNDS = {
    "read": ((2093, 35),),
    "key": ((1568, 15),),
    "ask": ((880, 90), (0, 40), (1175, 140)),
    "refused": ((233, 120), (0, 50), (196, 240)),
    "trick": ((784, 60), (1047, 60), (1319, 110)),
    "over": ((784, 110), (1047, 110), (1319, 110), (1568, 320)),
}


def pitch(word: str, since_ms: int) -> int:
    """Return the pitch in hertz of a sound so long after its start; SILENT in rests and after."""
    for hertz, step_ms in SOUNDS.get(word, ()):
        if since_ms < step_ms:
            return hertz
        since_ms -= step_ms
    return SILENT
