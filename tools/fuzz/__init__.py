"""Mutated input for the bot's reader and for its whole loop; see `python -m tools.fuzz --help`."""
