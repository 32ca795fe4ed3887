"""Weights of the evaluation that are earned: fitted to games of the bot, then proven in games that no fit has seen."""
