"""No bad bot at all: goes right until it hits something."""

from turns import answer, turns

for _ in turns():
    answer()
