"""A net: what it sees, how it answers, and its file."""
