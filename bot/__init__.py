"""The bot: one line of input becomes a board of integers, and the board becomes a move before the deadline."""
