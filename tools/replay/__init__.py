"""Recorded games looked at and played again."""
