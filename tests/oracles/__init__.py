"""Slow, obvious programs that the tests trust: each is first proven on published figures, then used as a measure."""
