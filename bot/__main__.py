"""Runs the bot: `python -m bot [options]`."""

from .loop import main

if __name__ == "__main__":
    main()
