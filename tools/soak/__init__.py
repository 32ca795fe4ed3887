"""Long runs that look for lateness, growth and wrong answers of the bot; see `python -m tools.soak --help`."""
