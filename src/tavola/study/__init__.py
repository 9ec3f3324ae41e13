"""Learning from matches: what each decision was worth, and why."""
