"""What MicroPython runs after power-on. It alone must be source, so it is two lines for ever."""

import loader

loader.start()
