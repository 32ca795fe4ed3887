"""Where a game was lost: every turn searched longer than the bot could, and the moves that cost most."""
