"""The rules core: what happened, what it means, what was improper. No I/O, clock or chance."""
