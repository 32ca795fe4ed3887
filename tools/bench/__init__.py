"""What the bot does on fixed positions: how many nodes, how fast, how deep."""
