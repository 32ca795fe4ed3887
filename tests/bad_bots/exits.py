"""Answers once and leaves with exit status 0."""

from turns import answer, turns

for turn in turns():
    if turn == 1:
        break
    answer()
