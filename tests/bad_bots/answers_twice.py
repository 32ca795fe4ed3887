"""Prints two answers a turn, each flushed by itself."""

from turns import answer, turns

for _ in turns():
    answer()
    answer()
