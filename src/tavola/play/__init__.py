"""A match under way: dice, the log on disk, resuming, verifying."""
