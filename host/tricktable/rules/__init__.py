"""The rules core: what happened, what it means, what was improper. Pure: no I/O, clock or chance."""
