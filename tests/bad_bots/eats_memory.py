"""Asks for more and more memory, and uses it."""

from turns import turns

hoard = []
for _ in turns():
    while True:
        hoard.append(b"x" * 1_000_000)
