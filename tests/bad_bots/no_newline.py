"""Prints a direction without the newline that would end it."""

import sys

from turns import turns

for _ in turns():
    sys.stdout.write("RIGHT")
    sys.stdout.flush()
