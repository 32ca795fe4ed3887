"""Prints an answer before it is asked anything."""

from turns import answer, turns

answer()
for _ in turns():
    answer()
