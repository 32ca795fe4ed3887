"""A field of bots, games of two to four between them, and how strong each one is."""
