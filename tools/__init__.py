"""The workshop: bundle the bot, let it play, and prove that a change made it better."""
