"""What the scores of blocks prove: Elo with its error, and a test that stops when it knows."""
