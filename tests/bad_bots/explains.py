"""No bad bot at all: says on stderr which turn it is before it answers, and something when it starts."""

import sys

from turns import answer, turns

print("ready", file=sys.stderr, flush=True)
for turn in turns():
    print("turn", turn, file=sys.stderr, flush=True)
    answer()
