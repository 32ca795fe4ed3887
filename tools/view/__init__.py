"""A page that shows recorded games, in one file that needs no network, and pictures of single turns."""
