"""Answers what it is told on its command line, escapes of Python strings included."""

import sys

from turns import answer, turns

for _ in turns():
    answer(sys.argv[1].encode().decode("unicode_escape"))
