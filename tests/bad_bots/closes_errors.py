"""No bad bot at all: closes its stderr and plays on."""

import os

from turns import answer, turns

os.close(2)
for _ in turns():
    answer()
